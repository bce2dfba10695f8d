import { startSimulator, type Simulator } from '../simulator';
import { withoutWaiting } from './lib/callAgain';
import { BY_NAME } from './lib/calls';
import { bindCredentials, readExample, readRealExample } from './lib/examples';
import { startN8n, type RunningN8n } from './lib/n8n';
import { localCredentials, storeCredentials } from './lib/platform';
import {
	endedExecutions,
	inTable,
	jsonOf,
	publishCalls,
	storeExample,
} from './lib/publishedExample';
import { codeNode } from './lib/triggers';
import { waitFor, type WorkflowJson } from './lib/rest';
import { chain, MANUAL_TRIGGER } from './lib/workflows';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

const TYPE = 'iflytekAiCallApi';
/** n8n stores an execution that waits for longer than 65 s, so it survives a restart. */
const STORED_WAIT_SECONDS = 70;

let simulator: Simulator;
let n8n: RunningN8n;

beforeAll(async () => {
	const { tarball, version } = sharedN8n();
	simulator = await startSimulator();
	// This test starts an n8n of its own, because the shared one must not be restarted.
	n8n = await startN8n({ tarballs: [tarball], version });
});

afterAll(async () => {
	await n8n.stop();
	await simulator.close();
});

test('n8n keeps the token, and uses it again after a restart', async () => {
	const { name, data } = localCredentials(simulator)[TYPE] ?? { name: '', data: {} };
	const credential = await n8n.rest.createCredential(TYPE, name, data);
	const get = {
		name: 'Get',
		type: 'n8n-nodes-xfyun.iflytekAiCall',
		parameters: { resource: 'configuration', operation: 'get', kind: 'voices' },
		credentials: [credential],
	};
	const { id } = await n8n.rest.createWorkflow(chain('Voices', [MANUAL_TRIGGER, get]));
	expect((await n8n.rest.run(id)).items('Get')).toHaveLength(7);
	await n8n.restart();
	expect((await n8n.rest.run(id)).items('Get')).toHaveLength(7);
	expect(simulator.aiCall.requests.map(({ endpoint, code }) => [endpoint, code])).toEqual([
		['token', 0],
		['configQuery', 0],
		['configQuery', 0],
	]);
});

