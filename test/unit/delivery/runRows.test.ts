/** How an operation on rows prepares, checks and sends them. */
import type { IDataObject } from 'n8n-workflow';
import { runRows, type RowOperation } from '../../../nodes/IflytekAiCall/run/runRows';
import { PlatformData } from '../../../nodes/IflytekAiCall/methods/platformData';
import { sendRows } from '../../../nodes/IflytekAiCall/send/sendRows';
import { warning } from '../../../nodes/shared/aiCall/finding';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import type { AiCallClient } from '../../../nodes/shared/aiCall/transport/aiCallClient';
import { InputError } from '../../../nodes/shared/failure';
import { systemClock } from '../../../nodes/shared/n8n/requests/clock';
import { contextOf } from './context';

const noneIsSent = async () => await Promise.reject(new Error('rows are sent'));
const noneWasSent = async () => await Promise.resolve(new Map());

/** A client of a platform with one script, and the list of what it was asked. */
function platform() {
	const asked: unknown[] = [];
	const client: AiCallClient = async (...request) => {
		asked.push(request);
		return await Promise.resolve({
			code: '0',
			message: '',
			result: {
				robots: [{ robot_id: '7', call_column: ['Phone', 'Name'] }],
				lines: [{ line_num: '3', time_expire: 1 }],
			},
			sent: {},
		});
	};
	return { client, asked };
}

test('the columns of a script are looked up once, however many items use it', async () => {
	const data = new PlatformData(platform().client);
	expect(await data.columnsOfScript('7')).toBe(await data.columnsOfScript('7'));
});

describe('the rows of an item', () => {
	/** A clock after the calling hours: it is 22:00 in China. */
	const clock = { ...systemClock, date: () => Date.parse('2026-11-23T22:00:00+08:00') };
	const hours = readCallingHours('09:00-20:00', 'Asia/Shanghai');
	const rowsOf = async (
		parameters: IDataObject,
		change: Partial<RowOperation> = {},
		rows = [
			['13912345678', 'Li'],
			['1', 'Li'],
		],
	) => {
		const { client, asked } = platform();
		const { context } = contextOf({
			parameters: {
				simplify: true,
				...(parameters.columns === undefined && { rowsField: 'rows' }),
				...parameters,
				runMode: 'check',
			},
			items: [{ rows }],
		});
		const handle = await runRows(context, client, clock, {
			names: { method: 'addRows' },
			describeDestination: () => ({ choices: { task: 1 }, body: (rows) => ({ rows }) }),
			columns: async (data) => await data.columnsOfScript('7'),
			check: () => [],
			send: noneIsSent,
			findSent: noneWasSent,
			...change,
		});
		return { rows: (await handle(0)).map(({ json }) => json), asked };
	};

	test('the rows of an item are read with the columns of the script, which are requested once', async () => {
		const { rows, asked } = await rowsOf({ options: { timeout: 7 } });
		expect(rows).toMatchObject([
			{ rowIndex: 0, phoneNumber: '13912345678', row: { Phone: '13912345678', Name: 'Li' } },
			{ rowIndex: 1, state: 'problem', problems: [expect.stringContaining('"1"')] },
		]);
		expect(asked).toEqual([['queryConfiguration', { type: 0 }, { timeoutMs: 7000, retries: 5 }]]);
		expect((await rowsOf({ options: { checkNumbers: false } })).rows).toMatchObject([
			{ state: 'ready' },
			{ state: 'ready', phoneNumber: '1' },
		]);
	});

	test('in a check the rows of an item show a problem of their destination, and otherwise the item fails', async () => {
		const withoutTask = () => {
			throw new InputError('Task is empty', 'Enter it.');
		};
		expect((await rowsOf({}, { describeDestination: withoutTask })).rows).toMatchObject([
			{ problems: ['Task is empty. Enter it.'] },
			{ problems: [expect.stringContaining('"1"')] },
		]);
		const { client } = platform();
		const { context } = contextOf({
			parameters: { rowsField: 'rows', options: {} },
			items: [{ rows: [['13912345678', 'Li']] }],
		});
		const handle = await runRows(context, client, clock, {
			names: { method: 'addRows' },
			describeDestination: withoutTask,
			columns: async (data) => await data.columnsOfScript('7'),
			check: () => [],
			send: noneIsSent,
			findSent: noneWasSent,
		});
		await expect(handle(0)).rejects.toThrow('Task is empty');
	});

	test('the rows of an item are not sent outside the hours of their destination', async () => {
		const withHours = () => ({ choices: {}, hours, body: (rows: string[][]) => ({ rows }) });
		expect((await rowsOf({}, { describeDestination: withHours })).rows[0]).toMatchObject({
			state: 'outsideHours',
			from: expect.stringMatching(/T09:00:00\+08:00$/),
		});
	});

	test('a text with several numbers is left out if one of them must never be called', async () => {
		const options = { checkNumbers: false, neverCall: '13912345679' };
		const rows = [['13912345678 or 13912345679', 'Li']];
		expect((await rowsOf({ options }, {}, rows)).rows).toMatchObject([{ state: 'neverCall' }]);
	});

	test('the rows of an item are checked by the operation', async () => {
		const finding = warning('From the operation', 'Mend it.');
		expect((await rowsOf({}, { check: () => [() => [finding]] })).rows[0]).toMatchObject({
			warnings: expect.arrayContaining(['From the operation. Mend it.']),
		});
	});

	test('a check compares the mapped columns with the columns of the script', async () => {
		const mapped = {
			columns: {
				mappingMode: 'defineBelow',
				schema: [{ id: 'Phone', displayName: 'Phone' }],
				value: { Phone: '13912345678' },
			},
		};
		expect((await rowsOf(mapped)).rows[0]).toMatchObject({
			problems: [
				expect.stringMatching(/^The columns under Values to Send are not those of the script/),
			],
		});
	});
});

