import { inTurns } from '../../shared/n8n/run/items';
import type { Before } from '../entry/before';
import { Decisions, type Ruling, type State } from '../entry/decision';
import type { OpenDelivery } from '../entry/delivery';
import { isEntry, type Entry, type Row } from '../entry/entry';
import { rule, type Facts } from './rules';

/** What `rule` needs besides what earlier runs have done, and which rows are sent for others. */
type KnownFacts = Omit<Facts, 'before' | 'rivalOf'>;

/**
 * Decides what becomes of each row. Of the rows with one number, or one key, at most one is ready:
 * none if one was sent before or is in doubt, else the first that nothing speaks against.
 *
 * @param asksAll whether all rows are looked up, as in a check. A run looks up only those that it does
 * not send, because each row that it sends is looked up when it is recorded as begun.
 * @throws StoreError
 */
export async function decideRows(
	rows: readonly Row[],
	known: KnownFacts,
	asksAll: boolean,
	{ lookUp }: Pick<OpenDelivery, 'lookUp'>,
): Promise<Decisions> {
	const decisions = new Decisions(known.clock);
	const first = await rulings(rows, known, new Map());
	const stateOf = (row: Entry) => first.get(row)?.state;
	const valid = rows.filter(isEntry).filter((row) => ASKED_IF.has(stateOf(row)));
	const isShared = await sharingOf(valid);
	const asked = valid.filter((row) => asksAll || stateOf(row) !== 'ready' || isShared(row));
	const before = lookUp && asked.length > 0 ? await lookUp(asked) : new Map<Entry, Before>();
	const last = before.size === 0 ? first : await rulings(rows, known, before);
	for await (const [row, ruling] of inTurns(last)) decisions.set(row, ruling);
	return decisions;
}

/** The states in which it matters what earlier runs have done. */
const ASKED_IF: ReadonlySet<State | undefined> = new Set([
	'ready',
	'problem',
	'notSent',
	'outsideHours',
	'duplicate',
]);

/** What only one row of a run may have: its number and its key. */
function sharedNames({ distinct, key }: Row): { shares: 'number' | 'key'; name: string }[] {
	return [
		...(distinct === undefined ? [] : [{ shares: 'number' as const, name: `number ${distinct}` }]),
		...(key === undefined ? [] : [{ shares: 'key' as const, name: `key ${key}` }]),
	];
}

/** Whether a row has the number or the key of another one, so that both are decided together. */
async function sharingOf(rows: readonly Entry[]): Promise<(row: Entry) => boolean> {
	const counts = new Map<string, number>();
	for await (const row of inTurns(rows))
		for (const { name } of sharedNames(row)) counts.set(name, (counts.get(name) ?? 0) + 1);
	return (row) => sharedNames(row).some(({ name }) => (counts.get(name) ?? 0) > 1);
}

/** The ruling on each row, with these facts from before this run. */
async function rulings(
	rows: readonly Row[],
	known: KnownFacts,
	before: ReadonlyMap<Row, Before>,
): Promise<Map<Row, Ruling>> {
	const claims = new Claims();
	const facts: Facts = { ...known, before, rivalOf: (row) => claims.rivalOf(row) };
	for (const row of rows) if (before.has(row) || row.leftUnknown) claims.add(row);
	const found = new Map<Row, Ruling>();
	for await (const row of inTurns(rows)) {
		const ruling = rule(row, facts);
		if (ruling.state === 'ready') claims.add(row);
		found.set(row, ruling);
	}
	return found;
}

/** For each number and each key the row that has it to itself. */
class Claims {
	private readonly rows = new Map<string, Row>();

	/** The first row that claims its number or its key has it. */
	add(row: Row): void {
		for (const { name } of sharedNames(row)) if (!this.rows.has(name)) this.rows.set(name, row);
	}

	/** The row that has the number or the key of one that has claimed nothing itself. */
	rivalOf(row: Entry): ReturnType<Facts['rivalOf']> {
		for (const { shares, name } of sharedNames(row)) {
			const rival = this.rows.get(name);
			if (rival) return { row: rival, shares };
		}
		return undefined;
	}
}
