import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { errorItem, toNodeError, type NodeFailure } from './nodeErrors';
import type { Progress } from './progress';

/** Processes one input item; the loop adds `pairedItem` to results without one. */
export type ItemHandler = (itemIndex: number) => Promise<INodeExecutionData[]>;

/** For how long items may be begun before n8n's other work has its turn, in milliseconds. */
const SLICE_MS = 1;

/**
 * The item loop of all operations. It processes up to `concurrency` items at the same time and
 * returns the results in input order, paired with their items. With On Error set to continue, a
 * failed item becomes an error item; otherwise no further item is started and the first failure is
 * thrown.
 * @param ended aborted at the first failure that will be thrown. If the handler of another item
 * then throws the reason of this signal, the item counts as not started.
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
	const failures = new Map<number, NodeFailure>();
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
				const nodeError = toNodeError(node, error, index);
				progress?.itemDone(true);
				if (context.continueOnFail()) return [errorItem(node, nodeError, index)];
				failures.set(index, nodeError);
				ended.abort();
				return [];
			}
		},
	);
	// Without a failure the lowest index is Infinity, which the map does not have.
	const firstFailed = Math.min(...failures.keys());
	const firstFailure = failures.get(firstFailed);
	if (firstFailure) {
		// No item before it failed, so the cause is in this item.
		if (firstFailed > 0) progress?.adviseToContinue(firstFailure);
		throw firstFailure;
	}
	progress?.end();
	return results.flat();
}

/**
 * Calls `work` for each entry of a list, for up to `concurrency` entries at the same time, and
 * returns the results in the order of the list. If one fails, no other one begins. Entries that wait
 * take no memory: there may be tens of thousands.
 */
export async function mapConcurrently<Entry, Result>(
	list: readonly Entry[],
	concurrency: number,
	work: (entry: Entry, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	// All workers take their entries from this one iterator.
	const remaining = list.entries();
	let hasFailed = false;
	const workers = Array.from({ length: concurrency }, async () => {
		for (const [index, entry] of remaining) {
			if (hasFailed) return;
			let isDone = false;
			try {
				results[index] = await work(entry, index);
				isDone = true;
			} finally {
				hasFailed ||= !isDone;
			}
		}
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
	// Each call waits for the one before, so the first one after a slice begins the next slice for all.
	let began = -Infinity;
	let loopTurned = Promise.resolve();
	let previous = Promise.resolve();
	return () =>
		(previous = previous.then(async () => {
			if (performance.now() - began < sliceMs) return;
			await loopTurned;
			began = performance.now();
			loopTurned = sleep(0);
		}));
}

/** For how long a loop over many entries may hold up n8n's other workflows, in milliseconds. */
export const LOOP_MS = 5;

/** These entries one by one. Between them, n8n's other workflows have their turn. */
export async function* inTurns<Entry>(entries: Iterable<Entry>): AsyncGenerator<Entry> {
	const nextTurn = turns(LOOP_MS);
	for (const entry of entries) {
		await nextTurn();
		yield entry;
	}
}
