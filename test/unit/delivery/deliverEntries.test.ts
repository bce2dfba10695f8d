/** The way of a run: items are read, decided, sent and reported. */
import { deliverEntries } from '../../../nodes/IflytekAiCall/deliver/deliverEntries';
import type { Before } from '../../../nodes/IflytekAiCall/entry/before';
import type { Ruling } from '../../../nodes/IflytekAiCall/entry/decision';
import type { Delivery, OpenDelivery } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Entry, InvalidEntry, Row } from '../../../nodes/IflytekAiCall/entry/entry';
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
	TASK_NAMES,
	type Surroundings,
} from './context';

const entry = entriesTo({ body: (rows) => ({ rows }), columns: [] });
const PROBLEM = new InputError('Wrong number', 'Correct it.');
const OTHER_PROBLEM = new InputError('No name', 'Enter it.');
const NO_SCRIPT = new InputError('No script', 'Choose one.');
const SENT_BEFORE: Ruling = { state: 'sentBefore', reason: 'It was called today' };

interface Setup extends Surroundings {
	delivery?: Partial<Delivery>;
	/** The rows of each item. A number stands for one row. An Error is thrown. */
	rows: (number | Error | Row[])[];
	/** What becomes of a row that is sent; accepted by default. */
	outcome?: (row: Entry) => Ruling;
	/** What is known of rows from before, by their items. */
	before?: Record<number, Before>;
}

const accepted = ({ label }: Entry): Ruling => ({
	state: 'accepted',
	id: `id${label}`,
	envelope: { code: '0', message: '', result: {}, sent: { code: 0 } },
});
/** What a result shows of a row with this number. */
const shown = (phoneNumber: string) => ({ phoneNumber, row: {} });
const at = new Date(NOON).toISOString();
/** Why and when the platform's answer decided on a row. */
const WHY = { reason: 'The platform accepted it', at };

/** Runs a delivery. Returns the results of each item, the rows that were sent and asked for, and the hints. */
async function run({ delivery, rows, outcome = accepted, before, ...surroundings }: Setup) {
	const sent: string[] = [];
	const asked: number[][] = [];
	const { context, hints } = contextOf({
		items: rows.map((_one, item) => ({ item })),
		parameters: { simplify: true, options: {} },
		...surroundings,
	});
	const lookUp: OpenDelivery['lookUp'] = async (given) => {
		asked.push(given.map(({ item }) => item));
		const found = given.flatMap((row): [Entry, Before][] => {
			const known = before?.[row.item];
			return known ? [[row, known]] : [];
		});
		return await Promise.resolve(new Map(found));
	};
	const whole = deliveryOf({
		clock: clockAt(NOON),
		sendOthers: surroundings.continueOnFail === true,
		async prepare(item) {
			const given = rows[item] ?? [];
			if (given instanceof Error) throw given;
			return await Promise.resolve(typeof given === 'number' ? [entry(given)] : given);
		},
		open: async () =>
			await Promise.resolve({
				...(before && { lookUp }),
				send: async (ready, decisions) => {
					for (const row of ready) {
						sent.push(row.label);
						decisions.set(row, outcome(row));
					}
					await Promise.resolve();
				},
			}),
		...delivery,
	});
	const handle = await deliverEntries(context, whole);
	const results = await Promise.all(rows.map(async (_one, item) => await handle(item)));
	return {
		results,
		json: results.map((items) => items.map((one) => one.json)),
		sent,
		asked,
		hints,
		messages: hints.map((hint) => (hint as { message: string }).message),
	};
}

/** The error of a run that ends in one, with its message, its advice and its facts. */
async function errorOf(setup: Setup) {
	const error: unknown = await run(setup).then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof Failure)) throw new Error('It did not end in a failure');
	const { message, kind, details } = error;
	return { message, kind, advice: details.advice, facts: details.facts };
}

