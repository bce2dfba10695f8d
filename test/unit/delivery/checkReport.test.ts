/** What a check says a run would do. */
import { runDelivery } from '../../../nodes/IflytekAiCall/run/runDelivery';
import type { Delivery } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Entry, InvalidEntry } from '../../../nodes/IflytekAiCall/entry/entry';
import { InterruptedRowError, type Outcome } from '../../../nodes/IflytekAiCall/entry/outcomes';
import type { Finding } from '../../../nodes/shared/aiCall/finding';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import { InputError } from '../../../nodes/shared/failure';
import { clockAt, contextOf, deliveryOf, entriesTo, type Surroundings } from './context';

/** It is 22:00, outside these hours. */
const hours = readCallingHours('09:00-20:00', 'Asia/Shanghai');
const clock = clockAt(Date.parse('2026-11-23T22:00:00+08:00'));
const NOT_NOW = 'it is 22:00 in Asia/Shanghai, outside the Calling Hours 09:00-20:00';
const NOT_QUEUED =
	'Nothing is queued: run this again from Tue, Nov 24, 09:00 (UTC+8) on, or use a task, which waits.';
const PROBLEM = new InputError('Wrong number', 'Correct it.');
const OTHER_PROBLEM = new InputError('No name', 'Enter it.');
const SEND_OTHERS =
	'To send the others, set If Rows Have Problems under Options to Send the Others.';
const BLOCKED = `As long as a row has a problem, a run sends nothing. ${SEND_OTHERS}`;

const entry = entriesTo({ body: (rows) => ({ rows }), columns: [] });
const late = entriesTo({ body: (rows) => ({ rows }), columns: [], hours });
/** What a result shows of a row with this number. */
const shown = (phoneNumber: string) => ({ phoneNumber, row: {} });

interface Setup extends Surroundings {
	delivery?: Partial<Delivery>;
	/** The entries of each item. An Error is thrown. */
	entries: (Error | (Entry | InvalidEntry)[])[];
}

/** Checks. Returns the JSON of the results of each item, and the hints. */
async function check({ delivery, entries, ...surroundings }: Setup) {
	const { context, hints } = contextOf({
		items: entries.map((_one, item) => ({ item })),
		parameters: { options: {} },
		...surroundings,
	});
	const handle = await runDelivery(
		context,
		deliveryOf({
			clock,
			mode: 'check',
			sendOthers: surroundings.continueOnFail === true,
			async prepare(item) {
				const given = entries[item] ?? [];
				if (given instanceof Error) throw given;
				return await Promise.resolve(given);
			},
			...delivery,
		}),
	);
	const results = await Promise.all(
		entries.map(async (_one, item) => (await handle(item)).map(({ json }) => json)),
	);
	return {
		results,
		hints,
		states: results.map((items) => items.map(({ state }) => state)),
		messages: hints.map((hint) => (hint as { message: string }).message),
	};
}

/** A finding whose text also says what to do. */
const finding = (message: string, isWarning = true): Finding => ({
	message,
	text: `${message}. Mend it.`,
	isWarning,
});

test('a check sends nothing, and says what would happen', async () => {
	const { results, hints } = await check({
		entries: [
			[entry(0)],
			[late(1)],
			new InputError('No script', 'Choose one.'),
			[
				entry(3, { rowIndex: 0, key: 'k' }),
				entry(3, { rowIndex: 1, key: 'k', label: '1395', values: ['1395'] }),
				{ label: '138', problems: [PROBLEM, OTHER_PROBLEM], rowIndex: 2, original: 'x' },
			],
		],
		continueOnFail: true,
	});
	expect(results).toStrictEqual([
		[{ state: 'ready', note: 'Would be called', ...shown('1390') }],
		[
			{
				state: 'outsideHours',
				note: `Not now: ${NOT_NOW}. Nothing is queued`,
				...shown('1391'),
				from: '2026-11-24T09:00:00+08:00',
			},
		],
		[{ state: 'problem', note: 'No script', problems: ['No script. Choose one.'] }],
		[
			{ state: 'ready', note: 'Would be called', rowIndex: 0, ...shown('1393'), rowKey: 'k' },
			{
				state: 'sentBefore',
				note: 'An earlier row has the same row key (1393)',
				rowIndex: 1,
				...shown('1395'),
				rowKey: 'k',
			},
			{
				state: 'problem',
				phoneNumber: '138',
				note: 'Wrong number',
				rowIndex: 2,
				row: 'x',
				problems: ['Wrong number. Correct it.', 'No name. Enter it.'],
			},
		],
	]);
	expect(hints).toEqual([
		{
			message:
				'Check, nothing was sent: 2 ready to be called · 1 outside the calling times · 2 with problems (item 2, 138) · 1 sent before: their row key is that of an earlier row',
			location: 'outputPane',
		},
		{
			message: `1 of the rows cannot be called now: ${NOT_NOW}. ${NOT_QUEUED}`,
			type: 'warning',
			location: 'outputPane',
		},
	]);
});

