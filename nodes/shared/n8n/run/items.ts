import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { pLimit } from '../../vendor';
import { errorItem, toNodeError } from './nodeErrors';

/** Processes one input item; the loop adds `pairedItem` to results without one. */
export type ItemHandler = (itemIndex: number) => Promise<INodeExecutionData[]>;

const SLICE_MS = 1;

/**
 * The item loop of all operations: processes up to `concurrency` items at once and returns the
 * results in input order, paired with their items. With On Error set to continue a failed item
 * becomes an error item; otherwise no further item is started and the first failure is thrown.
 * @param ended aborted at the first failure that is thrown; items that fail with its reason count
 * as not started
 * @throws NodeApiError | NodeOperationError with the index of the item
 */
export async function runItems(
	context: IExecuteFunctions,
	concurrency: number,
	handle: ItemHandler,
	ended = new AbortController(),
): Promise<INodeExecutionData[]> {
	const nextTurn = turns();
	const failures = new Map<number, Error>();
	const results = await pLimit(concurrency).map(context.getInputData(), async (_item, index) => {
		await nextTurn();
		if (ended.signal.aborted || context.getExecutionCancelSignal()?.aborted) return [];
		try {
			const handled = await handle(index);
			return handled.map((result) => ({ pairedItem: { item: index }, ...result }));
		} catch (error) {
			if (ended.signal.aborted && error === ended.signal.reason) return [];
			const node = context.getNode();
			const shown = toNodeError(node, error, index);
			if (context.continueOnFail()) return [errorItem(node, shown, index)];
			failures.set(index, shown);
			ended.abort();
			return [];
		}
	});
	const first = failures.get(Math.min(...failures.keys()));
	if (first) throw first;
	return results.flat();
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
