/** What happens to rows that were sent if their execution is retried with n8n's Retry button, or started again. */
import { startSimulator, type Simulator } from '../simulator';
import { AI_CALL, AI_CALL_CREDENTIAL, customers, listOf, PLACE } from './lib/calls';
import { localCredentials } from './lib/platform';
import type { Execution, RestClient, StoredCredential } from './lib/rest';
import { codeNode } from './lib/triggers';
import { chain, MANUAL_TRIGGER } from './lib/workflows';
import { sharedN8n } from './shared';
import { hasResumeToken } from './shared/pinned';

let rest: RestClient;
let simulator: Simulator;
let credentials: StoredCredential[];

beforeAll(async () => {
	({ rest } = sharedN8n());
	simulator = await startSimulator({ aiCall: { speed: 0 } });
	const { name, data } = localCredentials(simulator)[AI_CALL_CREDENTIAL] ?? { name: '', data: {} };
	credentials = [await rest.createCredential(AI_CALL_CREDENTIAL, name, data)];
});

afterAll(async () => await simulator.close());

const placing = (parameters: object = {}) => ({
	name: 'Place',
	type: AI_CALL,
	parameters: { ...PLACE, options: { concurrentRequests: 1 }, ...parameters },
	credentials,
});
const called = () => simulator.aiCall.acceptedRows.map(({ values }) => values[0]);

/** Presses Retry in the list of executions. */
async function retry(id: string, loadWorkflow = false): Promise<Execution> {
	const { id: retried } = (await rest.call('post', `/rest/executions/${id}/retry`, {
		loadWorkflow,
	})) as { id: string };
	return await rest.finished(retried);
}

test('Retry of an execution in which Place had begun sends nothing; with Row Key it sends the rows that were not sent', async () => {
	const before = called().length;
	const rows = customers(120, 13_730_000_000);
	const failing = { kind: 'code' as const, code: 10005 };
	const run = async (parameters: object) => {
		const { id } = await rest.createWorkflow(
			chain('Again', [MANUAL_TRIGGER, ...listOf(rows), placing(parameters)]),
		);
		simulator.aiCall.failNext('callout', { kind: 'late', ms: 0 });
		simulator.aiCall.failNext('callout', failing);
		const failed = await rest.run(id);
		expect(failed.error?.message).toMatch(/\(code 10005.*\(50 of 120 rows accepted/);
		return await retry(failed.id);
	};
	expect((await run({})).error?.message).toMatch(
		hasResumeToken
			? /^This is a retry of an execution in which this node had already started to call people$/
			: /^This is a retry, and it is not known/,
	);
	expect(called()).toHaveLength(before + 50);
	const again = await run({ rowKey: '={{ $json.客户手机号码 }}' });
	expect(again.error).toBeUndefined();
	expect(again.items('Place').map(({ json }) => json.state)).toEqual(
		rows.map((_, index) => (index < 50 ? 'sentBefore' : 'accepted')),
	);
	expect(called().slice(before + 50)).toEqual(rows.map(({ 客户手机号码 }) => 客户手机号码));
});

test('Retry of an execution in which Place had not begun sends the rows', async () => {
	const before = called().length;
	const nodes = (program: string) => [
		MANUAL_TRIGGER,
		...listOf(customers(2, 13_740_000_000)),
		codeNode(program),
		placing(),
	];
	const { id } = await rest.createWorkflow(chain('Not begun', nodes('throw new Error("not yet")')));
	const failed = await rest.run(id);
	expect(failed.error?.message).toMatch(/not yet/);
	const { nodes: stored } = await rest.workflow(id);
	await rest.updateWorkflow(id, {
		nodes: stored.map((node) =>
			node.name === 'Code' ? { ...node, parameters: { jsCode: 'return $input.all();' } } : node,
		),
	});
	const again = await retry(failed.id, true);
	if (!hasResumeToken)
		return expect(again.error?.message).toMatch(/^This is a retry, and it is not known/);
	expect(again.items('Place')).toHaveLength(2);
	expect(called()).toHaveLength(before + 2);
	expect((await retry(failed.id, true)).error?.message).toBe(
		'This is a retry of an execution in which this node had already started to call people',
	);
	expect(called()).toHaveLength(before + 2);
});

test('each run of a workflow sends its rows, even if an earlier run has sent the same rows', async () => {
	const before = called().length;
	const { id } = await rest.createWorkflow(
		chain('Twice', [MANUAL_TRIGGER, ...listOf(customers(1, 13_750_000_000)), placing()]),
	);
	for (const run of [1, 2]) {
		expect((await rest.run(id)).error).toBeUndefined();
		expect(called()).toHaveLength(before + run);
	}
});
