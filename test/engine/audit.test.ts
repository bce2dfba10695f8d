import { isRecord } from '../../nodes/shared/values';
import { NOON_IN_CHINA, quickClock } from '../setup/quickClock';
import { CallBench, customer, customers, iflytekAiCallWith, PLACE, SEND_OTHERS } from './aiCall';
import type { InputItem, NodeRun } from './harness';
import { processedData } from './processedData';

const bench = new CallBench({ speed: 0, sensitiveNumbers: ['13800000002'] });
const continueOnError = { settings: { onError: 'continueErrorOutput' as const } };
const RUN_TIME = new Date(NOON_IN_CHINA).toISOString();

beforeEach(() => processedData.reset());

interface AuditEntry {
	state: unknown;
	reason: unknown;
	at: unknown;
}

/** Runs the node, and returns state, reason and time of each item in the order of the rows. */
async function audit(
	parameters: NodeRun['parameters'],
	items: InputItem[],
	more: Partial<NodeRun> = {},
): Promise<AuditEntry[]> {
	const { outputs, error } = await bench.run(parameters, items, {
		...continueOnError,
		...more,
		audited: true,
	});
	if (error) throw error;
	const entriesOfItems = outputs.flat().map(({ json, pairedItem }) => ({
		// An item of the error output has these fields under `details`.
		entry: isRecord(json.details) ? json.details : json,
		item:
			typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : Number(pairedItem),
	}));
	return entriesOfItems
		.sort((a, b) => a.item - b.item)
		.map(({ entry: { state, reason, at } }) => ({ state, reason, at }));
}

/** The entry that is expected for a row. */
const expectedEntry = (state: string, reason: string, at = RUN_TIME): AuditEntry => ({
	state,
	reason,
	at,
});

test('the reason tells whether a row is accepted, refused, never called, a duplicate or invalid', async () => {
	const rows = [0, 2, 3, 0].map((index) => ({ json: customer(index) }));
	const items = [...rows, { json: { ...customer(4), 客户手机号码: '123' } }];
	expect(
		await audit({ ...PLACE, options: { ...SEND_OTHERS, neverCall: '13800000003' } }, items),
	).toEqual([
		expectedEntry('accepted', 'The platform accepted it'),
		expectedEntry(
			'notAccepted',
			'The AI call platform refused to place calls: wrong outbound number (code 200203, the platform says: Wrong outbound number)',
		),
		expectedEntry('neverCall', 'The number is on the do-not-call list'),
		expectedEntry('duplicate', 'Another row has the same number (13800000000, 客户0)'),
		expectedEntry(
			'problem',
			'"123" is not a Mainland China mobile number: it has 3 digits, not 11',
		),
	]);
});

test('the time of a row is the time of its request, even if Simplify is off', async () => {
	// One second passes with each request.
	const clock = {
		...quickClock,
		date: () => NOON_IN_CHINA + 1000 * bench.requests('callout').length,
	};
	const entries = await audit(
		{ ...PLACE, simplify: false, options: { concurrentRequests: 1 } },
		// 51 rows without the sensitive number need two requests.
		customers(54).slice(3),
		{ nodeType: iflytekAiCallWith(clock) },
	);
	const timeAfter = (seconds: number) => new Date(NOON_IN_CHINA + 1000 * seconds).toISOString();
	expect([entries[0], entries[49], entries[50]]).toEqual([
		expectedEntry('accepted', 'The platform accepted it', timeAfter(1)),
		expectedEntry('accepted', 'The platform accepted it', timeAfter(1)),
		expectedEntry('accepted', 'The platform accepted it', timeAfter(2)),
	]);
});
