import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { pLimit } from '../../vendor';
import { errorItem, toNodeError } from './errors';

/** Turns one input item into its results; the loop adds `pairedItem` where a result has none. */
export type ItemHandler = (itemIndex: number) => Promise<INodeExecutionData[]>;

const SLICE_MS = 1;

/**
 * The loop over items that serves every operation: up to `concurrency` items at once, results in the
 * order of the input, each paired with its item. A failed item becomes an error item where the user
 * chose to continue; otherwise no further item is begun and the first failure is thrown.
 * @param run ended at the first failure that is thrown; what its reason ends counts as not begun
 * @throws NodeApiError | NodeOperationError with the item's index
 */
export async function runItems(
	context: IExecuteFunctions,
	concurrency: number,
	handle: ItemHandler,
	run = new AbortController(),
): Promise<INodeExecutionData[]> {
	const nextTurn = turns();
	const failures: { index: number; error: Error }[] = [];
	const results = await pLimit(concurrency).map(context.getInputData(), async (_item, index) => {
		await nextTurn();
		if (run.signal.aborted || context.getExecutionCancelSignal()?.aborted) return [];
		const [outcome] = await Promise.allSettled([handle(index)]);
		if (outcome.status === 'fulfilled') {
			return outcome.value.map((result) => ({ pairedItem: { item: index }, ...result }));
		}
		if (run.signal.aborted && outcome.reason === run.signal.reason) return [];
		const node = context.getNode();
		const error = toNodeError(node, outcome.reason, index);
		if (context.continueOnFail()) return [errorItem(node, error, index)];
		failures.push({ index, error });
		run.abort();
		return [];
	});
	const [first] = failures.sort((a, b) => a.index - b.index);
	if (first) throw first.error;
	return results.flat();
}

/**
 * Lets items begin in slices of a millisecond, a turn of the event loop apart. A request leaves only when the loop turns:
 * items begun all at once would hold up each other's, and n8n's other workflows.
 */
function turns(): () => Promise<void> {
	let [began, turned, last] = [0, Promise.resolve(), Promise.resolve()];
	return () =>
		(last = last.then(async () => {
			if (Date.now() - began < SLICE_MS) return;
			await turned;
			began = Date.now();
			turned = sleep(0);
		}));
}
