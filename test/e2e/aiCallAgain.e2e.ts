/** The same row is sent once a day: what happens if n8n's Retry button repeats an execution, or if a workflow runs again. */
import { startSimulator, type Simulator } from '../simulator';
import { AI_CALL, AI_CALL_CREDENTIAL, customers, listOf, PLACE } from './lib/calls';
import { localCredentials } from './lib/platform';
import type { Execution, RestClient, StoredCredential } from './lib/rest';
import { print } from './lib/terminal';
import { codeNode } from './lib/triggers';
import { chain, MANUAL_TRIGGER, type NodeSketch } from './lib/workflows';
import { sharedN8n } from './shared';

const ROWS = 120;
/** The platform refuses this number. */
const REFUSED = '13720000070';
const ALL_SENT = 'All 120 rows were sent today already, so nothing was sent';

let rest: RestClient;
let simulator: Simulator;
let credentials: StoredCredential[];
let firstNumber = 13_730_000_000;

beforeAll(async () => {
	({ rest } = sharedN8n());
	simulator = await startSimulator({ aiCall: { speed: 0, sensitiveNumbers: [REFUSED] } });
	const { name, data } = localCredentials(simulator)[AI_CALL_CREDENTIAL] ?? { name: '', data: {} };
	credentials = [await rest.createCredential(AI_CALL_CREDENTIAL, name, data)];
});

afterAll(async () => await simulator.close());

const nodeWith = (parameters: NodeSketch['parameters']): NodeSketch => ({
	name: 'Node',
	type: AI_CALL,
	parameters,
	credentials,
});
const OPTIONS = { ...PLACE.options, concurrentRequests: 1 };
const placeNode = (more: NodeSketch['parameters'] = {}) =>
	nodeWith({ ...PLACE, options: OPTIONS, ...more });

function campaignNode(taskName: string) {
	const { columns, robotId, lineNum } = PLACE;
	const parameters = { resource: 'task', operation: 'run', runMode: 'real', taskName };
	const options = { concurrentRequests: 1 };
	return nodeWith({ ...parameters, columns, robotId, lineNum, options });
}

const newRows = () => customers(ROWS, (firstNumber += 1000));
const numbersOf = (rows: ReturnType<typeof customers>) =>
	rows.map(({ 客户手机号码: number }) => number);
const statesOf = (execution: Execution) => execution.items('Node').map(({ json }) => json.state);
const always = (state: string) => Array.from({ length: ROWS }, () => state);

/** Stores a workflow that calls these rows, and returns what a person can do with it. */
async function workflowOf(name: string, rows: ReturnType<typeof customers>, node: NodeSketch) {
	const { id } = await rest.createWorkflow(chain(name, [MANUAL_TRIGGER, ...listOf(rows), node]));
	const before = simulator.aiCall.acceptedRows.length;
	return {
		run: async () => await rest.run(id),
		/** Replaces the list. */
		mend: async (list: typeof rows) => {
			const [changed] = listOf(list);
			const { nodes } = await rest.workflow(id);
			await rest.updateWorkflow(id, {
				nodes: nodes.map((one) =>
					one.name === 'List' ? { ...one, parameters: changed?.parameters ?? {} } : one,
				),
			});
		},
		/** The numbers of accepted rows, in the order of the platform. */
		sent: () => simulator.aiCall.acceptedRows.slice(before).map(({ values }) => values[0]),
	};
}

/** Presses Retry in the list of executions. With `loadWorkflow`, n8n runs the workflow as it is saved now. */
async function retry({ id }: Execution, { loadWorkflow = false } = {}): Promise<Execution> {
	const { id: retried } = (await rest.call('post', `/rest/executions/${id}/retry`, {
		loadWorkflow,
	})) as { id: string };
	return await rest.finished(retried);
}

/** Lets the first request to an endpoint pass, and the second one fail. */
function failSecond(endpoint: 'callout' | 'taskInsert', code: number) {
	// An answer that is 0 ms late is a usual one.
	simulator.aiCall.failNext(endpoint, { kind: 'late', ms: 0 });
	simulator.aiCall.failNext(endpoint, { kind: 'code', code });
}

