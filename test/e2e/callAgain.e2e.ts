/** examples/call-again.json: which customers are called again, and how often. */
import type { INodeParameters } from 'n8n-workflow';

import { OUTBOUND } from '../engine/callPushes';
import { startSimulator, type Simulator } from '../simulator';
import { nextPage, postForm } from './lib/form';
import { DAY_MS, midnight, withoutWaiting } from './lib/callAgain';
import { localCredentials, storeCredentials } from './lib/platform';
import {
	endedExecutions,
	everyPush,
	jsonOf,
	neverCall,
	publishCalls,
	storeExample,
} from './lib/publishedExample';
import type { RestClient } from './lib/rest';
import { takesTable } from './lib/tables';
import { post } from './lib/triggers';
import { chain, MANUAL_TRIGGER } from './lib/workflows';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

/** Results of calls, by their values in pushes. */
const ANSWERED = '15';
const BUSY = '5';
const NO_ANSWER = '20';
const ON_A_CALL = '2';
const EMPTY_NUMBER = '6';
const REJECTED = '8';

const MINUTE_MS = 60_000;
const TABLE = 'Calls to call again';

describeOnPinned('examples/call-again.json', () => {
	let rest: RestClient;
	let simulator: Simulator;
	let example: { id: string };
	let calls: { id: string; url: string };
	let callCount = 0;

	beforeAll(async () => {
		({ rest } = sharedN8n());
		simulator = await startSimulator({ aiCall: { speed: 0 } });
		calls = await publishCalls(rest, TABLE, { change: everyPush });
		example = await storeExample(rest, 'call-again', {
			table: TABLE,
			credentials: await storeCredentials(rest, localCredentials(simulator)),
			change: withoutWaiting,
		});
	});

	afterAll(async () => await simulator.close());

	/** The push with the result of a call. Each call has its own id, unless `callUuid` is given. */
	function record(
		phone: string,
		result: string | undefined,
		at = Date.now(),
		callUuid = `call-${++callCount}`,
	) {
		return {
			...OUTBOUND,
			call_uuid: callUuid,
			task_data_id: `row of ${callUuid}`,
			callee: phone,
			task_result: result,
			time_dial: at,
			time_ring: at,
			time_answer: 0,
			time_hangup: at + 1,
			task_row_head: ['客户手机号码', '姓名', '预约时间'],
			task_row_value: [phone, `客户${phone.slice(-2)}`, '周五'],
		};
	}

	let pushCount = 0;
	/** Pushes these results, and waits until the workflow has handled them. */
	async function pushResults(records: ReturnType<typeof record>[]): Promise<void> {
		for (const push of records) expect((await post(calls.url, push)).text).toBe('success');
		pushCount += records.length;
		const ended = await endedExecutions(rest, calls.id, pushCount);
		expect(ended.filter(({ status }) => status !== 'success')).toEqual([]);
	}

	/** Runs the hourly part, and returns the numbers that it calls again. */
	async function runHour(): Promise<string[]> {
		const before = simulator.aiCall.acceptedRows.length;
		const execution = await rest.run(example.id, { trigger: 'Every Hour' });
		expect(execution.error).toBeUndefined();
		const rows = simulator.aiCall.acceptedRows.slice(before);
		expect(jsonOf(execution, 'Mark as Taken').map(({ again }) => again)).toEqual(
			rows.map(() => 'accepted'),
		);
		expect(rows.map(({ columns, values }) => [...columns, ...values.slice(1)])).toEqual(
			rows.map(({ values }) => [
				'客户手机号码',
				'姓名',
				'预约时间',
				`客户${values[0]?.slice(-2)}`,
				'周五',
			]),
		);
		return rows.map(({ values }) => values[0] ?? '').sort();
	}

	test('busy and unanswered numbers are called again in one new task, at most three times a day (in China time); a repeated push counts once; numbers of ticked lines are never called', async () => {
		await neverCall(rest, TABLE, '+86 138-0000-0005');

		const yesterday = midnight() - MINUTE_MS;
		const today = Math.max(midnight(), Date.now() - 30 * MINUTE_MS);
		const repeated = record('13800000007', BUSY);
		await pushResults([
			record('13800000001', BUSY),
			record('13800000002', NO_ANSWER),
			record('13800000003', ON_A_CALL),
			record('13800000004', ANSWERED),
			record('13800000005', BUSY),
			record('13800000006', EMPTY_NUMBER),
			record('13800000008', REJECTED),
			// Answered on the second try.
			record('13800000009', BUSY, today),
			record('13800000009', ANSWERED, today + 1),
			// Two tries today and two yesterday evening, in China time.
			...[yesterday - 2, yesterday, today, today + 1].map((at) => record('13800000010', BUSY, at)),
			// Three tries today.
			...[today, today + 1, today + 2].map((at) => record('13800000011', NO_ANSWER, at)),
			// Six tries within the week.
			...[1, 2, 3, 4, 5].map((days) => record('13800000012', BUSY, today - days * DAY_MS)),
			record('13800000012', BUSY, today),
			repeated,
			record('13800000007', BUSY, today, 'call-earlier'),
			{ ...repeated },
			{ ...repeated },
		]);
		const called = ['13800000001', '13800000002', '13800000003', '13800000007', '13800000010'];
		expect(await runHour()).toEqual(called);
		expect(
			simulator.aiCall.tasks.map(({ rows, waitingRows, activeCalls }) => [
				rows,
				waitingRows + activeCalls,
			]),
		).toEqual([[5, 5]]);

		// Before the next hour only a repeated push arrives. Nobody is called again, and no task is created.
		await pushResults([{ ...repeated }]);
		expect(await runHour()).toEqual([]);
		expect(simulator.aiCall.tasks).toHaveLength(1);

		// 13800000001 is busy for the second time today, and is called again. 13800000007 has had its three tries.
		await pushResults([
			record('13800000001', BUSY),
			record('13800000007', BUSY),
			record('13800000002', ANSWERED),
		]);
		expect(await runHour()).toEqual(['13800000001']);
		await pushResults([record('13800000001', BUSY)]);
		expect(await runHour()).toEqual([]);
		expect(simulator.aiCall.summary().requestsByEndpoint).toMatchObject({
			taskCreate: 2,
			taskInsert: 2,
			taskStart: 2,
		});
	});

	/** Returns a function that lists the tasks created from now on: the number of rows, and whether the task was started. */
	function watchTasks() {
		const before = simulator.aiCall.tasks.length;
		return () =>
			simulator.aiCall.tasks
				.slice(before)
				.filter(({ deleted }) => !deleted)
				.map(({ rows, status }) => [rows, status === 0 ? 'new' : 'started']);
	}

	/** Runs an operation of the Data Table node on the table of calls. */
	async function changeTable(operation: string, more: INodeParameters): Promise<void> {
		const dataTableId = await takesTable(rest, TABLE);
		const change = {
			name: 'Change',
			type: 'n8n-nodes-base.dataTable',
			typeVersion: 1.1,
			parameters: { resource: 'row', operation, dataTableId, ...more },
		};
		const { id } = await rest.createWorkflow(chain('Change', [MANUAL_TRIGGER, change]));
		expect((await rest.run(id)).error).toBeUndefined();
	}

	/** Runs the hourly part, and returns the message of its error. */
	const runFailingHour = async () =>
		(await rest.run(example.id, { trigger: 'Every Hour' })).error?.message;

	/** Lets a run create a task for a busy number. The platform refuses to start it, and it is deleted. Returns the ID of the execution. */
	async function failToStart(phone: string): Promise<string> {
		await pushResults([record(phone, BUSY)]);
		// With this many refusals, also the last try of Retry On Fail fails.
		simulator.aiCall.failNext('taskStart', { kind: 'code', code: 3030002 }, 3);
		const failed = await rest.run(example.id, { trigger: 'Every Hour' });
		expect(failed.error?.message).toMatch(/\(code 3030002/);
		expect(failed.error?.description).toMatch(
			/^Nobody was called\. The task was deleted, so it calls nobody\. /,
		);
		return failed.id;
	}

	test('nobody is called if a ticked line has no number, or if the table cannot be read', async () => {
		const tasks = watchTasks();
		await pushResults([record('13800000005', ANSWERED), record('13800000022', BUSY)]);
		await neverCall(rest, TABLE, '138****0000');
		expect(await runFailingHour()).toMatch(/138\*\*\*\*0000/);
		await changeTable('deleteRows', {
			matchType: 'allConditions',
			filters: {
				conditions: [{ keyName: 'phone', condition: 'eq', keyValue: '138****0000' }],
			},
		});
		const lost = await storeExample(rest, 'call-again', {
			table: 'No such table',
			credentials: await storeCredentials(rest, localCredentials(simulator)),
		});
		const failed = await rest.run(lost.id, { trigger: 'Every Hour' });
		expect(failed.error?.message).toMatch(/No such table/);
		expect(tasks()).toEqual([]);
		expect(await runHour()).toEqual(['13800000022']);
	});

	test('on the page, a person has the customers of one task called again at once', async () => {
		const asked = await storeExample(rest, 'call-again', {
			table: TABLE,
			credentials: await storeCredentials(rest, localCredentials(simulator)),
			change: (node) =>
				node.name === 'Ask on a Page'
					? {
							webhookId: 'call-again',
							parameters: {
								...node.parameters,
								authentication: 'none',
								requireExecuteAccess: false,
							},
						}
					: {},
		});
		await rest.activate(asked.id);
		await pushResults([
			record('13800000041', BUSY),
			{ ...record('13800000042', BUSY), task_id: '99999' },
		]);
		const tasks = watchTasks();
		const ask = async (task: string) => {
			const form = new FormData();
			form.append('field-0', task);
			return (await nextPage(await postForm(`${rest.baseUrl}/form/call-again`, form))).text;
		};
		expect(await ask('12345')).toContain('Nobody is called');
		expect(await ask('99999')).toContain('1 person is called again');
		expect(tasks()).toEqual([[1, 'started']]);
		expect(simulator.aiCall.acceptedRows.at(-1)?.values[0]).toBe('13800000042');
		await rest.deactivate(asked.id);
		// The customer of the other task is called again in the next hour.
		expect(await runHour()).toEqual(['13800000041']);
	});

	test('an hour whose task could not be started leaves no task; Retry calls the number once', async () => {
		const tasks = watchTasks();
		const failed = await failToStart('13800000021');
		expect(tasks()).toEqual([]);
		const { id: retried } = (await rest.call('post', `/rest/executions/${failed}/retry`, {
			loadWorkflow: false,
		})) as { id: string };
		expect((await rest.finished(retried)).error).toBeUndefined();
		expect(tasks()).toEqual([[1, 'started']]);
		expect(await runHour()).toEqual([]);
		expect(tasks()).toEqual([[1, 'started']]);
	});

	test('without Retry, the next hour calls the number', async () => {
		const tasks = watchTasks();
		await failToStart('13800000031');
		expect(await runHour()).toEqual(['13800000031']);
		expect(tasks()).toEqual([[1, 'started']]);
	});
});
