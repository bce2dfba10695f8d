import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

/**
 * The store in which n8n's nodes record the items that they have processed, here in memory. Each node has a list of hashes,
 * which is read, changed and written back. n8n's own class is not part of n8n-core, so only the tests with a real n8n use it.
 */
class ProcessedData implements IDataDeduplicator {
	/** The lists of hashes, by workflow and node. */
	lists = new Map<string, string[]>();
	/** Returns the milliseconds that a call takes to read and to write. If this function throws, the call fails. */
	delays: () => { read: number; write: number } = () => ({ read: 0, write: 0 });
	/** The errors with which the next calls fail before they read: one error per call. */
	failures: Error[] = [];
	/** Whether a call fails after it has written. The calls are counted from 1. */
	failsAfterWriting: (call: number) => boolean = () => false;
	/** The number of calls so far. */
	calls = 0;

	reset(): void {
		this.lists = new Map();
		this.delays = () => ({ read: 0, write: 0 });
		this.failures = [];
		this.failsAfterWriting = () => false;
		this.calls = 0;
	}

	/** Gives a node these entries. */
	fill(node: string, texts: readonly string[]): void {
		this.lists.set(node, texts.map(hash));
	}

	async checkProcessedAndRecord(
		items: Parameters<IDataDeduplicator['checkProcessedAndRecord']>[0],
		scope: DeduplicationScope,
		data: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		return await this.change(scope, data, (list, exists) => {
			// As in n8n, equal items of one call all count as new, and so do all items of the first call for a list.
			const known = new Set(list);
			const isKnown = (item: (typeof items)[number]) => exists && known.has(hash(item));
			const output = {
				new: items.filter((item) => !isKnown(item)),
				processed: items.filter(isKnown),
			};
			list.push(...output.new.map(hash));
			if (maxEntries !== undefined) list.splice(0, list.length - maxEntries);
			return output;
		});
	}

	async removeProcessed(
		items: Parameters<IDataDeduplicator['removeProcessed']>[0],
		scope: DeduplicationScope,
		data: ICheckProcessedContextData,
	): Promise<void> {
		await this.change(scope, data, (list) => {
			for (const removed of items.map(hash))
				if (list.includes(removed)) list.splice(list.indexOf(removed), 1);
		});
	}

	async clearAllProcessedItems(
		scope: DeduplicationScope,
		data: ICheckProcessedContextData,
	): Promise<void> {
		this.lists.delete(keyOf(scope, data));
	}

	async getProcessedDataCount(
		scope: DeduplicationScope,
		data: ICheckProcessedContextData,
	): Promise<number> {
		return this.lists.get(keyOf(scope, data))?.length ?? 0;
	}

	private async change<T>(
		scope: DeduplicationScope,
		data: ICheckProcessedContextData,
		change: (list: string[], exists: boolean) => T,
	): Promise<T> {
		const call = ++this.calls;
		const failure = this.failures.shift();
		if (failure) throw failure;
		const { read, write } = this.delays();
		const key = keyOf(scope, data);
		// What a test has not waited for does not reach the next one.
		const { lists } = this;
		if (read > 0) await pause(read);
		const stored = lists.get(key);
		const list = [...(stored ?? [])];
		const output = change(list, stored !== undefined);
		if (write > 0) await pause(write);
		// In n8n's database, the second of two processes that create the same list fails.
		if (!stored && lists.has(key))
			throw new Error(
				'UNIQUE constraint failed: processed_data.context, processed_data.workflowId',
			);
		lists.set(key, list);
		if (this.failsAfterWriting(call)) throw new Error('Connection terminated');
		return output;
	}
}

function keyOf(scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData): string {
	if (!workflow.id)
		throw new Error(
			'The expression evaluated to a falsy value: assert.ok(contextData.workflow.id)',
		);
	return `${workflow.id} ${scope === 'node' ? `n:${node?.id}` : ''}`;
}

const hash = (item: unknown) => createHash('md5').update(String(item)).digest('base64');

/** The store of this test file. */
export const processedData = new ProcessedData();
// n8n allows only one store in a process. Several test files share one process, so the store of the previous file is removed.
Reflect.set(DataDeduplicationService, 'instance', undefined);
void DataDeduplicationService.init(processedData);
