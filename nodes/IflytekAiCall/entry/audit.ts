import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import { Failure, InputError, type FailureKind } from '../../shared/failure';
import type { Clock } from '../../shared/n8n/requests/clock';
import { isEntry, type DeliveryNames, type Entry, type InvalidEntry } from './entry';
import { InterruptedRowError, isFailed, StoreError, type Outcome } from './outcomes';

/** The outcomes of a run, each with why and when it was decided. */

/**
 * What decided the outcome of a row. `platform`: it accepted or refused the row. `connection`: it
 * broke. `hours`, `days`, `list`, `duplicate`: a rule of the user. `repeat`, `rowKey`: the same row,
 * or its key, was sent before. `input`: the row is invalid. `database`: n8n's failed. `stopped`: a
 * person or another row stopped the run.
 */
export type AuditReason =
	| 'platform'
	| 'connection'
	| 'hours'
	| 'days'
	| 'list'
	| 'duplicate'
	| 'repeat'
	| 'rowKey'
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
		const error = isFailed(outcome) ? outcome.error : undefined;
		if (outcome.state === 'sentBefore' || error instanceof InterruptedRowError)
			return entry.key === undefined ? 'repeat' : 'rowKey';
		if (outcome.state === 'notSent' && error === undefined) return 'stopped';
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
