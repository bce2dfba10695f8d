import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import type { SentRowsSettings } from '../batch/entry';
import { DeduplicationStore } from './deduplicationStore';

/** What the store has of rows and of the keys of the user (Row Key). */

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
