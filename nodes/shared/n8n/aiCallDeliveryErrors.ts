import { CountMismatchError, UnknownFateError, type DeliveringOperation } from '../aiCall/errors';
import { Failure, PlatformError } from '../failure';
import type { Entry, EntryFate } from './aiCallDelivery';

/** A fate that is not acceptance. */
export type LostFate<Target> = Exclude<EntryFate<Target>, { state: 'accepted' }>;

/** Entries and what became of them. */
export type Fates<Target> = ReadonlyMap<Entry<Target>, EntryFate<Target>>;

/** How a delivery names things. */
export interface DeliveryNames {
	operation: DeliveringOperation;
	/** What is done, such as `add rows`. */
	deed: string;
	/** The platform's name of the ids: `task_data_id` or `task_id`. */
	idName: string;
	/** One entry, several entries. */
	nouns: [string, string];
}

const LISTED_IN_TEXT = 50;

/** What became of one entry that was not accepted, for the item that stands for it. */
export function entryFailure<Target>(names: DeliveryNames, entry: Entry<Target>, fate: LostFate<Target>): Failure {
	const failure = fate.state === 'notSent' ? new Failure('The execution was stopped before this was sent', { advice: 'It can be sent again.' }) : failedEntry(names, entry, fate);
	const facts = { ...failure.details.facts, state: fate.state, ...(entry.place !== undefined && { rows: [entry.given] }) };
	return withDetails(failure, { facts });
}

function failedEntry<Target>({ operation, nouns }: DeliveryNames, entry: Entry<Target>, { state, error, batch }: Exclude<LostFate<Target>, { state: 'notSent' }>): Failure {
	const reason = asFailure(error);
	if (reason instanceof CountMismatchError) return reason;
	if (state === 'unknown') return new UnknownFateError(operation, reason, operation === 'createTask' ? [] : [nameOf(entry)]);
	if (batch.length === 1) return reason;
	return withDetails(reason, { advice: `${reason.details.advice ?? ''} ${batch.length} ${nouns[1]} were refused together: ${itemsOf(batch)}.`.trim() });
}

/**
 * What a delivery that broke off throws: the first failure, all ids that were accepted, and what became of the rest, in
 * its text and, whole, in its facts.
 */
export function brokenDelivery<Target>(names: DeliveryNames, fates: Fates<Target>): Failure | undefined {
	const lost = [...fates].find(([, fate]) => fate.state === 'notAccepted' || fate.state === 'unknown');
	if (!lost) return undefined;
	const [, fate] = lost;
	if (fate.state === 'accepted' || fate.state === 'notSent') return undefined;
	const first = firstFailure(names, fate);
	const accepted = [...fates].flatMap(([entry, { state, ...rest }]) => (state === 'accepted' && 'id' in rest ? [{ entry, id: rest.id }] : []));
	const inState = (state: EntryFate<Target>['state']) => [...fates].filter(([, one]) => one.state === state).map(([entry]) => entry);
	const [notAccepted, unknown, notSent] = [inState('notAccepted'), inState('unknown'), inState('notSent')];
	const facts = {
		...first.details.facts,
		accepted: accepted.map(({ entry, id }) => ({ ...placeOf(entry), label: entry.label, [names.idName]: id })),
		notAccepted: notAccepted.map(named),
		unknown: unknown.map(named),
		notSent: notSent.map(named),
	};
	const advice = [
		first.details.advice,
		accepted.length > 0 && acceptedText(names, accepted),
		notAccepted.length > 0 && `Not accepted: ${itemsOf(notAccepted)}.`,
		unknown.length > 0 && `Not known: ${itemsOf(unknown)}.`,
		notSent.length > 0 && `Not sent: ${itemsOf(notSent)}.`,
		'Items and rows count from 0.',
	];
	if (fates.size === 1) return withDetails(first, { facts });
	const counts = `${accepted.length} of ${fates.size} ${names.nouns[1]} were accepted, ${notAccepted.length} not, of ${unknown.length} it is not known, ${notSent.length} were not sent`;
	return withDetails(first, { facts, advice: advice.filter(Boolean).join(' ') }, `${first.message} (${counts})`);
}

function firstFailure<Target>({ operation }: DeliveryNames, { state, error, batch }: Exclude<LostFate<Target>, { state: 'notSent' }>): Failure {
	const reason = asFailure(error);
	if (state !== 'unknown' || reason instanceof CountMismatchError) return reason;
	return new UnknownFateError(operation, reason, operation === 'createTask' ? [] : batch.map(nameOf));
}

function acceptedText<Target>({ idName, nouns }: DeliveryNames, accepted: { entry: Entry<Target>; id: string }[]): string {
	const listed = accepted.slice(0, LISTED_IN_TEXT).map(({ entry, id }) => `${placeText(entry)}: ${id}`);
	const more = accepted.length > listed.length ? `; and ${accepted.length - listed.length} more, all of them in the data of this error` : '';
	return `Accepted, not to be sent again (${nouns[0]}: ${idName}): ${listed.join('; ')}${more}. Do not press Retry in the list of executions: it would send all items again.`;
}

const LISTED_IN_LINE = 100;

/**
 * Lines for n8n's log, the only place left where the output is discarded: the ids accepted so far, and the items of which
 * it is not known. All stands in the text, as n8n's log shows nothing else.
 */
export function stoppedLines<Target>({ idName, nouns }: DeliveryNames, fates: Fates<Target>): string[] {
	const accepted = [...fates].flatMap(([entry, fate]) => (fate.state === 'accepted' ? [`${placeText(entry)}: ${fate.id}`] : []));
	const unknown = [...fates].flatMap(([entry, { state }]) => (state === 'unknown' ? [entry] : []));
	const lines = [`The execution was stopped. Accepted before that: ${accepted.length} of ${fates.size} ${nouns[1]}`];
	for (let from = 0; from < accepted.length; from += LISTED_IN_LINE) lines.push(`Accepted (${idName}): ${accepted.slice(from, from + LISTED_IN_LINE).join('; ')}`);
	if (unknown.length > 0) lines.push(`Not known whether accepted: ${itemsOf(unknown)}`);
	return lines;
}

/** `item 3: 13912345678` */
export function nameOf<Target>(entry: Entry<Target>): string {
	return `${placeText(entry)}: ${entry.label}`;
}

function placeText<Target>({ item, place }: Entry<Target>): string {
	return place === undefined ? `item ${item}` : `item ${item}, row ${place}`;
}

function placeOf<Target>({ item, place }: Entry<Target>): { item: number; row?: number } {
	return place === undefined ? { item } : { item, row: place };
}

function named<Target>(entry: Entry<Target>): object {
	return { ...placeOf(entry), label: entry.label };
}

/** The items of entries, runs of them drawn together: `items 0 to 49, 51`. */
export function itemsOf<Target>(entries: readonly Entry<Target>[]): string {
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
	return error instanceof Failure ? error : new Failure(error instanceof Error ? error.message : String(error));
}

/** The same failure, of the same kind to n8n, saying more. */
function withDetails(failure: Failure, more: Partial<Failure['details']>, message = failure.message): Failure {
	const details = { ...failure.details, ...more };
	return failure instanceof PlatformError ? new PlatformError(message, details, failure.temporary) : new Failure(message, details);
}
