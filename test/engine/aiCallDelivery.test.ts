import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import { startSimulator, type Simulator } from '../simulator';
import type { Fault } from '../simulator/aiCall';
import { until } from '../setup/until';
import {
	ADD_ROWS,
	byHand,
	CallBench,
	chosen,
	CREATE,
	customer,
	customers,
	iflytekAiCallWith,
	PLACE,
	SEND_OTHERS,
} from './aiCall';
import { DO, SAY } from '../../nodes/IflytekAiCall/entry/sentences';
import { quickClock } from '../setup/quickClock';
import { newExecution } from './harness';

const bench = new CallBench({ speed: 0 });
const oneAtATime = { options: { concurrentRequests: 1 } };
const othersOneAtATime = { options: { ...SEND_OTHERS, concurrentRequests: 1 } };
const continueOnError = { settings: { onError: 'continueRegularOutput' as const } };

/** The IDs that the platform assigned, by phone number. */
const assignedIds = () =>
	new Map(bench.platform.acceptedRows.map(({ values, taskDataId }) => [values[0], taskDataId]));
const phoneNumber = (index: number) => customer(index).客户手机号码;
/** The entries of the rows from `from` to before `to` in the data of an error, with the IDs that the platform assigned. */
const rowsWithIds = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => ({
		item: from + index,
		label: phoneNumber(from + index),
		task_data_id: assignedIds().get(phoneNumber(from + index)),
	}));
/** The list of these IDs in the log. */
const listedIds = (from: number, to: number) =>
	rowsWithIds(from, to)
		.map(({ item, task_data_id }) => `item ${item}: ${task_data_id}`)
		.join('; ');
/** The entries of rows without an ID in the data of an error. */
const rowsWithoutIds = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => ({
		item: from + index,
		label: phoneNumber(from + index),
	}));

