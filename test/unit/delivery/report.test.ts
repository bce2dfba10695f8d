import {
	itemsText,
	nameOf,
	Repeats,
	type DeliveryNames,
	type Destination,
	type Entry,
} from '../../../nodes/IflytekAiCall/entry/entry';
import { DeliveryLog } from '../../../nodes/IflytekAiCall/batch/log';
import { entryFailure, failedDelivery } from '../../../nodes/IflytekAiCall/batch/results';
import { outcomeOfRepeat, type Outcome } from '../../../nodes/IflytekAiCall/entry/outcomes';
import {
	CountMismatchError,
	HOW_TO_CHECK,
} from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { Failure, InputError, PlatformError, TransportError } from '../../../nodes/shared/failure';
import { contextOf, entriesTo } from './context';

const to: Destination = { body: (rows) => ({ rows }) };
const ROWS: DeliveryNames = {
	method: 'placeCalls',
	idName: 'task_data_id',
	nouns: ['row', 'rows'],
};
const TASKS: DeliveryNames = {
	method: 'createTask',
	idName: 'task_id',
	nouns: ['task', 'tasks'],
};
const entry = entriesTo(to);
const entries = (...items: number[]) => items.map((item) => entry(item));
const accepted = (id: string): Outcome => ({
	state: 'accepted',
	id,
	envelope: { code: '0', message: '', result: {}, sent: {} },
});
const lost = new TransportError('connection lost', 'Try again.', 'interrupted');
const refused = new PlatformError('refused', 'refused', {
	code: '200203',
	advice: 'Look at the numbers.',
});
/** What the tests compare of a failure. */
const contents = (failure: Failure | undefined) =>
	failure && {
		type: failure.constructor.name,
		message: failure.message,
		kind: failure.kind,
		details: failure.details,
	};

test.each<[number[], string]>([
	[[3], 'item 3'],
	[[3, 3], 'item 3'],
	[[0, 1, 2], 'items 0 to 2'],
	[[5, 0, 2, 1, 7, 8], 'items 0 to 2, 5, 7 to 8'],
])('the items %j are called "%s"', (items, text) => {
	expect(itemsText(entries(...items))).toBe(text);
});

test('an entry is named by its item, its index in the item, and its number', () => {
	expect([entry(3), entry(3, { rowIndex: 0 })].map(nameOf)).toEqual([
		'item 3: 1393',
		'item 3, row 0: 1393',
	]);
});

describe('the failure of an entry', () => {
	test('the failure of an entry that was not sent says so', () => {
		expect(contents(entryFailure(ROWS, entry(0), { state: 'notSent' }))).toEqual({
			type: 'Failure',
			message: 'Not sent: another row failed or has a problem, or the execution was stopped',
			kind: 'stopped',
			details: { advice: 'It can be sent again.' },
		});
	});

	test('the failure of an entry names the items that were refused with it', () => {
		const batch = entries(0, 1, 2);
		expect(
			contents(entryFailure(ROWS, entry(1), { state: 'notAccepted', error: refused, batch }))
				?.details.advice,
		).toBe('Look at the numbers. 3 rows were refused together: items 0 to 2.');
		expect(
			contents(
				entryFailure(ROWS, entry(1), {
					state: 'notAccepted',
					error: new PlatformError('refused', 'refused'),
					batch,
				}),
			)?.details.advice,
		).toBe('3 rows were refused together: items 0 to 2.');
		// If the connection was lost, the platform did not refuse the rows.
		expect(
			contents(entryFailure(ROWS, entry(1), { state: 'notAccepted', error: lost, batch }))?.details,
		).toEqual({ advice: 'Try again.' });
	});

	test('if the outcome of an entry is unknown, its failure says how to check it, and lists the rows if the entries are rows', () => {
		expect(
			contents(
				entryFailure(ROWS, entry(1), { state: 'unknown', error: lost, batch: entries(0, 1) }),
			),
		).toEqual({
			type: 'UnknownOutcomeError',
			message: 'It is not known whether this row was accepted: connection lost',
			kind: 'interrupted',
			details: { advice: `${HOW_TO_CHECK.placeCalls} Rows: item 1: 1391.` },
		});
		expect(
			contents(entryFailure(TASKS, entry(1), { state: 'unknown', error: lost, batch: entries(1) })),
		).toMatchObject({
			message: 'It is not known whether the task was created: connection lost',
			details: { advice: HOW_TO_CHECK.createTask },
		});
	});

	test('if the platform returns too few IDs, the failure of an entry lists these IDs', () => {
		const error = new CountMismatchError(2, 1, ['7']);
		expect(
			contents(entryFailure(ROWS, entry(1), { state: 'unknown', error, batch: entries(0, 1) })),
		).toEqual({
			type: 'CountMismatchError',
			message: error.message,
			kind: 'unreadable',
			details: { ...error.details, facts: { sent: 2, total: 1, ids: ['7'] } },
		});
	});

	test.each<[unknown, string]>([
		[new TypeError('a bug'), 'a bug'],
		['text', 'text'],
	])(
		'the failure of an entry has the kind "unexpected" for the unforeseen error %p',
		(error, message) => {
			expect(
				contents(
					entryFailure(ROWS, entry(1), { state: 'notAccepted', error, batch: entries(0, 1) }),
				),
			).toEqual({
				type: 'Failure',
				message,
				kind: 'unexpected',
				details: {},
			});
		},
	);
});

