/** What a check says a run would do. */
import { deliverEntries } from '../../../nodes/IflytekAiCall/deliver/deliverEntries';
import type { Before } from '../../../nodes/IflytekAiCall/entry/before';
import type { Delivery, OpenDelivery } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Entry, InvalidEntry, Row } from '../../../nodes/IflytekAiCall/entry/entry';
import { problem, warning } from '../../../nodes/shared/aiCall/finding';
import { LookupError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import { Failure, InputError } from '../../../nodes/shared/failure';
import {
	clockAt,
	contextOf,
	deliveryOf,
	entriesTo,
	noneIsSent,
	TASK_NAMES,
	type Surroundings,
} from './context';

/** It is 22:00, outside these hours. */
const hours = readCallingHours('09:00-20:00', 'Asia/Shanghai');
const clock = clockAt(Date.parse('2026-11-23T22:00:00+08:00'));
const at = '2026-11-23T14:00:00.000Z';
const NOT_NOW = 'it is 22:00 in Asia/Shanghai, outside the Calling Hours 09:00-20:00';
const FROM = 'from Tue, Nov 24, 09:00 (UTC+8) on, or use a task, which waits.';
const PROBLEM = new InputError('Wrong number', 'Correct it.');
const OTHER_PROBLEM = new InputError('No name', 'Enter it.');
const SEND_OTHERS =
	'To send the others, set If Rows Have Problems under Options to Send the Others.';
const BLOCKED = `As long as a row has a problem, a run sends nothing. ${SEND_OTHERS}`;

const entry = entriesTo({ body: (rows) => ({ rows }), columns: [] });
const late = entriesTo({ body: (rows) => ({ rows }), columns: [], hours });
/** What a result shows of a row with this number. */
const shown = (phoneNumber: string) => ({ phoneNumber, row: {} });
const READY = { state: 'ready', reason: 'Would be called', at };

interface Setup extends Surroundings {
	delivery?: Partial<Delivery>;
	/** The rows of each item. An Error is thrown. */
	rows: (Error | Row[])[];
	/** What is known of rows from before. */
	lookUp?: OpenDelivery['lookUp'];
}

/** Checks. Returns the JSON of the results of each item, and the hints. */
async function check({ delivery, rows, lookUp, ...surroundings }: Setup) {
	const { context, hints } = contextOf({
		items: rows.map((_one, item) => ({ item })),
		parameters: { options: {} },
		...surroundings,
	});
	const handle = await deliverEntries(
		context,
		deliveryOf({
			clock,
			mode: 'check',
			sendOthers: surroundings.continueOnFail === true,
			async prepare(item) {
				const given = rows[item] ?? [];
				if (given instanceof Error) throw given;
				return await Promise.resolve(given);
			},
			open: async () => await Promise.resolve({ send: noneIsSent, ...(lookUp && { lookUp }) }),
			...delivery,
		}),
	);
	const results = await Promise.all(
		rows.map(async (_one, item) => (await handle(item)).map(({ json }) => json)),
	);
	return {
		results,
		hints,
		states: results.map((items) => items.map(({ state }) => state)),
		messages: hints.map((hint) => (hint as { message: string }).message),
	};
}

test('a check sends nothing, and shows what is decided on each row', async () => {
	const { results, hints } = await check({
		rows: [
			[entry(0)],
			[late(1)],
			new InputError('No script', 'Choose one.'),
			[
				entry(3, { rowIndex: 0, key: 'k' }),
				entry(3, { rowIndex: 1, key: 'k', label: '1395', values: ['1395'] }),
				{
					item: 3,
					label: '138',
					problems: [PROBLEM, OTHER_PROBLEM],
					rowIndex: 2,
					original: 'x',
				},
				entry(3, { rowIndex: 3, neverCall: true }),
				{ item: 3, rowIndex: 4, problems: [PROBLEM], original: '', isBlank: true },
			],
		],
		continueOnFail: true,
	});
	expect(results).toStrictEqual([
		[{ ...READY, ...shown('1390') }],
		[
			{
				state: 'outsideHours',
				reason: `It is ${NOT_NOW.slice('it is '.length)}`,
				advice: 'Send it from 2026-11-24T09:00:00+08:00 on, or use a task, which waits.',
				retryAt: '2026-11-24T09:00:00+08:00',
				...shown('1391'),
				at,
			},
		],
		[{ state: 'problem', reason: 'No script', advice: 'Choose one.', at }],
		[
			{ ...READY, rowIndex: 0, ...shown('1393'), rowKey: 'k' },
			{
				state: 'duplicate',
				reason: 'Another row has the same row key (1393)',
				rowIndex: 1,
				duplicateOf: '1393',
				...shown('1395'),
				rowKey: 'k',
				at,
			},
			{
				state: 'problem',
				phoneNumber: '138',
				reason: 'Wrong number',
				rowIndex: 2,
				advice: 'Correct it.',
				row: 'x',
				problems: ['Wrong number. Correct it.', 'No name. Enter it.'],
				at,
			},
			{
				state: 'neverCall',
				reason: 'The number is on the do-not-call list',
				rowIndex: 3,
				...shown('1393'),
				at,
			},
			{ state: 'blank', reason: 'The row is blank', rowIndex: 4, row: '', at },
		],
	]);
	expect(results.flat(2).map((json) => Object.keys(json)[0])).toEqual(
		Array.from({ length: 8 }, () => 'state'),
	);
	expect(hints).toEqual([
		{
			message:
				'Check, nothing was sent: 2 ready to be called · 1 outside the calling times · 2 with problems (item 3, 138) · 1 on the do-not-call list · 1 with the number or key of another row · 1 blank',
			location: 'outputPane',
		},
		{
			message: `1 row cannot be called now: ${NOT_NOW}. Nothing is queued. Send only these ${FROM}`,
			type: 'warning',
			location: 'outputPane',
		},
	]);
});

const invalid = (item: number, label: string | undefined, failure = PROBLEM): InvalidEntry => ({
	item,
	label,
	problems: [failure],
	original: item,
});
test.each<[string, Setup['rows'], string[], string[]]>([
	[
		'a problem and the hours',
		[[entry(0)], [invalid(1, undefined)], [late(2)]],
		['ready', 'problem', 'outsideHours'],
		[
			'Check, nothing was sent: 1 ready to be called · 1 outside the calling times · 1 with problems (item 2)',
			BLOCKED,
			`1 row cannot be called now: ${NOT_NOW}. Nothing is queued. Send only these ${FROM}`,
		],
	],
	[
		'the hours',
		[[entry(0)], [late(1)]],
		['ready', 'outsideHours'],
		[
			'Check, nothing was sent: 1 ready to be called · 1 outside the calling times',
			`As long as some rows are outside the calling times, a run sends nothing. ${SEND_OTHERS}`,
			`1 row cannot be called now: ${NOT_NOW}. Nothing is queued. Send only these ${FROM}`,
		],
	],
	[
		'the hours of all rows',
		[[late(0)], [late(1)]],
		['outsideHours', 'outsideHours'],
		[
			'Check, nothing was sent: 0 ready to be called · 2 outside the calling times',
			`2 rows cannot be called now: ${NOT_NOW}. Nothing is queued. Run it again ${FROM}`,
		],
	],
	[
		'many problems',
		[
			[entry(0)],
			...Array.from({ length: 8 }, (_none, index): Row[] => [
				invalid(index + 1, `${index}`, index < 5 ? PROBLEM : OTHER_PROBLEM),
			]),
		],
		['ready', ...Array.from({ length: 8 }, () => 'problem')],
		[
			'Check, nothing was sent: 1 ready to be called · 8 with problems (0, 1, 2, 3, 4, 5 and 2 more)',
			BLOCKED,
		],
	],
	[
		'one problem of several rows',
		[[entry(0)], [invalid(1, undefined)], [invalid(2, undefined)]],
		['ready', 'problem', 'problem'],
		['Check, nothing was sent: 1 ready to be called · 2 with problems: Wrong number', BLOCKED],
	],
])(
	'the hint of a check says why a run would send nothing, and no row does: %s',
	async (_name, rows, states, messages) => {
		const checked = await check({ rows });
		expect(checked.states.flat()).toEqual(states);
		if (states[0] === 'ready')
			expect(checked.results.flat()[0]).toEqual({ ...READY, ...shown('1390') });
		expect(checked.messages).toEqual(messages);
	},
);

test('a check of tasks counts each once, and says what On Error does', async () => {
	const task = entriesTo({ body: (rows) => ({ rows }), shown: { taskName: 'Spring' } });
	const distinct = 'same';
	const { results, messages } = await check({
		rows: [
			[task(0, { distinct })],
			[task(1, { distinct })],
			[{ item: 2, label: 'Summer', problems: [OTHER_PROBLEM] }],
		],
		delivery: { names: TASK_NAMES },
	});
	expect(results).toEqual([
		[{ state: 'ready', taskName: 'Spring', reason: 'Would be created' }],
		[{ state: 'ready', taskName: 'Spring', reason: 'Shares the task of an earlier item' }],
		[{ state: 'problem', reason: 'No name', advice: 'Enter it.' }],
	]);
	expect(messages).toEqual([
		'Check, nothing was sent: 1 task ready to be created for 2 items · 1 with problems (Summer)',
		'As long as a task has a problem, a run creates none. To create the others, set On Error under Settings to Continue (using error output).',
	]);
});

describe('what was sent before', () => {
	const rows = [entry(0), entry(1, { key: 'k' }), entry(2), entry(3)];
	const known: readonly (Before | undefined)[] = [
		undefined,
		{ was: 'sent', task: 't1' },
		{ was: 'inDoubt', doubt: { why: 'interrupted' } },
		{ was: 'waiting', task: 't2' },
	];
	const lookUp = async (asked: readonly Entry[]) =>
		await Promise.resolve(
			new Map(
				asked.flatMap((row): [Entry, Before][] => {
					const before = known[row.item];
					return before ? [[row, before]] : [];
				}),
			),
		);

	test.each([
		['sameValues', 'It was called today'],
		['sentKey', 'Its row key was sent before'],
	] as const)('is shown by a check (%s)', async (skip, reason) => {
		const { results, messages } = await check({
			rows: rows.map((row) => [row]),
			lookUp,
			delivery: {
				skip: { skip, allowsDuplicates: false, sendInterrupted: false },
				sendOthers: true,
			},
		});
		expect(results).toEqual([
			[{ ...READY, ...shown('1390') }],
			[{ state: 'sentBefore', reason, task_id: 't1', ...shown('1391'), rowKey: 'k', at }],
			[
				{
					state: 'unknown',
					reason: 'It is not known whether an earlier execution sent it',
					advice: expect.stringMatching(/^Look in .* which were called\. Remove these/) as string,
					...shown('1392'),
					at,
				},
			],
			[
				{
					state: 'notSent',
					reason: 'An earlier execution added it to task t2, which was not started',
					advice: 'Start that task (Task: Start), or delete it (Task: Delete) and run this again.',
					...shown('1393'),
					at,
				},
			],
		]);
		expect(messages).toEqual([
			'Check, nothing was sent: 1 ready to be called · 1 unknown: It is not known whether an earlier execution sent it · 1 not sent: An earlier execution added it to task t2, which was not started · 1 sent before',
			'1 row was sent before and left out. To send it again, set Skip Customers to None for one run.',
		]);
	});

	test('says nothing of problems that do not matter for it', async () => {
		const ofItem = () => [
			() => [problem('No voice', 'Choose one.'), problem('No line', 'Choose.')],
		];
		const { results } = await check({
			rows: [[entry(3)], [entry(0)]],
			lookUp,
			delivery: { checks: { ofItem } },
		});
		expect(results.flat().map(({ state, problems }) => [state, problems])).toEqual([
			['notSent', undefined],
			['problem', ['No voice. Choose one.', 'No line. Choose.']],
		]);
	});

	test('is not asked for rows that cannot be identified or are left out anyway', async () => {
		const asked: (readonly Entry[])[] = [];
		const open = jest.fn(
			async (): Promise<OpenDelivery> =>
				await Promise.resolve({
					send: noneIsSent,
					lookUp: async (given) => {
						asked.push(given);
						return await Promise.resolve(new Map());
					},
				}),
		);
		const never = entry(0, { neverCall: true });
		await check({ rows: [[entry(0), invalid(0, '1'), never]], delivery: { open } });
		expect(asked).toEqual([[entry(0)]]);
		expect(open).toHaveBeenCalledTimes(1);
		expect(open).toHaveBeenCalledWith([entry(0)]);
	});

	test('is sent again with Send Interrupted Rows, and a check says that it is on', async () => {
		const { messages, hints } = await check({
			rows: [[entry(0)]],
			delivery: { skip: { skip: 'sameValues', allowsDuplicates: false, sendInterrupted: true } },
		});
		expect(hints).toMatchObject([{}, { type: 'warning' }]);
		expect(messages).toEqual([
			'Check, nothing was sent: 1 ready to be called',
			'Send Interrupted Rows is on: rows in doubt are sent. Turn it off after this run.',
		]);
	});
});

describe('findings', () => {
	const occupied = warning('The line is occupied', 'Wait.');
	const unpublished = problem('The script is not published', 'Publish it.');

	test('that apply to all rows of the run are shown once', async () => {
		const { results, hints } = await check({
			rows: [[entry(0)], [entry(1)]],
			delivery: { checks: { ofItem: () => [() => [occupied, unpublished]] } },
		});
		const row = {
			state: 'problem',
			reason: 'The script is not published',
			advice: 'Publish it.',
			at,
		};
		expect(results).toEqual([
			[{ ...row, ...shown('1390'), runWarnings: [occupied.text] }],
			[{ ...row, ...shown('1391') }],
		]);
		expect(hints).toEqual([
			{
				message:
					'Check, nothing was sent: 0 ready to be called · 2 with problems: The script is not published',
				location: 'outputPane',
			},
			{ message: occupied.text, type: 'warning', location: 'outputPane' },
			{ message: unpublished.text, type: 'warning', location: 'outputPane' },
		]);
	});

	test('that apply to all rows are all shown by each, if they are problems', async () => {
		const noVoice = problem('No voice', 'Choose one.');
		const { results, messages } = await check({
			rows: [[entry(0)]],
			delivery: { checks: { ofItem: () => [() => [unpublished, occupied, noVoice]] } },
		});
		expect(results).toEqual([
			[
				{
					state: 'problem',
					reason: unpublished.message,
					advice: 'Publish it.',
					...shown('1390'),
					problems: [unpublished.text, noVoice.text],
					runWarnings: [occupied.text],
					at,
				},
			],
		]);
		expect(messages.slice(1)).toEqual([unpublished.text, occupied.text, noVoice.text]);
	});

	test('of an item and of an entry are shown with it', async () => {
		const other = entriesTo({ body: (rows) => ({ rows }), columns: [] });
		const twice = warning('twice', 'Mend it.');
		const noLine = problem('no line', 'Mend it.');
		const { results } = await check({
			rows: [[entry(0)], [other(1), { item: 1, problems: [PROBLEM], original: 'x' }]],
			delivery: {
				checks: {
					ofItem: (item) => [
						() => [warning(`script of ${item}`, 'Mend it.'), twice],
						async () => await Promise.resolve([twice]),
						() => undefined,
						() => (item === 1 ? [noLine] : []),
					],
					ofEntry: ({ item }) => [warning(`repeated ${item}`, 'Mend it.')],
				},
			},
		});
		const texts = (...messages: string[]) => messages.map((message) => `${message}. Mend it.`);
		expect(results).toEqual([
			[
				{
					...READY,
					...shown('1390'),
					warnings: texts('repeated 0', 'script of 0'),
					runWarnings: texts('twice'),
				},
			],
			[
				{
					state: 'problem',
					reason: 'no line',
					advice: 'Mend it.',
					...shown('1391'),
					warnings: texts('script of 1'),
					at,
				},
				{
					state: 'problem',
					reason: 'Wrong number',
					advice: 'Correct it.',
					row: 'x',
					problems: ['Wrong number. Correct it.', 'no line. Mend it.'],
					warnings: texts('script of 1'),
					at,
				},
			],
		]);
	});

	test('that keep the whole run from being sent are the reason of each row that is ready', async () => {
		const tooMany = problem('Too many rows', 'Send fewer.');
		const { results, messages } = await check({
			rows: [[entry(0)], [invalid(1, '138')], [late(2)]],
			delivery: { checks: { ofItem: () => [], ofRun: () => [tooMany] } },
		});
		expect(results.flat()).toMatchObject([
			{ state: 'problem', reason: 'Too many rows', advice: 'Send fewer.' },
			{ state: 'problem', reason: 'Wrong number', advice: 'Correct it.' },
			{ state: 'outsideHours' },
		]);
		expect(messages.slice(0, 2)).toEqual([
			'Check, nothing was sent: 0 ready to be called · 1 outside the calling times · 2 with problems (1390, 138)',
			'Too many rows. Send fewer.',
		]);
	});

	test('of the run are asked for the rows that may be sent', async () => {
		const ofRun = jest.fn(() => []);
		const [first, never] = [entry(0), entry(0, { neverCall: true })];
		await check({
			rows: [[first, never, invalid(0, '1'), late(0)]],
			delivery: { checks: { ofItem: () => [], ofRun } },
		});
		expect(ofRun.mock.calls).toEqual([[[first, late(0)]]]);
	});

	test('of a step that throws are its error', async () => {
		const ofItem = () => [
			() => {
				throw new InputError('No voice', 'Choose one.');
			},
		];
		expect((await check({ rows: [[entry(0)]], delivery: { checks: { ofItem } } })).results).toEqual(
			[[{ state: 'problem', reason: 'No voice', advice: 'Choose one.', ...shown('1390'), at }]],
		);
	});

	test('for which the platform could not be asked end a check', async () => {
		const failed = new LookupError(new Failure('away', 'unavailable'));
		const ofItem = () => [async () => await Promise.reject(failed)];
		for (const sendOthers of [false, true])
			await expect(
				check({ rows: [[entry(0)]], delivery: { checks: { ofItem }, sendOthers } }),
			).rejects.toBe(failed);
	});

	test('of an item without rows are shown by none', async () => {
		expect((await check({ rows: [[entry(0)], []] })).states).toEqual([['ready'], []]);
	});
});

test('what happens afterwards is said by each row that would be sent, and once in the hint', async () => {
	const afterwards = 'Calls begin at nine';
	const alsoShown = () => ({ more: 1 });
	const checked = await check({
		rows: [[entry(0)], [entry(1), entry(1, { neverCall: true })]],
		delivery: { checks: { ofItem: () => [], afterwards: () => afterwards, alsoShown } },
	});
	expect(checked.results).toEqual([
		[{ ...READY, ...shown('1390'), afterwards, more: 1 }],
		[
			{ ...READY, ...shown('1391'), afterwards, more: 1 },
			{
				state: 'neverCall',
				reason: 'The number is on the do-not-call list',
				...shown('1391'),
				at,
			},
		],
	]);
	expect(checked.messages).toEqual([
		'Check, nothing was sent: 2 ready to be called · 1 on the do-not-call list. Calls begin at nine.',
	]);
	const apart = await check({
		rows: [[entry(0)], [entry(1)]],
		delivery: { checks: { ofItem: () => [], afterwards: ({ item }) => `At ${item}` } },
	});
	expect(apart.messages).toEqual(['Check, nothing was sent: 2 ready to be called']);
});