test.each([
	['once a day', {}],
	['once per key', { skipCustomers: 'sentKey', rowKey: '={{ $json.客户手机号码 }}' }],
])('%s, Retry sends only the rows that were not sent', async (name, parameters) => {
	const rows = newRows();
	const workflow = await workflowOf('Again', rows, placeNode(parameters));
	failSecond('callout', 10005);
	const failed = await workflow.run();
	expect(failed.error?.message).toMatch(/\(code 10005/);
	expect(failed.error?.description).toContain('Of the others: 50 accepted, 20 not sent.');
	const again = await retry(failed);
	expect(statesOf(again)).toEqual(rows.map((_, index) => (index < 50 ? 'sentBefore' : 'accepted')));
	const twice = await retry(failed, { loadWorkflow: true });
	expect(statesOf(twice)).toEqual(always('sentBefore'));
	const sent = workflow.sent();
	print(
		`Retry, ${name}: 50 of ${ROWS} rows accepted, ${new Set(sent).size} after two retries, ${sent.length - new Set(sent).size} twice`,
	);
	expect(sent).toEqual(numbersOf(rows));
});

test('a number is refused: the others are called, and the mended list calls only who replaces it', async () => {
	const rows = newRows().map((row, index) =>
		index === 70 ? { ...row, 客户手机号码: REFUSED } : row,
	);
	const workflow = await workflowOf('Mended', rows, placeNode());
	const failed = await workflow.run();
	expect(failed.error?.description).toContain(
		`Affected: ${REFUSED} (item 71). The others were accepted.`,
	);
	await workflow.mend(newRows().map((row, index) => (index === 70 ? row : (rows[index] ?? row))));
	const again = await workflow.run();
	expect(again.error).toBeUndefined();
	expect(statesOf(again)).toEqual(
		rows.map((_, index) => (index === 70 ? 'accepted' : 'sentBefore')),
	);
	expect(new Set(workflow.sent()).size).toBe(ROWS);
	expect(workflow.sent()).toHaveLength(ROWS);
});

test('with Retry On Fail, the second try sends the rest, and the rows of the first have their IDs', async () => {
	const rows = newRows();
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
	const workflow = await workflowOf('Retry On Fail', rows, { ...placeNode(), settings });
	failSecond('callout', 10005);
	const execution = await workflow.run();
	expect(execution.error).toBeUndefined();
	expect(statesOf(execution)).toEqual(always('accepted'));
	expect(workflow.sent()).toEqual(numbersOf(rows));
});

describe.each([
	['Retry', async (_: unknown, failed: Execution) => await retry(failed)],
	['the next run', async ({ run }: Awaited<ReturnType<typeof workflowOf>>) => await run()],
])('Run Campaign fails, then %s', (what, next) => {
	test('the task of the first run was deleted, and one task calls everybody', async () => {
		const rows = newRows();
		const taskName = `Again, ${what}`;
		const workflow = await workflowOf(taskName, rows, campaignNode(taskName));
		const tasks = () =>
			simulator.aiCall.tasks
				.filter((task) => task.taskName === taskName)
				.map(({ deleted, status, rows: count }) => ({ deleted, status, count }));
		// The platform refuses this request before it looks at the rows.
		failSecond('taskInsert', 10003);
		const failed = await workflow.run();
		expect(failed.error?.message).toMatch(/\(code 10003/);
		expect(failed.error?.description).toContain(
			'Nobody was called. The task was deleted, so it calls nobody.',
		);
		expect(tasks()).toEqual([{ deleted: true, status: 0, count: 50 }]);
		const again = await next(workflow, failed);
		expect(again.error).toBeUndefined();
		expect(statesOf(again)).toEqual(always('accepted'));
		expect(statesOf(await retry(failed))).toEqual(always('sentBefore'));
		expect((await workflow.run()).error?.message).toBe(ALL_SENT);
		expect(tasks()).toEqual([
			{ deleted: true, status: 0, count: 50 },
			{ deleted: false, status: 1, count: ROWS },
		]);
	});
});

test('if Place had not begun, Retry sends the rows', async () => {
	const { id } = await rest.createWorkflow(
		chain('Not begun', [
			MANUAL_TRIGGER,
			...listOf(customers(2, 13_740_000_000)),
			codeNode('throw new Error("not yet")'),
			placeNode(),
		]),
	);
	const before = simulator.aiCall.acceptedRows.length;
	const failed = await rest.run(id);
	expect(failed.error?.message).toMatch(/not yet/);
	const { nodes: stored } = await rest.workflow(id);
	await rest.updateWorkflow(id, {
		nodes: stored.map((node) =>
			node.name === 'Code' ? { ...node, parameters: { jsCode: 'return $input.all();' } } : node,
		),
	});
	for (const states of [
		['accepted', 'accepted'],
		['sentBefore', 'sentBefore'],
	]) {
		expect(statesOf(await retry(failed, { loadWorkflow: true }))).toEqual(states);
		expect(simulator.aiCall.acceptedRows).toHaveLength(before + 2);
	}
});

test('the same rows again on the same day: the run fails and says how to send them, and None sends them', async () => {
	const rows = newRows();
	const once = await workflowOf('Twice', rows, placeNode());
	expect(statesOf(await once.run())).toEqual(always('accepted'));
	const { error } = await once.run();
	expect(error?.message).toBe(ALL_SENT);
	expect(error?.description).toContain('set Skip Customers to None');
	expect(once.sent()).toEqual(numbersOf(rows));

	const each = await workflowOf('Each run', rows, placeNode({ skipCustomers: 'none' }));
	for (let runs = 1; runs <= 2; runs++)
		expect(statesOf(await each.run())).toEqual(always('accepted'));
	expect(each.sent()).toEqual([...numbersOf(rows), ...numbersOf(rows)]);
});
