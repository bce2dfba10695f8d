import type { AiCallEnvelope } from '../../shared/aiCall/protocol/aiCallEnvelope';
import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { NEVER_CALL } from '../../shared/aiCall/rows/phone';
import { Failure, InputError, NotSentError } from '../../shared/failure';
import type { Entry, InvalidEntry } from './entry';
import { rowName } from './names';

/** What became of rows and tasks: the states and their texts. */

/**
 * An outcome with a reason. `outsideHours`: nobody may be called at that time. `notSent` with an
 * error: its campaign was not started.
 */
export interface FailedOutcome {
	state: 'notAccepted' | 'unknown' | 'outsideHours' | 'notSent';
	error: unknown;
	/** Whether the error says of the whole campaign what was sent, and what to do. */
	saysAll?: true;
}

/**
 * The outcome of an entry. `notSent` without an error: it was not tried, because another entry
 * failed or the execution was stopped. `sentBefore`: it was sent before, or by an earlier row of this
 * run with the same key; `task` is known of a row in a task.
 */
export type Outcome =
	| { state: 'accepted'; id: string; envelope: AiCallEnvelope }
	| FailedOutcome
	| { state: 'notSent' }
	| { state: 'sentBefore'; task?: string };

/** The state of a row that is not sent on purpose. */
interface LeftOut {
	state: 'neverCall' | 'duplicate';
	/** The earlier row with the same number. */
	duplicateOf?: string;
}

/** The states of entries that were not accepted in this run, in a check and in a run. */
export type NotAcceptedState = Exclude<Outcome['state'], 'accepted'> | LeftOut['state'] | 'problem';

/**
 * How texts name these states, and whether the entry was certainly not accepted, so that it may be
 * sent later. Errors name an optional state only if an entry has it.
 */
export const OUTCOMES: Record<
	NotAcceptedState,
	{ text: string; maySendAgain?: true; optional?: true }
> = {
	notAccepted: { text: 'rejected', maySendAgain: true },
	unknown: { text: 'unknown' },
	outsideHours: { text: 'outside the calling times', maySendAgain: true, optional: true },
	notSent: { text: 'not sent', maySendAgain: true },
	problem: { text: 'with problems', maySendAgain: true, optional: true },
	neverCall: { text: `under ${NEVER_CALL}`, optional: true },
	duplicate: { text: 'with the number of an earlier row', optional: true },
	sentBefore: { text: 'sent before', optional: true },
};

/** Whether an entry was certainly not accepted, so that it may be sent later. */
export function maySendAgain(outcome: Outcome | undefined): boolean {
	if (!outcome || outcome.state === 'accepted') return false;
	return OUTCOMES[outcome.state].maySendAgain === true;
}

/** Whether an entry failed itself, and not only because another entry failed. */
export function isFailed(outcome: Outcome): outcome is FailedOutcome {
	return 'error' in outcome;
}

/** Why an entry is left out on purpose; undefined for one that is to be sent. */
export function leftOut({ duplicateOf, neverCall }: Entry): LeftOut | undefined {
	if (neverCall) return { state: 'neverCall' };
	return duplicateOf && { state: 'duplicate', duplicateOf: rowName(duplicateOf) };
}

export function leftOutText({ state, duplicateOf = '' }: LeftOut): string {
	return state === 'neverCall'
		? `The number is under ${NEVER_CALL}`
		: `An earlier row has the same number (${duplicateOf})`;
}

/** Of what cannot be sent: `notSent` if only the query failed that is needed to check it. */
export function invalidState({ problems: [first] }: InvalidEntry): 'problem' | 'notSent' {
	return first instanceof LookupError ? 'notSent' : 'problem';
}

/**
 * Nobody knows whether an earlier execution has sent a row: it was killed, or its answer was lost.
 */
export class InterruptedRowError extends Failure {
	/** @param howToCheck how to find out, and how to send it after all */
	constructor(private readonly howToCheck: string) {
		super('It is not known whether an earlier execution has sent this row', 'interrupted', {
			advice: howToCheck,
		});
	}

	/** The error of several such rows. */
	of(count: number): InterruptedRowError {
		const error = new InterruptedRowError(this.howToCheck);
		if (count > 1)
			error.message = `Of ${count} rows it is not known whether an earlier execution has sent them`;
		return error;
	}
}

/** n8n's database did not record what must be recorded before anything is sent. */
export class StoreError extends NotSentError {
	constructor(error: unknown) {
		const reason = error instanceof Error ? error.message : String(error);
		super(`n8n's database could not be asked what was sent before: ${reason}`, 'unavailable', {
			advice: "Nothing was sent. Check n8n's log and its database, then run the workflow again.",
			facts: { state: 'notSent' },
		});
	}
}

/**
 * The outcome of a row that has the key of an earlier row of this run.
 * @param first the outcome of the earlier row
 */
export function outcomeOfRepeat(first: Outcome): Outcome {
	if (first.state === 'accepted') return { state: 'sentBefore' };
	if (first.state !== 'notAccepted') return first;
	const error = new InputError(
		'An earlier row of this run has the same row key and was not accepted',
		'See the error of that row. This one can be sent again.',
	);
	return { state: 'notAccepted', error };
}
