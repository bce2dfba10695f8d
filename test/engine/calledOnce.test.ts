import type { IDataObject } from 'n8n-workflow';
import { NOON_IN_CHINA, quickClock } from '../setup/quickClock';
import {
	ADD_ROWS,
	begunAt,
	byHand,
	CallBench,
	customer,
	customers,
	iflytekAiCallWith,
	numberOf,
	PLACE,
	RUN,
} from './aiCall';
import { newExecution, type InputItem, type NodeResult, type NodeRun } from './harness';

/**
 * What people mean by "nobody is called twice": a number, by a script, on a day, whatever n8n evaluates
 * anew. The platform's record decides.
 */

const REFUSED = 200;
const bench = new CallBench({ speed: 0, sensitiveNumbers: [numberOf(REFUSED)] });
const HOUR_MS = 3_600_000;
const COUNT = 120;
const ONE_BY_ONE = { concurrentRequests: 1 };
const RETRIES = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const CONTINUE = { onError: 'continueErrorOutput' as const };
const lost = { kind: 'drop', when: 'after' } as const;

let clicks = 0;
/** Columns of which one has another value each time that n8n evaluates it. */
const VOLATILE = {
	columns: byHand(['客户手机号码', '姓名', '预约时间'], {
		客户手机号码: '={{ $json.客户手机号码 }}',
		姓名: '={{ Math.random().toString() }}',
		预约时间: '周五',
	}),
};

/** How often each of the first `count` customers was called. */
const times = (count: number) =>
	Array.from(
		{ length: count },
		(_, index) =>
			bench.platform.calledNumbers.filter((number) => number === numberOf(index)).length,
	);
const each = (count: number, often: number) => Array.from({ length: count }, () => often);
const states = ({ outputs }: NodeResult) =>
	outputs.flat().map(({ json }) => json.state ?? (json.details as IDataObject | undefined)?.state);

interface More extends Partial<NodeRun> {
	hours?: number;
}
async function start(
	parameters: object,
	items: InputItem[],
	{ hours = 0, settings, ...more }: More = {},
) {
	const clock = { ...quickClock, date: () => NOON_IN_CHINA + hours * HOUR_MS + ++clicks };
	const nodeType = begunAt(iflytekAiCallWith(clock), NOON_IN_CHINA + hours * HOUR_MS + clicks);
	return await bench.run({ options: ONE_BY_ONE, ...parameters } as IDataObject, items, {
		nodeType,
		settings,
		execution: newExecution(),
		...more,
	});
}
const place = async (more: object = {}, items = customers(COUNT), options: More = {}) =>
	await start({ ...PLACE, skipCustomers: 'sameValues', ...more }, items, options);
const campaign = async (more: object = {}, items = customers(COUNT), options: More = {}) =>
	await start({ ...RUN, ...more }, items, options);

describe('Retry On Fail, with a column of another value each time', () => {
	test('Place: an answer is lost, and everybody is called once', async () => {
		bench.platform.failNext('callout', lost);
		const result = await place(VOLATILE, undefined, { settings: RETRIES });
		expect(times(COUNT)).toEqual(each(COUNT, 1));
		expect(result.error?.message).toMatch(
			/^It is not known whether an earlier execution sent it \(50 of 120 rows\)/,
		);
	});

	test('Place: a number is refused for good, and the others are called once, with their IDs', async () => {
		const items = [...customers(COUNT), { json: customer(REFUSED) }];
		const result = await place(VOLATILE, items, { settings: RETRIES });
		expect(times(COUNT)).toEqual(each(COUNT, 1));
		expect(result.error?.context?.data).toMatchObject({ notAccepted: [{ item: COUNT }] });
	});

	test('Run Campaign: the answer to the start is lost, and one task is started', async () => {
		bench.platform.failNext('taskStart', lost);
		bench.platform.failNext('taskQuery', { kind: 'code', code: 10020 }, 9);
		await campaign(VOLATILE, undefined, { settings: RETRIES });
		bench.platform.clearFaults();
		await campaign(VOLATILE);
		expect(times(COUNT)).toEqual(each(COUNT, 1));
	});

	test('Run Campaign on Continue, the first row is a total: one task is started, its rows have their IDs', async () => {
		const items = [{ json: { 客户手机号码: '合计', 姓名: '' } }, ...customers(COUNT)];
		const result = await campaign(VOLATILE, items, { settings: { ...RETRIES, ...CONTINUE } });
		expect(times(COUNT)).toEqual(each(COUNT, 1));
		expect(states(result).filter((state) => state === 'accepted')).toHaveLength(COUNT);
	});

	test('the rows of an earlier try have their IDs, with fixed columns, too', async () => {
		bench.platform.failNext('callout', { kind: 'code', code: 200209 });
		const items = [{ json: { 客户手机号码: '合计', 姓名: '' } }, ...customers(3)];
		const result = await place({}, items, { settings: { ...RETRIES, ...CONTINUE } });
		expect(states(result).filter((state) => state === 'accepted')).toHaveLength(3);
		expect(times(3)).toEqual([1, 1, 1]);
	});
});

