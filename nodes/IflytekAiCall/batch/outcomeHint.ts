import type { IExecuteFunctions } from 'n8n-workflow';
import {
	isEntry,
	OUTCOMES,
	problemsText,
	type DeliveryNames,
	type Entry,
	type Outcome,
} from './entry';
import type { PreparedItem } from './delivery';
import { failedLookup, invalidPlaces } from './prepare';

const WHERE_RESULTS_COME_FROM =
	'How each call went comes later, through iFLYTEK AI Call Trigger; without a public URL, Task: Get Many has the counts of all direct calls (taskTypeName "Task pool").';

/** Shows in the output panel how many entries a run has sent, and the outcomes of the others. */
export function showOutcomes(
	context: IExecuteFunctions,
	{ method }: DeliveryNames,
	items: readonly PreparedItem[],
	outcomes: ReadonlyMap<Entry, Outcome>,
): void {
	const counts = new Map<string, number>();
	for (const { state } of outcomes.values()) counts.set(state, (counts.get(state) ?? 0) + 1);
	const notAsked = items.filter(failedLookup).length;
	counts.set('notSent', (counts.get('notSent') ?? 0) + notAsked);
	const entries = items.flatMap((item) => ('reason' in item ? [] : item.entries)).filter(isEntry);
	const invalid = items.flatMap(invalidPlaces);
	const duplicates = entries.filter(({ duplicateOf }) => duplicateOf).length;
	const neverCalled = entries.filter(({ neverCall }) => neverCall).length;
	const accepted = counts.get('accepted') ?? 0;
	const forItems = entries.some(({ sharedWith }) => sharedWith)
		? ` for ${entries.length} items`
		: '';
	const parts = [
		`${accepted} ${method === 'createTask' ? 'created' : 'accepted'}${forItems}`,
		...Object.entries(OUTCOMES).map(([state, { count }]) => counted(counts.get(state) ?? 0, count)),
		invalid.length > 0 && problemsText(invalid),
		counted(neverCalled, 'under Never Call'),
		counted(duplicates, duplicates === 1 ? 'shares a number' : 'share a number'),
	];
	context.addExecutionHints({
		message: parts.filter(Boolean).join(' · '),
		location: 'outputPane',
	});
	if (method === 'placeCalls' && accepted > 0)
		context.addExecutionHints({ message: WHERE_RESULTS_COME_FROM, location: 'outputPane' });
}

const counted = (count: number, text: string) => count > 0 && `${count} ${text}`;
