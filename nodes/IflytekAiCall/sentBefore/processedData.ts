import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { chunksOf } from '../../shared/chunks';
import { LOOP_MS, turns } from '../../shared/n8n/run/items';
import { N8N_DATABASE, tryAgain } from '../../shared/retry/tryAgain';
import type { Pace } from './pace';
import { StoreError } from './storeError';

/** How many texts one call forgets at most: for each, n8n's database searches all entries. */
const FORGOTTEN_PER_CALL = 100;

/**
 * What n8n's database has of a node: the newest hashes of texts. Calls that fail are tried again. All
 * methods but the constructor throw a StoreError.
 */
export class ProcessedData {
	/** Others have their turn between calls: a database in memory answers at once. */
	private readonly nextTurn = turns(LOOP_MS);

	private readonly helpers: IExecuteFunctions['helpers'];
	private readonly isSaved: boolean;

	constructor(
		context: IExecuteFunctions,
		private readonly pace: Pace,
	) {
		this.helpers = context.helpers;
		this.isSaved = Boolean(context.getWorkflow().id);
	}

	/** @returns the texts that were recorded before */
	async add(texts: readonly string[], maxEntries: number): Promise<Set<string>> {
		const { processed } = await this.change(
			'add',
			texts.length,
			async () =>
				await this.helpers.checkProcessedAndRecord([...texts], 'node', {
					mode: 'entries',
					maxEntries,
				}),
		);
		return new Set(processed.map(String));
	}

	/** Forgets texts in their order. */
	async remove(texts: readonly string[]): Promise<void> {
		for (const some of chunksOf(texts, FORGOTTEN_PER_CALL))
			await this.change(
				'remove',
				some.length,
				async () => await this.helpers.removeProcessed(some, 'node', { mode: 'entries' }),
			);
	}

	/** How many texts are recorded. */
	async count(): Promise<number> {
		const read = async () => await this.helpers.getProcessedDataCount('node', { mode: 'entries' });
		return await this.ask(async () => await this.pace.measuredRead(read));
	}

	private async change<T>(
		kind: 'add' | 'remove',
		texts: number,
		write: () => Promise<T>,
	): Promise<T> {
		return await this.ask(async () => await this.pace.measured(kind, texts, write));
	}

	private async ask<T>(call: () => Promise<T>): Promise<T> {
		if (!this.isSaved) throw new StoreError('the workflow is not saved');
		await this.nextTurn();
		return await tryAgain(call, async (error, tried) => {
			if (tried > N8N_DATABASE.retries) throw new StoreError(error);
			await sleep(N8N_DATABASE.pauseMs(tried));
		});
	}
}
