import { problemOf, withoutRepeats, type Finding } from '../../shared/aiCall/finding';
import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { LOOP_MS, mapConcurrently, turns } from '../../shared/n8n/run/items';
import type { CheckStep, Checks, PreparedItem } from '../entry/delivery';
import { isEntry, type Destination, type Row } from '../entry/entry';

/**
 * Asks the platform about what each item names, such as its script and its line. Items whose rows go
 * to the same destination are checked once. Only queries are sent.
 * @param concurrency how many items are checked at the same time
 * @returns the findings on each item, by its index
 */
export async function findingsOfItems(
	items: readonly PreparedItem[],
	checks: Checks,
	concurrency: number,
): Promise<Finding[][]> {
	const nextTurn = turns(LOOP_MS);
	const known = new Map<Destination | Row[], Promise<Finding[]>>();
	return await mapConcurrently(items, concurrency, async ({ rows }, index) => {
		await nextTurn();
		// An item without a destination shares its findings with none.
		const key = rows.find(isEntry)?.destination ?? rows;
		// An item that could not be read for lack of an answer cannot be checked either.
		if (rows.some(isNotLookedUp)) return [];
		const findings = known.get(key) ?? findingsOf(checks.ofItem(index));
		known.set(key, findings);
		return await findings;
	});
}

const isNotLookedUp = (row: Row) =>
	!isEntry(row) && row.problems.some((problem) => problem instanceof LookupError);

async function findingsOf(steps: readonly CheckStep[]): Promise<Finding[]> {
	const results = await Promise.allSettled(steps.map(async (step) => (await step()) ?? []));
	const findings = results.flatMap((result) =>
		result.status === 'fulfilled' ? result.value : [problemOf(result.reason)],
	);
	return withoutRepeats(findings);
}
