import type { AiCallEnvelope } from '../../shared/aiCall/protocol/aiCallEnvelope';

/** What this node knows of a row from before it sends it: facts without texts. */

/** Why nobody knows whether a row was sent. */
export type Doubt =
	/** An execution was killed, or the answer to its request was lost. */
	| { why: 'interrupted' }
	/** Its task was deleted while it called. */
	| { why: 'taskDeleted'; task: string }
	/** Somebody started its task before all rows were in it. */
	| { why: 'taskStarted'; task: string };

/** What the platform has answered for a row. */
export interface Accepted {
	id: string;
	envelope: AiCallEnvelope;
}

export type Before =
	/** Sent by an earlier try of this execution in this process, which still knows the answer. */
	| ({ was: 'accepted' } & Accepted)
	/**
	 * Sent before, so that it is left out. `otherValues`: with other values, so that only its number is
	 * the same. `earlierTry`: by an earlier try of this execution, whose output had the IDs.
	 */
	| { was: 'sent'; task?: string; otherValues?: true; earlierTry?: true }
	/** It is in another task that was not started. */
	| { was: 'waiting'; task: string }
	| { was: 'inDoubt'; doubt: Doubt };