const invalid = (item: number, more: Partial<InvalidEntry> = {}): InvalidEntry => ({
	item,
	label: '138',
	problems: [PROBLEM],
	original: 'x',
	...more,
});

test('each row has its result', async () => {
	const { results } = await run({
		rows: [0, [entry(1), entry(1, { label: '1395', values: ['1395'], rowIndex: 1 })], []],
	});
	const one = (number: string) => ({
		json: { state: 'accepted', ...shown(number), task_data_id: `id${number}`, ...WHY },
	});
	expect(results).toEqual([[one('1390')], [one('1391'), one('1395')], []]);
});

test('no item is read after the execution was stopped', async () => {
	const prepare = jest.fn(async () => await Promise.resolve([entry(0)]));
	const { results, sent } = await run({
		rows: [0, 1],
		stopped: AbortSignal.abort(),
		delivery: { prepare },
	});
	expect(prepare).not.toHaveBeenCalled();
	expect([results, sent]).toEqual([[[], []], []]);
});

test('what is ready when the execution is stopped was not sent because of that', async () => {
	const stop = new AbortController();
	const { json } = await run({
		rows: [0, 1],
		stopped: stop.signal,
		delivery: {
			open: async () =>
				await Promise.resolve({
					send: async () => {
						stop.abort();
						await Promise.resolve();
					},
				}),
		},
	});
	const why = { state: 'notSent', reason: 'It was not sent because the execution was stopped' };
	expect(json.flat()).toMatchObject([
		{ ...why, details: { ...why, kind: 'stopped', advice: 'It can be sent again.' } },
		why,
	]);
});

test('a result is the response if Simplify is off, and has the row key', async () => {
	const simplify = { parameters: { options: { simplify: false } } };
	expect((await run({ rows: [0], ...simplify })).json).toEqual([
		[{ state: 'accepted', task_data_id: 'id1390', response: { code: 0 }, ...WHY }],
	]);
	expect((await run({ rows: [[entry(0, { key: 'k' })]] })).json).toEqual([
		[{ state: 'accepted', ...shown('1390'), task_data_id: 'id1390', rowKey: 'k', ...WHY }],
	]);
});

test('the memory is opened once for all rows that may be sent, in order', async () => {
	const open = jest.fn(
		async (): Promise<OpenDelivery> =>
			await Promise.resolve({ send: async () => await Promise.resolve() }),
	);
	const never = entry(1, { neverCall: true });
	await run({ rows: [0, [never, invalid(1)], 2], delivery: { open, sendOthers: true } }).catch(
		() => undefined,
	);
	expect(open.mock.calls).toEqual([[[entry(0), entry(2)]]]);
});

