import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { errorItem, toNodeError } from './nodeErrors';
import type { Progress } from './progress';

/** Processes one input item; the loop adds `pairedItem` to results without one. */
export type ItemHandler = (itemIndex: number) => Promise<INodeExecutionData[]>;

const SLICE_MS = 1;

/**
 * The item loop of all operations. It processes up to `concurrency` items at the same time and
 * returns the results in input order, paired with their items. With On Error set to continue, a
 * failed item becomes an error item; otherwise no further item is started and the first failure is
 * thrown.
 * @param ended aborted at the first failure that will be thrown; an item whose handler then throws
 * the reason of this signal counts as not started
 * @param progress is told when an item ends, and when the run ends without throwing
 * @throws NodeApiError | NodeOperationError with the index of the item
 */
export async function runItems(
	context: IExecuteFunctions,
	concurrency: number,
	handle: ItemHandler,
	ended = new AbortController(),
	progress?: Progress,
): Promise<INodeExecutionData[]> {
	const failures = new Map<number, Error>();
	const isOver = () => ended.signal.aborted || context.getExecutionCancelSignal()?.aborted === true;
	const nextTurn = turns();
	const results = await mapConcurrently(
		context.getInputData(),
		concurrency,
		async (_item, index) => {
			await nextTurn();
			if (isOver()) return [];
			try {
				const handled = await handle(index);
				progress?.itemDone(false);
				return handled.map((result) => ({ pairedItem: { item: index }, ...result }));
			} catch (error) {
				if (ended.signal.aborted && error === ended.signal.reason) return [];
				const node = context.getNode();
				const shown = toNodeError(node, error, index);
				progress?.itemDone(true);
				if (context.continueOnFail()) return [errorItem(node, shown, index)];
				failures.set(index, shown);
				ended.abort();
				return [];
			}
		},
	);
	const first = failures.get(Math.min(...failures.keys()));
	if (first) throw first;
	progress?.end();
	return results.flat();
}

/**
 * Calls `work` for each entry of a list, for `atOnce` entries at a time, and returns the results in
 * the order of the list. Entries that wait take no memory: there may be tens of thousands.
 */
export async function mapConcurrently<One, Result>(
	list: readonly One[],
	atOnce: number,
	work: (one: One, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const entries = list.entries();
	const workers = Array.from({ length: atOnce }, async () => {
		for (const [index, one] of entries) results[index] = await work(one, index);
	});
	await Promise.all(workers);
	return results;
}

/**
 * Lets items begin for `sliceMs` milliseconds, then makes the next ones wait for a turn of the
 * event loop. A request is only sent when the loop turns. If all items began in the same turn, they
 * would delay each other's requests and n8n's other workflows.
 */
export function turns(sliceMs = SLICE_MS): () => Promise<void> {
	// `last` makes the callers check the time one after another. `turned` resolves when the event
	// loop has turned.
	let [began, turned, last] = [-Infinity, Promise.resolve(), Promise.resolve()];
	return () =>
		(last = last.then(async () => {
			if (performance.now() - began < sliceMs) return;
			await turned;
			began = performance.now();
			turned = sleep(0);
		}));
}

/** How long, in milliseconds, a loop may hold up n8n's other workflows. */
export const LOOP_MS = 5;

/**
 * Returns a function for a loop over many entries, which awaits it in each round. The function lets
 * the event loop turn when the loop has run for `LOOP_MS`.
 */
export function pauses(): () => Promise<void> {
	let began = performance.now();
	return async () => {
		if (performance.now() - began < LOOP_MS) return;
		await sleep(0);
		began = performance.now();
	};
}
