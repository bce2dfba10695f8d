import { turns, LOOP_MS } from '../../shared/n8n/run/items';
import type { Entry } from '../entry/entry';
import type { OpenStore } from './openStore';
import { begunText } from './rowIdentities';

/**
 * For a check: which of these rows an earlier run has begun. Nothing stays recorded, but the rows
 * get their identities.
 * @throws StoreError
 */
export async function begunBefore(
	{ store, identities, entriesBefore }: OpenStore,
	rows: readonly Entry[],
): Promise<Entry[]> {
	const nextTurn = turns(LOOP_MS);
	for (const row of rows) {
		await nextTurn();
		identities.note(row);
	}
	if (entriesBefore === 0 && (await store.count()) === 0) return [];
	const textOf = (row: Entry) => begunText(identities.of(row));
	const known = await store.known([...new Set(rows.map(textOf))]);
	return rows.filter((row) => known.has(textOf(row)));
}
