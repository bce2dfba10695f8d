/** Rows as sheets have them, each through a check and the run that follows. */
import { CallBench, CREATE, customer, PLACE, RUN } from './aiCall';
import type { InputItem, NodeResult } from './harness';

const NOON = Date.parse('2026-11-23T12:00:00+08:00');
const bench = new CallBench({ speed: 0, startTime: NOON });

const hintsOf = ({ run }: NodeResult) =>
	Object.values(run.data.resultData.runData).flatMap((runs) =>
		runs.flatMap(({ hints = [] }) => hints.map(({ message }) => message)),
	);

/** What a check and a run say of items: their states, hints and errors. */
async function both(parameters: object, items: InputItem[]) {
	const told = [];
	for (const mode of [{ runMode: 'check' }, {}]) {
		const result = await bench.run({ ...parameters, ...mode }, items, { audited: true });
		told.push({
			states: result.outputs[0]?.map(({ json }) => json.state),
			reasons: result.outputs[0]?.map(({ json }) => json.reason),
			text: [...hintsOf(result), result.error?.message, result.error?.description].join(' '),
			output: JSON.stringify(result.outputs),
		});
	}
	const [check, run] = told;
	return { check, run };
}
const sent = () => bench.platform.acceptedRows.map(({ values }) => values);
const { 客户手机号码: number, 姓名: name, 预约时间: time } = customer(0);

describe.each([
	['Place', PLACE],
	['Run Campaign', RUN],
])('%s', (_name, operation) => {
	test.each([
		['empty cells', { 客户手机号码: '', 姓名: ' ', 预约时间: '\u3000' }],
		['null', { 客户手机号码: null, 姓名: null, 预约时间: null }],
		['no field at all', {}],
		['only what Google Sheets adds', { row_number: 3, 姓名: '' }],
	])('a row of %s at the end is counted and not sent', async (_kind, blank) => {
		const { check, run } = await both(operation, [{ json: customer(0) }, { json: blank }]);
		expect(check).toMatchObject({ states: ['ready', 'blank'] });
		expect(check?.text).toContain('1 blank');
		expect(run).toMatchObject({ states: ['accepted', 'blank'] });
		expect(run?.text).toContain('1 blank');
		expect(sent()).toEqual([[number, name, time]]);
	});

	test('a field that one row lacks is an empty cell, of which a check warns', async () => {
		const { check, run } = await both(operation, [
			{ json: customer(0) },
			{ json: { 客户手机号码: customer(1).客户手机号码, 姓名: '王' } },
		]);
		expect(check).toMatchObject({ states: ['ready', 'ready'] });
		expect(`${check?.text}${check?.output}`).toContain('is empty');
		expect(run).toMatchObject({ states: ['accepted', 'accepted'] });
		expect(sent()[1]).toEqual([customer(1).客户手机号码, '王', '']);
	});

	test('a title row above the headings is named in both', async () => {
		const { check, run } = await both(operation, [
			{ json: { 十一月客户名单: '客户手机号码', __EMPTY: '姓名', __EMPTY_1: '预约时间' } },
			{ json: { 十一月客户名单: number, __EMPTY: '王', __EMPTY_1: '周五' } },
		]);
		expect(`${check?.text}${check?.output}`).toContain('Header Row 2');
		expect(run?.text).toContain('Header Row 2');
		expect(sent()).toEqual([]);
	});

	test.each([' ', '\u00A0', '\u200B', '\uFEFF'])(
		'%j at the ends of each field name makes no difference',
		async (space) => {
			const row = Object.fromEntries(
				Object.entries(customer(0)).map(([field, cell]) => [`${space}${field}${space}`, cell]),
			);
			const { check, run } = await both(operation, [{ json: row }]);
			expect([check?.states, run?.states]).toEqual([['ready'], ['accepted']]);
			expect(sent()).toEqual([[number, name, time]]);
		},
	);
});

test('an empty Time Zone of one row is an error of that row in both', async () => {
	const times = { hours: '00:00-24:00', zone: '={{ $json.zone }}' };
	const items = [
		{ json: { ...customer(0), zone: 'Asia/Shanghai' } },
		{ json: { ...customer(1), zone: '' } },
	];
	const options = { callingTimes: { times } };
	const { check, run } = await both({ ...PLACE, options }, items);
	expect(check).toMatchObject({ states: ['ready', 'problem'] });
	expect(check?.reasons).toEqual(['Would be called', 'Time Zone has no value']);
	expect(run?.text).toContain('Time Zone has no value');
	expect(sent()).toEqual([]);
	const others = { ...options, ifProblems: 'sendOthers' };
	await bench.run({ ...PLACE, options: others }, items);
	expect(sent()).toEqual([[number, name, time]]);
});

test.each(['2126-12-01 09:00', '1926-12-01', '1926-12-01T09:00:00+08:00'])(
	'the Start Time %s is an error in a check, a run and a new task',
	async (begin) => {
		const { check, run } = await both({ ...RUN, begin }, [{ json: customer(0) }]);
		const said = `Start Time lies in the year ${begin.slice(0, 4)}`;
		expect(`${check?.text}${check?.output}`).toContain(said);
		expect(run?.text).toContain(said);
		expect((await bench.run({ ...CREATE, begin }, [{}])).error?.message).toContain(said);
		expect(bench.requests('createTask')).toEqual([]);
		expect(sent()).toEqual([]);
	},
);
