/** The way of a run: items are read, checked, sent and reported. */
import { runDelivery } from '../../../nodes/IflytekAiCall/run/runDelivery';
import { outcomesOf } from '../../../nodes/IflytekAiCall/entry/audit';
import type { Delivery } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Entry, InvalidEntry } from '../../../nodes/IflytekAiCall/entry/entry';
import type { Outcome } from '../../../nodes/IflytekAiCall/entry/outcomes';
import { problem, warning, type Finding } from '../../../nodes/shared/aiCall/finding';
import { LookupError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import { Failure, InputError, TransportError } from '../../../nodes/shared/failure';
import {
	clockAt,
	contextOf,
	deliveryOf,
	entriesTo,
	NOON,
	PLACE_NAMES,
	type Surroundings,
} from './context';

const entry = entriesTo({ body: (rows) => ({ rows }), columns: [] });
const PROBLEM = new InputError('Wrong number', 'Correct it.');
const OTHER_PROBLEM = new InputError('No name', 'Enter it.');
const NO_SCRIPT = new InputError('No script', 'Choose one.');

interface Setup extends Surroundings {
	delivery?: Partial<Delivery>;
	/** The entries of each item. A number stands for one row. An Error is thrown. */
	entries: (number | Error | (Entry | InvalidEntry)[])[];
	/** The outcome of a row that is sent; accepted by default. */
	outcome?: (row: Entry) => Outcome;
}

const accepted = ({ label }: Entry): Outcome => ({
	state: 'accepted',
	id: `id${label}`,
	envelope: { code: '0', message: '', result: {}, sent: { code: 0 } },
});
/** What a result shows of a row with this number. */
const shown = (phoneNumber: string) => ({ phoneNumber, row: {} });
/** Why and when the platform's answer decided the outcome of a row. */
const AUDIT = { reason: 'platform', at: new Date(NOON).toISOString() };

/** Runs a delivery. Returns the result or the error of each item, the rows that were sent, and the hints. */
async function run({ delivery, entries, outcome = accepted, ...surroundings }: Setup) {
	const sent: string[] = [];
	const { context, hints } = contextOf({
		items: entries.map((_one, item) => ({ item })),
		parameters: { simplify: true, options: {} },
		...surroundings,
	});
	const whole = deliveryOf({
		clock: clockAt(NOON),
		sendOthers: surroundings.continueOnFail === true,
		async prepare(item) {
			const given = entries[item] ?? [];
			if (given instanceof Error) throw given;
			return await Promise.resolve(typeof given === 'number' ? [entry(given)] : given);
		},
		async send(rows) {
			const outcomes = outcomesOf(whole);
			for (const row of rows) {
				sent.push(row.label);
				outcomes.set(row, outcome(row));
			}
			return await Promise.resolve(outcomes);
		},
		...delivery,
	});
	const handle = await runDelivery(context, whole);
	const results = await Promise.all(
		entries.map(async (_one, item) => await handle(item).catch((error: unknown) => error)),
	);
	return {
		results,
		sent,
		hints,
		messages: hints.map((hint) => (hint as { message: string }).message),
	};
}

const json = (results: unknown[]) =>
	results.map((result) =>
		Array.isArray(result) ? result.map((item: { json: unknown }) => item.json) : result,
	);

test('each entry has its result', async () => {
	const { results } = await run({
		entries: [0, [entry(1), entry(1, { label: '1395', values: ['1395'], rowIndex: 1 })], []],
	});
	const one = (number: string) => ({
		json: { state: 'accepted', ...shown(number), task_data_id: `id${number}`, ...AUDIT },
	});
	expect(results).toEqual([[one('1390')], [one('1391'), one('1395')], []]);
});

test('no item is read after the execution was stopped', async () => {
	const prepare = jest.fn(async () => await Promise.resolve([entry(0)]));
	const { results, sent } = await run({
		entries: [0, 1],
		stopped: AbortSignal.abort(),
		delivery: { prepare },
	});
	expect(prepare).not.toHaveBeenCalled();
	expect([results, sent]).toEqual([[[], []], []]);
});

test('a result is the response if Simplify is off, and has the row key', async () => {
	const simplify = { parameters: { options: { simplify: false } } };
	expect(json((await run({ entries: [0], ...simplify })).results)).toEqual([
		[{ state: 'accepted', task_data_id: 'id1390', response: { code: 0 }, ...AUDIT }],
	]);
	expect(json((await run({ entries: [[entry(0, { key: 'k' })]] })).results)).toEqual([
		[{ state: 'accepted', ...shown('1390'), task_data_id: 'id1390', rowKey: 'k', ...AUDIT }],
	]);
});

describe('an item that is invalid', () => {
	const entries = [
		0,
		NO_SCRIPT,
		[
			entry(2, { rowIndex: 0 }),
			{ problems: [PROBLEM, OTHER_PROBLEM], rowIndex: 1, original: { tel: 'x' } },
		],
		[{ problems: [OTHER_PROBLEM], original: 7 }],
	] satisfies Setup['entries'];

	test('keeps all others from being sent, and its error names the other invalid items', async () => {
		const { results, sent } = await run({ entries });
		expect(sent).toEqual([]);
		const advice =
			'Nothing was sent. 2 other items are also invalid: 2, 3 (zero-based). Choose one.';
		expect(results).toMatchObject([
			[],
			{
				message: 'No script',
				description: advice,
				context: { itemIndex: 1, data: { state: 'problem', kind: 'invalidInput', advice } },
			},
			[],
			[],
		]);
		const row = await run({ entries: entries.slice(2) });
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
		[5, 'Nothing was sent. 4 other items are also invalid: 1, 2, 3, 4 (zero-based). Enter it.'],
		[6, 'Nothing was sent. 5 other items are also invalid: 1, 2, 3, 4, … (zero-based). Enter it.'],
	])('if %d items are invalid, the first one has the advice "%s"', async (count, advice) => {
		const { results } = await run({
			entries: Array.from({ length: count }, () => [{ problems: [OTHER_PROBLEM], original: 7 }]),
		});
		expect(results[0]).toMatchObject({
			description: advice,
			context: { data: { advice, state: 'problem' } },
		});
		expect(results[0]).not.toHaveProperty('context.data.rows');
	});

	test('has its own advice alone if it is the only item', async () => {
		const { results } = await run({ entries: [NO_SCRIPT] });
		expect(results).toMatchObject([
			{ description: 'Choose one.', context: { data: { advice: 'Choose one.' } } },
		]);
	});

	test('without advice only says that nothing was sent', async () => {
		const { results } = await run({ entries: [new Failure('No script', 'invalidInput'), 1] });
		const advice = 'Nothing was sent.';
		expect(results).toMatchObject([{ description: advice, context: { data: { advice } } }, []]);
	});

	test('because of an error of n8n keeps that error', async () => {
		const { results } = await run({ entries: [new Error('Broken expression'), 1] });
		expect(results).toMatchObject([{ message: 'Broken expression', description: undefined }, []]);
		const foreign = Object.assign(new Error('bad expression'), { description: 'unused' });
		const continued = await run({ entries: [foreign], continueOnFail: true });
		expect(json(continued.results)).toMatchObject([
			[{ error: 'bad expression', details: { state: 'problem', kind: 'unexpected' } }],
		]);
	});

	test('does not keep the others from being sent if On Error is set to continue', async () => {
		const { results, sent, messages } = await run({ entries, continueOnFail: true });
		expect(sent).toEqual(['1390', '1392']);
		expect(messages[0]).toBe('2 accepted · 3 with problems (item 1, (empty), (empty))');
		expect(results).toMatchObject([
			[{ json: { ...shown('1390'), task_data_id: 'id1390' } }],
			[
				{
					json: {
						error: 'No script',
						details: { state: 'problem', reason: 'input', at: AUDIT.at },
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
});

describe('what a check calls a problem', () => {
	const wrongLine = () => problem('Line 7 not found', 'Choose another line.');
	const occupied = warning('The line is occupied', 'Wait.');
	/** A delivery whose item with this index has these findings. */
	const withFindings = (...findings: Finding[][]): Partial<Delivery> => ({
		checks: { ofItem: (item) => [() => findings[item] ?? []] },
	});

	test('of the whole run is refused once, before anything is sent', async () => {
		const delivery: Partial<Delivery> = {
			checks: { ofItem: () => [], ofRun: () => [problem('Too many rows', 'Send fewer.')] },
		};
		for (const continueOnFail of [false, true])
			await expect(run({ entries: [0, 1], delivery, continueOnFail })).rejects.toMatchObject({
				message: 'Too many rows',
				details: { advice: 'Nothing was sent. Send fewer.' },
			});
	});

	test('of every item is one of the whole run', async () => {
		const delivery = withFindings([wrongLine()], [wrongLine()]);
		await expect(run({ entries: [0, 1], delivery, continueOnFail: true })).rejects.toMatchObject({
			message: 'Line 7 not found',
			details: { advice: 'Nothing was sent. Choose another line.' },
		});
	});

	test('of one item makes all its rows invalid, beside their own problems', async () => {
		const other = entriesTo({ body: (all) => ({ rows: all }), columns: [] });
		const rows = [other(1, { rowIndex: 0 }), { problems: [PROBLEM], rowIndex: 1, original: 'x' }];
		const setup = {
			entries: [0, rows as (Entry | InvalidEntry)[]],
			delivery: withFindings([], [wrongLine()]),
		};
		const stopped = await run(setup);
		expect(stopped.sent).toEqual([]);
		expect(stopped.results).toMatchObject([
			[],
			{
				message: 'Row 0 (zero-based): Line 7 not found',
				description: 'Nothing was sent. Choose another line.',
			},
		]);
		const others = await run({ ...setup, continueOnFail: true });
		expect(others.sent).toEqual(['1390']);
		expect(json(others.results)).toMatchObject([
			[{ state: 'accepted' }],
			[
				{ error: 'Row 0 (zero-based): Line 7 not found', details: { state: 'problem' } },
				{ error: 'Row 1 (zero-based): Wrong number', details: { state: 'problem' } },
			],
		]);
	});

	test('is asked for once for all items that go to the same destination', async () => {
		const ofItem = jest.fn(() => []);
		await run({ entries: [0, 1], delivery: { checks: { ofItem } } });
		expect(ofItem).toHaveBeenCalledTimes(1);
	});

	test('is told apart from a warning, which a run shows once beside its outcomes', async () => {
		const delivery: Partial<Delivery> = {
			checks: {
				ofItem: () => [() => [occupied]],
				ofRun: () => [1, 2, 3, 4, 5].map((number) => warning(`Warning ${number}`, 'Look.')),
			},
		};
		const { messages, sent } = await run({ entries: [0, 1], delivery });
		expect(sent).toEqual(['1390', '1391']);
		// Of many warnings only five are shown.
		expect(messages).toEqual([
			...[1, 2, 3, 4, 5].map((number) => `Warning ${number}. Look.`),
			'2 accepted',
			expect.stringMatching(/^How each call went comes later/),
		]);
	});

	test('that the platform could not tell ends a run, unless its others go on', async () => {
		const failed = new LookupError(new Failure('away', 'unavailable'));
		await expect(run({ entries: [0, failed, 2] })).rejects.toBe(failed);
		const { sent, results } = await run({ entries: [0, failed, 2], continueOnFail: true });
		expect(sent).toEqual(['1390', '1392']);
		expect(json(results)[1]).toMatchObject([
			{ error: 'away', details: { state: 'notSent', kind: 'unavailable' } },
		]);
		const step = async () => await Promise.reject(failed);
		const delivery: Partial<Delivery> = { checks: { ofItem: () => [step] } };
		await expect(run({ entries: [0], delivery, continueOnFail: true })).rejects.toBe(failed);
	});

	test('that the platform could not tell of some items does not stop the others, if they are sent', async () => {
		const failed = new LookupError(new Failure('away', 'unavailable'));
		const sendOthers = { sendOthers: true };
		expect((await run({ entries: [0, failed], delivery: sendOthers })).sent).toEqual(['1390']);
		await expect(run({ entries: [failed, failed], delivery: sendOthers })).rejects.toBe(failed);
		const test = { ...sendOthers, mode: { number: '13911112222' } };
		await expect(run({ entries: [0, failed], delivery: test })).rejects.toBe(failed);
	});

	test('is no warning of a run', async () => {
		const apart = () => entriesTo({ body: (rows) => ({ rows }) });
		const checks = {
			ofItem: (index: number) => [
				() => [index === 0 ? problem('No script', 'Choose one.') : occupied],
			],
		};
		const { messages } = await run({
			entries: [[apart()(0)], [apart()(1)]],
			delivery: { sendOthers: true, checks },
		});
		expect(messages.slice(0, -2)).toEqual([expect.stringMatching(/occupied/)]);
	});
});

describe('what is sent does not depend on On Error', () => {
	const entries = [
		0,
		[{ label: '138', problems: [PROBLEM], original: 'x' }],
		NO_SCRIPT,
		[entry(3, { duplicateOf: entry(0) })],
	] satisfies Setup['entries'];

	test('if the others are not sent, good rows come out as not sent beside the invalid ones', async () => {
		const { results, sent, hints } = await run({
			entries,
			continueOnFail: true,
			delivery: { sendOthers: false },
		});
		expect(sent).toEqual([]);
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

	test('of rows with the same text only the first is sent, and the others are duplicates of it', async () => {
		const { results, sent } = await run({
			entries: ['x', 'y', 'x', undefined, undefined, 'x'].map((distinct, item) => [
				entry(item, { distinct, values: [`139${item}`, ' ', 'Ms Wang'] }),
			]),
		});
		expect(sent).toEqual(['1390', '1391', '1393', '1394']);
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
		const { results, sent } = await run({ entries, delivery: { sendOthers: true } });
		expect(sent).toEqual(['1390']);
		const input = { kind: 'invalidInput', ...AUDIT, reason: 'input' };
		expect(json(results)).toEqual([
			[{ state: 'accepted', ...shown('1390'), task_data_id: 'id1390', ...AUDIT }],
			[
				{
					state: 'problem',
					phoneNumber: '138',
					row: 'x',
					error: 'Wrong number',
					advice: 'Correct it.',
					...input,
				},
			],
			[{ state: 'problem', error: 'No script', advice: 'Choose one.', ...input }],
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
		const invalid = await run({ entries: entries.slice(1), delivery });
		expect(json(invalid.results)).toMatchObject([{ message: 'Wrong number' }, [], []]);
		const error = new TransportError('no connection', 'Try again.', 'notConnected');
		const outcome = (): Outcome => ({ state: 'notSent', error });
		const away = await run({ entries: [0], delivery, outcome });
		expect(json(away.results)).toMatchObject([{ message: 'no connection' }]);
	});

	test('rows that were sent before are results beside those with problems', async () => {
		const { results } = await run({
			entries: [0, [{ label: '138', problems: [PROBLEM], original: 'x' }]],
			delivery: { sendOthers: true },
			outcome: () => ({ state: 'sentBefore' }),
		});
		expect(json(results).flat()).toMatchObject([
			{ state: 'sentBefore', reason: 'repeat' },
			{ state: 'problem' },
		]);
	});

	test('a row that was sent before stays with the results, with its task, and the rows not called are errors', async () => {
		const row = (item: number, more: Partial<Entry>) => [entry(item, { key: 'k', ...more })];
		const { results } = await run({
			entries: [row(0, {}), row(1, {}), row(2, { neverCall: true }), row(3, { rowIndex: 0 })],
			continueOnFail: true,
			outcome: (one) => (one.item === 0 ? accepted(one) : { state: 'sentBefore', task: '7' }),
		});
		expect(results).toMatchObject([
			[{ json: { state: 'accepted' } }],
			[{ json: { state: 'sentBefore', ...shown('1391'), rowKey: 'k', task_id: '7' } }],
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

describe('a request that fails', () => {
	const lost = new TransportError('connection lost', 'Try again.', 'interrupted');
	const outcome = (row: Entry): Outcome =>
		row.item === 0 ? { state: 'unknown', error: lost } : { state: 'notSent' };

	test('fails the node at the first item of the request', async () => {
		const { results } = await run({ entries: [0, 1], outcome });
		expect(results).toMatchObject([
			{
				message: 'It is not known whether this row was accepted: connection lost',
				details: {
					advice: expect.stringMatching(/^Of the others: 1 not sent\. /),
				},
			},
			[],
		]);
	});

	test('is shown by each item itself if the run continues on errors', async () => {
		const { results } = await run({ entries: [0, 1], outcome, continueOnFail: true });
		expect(json(results)).toMatchObject([
			[
				{
					error: 'It is not known whether this row was accepted: connection lost',
					details: { state: 'unknown' },
				},
			],
			[{ details: { state: 'notSent' } }],
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
			const { results, sent } = await run({ entries: [0], items: [{ ...item }] });
			expect(sent).toHaveLength(isRefused ? 0 : 1);
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

describe('a run whose rows were all sent today', () => {
	const repeat = { repeat: 'onceADay', sendInterrupted: false } as const;
	const all = async (count: number, setup: Partial<Setup> = {}) =>
		await run({
			entries: Array.from({ length: count }, (_none, item) => item),
			outcome: () => ({ state: 'sentBefore' }),
			...setup,
			delivery: { repeat, ...setup.delivery },
		});

	test('ends in an error that says how to repeat them', async () => {
		const advice =
			'To send the same rows again on one day, set Repeat to Each Run. Otherwise there is nothing to do.';
		const { results, hints } = await all(2);
		expect(results).toMatchObject([
			{
				message: 'All 2 rows were sent today already, so nothing was sent',
				details: { advice, facts: { state: 'sentBefore' } },
			},
			[],
		]);
		expect(hints).toEqual([]);
		const inTask = await all(1, { delivery: { names: { ...PLACE_NAMES, method: 'addRows' } } });
		expect(inTask.results).toMatchObject([
			{
				details: {
					advice:
						'To send the same rows again on one day, without those that a deleted task has called, set Repeat to Each Run. Otherwise there is nothing to do.',
				},
			},
		]);
		expect((await all(1)).results).toMatchObject([
			{ message: 'The row was sent today already, so nothing was sent' },
		]);
	});

	test.each<[string, Partial<Setup>]>([
		['in a retry', { execution: { id: '7', mode: 'retry' } }],
		['in a sub-workflow', { execution: { id: '7', mode: 'integrated' } }],
		['in a loop', { precedingTypes: ['Loop'], followingTypes: ['Loop'] }],
		['in a tool of an agent', { node: { type: 'iflytekAiCallTool' } }],
		['with On Error set to continue', { continueOnFail: true }],
		['with keys', { delivery: { repeat: { ...repeat, repeat: 'oncePerKey' } } }],
	])('goes on %s', async (_name, setup) => {
		const { results } = await all(1, setup);
		expect(json(results)).toMatchObject([[{ state: 'sentBefore', ...shown('1390') }]]);
	});

	test('goes on if another row has a problem, and its others are sent', async () => {
		const { results } = await all(2, {
			entries: [0, [{ label: '138', problems: [PROBLEM], original: 'x' }]],
			delivery: { sendOthers: true },
		});
		expect(json(results).flat()).toMatchObject([{ state: 'sentBefore' }, { state: 'problem' }]);
	});

	test('goes on if one row was sent now', async () => {
		const { results, messages } = await all(2, {
			outcome: (row) => (row.item === 0 ? accepted(row) : { state: 'sentBefore' }),
		});
		expect(json(results).flat()).toMatchObject([{ state: 'accepted' }, { state: 'sentBefore' }]);
		expect(messages.slice(0, 2)).toEqual([
			'1 accepted · 1 sent before',
			'1 row was sent today and left out. To send it again, set Repeat to Each Run.',
		]);
	});

	test('says nothing of repetition if it has no rows', async () => {
		expect((await all(0)).messages).toEqual(['0 accepted']);
	});
});

describe('a test', () => {
	const mode = { number: '13911112222' };

	test('sends the first valid row alone, with the number of the user, at any time and without a key', async () => {
		const sent: Entry[] = [];
		const late = entriesTo({
			body: (rows) => ({ rows }),
			columns: ['tel', 'name'],
			hours: readCallingHours('20:00-21:00', 'Asia/Shanghai'),
		});
		const { results, messages } = await run({
			entries: [
				[{ label: '138', problems: [PROBLEM], original: 'x' }],
				[late(1, { key: 'k', values: ['1391', 'Li'] })],
				2,
			],
			delivery: { mode, sendOthers: true },
			outcome: (row) => {
				sent.push(row);
				return accepted(row);
			},
		});
		expect(sent).toMatchObject([
			{
				label: mode.number,
				values: [mode.number, 'Li'],
				key: undefined,
				destination: { hours: undefined },
			},
		]);
		expect(json(results)).toEqual([
			[],
			[
				{
					state: 'accepted',
					test: true,
					task_data_id: `id${mode.number}`,
					phoneNumber: mode.number,
					row: { tel: mode.number, name: 'Li' },
					...AUDIT,
				},
			],
			[],
		]);
		expect(messages).toEqual([`Test: 1 accepted, with the number ${mode.number} · 2 not sent`]);
	});

	test('without a valid row says what is wrong with the rows', async () => {
		const { results, sent } = await run({ entries: [NO_SCRIPT], delivery: { mode } });
		expect([sent, results]).toMatchObject([[], [{ message: 'No script' }]]);
	});
});