test.each<[Setup['entries'], string[], string[]]>([
	[
		[[entry(0)], [{ problems: [PROBLEM], original: 1 }], [late(2)]],
		['ready', 'problem', 'outsideHours'],
		[
			'Check, nothing was sent: 1 ready to be called · 1 outside the calling times · 1 with problems ((empty))',
			BLOCKED,
			`1 of the rows cannot be called now: ${NOT_NOW}. ${NOT_QUEUED}`,
		],
	],
	[
		[[entry(0)], [late(1)]],
		['ready', 'outsideHours'],
		[
			'Check, nothing was sent: 1 ready to be called · 1 outside the calling times',
			`As long as some rows are outside the calling times, a run sends nothing. ${SEND_OTHERS}`,
			`1 of the rows cannot be called now: ${NOT_NOW}. ${NOT_QUEUED}`,
		],
	],
	[
		[[late(0)], [late(1)]],
		['outsideHours', 'outsideHours'],
		[
			'Check, nothing was sent: 0 ready to be called · 2 outside the calling times',
			`Nobody can be called now: ${NOT_NOW}. ${NOT_QUEUED}`,
		],
	],
	[
		[
			[entry(0)],
			...Array.from({ length: 6 }, (_none, index): InvalidEntry[] => [
				{ label: `${index}`, problems: [index < 5 ? PROBLEM : OTHER_PROBLEM], original: index },
			]),
		],
		['ready', ...Array.from({ length: 6 }, () => 'problem')],
		['Check, nothing was sent: 1 ready to be called · 6 with problems (0, 1, 2, 3, 4, …)', BLOCKED],
	],
	[
		[[entry(0)], [{ problems: [PROBLEM], original: 1 }], [{ problems: [PROBLEM], original: 2 }]],
		['ready', 'problem', 'problem'],
		[
			'Check, nothing was sent: 1 ready to be called · 2 with problems, all the same: Wrong number',
			BLOCKED,
		],
	],
])(
	'the hint of a check says why a run would send nothing, and no row does',
	async (entries, states, messages) => {
		const checked = await check({ entries });
		expect(checked.states.flat()).toEqual(states);
		if (states[0] === 'ready')
			expect(checked.results.flat()[0]).toEqual({
				state: 'ready',
				note: 'Would be called',
				...shown('1390'),
			});
		expect(checked.messages).toEqual(messages);
	},
);

describe('what was sent before', () => {
	const rows = [entry(0), entry(1, { key: 'k' }), entry(2)];
	const findSent = async () =>
		await Promise.resolve(
			new Map<Entry, Outcome>([
				[rows[1] as Entry, { state: 'sentBefore' }],
				[rows[2] as Entry, { state: 'unknown', error: new InterruptedRowError('How to check') }],
			]),
		);

	test.each([
		['onceADay', 'The same row was sent today', 'today'],
		['oncePerKey', 'Its row key was sent before', 'before'],
	] as const)('is shown by a check (%s)', async (repeat, note, when) => {
		const { results, messages } = await check({
			entries: rows.map((row) => [row]),
			delivery: { findSent, repeat: { repeat, sendInterrupted: false } },
		});
		expect(results).toEqual([
			[{ state: 'ready', note: 'Would be called', ...shown('1390') }],
			[{ state: 'sentBefore', note, ...shown('1391'), rowKey: 'k' }],
			[
				{
					state: 'unknown',
					note: 'It is not known whether an earlier execution has sent this row',
					...shown('1392'),
				},
			],
		]);
		expect(messages).toEqual([
			'Check, nothing was sent: 1 ready to be called · 1 unknown: It is not known whether an earlier execution has sent this row · 1 sent before',
			`1 row was sent ${when} and left out. To send it again, set Repeat to Each Run.`,
		]);
	});

	test('is asked for the rows that a run would send', async () => {
		const asked: (readonly Entry[])[] = [];
		const invalid: InvalidEntry = { problems: [PROBLEM], original: 1 };
		await check({
			entries: [[entry(0), invalid, entry(0, { neverCall: true })]],
			delivery: {
				findSent: async (given) => {
					asked.push(given);
					return await Promise.resolve(new Map());
				},
			},
		});
		expect(asked).toEqual([[entry(0)]]);
	});
});

