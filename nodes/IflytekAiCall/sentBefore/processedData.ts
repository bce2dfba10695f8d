import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { pLimit } from '../../shared/bundled';
import { chance } from '../../shared/chance';
import { StoreError } from '../entry/outcomes';

/** How often a call to n8n's database is tried before its error is thrown. */
export const TRIES = 3;
const PAUSE_MS = 150;
export const pauseAfter = async (tries: number) =>
	await sleep(PAUSE_MS * tries * (1 + chance.random()));

/** How many texts one call forgets at most: for each, n8n's database searches all entries. */
const FORGOTTEN_PER_CALL = 100;

/**
 * What n8n's database has of a node: the newest hashes of texts. Calls that fail are tried again. All
 * methods but the constructor throw a StoreError.
 */
export class ProcessedData {
	constructor(private readonly context: IExecuteFunctions) {}

	/** @returns the texts that were recorded before */
	async add(texts: readonly string[], maxEntries: number): Promise<Set<string>> {
		const { helpers } = this.context;
		const { processed } = await this.ask(
			async () =>
				await helpers.checkProcessedAndRecord([...texts], 'node', { mode: 'entries', maxEntries }),
		);
		return new Set(processed.map(String));
	}

	/** Forgets texts in their order. */
	async remove(texts: readonly string[]): Promise<void> {
		const { helpers } = this.context;
		for (let at = 0; at < texts.length; at += FORGOTTEN_PER_CALL) {
			const some = texts.slice(at, at + FORGOTTEN_PER_CALL);
			await this.ask(async () => await helpers.removeProcessed(some, 'node', { mode: 'entries' }));
		}
	}

	/** How many texts are recorded. */
	async count(): Promise<number> {
		const { helpers } = this.context;
		return await this.ask(
			async () => await helpers.getProcessedDataCount('node', { mode: 'entries' }),
		);
	}

	private async ask<T>(call: () => Promise<T>): Promise<T> {
		if (!this.context.getWorkflow().id) throw new StoreError('the workflow is not saved');
		for (let tried = 1; ; tried++) {
			const outcome = await call().then(
				(value) => ({ value }),
				(error: unknown) => ({ error }),
			);
			if ('value' in outcome) return outcome.value;
			if (tried >= TRIES) throw new StoreError(outcome.error);
			await pauseAfter(tried);
		}
	}
}

/** What the runs of this process share of a node. */
export interface SharedStore {
	/** Allows one call at a time, because simultaneous calls overwrite each other. */
	limit: ReturnType<typeof pLimit>;
	/** Texts to forget and to record with the next call, whichever run makes it. */
	toForget: Set<string>;
	toRecord: Set<string>;
	/** Texts of which nobody knows whether only a question that was broken off has recorded them. */
	doubtful: Set<string>;
	/** How many entries the runs need: one must not drop those of another. */
	reserved: number;
}
const sharedAt = new Map<string, SharedStore>();

export function sharedStoreOf(node: string): SharedStore {
	const shared = sharedAt.get(node) ?? {
		limit: pLimit(1),
		toForget: new Set(),
		toRecord: new Set(),
		doubtful: new Set(),
		reserved: 0,
	};
	sharedAt.set(node, shared);
	return shared;
}
