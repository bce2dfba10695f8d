import { quickClock } from '../setup/quickClock';
import { CallBench, CREATE, customer, customers, iflytekAiCallWith, PLACE } from './aiCall';
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
			{ ...PLACE, rowKey: '={{ $json.客户手机号码 }}' },
			customers(2),
			nodeAt(() => '20:30:00'),
		);
		expect(outputs).toEqual([]);
		expect(error?.message).toBe(
			'Not sent: it is 20:30 in Asia/Shanghai, outside the Calling Hours 09:00-20:00 (0 of 2 rows accepted, 0 rejected, 0 unknown, 0 not sent, 2 outside the calling hours or days)',
		);
		expect(error?.description).toBe(
			'Send it again from 2026-11-24T09:00:00+08:00 on, or change Calling Hours; 00:00-24:00 is any time. Outside the calling hours or days: items 0 to 1. Item and row numbers are zero-based.',
		);
		expect(error?.context?.data).toMatchObject({
			retryAt: '2026-11-24T09:00:00+08:00',
			outsideHours: [
				{ item: 0, label: '13800000000' },
				{ item: 1, label: '13800000001' },
			],
		});
		expect([bench.requests('callout'), processedData.calls]).toEqual([[], 0]);
	});

	test('if the run continues on errors, rows outside the calling hours get the state outsideHours, and the other rows are called', async () => {
		const zones = ['Asia/Shanghai', 'Europe/Berlin', 'Asia/Shanghai', 'America/New_York'];
		const items: InputItem[] = zones.map((zone, index) => ({ json: { ...customer(index), zone } }));
		const { outputs } = await bench.run(
			{ ...PLACE, options: { callingHoursZone: '={{ $json.zone }}' } },
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
					error: 'Not sent: it is 06:59 in America/New_York, outside the Calling Hours 09:00-20:00',
					details: {
						kind: 'invalidInput',
						state: 'outsideHours',
						retryAt: '2026-11-23T09:00:00-05:00',
						advice:
							'Send it again from 2026-11-23T09:00:00-05:00 on, or change Calling Hours; 00:00-24:00 is any time.',
					},
				},
				pairedItem: { item: 3 },
			},
		]);
		expect(calledNumbers().sort()).toEqual(firstNumbers(3));
	});

	test.each([' Asia/Shanghai', 'Asia/Shanghai\n', '\tAsia/Shanghai '])(
		'the time zone of the calling hours may have spaces around it: %j',
		async (callingHoursZone) => {
			const { error } = await bench.run(
				{ ...PLACE, options: { callingHoursZone } },
				customers(1),
				nodeAt(() => '12:00:00'),
			);
			expect([error?.message, calledNumbers()]).toEqual([undefined, firstNumbers(1)]);
		},
	);

	test('if one row is outside the hours and the run stops at errors, Place sends nothing', async () => {
		const items = ['09:00-20:00', '08:00-10:00'].map((hours, index) => ({
			json: { ...customer(index), hours },
		}));
		const { error } = await bench.run(
			{ ...PLACE, callingHours: '={{ $json.hours }}' },
			items,
			nodeAt(() => '12:00:00'),
		);
		expect([error?.context?.itemIndex, bench.requests('callout')]).toEqual([1, []]);
	});

	test('rows that were outside the hours can be sent later, even with row keys and in the same execution', async () => {
		const execution = newExecution('manual');
		const placeWithKeys = { ...PLACE, rowKey: '={{ $json.客户手机号码 }}' };
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

	test.each([true, false])(
		'calling hours can go past midnight or cover the whole day (the run continues on errors: %s)',
		async (continuesOnError) => {
			const acceptedRows = async (callingHours: string) => {
				const { outputs } = await bench.run({ ...PLACE, callingHours }, customers(1), {
					...nodeAt(() => '23:30:00'),
					...(continuesOnError && continueOnError),
				});
				return outputs[0]?.length;
			};
			expect([await acceptedRows('22:00-06:00'), await acceptedRows('00:00-24:00')]).toEqual([
				1, 1,
			]);
		},
	);
});

