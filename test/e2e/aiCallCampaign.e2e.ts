import { startSimulator, type Simulator } from '../simulator';
import { bindCredentials, readExample } from './lib/examples';
import { localCredentials } from './lib/platform';
import type { RestClient } from './lib/rest';
import { sharedN8n } from './shared';

const TYPE = 'iflytekAiCallApi';

let rest: RestClient;
let simulator: Simulator;

beforeAll(async () => {
	({ rest } = sharedN8n());
	simulator = await startSimulator({ aiCall: { speed: 0 } });
});

afterAll(async () => await simulator.close());

test('the example makes a task, gives it its customers and starts it: the telephones ring', async () => {
	const { name, data } = localCredentials(simulator)[TYPE] ?? { name: '', data: {} };
	const credential = await rest.createCredential(TYPE, name, data);
	const example = bindCredentials(await readExample('campaign'), await rest.nodeTypes(), {
		[TYPE]: credential,
	});
	const { id } = await rest.createWorkflow(example);
	const execution = await rest.run(id);
	expect(execution.error).toBeUndefined();

	const stored = simulator.aiCall.acceptedRows;
	const [task] = execution.items('Create Task');
	const taskId = task?.json.task_id;
	expect(stored.map(({ values }) => values)).toEqual([
		['13900010001', '王女士', '11月24日上午'],
		['13900010002', '李先生', '11月24日下午'],
		['13900010003', '赵先生', '11月25日上午'],
		['13900010004', '周女士', '11月25日下午'],
	]);
	expect(
		execution
			.items('Add Rows')
			.map(({ json, pairedItem }) => [
				json.task_data_id,
				json.task_id,
				json.phoneNumber,
				pairedItem,
			]),
	).toEqual(
		stored.map(({ taskDataId, values }, item) => [taskDataId, taskId, values[0], { item }]),
	);
	expect(execution.items('Add Rows', 1)).toEqual([]);
	expect(execution.items('Start Task').map(({ json }) => json)).toEqual([
		{ task_id: taskId, started: true },
	]);

	simulator.aiCall.runCalls();
	const called = new Set(simulator.aiCall.calls.map(({ callee }) => callee));
	expect([...called].sort()).toEqual(stored.map(({ values }) => values[0]));
});
