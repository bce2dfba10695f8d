import type { AiCallSimulator, UrlModule } from '../../simulator/aiCall';

/** The address at which the tasks find files: those of `test/fixtures/images`. Any other name there gives `tiny.png`, a photo. */
export const FILES = 'https://files.example.com';

/** A task for n8n's AI builder. The workflow that solves it has the same name in `workflows/`. */
export interface Task {
	/** The words in which a user would ask for it. */
	words: string;
	/** What exists on the platform before. */
	before?: (platform: AiCallSimulator) => void;
	/** The pushes that start the workflow, each with the names of its fields in the document. */
	pushes?: { module: UrlModule; body: Record<string, unknown> }[];
	/** The inbound call that requests dynamic data, and the response that it must get. */
	inbound?: { robot_id: string; call_relation_id: string; answer: object };
	/** Fields of the items that nodes return, in their order. Without `pushes` and `inbound`, the workflow is started by hand. */
	gives: Record<string, object[]>;
	/** Names of the files that nodes return. */
	files?: Record<string, string[]>;
	/** The rows that the platform has accepted at the end; by default none. */
	rows?: string[][];
	/** Requests that change a task, by its name. */
	changes?: string[];
}