describe('the list is exported anew', () => {
	const named = (name: string) => [{ json: { ...customer(0), 姓名: name } }];

	test.each(['Run Campaign', 'Place'])(
		'%s, Called Today: nobody is called twice',
		async (operation) => {
			const run = operation === 'Place' ? place : campaign;
			const skip = { skipCustomers: 'calledToday' };
			await run({ ...skip, ...VOLATILE }, customers(3));
			await run({ ...skip, ...VOLATILE }, customers(3), { hours: 1 });
			expect(times(3)).toEqual([1, 1, 1]);
			await run({ ...skip, ...VOLATILE }, customers(3), { hours: 24 });
			expect(times(3)).toEqual([2, 2, 2]);
		},
	);

	test.each(['王芳 ', '王芳\u00A0', '王芳\u200B'])(
		'Place, the Same Values: %j is the same name',
		async (name) => {
			await place({}, named('王芳'));
			await place({}, named(name));
			expect(times(1)).toEqual([1]);
		},
	);

	test('Place, the Same Values: a second parcel of the day is another call', async () => {
		await place({}, named('parcel 1'));
		await place({}, named('parcel 2'));
		await place({}, named('parcel 2'));
		expect(times(1)).toEqual([2]);
	});

	test('None: everybody is called in each run', async () => {
		await place({ skipCustomers: 'none' }, customers(2));
		await place({ skipCustomers: 'none' }, customers(2));
		expect(times(2)).toEqual([2, 2]);
	});

	test('another choice on the same day knows who was called', async () => {
		await place({ skipCustomers: 'none' }, named('parcel 1'));
		await place({ skipCustomers: 'calledToday' }, named('parcel 2'));
		await place({ skipCustomers: 'calledToday' }, named('parcel 1'));
		expect(times(1)).toEqual([1]);
		await place({ skipCustomers: 'sameValues' }, named('parcel 3'));
		expect(times(1)).toEqual([2]);
	});

	test('a number that was called with other values is called by the choice that compares them', async () => {
		await place({ skipCustomers: 'calledToday' }, named('parcel 1'));
		await place({ skipCustomers: 'calledToday' }, named('parcel 2'));
		await place({ skipCustomers: 'sameValues' }, named('parcel 2'));
		await place({ skipCustomers: 'sameValues' }, named('parcel 1'));
		expect(times(1)).toEqual([2]);
	});
});

test('Run Campaign after Place in one node calls nobody twice', async () => {
	await place({ skipCustomers: 'calledToday' }, customers(3));
	await campaign({}, customers(4), { settings: CONTINUE });
	expect(times(4)).toEqual([1, 1, 1, 1]);
	await place({ skipCustomers: 'calledToday' }, customers(5), { settings: CONTINUE });
	expect(times(5)).toEqual([1, 1, 1, 1, 1]);
});

test('several rows of a number are its calls of the day', async () => {
	const twice = [...customers(2), { json: { ...customer(0), 姓名: 'again' } }];
	const both = { options: { ...ONE_BY_ONE, allowDuplicates: true } };
	await campaign(both, twice);
	expect(times(2)).toEqual([2, 1]);
	await campaign(both, [...twice, { json: { ...customer(0), 姓名: 'third' } }]);
	expect(times(2)).toEqual([3, 1]);
});

