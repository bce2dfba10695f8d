import { quickClock } from '../setup/quickClock';
import {
	CallBench,
	CREATE,
	customer,
	customers,
	iflytekAiCallWith,
	PLACE,
	SEND_OTHERS,
} from './aiCall';
import { newExecution, type InputItem } from './harness';
import { processedData } from './processedData';

const bench = new CallBench({ speed: 0 });
const continueOnError = { settings: { onError: 'continueErrorOutput' as const } };

beforeEach(() => processedData.reset());

/** The node with a clock that shows this time of day in China. */
const nodeAt = (timeOfDay: () => string) => ({
	nodeType: iflytekAiCallWith({
		...quickClock,
		date: () => Date.parse(`2026-11-23T${timeOfDay()}+08:00`),
	}),
});
/** The numbers of the accepted rows. */
const calledNumbers = () => bench.platform.acceptedRows.map(({ values }) => values[0]);
/** The numbers of the first customers. */
const firstNumbers = (count: number) => customers(count).map(({ json }) => json?.客户手机号码);

describe('Place outside the calling hours', () => {
	test('Place outside the calling hours calls nobody, says when calls are allowed, and records nothing', async () => {
		const { error, outputs } = await bench.run(
			{ ...PLACE, skipCustomers: 'sentKey', rowKey: '={{ $json.客户手机号码 }}' },
			customers(2),
			nodeAt(() => '20:30:00'),
		);
		expect(outputs).toEqual([]);
		expect(error?.message).toBe(
			'It is 20:30 in Asia/Shanghai, outside the Calling Hours 09:00-20:00',
		);
		expect(error?.description).toBe(
			'Nothing was sent. Run it again from Tue, Nov 24, 09:00 (UTC+8) on, or use a task, which waits.',
		);
		expect(error?.context?.data).toMatchObject({
			retryAt: '2026-11-24T09:00:00+08:00',
			outsideHours: [
				{ item: 0, label: '13800000000' },
				{ item: 1, label: '13800000001' },
			],
		});
		expect(bench.requests('callout')).toEqual([]);
		expect([...processedData.lists.values()].flat()).toEqual([]);
	});

	test('if the others are sent, rows outside the calling hours get the state outsideHours, and the other rows are called', async () => {
		const zones = ['Asia/Shanghai', 'Europe/Berlin', 'Asia/Shanghai', 'America/New_York'];
		const items: InputItem[] = zones.map((zone, index) => ({ json: { ...customer(index), zone } }));
		const { outputs } = await bench.run(
			{ ...PLACE, options: { ...SEND_OTHERS, callingHoursZone: '={{ $json.zone }}' } },
			items,
			{ ...nodeAt(() => '19:59:00'), ...continueOnError },
		);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(outputs[1]).toEqual([
			{
				json: {
					...items[3]?.json,
					error: 'It is 06:59 in America/New_York, outside the Calling Hours 09:00-20:00',
					details: {
						kind: 'invalidInput',
						state: 'outsideHours',
						retryAt: '2026-11-23T09:00:00-05:00',
						advice: 'Send it from 2026-11-23T09:00:00-05:00 on, or use a task, which waits.',
					},
				},
				pairedItem: { item: 3 },
			},
		]);
		expect(calledNumbers().sort()).toEqual(firstNumbers(3));
	});

	test('rows that were outside the hours can be sent later, even with row keys and in the same execution', async () => {
		const execution = newExecution('manual');
		const placeWithKeys = {
			...PLACE,
			skipCustomers: 'sentKey',
			rowKey: '={{ $json.客户手机号码 }}',
		};
		const evening = await bench.run(placeWithKeys, customers(2), {
			...nodeAt(() => '20:00:00'),
			...continueOnError,
			execution,
		});
		expect(evening.outputs.map((items) => items.length)).toEqual([0, 2]);
		const morning = await bench.run(placeWithKeys, customers(2), {
			...nodeAt(() => '09:00:00'),
			execution,
		});
		expect(morning.outputs[0]?.map(({ json }) => json.state)).toEqual(['accepted', 'accepted']);
		expect(calledNumbers().sort()).toEqual(firstNumbers(2));
	});
});

