import type { AiCallSimulator, UrlModule } from '../../simulator/aiCall';

/** The base URL of files in the workflows. It leads to `test/fixtures/images`. An unknown file name leads to `tiny.png`. */
export const FILES = 'https://files.example.com';

/**
 * A task for n8n's AI builder, not a task of calls. The file of the same name in `workflows/` has the workflow that solves
 * it. If the task has neither `pushes` nor `inbound`, the workflow is started by hand.
 */
export interface Task {
	/** The words in which a user would set the task. */
	words: string;
	/** Prepares the platform before the run. */
	before?: (platform: AiCallSimulator) => void;
	/** The pushes that start the workflow, in the form of the document. */
	pushes?: { module: UrlModule; body: Record<string, unknown> }[];
	/** The inbound call that requests dynamic data, and the response that it must get. */
	inbound?: { robot_id: string; call_relation_id: string; answer: object };
	/** By the name of a node: the items that the node must output, in order. An item may have more fields. */
	outputs: Record<string, object[]>;
	/** By the name of a node: the names of the files that the node must output. */
	files?: Record<string, string[]>;
	/** The rows that the platform must have accepted at the end. By default none. */
	rows?: string[][];
	/** The endpoints that the workflow must have called to change a call task, in order. By default none. */
	changes?: string[];
}