/** n8n is killed while executions wait for results of calls, and while copies of call-again are in the middle of an hourly run. */
describeOnPinned('n8n is killed while examples run', () => {
	let waitPlatform: Simulator;
	let callAgainPlatform: Simulator;
	let waitingId: string;
	const copies: {
		id: string;
		name: string;
		customerStates: readonly (string | null)[];
		tasks: readonly unknown[];
	}[] = [];

	beforeAll(async () => {
		waitPlatform = await startSimulator({ aiCall: { speed: 0, pushTimeoutMs: 30_000 } });
		callAgainPlatform = await startSimulator({ aiCall: { speed: 0 } });
		await startWaitingCalls();
		await startHourlyRuns();
		await n8n.restart({ crash: true });
	});

	afterAll(async () => {
		await waitPlatform.close();
		await callAgainPlatform.close();
	});

	/** Runs call-and-wait. Returns when its execution waits for the result of its call. */
	async function startWaitingCalls(): Promise<void> {
		const { rest } = n8n;
		const credentials = await storeCredentials(rest, localCredentials(waitPlatform));
		const table = 'Calls that are waited for';
		const { url } = await publishCalls(rest, table);
		const { id } = await storeExample(rest, 'call-and-wait', {
			table,
			credentials,
			change: ({ name }) =>
				name === 'Wait Two Minutes'
					? { parameters: { amount: STORED_WAIT_SECONDS, unit: 'seconds' } }
					: {},
		});
		waitingId = id;
		waitPlatform.aiCall.setUrls({ receiveCallRecord: url });
		await rest.start(id, 'When clicking ‘Execute workflow’');
		const waiting = async () =>
			(await rest.executions(id)).filter(({ status }) => status === 'waiting');
		await waitFor('A call that waits', 30_000, async () =>
			(await waiting()).length === 1 ? true : undefined,
		);
	}

	/** Tasks as `checkHour` reads them: the number of rows, and whether the task was started. */
	const CALLING = [1, 'started'];
	const EMPTY = [0, 'new'];
	/**
	 * For each copy of call-again: n8n is killed during the request `endpoint`, before or after (`when`) the platform has
	 * carried it out. `customerStates` are the states of the customer in the table: after this hourly run, and after the next
	 * one. `tasks` are the tasks on the platform after each of the two later runs: what was not started is deleted, but for a
	 * task whose ID nobody has learned. It is empty.
	 */
	const KILLS = [
		{
			name: 'before a task is made',
			endpoint: 'taskCreate',
			when: 'before',
			customerStates: [null, 'accepted'],
			tasks: [CALLING],
		},
		{
			name: 'a task is made, no answer',
			endpoint: 'taskCreate',
			when: 'after',
			customerStates: [null, 'accepted'],
			tasks: [EMPTY, CALLING],
		},
		{
			name: 'rows sent, not accepted',
			endpoint: 'taskInsert',
			when: 'before',
			customerStates: [null, 'accepted'],
			tasks: [CALLING],
		},
		{
			name: 'rows accepted, no answer',
			endpoint: 'taskInsert',
			when: 'after',
			customerStates: [null, 'accepted'],
			tasks: [CALLING],
		},
		{
			name: 'rows added, task not started',
			endpoint: 'taskStart',
			when: 'before',
			customerStates: [null, 'accepted'],
			tasks: [CALLING],
		},
		{
			name: 'task started, no answer',
			endpoint: 'taskStart',
			when: 'after',
			customerStates: [null, 'sentBefore'],
			tasks: [CALLING],
		},
	] as const;

	/** Adds a copy of call-again with a table of its own, in which a customer was busy. */
	async function addCopy(original: WorkflowJson, name: string): Promise<string> {
		const { rest } = n8n;
		const table = `Calls: ${name}`;
		const { nodes } = await readExample('calls');
		const makesTable = nodes.find((node) => node.name === 'Make the Table');
		if (!makesTable) throw new Error('calls has no node that makes its table');
		const { parameters, ...make } = inTable(makesTable, table);
		const jsCode =
			"const phone = '138' + String($execution.id).padStart(8, '0');\nreturn [{ json: { call_id: $execution.id, script: '5201', phone, result: 'User busy', call_again: true, at: $now.toISO(), row: JSON.stringify({ 客户手机号码: phone, 姓名: '王', 预约时间: '周五' }) } }];";
		const insert = {
			name: 'Insert',
			type: 'n8n-nodes-base.dataTable',
			typeVersion: 1.1,
			parameters: {
				resource: 'row',
				operation: 'insert',
				dataTableId: { __rl: true as const, mode: 'name', value: table },
				columns: BY_NAME,
			},
		};
		const filled = await rest.createWorkflow(
			chain('Busy', [
				MANUAL_TRIGGER,
				{ name: make.name, type: make.type, typeVersion: make.typeVersion, parameters },
				codeNode(jsCode),
				insert,
			]),
		);
		expect((await rest.run(filled.id)).error).toBeUndefined();
		const copied = original.nodes.map((node) => inTable(withoutWaiting(node), table));
		return (await rest.createWorkflow({ ...original, name, nodes: copied })).id;
	}

	/** Starts the hourly run of each copy, and waits until it has sent the request during which n8n will be killed. */
	async function startHourlyRuns(): Promise<void> {
		const { rest } = n8n;
		const credentials = await storeCredentials(rest, localCredentials(callAgainPlatform));
		const original = bindCredentials(
			await readRealExample('call-again'),
			await rest.nodeTypes(),
			credentials,
		);
		for (const { name, endpoint, when, customerStates, tasks } of KILLS) {
			const id = await addCopy(original, name);
			copies.push({ id, name, customerStates, tasks });
			callAgainPlatform.aiCall.failNext(endpoint, { kind: 'stall', when });
			await rest.start(id, 'Every Hour');
			await waitFor(`The request of ${endpoint}`, 60_000, async () =>
				callAgainPlatform.aiCall.waitingFaults.length === 0 ? true : undefined,
			);
		}
	}

	/** Runs the next hour of each copy. Checks the state that this run finds in the table, and the copy's tasks after the run. */
	async function checkHour(index: 0 | 1): Promise<void> {
		const seen = await Promise.all(
			copies.map(async ({ id, name }) => {
				const execution = await n8n.rest.run(id, { trigger: 'Every Hour' });
				const tasks = callAgainPlatform.aiCall.tasks.filter(
					({ taskName, deleted }) => taskName.startsWith(name) && !deleted,
				);
				return {
					name,
					error: execution.error?.message,
					again: jsonOf(execution, 'Calls of a Week').map((row) => row.again),
					tasks: tasks.map(({ rows, status }) => [rows, status === 0 ? 'new' : 'started']),
				};
			}),
		);
		expect(seen).toEqual(
			copies.map(({ name, customerStates, tasks }) => ({
				name,
				error: undefined,
				again: [customerStates[index]],
				tasks,
			})),
		);
	}

	test('call-and-wait: after the restart, the waiting execution continues with the result of its call', async () => {
		waitPlatform.aiCall.runCalls();
		await waitPlatform.aiCall.settled();
		const ended = await endedExecutions(
			n8n.rest,
			waitingId,
			1,
			'manual',
			3 * STORED_WAIT_SECONDS * 1000,
		);
		const results = ended.flatMap((execution) => jsonOf(execution, 'Outcome'));
		expect(results.map(({ phone, call_uuid: uuid }) => [phone, uuid]).sort()).toEqual(
			waitPlatform.aiCall.calls.map(({ callee, callUuid }) => [callee, callUuid]).sort(),
		);
		expect(waitPlatform.aiCall.acceptedRows).toHaveLength(1);
	});

	test('call-again: no customer is in two started tasks; who was not yet in a task is called in the next hour; the table shows who was sent before', async () => {
		await checkHour(0);
		const before = callAgainPlatform.aiCall.summary().requestsByEndpoint;
		await checkHour(1);
		// The second hour has nobody to call.
		expect(callAgainPlatform.aiCall.summary().requestsByEndpoint).toEqual(before);
	});
});
