/** How the parameters that several operations share are read. */
import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node';
import { robotSpeed, readSpeed } from '../../../nodes/IflytekAiCall/actions/call/place.operation';
import * as lists from '../../../nodes/IflytekAiCall/methods/listSearch';
import * as options from '../../../nodes/IflytekAiCall/methods/loadOptions';
import * as mapping from '../../../nodes/IflytekAiCall/methods/resourceMapping';
import { readHours } from '../../../nodes/IflytekAiCall/parameters/callingTimes';
import { deliveryOptions } from '../../../nodes/IflytekAiCall/parameters/options';
import {
	runModeField,
	readRunMode,
	readTestNumber,
} from '../../../nodes/IflytekAiCall/parameters/runMode';
import { EVERY_DAY } from '../../../nodes/shared/aiCall/time/callingDays';
import { iflytekAiCallApiTest } from '../../../nodes/shared/aiCall/transport/aiCallCredentialTest';
import { textField } from '../../../nodes/shared/n8n/parameters/properties';
import { contextOf } from '../delivery/context';
import { FakeContext, refusal } from '../n8n/fakeContext';

const withParameters = (parameters: Record<string, unknown>) => contextOf({ parameters }).context;

describe('the mode', () => {
	const OTHERS = ['test', 'real'] as const;

	test('the mode of a test is offered only if the operation describes it', () => {
		const testCall = { name: 'Call My Number', description: 'Calls you' };
		const real = { name: 'Call All Rows', description: 'Calls' };
		const field = runModeField({ check: 'Checks', test: testCall, real });
		const options = [
			{ name: 'Check Only', value: 'check', description: 'Checks' },
			{ name: 'Call My Number', value: 'test', description: 'Calls you' },
			{ name: 'Call All Rows', value: 'real', description: 'Calls' },
		];
		expect(field).toEqual({
			displayName: 'Mode',
			name: 'runMode',
			type: 'options',
			noDataExpression: true,
			options,
			default: 'check',
			description: 'Whether to only check, or to send',
		});
		expect(runModeField({ check: 'Checks', real }).options).toEqual([options[0], options[2]]);
	});

	test('the mode must be one that the operation has: an expression is refused, and a missing mode means a check', () => {
		const modes = ['check', ...OTHERS];
		expect(modes.map((runMode) => readRunMode(withParameters({ runMode }), OTHERS))).toEqual(modes);
		expect(refusal(() => readRunMode(withParameters({ runMode: () => 'real' }), OTHERS))[0]).toBe(
			'Mode has a value that the panel does not offer: "={{ … }}"',
		);
		expect(refusal(() => readRunMode(withParameters({ runMode: 'other' }), OTHERS))).toEqual([
			'Mode has a value that the panel does not offer: "other"',
			'Choose Mode in the panel of the node.',
		]);
		expect(readRunMode(withParameters({ runMode: undefined }), OTHERS)).toBe('check');
	});

	test('the mode of another operation that was chosen before is a check', () => {
		expect(readRunMode(withParameters({ runMode: 'test' }), ['real'])).toBe('check');
	});

	test('a test call needs a number, which must be a mobile number unless Check Numbers is off', () => {
		const testNumberOf = (testNumber: string, checkNumbers = true) =>
			readTestNumber(withParameters({ testNumber }), checkNumbers);
		expect([testNumberOf(' +86 138-0000-0001 '), testNumberOf('021 123', false)]).toEqual([
			'13800000001',
			'021 123',
		]);
		expect(refusal(() => testNumberOf('021123'))).toEqual([
			'Test Number: "021123" is not a Mainland China mobile number: it has 6 digits, not 11',
			'Nothing was sent. Enter a number that you can answer. If your line can call other numbers, turn off Check Numbers under Options.',
		]);
		expect(refusal(() => testNumberOf(' '))[0]).toBe('Test Number is empty');
	});

	test.each([
		'={{ $json.phone }}',
		'=13800000001',
		'{{ $json.phone }}',
		'+86{{$json.phone}}',
		['={{ $json.phone }}'],
	])(
		'the expression %j as the number of a test call is refused without being evaluated',
		(testNumber) => {
			const { n8n, asked } = new FakeContext({ testNumber });
			expect(refusal(() => readTestNumber(n8n, false))).toEqual([
				"Test Number is an expression, so that an item or an agent's model would choose who is called",
				'Nothing was sent. Enter a number that you can answer in place of the expression.',
			]);
			expect(asked).toEqual([['testNumber', 0, {}, { rawExpressions: true }]]);
		},
	);
});

