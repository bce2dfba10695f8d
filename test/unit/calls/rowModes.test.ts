/** What a check and a test call say about rows: the hint of the run, and the state of each row. */
import { place } from '../../../nodes/IflytekAiCall/actions/call/place.operation';
import { EVERY_DAY } from '../../../nodes/shared/aiCall/time/callingDays';
import { PlatformError } from '../../../nodes/shared/failure';
import type { Surroundings } from '../delivery/context';
import { LINE, operationRun, SCRIPT, type Answer } from './operationRun';

const PLACE = {
	robotId: SCRIPT,
	lineNum: LINE,
	voiceCode: '',
	callingHours: '09:00-20:00',
	callingDays: [...EVERY_DAY.weekdays],
	simplify: true,
	rowsField: 'rows',
};
const tel = (digit: number) => `1380000000${digit}`;
const rowOf = (digit: number) => ({ tel: tel(digit), name: 'a' });
const BAD_ROW = { tel: '1', name: 'a' };

/** Accepts each row with an ID made from its number. */
const answer: Answer = (method, { call_list: list }) =>
	method === 'placeCalls'
		? {
				total: (list as unknown[]).length,
				task_data_ids: (list as string[][]).map(([number]) => `id${number}`),
			}
		: undefined;

/** Runs Place with an item for each list of rows. Returns the JSON of each item's results, the rows sent, and the hints. */
async function placed(
	parameters: object,
	items: unknown[],
	surroundings: Partial<Surroundings> = {},
	answers = answer,
) {
	const { results, asked, hints } = await operationRun(
		place,
		{
			parameters: { ...PLACE, ...parameters },
			items: items.map((rows) => ({ rows })) as Surroundings['items'],
			...surroundings,
		},
		answers,
	);
	const sentRows = asked
		.filter(([method]) => method === 'placeCalls')
		.map(([, body]) => body.call_list);
	return {
		json: (results as unknown[]).map((result) =>
			Array.isArray(result) ? result.map(({ json }: { json: unknown }) => json) : result,
		),
		sent: sentRows,
		hints: hints as { message: string }[],
	};
}

/** Rows are sent once for each of their keys. */
const KEYED = { skipCustomers: 'sentKey', rowKey: 'tel' };
const SEND_OTHERS = { ifProblems: 'sendOthers' };

/** Why rows cannot be called at 12:00, and from when on they can. */
const notNow = (from: string, next: 'Run it again' | 'Send only these' = 'Send only these') =>
	`cannot be called now: it is 12:00 in Asia/Shanghai, outside the Calling Hours ${from}-20:00. Nothing is queued. ${next} from Mon, Nov 23, ${from} (UTC+8) on, or use a task, which waits.`;

const messages = (hints: { message: string }[]) => hints.map(({ message }) => message);