test('an operation on rows sends them, and names them in the log and in its results', async () => {
	const requests: unknown[] = [];
	const client: AiCallClient = async (method, body) => {
		requests.push([method, body]);
		const ids = body.task === 'task 0' ? ['11', '12'] : ['13'];
		return await Promise.resolve({
			code: '0',
			message: '',
			result: { total: ids.length, task_data_ids: ids },
			sent: { code: 0 },
		});
	};
	const rows = [
		['13912345678', 'Li'],
		['13912345679', 'Wu'],
	];
	const other = ['13912345670', 'Su'];
	const { context, lines } = contextOf({
		parameters: {
			rowsField: 'rows',
			simplify: (index: number) => index === 0,
			options: { concurrentRequests: 1 },
		},
		items: [{ rows }, { rows: [other] }],
	});
	const handle = await runRows(context, client, systemClock, {
		names: { method: 'addRows' },
		describeDestination: (index) => ({
			choices: { index },
			shown: { task: `task ${index}` },
			body: (rows) => ({ task: `task ${index}`, rows }),
		}),
		columns: async () => await Promise.resolve(['Phone', 'Name']),
		check: () => [],
		send: async (run, rows) =>
			await sendRows(rows, {
				...run,
				open: async () => await Promise.resolve(undefined),
			}),
		findSent: noneWasSent,
	});
	expect(await handle(0)).toEqual(
		rows.map(([number, name], index) => ({
			json: {
				state: 'accepted',
				task_data_id: ['11', '12'][index],
				task: 'task 0',
				phoneNumber: number,
				row: { Phone: number, Name: name },
				reason: 'platform',
				at: expect.any(String) as string,
			},
		})),
	);
	expect(requests).toEqual([
		['addRows', { task: 'task 0', rows }],
		['addRows', { task: 'task 1', rows: [other] }],
	]);
	expect(lines).toEqual([
		'info Calls: execution without id, batch 1: sending 2 rows, item 0',
		'info Calls: execution without id, batch 1: accepted (task_data_id): item 0, row 0: 11; item 0, row 1: 12',
		'info Calls: execution without id, batch 2: sending 1 row, item 1',
		'info Calls: execution without id, batch 2: accepted (task_data_id): item 1, row 0: 13',
	]);
});
