import type { IDataObject, IExecuteFunctions, INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Envelope } from '../../shared/aiCall/envelope';
import { Failure, InputError } from '../../shared/failure';
import { isRecord } from '../../shared/values';
import { pLimit } from '../../shared/vendor';
import type { AiCallClient } from '../../shared/n8n/aiCall/client';
import { CLAIM_ENTRIES, claimRun } from './claim';
import { deliver, type DeliveryOptions, type DeliveryEntry } from './deliver';
import { DeliveryLog } from './log';
import { failedDelivery, entryFailure, stoppedLine, type DeliveryNames, type DeliveryOutcomes } from './report';
import { errorItem, toNodeError } from '../../shared/n8n/run/errors';
import { Item } from '../../shared/n8n/parameters/item';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { perItem } from '../../shared/n8n/parameters/perItem';
import { settle } from '../../shared/settle';

/** An entry that cannot be sent. */
export interface InvalidEntry {
	problem: string;
	advice: string;
	rowIndex?: number;
	original: unknown;
}

export interface Delivery<Target> {
	names: DeliveryNames;
	options: Omit<DeliveryOptions<Target>, 'method' | 'stopAtFailure' | 'stopped' | 'log'>;
	/** The entries of an item; throws if the whole item is invalid. */
	prepare(itemIndex: number): Promise<(DeliveryEntry<Target> | InvalidEntry)[]>;
	/** A second check of the entries, one by one in order, after all items are prepared. */
	review?(entry: DeliveryEntry<Target>): DeliveryEntry<Target> | InvalidEntry;
	/** The simplified result of an accepted entry; without an id, of one that was sent before. */
	result(entry: DeliveryEntry<Target>, id?: string): object;
	/** The result with Simplify off, of the answer as it was sent. */
	raw(id: string, sent: Envelope['sent']): object;
}

type Prepared<Target> = PromiseSettledResult<(DeliveryEntry<Target> | InvalidEntry)[]>;

/**
 * Sends the entries of all items and returns the handler that gives each item the outcome of its own entries. Everything is
 * checked before the first request: if an entry is invalid and On Error is not set to continue, nothing is sent.
 *
 * @throws InputError if n8n would run the node again after a failure
 */
export async function beginDelivery<Target>(context: IExecuteFunctions, client: AiCallClient, delivery: Delivery<Target>): Promise<ItemHandler> {
	const { names, options } = delivery;
	refuseRetryOnFail(context, names);
	const continuing = context.continueOnFail();
	const simplified = new Map<number, boolean>();
	const prepared = await prepareItems(context, delivery, simplified);
	if (!continuing && prepared.some(isInvalid)) return rejectInvalid(context, prepared);

	const stopped = context.getExecutionCancelSignal();
	const entries = prepared.flatMap((one) => (one.status === 'fulfilled' ? one.value.filter(isEntry) : []));
	options.keys?.check(entries.length);
	if (entries.length > 0) await claimRun(context, { action: names.action, hasRowKeys: options.keys !== undefined, room: options.keys?.room ?? CLAIM_ENTRIES });
	const log = new DeliveryLog(context, names);
	const outcomes = await deliver(client, entries, { ...options, method: names.method, stopAtFailure: !continuing, stopped, log });
	if (stopped?.aborted) log.warn(stoppedLine(names, outcomes));

	const broken = continuing ? undefined : failedDelivery(names, outcomes);
	if (broken) return throwFailed(outcomes, broken);
	return async (index) => {
		const own = prepared[index];
		if (own?.status !== 'fulfilled') throw notSent(context, own?.reason, index);
		return own.value.map((one) => (isEntry(one) ? resultOf(one, index) : failedItem(context, invalidEntryError(one), one.rowIndex, index)));
	};

	function resultOf(entry: DeliveryEntry<Target>, index: number): INodeExecutionData {
		const outcome = outcomes.get(entry) ?? { state: 'notSent' };
		const { key, rowIndex } = entry;
		const keyed = key === undefined ? {} : { rowKey: key, state: outcome.state };
		if (outcome.state === 'sentBefore') return { json: { ...delivery.result(entry), ...keyed } };
		if (outcome.state !== 'accepted') return failedItem(context, entryFailure(names, entry, outcome), rowIndex, index);
		return { json: { ...(simplified.get(index) === false ? delivery.raw(outcome.id, outcome.envelope.sent) : delivery.result(entry, outcome.id)), ...keyed } };
	}
}

/** Prepares all items, and notes which of them are to be simplified. */
async function prepareItems<Target>(context: IExecuteFunctions, delivery: Delivery<Target>, simplified: Map<number, boolean>): Promise<Prepared<Target>[]> {
	const simplify = perItem(context, 'simplify', (index) => new Item(context, index).flag('simplify'));
	const prepare = async (json: IDataObject, index: number) => {
		refuseUnknown(json, delivery.names);
		// Read now, so that a failing expression does not turn an accepted entry into a failed one.
		simplified.set(index, simplify(index));
		return await delivery.prepare(index);
	};
	const items = await pLimit(delivery.options.concurrency).map(context.getInputData(), async ({ json }, index) => await settle(prepare(json, index)));
	return items.map((one) => reviewed(one, delivery));
}

