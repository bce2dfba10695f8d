/** What happens to rows that were already sent, if n8n's Retry button repeats the execution, or if the workflow runs again. */
import { startSimulator, type Simulator } from '../simulator';
import { AI_CALL, AI_CALL_CREDENTIAL, customers, listOf, PLACE } from './lib/calls';
import { localCredentials } from './lib/platform';
import type { Execution, RestClient, StoredCredential } from './lib/rest';
import { print } from './lib/terminal';
import { codeNode } from './lib/triggers';
import { chain, MANUAL_TRIGGER } from './lib/workflows';
import { sharedN8n } from './shared';
import { hasResumeToken } from './shared/pinned';

let rest: RestClient;
let simulator: Simulator;
let credentials: StoredCredential[];
let firstNumber = 13_730_000_000;

beforeAll(async () => {
	({ rest } = sharedN8n());
	simulator = await startSimulator({ aiCall: { speed: 0 } });
	const { name, data } = localCredentials(simulator)[AI_CALL_CREDENTIAL] ?? { name: '', data: {} };
	credentials = [await rest.createCredential(AI_CALL_CREDENTIAL, name, data)];
});

afterAll(async () => await simulator.close());

const placeNode = (parameters: object = {}) => ({
	name: 'Place',
	type: AI_CALL,
	parameters: { ...PLACE, options: { ...PLACE.options, concurrentRequests: 1 }, ...parameters },
	credentials,
});
const calledNumbers = () => simulator.aiCall.acceptedRows.map(({ values }) => values[0]);

/** Presses Retry in the list of executions. With `loadWorkflow`, n8n runs the workflow as it is saved now. */
async function retry(id: string, { loadWorkflow = false } = {}): Promise<Execution> {
	const { id: retried } = (await rest.call('post', `/rest/executions/${id}/retry`, {
		loadWorkflow,
	})) as { id: string };
	return await rest.finished(retried);
}

