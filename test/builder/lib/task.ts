import type { AiCallSimulator, UrlModule } from '../../simulator/aiCall';

/** The address of the files: those of `test/fixtures/images`. Any other name there gives the photo `tiny.png`. */
export const FILES = 'https://files.example.com';

/**
 * A task for n8n's AI builder. The workflow that solves it has the same name in `workflows/`. Without `pushes` and
 * `inbound`, the workflow is started by hand.
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
	/** For some nodes, fields of the items that they must return, in order. */
	gives: Record<string, object[]>;
	/** For some nodes, the names of the files that they must return. */
	files?: Record<string, string[]>;
	/** The rows that the platform must have accepted at the end. By default none. */
	rows?: string[][];
	/** The names of the requests that must have changed a task. By default none. */
	changes?: string[];
}
