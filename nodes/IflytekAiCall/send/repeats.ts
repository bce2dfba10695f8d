import { turns, LOOP_MS } from '../../shared/n8n/run/items';
import { type Entry, Repeats } from '../entry/entry';

/** The rows that have the key of an earlier row, each with the first row that has this key. */
export async function findRepeats(
	rows: readonly Entry[],
	note: (row: Entry) => void,
): Promise<Map<Entry, Entry>> {
	const nextTurn = turns(LOOP_MS);
	const keys = new Repeats();
	const repeats = new Map<Entry, Entry>();
	for (const row of rows) {
		await nextTurn();
		note(row);
		const first = keys.firstOf(row, row.key);
		if (first) repeats.set(row, first);
	}
	return repeats;
}
