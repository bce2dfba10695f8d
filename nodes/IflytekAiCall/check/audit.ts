import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import { Failure, InputError, type FailureKind } from '../../shared/failure';
import type { Entry, Outcome } from '../batch/entry';
import { StoreError } from '../sentBefore/deduplicationStore';
import { InterruptedRowError } from '../sentBefore/sentRows';

/**
 * What decided the outcome of a row. `platform`: the platform accepted or refused the row.
 * `connection`: the connection broke. `hours`, `days`, `list`, `duplicate`, `rowKey`: one of the
 * user's rules prevented the row from being sent. `retry`: an earlier start of the execution has
 * begun it. `input`: the row is invalid. `database`: n8n's
 * database failed. `stopped`: a person or another row stopped the run.
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

/** Why a row was called or not, and when that was decided (ISO 8601 in UTC). */
export interface Audit {
	reason: AuditReason;
	at: string;
}

/** The outcomes of a run, each with the time at which it was set. */
export class Outcomes extends Map<Entry, Outcome> {
	private readonly times = new Map<Entry, number>();
	private readonly begun: number | undefined;

	/**
	 * @param date returns the current time in milliseconds; without `date`, entries get neither
	 * reason nor time
	 */
	constructor(private readonly date?: () => number) {
		super();
		this.begun = date?.();
	}

	override set(entry: Entry, outcome: Outcome): this {
		if (this.date) this.times.set(entry, this.date());
		return super.set(entry, outcome);
	}

	/** Reason and time of an entry. */
	auditOf(entry: Entry): Partial<Audit> {
		return this.audit(reasonOf(entry, this.get(entry)), this.times.get(entry));
	}

	/** Reason and time of an item or a row that cannot be sent at all. */
	auditOfInvalid(error?: unknown): Partial<Audit> {
		return this.audit(error instanceof LookupError ? reasonOfError(error) : 'input');
	}

	private audit(reason: AuditReason, at = this.begun): Partial<Audit> {
		return at === undefined ? {} : { reason, at: new Date(at).toISOString() };
	}
}

function reasonOf(
	{ neverCall, duplicateOf, key }: Entry,
	outcome: Outcome | undefined,
): AuditReason {
	if (neverCall) return 'list';
	if (duplicateOf) return 'duplicate';
	if (!outcome || outcome.state === 'notSent') return 'stopped';
	const isBegunBefore =
		outcome.state === 'sentBefore' ||
		('error' in outcome && outcome.error instanceof InterruptedRowError);
	if (isBegunBefore) return key === undefined ? 'retry' : 'rowKey';
	return 'error' in outcome ? reasonOfError(outcome.error) : 'platform';
}

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