describe('a request that may have been carried out', () => {
	const uncertainOutcomes: [string, Fault, object, RegExp][] = [
		[
			'a connection lost before the work',
			{ kind: 'drop', when: 'before' },
			{},
			/was closed before the response was complete/,
		],
		[
			'a connection lost after the work',
			{ kind: 'drop', when: 'after' },
			{},
			/was closed before the response was complete/,
		],
		['half an answer', { kind: 'half' }, {}, /was closed before the response was complete/],
		[
			'HTTP 502 after the work',
			{ kind: 'http', status: 502, when: 'after' },
			{},
			/a web page instead of JSON \(HTTP status 502\)/,
		],
		[
			'HTTP 503 before the work',
			{ kind: 'http', status: 503, when: 'before' },
			{},
			/a web page instead of JSON \(HTTP status 503\)/,
		],
		[
			'JSON of a gateway after the work',
			{ kind: 'http', status: 504, when: 'after', json: true },
			{},
			/unknown code \(code 504, HTTP status 504, the platform says: Gateway trouble\)/,
		],
		[
			'JSON of a gateway before the work',
			{ kind: 'http', status: 503, when: 'before', json: true },
			{},
			/unknown code \(code 503, HTTP status 503/,
		],
		[
			'an unknown code with status 200',
			{ kind: 'code', code: 500 },
			{},
			/unknown code \(code 500, the platform says/,
		],
		['a time-out', { kind: 'stall', when: 'after' }, { timeout: 1 }, /sent no data for 1 second/],
		[
			'an answer that comes too late',
			{ kind: 'late', ms: 300 },
			{ timeout: 1 },
			/sent no data for 1 second/,
		],
		['nonsense with status 200', { kind: 'body', text: 'ok!' }, {}, /: not JSON/],
		[
			'a redirect after the work',
			{ kind: 'http', status: 302, when: 'after' },
			{},
			/HTTP 302 instead/,
		],
		[
			'a redirect to the result',
			{ kind: 'http', status: 303, when: 'after' },
			{},
			/HTTP 303 instead/,
		],
	];

	test.each([301, 307, 308])(
		'an address that has moved (HTTP %i) shows that no row was accepted',
		async (status) => {
			bench.platform.failNext('callout', { kind: 'http', status, when: 'before' });
			const { outputs } = await bench.run(PLACE, customers(2), continueOnError);
			expect(outputs[0]?.map(({ json }) => json.details)).toEqual(
				Array.from({ length: 2 }, () => expect.objectContaining({ state: 'notAccepted' })),
			);
			expect(bench.requests('callout')).toHaveLength(1);
		},
	);

	test.each([301, 403])(
		'an error of HTTP %i without an envelope does not say that the platform refused the rows',
		async (status) => {
			bench.platform.failNext('callout', { kind: 'http', status, when: 'before' });
			const { error } = await bench.run(PLACE, customers(60), {
				settings: { onError: 'stopWorkflow' },
			});
			expect(error?.message).toMatch(
				new RegExp(`^50 of 60 rows were not accepted: HTTP ${status} instead of an answer`),
			);
			expect(JSON.stringify([error?.message, error?.description])).not.toMatch(/refused/);
			expect(error?.context?.data).toMatchObject({ state: 'notAccepted' });
		},
	);

	/** The node whose requests to this endpoint time out quickly. */
	const impatient = (path: string) => ({ nodeType: iflytekAiCallWith(quickClock, path) });

	test.each(uncertainOutcomes)(
		'Place never repeats a request that may have been carried out: %s',
		async (_name, fault, options, reason) => {
			bench.platform.failNext('callout', fault);
			const { error, outputs } = await bench.run(
				{ ...PLACE, options },
				customers(2),
				impatient('/task/callout'),
			);
			expect(outputs).toEqual([]);
			expect(error?.message).toMatch(/^It is not known whether these rows were accepted: /);
			expect(error?.message).toMatch(reason);
			expect(error?.description).toBe(DO.removeCalledNow);
			const lists = Object.entries(error?.context?.data ?? {}).filter(([, value]) =>
				Array.isArray(value),
			);
			expect(lists).toEqual([['unknown', rowsWithoutIds(0, 2)]]);
			expect(bench.requests('callout')).toHaveLength(1);
		},
	);

	test.each(uncertainOutcomes)(
		'Create never repeats a request that may have been carried out: %s',
		async (_name, fault, options) => {
			bench.platform.failNext('taskCreate', fault);
			const { error } = await bench.run({ ...CREATE, options }, [{}], impatient('/task/create'));
			expect(error?.message).toMatch(/^It is not known whether this task was created: /);
			expect(error?.description).toBe(DO.lookForTask);
			expect(bench.requests('taskCreate')).toHaveLength(1);
		},
	);
});

describe('a request that was certainly not carried out', () => {
	test.each<[string, string, object]>([
		['Place', 'callout', PLACE],
		['Add Rows', 'taskInsert', ADD_ROWS],
		['Create', 'taskCreate', CREATE],
	])(
		'%s repeats a request that was refused as busy, with growing pauses',
		async (_name, endpoint, parameters) => {
			const taskId = await bench.newTask();
			bench.platform.failNext(endpoint as 'callout', { kind: 'code', code: 10004 }, 3);
			const before = bench.requests(endpoint).length;
			const pauses: number[] = [];
			const sleep = async (ms: number) => void pauses.push(ms);
			const results = await bench.json({ ...parameters, taskId: chosen(taskId) }, customers(1), {
				nodeType: iflytekAiCallWith({ ...quickClock, sleep }),
			});
			expect(results).toHaveLength(1);
			expect(bench.requests(endpoint)).toHaveLength(before + 4);
			// The pauses are 500, 1000 and 2000 ms, each shortened at random by up to half.
			expect(
				pauses.map((pause, index) => pause >= 250 * 2 ** index && pause <= 500 * 2 ** index),
			).toEqual([true, true, true]);
		},
	);

	test('a request is repeated if its connection was never made', async () => {
		const { port } = new URL(bench.simulator.url);
		// This run fetches the token that the next run uses.
		await bench.json({
			...PLACE,
			columns: byHand(['客户手机号码'], { 客户手机号码: phoneNumber(0) }),
			robotId: chosen('5202'),
		});
		const { accounts } = bench.platform.setup;
		await bench.simulator.close();
		let restart: Promise<Simulator> | undefined;
		/** Starts the platform again in the first pause. */
		const sleep = async () => {
			restart ??= startSimulator({ port: Number(port), aiCall: { accounts } });
			await restart;
		};
		const results = await bench.json(
			{
				...PLACE,
				columns: byHand(['客户手机号码'], { 客户手机号码: phoneNumber(1) }),
				robotId: chosen('5202'),
			},
			undefined,
			{ nodeType: iflytekAiCallWith({ ...quickClock, sleep }) },
		);
		if (!restart) throw new Error('There was no pause');
		const restarted = await restart;
		await restarted.close();
		expect(
			restarted.aiCall.acceptedRows.map(({ values, taskDataId }) => [values, taskDataId]),
		).toEqual([[[phoneNumber(1)], (results[0] as { task_data_id: string }).task_data_id]]);
		// The restarted platform does not know the token, and refuses it. The node renews the token, and repeats the request.
		expect(restarted.aiCall.requests.map(({ endpoint, code }) => [endpoint, code])).toEqual([
			['configQuery', 10001],
			['token', 0],
			['configQuery', 0],
			['callout', 0],
		]);
	});
});

describe('a batch that is refused because of some of its rows', () => {
	const BAD = [7, 60, 61];
	const REFUSAL =
		'The platform refused 3 of 101 rows: wrong outbound number (code 200203, the platform says: Wrong outbound number)';
	const AFFECTED = BAD.map((item) => `${phoneNumber(item)} (item ${item + 1})`).join(', ');

	/** The parameters of Place, or of Add Rows for a new task. */
	const operations: [string, string, () => Promise<IDataObject>][] = [
		['Place', 'callout', async () => await Promise.resolve(PLACE)],
		[
			'Add Rows',
			'taskInsert',
			async () => ({ ...ADD_ROWS, taskId: chosen(await bench.newTask()) }),
		],
	];

	test.each(operations)(
		'%s halves it until the bad rows are found, and sends the others',
		async (_name, endpoint, parametersOf) => {
			for (const index of BAD) bench.platform.setup.sensitiveNumbers.add(phoneNumber(index));
			const { outputs } = await bench.run(
				{ ...(await parametersOf()), options: SEND_OTHERS },
				customers(101),
				continueOnError,
			);
			const failed = outputs[0]?.flatMap(({ json }, index) => (json.error ? [index] : []));
			expect(failed).toEqual(BAD);
			expect(outputs[0]?.[7]).toEqual({
				json: {
					state: 'notAccepted',
					error: expect.stringMatching(/: wrong outbound number \(code 200203, /),
					details: {
						kind: 'refused',
						code: '200203',
						desc: 'Wrong outbound number',
						advice: expect.stringMatching(/not a mobile number/),
						state: 'notAccepted',
					},
				},
				pairedItem: { item: 7 },
			});
			expect(outputs[0]?.map(({ json }) => json.task_data_id)).toEqual(
				customers(101).map((_one, index) => assignedIds().get(phoneNumber(index))),
			);
			expect(bench.platform.acceptedRows).toHaveLength(98);
			// At most two requests for each bad row on each of the six levels, and one for each batch.
			expect(bench.requests(endpoint).length).toBeLessThanOrEqual(3 + 3 * 2 * 6);
		},
	);

	test.each(operations)(
		'%s sends the others too if it stops on errors, and its error names the bad rows',
		async (_name, _endpoint, parametersOf) => {
			for (const index of BAD) bench.platform.setup.sensitiveNumbers.add(phoneNumber(index));
			const { error, outputs } = await bench.run(await parametersOf(), customers(101));
			expect(outputs).toEqual([]);
			expect([error?.message, error?.description]).toEqual([
				REFUSAL,
				`Affected: ${AFFECTED}. The others were accepted. It is not a mobile number, or it is on a do-not-call list of the platform. Correct it, or remove the row. Then run it again without the rows that were accepted.`,
			]);
			const { accepted, notAccepted } = error?.context?.data as Record<string, unknown[]>;
			expect([accepted?.length, notAccepted]).toEqual([
				98,
				BAD.map((item) => ({ item, label: phoneNumber(item) })),
			]);
			expect(assignedIds().size).toBe(98);
		},
	);
});

describe('an answer with the wrong number of IDs', () => {
	test.each<[string, Fault, string]>([
		[
			'rows (total)',
			{ kind: 'miscount', total: 1 },
			'3 rows were sent, the platform reports a total of 4 and 3 ids, so the IDs cannot be matched to the rows',
		],
		[
			'IDs (task_data_ids)',
			{ kind: 'miscount', missingIds: 1 },
			'3 rows were sent, the platform reports a total of 3 and 2 ids, so the IDs cannot be matched to the rows',
		],
	])(
		'no ID is matched to a row if the answer has a wrong number of %s',
		async (_name, fault, message) => {
			bench.platform.failNext('callout', fault);
			const { outputs } = await bench.run(PLACE, customers(3), continueOnError);
			expect(
				outputs[0]?.map(({ json }) => [json.error, (json.details as { state: string }).state]),
			).toEqual([0, 1, 2].map(() => [message, 'unknown']));
			const ids = [...assignedIds().values()].slice(0, 'missingIds' in fault ? 2 : 3);
			expect((outputs[0]?.[0]?.json.details as { advice: string }).advice).toContain(
				ids.join(', '),
			);
			expect(bench.requests('callout')).toHaveLength(1);
		},
	);
});

describe('rows and tasks that were accepted before a failure', () => {
	test('after a failure, the error has the IDs of the rows that were accepted before, and the rows that were not sent', async () => {
		const taskId = await bench.newTask();
		// The first batch is accepted. The answer to the second batch is lost.
		bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
		bench.platform.failNext('taskInsert', { kind: 'drop', when: 'after' });
		const { error } = await bench.run(
			{ ...ADD_ROWS, taskId: chosen(taskId), ...oneAtATime },
			customers(170),
		);
		expect(error?.context?.data).toEqual({
			kind: 'interrupted',
			advice: expect.any(String),
			state: 'unknown',
			accepted: rowsWithIds(0, 50),
			unknown: rowsWithoutIds(50, 100),
			notSent: rowsWithoutIds(100, 170),
		});
		expect(error?.context?.itemIndex).toBeUndefined();
		expect(error?.message).toMatch(
			/^It is not known whether the platform accepted 50 of 170 rows: The connection to .* was closed before the response was complete$/,
		);
		expect(error?.description).toBe(
			`Of the others: 50 accepted, 70 not sent. ${DO.removeAddedNow}`,
		);
		expect(bench.requests('taskInsert')).toHaveLength(2);
	});

	test('if the others are sent and the run continues on errors, the items of accepted rows have their IDs, and a second run with only the failed items sends no row twice', async () => {
		const taskId = await bench.newTask();
		const parameters = { ...ADD_ROWS, taskId: chosen(taskId), ...othersOneAtATime };
		// The first batch is accepted, and the second is refused.
		bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
		bench.platform.failNext('taskInsert', { kind: 'code', code: 10020 });
		const { outputs } = await bench.run(parameters, customers(120), {
			settings: { onError: 'continueErrorOutput' },
		});
		expect(outputs.map((items) => items.length)).toEqual([70, 50]);
		expect(
			outputs[1]?.every(({ json }) => (json.details as { state: string }).state === 'notAccepted'),
		).toBe(true);
		const secondRun = await bench.json(
			parameters,
			outputs[1]?.map(({ json }) => ({ json })),
		);
		expect(secondRun).toHaveLength(50);
		const numbers = bench.platform.acceptedRows.map(({ values }) => values[0]);
		expect([numbers.length, new Set(numbers).size]).toEqual([120, 120]);
	});

	test('a second run with all failed items does not send the rows whose outcome was unknown', async () => {
		const taskId = await bench.newTask();
		const parameters = { ...ADD_ROWS, taskId: chosen(taskId), ...othersOneAtATime };
		const errorOutput = { settings: { onError: 'continueErrorOutput' as const } };
		// The answer to the first batch is lost, and the second batch is refused.
		bench.platform.failNext('taskInsert', { kind: 'drop', when: 'after' });
		bench.platform.failNext('taskInsert', { kind: 'code', code: 10020 });
		let { outputs } = await bench.run(parameters, customers(120), errorOutput);
		expect(outputs.map((items) => items.length)).toEqual([20, 100]);
		// The second run sends the 50 refused rows. The third run sends nothing.
		for (let run = 2; run <= 3; run++) {
			({ outputs } = await bench.run(
				parameters,
				outputs[1]?.map(({ json }) => ({ json })),
				errorOutput,
			));
			expect(outputs[1]).toHaveLength(50);
			expect(outputs[1]?.[0]?.json).toMatchObject({
				...customer(0),
				error: SAY.broughtUnknown,
				details: { state: 'unknown' },
			});
		}
		const numbers = bench.platform.acceptedRows.map(({ values }) => values[0]);
		expect([numbers.length, new Set(numbers).size]).toEqual([120, 120]);
		const [unknown] = outputs[1] ?? [];
		// Older engines put the details under `message`. `details` can then be a field of the input.
		const { details, ...otherFields } = unknown?.json ?? {};
		const ofOlderEngine = { ...otherFields, message: details, details: { age: 7 } };
		({ outputs } = await bench.run(parameters, [{ json: ofOlderEngine }], errorOutput));
		expect(outputs.map((items) => items.length)).toEqual([0, 1]);
		// An item without an error is sent, whatever its details.
		expect(
			await bench.json(parameters, [{ json: { ...unknown?.json, error: undefined } }]),
		).toHaveLength(1);
	});
});

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'if the user stops the execution, no further batch is sent, and the accepted IDs are logged (%s)',
	async (onError) => {
		const taskId = await bench.newTask();
		const lines: string[] = [];
		const spies = (['info', 'warn'] as const).map((level) =>
			jest
				.spyOn(Container.get(Logger), level)
				.mockImplementation((...[message]) => void lines.push(message)),
		);
		// The third batch has been carried out but not answered when the user stops the execution.
		bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 }, 2);
		bench.platform.failNext('taskInsert', { kind: 'stall', when: 'after' });
		const execution = newExecution();
		const { outputs } = await bench.run(
			{ ...ADD_ROWS, taskId: chosen(taskId), ...oneAtATime },
			customers(500),
			{
				settings: { onError },
				execution,
				onStart: (cancel) =>
					void until(() => bench.platform.acceptedRows.length === 150).then(cancel),
			},
		);
		expect(outputs.flat()).toEqual([]);
		const linePrefix = `Node: execution ${execution.id}`;
		const ownLines = () => lines.filter((line) => line.startsWith(linePrefix));
		await until(() => ownLines().some((line) => line.includes('stopped')));
		for (const spy of spies) spy.mockRestore();
		expect(bench.requests('taskInsert')).toHaveLength(3);
		const accepted = (from: number, to: number) =>
			`accepted (task_data_id): ${listedIds(from, to)}`;
		expect(ownLines()).toEqual([
			`${linePrefix}: rows begun: 100 rows, items 0 to 99`,
			`${linePrefix}, batch 1: sending 50 rows, items 0 to 49`,
			`${linePrefix}, batch 1: ${accepted(0, 50)}`,
			`${linePrefix}, batch 2: sending 50 rows, items 50 to 99`,
			`${linePrefix}, batch 2: ${accepted(50, 100)}`,
			`${linePrefix}: rows begun: 100 rows, items 100 to 199`,
			`${linePrefix}, batch 3: sending 50 rows, items 100 to 149`,
			`${linePrefix}, batch 3: not known whether accepted, items 100 to 149`,
			`${linePrefix}: The execution was stopped. Of 500 rows 100 were accepted, 50 unknown, 350 not sent`,
		]);
	},
);

