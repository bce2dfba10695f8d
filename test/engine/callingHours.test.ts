import { quickClock } from '../setup/quickClock';
import {
	byName,
	CallBench,
	chosen,
	customer,
	customers,
	iflytekAiCallWith,
	LINE,
	SCRIPT,
} from './aiCall';
import { newExecution, type InputItem } from './harness';
import { processedData } from './processedData';

const bench = new CallBench({ speed: 0 });
const place = {
	resource: 'call',
	operation: 'place',
	robotId: chosen(SCRIPT),
	lineNum: chosen(LINE),
	voiceCode: chosen(''),
	rowsFrom: 'item',
	columns: byName,
};
const create = {
	resource: 'task',
	operation: 'create',
	taskName: 't',
	robotId: chosen(SCRIPT),
	lineNum: chosen(LINE),
	begin: '2026-12-01T09:00:00+08:00',
};
const carryOn = { settings: { onError: 'continueErrorOutput' as const } };

beforeEach(() => processedData.reset());

/** The node at a time of day in China. */
const nodeAt = (date: () => string) => ({
	nodeType: iflytekAiCallWith({
		...quickClock,
		date: () => Date.parse(`2026-11-23T${date()}+08:00`),
	}),
});
const called = () => bench.platform.acceptedRows.map(({ values }) => values[0]);
const numbers = (count: number) => customers(count).map(({ json }) => json?.客户手机号码);