test('the speed of the robot is a number above 0, or is not set', () => {
	expect([undefined, '', 1, 0.1, '1.5'].map(readSpeed)).toEqual([
		undefined,
		undefined,
		1,
		0.1,
		1.5,
	]);
	for (const [given, shown] of [
		[0, '0'],
		[-1, '-1'],
		['0', '"0"'],
		['fast', '"fast"'],
		[null, 'null'],
		[Number.NaN, 'null'],
	])
		expect(refusal(() => readSpeed(given))).toEqual([
			`Robot Speed must be a number above 0, but is ${shown}`,
			'Check the value, or remove the option to leave the speed to the platform.',
		]);
	expect(robotSpeed.name).toBe('robotSpeed');
});

test("the description of a delivery's time-out says that it is the same for all items", () => {
	const { options } = deliveryOptions(textField('Note', 'note', ''));
	expect(options?.map(({ name }) => name)).toEqual([
		'concurrentRequests',
		'note',
		'simplify',
		'timeout',
	]);
	expect(options?.[3]).toMatchObject({
		description:
			'Seconds without data after which a request fails, from 1 to 600. The same for all items.',
	});
});

describe('the hours of items', () => {
	const everyDay = [...EVERY_DAY.weekdays];
	/** 09:00 to 20:00 in seconds since midnight. */
	const SPAN = { from: 32_400, to: 72_000 };
	const read = (parameters: Record<string, unknown>, index = 0) =>
		readHours(
			withParameters({ callingHours: '09:00-20:00', callingDays: everyDay, ...parameters }),
		)(index);

	test('hours are in Chinese time and apply to every day unless other days or another time zone are chosen', () => {
		const hours = {
			text: '09:00-20:00',
			zone: 'Asia/Shanghai',
			spans: [SPAN],
			days: { weekdays: everyDay, leftOut: new Set() },
		};
		expect(read({})).toEqual(hours);
		expect(read({ options: { callingHoursZone: '', datesLeftOut: '' } })).toEqual(hours);
	});

	test('each item may have its own time zone, and dates may be an array', () => {
		const zones = ['Asia/Tokyo', 'Asia/Seoul'];
		const hours = readHours(
			withParameters({
				callingHours: '09:00-20:00',
				callingDays: everyDay,
				options: {
					callingHoursZone: (index: number) => zones[index],
					datesLeftOut: ['2026-10-01'],
				},
			}),
		);
		expect(
			zones.map((_zone, index) => hours(index)).map(({ zone, days }) => [zone, days?.leftOut]),
		).toEqual(zones.map((zone) => [zone, new Set(['2026-10-01'])]));
	});

	test('dates may be added, in every form in which they are left out', () => {
		const options = {
			datesLeftOut: '2026-10-01 to 2026-10-08',
			datesAdded: '2026年10月10日、2026-10-11',
		};
		expect(read({ callingDays: ['monday'], options }).days?.added).toEqual(
			new Set(['2026-10-10', '2026-10-11']),
		);
		expect(read({ options: { datesAdded: () => [] } }).days?.added).toBeUndefined();
		expect(refusal(() => read({ options: { datesAdded: 'Sunday' } }))[0]).toBe(
			'Dates Added is not a date and time: "Sunday"',
		);
	});

	test('a zone that an expression finds for some rows only is an error of the others', () => {
		const zones = ['Asia/Tokyo', '', undefined, ' \u200B'];
		const hours = readHours(
			withParameters({ options: { callingHoursZone: (index: number) => zones[index] } }),
		);
		expect(hours(0).zone).toBe('Asia/Tokyo');
		for (const index of [1, 2, 3])
			expect(refusal(() => hours(index))).toEqual([
				'Time Zone has no value',
				'Check the expression that provides it. To use the zone of China, leave the field empty.',
			]);
	});

	test('hours and dates are read in the chosen time zone', () => {
		const options = {
			callingHoursZone: ' America/New_York ',
			datesLeftOut: '2026-10-01 to 2026-10-02, 2026-12-01T03:00:00Z',
		};
		expect(read({ callingDays: 'sunday, Monday', options })).toEqual({
			text: '09:00-20:00',
			zone: 'America/New_York',
			spans: [SPAN],
			days: {
				weekdays: ['monday', 'sunday'],
				leftOut: new Set(['2026-10-01', '2026-10-02', '2026-11-30']),
			},
		});
	});

	test('items with the same hours share one object, and items with other hours have objects of their own', () => {
		const zones = ['Asia/Tokyo', 'Asia/Tokyo', 'Asia/Seoul', 'Asia/Tokyo', 'Asia/Tokyo'];
		const texts = ['09:00-20:00', '09:00-20:00', '09:00-20:00', '10:00-20:00', '09:00-20:00'];
		const days = ['monday', 'monday', 'monday', 'monday', 'friday'];
		const hours = readHours(
			withParameters({
				callingHours: (index: number) => texts[index],
				callingDays: (index: number) => [days[index]],
				options: { callingHoursZone: (index: number) => zones[index], datesLeftOut: '2026-10-01' },
			}),
		);
		const all = zones.map((_zone, index) => hours(index));
		expect(all[1]).toBe(all[0]);
		expect(new Set(all).size).toBe(4);
		expect(all.map(({ zone, text, days: own }) => [zone, text, own?.weekdays])).toEqual(
			zones.map((zone, index) => [zone, texts[index], [days[index]]]),
		);
		// The dates are read once for each time zone.
		expect(all[3]?.days?.leftOut).toBe(all[0]?.days?.leftOut);
		expect(all[2]?.days?.leftOut).not.toBe(all[0]?.days?.leftOut);
	});

	test.each([
		{ options: '={{ $json.options }}' },
		{ options: { callingTimes: '={{ $json.times }}' } },
		{ options: { callingTimes: { times: '={{ $json.times }}' } } },
		{ options: { callingTimes: { times: [{ hours: '00:00-24:00' }] } } },
	])(
		'calling times that are no fields are refused, so that the default is not in force unseen: %j',
		(parameters) => {
			expect(refusal(() => readHours(withParameters(parameters)))[0]).toBe(
				'Calling Times under Options must have fields, but the whole is an expression or a value',
			);
		},
	);

	test.each<[object, string]>([
		[{ callingHours: '' }, 'Calling Hours are empty'],
		[{ callingHours: {} }, 'Calling Hours must be text, but is an object'],
		[{ callingDays: [] }, 'Calling Days are empty'],
		[{ callingDays: [{}] }, 'Calling Days must be text, but is an object'],
		[{ callingDays: '' }, 'Calling Days has no value'],
		[{ options: { callingHoursZone: {} } }, 'Time Zone must be text, but is an object'],
		[
			{ options: { callingHoursZone: 'China' } },
			'Time Zone must be the name of a time zone, but is "China"',
		],
		[{ callingHours: () => null }, 'Calling Hours are empty'],
		[{ datesLeftOut: () => '' }, 'Dates Left Out has no value'],
		[{ datesAdded: () => '' }, 'Dates Added has no value'],
	])('hours with the parameters %j are refused', (parameters, message) => {
		expect(refusal(() => read(parameters as Record<string, unknown>))[0]).toBe(message);
	});
});

describe('the node', () => {
	test('the node has the methods that test its credential and load its lists and columns', () => {
		expect(new IflytekAiCall().methods).toEqual({
			credentialTest: { iflytekAiCallApiTest },
			listSearch: {
				searchLines: lists.searchLines,
				searchScripts: lists.searchScripts,
				searchTasks: lists.searchTasks,
				searchVoices: lists.searchVoices,
			},
			loadOptions: {
				getLines: options.getLines,
				getScriptColumnNames: options.getScriptColumnNames,
				getTaskColumnNames: options.getTaskColumnNames,
			},
			resourceMapping: {
				getScriptColumns: mapping.getScriptColumns,
				getTaskColumns: mapping.getTaskColumns,
			},
		});
	});

	test('the node refuses an operation that does not exist', async () => {
		const { n8n } = new FakeContext({ resource: 'task', operation: 'sell' });
		await expect(new IflytekAiCall().execute.call(n8n)).rejects.toThrow(
			'The resource "task" has no operation "sell"',
		);
	});
});