describe('the error of a delivery', () => {
	test('the error of a delivery is undefined if every entry was accepted, already sent, or not tried', () => {
		const [a, b, c] = [entry(0), entry(1), entry(2)];
		expect(
			failedDelivery(
				ROWS,
				new Map<Entry, Outcome>([
					[a, accepted('7')],
					[b, { state: 'sentBefore' }],
					[c, { state: 'notSent' }],
				]),
			),
		).toBeUndefined();
	});

	test('the error of a delivery with one entry is the error of that entry, and lists the outcome', () => {
		const only = entry(4);
		expect(
			contents(
				failedDelivery(
					ROWS,
					new Map([[only, { state: 'notAccepted', error: refused, batch: [only] }]]),
				),
			),
		).toEqual({
			type: 'PlatformError',
			message: 'refused',
			kind: 'refused',
			details: {
				code: '200203',
				advice: 'Look at the numbers.',
				facts: {
					accepted: [],
					notAccepted: [{ item: 4, label: '1394' }],
					unknown: [],
					notSent: [],
				},
			},
		});
	});

	test('the error of a delivery counts and lists each outcome', () => {
		const [a, b, c, d, e] = [entry(0), entry(1, { rowIndex: 2 }), entry(2), entry(3), entry(4)];
		const outcomes = new Map<Entry, Outcome>([
			[a, accepted('7')],
			[b, { state: 'notAccepted', error: refused, batch: [b] }],
			[c, { state: 'unknown', error: lost, batch: [c] }],
			[d, { state: 'notSent' }],
			[e, { state: 'sentBefore', id: '8' }],
		]);
		expect(contents(failedDelivery(ROWS, outcomes))).toEqual({
			type: 'PlatformError',
			message: 'refused (1 of 5 rows accepted, 1 rejected, 1 unknown, 1 not sent, 1 sent before)',
			kind: 'refused',
			details: {
				code: '200203',
				advice:
					'Look at the numbers. Already accepted; do not send again (row: task_data_id): item 0: 7. Retry in the list of executions does not send them again. Rejected: item 1. Unknown: item 2. Not sent: item 3. Sent before: item 4. Item and row numbers are zero-based.',
				facts: {
					accepted: [{ item: 0, label: '1390', task_data_id: '7' }],
					notAccepted: [{ item: 1, row: 2, label: '1391' }],
					unknown: [{ item: 2, label: '1392' }],
					notSent: [{ item: 3, label: '1393' }],
					sentBefore: [{ item: 4, label: '1394' }],
				},
			},
		});
	});

	test('the error of a delivery lists the IDs of rows in a task that was not started', () => {
		const [a, b] = [entry(0), entry(1)];
		const error = failedDelivery(
			ROWS,
			new Map<Entry, Outcome>([
				[a, { state: 'notStarted', error: lost, batch: [a], id: '7' }],
				[b, { state: 'notStarted', error: lost, batch: [b] }],
			]),
		);
		expect(error?.details.facts).toEqual({
			accepted: [],
			notAccepted: [],
			unknown: [],
			notSent: [],
			notStarted: [
				{ item: 0, label: '1390', task_data_id: '7' },
				{ item: 1, label: '1391' },
			],
		});
	});

	test('the advice in the error of a delivery leaves out outcomes that no entry has', () => {
		const [a, b] = [entry(0), entry(1)];
		expect(
			contents(
				failedDelivery(
					TASKS,
					new Map<Entry, Outcome>([
						[a, { state: 'unknown', error: lost, batch: [a] }],
						[b, { state: 'unknown', error: lost, batch: [b] }],
					]),
				),
			),
		).toEqual({
			type: 'Failure',
			message:
				'It is not known whether the task was created: connection lost (0 of 2 tasks accepted, 0 rejected, 2 unknown, 0 not sent)',
			kind: 'interrupted',
			details: {
				advice: `${HOW_TO_CHECK.createTask} Unknown: items 0 to 1. Item and row numbers are zero-based.`,
				facts: {
					accepted: [],
					notAccepted: [],
					unknown: [
						{ item: 0, label: '1390' },
						{ item: 1, label: '1391' },
					],
					notSent: [],
				},
			},
		});
	});

	test('the error of a delivery lists the rows that were outside the calling hours', () => {
		const [a, b] = [entry(0), entry(1)];
		const outsideHours = new InputError('Not sent: it is 22:00', 'Send it again from 09:00 on.');
		const outcomes = new Map<Entry, Outcome>([
			[a, { state: 'outsideHours', error: outsideHours, batch: [a] }],
			[b, accepted('7')],
		]);
		expect(contents(failedDelivery(ROWS, outcomes))).toEqual({
			type: 'Failure',
			message:
				'Not sent: it is 22:00 (1 of 2 rows accepted, 0 rejected, 0 unknown, 0 not sent, 1 outside the calling times)',
			kind: 'invalidInput',
			details: {
				advice:
					'Send it again from 09:00 on. Already accepted; do not send again (row: task_data_id): item 1: 7. Retry in the list of executions does not send them again. Outside the calling times: item 0. Item and row numbers are zero-based.',
				facts: {
					accepted: [{ item: 1, label: '1391', task_data_id: '7' }],
					notAccepted: [],
					unknown: [],
					notSent: [],
					outsideHours: [{ item: 0, label: '1390' }],
				},
			},
		});
	});

	test('if the outcome of a request is unknown, the error of a delivery names the rows of the request', () => {
		const batch = entries(0, 1);
		const outcomes = new Map<Entry, Outcome>(
			batch.map((row) => [row, { state: 'unknown', error: lost, batch }]),
		);
		expect(failedDelivery(ROWS, outcomes)?.details.advice).toBe(
			`${HOW_TO_CHECK.placeCalls} Rows: item 0: 1390; item 1: 1391. Unknown: items 0 to 1. Item and row numbers are zero-based.`,
		);
	});

	test.each([50, 51])(
		'the advice of the error lists 50 of %d accepted IDs, and the facts list all of them',
		(count) => {
			const all = Array.from({ length: count }, (_, item) => entry(item));
			const bad = entry(count);
			const failure = failedDelivery(
				ROWS,
				new Map<Entry, Outcome>([
					...all.map((row): [Entry, Outcome] => [row, accepted(`id${row.item}`)]),
					[bad, { state: 'notAccepted', error: refused, batch: [bad] }],
				]),
			);
			const more = count === 51 ? '; and 1 more, all of them in the data of this error' : '';
			expect(failure?.details.advice).toContain(`; item 49: id49${more}. Retry in the list`);
			expect(failure?.details.facts?.accepted).toHaveLength(count);
		},
	);
});

