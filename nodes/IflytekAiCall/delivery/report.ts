import { CountMismatchError, UnknownOutcomeError, type DeliveryMethod } from '../../shared/aiCall/errors';
import { Failure, PlatformError } from '../../shared/failure';
import type { DeliveryEntry, DeliveryOutcome } from './deliver';

/** An outcome that is a failure. */
export type FailedOutcome<Target> = Exclude<DeliveryOutcome<Target>, { state: 'accepted' | 'sentBefore' }>;

export type DeliveryOutcomes<Target> = ReadonlyMap<DeliveryEntry<Target>, DeliveryOutcome<Target>>;

/** How a delivery names things. */
export interface DeliveryNames {
	method: DeliveryMethod;
	/** What the run does, such as `add rows`. */
	action: string;
	/** The platform's name of the ids: `task_data_id` or `task_id`. */
	idName: string;
	/** One entry, several entries. */
	nouns: [string, string];
}

const LISTED_IN_TEXT = 50;

/** The failure of an entry that was not accepted, for its error item. */
export function entryFailure<Target>(names: DeliveryNames, entry: DeliveryEntry<Target>, outcome: FailedOutcome<Target>): Failure {
	const failure = outcome.state === 'notSent' ? new Failure('The execution was stopped before this row or task was sent', 'stopped', { advice: 'It can be sent again.' }) : failedEntry(names, entry, outcome);
	const facts = { ...failure.details.facts, state: outcome.state, ...(entry.rowIndex !== undefined && { rows: [entry.original] }) };
	return withDetails(failure, { facts });
}

function failedEntry<Target>({ method, nouns }: DeliveryNames, entry: DeliveryEntry<Target>, { state, error, batch }: Exclude<FailedOutcome<Target>, { state: 'notSent' }>): Failure {
	const reason = asFailure(error);
	if (reason instanceof CountMismatchError) return reason;
	if (state === 'unknown') return new UnknownOutcomeError(method, reason, method === 'createTask' ? [] : [nameOf(entry)]);
	if (batch.length === 1 || !(reason instanceof PlatformError)) return reason;
	return withDetails(reason, { advice: `${reason.details.advice ?? ''} ${batch.length} ${nouns[1]} were refused together: ${itemsOf(batch)}.`.trim() });
}

/**
 * The error of a delivery that was stopped by a failure: the first failure, all accepted ids, and the outcome of the
 * rest, in the message and in full in the facts.
 */
export function failedDelivery<Target>(names: DeliveryNames, outcomes: DeliveryOutcomes<Target>): Failure | undefined {
	const lost = [...outcomes].find(([, outcome]) => isLost(outcome));
	if (!lost) return undefined;
	const [, outcome] = lost;
	if (!('error' in outcome)) return undefined;
	const first = firstFailure(names, outcome);
	const accepted = [...outcomes].flatMap(([entry, { state, ...rest }]) => (state === 'accepted' && 'id' in rest ? [{ entry, id: rest.id }] : []));
	const inState = (state: DeliveryOutcome<Target>['state']) => [...outcomes].filter(([, one]) => one.state === state).map(([entry]) => entry);
	const [notAccepted, unknown, notSent, sentBefore, outsideHours] = [inState('notAccepted'), inState('unknown'), inState('notSent'), inState('sentBefore'), inState('outsideHours')];
	const facts = {
		...first.details.facts,
		accepted: accepted.map(({ entry, id }) => ({ ...positionOf(entry), label: entry.label, [names.idName]: id })),
		notAccepted: notAccepted.map(named),
		unknown: unknown.map(named),
		notSent: notSent.map(named),
		...(sentBefore.length > 0 && { sentBefore: sentBefore.map(named) }),
		...(outsideHours.length > 0 && { outsideHours: outsideHours.map(named) }),
	};
	const advice = [
		first.details.advice,
		accepted.length > 0 && acceptedText(names, accepted),
		notAccepted.length > 0 && `Not accepted: ${itemsOf(notAccepted)}.`,
		unknown.length > 0 && `Unknown: ${itemsOf(unknown)}.`,
		outsideHours.length > 0 && `Outside the calling hours: ${itemsOf(outsideHours)}.`,
		notSent.length > 0 && `Not sent: ${itemsOf(notSent)}.`,
		sentBefore.length > 0 && `Sent before, by their row keys: ${itemsOf(sentBefore)}.`,
		'Item and row numbers are zero-based.',
	];
	if (outcomes.size === 1) return withDetails(first, { facts });
	const counts = `${accepted.length} of ${outcomes.size} ${names.nouns[1]} accepted, ${notAccepted.length} rejected, ${unknown.length} unknown, ${notSent.length} not sent${sentBefore.length === 0 ? '' : `, ${sentBefore.length} had been sent before`}${outsideHours.length === 0 ? '' : `, ${outsideHours.length} outside the calling hours`}`;
	return withDetails(first, { facts, advice: advice.filter(Boolean).join(' ') }, `${first.message} (${counts})`);
}

