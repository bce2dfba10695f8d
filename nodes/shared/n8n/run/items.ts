import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { errorItem, toNodeError } from './nodeErrors';
import type { Clock } from '../requests/clock';

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
	const firstFailure = failures.get(Math.min(...failures.keys()));
	if (firstFailure) throw firstFailure;
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

/** How often a run reports its progress, in seconds. A shorter run reports nothing. */
export const PROGRESS_SECONDS = 10;

/**
 * Reports the progress of a run with many items: in n8n's log, and for a manual run in the console
 * of the browser. The panel of n8n shows nothing before the run has ended. Then a hint shows the
 * counts.
 */
export class Progress {
	private done = 0;
	private failed = 0;
	private readonly begun: number;
	private reportedAt: number;

	/** @param noun a plural noun for the items */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly clock: Clock,
		private readonly noun: string,
		private readonly total = context.getInputData().length,
	) {
		this.begun = this.reportedAt = clock.now();
	}

	/** Counts an item that has a result or an error. */
	itemDone(hasFailed: boolean): void {
		this.done++;
		if (hasFailed) this.failed++;
		const now = this.clock.now();
		if (this.done === this.total || now - this.reportedAt < PROGRESS_SECONDS * 1000) return;
		this.reportedAt = now;
		this.report(`${this.done} of ${this.total} ${this.noun}, ${this.counts()}`);
	}

	/**
	 * Adds a hint with the counts if the run took long enough, or if some of several items have
	 * failed.
	 */
	end(): void {
		const tookLong = this.clock.now() - this.begun >= PROGRESS_SECONDS * 1000;
		const someFailed = this.failed > 0 && this.total > 1;
		if (!tookLong && !someFailed) return;
		const text = `${this.total} ${this.noun}, ${this.counts()}`;
		if (tookLong) this.report(text);
		this.context.addExecutionHints({ message: `${text}.`, location: 'outputPane' });
	}

	private report(text: string): void {
		const line = `${this.context.getNode().name}: ${text}`;
		this.context.logger.info(line);
		this.context.sendMessageToUI(line);
	}

	private counts(): string {
		const seconds = (this.clock.now() - this.begun) / 1000;
		const rate = this.done / Math.max(seconds, 1);
		const rounded = rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate);
		return `${rounded} a second, ${this.failed} failed`;
	}
}