test.each([
	['without Row Key', {}],
	['with Row Key', { rowKey: '={{ $json.客户手机号码 }}' }],
])('%s, Retry sends only the rows that were not sent', async (name, parameters) => {
	const before = calledNumbers().length;
	const rows = customers(120, (firstNumber += 1000));
	const { id } = await rest.createWorkflow(
		chain('Again', [MANUAL_TRIGGER, ...listOf(rows), placeNode(parameters)]),
	);
	// The first request is answered as usual, with a delay of 0 ms. The second one is refused.
	simulator.aiCall.failNext('callout', { kind: 'late', ms: 0 });
	simulator.aiCall.failNext('callout', { kind: 'code', code: 10005 });
	const failed = await rest.run(id);
	expect(failed.error?.message).toMatch(/\(code 10005.*\(50 of 120 rows accepted/);
	const again = await retry(failed.id);
	const sent = () => calledNumbers().slice(before);
	if (!hasResumeToken) {
		expect(again.error?.message).toMatch(/^This is a retry, and it is not known/);
		return expect(sent()).toHaveLength(50);
	}
	expect(again.items('Place').map(({ json }) => json.state)).toEqual(
		rows.map((_, index) => (index < 50 ? 'sentBefore' : 'accepted')),
	);
	const twice = await retry(failed.id, { loadWorkflow: true });
	expect(twice.items('Place').map(({ json }) => json.state)).toEqual(rows.map(() => 'sentBefore'));
	print(
		`Retry ${name}: 50 of ${rows.length} rows accepted, ${new Set(sent()).size} after two retries, ${sent().length - new Set(sent()).size} twice`,
	);
	expect(sent()).toEqual(rows.map(({ 客户手机号码 }) => 客户手机号码));
});

test('with Retry On Fail, n8n sends only the rows that were not accepted, and has the IDs of all', async () => {
	const before = calledNumbers().length;
	const rows = customers(120, (firstNumber += 1000));
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
	const { id } = await rest.createWorkflow(
		chain('Retry On Fail', [MANUAL_TRIGGER, ...listOf(rows), { ...placeNode(), settings }]),
	);
	simulator.aiCall.failNext('callout', { kind: 'late', ms: 0 });
	simulator.aiCall.failNext('callout', { kind: 'code', code: 10005 });
	const execution = await rest.run(id);
	expect(execution.items('Place').map(({ json }) => json.task_data_id)).toEqual(
		simulator.aiCall.acceptedRows.slice(before).map(({ taskDataId }) => taskDataId),
	);
	const sent = calledNumbers().slice(before);
	print(
		`Retry On Fail: ${new Set(sent).size} of ${rows.length} rows accepted, ${sent.length - new Set(sent).size} twice`,
	);
	expect(sent).toEqual(rows.map(({ 客户手机号码 }) => 客户手机号码));
});

test('Run Campaign: Retry goes on with the task, and starts it once', async () => {
	const rows = customers(120, (firstNumber += 1000));
	const { columns, robotId, lineNum } = PLACE;
	const parameters = { resource: 'task', operation: 'run', runMode: 'real', taskName: 'Again' };
	const campaign = {
		...placeNode(),
		parameters: { ...parameters, columns, robotId, lineNum, options: { concurrentRequests: 1 } },
	};
	const { id } = await rest.createWorkflow(
		chain('Campaign', [MANUAL_TRIGGER, ...listOf(rows), campaign]),
	);
	simulator.aiCall.failNext('taskInsert', { kind: 'late', ms: 0 });
	// The platform refuses this request before it looks at the rows.
	simulator.aiCall.failNext('taskInsert', { kind: 'code', code: 10003 });
	const failed = await rest.run(id);
	const tasks = () => simulator.aiCall.tasks.filter(({ taskName }) => taskName === 'Again');
	const [{ taskId = '' } = {}] = tasks();
	expect(failed.error?.message).toMatch(`Task ${taskId} was not started: `);
	expect(tasks().map(({ status }) => status)).toEqual([0]);
	const again = await retry(failed.id);
	if (!hasResumeToken)
		return expect(again.error?.message).toMatch(/^This is a retry, and it is not known/);
	expect(again.items('Place').map(({ json }) => [json.state, json.task_id])).toEqual(
		rows.map((_, index) => [index < 50 ? 'sentBefore' : 'accepted', taskId]),
	);
	const twice = await retry(failed.id);
	expect(twice.items('Place').map(({ json }) => json.state)).toEqual(rows.map(() => 'sentBefore'));
	expect(tasks().map(({ status, rows: count }) => [status, count])).toEqual([[1, 120]]);
	expect(
		simulator.aiCall.requests.filter(
			({ endpoint, body }) => endpoint === 'taskStart' && body.includes(taskId),
		),
	).toHaveLength(1);
});

test('if Place had not begun, Retry sends the rows', async () => {
	const before = calledNumbers().length;
	const { id } = await rest.createWorkflow(
		chain('Not begun', [
			MANUAL_TRIGGER,
			...listOf(customers(2, 13_740_000_000)),
			codeNode('throw new Error("not yet")'),
			placeNode(),
		]),
	);
	const failed = await rest.run(id);
	expect(failed.error?.message).toMatch(/not yet/);
	const { nodes: stored } = await rest.workflow(id);
	await rest.updateWorkflow(id, {
		nodes: stored.map((node) =>
			node.name === 'Code' ? { ...node, parameters: { jsCode: 'return $input.all();' } } : node,
		),
	});
	const again = await retry(failed.id, { loadWorkflow: true });
	if (!hasResumeToken)
		return expect(again.error?.message).toMatch(/^This is a retry, and it is not known/);
	expect(again.items('Place')).toHaveLength(2);
	expect(calledNumbers()).toHaveLength(before + 2);
	const twice = await retry(failed.id, { loadWorkflow: true });
	expect(twice.items('Place').map(({ json }) => json.state)).toEqual(['sentBefore', 'sentBefore']);
	expect(calledNumbers()).toHaveLength(before + 2);
});

test('each run of a workflow sends its rows, even if an earlier run has sent the same rows', async () => {
	const before = calledNumbers().length;
	const { id } = await rest.createWorkflow(
		chain('Twice', [MANUAL_TRIGGER, ...listOf(customers(1, 13_750_000_000)), placeNode()]),
	);
	for (const run of [1, 2]) {
		expect((await rest.run(id)).error).toBeUndefined();
		expect(calledNumbers()).toHaveLength(before + run);
	}
});