describe('Place outside the calling hours', () => {
	test('calls nobody, says when it may, and remembers nothing', async () => {
		const { error, outputs } = await bench.run(
			{ ...place, rowKey: '={{ $json.客户手机号码 }}' },
			customers(2),
			nodeAt(() => '20:30:00'),
		);
		expect(outputs).toEqual([]);
		expect(error?.message).toBe(
			'Not sent: it is 20:30 in Asia/Shanghai, outside the Calling Hours 09:00-20:00 (0 of 2 rows accepted, 0 rejected, 0 unknown, 0 not sent, 2 outside the calling hours)',
		);
		expect(error?.description).toBe(
			'Send it again from 2026-11-24T09:00:00+08:00 on, or change Calling Hours; 00:00-24:00 is any time. Outside the calling hours: items 0 to 1. Item and row numbers are zero-based.',
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

	test('leaves those rows out, with a state of their own, where the user chose to continue', async () => {
		const zones = ['Asia/Shanghai', 'Europe/Berlin', 'Asia/Shanghai', 'America/New_York'];
		const items: InputItem[] = zones.map((zone, index) => ({ json: { ...customer(index), zone } }));
		const { outputs } = await bench.run(
			{ ...place, options: { callingHoursZone: '={{ $json.zone }}' } },
			items,
			{ ...nodeAt(() => '19:59:00'), ...carryOn },
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
		expect(called().sort()).toEqual(numbers(3));
	});

	test.each([' Asia/Shanghai', 'Asia/Shanghai\n', '\tAsia/Shanghai '])(
		'takes a zone with blanks around it: %j',
		async (callingHoursZone) => {
			const { error } = await bench.run(
				{ ...place, options: { callingHoursZone } },
				customers(1),
				nodeAt(() => '12:00:00'),
			);
			expect([error?.message, called()]).toEqual([undefined, numbers(1)]);
		},
	);

	test('sends nothing at all where one row is outside and the run stops at errors', async () => {
		const items = [0, 1].map((index) => ({
			json: { ...customer(index), hours: ['09:00-20:00', '08:00-10:00'][index] },
		}));
		const { error } = await bench.run(
			{ ...place, callingHours: '={{ $json.hours }}' },
			items,
			nodeAt(() => '12:00:00'),
		);
		expect([error?.context?.itemIndex, bench.requests('callout')]).toEqual([1, []]);
	});

	test('sends the rows later, also with a key and in the same execution', async () => {
		const execution = newExecution('manual');
		const keyed = { ...place, rowKey: '={{ $json.客户手机号码 }}' };
		expect(
			(
				await bench.run(keyed, customers(2), { ...nodeAt(() => '20:00:00'), ...carryOn, execution })
			).outputs.map((one) => one.length),
		).toEqual([0, 2]);
		expect(
			(
				await bench.run(keyed, customers(2), { ...nodeAt(() => '09:00:00'), execution })
			).outputs[0]?.map(({ json }) => json.state),
		).toEqual(['accepted', 'accepted']);
		expect(called().sort()).toEqual(numbers(2));
	});

	test.each([true, false])(
		'goes over midnight, and takes any time (with continue: %s)',
		async (continuing) => {
			const run = async (callingHours: string) =>
				(
					await bench.run({ ...place, callingHours }, customers(1), {
						...nodeAt(() => '23:30:00'),
						...(continuing && carryOn),
					})
				).outputs[0]?.length;
			expect([await run('22:00-06:00'), await run('00:00-24:00')]).toEqual([1, 1]);
		},
	);
});

describe('hours that end during a delivery', () => {
	/** Nine seconds pass with each request. */
	const later = () =>
		new Date(Date.UTC(2026, 10, 23, 19, 59, 50 + 9 * bench.requests('callout').length))
			.toISOString()
			.slice(11, 19);
	const inTurn = { concurrentRequests: 1 };

	test('stop the batches that are left', async () => {
		const { outputs } = await bench.run({ ...place, options: inTurn }, customers(170), {
			...nodeAt(later),
			...carryOn,
		});
		expect(outputs.map((one) => one.length)).toEqual([100, 70]);
		expect(
			new Set(outputs[1]?.map(({ json }) => (json.details as { state: string }).state)),
		).toEqual(new Set(['outsideHours']));
		expect(called()).toEqual(numbers(100));
	});

	test('are in the error with what was accepted before, where the run stops at errors', async () => {
		const { error } = await bench.run(
			{ ...place, rowKey: '={{ $json.客户手机号码 }}', options: inTurn },
			customers(170),
			nodeAt(later),
		);
		expect(error?.message).toBe(
			'Not sent: it is 20:00 in Asia/Shanghai, outside the Calling Hours 09:00-20:00 (100 of 170 rows accepted, 0 rejected, 0 unknown, 20 not sent, 50 outside the calling hours)',
		);
		expect(error?.description).toMatch(
			/Outside the calling hours: items 100 to 149\. Not sent: items 150 to 169\./,
		);
		expect(called()).toEqual(numbers(100));
		// The keys of the others are free.
		const again = await bench.run(
			{ ...place, rowKey: '={{ $json.客户手机号码 }}' },
			customers(170),
			nodeAt(() => '09:00:00'),
		);
		expect(again.outputs[0]?.map(({ json }) => json.state)).toEqual(
			numbers(170).map((_number, index) => (index < 100 ? 'sentBefore' : 'accepted')),
		);
	});

	test('also stop a request that was refused as busy and would be sent again', async () => {
		const keyed = { ...place, rowKey: '={{ $json.客户手机号码 }}' };
		bench.platform.failNext('callout', { kind: 'code', code: 10004 }, 2);
		const { outputs } = await bench.run(keyed, customers(3), {
			...nodeAt(() => (bench.requests('callout').length < 2 ? '19:59:59' : '20:00:00')),
			...carryOn,
		});
		expect(outputs[1]?.map(({ json }) => (json.details as { state: string }).state)).toEqual([
			'outsideHours',
			'outsideHours',
			'outsideHours',
		]);
		expect([bench.requests('callout').length, called()]).toEqual([2, []]);
		// Their keys were recorded for the first attempt, and are free again.
		expect(
			(
				await bench.run(
					keyed,
					customers(3),
					nodeAt(() => '09:00:00'),
				)
			).outputs[0]?.map(({ json }) => json.state),
		).toEqual(['accepted', 'accepted', 'accepted']);
	});
});

describe('hours that cannot be read', () => {
	test.each<[string, object, string]>([
		['empty', { callingHours: '={{ "" }}' }, 'Calling Hours are empty'],
		['missing', { callingHours: '={{ $json.nothing }}' }, 'Calling Hours are empty'],
		[
			'no hours',
			{ callingHours: 'office hours' },
			'Calling Hours must be periods such as 09:00-20:00, but "office hours" is none',
		],
		[
			'of no zone',
			{ options: { callingHoursZone: 'Peking' } },
			'Calling Hours Time Zone must be the name of a time zone, but is "Peking"',
		],
	])('are refused before any request: %s', async (_name, wrong, message) => {
		for (const parameters of [
			{ ...place, ...wrong },
			{ ...create, ...wrong },
		])
			expect((await bench.run(parameters, customers(1))).error?.message).toBe(message);
		expect([bench.requests('callout'), bench.requests('taskCreate')]).toEqual([[], []]);
	});
});

describe('a task that is created', () => {
	const ranges = () =>
		(bench.bodies('taskCreate') as { time_range: string[] }[]).map(({ time_range }) => time_range);

	test('gets the calling hours, in China time, whatever time it is now', async () => {
		await bench.json(
			create,
			[{}],
			nodeAt(() => '23:00:00'),
		);
		await bench.json({ ...create, callingHours: '22:00-06:00' });
		await bench.json({ ...create, options: { callingHoursZone: 'Asia/Tokyo' } });
		// New York: 13 hours behind in December, 12 from March on.
		await bench.json({ ...create, options: { callingHoursZone: 'America/New_York' } });
		await bench.json({ ...create, callingHours: '00:00-24:00' });
		expect(ranges()).toEqual([
			['09:00:00-20:00:00'],
			['00:00:00-06:00:00', '22:00:00-23:59:59'],
			['08:00:00-19:00:00'],
			['00:00:00-08:00:00', '22:00:00-23:59:59'],
			['00:00:00-23:59:59'],
		]);
	});
});
