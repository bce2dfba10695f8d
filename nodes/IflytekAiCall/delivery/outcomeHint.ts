import type { IExecuteFunctions } from 'n8n-workflow';
import { isEntry, type DeliveryNames, type Entry, type Outcome } from './entry';
import type { PreparedItem } from './prepare';

/** What the panel says after a run, of each outcome where there is any. */
const TEXTS: Record<Exclude<Outcome['state'], 'accepted'>, string> = {
	sentBefore: 'sent before',
	notAccepted: 'rejected',
	unknown: 'not known whether accepted',
	outsideHours: 'outside the calling hours or days',
	notSent: 'not sent',
};

const WHERE_RESULTS_COME_FROM =
	'How each call went comes later, through iFLYTEK AI Call Trigger; without a public URL, Task: Get Many has the counts of all direct calls (taskTypeName "Task pool").';

/** Shows in the output panel how many entries a run has sent, and what became of the others. */
export function showOutcomes(
	context: IExecuteFunctions,
	{ method }: DeliveryNames,
	items: readonly PreparedItem[],
	outcomes: ReadonlyMap<Entry, Outcome>,
): void {
	const counts = new Map<Outcome['state'], number>();
	for (const { state } of outcomes.values()) counts.set(state, (counts.get(state) ?? 0) + 1);
	const all = items.flatMap((item) => ('reason' in item ? [undefined] : item.entries));
	const duplicates = all.filter((entry) => entry && isEntry(entry) && entry.duplicateOf).length;
	const never = all.filter((entry) => entry && isEntry(entry) && entry.neverCall).length;
	const invalid = all.filter((entry) => !entry || !isEntry(entry)).length;
	const others = Object.entries(TEXTS).map(
		([state, text]) => [counts.get(state as Outcome['state']) ?? 0, text] as const,
	);
	const parts = [
		...others,
		[invalid, 'with problems'] as const,
		[never, 'under Never Call'] as const,
		[duplicates, duplicates === 1 ? 'shares a number' : 'share a number'] as const,
	]
		.filter(([count]) => count > 0)
		.map(([count, text]) => `${count} ${text}`);
	const count = counts.get('accepted') ?? 0;
	const isShared = all.some((entry) => entry && isEntry(entry) && entry.sharedWith);
	const forItems = isShared ? ` for ${all.length - invalid} items` : '';
	const accepted = `${count} ${method === 'createTask' ? 'created' : 'accepted'}${forItems}`;
	context.addExecutionHints({ message: [accepted, ...parts].join(' · '), location: 'outputPane' });
	if (method === 'placeCalls' && count > 0)
		context.addExecutionHints({ message: WHERE_RESULTS_COME_FROM, location: 'outputPane' });
}