describe('hours that end during a delivery', () => {
	/** The time of day after the requests so far. It begins at 19:59:50, and each request takes nine seconds. */
	const timeNow = () =>
		new Date(Date.UTC(2026, 10, 23, 19, 59, 50 + 9 * bench.requests('callout').length))
			.toISOString()
			.slice(11, 19);
	const oneAtATime = { concurrentRequests: 1 };

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

	test('if the hours end during a delivery and the run stops at errors, the error says which rows were not sent, and how many were accepted', async () => {
		const { error } = await bench.run(
			{ ...PLACE, rowKey: '={{ $json.客户手机号码 }}', options: oneAtATime },
			customers(170),
			nodeAt(timeNow),
		);
		expect(error?.message).toBe(
			'Not sent: it is 20:00 in Asia/Shanghai, outside the Calling Hours 09:00-20:00 (100 of 170 rows accepted, 0 rejected, 0 unknown, 20 not sent, 50 outside the calling hours or days)',
		);
		expect(error?.description).toMatch(
			/Outside the calling hours or days: items 100 to 149\. Not sent: items 150 to 169\./,
		);
		expect(calledNumbers()).toEqual(firstNumbers(100));
		// The keys of the rows that were not sent are released.
		const secondRun = await bench.run(
			{ ...PLACE, rowKey: '={{ $json.客户手机号码 }}' },
			customers(170),
			nodeAt(() => '09:00:00'),
		);
		expect(secondRun.outputs[0]?.map(({ json }) => json.state)).toEqual(
			firstNumbers(170).map((_number, index) => (index < 100 ? 'sentBefore' : 'accepted')),
		);
	});

	test('a request that was refused as busy is not repeated if the calling hours have ended before the next attempt', async () => {
		const placeWithKeys = { ...PLACE, rowKey: '={{ $json.客户手机号码 }}' };
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

/** Expects that Place and Create refuse these parameters with this message, and send nothing. */
async function expectRefused(wrong: object, message: string): Promise<void> {
	for (const parameters of [PLACE, CREATE]) {
		const { error } = await bench.run({ ...parameters, ...wrong }, customers(1));
		expect(error?.message).toBe(message);
	}
	expect([bench.requests('callout'), bench.requests('taskCreate')]).toEqual([[], []]);
}

describe('hours that cannot be read', () => {
	test.each<[string, object, string]>([
		['empty', { callingHours: '={{ "" }}' }, 'Calling Hours are empty'],
		['missing', { callingHours: '={{ $json.nothing }}' }, 'Calling Hours are empty'],
		[
			'words instead of hours',
			{ callingHours: 'office hours' },
			'Calling Hours must be periods such as 09:00-20:00, but "office hours" is not one',
		],
		[
			'in an unknown time zone',
			{ options: { callingHoursZone: 'Peking' } },
			'Calling Hours Time Zone must be the name of a time zone, but is "Peking"',
		],
	])(
		'hours that cannot be read are refused before any request: %s',
		async (_name, wrong, message) => {
			await expectRefused(wrong, message);
		},
	);
});

describe('Place on a day that is not among the calling days', () => {
	const workdays = {
		...PLACE,
		callingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
	};
	const onDay = (day: string) => ({
		nodeType: iflytekAiCallWith({
			...quickClock,
			date: () => Date.parse(`${day}T12:00:00+08:00`),
		}),
	});

	test.each<[string, string, object, string, string]>([
		[
			'a day of the week',
			'2026-11-28',
			{},
			'Not sent: it is Saturday, 2026-11-28, in Asia/Shanghai, which is none of the Calling Days',
			'2026-11-30T09:00:00+08:00',
		],
		[
			'a date in a range of dates that are left out, before a weekend',
			'2026-11-26',
			{ datesLeftOut: '2026/11/1, 2026-11-26 to 2026-11-27' },
			'Not sent: it is Thursday, 2026-11-26, in Asia/Shanghai, which is one of the Dates Left Out',
			'2026-11-30T09:00:00+08:00',
		],
		[
			'a day of the week in the time zone of the calling hours',
			'2026-11-30',
			{ callingHoursZone: 'Pacific/Honolulu' },
			'Not sent: it is Sunday, 2026-11-29, in Pacific/Honolulu, which is none of the Calling Days',
			'2026-11-30T09:00:00-10:00',
		],
	])(
		'Place calls nobody on a day that is left out: %s',
		async (_name, day, options, error, retryAt) => {
			const parameters = { ...workdays, callingHours: '09:00-21:00', options };
			const { outputs } = await bench.run(parameters, customers(2), {
				...onDay(day),
				...continueOnError,
			});
			expect(outputs).toEqual([
				[],
				customers(2).map(({ json }, item) => ({
					json: {
						...json,
						error,
						details: {
							kind: 'invalidInput',
							state: 'outsideHours',
							retryAt,
							advice: `Send it again from ${retryAt} on, or change Calling Days or Dates Left Out.`,
						},
					},
					pairedItem: { item },
				})),
			]);
			expect(bench.requests('callout')).toEqual([]);
		},
	);

	test('Place calls on days that are not left out, and accepts a list of dates from an expression', async () => {
		const options = {
			datesLeftOut:
				'={{ [$now.set({ year: 2026, month: 11, day: 26, hour: 3 }), "20261127", 20261128] }}',
		};
		for (const day of ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'])
			await bench.run({ ...PLACE, options }, customers(1), onDay(day));
		// The number was called on 25 and 29 November.
		expect(calledNumbers()).toEqual([...firstNumbers(1), ...firstNumbers(1)]);
	});

	test('if the calling day ends at midnight during a delivery, Place stops', async () => {
		const timeNow = () =>
			bench.requests('callout').length < 2
				? '2026-11-27T23:59:59+08:00'
				: '2026-11-28T00:00:00+08:00';
		const { outputs } = await bench.run(
			{ ...workdays, callingHours: '00:00-24:00', options: { concurrentRequests: 1 } },
			customers(170),
			{
				nodeType: iflytekAiCallWith({ ...quickClock, date: () => Date.parse(timeNow()) }),
				...continueOnError,
			},
		);
		expect(outputs.map((items) => items.length)).toEqual([100, 70]);
		expect(calledNumbers()).toEqual(firstNumbers(100));
	});
});

describe('days that cannot be read', () => {
	test.each<[string, object, string]>([
		['no days', { callingDays: [] }, 'Calling Days are empty'],
		[
			'a word that is no day of the week',
			{ callingDays: '={{ ["monday", "holiday"] }}' },
			'Calling Days must be days of the week, but "holiday" is not one',
		],
		['an empty list of dates', { options: { datesLeftOut: '' } }, 'Dates Left Out has no value'],
		[
			'an expression that finds no dates',
			{ options: { datesLeftOut: '={{ $json.nothing }}' } },
			'Dates Left Out has no value',
		],
		[
			'a text that is no date',
			{ options: { datesLeftOut: 'Christmas' } },
			'Dates Left Out is not a date and time: "Christmas"',
		],
		[
			'a range that ends before it begins',
			{ options: { datesLeftOut: '2026-10-07 to 2026-10-01' } },
			'Dates Left Out: "2026-10-07 to 2026-10-01" is not a valid range of dates',
		],
		[
			'a year far in the future',
			{ options: { datesLeftOut: '3026-10-07' } },
			'Dates Left Out: 3026-10-07 lies in the year 3026',
		],
	])(
		'days that cannot be read are refused before any request: %s',
		async (_name, wrong, message) => {
			await expectRefused(wrong, message);
		},
	);
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
		expect(sentTimes()).toEqual([
			['2026-12-01T01:00:00.000Z', '2026-12-04T10:00:00.000Z'],
			['2026-12-06T16:00:00.000Z', '2026-12-11T15:59:59.000Z'],
			['2026-12-02T16:00:00.000Z', undefined],
			['2026-12-07T10:00:00.000Z', '2026-12-08T01:00:00.000Z'],
		]);
	});

	test.each<[string, ReturnType<typeof taskInDecember>, string]>([
		[
			'a weekend',
			taskInDecember('03T09:00', '08T18:00'),
			'2026-12-03 to 2026-12-04; 2026-12-07 to 2026-12-08. Or',
		],
		[
			'no end',
			taskInDecember('01T09:00', ''),
			'2026-12-01 to 2026-12-04; 2026-12-07 to 2026-12-11; 2026-12-14 to 2026-12-18; 2026-12-21 to 2026-12-25 …. Or',
		],
		[
			'a date that is left out',
			taskInDecember('01T09:00', '', {
				callingDays: undefined,
				options: { datesLeftOut: '2026-12-02 to 2026-12-04' },
			}),
			'2026-12-01; from 2026-12-05 on. Or',
		],
	])(
		'if the days of a new task are not consecutive, the task is refused with advice on how to split it: %s',
		async (_name, parameters, stretches) => {
			const { error } = await bench.run(parameters);
			expect(error?.message).toBe(
				'A task calls on each day between Start Time and End Time, but Calling Days and Dates Left Out leave some of them out',
			);
			expect(error?.description).toContain(
				`Create a task for each stretch of days, with a Start Time and an End Time of its own: ${stretches} place the calls without a task (Call: Place).`,
			);
			expect(bench.requests('taskCreate')).toEqual([]);
		},
	);

	test('if no calling day is left, a new task is refused', async () => {
		const { error } = await bench.run(taskInDecember('05T09:00', '06T18:00'));
		expect(error?.message).toBe(
			'Calling Days and Dates Left Out leave no day between Start Time and End Time',
		);
		expect(bench.requests('taskCreate')).toEqual([]);
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
			['09:00:00-20:00:00'],
			['00:00:00-06:00:00', '22:00:00-23:59:59'],
			['08:00:00-19:00:00'],
			['00:00:00-08:00:00', '22:00:00-23:59:59'],
			['00:00:00-23:59:59'],
		]);
	});
});
