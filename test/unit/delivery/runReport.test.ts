/** What becomes of a run as a whole. */
import type { Ruling } from '../../../nodes/IflytekAiCall/entry/decision';
import type { SkipSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { DeliveryNames } from '../../../nodes/IflytekAiCall/entry/entry';
import { reportRun } from '../../../nodes/IflytekAiCall/report/runReport';
import { contextOf, decisionsOf, deliveryOf, entriesTo, PLACE_NAMES } from './context';

const row = entriesTo({ body: () => ({}) })(0);
const SENT_BEFORE: Ruling = { state: 'sentBefore', reason: 'It was called today' };

/** What the error of a run says that leaves out its only row. Undefined if there is none. */
function refusal(skip: SkipSettings['skip'], names: Partial<DeliveryNames> = {}) {
	const settings = { skip, allowsDuplicates: false, sendInterrupted: false };
	const delivery = deliveryOf({ names: { ...PLACE_NAMES, ...names }, skip: settings });
	const items = [{ simplified: true, rows: [row] }];
	try {
		reportRun(contextOf().context, delivery, items, decisionsOf([row, SENT_BEFORE]));
	} catch (error) {
		const { message, details } = error as { message: string; details: { advice: string } };
		return [message, details.advice];
	}
	return undefined;
}

const MESSAGE = 'The row was sent today already, so nothing was sent';
const NOTHING = /Otherwise nothing has to be done\.$/;

test.each<[string, SkipSettings['skip'], Partial<DeliveryNames>, RegExp]>([
	['Place', 'calledToday', {}, NOTHING],
	['Place', 'sameValues', {}, NOTHING],
	['Run Campaign', 'calledToday', { method: 'addRows', done: 'called' }, NOTHING],
	['Add Rows', 'calledToday', { method: 'addRows' }, /start the task that was filled, if it was/],
])('%s says if all rows were sent today (%s)', (_name, skip, names, advice) => {
	expect(refusal(skip, names)).toEqual([MESSAGE, expect.stringMatching(advice)]);
});

test.each(['sentKey', 'none'] as const)(
	'a run goes on if its rows were sent at any time (%s)',
	(skip) => {
		expect(refusal(skip)).toBeUndefined();
	},
);