describe('a row or an item that is invalid', () => {
	const rows = [
		0,
		NO_SCRIPT,
		[
			entry(2, { rowIndex: 0 }),
			invalid(2, {
				label: undefined,
				problems: [PROBLEM, OTHER_PROBLEM],
				rowIndex: 1,
				original: { tel: 'x' },
			}),
		],
		[invalid(3, { label: undefined, problems: [OTHER_PROBLEM], original: 7 })],
	] satisfies Setup['rows'];
	const SEND_OTHERS = 'To send the others now, set If Rows Have Problems to Send the Others.';
	const skip = { skip: 'sameValues', allowsDuplicates: false, sendInterrupted: false } as const;

	test('keeps all others from being sent, and the error names it with the others', async () => {
		expect(await errorOf({ rows, delivery: { skip } })).toEqual({
			message: 'There is a problem with 1 of 5 rows: No script',
			kind: 'invalidInput',
			advice: `Affected: item 2, item 3, row 2, item 4. 1 row: Wrong number. 1 row: No name. Nothing was sent. Choose one. Then run it again. ${SEND_OTHERS}`,
			facts: {
				state: 'problem',
				notSent: [
					{ item: 0, label: '1390' },
					{ item: 2, row: 0, label: '1392' },
				],
				problem: [{ item: 1 }, { item: 2, row: 1 }, { item: 3 }],
			},
		});
	});

	test('sends nothing', async () => {
		const sent = jest.fn();
		await expect(run({ rows, outcome: (row) => (sent(), accepted(row)) })).rejects.toThrow(
			'No script',
		);
		expect(sent).not.toHaveBeenCalled();
	});

	test('is all that the error says if it is the only one', async () => {
		expect(await errorOf({ rows: [NO_SCRIPT] })).toEqual({
			message: 'No script',
			kind: 'invalidInput',
			advice: 'Nothing was sent. Choose one. Then run it again.',
			facts: { state: 'problem', problem: [{ item: 0 }] },
		});
	});

	test('is named by the row of its sheet', async () => {
		const { advice } = await errorOf({
			rows: [0, [invalid(1)], [invalid(2, { label: undefined })]],
			items: [{ row_number: 2 }, { row_number: 3 }, { row_number: 4 }],
		});
		expect(advice).toMatch(/^Affected: 138 \(row 3\), row 4\. /);
	});

	test('because of an error of n8n has the words of that error', async () => {
		expect(await errorOf({ rows: [new Error('Broken expression'), 1] })).toMatchObject({
			message: 'There is a problem with 1 of 2 rows: Broken expression',
			kind: 'unexpected',
			advice: 'Affected: item 1. Nothing was sent. Then run it again.',
		});
		const { json } = await run({ rows: [new Error('bad expression')], continueOnFail: true });
		expect(json).toMatchObject([
			[{ error: 'bad expression', details: { state: 'problem', kind: 'unexpected' } }],
		]);
	});

	test('does not keep the others from being sent if On Error is set to continue', async () => {
		const { results, sent, messages } = await run({ rows, continueOnFail: true });
		expect(sent).toEqual(['1390', '1392']);
		expect(messages[0]).toBe('2 accepted · 3 with problems (item 2, item 3, row 2, item 4)');
		expect(results).toMatchObject([
			[{ json: { ...shown('1390'), task_data_id: 'id1390' } }],
			[
				{
					json: {
						state: 'problem',
						error: 'No script',
						details: { state: 'problem', reason: 'No script', at },
					},
					pairedItem: { item: 1 },
				},
			],
			[
				{ json: { ...shown('1392'), task_data_id: 'id1392' } },
				{
					json: {
						error: 'Row 2: Wrong number',
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

	test('is left out if it is blank, unless all rows are', async () => {
		const blank = (item: number) => [invalid(item, { label: undefined, isBlank: true })];
		const { json, sent } = await run({ rows: [0, blank(1)] });
		expect([sent, json[1]]).toEqual([
			['1390'],
			[{ state: 'blank', row: 'x', reason: 'The row is blank', at }],
		]);
		expect(await errorOf({ rows: [blank(0), blank(1)] })).toMatchObject({
			message: 'Wrong number',
		});
	});

	test('and could not be read is left out as blank if it has no value, unless it is a task', async () => {
		const setup: Setup = { rows: [0, NO_SCRIPT], items: [{ a: 1 }, { row_number: 7, a: ' ' }] };
		expect((await run(setup)).json[1]).toEqual([
			{ state: 'blank', reason: 'The row is blank', at },
		]);
		const tasks = await errorOf({ ...setup, delivery: { names: TASK_NAMES } });
		expect(tasks.message).toBe('There is a problem with 1 of 2 tasks: No script');
	});
});

describe('what a check calls a problem', () => {
	const wrongLine = () => problem('Line 7 not found', 'Choose another line.');
	const occupied = warning('The line is occupied', 'Wait.');
	/** A delivery whose item with this index has these findings. */
	const withFindings = (...findings: Finding[][]): Partial<Delivery> => ({
		checks: { ofItem: (item) => [() => findings[item] ?? []] },
	});
	/** A row to a destination of its own. */
	const apart = (item: number) => [entriesTo({ body: (rows) => ({ rows }) })(item)];

	test('of the whole run keeps each row from being sent', async () => {
		const delivery: Partial<Delivery> = {
			checks: { ofItem: () => [], ofRun: () => [problem('Too many rows', 'Send fewer.')] },
		};
		expect(await errorOf({ rows: [0, 1], delivery })).toMatchObject({
			message: 'Too many rows',
			advice: 'Nothing was sent. Send fewer. Then run it again.',
		});
		const { sent, json } = await run({ rows: [0, 1], delivery, continueOnFail: true });
		expect([sent, json.flat()]).toMatchObject([
			[],
			[
				{ state: 'problem', error: 'Too many rows' },
				{ state: 'problem', error: 'Too many rows' },
			],
		]);
	});

	test('of every item is said once', async () => {
		const delivery = withFindings([wrongLine()], [wrongLine()]);
		expect(await errorOf({ rows: [apart(0), apart(1)], delivery })).toMatchObject({
			message: 'Line 7 not found',
			advice: 'Nothing was sent. Choose another line. Then run it again.',
		});
	});

	test('of one item keeps all its rows from being sent, beside their own problems', async () => {
		const other = entriesTo({ body: (all) => ({ rows: all }), columns: [] });
		const setup: Setup = {
			rows: [0, [other(1, { rowIndex: 0 }), invalid(1, { rowIndex: 1 })]],
			delivery: withFindings([], [wrongLine()]),
		};
		expect(await errorOf(setup)).toMatchObject({
			message: 'There is a problem with 1 of 3 rows: Line 7 not found',
			advice:
				'Affected: 1391 (item 2, row 1), 138 (item 2, row 2). 1 row: Wrong number. Nothing was sent. Choose another line. Then run it again.',
		});
		const others = await run({ ...setup, continueOnFail: true });
		expect(others.sent).toEqual(['1390']);
		expect(others.json).toMatchObject([
			[{ state: 'accepted' }],
			[
				{ error: 'Row 1: Line 7 not found', details: { state: 'problem' } },
				{ error: 'Row 2: Wrong number', details: { state: 'problem' } },
			],
		]);
	});

	test('is asked for once for all items that go to the same destination', async () => {
		const ofItem = jest.fn(() => []);
		await run({ rows: [0, 1], delivery: { checks: { ofItem } } });
		expect(ofItem).toHaveBeenCalledTimes(1);
	});

	test('is told apart from a warning, which a run shows once beside its counts', async () => {
		const delivery: Partial<Delivery> = {
			checks: {
				ofItem: () => [() => [occupied]],
				ofRun: () => [1, 2, 3, 4].map((number) => warning(`Warning ${number}`, 'Look.')),
			},
		};
		const { messages, sent } = await run({ rows: [apart(0), apart(1)], delivery });
		expect(sent).toEqual(['1390', '1391']);
		expect(messages).toEqual([
			...[1, 2, 3, 4].map((number) => `Warning ${number}. Look.`),
			occupied.text,
			'2 accepted',
			expect.stringMatching(/^How each call went comes later/),
		]);
	});

	test('is no warning of a run', async () => {
		const { messages } = await run({
			rows: [apart(0), apart(1)],
			delivery: {
				sendOthers: true,
				...withFindings([problem('No script', 'Choose one.')], [occupied]),
			},
		});
		expect(messages).toEqual([
			occupied.text,
			'1 accepted · 1 with problems (1390)',
			expect.stringMatching(/^How each call went comes later/),
		]);
	});

	test('that the platform could not tell keeps all rows from being sent, unless the others go on', async () => {
		const failed = new LookupError(new Failure('away', 'unavailable', { advice: 'Wait.' }));
		expect(await errorOf({ rows: [0, failed, 2] })).toMatchObject({
			message: '1 of 3 rows could not be sent: away',
			kind: 'unavailable',
			advice: 'Affected: item 2. Nothing was sent. Wait. Then run it again.',
		});
		const { sent, json } = await run({ rows: [0, failed, 2], continueOnFail: true });
		expect(sent).toEqual(['1390', '1392']);
		expect(json[1]).toMatchObject([
			{ state: 'notSent', error: 'away', details: { state: 'notSent', kind: 'unavailable' } },
		]);
		const step = async () => await Promise.reject(failed);
		const delivery: Partial<Delivery> = { checks: { ofItem: () => [step] } };
		const none = await run({ rows: [0], delivery, continueOnFail: true });
		expect([none.sent, none.json]).toMatchObject([[], [[{ state: 'notSent', error: 'away' }]]]);
	});

	test('that the platform could not tell of some items does not stop the others, if they are sent', async () => {
		const failed = new LookupError(new Failure('away', 'unavailable', { advice: 'Wait.' }));
		const sendOthers = { sendOthers: true };
		expect((await run({ rows: [0, failed], delivery: sendOthers })).sent).toEqual(['1390']);
		expect(await errorOf({ rows: [failed, failed], delivery: sendOthers })).toMatchObject({
			message: 'away',
			advice: 'Nothing was sent. Wait. Then run it again.',
		});
		const test = { ...sendOthers, mode: { number: '13911112222' } };
		expect(await errorOf({ rows: [0, failed], delivery: test })).toMatchObject({
			message: 'away',
			advice: 'The items were not checked, and nothing was sent. Wait.',
		});
	});
});

describe('what is sent does not depend on On Error', () => {
	const rows = [
		[entry(0, { distinct: 'a' })],
		[invalid(1)],
		NO_SCRIPT,
		[entry(3, { distinct: 'a' })],
	] satisfies Setup['rows'];

	test('if the others are not sent, good rows come out as not sent beside the invalid ones', async () => {
		const { json, sent, hints } = await run({
			rows,
			continueOnFail: true,
			delivery: { sendOthers: false },
		});
		const why = {
			state: 'notSent',
			reason: 'It was not sent because another one failed or has a problem',
		};
		expect(sent).toEqual([]);
		expect(json).toMatchObject([
			[{ ...why, error: why.reason, details: why }],
			[{ error: 'Wrong number', details: { state: 'problem' } }],
			[{ error: 'No script', details: { state: 'problem' } }],
			[{ state: 'duplicate', duplicateOf: '1390' }],
		]);
		expect(hints).toEqual([
			{
				message:
					'0 accepted · 1 not sent · 2 with problems (138, item 3) · 1 with the number or key of another row',
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	test('of rows with the same text only the first is sent, and the others are duplicates of it', async () => {
		const { json, sent } = await run({
			rows: ['x', 'y', 'x', undefined, undefined, 'x'].map((distinct, item) => [
				entry(item, { distinct, values: [`139${item}`, ' ', 'Ms Wang'] }),
			]),
		});
		expect(sent).toEqual(['1390', '1391', '1393', '1394']);
		expect(json.flat()).toMatchObject([
			{ state: 'accepted' },
			{ state: 'accepted' },
			{ state: 'duplicate', duplicateOf: '1390, Ms Wang', phoneNumber: '1392' },
			{ state: 'accepted' },
			{ state: 'accepted' },
			{ state: 'duplicate', duplicateOf: '1390, Ms Wang', phoneNumber: '1395' },
		]);
	});

	test('a customer is not left out as the duplicate of a row that is not sent', async () => {
		const late = entriesTo({
			body: (all) => ({ rows: all }),
			hours: readCallingHours('20:00-21:00', 'Asia/Shanghai'),
		});
		const { json, sent } = await run({
			rows: [[late(0, { distinct: 'a' })], [entry(1, { distinct: 'a' })]],
			delivery: { sendOthers: true },
		});
		expect([sent, json.flat().map(({ state }) => state)]).toEqual([
			['1391'],
			['outsideHours', 'accepted'],
		]);
	});

	test('if the others are sent and On Error is set to stop, no row that was sent is lost', async () => {
		const { json, sent } = await run({ rows, delivery: { sendOthers: true } });
		expect(sent).toEqual(['1390']);
		const detailsOf = (reason: string, advice: string) => ({
			error: reason,
			details: { kind: 'invalidInput', advice, state: 'problem', reason, at },
			reason,
			at,
		});
		expect(json).toEqual([
			[{ state: 'accepted', ...shown('1390'), task_data_id: 'id1390', ...WHY }],
			[
				{
					state: 'problem',
					phoneNumber: '138',
					row: 'x',
					...detailsOf('Wrong number', 'Correct it.'),
				},
			],
			[{ state: 'problem', ...detailsOf('No script', 'Choose one.') }],
			[
				{
					state: 'duplicate',
					duplicateOf: '1390',
					...shown('1393'),
					reason: 'Another row has the same number (1390)',
					at,
				},
			],
		]);
	});

	test('if the others are sent, but none is accepted, the node fails if On Error is set to stop', async () => {
		const delivery = { sendOthers: true };
		expect(await errorOf({ rows: rows.slice(1, 3), delivery })).toMatchObject({
			message: 'There is a problem with 1 of 2 rows: Wrong number',
		});
		const error = new TransportError('no connection', 'Try again.', 'notConnected');
		const outcome = (): Ruling => ({ state: 'notSent', failure: error });
		expect(await errorOf({ rows: [0], delivery, outcome })).toMatchObject({
			message: 'no connection',
			advice: 'Nothing was sent. Try again. Then run it again.',
		});
	});

	test('if rows are left out, and none is accepted, the node fails if another one has a problem', async () => {
		const setup: Setup = {
			rows: [[entry(0, { neverCall: true })], [invalid(1)]],
			delivery: { sendOthers: true },
		};
		expect(await errorOf(setup)).toMatchObject({
			message: 'There is a problem with 1 of 2 rows: Wrong number',
			advice:
				'Affected: 138 (item 2). Nothing was sent. Of the others: 1 on the do-not-call list. Correct it. Then run it again.',
		});
	});

	test('rows that were sent before are results beside those with problems', async () => {
		const { json } = await run({
			rows: [0, [invalid(1)]],
			delivery: { sendOthers: true },
			outcome: () => SENT_BEFORE,
		});
		expect(json.flat()).toMatchObject([
			{ state: 'sentBefore', reason: 'It was called today' },
			{ state: 'problem' },
		]);
	});

	test.each([true, false])(
		'rows that are left out come out like those that are accepted (On Error continues: %s)',
		async (continueOnFail) => {
			const row = (item: number, more: Partial<Entry>) => [entry(item, more)];
			const { results } = await run({
				rows: [
					row(0, { distinct: 'a' }),
					row(1, { key: 'k' }),
					row(2, { neverCall: true, key: 'l' }),
					row(3, { rowIndex: 0, distinct: 'a' }),
				],
				continueOnFail,
				outcome: (one) => (one.item === 0 ? accepted(one) : { ...SENT_BEFORE, task: '7' }),
			});
			expect(results).toEqual([
				[{ json: { state: 'accepted', task_data_id: 'id1390', ...shown('1390'), ...WHY } }],
				[
					{
						json: {
							state: 'sentBefore',
							...shown('1391'),
							rowKey: 'k',
							task_id: '7',
							reason: 'It was called today',
							at,
						},
					},
				],
				[
					{
						json: {
							state: 'neverCall',
							...shown('1392'),
							rowKey: 'l',
							reason: 'The number is on the do-not-call list',
							at,
						},
					},
				],
				[
					{
						json: {
							state: 'duplicate',
							...shown('1393'),
							duplicateOf: '1390',
							reason: 'Another row has the same number (1390)',
							at,
						},
					},
				],
			]);
		},
	);
});

describe('what earlier runs have done', () => {
	const before: Record<number, Before> = { 1: { was: 'sent' } };

	test('is not asked for rows that are sent, which are asked for when they are begun', async () => {
		const { asked, sent } = await run({ rows: [0, 1], before });
		expect([asked, sent]).toEqual([[], ['1390', '1391']]);
	});

	test('is asked for all rows if nothing is sent, so that a run says what a check says', async () => {
		const { asked, sent, json } = await run({
			rows: [0, 1, [invalid(2)]],
			before,
			continueOnFail: true,
			delivery: { sendOthers: false },
		});
		expect([asked, sent]).toEqual([[[0, 1]], []]);
		expect(json.flat().map(({ state }) => state)).toEqual(['notSent', 'sentBefore', 'problem']);
	});

	test('decides on a row whose line has expired since', async () => {
		const apart = entriesTo({ body: (rows) => ({ rows }) });
		const checks = {
			ofItem: (item: number) => [() => (item === 1 ? [problem('Line expired', 'Renew it.')] : [])],
		};
		const { sent, json } = await run({
			rows: [0, [apart(1)]],
			before,
			delivery: { checks },
		});
		expect([sent, json.flat().map(({ state }) => state)]).toEqual([
			['1390'],
			['accepted', 'sentBefore'],
		]);
	});
});

describe('a request that fails', () => {
	const lost = new TransportError('connection lost', 'Try again.', 'interrupted');
	const unknown: Ruling = {
		state: 'unknown',
		failure: new Failure('It is not known whether this row was accepted', 'interrupted', {
			advice: 'Look.',
		}),
		cause: lost,
		saysNext: true,
	};
	const outcome = (row: Entry): Ruling => (row.item === 0 ? unknown : { state: 'ready' });

	test('ends the node in an error that does not say that nothing was sent', async () => {
		expect(await errorOf({ rows: [0, 1], outcome })).toMatchObject({
			message: 'It is not known whether the platform accepted 1 of 2 rows: connection lost',
			advice: 'Affected: 1390 (item 1). Of the others: 1 not sent. Look.',
		});
		expect(
			await errorOf({
				rows: [0, [invalid(1)], 2],
				outcome: () => unknown,
				delivery: { sendOthers: true },
			}),
		).toMatchObject({
			message: 'It is not known whether the platform accepted 2 of 3 rows: connection lost',
			advice:
				'Affected: 1390 (item 1), 1392 (item 3), 138 (item 2). 1 row: Wrong number. Of the others: 1 with problems. Look.',
		});
	});

	test('is shown by each item itself if the run continues on errors', async () => {
		const { json } = await run({ rows: [0, 1], outcome, continueOnFail: true });
		expect(json).toMatchObject([
			[
				{
					state: 'unknown',
					error: 'It is not known whether this row was accepted',
					details: { state: 'unknown', advice: 'Look.' },
				},
			],
			[
				{
					state: 'notSent',
					error: 'It was not sent because another one failed or has a problem',
				},
			],
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
		'an item of the error output is sent again unless nobody knows what became of it: %j',
		async (item, isKept) => {
			const { json, sent } = await run({
				rows: [0],
				items: [{ ...item }],
				continueOnFail: true,
			});
			expect(sent).toHaveLength(isKept ? 0 : 1);
			if (!isKept) return;
			const advice =
				'Look what the earlier error says. If it was not accepted, remove the field "error" from the item, for example with Edit Fields, and run it again.';
			const message = 'An earlier run could not tell whether it was accepted';
			expect(json.flat()).toEqual([
				{
					state: 'unknown',
					error: message,
					reason: message,
					at,
					details: {
						kind: 'invalidInput',
						advice,
						state: 'unknown',
						code: '7',
						...('error' in item && 'code' in item && { error: 'x' }),
						reason: message,
						at,
					},
				},
			]);
		},
	);
});

describe('a run whose rows were all sent today', () => {
	const skip = { skip: 'sameValues', allowsDuplicates: false, sendInterrupted: false } as const;
	const all = (count: number, setup: Partial<Setup> = {}): Setup => ({
		rows: Array.from({ length: count }, (_none, item) => item),
		outcome: () => SENT_BEFORE,
		...setup,
		delivery: { skip, ...setup.delivery },
	});

	test('ends in an error that says how to skip them', async () => {
		const advice =
			'If you mean a repetition, set Skip Customers to None for one run. Otherwise nothing has to be done.';
		const facts = { state: 'sentBefore' };
		expect([await errorOf(all(2)), await errorOf(all(1))]).toEqual([
			{
				message: 'All 2 rows were sent today already, so nothing was sent',
				kind: 'invalidInput',
				advice,
				facts,
			},
			{
				message: 'The row was sent today already, so nothing was sent',
				kind: 'invalidInput',
				advice,
				facts,
			},
		]);
	});

	test.each<[string, Partial<Setup>]>([
		['in a retry', { execution: { id: '7', mode: 'retry' } }],
		['in a sub-workflow', { execution: { id: '7', mode: 'integrated' } }],
		['in a loop', { precedingTypes: ['Loop'], followingTypes: ['Loop'] }],
		['in a tool of an agent', { node: { type: 'iflytekAiCallTool' } }],
		['with On Error set to continue', { continueOnFail: true }],
		['with keys', { delivery: { skip: { ...skip, skip: 'sentKey' } } }],
	])('goes on %s', async (_name, setup) => {
		expect((await run(all(1, setup))).json).toMatchObject([
			[{ state: 'sentBefore', ...shown('1390') }],
		]);
	});

	test('goes on if another row has a problem, and its others are sent', async () => {
		const { json } = await run(all(2, { rows: [0, [invalid(1)]], delivery: { sendOthers: true } }));
		expect(json.flat()).toMatchObject([{ state: 'sentBefore' }, { state: 'problem' }]);
	});

	test('goes on if one row was sent now', async () => {
		const { json, messages } = await run(
			all(2, { outcome: (row) => (row.item === 0 ? accepted(row) : SENT_BEFORE) }),
		);
		expect(json.flat()).toMatchObject([{ state: 'accepted' }, { state: 'sentBefore' }]);
		expect(messages.slice(0, 2)).toEqual([
			'1 accepted · 1 sent before',
			'1 row was sent before and left out. To send it again, set Skip Customers to None for one run.',
		]);
	});

	test('says nothing of repetition if it has no rows', async () => {
		expect((await run(all(0))).messages).toEqual(['0 accepted']);
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
		const { json, messages } = await run({
			rows: [[invalid(0)], [late(1, { key: 'k', values: ['1391', 'Li'] })], 2],
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
		expect(json).toEqual([
			[],
			[
				{
					state: 'accepted',
					test: true,
					task_data_id: `id${mode.number}`,
					phoneNumber: mode.number,
					row: { tel: mode.number, name: 'Li' },
					...WHY,
				},
			],
			[],
		]);
		expect(messages).toEqual([`Test: 1 accepted, with the number ${mode.number} · 2 not sent`]);
	});

	test('that fails says why, of its row alone', async () => {
		const outcome = (): Ruling => ({
			state: 'notSent',
			failure: new TransportError('no connection', 'Try again.', 'notConnected'),
		});
		expect(await errorOf({ rows: [0, 1], delivery: { mode }, outcome })).toMatchObject({
			message: 'no connection',
			advice: 'Nothing was sent. Try again. Then run it again.',
			facts: { notSent: [{ item: 0, label: mode.number }] },
		});
	});

	test('without a valid row says what is wrong with the rows', async () => {
		expect(await errorOf({ rows: [NO_SCRIPT], delivery: { mode } })).toMatchObject({
			message: 'No script',
			advice: 'Nothing was sent. Choose one. Then run it again.',
		});
	});
});