/** Whether an outcome is a failure of its own, not the consequence of another one. */
export function isLost<Target>({ state }: DeliveryOutcome<Target>): boolean {
	return state === 'notAccepted' || state === 'unknown' || state === 'outsideHours';
}

function firstFailure<Target>({ method }: DeliveryNames, { state, error, batch }: Exclude<FailedOutcome<Target>, { state: 'notSent' }>): Failure {
	const reason = asFailure(error);
	if (state !== 'unknown' || reason instanceof CountMismatchError) return reason;
	return new UnknownOutcomeError(method, reason, method === 'createTask' ? [] : batch.map(nameOf));
}

function acceptedText<Target>({ idName, nouns }: DeliveryNames, accepted: { entry: DeliveryEntry<Target>; id: string }[]): string {
	const listed = accepted.slice(0, LISTED_IN_TEXT).map(({ entry, id }) => `${positionText(entry)}: ${id}`);
	const more = accepted.length > listed.length ? `; and ${accepted.length - listed.length} more, all of them in the data of this error` : '';
	return `Already accepted; do not send again (${nouns[0]}: ${idName}): ${listed.join('; ')}${more}. Retry in the list of executions sends nothing, unless the rows have keys (option Row Key).`;
}

/** A line for n8n's log, the only place left where the output is discarded; the lines of the batches have the ids. */
export function stoppedLine<Target>({ nouns }: DeliveryNames, outcomes: DeliveryOutcomes<Target>): string {
	const count = (state: DeliveryOutcome<Target>['state']) => [...outcomes.values()].filter((outcome) => outcome.state === state).length;
	return `The execution was stopped. Of ${outcomes.size} ${nouns[1]} ${count('accepted')} were accepted, ${count('unknown')} unknown, ${count('notSent')} not sent`;
}

/** `item 3: 13912345678` */
export function nameOf<Target>(entry: DeliveryEntry<Target>): string {
	return `${positionText(entry)}: ${entry.label}`;
}

export function positionText<Target>({ item, rowIndex }: DeliveryEntry<Target>): string {
	return rowIndex === undefined ? `item ${item}` : `item ${item}, row ${rowIndex}`;
}

function positionOf<Target>({ item, rowIndex }: DeliveryEntry<Target>): { item: number; row?: number } {
	return rowIndex === undefined ? { item } : { item, row: rowIndex };
}

function named<Target>(entry: DeliveryEntry<Target>): object {
	return { ...positionOf(entry), label: entry.label };
}

/** The items of entries as ranges: `items 0 to 49, 51`. */
export function itemsOf<Target>(entries: readonly DeliveryEntry<Target>[]): string {
	const items = [...new Set(entries.map(({ item }) => item))].sort((a, b) => a - b);
	const runs: [number, number][] = [];
	for (const item of items) {
		const last = runs.at(-1);
		if (last?.[1] === item - 1) last[1] = item;
		else runs.push([item, item]);
	}
	const text = runs.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`)).join(', ');
	return `${items.length === 1 ? 'item' : 'items'} ${text}`;
}

function asFailure(error: unknown): Failure {
	return error instanceof Failure ? error : new Failure(error instanceof Error ? error.message : String(error), 'unexpected');
}

/** A copy of the failure, of the same kind, with more details. */
function withDetails(failure: Failure, more: Partial<Failure['details']>, message = failure.message): Failure {
	const details = { ...failure.details, ...more };
	return failure instanceof PlatformError ? new PlatformError(message, failure.kind, details) : new Failure(message, failure.kind, details);
}
