import { beginDelivery } from '../../../nodes/IflytekAiCall/batch/beginDelivery';
import type { Delivery } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Destination, Entry, InvalidEntry } from '../../../nodes/IflytekAiCall/entry/entry';
import type { Finding } from '../../../nodes/shared/aiCall/finding';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import { systemClock } from '../../../nodes/shared/n8n/requests/clock';
import { LookupError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { Failure, InputError, TransportError } from '../../../nodes/shared/failure';
import type { AiCallClient } from '../../../nodes/shared/aiCall/transport/aiCallClient';
import { contextOf, entriesTo, PLACE_NAMES, type Surroundings } from './context';

/** It is 22:00, outside these hours. */
const DAYTIME = readCallingHours('09:00-20:00', 'Asia/Shanghai');
const clock = { ...systemClock, date: () => Date.parse('2026-11-23T22:00:00+08:00') };
const NOT_NOW = 'it is 22:00 in Asia/Shanghai, outside the Calling Hours 09:00-20:00';
const NOT_QUEUED =
	'Nothing is queued: run this again from Tue, Nov 24, 09:00 (UTC+8) on, or use a task, which waits.';
const PROBLEM = new InputError('Wrong number', 'Correct it.');
const BLOCKED = 'As long as a row has a problem, a run sends nothing.';
const SEND_OTHERS =
	'To send the others, set If Rows Have Problems under Options to Send the Others.';
const OTHER_PROBLEM = new InputError('No name', 'Enter it.');

interface Setup extends Surroundings {
	delivery?: Partial<Delivery>;
	/** The entries of each item. A text stands for one entry to the destination of this name. An Error is thrown. */
	entries: (string | Error | (Entry | InvalidEntry)[])[];
	/** The platform's error for a request with these numbers; undefined if it accepts them. */
	platform?: (numbers: string[]) => Error | undefined;
	/** How many row keys are remembered; undefined if rows have no keys. */
	remembered?: number;
}

const destinations = new Map<string, Destination>();
/** The destination of this name. Nothing may be sent now to the destination `late`. */
function to(name: string): Destination {
	const known: Destination = destinations.get(name) ?? {
		body: (rows) => ({ target: name, rows }),
		columns: [],
		hours: name === 'late' ? DAYTIME : undefined,
	};
	destinations.set(name, known);
	return known;
}

const entry = entriesTo(to('a'));

/** What a result shows of a row with this number. */
const shown = (phoneNumber: string) => ({ phoneNumber, row: {} });
/** Why and when the platform's answer decided the outcome of a row. */
const AUDIT = { reason: 'platform', at: '2026-11-23T14:00:00.000Z' };

/** Runs a delivery. Returns the result or the error of each item, the requests, and the hints. */
async function begun({ delivery, entries, platform, remembered, ...surroundings }: Setup) {
	const requests: string[][] = [];
	const client: AiCallClient = async (_method, body) => {
		const numbers = (body.rows as string[][]).map(([number = '']) => number);
		requests.push(numbers);
		const error = platform?.(numbers);
		if (error) throw error;
		return await Promise.resolve({
			code: '0',
			message: '',
			result: {
				total: numbers.length,
				task_data_ids: numbers.map((number) => `id${number}`),
			},
			sent: { code: 0 },
		});
	};
	const { context, hints } = contextOf({
		items: entries.map((_one, item) => ({ item })),
		parameters: { simplify: true, options: {} },
		...surroundings,
	});
	const handle = await beginDelivery(context, client, {
		names: PLACE_NAMES,
		clock,
		sent: { rememberedKeys: remembered },
		async prepare(item) {
			const given = entries[item] ?? [];
			if (given instanceof Error) throw given;
			return await Promise.resolve(
				typeof given === 'string' ? [entry(item, { destination: to(given) })] : given,
			);
		},
		mode: 'real',
		sendOthers: surroundings.continueOnFail === true,
		checks: { ofItem: () => [] },
		...delivery,
	});
	const results = await Promise.all(
		entries.map(async (_one, item) => await handle(item).catch((error: unknown) => error)),
	);
	return { results, requests, hints };
}

const messagesOf = (hints: unknown[]) => hints.map((hint) => (hint as { message: string }).message);

const json = (results: unknown[]) =>
	results.map((result) =>
		Array.isArray(result) ? result.map((item: { json: unknown }) => item.json) : result,
	);

describe('a delivery', () => {
	test('a delivery returns the result of each entry', async () => {
		const { results } = await begun({
			entries: ['a', [entry(1), entry(1, { label: '1395', values: ['1395'], rowIndex: 1 })], []],
		});
		expect(results).toEqual([
			[{ json: { state: 'accepted', ...shown('1390'), task_data_id: 'id1390', ...AUDIT } }],
			[
				{ json: { state: 'accepted', ...shown('1391'), task_data_id: 'id1391', ...AUDIT } },
				{ json: { state: 'accepted', ...shown('1395'), task_data_id: 'id1395', ...AUDIT } },
			],
			[],
		]);
	});

	test('a delivery reads no item after the execution was stopped', async () => {
		const prepare = jest.fn(async () => await Promise.resolve([entry(0)]));
		const { results, requests } = await begun({
			entries: ['a', 'a'],
			stopped: AbortSignal.abort(),
			delivery: { prepare },
		});
		expect(prepare).not.toHaveBeenCalled();
		expect([results, requests]).toEqual([[[], []], []]);
	});

	test('a delivery returns the response if Simplify is off, and the row key if the row has a key', async () => {
		const keyed = [entry(0, { key: 'k' }), entry(0, { key: 'k' })];
		expect(
			json((await begun({ entries: ['a'], parameters: { simplify: false } })).results),
		).toEqual([[{ state: 'accepted', task_data_id: 'id1390', response: { code: 0 }, ...AUDIT }]]);
		expect(json((await begun({ entries: [keyed], remembered: 100 })).results)).toEqual([
			[
				{ ...shown('1390'), task_data_id: 'id1390', rowKey: 'k', state: 'accepted', ...AUDIT },
				{ ...shown('1390'), rowKey: 'k', state: 'sentBefore', ...AUDIT, reason: 'rowKey' },
			],
		]);
	});

	test('a delivery refuses to run if there are more rows with keys than keys are remembered', async () => {
		const many = Array.from({ length: 3 }, () => entry(0, { key: 'k' }));
		await expect(begun({ entries: [many], remembered: 2 })).rejects.toThrow(
			'There are 3 rows with keys, but only 2 keys are remembered',
		);
		// If the run continues on errors, only the rows beyond that number fail.
		const different = ['k', 'l', 'm'].map((key, index) =>
			entry(0, { key, values: [`139${index}`] }),
		);
		const { results } = await begun({ entries: [different], remembered: 2, continueOnFail: true });
		expect(json(results)).toMatchObject([
			[
				{ task_data_id: 'id1390' },
				{ task_data_id: 'id1391' },
				{ error: expect.stringMatching(/^There are 3 rows/) },
			],
		]);
	});
});

describe('a delivery with an invalid item', () => {
	const entries = [
		'a',
		new InputError('No script', 'Choose one.'),
		[
			entry(2, { rowIndex: 0 }),
			{ problems: [PROBLEM, OTHER_PROBLEM], rowIndex: 1, original: { tel: 'x' } },
		],
		[{ problems: [OTHER_PROBLEM], original: 7 }],
	] satisfies Setup['entries'];

	test('nothing is sent, and the error of an invalid row names the other invalid items', async () => {
		const { results, requests } = await begun({ entries });
		expect(requests).toEqual([]);
		expect(results).toMatchObject([
			[],
			{
				message: 'No script',
				description:
					'Nothing was sent. 2 other items are also invalid: 2, 3 (zero-based). Choose one.',
				context: {
					itemIndex: 1,
					data: {
						state: 'problem',
						kind: 'invalidInput',
						advice:
							'Nothing was sent. 2 other items are also invalid: 2, 3 (zero-based). Choose one.',
					},
				},
			},
			[],
			[],
		]);
		const row = await begun({ entries: entries.slice(2) });
		expect(row.results).toMatchObject([
			{
				message: 'Row 1 (zero-based): Wrong number',
				description: 'Nothing was sent. 1 other item is also invalid: 1 (zero-based). Correct it.',
				context: { data: { state: 'problem', rows: [{ tel: 'x' }] } },
			},
			[],
		]);
	});

	test.each<[number, string]>([
		[1, 'Nothing was sent. Enter it.'],
		[2, 'Nothing was sent. 1 other item is also invalid: 1 (zero-based). Enter it.'],
	])('if %d items are invalid, the first one has the advice "%s"', async (count, advice) => {
		const { results } = await begun({
			entries: Array.from({ length: count }, () => [{ problems: [OTHER_PROBLEM], original: 7 }]),
		});
		expect(results[0]).toMatchObject({
			description: advice,
			context: { data: { advice, state: 'problem' } },
		});
		expect(results[0]).not.toHaveProperty('context.data.rows');
	});

	test('if many items are invalid, the error lists the first of them and counts the others', async () => {
		const { results } = await begun({
			entries: Array.from({ length: 1000 }, () => new InputError('No script', 'Choose one.')),
		});
		const listed = Array.from({ length: 50 }, (_, index) => index + 1).join(', ');
		expect(results[0]).toMatchObject({
			description: `Nothing was sent. 999 other items are also invalid: ${listed} and 949 more (zero-based). Choose one.`,
		});
	});

	test('the error of the only item has its own advice alone', async () => {
		const { results } = await begun({ entries: [new InputError('No script', 'Choose one.')] });
		expect(results).toMatchObject([
			{ description: 'Choose one.', context: { data: { advice: 'Choose one.' } } },
		]);
	});

	test('if an invalid item has no advice, the error only says that nothing was sent', async () => {
		const noAdvice = new Failure('No script', 'invalidInput');
		const { results } = await begun({ entries: [noAdvice, 'a'] });
		const advice = 'Nothing was sent.';
		expect(results).toMatchObject([{ description: advice, context: { data: { advice } } }, []]);
	});

	test('an error of n8n in one of several items stays as n8n has it', async () => {
		const { results } = await begun({ entries: [new Error('Broken expression'), 'a'] });
		expect(results).toMatchObject([{ message: 'Broken expression', description: undefined }, []]);
	});

	test('the valid rows are sent if the run continues on errors', async () => {
		const now = new Date('2026-11-23T09:00:00Z');
		const delivery = { clock: { ...systemClock, date: () => now.getTime() } };
		const { results, requests, hints } = await begun({ entries, continueOnFail: true, delivery });
		expect(requests).toEqual([['1390', '1392']]);
		expect(messagesOf(hints)[0]).toBe('2 accepted · 3 with problems (item 1, (empty), (empty))');
		expect(results).toMatchObject([
			[{ json: { ...shown('1390'), task_data_id: 'id1390' } }],
			[
				{
					json: {
						error: 'No script',
						details: { state: 'problem', reason: 'input', at: now.toISOString() },
					},
					pairedItem: { item: 1 },
				},
			],
			[
				{ json: { ...shown('1392'), task_data_id: 'id1392' } },
				{
					json: {
						error: 'Row 1 (zero-based): Wrong number',
						details: { state: 'problem', rows: [{ tel: 'x' }] },
					},
					pairedItem: 2,
				},
			],
			[
				{
					json: { error: 'No name', details: { state: 'problem', advice: 'Enter it.' } },
					pairedItem: { item: 3 },
				},
			],
		]);
	});

	test('an error of n8n itself keeps its message and is marked as a problem', async () => {
		const foreign = Object.assign(new Error('bad expression'), { description: 'unused' });
		const { results } = await begun({ entries: [foreign], continueOnFail: true });
		expect(json(results)).toMatchObject([
			[{ error: 'bad expression', details: { state: 'problem', kind: 'unexpected' } }],
		]);
	});
});

describe('what is sent does not depend on On Error', () => {
	const entries = [
		'a',
		[{ label: '138', problems: [PROBLEM], original: 'x' }],
		new InputError('No script', 'Choose one.'),
		[entry(3, { duplicateOf: entry(0) })],
	] satisfies Setup['entries'];

	test('if the others are not sent, good rows come out as not sent beside the invalid ones', async () => {
		const { results, requests, hints } = await begun({
			entries,
			continueOnFail: true,
			delivery: { sendOthers: false },
		});
		expect(requests).toEqual([]);
		expect(json(results)).toMatchObject([
			[
				{
					error: 'Not sent: another row failed or has a problem, or the execution was stopped',
					details: { state: 'notSent' },
				},
			],
			[{ error: 'Wrong number', details: { state: 'problem' } }],
			[{ error: 'No script', details: { state: 'problem' } }],
			[
				{
					error: 'An earlier row has the same number (1390)',
					details: { state: 'duplicate', duplicateOf: '1390' },
				},
			],
		]);
		expect(hints).toEqual([
			{
				message:
					'0 accepted · 1 not sent · 2 with problems (138, item 2) · 1 with the number of an earlier row',
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	test('a query that failed for any item stops a run that sends all or nothing', async () => {
		const failed = new LookupError(new Failure('away', 'unavailable'));
		await expect(begun({ entries: ['a', failed, 'a'] })).rejects.toBe(failed);
	});

	test('if all rows that can be sent were sent before, they are results beside those with problems', async () => {
		const { results, requests } = await begun({
			entries: [[entry(0, { key: 'k' })], [{ label: '138', problems: [PROBLEM], original: 'x' }]],
			delivery: { sendOthers: true },
			remembered: 100,
			stored: new Set(['begun key k', 'sent key k']),
		});
		expect(requests).toEqual([]);
		expect(json(results).flat()).toMatchObject([{ state: 'sentBefore' }, { state: 'problem' }]);
	});

	test('of rows with the same text only the first is sent, and the others are duplicates of it', async () => {
		const { results, requests } = await begun({
			entries: ['x', 'y', 'x', undefined, undefined, 'x'].map((distinct, item) => [
				entry(item, { distinct, values: [`139${item}`, ' ', 'Ms Wang'] }),
			]),
		});
		expect(requests).toEqual([['1390', '1391', '1393', '1394']]);
		expect(json(results).flat()).toMatchObject([
			{ state: 'accepted' },
			{ state: 'accepted' },
			{ state: 'duplicate', duplicateOf: '1390, Ms Wang', phoneNumber: '1392' },
			{ state: 'accepted' },
			{ state: 'accepted' },
			{ state: 'duplicate', duplicateOf: '1390, Ms Wang', phoneNumber: '1395' },
		]);
	});

	test('if the others are sent and On Error is set to stop, no row that was sent is lost', async () => {
		const { results, requests } = await begun({ entries, delivery: { sendOthers: true } });
		expect(requests).toEqual([['1390']]);
		expect(json(results)).toEqual([
			[{ state: 'accepted', ...shown('1390'), task_data_id: 'id1390', ...AUDIT }],
			[
				{
					state: 'problem',
					phoneNumber: '138',
					row: 'x',
					error: 'Wrong number',
					kind: 'invalidInput',
					advice: 'Correct it.',
					...AUDIT,
					reason: 'input',
				},
			],
			[
				{
					state: 'problem',
					error: 'No script',
					kind: 'invalidInput',
					advice: 'Choose one.',
					...AUDIT,
					reason: 'input',
				},
			],
			[
				{
					state: 'duplicate',
					duplicateOf: '1390',
					...shown('1393'),
					...AUDIT,
					reason: 'duplicate',
				},
			],
		]);
	});

	test('if the others are sent, but none is accepted, the node fails if On Error is set to stop', async () => {
		const delivery = { sendOthers: true };
		const invalid = await begun({ entries: entries.slice(1), delivery });
		expect(json(invalid.results)).toMatchObject([{ message: 'Wrong number' }, [], []]);
		const platform = () => new TransportError('no connection', 'Try again.', 'notConnected');
		const refused = await begun({ entries: ['a'], delivery, platform });
		expect(json(refused.results)).toMatchObject([{ message: 'no connection' }]);
	});

	test('a row that was called before stays with the results, and the rows not called are errors', async () => {
		const row = (item: number, more: Partial<Entry>) => [entry(item, { key: 'k', ...more })];
		const { results } = await begun({
			entries: [row(0, {}), row(1, {}), row(2, { neverCall: true }), row(3, { rowIndex: 0 })],
			remembered: 100,
			continueOnFail: true,
		});
		expect(results).toMatchObject([
			[{ json: { state: 'accepted' } }],
			[{ json: { state: 'sentBefore', ...shown('1391') } }],
			[
				{
					json: {
						error: 'The number is under Do-Not-Call Numbers',
						details: { kind: 'invalidInput', state: 'neverCall', ...shown('1392'), rowKey: 'k' },
					},
					pairedItem: { item: 2 },
				},
			],
			[{ json: { state: 'sentBefore' } }],
		]);
	});
});

describe('a delivery with a failed request', () => {
	const platform = (numbers: string[]) =>
		numbers.includes('1390')
			? new TransportError('connection lost', 'Try again.', 'interrupted')
			: undefined;
	const entries = [[entry(0, { destination: to('b') })], 'a'] satisfies Setup['entries'];

	test('only the items of the failed request throw', async () => {
		const { results } = await begun({
			entries,
			platform,
			parameters: { simplify: true, options: { concurrentRequests: 1 } },
		});
		expect(results).toMatchObject([
			{
				message:
					'It is not known whether this row was accepted: connection lost (0 of 2 rows accepted, 0 rejected, 1 unknown, 1 not sent)',
			},
			[],
		]);
	});

	test('the first of the items throws if the request of several has failed', async () => {
		const failed = await begun({ entries: ['a', 'a'], platform });
		expect(failed.results).toMatchObject([{ message: expect.stringMatching(/2 unknown/) }, []]);
	});

	test('each item shows its own failure if the run continues on errors', async () => {
		const { results } = await begun({ entries, platform, continueOnFail: true });
		expect(json(results)).toMatchObject([
			[
				{
					error: 'It is not known whether this row was accepted: connection lost',
					details: { state: 'unknown' },
				},
			],
			[{ task_data_id: 'id1391' }],
		]);
	});

	test.each<[object, boolean]>([
		[{ error: 'x', details: { state: 'unknown', code: '7' } }, true],
		[{ error: 'x', message: { state: 'unknown', code: '7' } }, true],
		[{ error: 'x', details: { state: 'notSent' } }, false],
		[{ error: 'x', details: 'unknown' }, false],
		[{ error: 'x', state: 'unknown', code: '7' }, true],
		[{ details: { state: 'unknown' } }, false],
		[{ state: 'unknown' }, false],
	])(
		'an item of the error output is sent again unless its outcome is unknown: %j',
		async (item, isRefused) => {
			const { results, requests } = await begun({ entries: ['a'], items: [{ ...item }] });
			expect(requests).toHaveLength(isRefused ? 0 : 1);
			if (!isRefused) return;
			const advice =
				'Check first, as described in the earlier error. If it was not accepted, remove the field "error" from the item, for example with Edit Fields, and run it again.';
			expect(results).toMatchObject([
				{
					message:
						'An earlier run could not confirm whether this row was accepted, so it was not sent again',
					context: { data: { state: 'unknown', code: '7', advice } },
				},
			]);
		},
	);
});

/** A finding whose text also says what to do. */
const finding = (message: string, isWarning = true): Finding => ({
	message,
	text: `${message}. Mend it.`,
	isWarning,
});

describe('a check', () => {
	const check = async (setup: Setup) =>
		await begun({ ...setup, delivery: { mode: 'check', ...setup.delivery } });
	/** The states of the entries of each item. */
	const statesOf = (results: unknown[]) =>
		json(results).map((items) =>
			Array.isArray(items) ? items.map((item: { state: unknown }) => item.state) : items,
		);

	test('a check sends nothing, and says what would happen', async () => {
		const { results, requests, hints } = await check({
			entries: [
				'a',
				'late',
				new InputError('No script', 'Choose one.'),
				[
					entry(3, { rowIndex: 0, key: 'k' }),
					entry(3, { rowIndex: 1, key: 'k', label: '1395', values: ['1395'] }),
					{ label: '138', problems: [PROBLEM, OTHER_PROBLEM], rowIndex: 2, original: 'x' },
				],
			],
			continueOnFail: true,
		});
		expect(requests).toEqual([]);
		expect(json(results)).toStrictEqual([
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
			['a', [{ problems: [PROBLEM], original: 1 }], 'late'],
			['ready', 'problem', 'outsideHours'],
			[
				'Check, nothing was sent: 1 ready to be called · 1 outside the calling times · 1 with problems ((empty))',
				`${BLOCKED} ${SEND_OTHERS}`,
				`1 of the rows cannot be called now: ${NOT_NOW}. ${NOT_QUEUED}`,
			],
		],
		[
			['a', 'late'],
			['ready', 'outsideHours'],
			[
				'Check, nothing was sent: 1 ready to be called · 1 outside the calling times',
				`As long as some rows are outside the calling times, a run sends nothing. ${SEND_OTHERS}`,
				`1 of the rows cannot be called now: ${NOT_NOW}. ${NOT_QUEUED}`,
			],
		],
		[
			['late', 'late'],
			['outsideHours', 'outsideHours'],
			[
				'Check, nothing was sent: 0 ready to be called · 2 outside the calling times',
				`Nobody can be called now: ${NOT_NOW}. ${NOT_QUEUED}`,
			],
		],
		[
			[
				'a',
				...Array.from({ length: 6 }, (_, index) => [
					{ label: `${index}`, problems: [index < 5 ? PROBLEM : OTHER_PROBLEM], original: index },
				]),
			] as Setup['entries'],
			['ready', ...Array.from({ length: 6 }, () => 'problem')],
			[
				'Check, nothing was sent: 1 ready to be called · 6 with problems (0, 1, 2, 3, 4, …)',
				`${BLOCKED} ${SEND_OTHERS}`,
			],
		],
		[
			['a', [{ problems: [PROBLEM], original: 1 }], [{ problems: [PROBLEM], original: 2 }]],
			['ready', 'problem', 'problem'],
			[
				'Check, nothing was sent: 1 ready to be called · 2 with problems, all the same: Wrong number',
				`${BLOCKED} ${SEND_OTHERS}`,
			],
		],
	])(
		'the hint of a check, and each row that is ready, say why a run would send nothing',
		async (entries, states, messages) => {
			const { results, hints } = await check({ entries });
			expect(statesOf(results).flat()).toEqual(states);
			if (states[0] === 'ready')
				expect(json(results).flat()[0]).toEqual({
					state: 'ready',
					note: expect.stringContaining('a run sends nothing'),
					...shown('1390'),
				});
			expect(messagesOf(hints)).toEqual(messages);
		},
	);

	test('a check shows only once what applies to all rows of the run', async () => {
		const occupied = finding('The line is occupied');
		const unpublished = finding('The script is not published', false);
		const { results, hints } = await check({
			entries: ['a', 'a'],
			delivery: { checks: { ofItem: () => [() => [occupied, unpublished]] } },
		});
		const row = { state: 'problem', note: 'The script is not published' };
		expect(json(results)).toEqual([
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

	test('a check goes on after an item without rows', async () => {
		expect(statesOf((await check({ entries: ['a', []] })).results)).toEqual([['ready'], []]);
	});

	test('a check shows what the operation finds about items and entries', async () => {
		const { results } = await check({
			entries: ['a', 'a'],
			delivery: {
				checks: {
					ofItem: (item) => [
						() => [finding(`script of ${item}`), finding('twice')],
						async () => await Promise.resolve([finding('twice')]),
						() => undefined,
						() => (item === 1 ? [finding('no line', false)] : []),
					],
					ofEntries: (entries) =>
						new Map(entries.slice(1).map((row) => [row, [finding('repeated')]])),
				},
			},
		});
		const warnings = (...messages: string[]) => messages.map((message) => `${message}. Mend it.`);
		expect(json(results)).toEqual([
			[
				{
					state: 'ready',
					note: 'Would be called. script of 0',
					...shown('1390'),
					warnings: warnings('script of 0', 'twice'),
				},
			],
			[
				{
					state: 'problem',
					note: 'no line',
					...shown('1391'),
					problems: warnings('no line'),
					warnings: warnings('repeated', 'script of 1'),
				},
			],
		]);
	});

	test('a check names what stops the whole run', async () => {
		expect(
			statesOf(
				(
					await check({
						entries: [[entry(0, { key: 'a' }), entry(0, { key: 'b' })]],
						remembered: 1,
					})
				).results,
			),
		).toEqual([['problem', 'problem']]);
		const failingCheck: Partial<Delivery> = {
			checks: {
				ofItem: () => [
					() => {
						throw new InputError('No voice', 'Choose one.');
					},
				],
			},
		};
		expect(json((await check({ entries: ['a'], delivery: failingCheck })).results)).toEqual([
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
});
