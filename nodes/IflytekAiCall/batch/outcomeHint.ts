import type { IExecuteFunctions } from 'n8n-workflow';
import { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import { momentText } from '../../shared/aiCall/time/callingBegin';
import { asFailure } from '../../shared/failure';
import {
	countText,
	isEntry,
	OUTCOMES,
	type DeliveryNames,
	type Entry,
	type Outcome,
} from './entry';
import type { PreparedItem } from './delivery';
import { failedLookup, invalidRows } from './prepare';
import { droppedState } from './results';

const WHERE_RESULTS_COME_FROM =
	'How each call went comes later: iFLYTEK AI Call Trigger starts a workflow for each call that has ended.';

/** Shows in the output panel how many entries a run has sent, and the outcomes of the others. */
export function showOutcomes(
	context: IExecuteFunctions,
	{ method }: DeliveryNames,
	items: readonly PreparedItem[],
	outcomes: ReadonlyMap<Entry, Outcome>,
): void {
	const entries = items.flatMap((item) => ('reason' in item ? [] : item.entries)).filter(isEntry);
	/** What is counted, by state. An item that could not be looked up was not sent. */
	const byState = new Map<string, { label?: string; reason?: string }[]>();
	const count = (state: string, row: { label?: string; reason?: string }) =>
		void (byState.get(state)?.push(row) ?? byState.set(state, [row]));
	for (const item of items) if (failedLookup(item)) count('notSent', {});
	for (const [index, item] of items.entries())
		for (const row of invalidRows(item, index)) count('problem', row);
	for (const entry of entries) {
		if (entry.sharedWith) continue;
		const outcome = outcomes.get(entry);
		const state = droppedState(entry)?.state ?? outcome?.state ?? 'notSent';
		count(state, { label: entry.label, reason: outcome && shortReason(outcome) });
	}
	const accepted = byState.get('accepted')?.length ?? 0;
	const forItems = entries.some(({ sharedWith }) => sharedWith)
		? ` for ${entries.length} items`
		: '';
	const states = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[];
	const parts = [
		`${accepted} ${method === 'createTask' ? 'created' : 'accepted'}${forItems}`,
		...states.map((state) =>
			countText(byState.get(state) ?? [], state, ({ reason }) => reason, state === 'problem'),
		),
	];
	context.addExecutionHints({
		message: parts.filter(Boolean).join(' · '),
		...(accepted === 0 && { type: 'warning' }),
		location: 'outputPane',
	});
	const held = [...outcomes.values()].flatMap((outcome) =>
		'error' in outcome && outcome.error instanceof OutsideHoursError ? [outcome.error] : [],
	);
	showHeld(context, held, accepted > 0);
	if (method === 'placeCalls' && accepted > 0)
		context.addExecutionHints({ message: WHERE_RESULTS_COME_FROM, location: 'outputPane' });
}

/** The reason of a failure in a few words: the platform's own with its code, if it has one. */
function shortReason(outcome: Outcome): string | undefined {
	if (!('error' in outcome) || outcome.error instanceof OutsideHoursError) return undefined;
	const { message, details } = asFailure(outcome.error);
	const { code, desc } = details;
	return code !== undefined && desc ? `${desc} (${code})` : message;
}

/**
 * Says why rows cannot be called now, from when on they can, and that nothing waits until then.
 * @param areOthers whether other rows can be called
 */
export function showHeld(
	context: IExecuteFunctions,
	held: readonly OutsideHoursError[],
	areOthers: boolean,
): void {
	const [first, ...others] = held;
	if (!first) return;
	const earliest = others.reduce(
		(best, error) => (timeOf(error) < timeOf(best) ? error : best),
		first,
	);
	const subject = areOthers ? `${held.length} of the rows` : 'Nobody';
	const from = momentText(earliest.details.retryAt ?? '');
	context.addExecutionHints({
		message: `${subject} ${areOthers ? 'cannot' : 'can'} be called now: ${earliest.reason}. Nothing is queued: run this again from ${from} on, or use a task, which waits.`,
		type: 'warning',
		location: 'outputPane',
	});
}

const timeOf = ({ details }: OutsideHoursError) => Date.parse(details.retryAt ?? '');
