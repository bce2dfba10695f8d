import type { AiCallEnvelope } from '../../shared/aiCall/protocol/aiCallEnvelope';
import { LookupError, UnknownOutcomeError } from '../../shared/aiCall/protocol/aiCallErrors';
import type { DeliveryMethod } from '../../shared/aiCall/protocol/apiMethods';
import { NEVER_CALL } from '../../shared/aiCall/rows/phone';
import { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import { Failure, InputError, type FailureKind } from '../../shared/failure';
import type { Clock } from '../../shared/n8n/requests/clock';
import { StoreError } from '../sentBefore/processedData';
import {
	isEntry,
	nameOf,
	rowName,
	type DeliveryNames,
	type Entry,
	type InvalidEntry,
} from './entry';

/** What became of rows and tasks: the states, their texts, and why and when. */

/**
 * An outcome that is a failure of this entry, not the consequence of another entry's failure.
 * `outsideHours`: nobody may be called at that time. `notStarted`: it is in a task that the run could
 * not start.
 */
export interface FailedOutcome {
	state: 'notAccepted' | 'unknown' | 'outsideHours' | 'notStarted';
	error: unknown;
	batch: Entry[];
	/** The ID of a row in a task that was not started. */
	id?: string;
	/** How to find out what became of an `unknown` row, if that is not as for other rows. */
	howToCheck?: string;
	byOther?: true;
}

/**
 * The outcome of an entry. `notSent`: it was not tried, because another entry failed or the
 * execution was stopped. `sentBefore`: it was sent before; `id` is known of a task. `byOther`: another
 * execution, or an earlier row of this run with the same key, has begun it.
 */
export type Outcome =
	| { state: 'accepted'; id: string; envelope: AiCallEnvelope }
	| FailedOutcome
	| { state: 'notSent' }
	| { state: 'sentBefore'; id?: string; byOther?: true };

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
	notStarted: { text: 'in a task that was not started', optional: true },
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

const INTERRUPTED_ADVICE =
	'To send this row after all, turn on Send Interrupted Rows under Options for one run.';
const DOUBTFUL_ADVICE =
	'Send Interrupted Rows does not send this row, because an execution was killed while it looked for the result. To send it after all, start a new execution with it, with another key if it has one.';

/** The error of a row that an earlier start began to send, without recording the result. */
export class InterruptedRowError extends UnknownOutcomeError {}

/**
 * The outcome of a row that has stayed *begun* after an earlier start.
 * @param isDoubtful whether it may have been recorded as sent; then it is not sent again
 */
export function interrupted(
	method: DeliveryMethod,
	row: Entry,
	isDoubtful?: boolean,
): FailedOutcome {
	const reason = new Failure(
		'an earlier execution began to send it and did not record the result',
		'interrupted',
	);
	const isTask = method === 'createTask';
	const error = new InterruptedRowError(method, reason, isTask ? [] : [nameOf(row)]);
	const howToFind = isTask
		? ''
		: ` To find it, search n8n's log for this node's lines "rows begun"; the lines after them name the execution's batches. A row that is in none of these batches was not sent. ${isDoubtful ? DOUBTFUL_ADVICE : INTERRUPTED_ADVICE}`;
	error.details.advice = `${error.details.advice ?? ''} That execution was killed, or its error said that the outcome is unknown.${howToFind}`;
	return { state: 'unknown', error, batch: [row] };
}

/**
 * The outcome of a row that has the key of an earlier row of this run.
 * @param first the outcome of the earlier row
 */
export function outcomeOfRepeat(row: Entry, first: Outcome | undefined): Outcome {
	if (!first || first.state === 'notSent') return { state: 'notSent' };
	if (first.state === 'outsideHours' || first.state === 'unknown')
		return { ...first, batch: [row], byOther: true };
	if (first.state !== 'notAccepted') return { state: 'sentBefore', byOther: true };
	const error = new InputError(
		'An earlier row of this run has the same row key and was not accepted',
		'See the error of that row. This one can be sent again.',
	);
	return { state: 'notAccepted', error, batch: [row] };
}

/**
 * What decided the outcome of a row. `platform`: it accepted or refused the row. `connection`: it
 * broke. `hours`, `days`, `list`, `duplicate`, `rowKey`: a rule of the user. `retry`: an earlier start
 * of the execution has begun the row. `input`: the row is invalid. `database`: n8n's failed.
 * `stopped`: a person or another row stopped the run.
 */
export type AuditReason =
	| 'platform'
	| 'connection'
	| 'hours'
	| 'days'
	| 'list'
	| 'duplicate'
	| 'rowKey'
	| 'retry'
	| 'input'
	| 'database'
	| 'stopped';

/** The outcomes of a run, each with the time at which it was set. */
export class Outcomes extends Map<Entry, Outcome> {
	private readonly times = new Map<Entry | InvalidEntry, number>();
	private readonly begun: number | undefined;

	/** @param clock without it, entries get neither reason nor time */
	constructor(private readonly clock?: Clock) {
		super();
		this.begun = clock?.date();
	}

	/** The outcome of an entry; one that has none was not sent. */
	of(entry: Entry): Outcome {
		return this.get(entry) ?? { state: 'notSent' };
	}

	override set(entry: Entry, outcome: Outcome): this {
		if (this.clock) this.times.set(entry, this.clock.date());
		return super.set(entry, outcome);
	}

	/** Why an entry was sent or not, and when that was decided (ISO 8601 in UTC). */
	auditOf(entry: Entry | InvalidEntry): { reason?: AuditReason; at?: string } {
		const at = this.times.get(entry) ?? this.begun;
		if (at === undefined) return {};
		return { reason: this.reasonOf(entry), at: new Date(at).toISOString() };
	}

	private reasonOf(entry: Entry | InvalidEntry): AuditReason {
		if (!isEntry(entry)) {
			const [error] = entry.problems;
			return error instanceof LookupError ? reasonOfError(error) : 'input';
		}
		if (entry.neverCall) return 'list';
		if (entry.duplicateOf) return 'duplicate';
		const outcome = this.of(entry);
		if (outcome.state === 'notSent') return 'stopped';
		const error = isFailed(outcome) ? outcome.error : undefined;
		if (outcome.state === 'sentBefore' || error instanceof InterruptedRowError)
			return entry.key === undefined ? 'retry' : 'rowKey';
		return isFailed(outcome) ? reasonOfError(error) : 'platform';
	}
}

/** Results say of rows, but not of tasks, when and why they were sent or not. */
export const outcomesOf = ({ names, clock }: { names: DeliveryNames; clock: Clock }) =>
	new Outcomes(names.method === 'createTask' ? undefined : clock);

function reasonOfError(error: unknown): AuditReason {
	if (error instanceof OutsideHoursError) return error.rule;
	if (error instanceof StoreError) return 'database';
	if (error instanceof InputError) return 'input';
	return error instanceof Failure && CONNECTION_KINDS.has(error.kind) ? 'connection' : 'platform';
}

/** The kinds of failures in which no complete response arrived. */
const CONNECTION_KINDS: ReadonlySet<FailureKind> = new Set([
	'timedOut',
	'notConnected',
	'interrupted',
	'stopped',
]);
