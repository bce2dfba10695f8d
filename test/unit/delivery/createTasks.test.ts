/** How tasks are created: each with a request of its own. */
import { createTasks } from '../../../nodes/IflytekAiCall/send/createTasks';
import { nodeRunOf } from '../../../nodes/IflytekAiCall/send/nodeRun';
import type { AiCallClient } from '../../../nodes/shared/aiCall/transport/aiCallClient';
import { Failure, TransportError } from '../../../nodes/shared/failure';
import { clockAt, contextOf, decisionsOf, entriesTo, NOON, TASK_NAMES } from './context';

const lost = new TransportError('connection lost', 'Try again.', 'interrupted');
const envelope = { code: '0', message: '', result: { task_id: '7' }, sent: {} };

/** Creates two tasks, one after the other. Returns what became of each, the requests and the log. */
async function created({ error, stopped }: { error?: Error; stopped?: AbortSignal } = {}) {
	const { context, lines } = contextOf({
		parameters: { options: { concurrentRequests: 1 } },
		items: [{}, {}],
		stopped,
	});
	const requests: unknown[] = [];
	const client: AiCallClient = async (method, body) => {
		requests.push([method, body]);
		if (error) throw error;
		return await Promise.resolve(envelope);
	};
	const tasks = [0, 1].map((item) => entriesTo({ body: () => ({ task_name: `t${item}` }) })(item));
	const decisions = decisionsOf();
	await createTasks(nodeRunOf(context), client, tasks, decisions, {
		names: TASK_NAMES,
		clock: clockAt(NOON),
		sendOthers: false,
	});
	return { outcomes: tasks.map((task) => decisions.of(task)), requests, lines };
}

test('each task has a request of its own, and the log does not speak of a stop', async () => {
	const accepted = { state: 'accepted', id: '7', envelope, at: NOON };
	expect(await created()).toEqual({
		outcomes: [accepted, accepted],
		requests: [
			['createTask', { task_name: 't0' }],
			['createTask', { task_name: 't1' }],
		],
		lines: [
			'info Calls: execution without id, batch 1: sending 1 task, item 0',
			'info Calls: execution without id, batch 1: accepted (task_id): item 0: 7',
			'info Calls: execution without id, batch 2: sending 1 task, item 1',
			'info Calls: execution without id, batch 2: accepted (task_id): item 1: 7',
		],
	});
});

test('a task after one that failed is not sent', async () => {
	const { outcomes, requests } = await created({ error: lost });
	expect(outcomes[0]).toMatchObject({
		failure: {
			details: { advice: 'Look for it with Task: Get Many. An empty task calls nobody.' },
		},
	});
	expect([outcomes, requests.length]).toEqual([
		[
			{
				state: 'unknown',
				failure: new Failure(
					'It is not known whether this task was created: connection lost',
					'interrupted',
				),
				cause: lost,
				saysNext: true,
				at: NOON,
			},
			{ state: 'ready', at: NOON },
		],
		1,
	]);
});

test('after the execution was stopped no task is sent, and the log says so', async () => {
	expect(await created({ stopped: AbortSignal.abort() })).toEqual({
		outcomes: [
			{ state: 'ready', at: NOON },
			{ state: 'ready', at: NOON },
		],
		requests: [],
		lines: [
			'warn Calls: execution without id: The execution was stopped. Of 2 tasks 0 were accepted, 0 unknown, 2 not sent',
		],
	});
});