test('the log names the items of a batch before the batch is sent, and the accepted IDs after that, but never a phone number or a value', async () => {
	const logger = Container.get(Logger);
	const lines: string[] = [];
	const spies = (['info', 'warn'] as const).map((level) =>
		jest
			.spyOn(logger, level)
			.mockImplementation((...[message]) => void lines.push(`${level}: ${message}`)),
	);
	bench.platform.failNext('callout', { kind: 'drop', when: 'after' });
	const execution = newExecution();
	await bench.run({ ...PLACE, ...othersOneAtATime }, customers(101), {
		...continueOnError,
		execution,
	});
	await bench.run({ ...PLACE, rowsField: 'rows' }, [{ json: { rows: [customer(200)] } }], {
		execution: { ...execution, id: '4711' },
	});
	for (const spy of spies) spy.mockRestore();
	const ownLines = lines.filter((line) => line.includes('Node: execution'));
	expect(ownLines).toEqual([
		`info: Node: execution ${execution.id}: rows begun: 100 rows, items 0 to 99`,
		`info: Node: execution ${execution.id}, batch 1: sending 50 rows, items 0 to 49`,
		`warn: Node: execution ${execution.id}, batch 1: not known whether accepted, items 0 to 49`,
		`info: Node: execution ${execution.id}, batch 2: sending 50 rows, items 50 to 99`,
		`info: Node: execution ${execution.id}, batch 2: accepted (task_data_id): ${listedIds(50, 100)}`,
		`info: Node: execution ${execution.id}: rows begun: 1 row, item 100`,
		`info: Node: execution ${execution.id}, batch 3: sending 1 row, item 100`,
		`info: Node: execution ${execution.id}, batch 3: accepted (task_data_id): item 100: ${assignedIds().get(phoneNumber(100))}`,
		'info: Node: execution 4711: rows begun: 1 row, item 0',
		'info: Node: execution 4711, batch 1: sending 1 row, item 0',
		`info: Node: execution 4711, batch 1: accepted (task_data_id): item 0, row 0: ${assignedIds().get(phoneNumber(200))}`,
	]);
	expect(lines.join().match(/1380000\d{4}|客户|周五/g)).toBeNull();
});
