import type { IDataObject, IExecuteFunctions, INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { problemsOf } from '../../shared/aiCall/checks';
import type { Envelope } from '../../shared/aiCall/envelope';
import { Failure, InputError } from '../../shared/failure';
import { isRecord } from '../../shared/values';
import type { AiCallClient } from '../../shared/n8n/aiCall/client';
import { beginCheck, parameterStep, type Check } from './check';
import { CLAIM_ENTRIES, claimRun } from './claim';
import { deliver, type DeliveryOptions, type DeliveryEntry } from './deliver';
import { DeliveryLog } from './log';
import { invalidEntryError, isEntry, isInvalid, prepareItems, type Preparation, type Prepared } from './prepare';
import { failedDelivery, entryFailure, isLost, stoppedLine, type DeliveryNames, type DeliveryOutcomes } from './report';
import { errorItem, toNodeError } from '../../shared/n8n/run/errors';
import { Item } from '../../shared/n8n/parameters/item';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { perItem } from '../../shared/n8n/parameters/perItem';

export interface Delivery<Target> {
	names: DeliveryNames;
	options: Omit<DeliveryOptions<Target>, 'method' | 'stopAtFailure' | 'stopped' | 'log'>;
	prepare: Preparation<Target>['prepare'];
	review?: Preparation<Target>['review'];
	/** The simplified result of an accepted entry; without an id, of one that was sent before. */
	result(entry: DeliveryEntry<Target>, id?: string): object;
	/** The result with Simplify off, of the answer as it was sent. */
	raw(id: string, sent: Envelope['sent']): object;
	/** Whether nothing is sent (Check Only). */
	checkOnly: boolean;
	/** What such a run checks. */
	check: Pick<Check<Target>, 'ofItem' | 'ofEntry' | 'shown'>;
}

/**
 * Sends the entries of all items and returns the handler that gives each item the outcome of its own entries. Everything is
 * checked before the first request: if an entry is invalid and On Error is not set to continue, nothing is sent.
 *
 * @throws InputError if n8n would run the node again after a failure
 */
export async function beginDelivery<Target>(context: IExecuteFunctions, client: AiCallClient, delivery: Delivery<Target>): Promise<ItemHandler> {
	const { names, options, checkOnly } = delivery;
	if (!checkOnly) refuseRetryOnFail(context, names);
	const continuing = context.continueOnFail();
	const simplify = perItem(context, 'simplify', (index) => new Item(context, index).flag('simplify'));
	const simplified = new Map<number, boolean>();
	const prepared = await prepareItems(context, {
		names,
		concurrency: options.concurrency,
		review: delivery.review,
		async prepare(index) {
			// Read now, so that a failing expression does not turn an accepted entry into a failed one.
			simplified.set(index, simplify(index));
			return await delivery.prepare(index);
		},
	});
	if (checkOnly) return await beginCheck(context, prepared, checkOf(context, delivery, prepared));
	if (!continuing && prepared.some(isInvalid)) return rejectInvalid(context, prepared);

	const stopped = context.getExecutionCancelSignal();
	const entries = prepared.flatMap((one) => (one.status === 'fulfilled' ? one.value.filter(isEntry) : []));
	options.keys?.check(entries.length);
	const held = heldNow(entries, options.notNow);
	const due = entries.filter((entry) => !held.has(entry));
	const isStopped = held.size > 0 && !continuing;
	if (due.length > 0 && !isStopped) await claimRun(context, { action: names.action, hasRowKeys: options.keys !== undefined, room: options.keys?.room ?? CLAIM_ENTRIES });
	const log = new DeliveryLog(context, names);
	const sent = isStopped ? held : await deliver(client, due, { ...options, method: names.method, stopAtFailure: !continuing, stopped, log });
	const outcomes = new Map(entries.map((entry) => [entry, sent.get(entry) ?? held.get(entry) ?? NOT_SENT]));
	if (stopped?.aborted) log.warn(stoppedLine(names, outcomes));

	const broken = continuing ? undefined : failedDelivery(names, outcomes);
	if (broken) return throwFailed(outcomes, broken);
	return async (index) => {
		const own = prepared[index];
		if (own?.status !== 'fulfilled') throw notSent(context, own?.reason, index);
		return own.value.map((one) => (isEntry(one) ? resultOf(one, index) : failedItem(context, invalidEntryError(one), one.rowIndex, index)));
	};

	function resultOf(entry: DeliveryEntry<Target>, index: number): INodeExecutionData {
		const outcome = outcomes.get(entry) ?? NOT_SENT;
		const { key, rowIndex } = entry;
		const keyed = key === undefined ? {} : { rowKey: key, state: outcome.state };
		if (outcome.state === 'sentBefore') return { json: { ...delivery.result(entry), ...keyed } };
		if (outcome.state !== 'accepted') return failedItem(context, entryFailure(names, entry, outcome), rowIndex, index);
		return { json: { ...(simplified.get(index) === false ? delivery.raw(outcome.id, outcome.envelope.sent) : delivery.result(entry, outcome.id)), ...keyed } };
	}
}

/** The check of a delivery: what it would refuse itself, and what the operation checks. */
function checkOf<Target>(context: IExecuteFunctions, { names, options, check }: Delivery<Target>, prepared: Prepared<Target>[]): Check<Target> {
	const rows = prepared.flatMap((one) => (one.status === 'fulfilled' ? one.value.filter(isEntry) : [])).length;
	return {
		...check,
		concurrency: options.concurrency,
		ofRun: [parameterStep(() => refuseRetryOnFail(context, names)), parameterStep(() => options.keys?.check(rows))],
		ofEntry: (entry) => [() => problemsOf(options.notNow?.(entry.target)), ...check.ofEntry(entry)],
	};
}

const NOT_SENT = { state: 'notSent' } as const;

/** The entries that must not be sent at this moment. They are not sent in this run, also where their hours begin meanwhile. */
function heldNow<Target>(entries: readonly DeliveryEntry<Target>[], notNow: DeliveryOptions<Target>['notNow']): DeliveryOutcomes<Target> {
	return new Map(entries.flatMap((entry) => {
		const error = notNow?.(entry.target);
		return error ? [[entry, { state: 'outsideHours' as const, error, batch: [entry] }]] : [];
	}));
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

/** The error of an item that failed before sending. */
function notSent(context: IExecuteFunctions, reason: unknown, index: number): NodeApiError | NodeOperationError {
	const error = toNodeError(context.getNode(), reason, index);
	const data = isRecord(error.context.data) ? error.context.data : { ...(error.description && { advice: error.description }) };
	error.context.data = { state: 'notSent', ...data } as IDataObject;
	return error;
}

/** The handler of a run that sent nothing: the first invalid item throws and names the others. */
function rejectInvalid<Target>(context: IExecuteFunctions, prepared: Prepared<Target>[]): ItemHandler {
	const atFault = prepared.flatMap((one, index) => (isInvalid(one) ? [index] : []));
	const others = atFault.slice(1);
	const note = others.length === 0 ? 'Nothing was sent.' : `Nothing was sent. ${others.length} other ${others.length === 1 ? 'item is' : 'items are'} also invalid: ${others.join(', ')} (zero-based).`;
	return async (index) => {
		const own = prepared[index];
		if (own?.status === 'rejected') throw notSent(context, own.reason, index);
		const first = own?.value.find((one) => !isEntry(one));
		if (first && !isEntry(first)) throw invalidEntryError(first, note);
		return [];
	};
}

/** The handler of a delivery that was stopped by a failure: the items that were not accepted throw. */
function throwFailed<Target>(outcomes: DeliveryOutcomes<Target>, broken: Failure): ItemHandler {
	const lost = new Set([...outcomes].filter(([, outcome]) => isLost(outcome)).map(([{ item }]) => item));
	return async (index) => {
		if (lost.has(index)) throw broken;
		return [];
	};
}
