/** The Task Trigger in a real n8n. It polls when n8n starts, and then every two seconds. */
import { compareEvents, TaskLives } from '../engine/taskLives';
import { startSimulator, type Simulator } from '../simulator';
import { startN8n, type RunningN8n } from './lib/n8n';
import { localCredentials } from './lib/platform';
import { waitFor } from './lib/rest';
import { TaskWatch } from './lib/taskWatch';
import { print } from './lib/terminal';
import { sharedN8n } from './shared';

const TYPE = 'iflytekAiCallApi';
const SEED = 20261123;
const TASKS = 600;
/** The platform answers so slowly that a poll is still running while n8n publishes. */
const SLOW_MS = 3000;

let simulator: Simulator;
let n8n: RunningN8n;

beforeAll(async () => {
	const { tarball, version } = sharedN8n();
	simulator = await startSimulator({ aiCall: { speed: 0 } });
	// This test starts an n8n of its own, because the shared one must not be killed.
	n8n = await startN8n({ tarballs: [tarball], version });
});

afterAll(async () => {
	await n8n.stop();
	await simulator.close();
});

async function store(): Promise<TaskWatch> {
	const { name, data } = localCredentials(simulator)[TYPE] ?? { name: '', data: {} };
	return await TaskWatch.store(n8n.rest, await n8n.rest.createCredential(TYPE, name, data));
}

test('if the workflow is published again during a poll, each event comes once', async () => {
	const ids = simulator.aiCall.stageTasks(20);
	const queryCount = () =>
		simulator.aiCall.requests.filter(({ endpoint }) => endpoint === 'taskQuery').length;
	const nextQuery = async () => {
		const before = queryCount();
		await waitFor('The next query', 60_000, async () => (queryCount() > before ? true : undefined));
	};
	const watch = await store();
	await n8n.rest.activate(watch.workflowId);

	simulator.aiCall.configure({ latencyMs: SLOW_MS });
	await nextQuery();
	for (const id of ids) simulator.aiCall.changeTask(id, { status: 2 });
	// n8n only registers a trigger again if the trigger was changed. So one parameter is changed.
	const { nodes } = await n8n.rest.workflow(watch.workflowId);
	await n8n.rest.updateWorkflow(watch.workflowId, {
		nodes: nodes.map((node) => ({ ...node, parameters: { ...node.parameters, simplify: false } })),
	});
	await n8n.rest.activate(watch.workflowId);
	simulator.aiCall.configure({ latencyMs: 0 });
	await watch.waitForEvents(ids.length);
	await nextQuery();
	await nextQuery();

	const items = await watch.items();
	expect(items.map(({ task_id, event }) => [task_id, event])).toEqual(
		ids.map((id) => [id, 'started']),
	);
	await n8n.rest.deactivate(watch.workflowId);
});

/** Kills n8n, calls `act` while no n8n runs, and starts n8n again. */
async function whileKilled(act: () => void): Promise<void> {
	const { ended } = n8n;
	const restarted = n8n.restart({ crash: true });
	await ended;
	act();
	await restarted;
}

test(`1,000 changes (seed ${SEED}) while n8n is killed again and again: no event is lost or comes twice, even if the platform fails for a while`, async () => {
	const lives = new TaskLives(simulator.aiCall, SEED, TASKS);
	const watch = await store();
	// A test run gets a sample event. The run does not change the state that the published workflow remembers.
	expect(
		(await n8n.rest.run(watch.workflowId)).items('After').map(({ json }) => json.event),
	).toEqual(['started']);
	await n8n.rest.activate(watch.workflowId);
	let kills = 0;
	while (lives.count < 1_000) {
		await whileKilled(() => lives.change(TASKS));
		kills++;
		await watch.waitForEvents(lives.count);
	}

	// The platform fails when n8n starts, and at the next poll.
	await whileKilled(() => {
		lives.change(50);
		simulator.aiCall.failNext('taskQuery', { kind: 'http', status: 503, when: 'before' }, 2);
	});
	const failed = await waitFor('A failed poll', 90_000, async () =>
		(await watch.executions()).find(({ status }) => status === 'error'),
	);
	expect(simulator.aiCall.requests.filter(({ fault }) => fault !== undefined)).toHaveLength(2);
	expect((await n8n.rest.execution(failed.id)).error?.message).toContain('503');
	expect(await n8n.logs()).toContain('The tasks could not be polled when n8n started');
	await watch.waitForEvents(lives.count);

	const { lost, twice, disordered } = compareEvents(lives.expected, await watch.items());
	print(
		`Task Trigger, seed ${SEED}: ${lives.count} events of ${lives.expected.size} tasks over ${kills + 1} kills of n8n: lost ${lost}, twice ${twice}`,
	);
	expect([lost, twice, disordered]).toEqual([0, 0, []]);
});