describe('a campaign that was started', () => {
	const change = async (operation: 'start' | 'delete', taskId: string) =>
		await bench.json({ resource: 'task', operation, taskId }, [{}]);
	const EVENING = { options: { ...ONE_BY_ONE, begin: '2026-11-23T18:00:00+08:00' } };
	const lastTask = () => bench.platform.tasks.at(-1)?.taskId ?? '';

	test.each<[string, object]>([
		['Called Today', {}],
		['the Same Values', { skipCustomers: 'sameValues' }],
		['keys', { skipCustomers: 'sentKey', rowKey: '客户手机号码' }],
	])('and deleted before it called anybody is run again, mended: %s', async (_name, choice) => {
		await campaign({ ...EVENING, ...choice }, customers(3));
		await change('delete', lastTask());
		await campaign({ ...EVENING, ...choice }, customers(4));
		expect(times(4)).toEqual([1, 1, 1, 1]);
	});

	test('still looks like a new one, and is not called again', async () => {
		await campaign(EVENING, customers(3));
		bench.platform.changeTask(lastTask(), { status: 0 });
		const again = await campaign(EVENING, customers(3), { settings: CONTINUE });
		expect(states(again)).toEqual(each(3, 0).map(() => 'sentBefore'));
		expect(bench.platform.tasks.filter(({ deleted }) => !deleted)).toHaveLength(1);
	});

	test('is not listed any more, and its rows were sent', async () => {
		await campaign({}, customers(3));
		bench.platform.changeTask(lastTask(), { gone: true });
		const again = await campaign({}, customers(3), { settings: CONTINUE });
		expect(states(again)).toEqual(each(3, 0).map(() => 'sentBefore'));
	});

	test('tomorrow is a campaign of tomorrow', async () => {
		const tomorrow = { options: { ...ONE_BY_ONE, begin: '2026-11-24T10:00:00+08:00' } };
		await campaign(tomorrow, customers(2));
		await campaign({}, customers(2), { hours: 1 });
		expect(times(2)).toEqual([2, 2]);
		await campaign({}, customers(2), { hours: 23, settings: CONTINUE });
		expect(times(2)).toEqual([2, 2]);
	});

	test('a check asks its task, too', async () => {
		await campaign(EVENING, customers(3));
		const check = async () =>
			states(await campaign({ ...EVENING, runMode: 'check' }, customers(3)));
		expect(await check()).toEqual(['sentBefore', 'sentBefore', 'sentBefore']);
		await change('delete', lastTask());
		const before = bench.platform.tasks.length;
		expect(await check()).toEqual(['ready', 'ready', 'ready']);
		expect(bench.platform.tasks).toHaveLength(before);
	});
});

describe('two tasks with the same rows', () => {
	const add = async (taskId: string, count: number, options: More = {}) =>
		await start({ ...ADD_ROWS, skipCustomers: 'calledToday', taskId }, customers(count), {
			settings: CONTINUE,
			...options,
		});
	const left = () =>
		bench.platform.tasks.filter(({ deleted }) => !deleted).map(({ taskId }) => taskId);

	test('are not both left to be started: one that has nothing else is deleted', async () => {
		const [first, second] = [await bench.newTask(), await bench.newTask()];
		await add(first, 3);
		expect(states(await add(first, 3))).toEqual(['sentBefore', 'sentBefore', 'sentBefore']);
		expect(states(await add(second, 4))).toEqual(each(4, 0).map(() => 'accepted'));
		expect(left()).toEqual([second]);
	});

	test('one with other rows stays, and the error names it', async () => {
		const [first, second] = [await bench.newTask(), await bench.newTask()];
		await add(first, 3);
		const result = await add(second, 2);
		expect(states(result)).toEqual(['notSent', 'notSent']);
		expect(JSON.stringify(result.outputs)).toContain(`task ${first}, which was not started`);
		expect(left()).toEqual([first, second]);
	});
});

describe('an option that is read once for all items', () => {
	const items = customers(4).map(({ json }, index) => ({
		json: { ...json, optedOut: index === 2, index },
	}));

	test('Do-Not-Call Numbers joins those of all items', async () => {
		const neverCall = '={{ $json.optedOut ? $json.客户手机号码 : [] }}';
		const result = await place({ options: { ...ONE_BY_ONE, neverCall } }, items);
		expect(states(result)).toEqual(['accepted', 'accepted', 'neverCall', 'accepted']);
		expect(times(4)).toEqual([1, 1, 0, 1]);
	});

	test.each([
		['Allow Duplicate Numbers', 'allowDuplicates', '={{ $json.index === 3 }}'],
		['Send Interrupted Rows', 'sendInterrupted', '={{ $itemIndex > 2 }}'],
		[
			'If Rows Have Problems',
			'ifProblems',
			"={{ $json.index < 3 ? 'sendNothing' : 'sendOthers' }}",
		],
		['Timeout (Seconds)', 'timeout', '={{ $json.index < 3 ? 20 : 30 }}'],
	])('%s: an item with another value is named', async (label, name, value) => {
		const { error } = await place({ options: { ...ONE_BY_ONE, [name]: value } }, items);
		expect(error?.message).toBe(`${label} has another value in item 3 than in item 0`);
		expect(bench.platform.calledNumbers).toEqual([]);
	});

	test('with the same value in all items, it is in force', async () => {
		const allowDuplicates = '={{ $json.index >= 0 }}';
		await place({ options: { ...ONE_BY_ONE, allowDuplicates } }, [...items, items[0] ?? {}]);
		expect(times(4)).toEqual([2, 1, 1, 1]);
	});
});
