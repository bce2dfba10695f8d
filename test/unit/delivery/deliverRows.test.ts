/** How an operation on rows prepares, checks and sends them. */
import type { IDataObject } from 'n8n-workflow';
import { deliverRows, type RowOperation } from '../../../nodes/IflytekAiCall/deliver/deliverRows';
import { PlatformData } from '../../../nodes/shared/aiCall/lookup/platformData';
import { sendRows } from '../../../nodes/IflytekAiCall/send/sendRows';
import { warning } from '../../../nodes/shared/aiCall/finding';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import type { AiCallClient } from '../../../nodes/shared/aiCall/transport/aiCallClient';
import { InputError } from '../../../nodes/shared/failure';
import { systemClock } from '../../../nodes/shared/n8n/requests/clock';
import { acceptedAs, contextOf, noneIsSent } from './context';

const noneIsOpened = async () => await Promise.resolve({ send: noneIsSent });

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
		const handle = await deliverRows(context, client, clock, {
			names: { method: 'addRows' },
			describeDestination: () => ({ choices: { task: 1 }, body: (rows) => ({ rows }) }),
			columns: async (data) => await data.columnsOfScript('7'),
			check: () => [],
			open: noneIsOpened,
			...change,
		});
		return { rows: (await handle(0)).map(({ json }) => json), asked };
	};

	test('the rows of an item are read with the columns of the script, which are requested once', async () => {
		const { rows, asked } = await rowsOf({ options: { timeout: 7 } });
		expect(rows).toMatchObject([
			{ rowIndex: 0, phoneNumber: '13912345678', row: { Phone: '13912345678', Name: 'Li' } },
			{ rowIndex: 1, state: 'problem', reason: expect.stringContaining('"1"') as string },
		]);
		expect(asked).toEqual([['queryConfiguration', { type: 0 }, { timeoutMs: 7000, retries: 5 }]]);
		expect((await rowsOf({ options: { checkNumbers: false } })).rows).toMatchObject([
			{ state: 'ready' },
			{ state: 'ready', phoneNumber: '1' },
		]);
	});

	test('in a check the rows of an item show a problem of their destination, and otherwise the run fails', async () => {
		const withoutTask = () => {
			throw new InputError('Task is empty', 'Enter it.');
		};
		expect((await rowsOf({}, { describeDestination: withoutTask })).rows).toMatchObject([
			{ state: 'problem', reason: 'Task is empty', advice: 'Enter it.' },
			{ state: 'problem', reason: expect.stringContaining('"1"') as string },
		]);
		const { client } = platform();
		const { context } = contextOf({
			parameters: { rowsField: 'rows', options: {} },
			items: [{ rows: [['13912345678', 'Li']] }],
		});
		const run = deliverRows(context, client, clock, {
			names: { method: 'addRows' },
			describeDestination: withoutTask,
			columns: async (data) => await data.columnsOfScript('7'),
			check: () => [],
			open: noneIsOpened,
		});
		await expect(run).rejects.toThrow('Task is empty');
	});

	test('the rows of an item are not sent outside the hours of their destination', async () => {
		const withHours = () => ({ choices: {}, hours, body: (rows: string[][]) => ({ rows }) });
		expect((await rowsOf({}, { describeDestination: withHours })).rows[0]).toMatchObject({
			state: 'outsideHours',
			retryAt: expect.stringMatching(/T09:00:00\+08:00$/) as string,
		});
	});

	test('a text with several numbers is left out if one of them must never be called', async () => {
		const options = { checkNumbers: false, neverCall: '13912345679' };
		const rows = [['13912345678 or 13912345679', 'Li']];
		expect((await rowsOf({ options }, {}, rows)).rows).toMatchObject([{ state: 'neverCall' }]);
	});

	test('of a list, each row without a value is blank', async () => {
		const rows = [
			['13912345678', 'Li'],
			['', ' '],
			['', 'Wu'],
		];
		expect((await rowsOf({}, {}, rows)).rows).toMatchObject([
			{ state: 'ready' },
			{ state: 'blank' },
			{ state: 'problem' },
		]);
	});

	test('an item is blank if it has no value, and not because none of its values is mapped', async () => {
		const value = (index: number) => ({ Phone: index === 0 ? '13912345678' : '' });
		const schema = [{ id: 'Phone', displayName: 'Phone' }];
		const { context } = contextOf({
			parameters: {
				simplify: true,
				runMode: 'check',
				columns: { mappingMode: 'defineBelow', schema, value },
			},
			items: [{ Phone: '13912345678' }, { Phone: '', Note: 'x' }, { Phone: '' }],
		});
		const handle = await deliverRows(context, platform().client, clock, {
			names: { method: 'addRows' },
			describeDestination: () => ({ choices: {}, body: (rows) => ({ rows }) }),
			columns: async () => await Promise.resolve(['Phone']),
			check: () => [],
			open: noneIsOpened,
		});
		const states = [0, 1, 2].map(async (index) => (await handle(index))[0]?.json.state);
		expect(await Promise.all(states)).toEqual(['ready', 'problem', 'blank']);
	});

	test('a choice of keys is left aside where rows have none', async () => {
		const skipCustomers = 'sentKey';
		expect((await rowsOf({ skipCustomers }, { hasKeys: false })).rows[0]?.state).toBe('ready');
		expect((await rowsOf({ skipCustomers })).rows[0]?.reason).toBe('Row Key is empty');
	});

	test('the rows of an item are checked by the operation', async () => {
		const finding = warning('From the operation', 'Mend it.');
		expect((await rowsOf({}, { check: () => [() => [finding]] })).rows[0]).toMatchObject({
			state: 'ready',
			runWarnings: ['From the operation. Mend it.'],
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
			state: 'problem',
			reason: expect.stringMatching(
				/^The columns under Values to Send are not those of the script/,
			) as string,
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
	const handle = await deliverRows(context, client, systemClock, {
		names: { method: 'addRows' },
		describeDestination: (index) => ({
			choices: { index },
			shown: { task: `task ${index}` },
			body: (rows) => ({ task: `task ${index}`, rows }),
		}),
		columns: async () => await Promise.resolve(['Phone', 'Name']),
		check: () => [],
		open: async (run) =>
			await Promise.resolve({
				send: async (ready, decisions) => await sendRows(ready, decisions, run),
			}),
	});
	expect(await handle(0)).toEqual(
		rows.map(([number, name], index) => ({
			json: {
				state: 'accepted',
				task_data_id: ['11', '12'][index],
				task: 'task 0',
				phoneNumber: number,
				row: { Phone: number, Name: name },
				reason: 'The platform accepted it',
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

test('the memory is opened with each valid row, for the day of its zone, and not at all in a test', async () => {
	const asked: unknown[] = [];
	const opening = async (runMode: string, rows: string[][]) => {
		const stored = new Set<string>();
		const { context } = contextOf({
			parameters: { rowsField: 'rows', runMode, testNumber: '13911112222', options: {} },
			items: [{ rows }],
			node: { id: `memory ${runMode} ${rows.length}` },
			execution: { id: '7' },
			stored,
		});
		const handle = await deliverRows(context, platform().client, systemClock, {
			names: { method: 'placeCalls' },
			describeDestination: () => ({ choices: {}, body: (values) => ({ values }) }),
			columns: async () => await Promise.resolve(['Phone', 'Name']),
			check: () => [],
			open: async (run, valid) => {
				const memory = await run.remember(valid, false);
				asked.push(memory && valid.map((row) => memory.identities.of(row).own !== ''));
				return {
					send: async (ready, decisions) => {
						for (const row of ready) decisions.set(row, acceptedAs('7'));
						await Promise.resolve();
					},
				};
			},
		});
		await handle(0);
	};
	const rows = [
		['13912345678', 'Li'],
		['13912345679', 'Wu'],
	];
	await opening('real', rows);
	await opening('test', rows);
	await opening('real', []);
	expect(asked).toEqual([[true, true], undefined, undefined]);
});

test('other work in n8n gets its turn while thousands of rows are read before the first is sent', async () => {
	let time = 0;
	// The clock advances by a millisecond at each reading.
	const now = jest.spyOn(performance, 'now').mockImplementation(() => time++);
	let turns = 0;
	let turnsBefore = 0;
	const timer = setInterval(() => turns++, 0);
	const numbers = Array.from({ length: 1000 }, (_none, index) => `1391234${5000 + index}`);
	const { context } = contextOf({
		parameters: { rowsField: 'rows', options: {} },
		execution: { id: '7' },
		items: [{ rows: numbers.map((number) => [number]) }],
	});
	try {
		await deliverRows(context, platform().client, systemClock, {
			names: { method: 'placeCalls' },
			describeDestination: () => ({ choices: {}, body: (values) => ({ values }) }),
			columns: async () => await Promise.resolve(['Phone']),
			check: () => [],
			open: async (run, rows) => {
				const before = turns;
				await run.remember(rows, false);
				turnsBefore = turns - before;
				return {
					send: async (ready, decisions) => {
						for (const row of ready) decisions.set(row, acceptedAs('7'));
						await Promise.resolve();
					},
				};
			},
		});
	} finally {
		clearInterval(timer);
		now.mockRestore();
	}
	expect(turnsBefore).toBeGreaterThan(50);
});