describe('the hint of a check', () => {
	const checked = async (
		parameters: object,
		items: object[][],
		surroundings?: Partial<Surroundings>,
	) => messages((await placed({ runMode: 'check', ...parameters }, items, surroundings)).hints);

	test('the hint of a check counts the rows that would be called and those that would not', async () => {
		const rows = [rowOf(1), rowOf(2), rowOf(3), rowOf(1), rowOf(2)];
		const options = { neverCall: tel(3) };
		expect(await checked({ options }, [rows])).toEqual([
			'Check, nothing was sent: 2 ready to be called · 1 on the do-not-call list · 2 with the number or key of another row',
		]);
		expect(await checked({}, [[rowOf(1), rowOf(1)]])).toEqual([
			'Check, nothing was sent: 1 ready to be called · 1 with the number or key of another row',
		]);
	});

	test('a check shows the values of a row that is left out, and why', async () => {
		const { json } = await placed({ runMode: 'check', options: { neverCall: tel(1) } }, [
			[rowOf(1), rowOf(2), rowOf(2)],
		]);
		const shown = (digit: number, rowIndex: number) => ({
			phoneNumber: tel(digit),
			row: rowOf(digit),
			rowIndex,
			at: '2026-11-23T04:00:00.000Z',
		});
		expect(json).toEqual([
			[
				{
					state: 'neverCall',
					reason: 'The number is on the do-not-call list',
					...shown(1, 0),
				},
				{ state: 'ready', reason: 'Would be called', ...shown(2, 1) },
				{
					state: 'duplicate',
					reason: `Another row has the same number (${tel(2)}, a)`,
					...shown(2, 2),
					duplicateOf: `${tel(2)}, a`,
				},
			],
		]);
	});

	test('the hint of a check names up to six rows with problems', async () => {
		const badItems = (count: number) =>
			Array.from({ length: count }, (_, index) => [{ ...BAD_ROW, tel: `${index}` }]);
		expect([await checked({}, badItems(6)), await checked({}, badItems(7))]).toEqual([
			['Check, nothing was sent: 0 ready to be called · 6 with problems (0, 1, 2, 3, 4, 5)'],
			[
				'Check, nothing was sent: 0 ready to be called · 7 with problems (0, 1, 2, 3, 4, 5 and 1 more)',
			],
		]);
	});

	test('the hint of a check says if there are no rows', async () => {
		const { json, hints } = await placed({ runMode: 'check' }, [[]]);
		expect([json, messages(hints)]).toEqual([
			[[]],
			['Check, nothing was sent: 0 ready to be called'],
		]);
	});

	test('a problem of the whole run is that of each row that is not left out', async () => {
		const number = (index: number) => ({ tel: String(13_800_000_000 + index), name: 'a' });
		const rows = Array.from({ length: 102 }, (_, index) => number(index));
		const options = { neverCall: number(0).tel, rememberedRowKeys: 100 };
		const { json } = await placed({ runMode: 'check', ...KEYED, options }, [rows]);
		const reason = expect.stringMatching(/^There are 101 rows with keys/) as string;
		expect(json).toMatchObject([
			[{ state: 'neverCall' }, ...rows.slice(1).map(() => ({ state: 'problem', reason }))],
		]);
	});

	test('a problem of one item is not shown on the others', async () => {
		const lineNum = (index: number) => ['7', LINE][index];
		const { json, hints } = await placed({ runMode: 'check', lineNum }, [[rowOf(1)], [rowOf(2)]], {
			continueOnFail: true,
		});
		expect(json).toEqual([
			[
				expect.objectContaining({
					state: 'problem',
					reason: expect.stringMatching(/^Line 7 not found/) as string,
				}),
			],
			[expect.objectContaining({ state: 'ready', reason: 'Would be called' })],
		]);
		expect(messages(hints)).toEqual([
			`Check, nothing was sent: 1 ready to be called · 1 with problems (${tel(1)})`,
		]);
	});

	test('the hint of a check counts rows that have the key of an earlier row', async () => {
		const withSameKey = [rowOf(1), rowOf(2), rowOf(3)].map((row) => ({ ...row, order: 'k' }));
		expect(await checked({ ...KEYED, rowKey: 'order' }, [withSameKey.slice(0, 2)])).toEqual([
			'Check, nothing was sent: 1 ready to be called · 1 with the number or key of another row',
		]);
		expect(await checked({ ...KEYED, rowKey: 'order' }, [withSameKey])).toEqual([
			'Check, nothing was sent: 1 ready to be called · 2 with the number or key of another row',
		]);
	});

	test('the hint of a check says when rows outside the calling times may be called', async () => {
		const callingHours = (index: number) =>
			['13:00-20:00', '09:00-20:00', '12:30-20:00'][index] ?? '';
		const items = [1, 2, 3].map((digit) => [rowOf(digit)]);
		expect(await checked({ callingHours, options: SEND_OTHERS }, items)).toEqual([
			'Check, nothing was sent: 1 ready to be called · 2 outside the calling times',
			`2 rows ${notNow('12:30')}`,
		]);
		expect(await checked({ callingHours: '13:00-20:00' }, items)).toEqual([
			'Check, nothing was sent: 0 ready to be called · 3 outside the calling times',
			`3 rows ${notNow('13:00', 'Run it again')}`,
		]);
	});

	test('if a row has a problem or is outside the calling times, a check says that a run would send nothing', async () => {
		const callingHours = (index: number) => ['13:00-20:00', '09:00-20:00'][index];
		const hints = [
			await checked({}, [[rowOf(1), BAD_ROW]]),
			await checked({ callingHours }, [[rowOf(1)], [rowOf(2)]]),
		];
		const advice =
			'To send the others, set If Rows Have Problems under Options to Send the Others.';
		expect(hints).toEqual([
			[
				'Check, nothing was sent: 1 ready to be called · 1 with problems (1)',
				`As long as a row has a problem, a run sends nothing. ${advice}`,
			],
			[
				'Check, nothing was sent: 1 ready to be called · 1 outside the calling times',
				`As long as some rows are outside the calling times, a run sends nothing. ${advice}`,
				`1 row ${notNow('13:00')}`,
			],
		]);
		expect(await checked({}, [[BAD_ROW]])).toEqual([
			'Check, nothing was sent: 0 ready to be called · 1 with problems (1)',
		]);
	});
});