/**
 * The error item of an entry. If the input item contains an array, n8n must not add the input fields (as it does for items
 * paired by object): running that item again would send the whole array again.
 */
function failedItem(context: IExecuteFunctions, failure: Failure, rowIndex: number | undefined, index: number): INodeExecutionData {
	const node = context.getNode();
	const item = errorItem(node, toNodeError(node, failure, index), index);
	return rowIndex === undefined ? item : { ...item, pairedItem: index };
}

function reviewed<Target>(one: Prepared<Target>, { review }: Delivery<Target>): Prepared<Target> {
	if (one.status === 'rejected' || !review) return one;
	return { ...one, value: one.value.map((entry) => (isEntry(entry) ? review(entry) : entry)) };
}

/**
 * n8n's Retry On Fail runs the whole node again with all items, so that rows accepted by the first run would be sent
 * twice.
 * @throws InputError where it is switched on
 */
function refuseRetryOnFail(context: IExecuteFunctions, { action }: DeliveryNames): void {
	if (context.getNode().retryOnFail !== true) return;
	throw new InputError(
		`Turn off Retry On Fail: it could ${action} twice`,
		'Nothing was sent. Retry On Fail reruns the node with all items, including accepted ones. Turn it off in the Settings of the node. The node already retries what is safe; for other failures, set On Error to Continue (using error output).',
	);
}

/**
 * Items of the error output whose outcome is unknown must not be sent again.
 * @throws InputError for an item whose outcome an earlier run did not know
 */
function refuseUnknown({ error, details, message }: IDataObject, { nouns }: DeliveryNames): void {
	// Older engines have the details under `message`, see errorItem.
	const unknown = [details, message].filter(isRecord).find(({ state }) => state === 'unknown');
	if (error === undefined || !unknown) return;
	const failure = new InputError(
		`An earlier run could not confirm whether this ${nouns[0]} was accepted, so it was not sent again`,
		'Check first, as described in the earlier error. If it was not accepted, remove the field "error" from the item, for example with Edit Fields, and run it again.',
	);
	failure.details.facts = { ...unknown, state: 'unknown', advice: failure.details.advice };
	throw failure;
}

function isEntry<Target>(one: DeliveryEntry<Target> | InvalidEntry): one is DeliveryEntry<Target> {
	return !('problem' in one);
}

function isInvalid<Target>(one: Prepared<Target>): boolean {
	return one.status === 'rejected' || one.value.some((entry) => !isEntry(entry));
}

/** The error of an item that failed before sending. */
function notSent(context: IExecuteFunctions, reason: unknown, index: number): NodeApiError | NodeOperationError {
	const error = toNodeError(context.getNode(), reason, index);
	const data = isRecord(error.context.data) ? error.context.data : { ...(error.description && { advice: error.description }) };
	error.context.data = { state: 'notSent', ...data } as IDataObject;
	return error;
}

function invalidEntryError({ problem, advice, rowIndex, original }: InvalidEntry, note = ''): InputError {
	const failure = new InputError(rowIndex === undefined ? problem : `Row ${rowIndex} (zero-based): ${problem}`, `${note} ${advice}`.trim());
	failure.details.facts = { state: 'notSent', ...(rowIndex !== undefined && { rows: [original] }) };
	return failure;
}

/** The handler of a run that sent nothing: the first invalid item throws and names the others. */
function rejectInvalid<Target>(context: IExecuteFunctions, prepared: Prepared<Target>[]): ItemHandler {
	const atFault = prepared.flatMap((one, index) => (isInvalid(one) ? [index] : []));
	const others = atFault.slice(1);
	const note = others.length === 0 ? 'Nothing was sent.' : `Nothing was sent. ${others.length} other ${others.length === 1 ? 'item is' : 'items are'} also invalid: ${others.join(', ')} (zero-based).`;
	return async (index) => {
		const own = prepared[index];
		if (own?.status === 'rejected') throw notSent(context, own.reason, index);
		const [first] = own?.value.filter((one) => 'problem' in one) ?? [];
		if (first) throw invalidEntryError(first, note);
		return [];
	};
}

/** The handler of a delivery that was stopped by a failure: the items that were not accepted throw. */
function throwFailed<Target>(outcomes: DeliveryOutcomes<Target>, broken: Failure): ItemHandler {
	const lost = new Set([...outcomes].filter(([, { state }]) => state === 'notAccepted' || state === 'unknown').map(([{ item }]) => item));
	return async (index) => {
		if (lost.has(index)) throw broken;
		return [];
	};
}
