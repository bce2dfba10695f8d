import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import type { Entry, SentRowsSettings } from '../batch/entry';
import { DeduplicationStore } from './deduplicationStore';

/** What identifies rows, and what the store has of them. */

/**
 * The most entries of the store that one row with a key takes if the row is the only one of its
 * execution: two for its key, *begun* and *sent*, and six for the execution.
 */
const ENTRIES_PER_KEY = 8;
/** How many entries the store keeps at least: enough for 1,000 executions of one row. */
export const MIN_ENTRIES = 8000;

/** The store of a node, which remembers at least this many keys. */
export const openStore = (context: IExecuteFunctions, rememberedKeys = 0) =>
	new DeduplicationStore(context, Math.max(MIN_ENTRIES, rememberedKeys * ENTRIES_PER_KEY));

/** The texts that the store has of a row: one when it is begun, one when it was sent. */
export const begunText = (identity: string) => `begun ${identity}`;
export const sentText = (identity: string) => `sent ${identity}`;
export const keyIdentity = (key: string) => `key ${key}`;
/** The text that tells which task was created for an identity, or that this node created it. */
export const idText = (id: string, identity = '') => `id ${id} ${identity}`;

/** This many keys are asked about together. */
const KEYS_PER_QUESTION = 100;

/**
 * Whether the store does not have one of these keys of the user as sent. It is asked until it does
 * not have one.
 * @throws StoreError
 */
export async function anyUnsent(
	context: IExecuteFunctions,
	rememberedKeys: number,
	keys: readonly string[],
): Promise<boolean> {
	const store = openStore(context, rememberedKeys);
	const texts = [...new Set(keys)].map((key) => sentText(keyIdentity(key)));
	for (let at = 0; at < texts.length; at += KEYS_PER_QUESTION) {
		const some = texts.slice(at, at + KEYS_PER_QUESTION);
		if ((await store.known(some)).size < some.length) return true;
	}
	return false;
}

/**
 * Returns an error if a run has more rows than keys are remembered, undefined otherwise. Such a run
 * would forget the keys of its own first rows.
 */
export function tooManyKeys(
	rows: number,
	{ rememberedKeys = Infinity }: SentRowsSettings,
): InputError | undefined {
	if (rows <= rememberedKeys) return undefined;
	return new InputError(
		`There are ${rows} rows with keys, but only ${rememberedKeys} keys are remembered`,
		'Nothing was sent. Increase Remembered Row Keys under Options to more than the number of rows in a run.',
	);
}

/**
 * What identifies the rows of a run in the store. A row that a run adds to a task of its own, and that
 * has a key of the user, has a second identity: the row in this task. It tells whether this
 * execution has begun the row or another one did.
 */
export class RowIdentities {
	private readonly identities = new Map<Entry, string>();

	/** @param identify identifies rows; undefined if the keys of the user do */
	constructor(private readonly identify?: (row: Entry) => string) {}

	/** Called once for each row of the run, in their order. */
	note(row: Entry): void {
		const { identify } = this;
		this.identities.set(row, identify ? `row ${identify(row)}` : keyIdentity(row.key ?? ''));
	}

	readonly of = (row: Entry): string => this.identities.get(row) ?? '';

	/** The row in its task, after the same row in the tasks that this one replaces. */
	readonly inTasks = (row: Entry): string[] => {
		if (this.identify) return [];
		const { identities = [] } = row.destination.task ?? {};
		return identities.map((task) => `${this.of(row)} in task ${task}`);
	};

	/** All that identifies the row in its present task. */
	all(row: Entry): string[] {
		return [this.of(row), ...this.inTasks(row).slice(-1)];
	}

	/** The texts of a row that is begun, and of one that was sent. */
	readonly begunTexts = (row: Entry): string[] => this.all(row).map(begunText);
	readonly sentTexts = (row: Entry): string[] => this.all(row).map(sentText);
}