describe('hours that end during a delivery', () => {
	/** The time of day after the requests so far. It begins at 19:59:50, and each request takes nine seconds. */
	const timeNow = () =>
		new Date(Date.UTC(2026, 10, 23, 19, 59, 50 + 9 * bench.requests('callout').length))
			.toISOString()
			.slice(11, 19);
	const oneAtATime = { ...SEND_OTHERS, concurrentRequests: 1 };

	test('if the hours end during a delivery, the remaining batches are not sent', async () => {
		const { outputs } = await bench.run({ ...PLACE, options: oneAtATime }, customers(170), {
			...nodeAt(timeNow),
			...continueOnError,
		});
		expect(outputs.map((items) => items.length)).toEqual([100, 70]);
		expect(
			new Set(outputs[1]?.map(({ json }) => (json.details as { state: string }).state)),
		).toEqual(new Set(['outsideHours']));
		expect(calledNumbers()).toEqual(firstNumbers(100));
	});

	test('a request that was refused as busy is not repeated if the calling hours have ended before the next attempt', async () => {
		const placeWithKeys = {
			...PLACE,
			skipCustomers: 'sentKey',
			rowKey: '={{ $json.客户手机号码 }}',
		};
		bench.platform.failNext('callout', { kind: 'code', code: 10004 }, 2);
		const { outputs } = await bench.run(placeWithKeys, customers(3), {
			...nodeAt(() => (bench.requests('callout').length < 2 ? '19:59:59' : '20:00:00')),
			...continueOnError,
		});
		expect(outputs[1]?.map(({ json }) => (json.details as { state: string }).state)).toEqual([
			'outsideHours',
			'outsideHours',
			'outsideHours',
		]);
		expect([bench.requests('callout').length, calledNumbers()]).toEqual([2, []]);
		// The rows' keys were recorded for the first attempt, and are released again.
		const secondRun = await bench.run(
			placeWithKeys,
			customers(3),
			nodeAt(() => '09:00:00'),
		);
		expect(secondRun.outputs[0]?.map(({ json }) => json.state)).toEqual([
			'accepted',
			'accepted',
			'accepted',
		]);
	});
});

describe('the days of a new task', () => {
	const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
	const sentTimes = () =>
		(bench.bodies('taskCreate') as { time_begin: number; time_end?: number }[]).map(
			({ time_begin: begin, time_end: end }) =>
				[begin, end].map((time) => time && new Date(time).toISOString()),
		);
	/** The parameters of a task on workdays from `begin` to `end` in December 2026. 1 December is a Tuesday. */
	const taskInDecember = (begin: string, end: string, more: object = {}) => ({
		...CREATE,
		begin: `2026-12-${begin}+08:00`,
		end: end && `2026-12-${end}+08:00`,
		callingDays: WORKDAYS,
		...more,
	});

	test('the calling days of a new task become its start and end if they are consecutive', async () => {
		await bench.json(taskInDecember('01T09:00', '04T18:00'));
		// Start and end are on a weekend, so they move to workdays.
		await bench.json(taskInDecember('05T09:00', '13T18:00'));
		// There is no end. One date is before the start. The start moves past the two others.
		await bench.json(
			taskInDecember('01T09:00', '', {
				callingDays: undefined,
				options: { datesLeftOut: ['2026-11-30', '2026-12-01', '2026-12-02'] },
			}),
		);
		// The days are those of Honolulu, where Sunday ends at 18:00 on Monday in China.
		await bench.json(
			taskInDecember('06T09:00', '08T09:00', { options: { callingHoursZone: 'Pacific/Honolulu' } }),
		);
		// The weekend of the 5th is worked in exchange for a holiday, so that the days are in a row.
		await bench.json(
			taskInDecember('03T09:00', '08T18:00', {
				options: { datesAdded: '2026年12月5日至6日' },
			}),
		);
		expect(sentTimes()).toEqual([
			['2026-12-01T01:00:00.000Z', '2026-12-04T10:00:00.000Z'],
			['2026-12-06T16:00:00.000Z', '2026-12-11T15:59:59.000Z'],
			['2026-12-02T16:00:00.000Z', undefined],
			['2026-12-07T10:00:00.000Z', '2026-12-08T01:00:00.000Z'],
			['2026-12-03T01:00:00.000Z', '2026-12-08T10:00:00.000Z'],
		]);
	});
});

describe('a new task', () => {
	const sentRanges = () =>
		(bench.bodies('taskCreate') as { time_range: string[] }[]).map(({ time_range }) => time_range);

	test('at any time of the day, a new task gets the calling hours in China time', async () => {
		await bench.json(
			CREATE,
			[{}],
			nodeAt(() => '23:00:00'),
		);
		await bench.json({ ...CREATE, callingHours: '22:00-06:00' });
		await bench.json({ ...CREATE, options: { callingHoursZone: 'Asia/Tokyo' } });
		// New York is 13 hours behind China in December, and 12 hours from March on. Only hours that fit both are sent.
		await bench.json({ ...CREATE, options: { callingHoursZone: 'America/New_York' } });
		await bench.json({ ...CREATE, callingHours: '00:00-24:00' });
		expect(sentRanges()).toEqual([
			['09:00:00-19:59:59'],
			['00:00:00-05:59:59', '22:00:00-23:59:59'],
			['08:00:00-18:59:59'],
			['00:00:00-07:59:59', '22:00:00-23:59:59'],
			['00:00:00-23:59:59'],
		]);
	});
});
