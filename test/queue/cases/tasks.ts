import { TaskWatch } from '../../e2e/lib/taskWatch';
import { AI_CALL_CREDENTIAL } from '../../e2e/lib/calls';
import { waitFor } from '../../e2e/lib/rest';
import { print } from '../../e2e/lib/terminal';
import { compareEvents, TaskLives } from '../../engine/taskLives';
import { begunBy, type Stage } from '../lib/stage';

const SEED = 20261124;
const TASKS = 60;
/** The platform answers so slowly that main can be killed during a poll. */
const SLOW_MS = 10_000;

/** The Task Trigger: main runs its polls, and workers run its executions. */
export function tasksCases(stageOf: () => Stage): void {
	afterEach(async () => {
		stageOf().simulator.aiCall.configure({ latencyMs: 0 });
		await stageOf().cluster.heal();
	});

	test(`tasks change (seed ${SEED}) while main is killed between two polls and during a poll: each event starts one execution, on a worker`, async () => {
		const { cluster, credentials, simulator } = stageOf();
		const { [AI_CALL_CREDENTIAL]: credential } = credentials;
		if (!credential) throw new Error('There is no credential');
		const queries = () =>
			simulator.aiCall.requests.filter(({ endpoint }) => endpoint === 'taskQuery').length;
		const nextPoll = async (before = queries()) =>
			await waitFor('The next poll', 60_000, async () => (queries() > before ? true : undefined));
		const lives = new TaskLives(simulator.aiCall, SEED, TASKS);
		const watch = await TaskWatch.store(cluster.rest, credential);
		await cluster.rest.activate(watch.workflowId);
		lives.change(TASKS);
		await watch.waitForEvents(lives.count);

		await cluster.main.kill();
		lives.change(TASKS);
		await cluster.main.start();
		await watch.waitForEvents(lives.count);

		simulator.aiCall.configure({ latencyMs: SLOW_MS });
		await nextPoll();
		lives.change(TASKS);
		await cluster.main.kill();
		simulator.aiCall.configure({ latencyMs: 0 });
		await cluster.main.start();
		await watch.waitForEvents(lives.count);
		// Waits for two more polls, which must not return the same events again.
		await nextPoll();
		await nextPoll();
		await cluster.rest.deactivate(watch.workflowId);

		const executions = await watch.executions();
		const workers = (
			await Promise.all(executions.map(async ({ id }) => await begunBy(stageOf(), id)))
		).flat();
		const { lost, twice, disordered } = compareEvents(lives.expected, await watch.items());
		print(
			`Task Trigger, seed ${SEED}: ${lives.count} events in ${executions.length} executions, main killed between two polls and during one: lost ${lost}, twice ${twice}`,
		);
		expect([lost, twice, disordered]).toEqual([0, 0, []]);
		expect(workers).toHaveLength(executions.length);
	});
}