test('the hint of a run counts what became of the rows', async () => {
	const { hints } = await placed({ runMode: 'real', options: { neverCall: tel(3) } }, [
		[rowOf(1), rowOf(2), rowOf(1), rowOf(3)],
	]);
	expect(messages(hints)).toEqual([
		'2 accepted · 1 on the do-not-call list · 1 with the number or key of another row',
		expect.stringMatching(/^How each call went comes later/),
	]);
	const withTwoRepeats = await placed({ runMode: 'real' }, [[rowOf(1), rowOf(1), rowOf(1)]]);
	expect(messages(withTwoRepeats.hints)[0]).toBe(
		'1 accepted · 2 with the number or key of another row',
	);
});

describe('a test call', () => {
	const OWN_NUMBER = '13911112222';
	const TEST_CALL = { runMode: 'test', testNumber: ' 139-1111-2222' };
	const items = [[BAD_ROW, rowOf(1), rowOf(2)], [rowOf(3)]];
	test("a test call sends the first valid row with the user's own number, at any time of day", async () => {
		const laterHours = { callingHours: '20:00-21:00' };
		const { json, sent, hints } = await placed({ ...TEST_CALL, ...laterHours }, items);
		expect(json).toEqual([
			[
				{
					state: 'accepted',
					test: true,
					reason: 'The platform accepted it',
					at: '2026-11-23T04:00:00.000Z',
					phoneNumber: OWN_NUMBER,
					row: { tel: OWN_NUMBER, name: 'a' },
					task_data_id: `id${OWN_NUMBER}`,
				},
			],
			[],
		]);
		expect(sent).toEqual([[[OWN_NUMBER, 'a']]]);
		expect(hints).toEqual([
			{
				message: `Test: 1 accepted, with the number ${OWN_NUMBER} · 3 not sent`,
				location: 'outputPane',
			},
		]);
	});

	test('if an item cannot be read, a test call counts the item as one row that is not sent', async () => {
		const withUnreadable = [...items, 'none'];
		const { json, hints } = await placed(TEST_CALL, withUnreadable);
		expect(json[2]).toEqual([]);
		expect(messages(hints)).toEqual([
			`Test: 1 accepted, with the number ${OWN_NUMBER} · 4 not sent`,
		]);
	});

	test('a test call records no row key', async () => {
		const stored = new Set<string>();
		const keyed = items.map((rows) => rows.map((row) => ({ ...row, order: 'k' })));
		const execution = { id: '7' };
		const { sent } = await placed({ ...TEST_CALL, ...KEYED, rowKey: 'order' }, keyed, {
			stored,
			execution,
		});
		expect(sent).toHaveLength(1);
		const { sent: again } = await placed(
			{ runMode: 'real', ...KEYED, rowKey: 'order' },
			keyed.slice(1),
			{
				stored,
				execution: { id: '8' },
			},
		);
		expect(again).toEqual([[[tel(3), 'a']]]);
	});

	const refused: Answer = (method, body) =>
		method === 'placeCalls'
			? new PlatformError('no', 'refused', { code: '200203' })
			: answer(method, body);

	test('if the platform refuses the row of a test call, its item fails and no other row is sent', async () => {
		await expect(placed(TEST_CALL, items, {}, refused)).rejects.toMatchObject({
			message: 'It is not known whether this row was accepted: no',
		});
		const continued = await placed(TEST_CALL, items, { continueOnFail: true }, refused);
		const unknown = {
			state: 'unknown',
			reason: 'It is not known whether this row was accepted: no',
			at: '2026-11-23T04:00:00.000Z',
		};
		expect(continued.json).toEqual([
			[
				{
					...unknown,
					error: `Row 2: ${unknown.reason}`,
					details: expect.objectContaining(unknown) as object,
				},
			],
			[],
		]);
		expect(continued.hints).toMatchObject([
			{ message: `0 accepted · 1 unknown: ${unknown.reason}` },
		]);
	});

	test('a test call returns the response if Simplify is off', async () => {
		const { json } = await placed({ ...TEST_CALL, simplify: false }, [[rowOf(1)]]);
		expect(json).toEqual([
			[
				expect.objectContaining({
					state: 'accepted',
					test: true,
					task_data_id: `id${OWN_NUMBER}`,
					response: expect.any(Object),
				}),
			],
		]);
	});

	test('a test call without a valid row says what is wrong with the rows', async () => {
		await expect(placed(TEST_CALL, [[BAD_ROW]])).rejects.toMatchObject({
			message: expect.stringMatching(/^"1" is not a Mainland China mobile number/) as string,
			details: { advice: expect.stringMatching(/^Nothing was sent\. /) as string },
		});
	});
});