test('the log line of a stopped run counts the outcomes', () => {
	const [a, b, c] = [entry(0), entry(1), entry(2)];
	const { context, lines } = contextOf();
	new DeliveryLog(context, ROWS).warnOfStop(
		new Map<Entry, Outcome>([
			[a, accepted('7')],
			[b, { state: 'unknown', error: lost, batch: [b] }],
			[c, { state: 'notSent' }],
		]),
	);
	expect(lines).toEqual([
		'warn Calls: execution without id: The execution was stopped. Of 3 rows 1 were accepted, 1 unknown, 1 not sent',
	]);
});

describe('rows with the same key', () => {
	test('a later row repeats the first row with the same key, and a row without a key repeats nothing', () => {
		const rows = [
			entry(0, { key: 'a' }),
			entry(1),
			entry(2, { key: 'b' }),
			entry(3, { key: 'a' }),
			entry(4),
			entry(5, { key: 'a' }),
		];
		const repeats = new Repeats();
		expect(rows.map((row) => repeats.firstOf(row, row.key)?.item)).toEqual([
			undefined,
			undefined,
			undefined,
			0,
			undefined,
			0,
		]);
	});

	test('the outcome of a repeat depends on the outcome of the first row', () => {
		const row = entry(3, { key: 'a' });
		const first = entry(0, { key: 'a' });
		const outcomeAfter = (outcome: Outcome | undefined) => outcomeOfRepeat(row, outcome);
		expect([
			outcomeAfter(undefined),
			outcomeAfter({ state: 'notSent' }),
			outcomeAfter(accepted('7')),
			outcomeAfter({ state: 'sentBefore' }),
		]).toEqual([
			{ state: 'notSent' },
			{ state: 'notSent' },
			{ state: 'sentBefore', byOther: true },
			{ state: 'sentBefore', byOther: true },
		]);
		for (const state of ['outsideHours', 'unknown'] as const)
			expect(outcomeAfter({ state, error: lost, batch: [first] })).toEqual({
				state,
				error: lost,
				batch: [row],
				byOther: true,
			});
		expect(outcomeAfter({ state: 'notAccepted', error: refused, batch: [first] })).toEqual({
			state: 'notAccepted',
			error: expect.objectContaining({
				message: 'An earlier row of this run has the same row key and was not accepted',
				kind: 'invalidInput',
				details: { advice: 'See the error of that row. This one can be sent again.' },
			}),
			batch: [row],
		});
	});
});
