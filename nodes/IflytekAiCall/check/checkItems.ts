import { isProblem, problemOf, withoutRepeats, type Finding } from '../../shared/aiCall/finding';
import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { LOOP_MS, mapConcurrently, turns } from '../../shared/n8n/run/items';
import { failedLookup, type CheckStep, type Checks, type PreparedItem } from '../entry/delivery';
import { isEntry, type Destination, type Entry, type InvalidEntry } from '../entry/entry';

/** What a check finds, and why a run refuses items: the same steps for both. */

export interface Findings {
	/** On the run as a whole. */
	ofRun: Finding[];
	/** On each item, by its index, without those on the run. */
	ofItems: Finding[][];
}

/**
 * Checks what the items of a run name, and the run as a whole. Items whose entries go to the same
 * destination are checked once. Only queries are sent.
 * @param toSend the entries of the items that are not left out
 * @param concurrency how many items are checked at the same time
 * @throws LookupError if the platform could not be asked
 */
export async function checkItems(
	items: readonly PreparedItem[],
	toSend: readonly Entry[],
	checks: Checks,
	concurrency: number,
): Promise<Findings> {
	const nextTurn = turns(LOOP_MS);
	const known = new Map<Destination, Promise<Finding[]>>();
	const findingsOfItem = async (item: PreparedItem, index: number) => {
		await nextTurn();
		// An item that could not be read for lack of an answer cannot be checked either. Others can.
		if (failedLookup(item)) return [];
		const destination = item.entries.find(isEntry)?.destination;
		const findings = (destination && known.get(destination)) ?? findingsOf(checks.ofItem(index));
		if (destination) known.set(destination, findings);
		return await findings;
	};
	const lists = await mapConcurrently(items, concurrency, findingsOfItem);
	const ofRun = withoutRepeats([...((await checks.ofRun?.(toSend)) ?? []), ...commonTo(lists)]);
	const runTexts = new Set(ofRun.map(({ text }) => text));
	return {
		ofRun,
		ofItems: lists.map((list) => list.filter(({ text }) => !runTexts.has(text))),
	};
}

async function findingsOf(steps: readonly CheckStep[]): Promise<Finding[]> {
	const results = await Promise.allSettled(steps.map(async (step) => (await step()) ?? []));
	const findings = results.flatMap((result) => {
		if (result.status === 'fulfilled') return result.value;
		if (result.reason instanceof LookupError) throw result.reason;
		return [problemOf(result.reason)];
	});
	return withoutRepeats(findings);
}

/** The findings that every item has. They concern the whole run. */
function commonTo(lists: readonly (readonly Finding[])[]): Finding[] {
	const counts = new Map<string, number>();
	for (const list of lists)
		for (const { text } of list) counts.set(text, (counts.get(text) ?? 0) + 1);
	return (lists[0] ?? []).filter(({ text }) => counts.get(text) === lists.length);
}

/** The items with their problems: an entry of an item that has one cannot be sent. */
export function refuseItems(items: readonly PreparedItem[], { ofItems }: Findings): PreparedItem[] {
	return items.map((item, index) => {
		const [first, ...others] = (ofItems[index] ?? []).filter(isProblem).map(({ error }) => error);
		if (!first) return item;
		const refused = (entry: Entry | InvalidEntry): InvalidEntry => {
			const { label, rowIndex, original } = entry;
			const own = isEntry(entry) ? [] : entry.problems;
			const [problem = first, ...more] = [...own, first, ...others];
			return { label, rowIndex, original, problems: [problem, ...more] };
		};
		return { ...item, entries: item.entries.map(refused) };
	});
}