describe('findings', () => {
	test('that apply to all rows of the run are shown once', async () => {
		const occupied = finding('The line is occupied');
		const unpublished = finding('The script is not published', false);
		const { results, hints } = await check({
			entries: [[entry(0)], [entry(1)]],
			delivery: { checks: { ofItem: () => [() => [occupied, unpublished]] } },
		});
		const row = { state: 'problem', note: 'The script is not published' };
		expect(results).toEqual([
			[{ ...row, ...shown('1390'), problems: [unpublished.text], warnings: [occupied.text] }],
			[{ ...row, ...shown('1391') }],
		]);
		expect(hints).toEqual([
			{
				message:
					'Check, nothing was sent: 0 ready to be called · 2 with problems, all the same: The script is not published',
				location: 'outputPane',
			},
			{ message: occupied.text, type: 'warning', location: 'outputPane' },
			{ message: unpublished.text, type: 'warning', location: 'outputPane' },
		]);
	});

	test('of an item and of an entry are shown with it', async () => {
		const other = entriesTo({ body: (rows) => ({ rows }), columns: [] });
		const { results } = await check({
			entries: [[entry(0)], [other(1)]],
			delivery: {
				checks: {
					ofItem: (item) => [
						() => [finding(`script of ${item}`), finding('twice')],
						async () => await Promise.resolve([finding('twice')]),
						() => undefined,
						() => (item === 1 ? [finding('no line', false)] : []),
					],
					ofEntry: ({ item }) => (item > 0 ? [finding('repeated')] : []),
				},
			},
		});
		const texts = (...messages: string[]) => messages.map((message) => `${message}. Mend it.`);
		expect(results).toEqual([
			[
				{
					state: 'ready',
					note: 'Would be called. script of 0',
					...shown('1390'),
					warnings: texts('script of 0', 'twice'),
				},
			],
			[
				{
					state: 'problem',
					note: 'no line',
					...shown('1391'),
					problems: texts('no line'),
					warnings: texts('repeated', 'script of 1'),
				},
			],
		]);
	});

	test('of an entry that are also those of the run are shown once', async () => {
		const occupied = finding('The line is occupied');
		const { results, messages } = await check({
			entries: [[entry(0)], [entry(1)]],
			delivery: {
				checks: { ofItem: () => [], ofRun: () => [occupied], ofEntry: () => [occupied] },
			},
		});
		const row = { state: 'ready', note: 'Would be called' };
		expect(results).toEqual([
			[{ ...row, ...shown('1390'), warnings: [occupied.text] }],
			[{ ...row, ...shown('1391') }],
		]);
		expect(messages).toEqual(['Check, nothing was sent: 2 ready to be called', occupied.text]);
	});

	test('of a step that throws are its error', async () => {
		const ofItem = () => [
			() => {
				throw new InputError('No voice', 'Choose one.');
			},
		];
		expect(
			(await check({ entries: [[entry(0)]], delivery: { checks: { ofItem } } })).results,
		).toEqual([
			[
				{
					state: 'problem',
					note: 'No voice',
					...shown('1390'),
					problems: ['No voice. Choose one.'],
				},
			],
		]);
	});

	test('of an item without rows are shown by none', async () => {
		expect((await check({ entries: [[entry(0)], []] })).states).toEqual([['ready'], []]);
	});
});

test('what happens afterwards is said once in the hint, and by the first row that is sent', async () => {
	const checked = await check({
		entries: [[entry(0)], [entry(1)]],
		delivery: {
			checks: {
				ofItem: () => [],
				afterwards: () => 'Calls begin at nine',
				alsoShown: () => ({ more: 1 }),
			},
		},
	});
	expect(checked.results).toEqual([
		[{ state: 'ready', note: 'Would be called. Calls begin at nine', ...shown('1390'), more: 1 }],
		[{ state: 'ready', note: 'Would be called', ...shown('1391'), more: 1 }],
	]);
	expect(checked.messages).toEqual([
		'Check, nothing was sent: 2 ready to be called. Calls begin at nine.',
	]);
});
