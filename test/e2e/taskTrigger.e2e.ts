/** The Task Trigger in an n8n that is killed. It polls when n8n starts, and then every two seconds. */
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
	const { name, data } = localCredentials(simulator)[TYPE] ?? { name: '', data: {} };
	const credential = await n8n.rest.createCredential(TYPE, name, data);
	const watch = await TaskWatch.store(n8n.rest, credential);
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
