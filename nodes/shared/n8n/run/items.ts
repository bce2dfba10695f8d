import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { errorItem, toNodeError } from './nodeErrors';
import type { Progress } from './progress';

/** Processes one input item; the loop adds `pairedItem` to results without one. */
export type ItemHandler = (itemIndex: number) => Promise<INodeExecutionData[]>;

const SLICE_MS = 1;

/**
 * The item loop of all operations: processes up to `concurrency` items at once and returns the
 * results in input order, paired with their items. With On Error set to continue a failed item
 * becomes an error item; otherwise no further item is started and the first failure is thrown.
 * @param ended aborted at the first failure that is thrown; items that fail with its reason count
 * as not started
 * @param progress is told of each item, and of the end of a run that is not thrown
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
	const results = await inTurn(context.getInputData(), concurrency, async (_item, index) => {
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
	});
	const first = failures.get(Math.min(...failures.keys()));
	if (first) throw first;
	progress?.end();
	return results.flat();
}

/**
 * Does something with each of a list, with so many at once, and gives the results in the list's
 * order. Nothing is made for those that are not begun: there may be tens of thousands.
 */
export async function inTurn<One, Result>(
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
 * Lets items begin in slices of a millisecond or more, a turn of the event loop apart. A request
 * leaves only when the loop turns: items begun all at once would hold up each other's, and n8n's
 * other workflows.
 */
export function turns(sliceMs = SLICE_MS): () => Promise<void> {
	let [began, turned, last] = [-Infinity, Promise.resolve(), Promise.resolve()];
	return () =>
		(last = last.then(async () => {
			if (performance.now() - began < sliceMs) return;
			await turned;
			began = performance.now();
			turned = sleep(0);
		}));
}

/** For how long a loop may keep n8n's other workflows from going on. */
export const LOOP_MS = 5;

/**
 * For a loop over many entries, which asks it in each round: gives the event loop its turn where
 * this one has had it for a while.
 */
export function pauses(): () => Promise<void> {
	let began = performance.now();
	return async () => {
		if (performance.now() - began < LOOP_MS) return;
		await sleep(0);
		began = performance.now();
	};
}
