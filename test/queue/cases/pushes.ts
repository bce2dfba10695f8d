import { setTimeout as pause } from 'node:timers/promises';

import { print } from '../../e2e/lib/terminal';
import { storeTrigger } from '../../e2e/lib/triggers';
import { CONCURRENCY } from '../lib/cluster';
import { endedExecutions, hasEnded, storedExecutions } from '../lib/executions';
import { eventIdOf } from '../../setup/eventId';
import type { Stage } from '../lib/stage';

const PUSHES = Number(process.env.IFLYTEK_QUEUE_PUSHES ?? 2000);
const AT_ONCE = 20;
const REPEAT_SHARE = 0.1;
/** n8n notices within this time that a worker has ended. */
const END_NOTICED_MS = 20_000;

/**
 * When the trigger answers. n8n keeps no data of an execution whose worker was killed. With `lastNode`, the platform then gets
 * no answer and repeats the push. With `onReceived`, the push was answered before its execution, so it is lost.
 */
const RESPONSES = {
	lastNode: { count: PUSHES, what: 'no answered push is lost, and the others are repeated' },
	onReceived: {
		count: PUSHES / 4,
		what: 'only pushes whose executions ended with their worker are lost',
	},
};

/** Pushes to all processors while a worker is killed and a processor is restarted. */
export function pushesCases(stageOf: () => Stage, respond: keyof typeof RESPONSES): void {
	const { count, what } = RESPONSES[respond];

	afterEach(async () => await stageOf().cluster.heal());

	test(`${count} pushes (${respond}) while a worker is killed and a processor is restarted: ${what}`, async () => {
		const stage = stageOf();
		const { cluster, simulator } = stage;
		const parameters = { options: { responseMode: respond } };
		const { workflowId, url } = await storeTrigger(
			cluster.rest,
			{ kind: 'call', parameters, then: [{ name: 'Next', type: 'n8n-nodes-base.noOp' }] },
			{ webhookUrl: cluster.balancer.url },
		);
		simulator.aiCall.setUrls({ receiveCallRecord: url, receiveVoice: url, receiveDialog: url });
		const pushesBefore = simulator.aiCall.pushes.length;
		const delivered = () =>
			simulator.aiCall.pushes.slice(pushesBefore).filter(({ state }) => state === 'delivered')
				.length;
		const untilDelivered = async (share: number) => {
			while (delivered() < count * share) await pause(50);
		};

		const flood = simulator.aiCall.pushMany(count, AT_ONCE, { sentTwiceShare: REPEAT_SHARE });
		await untilDelivered(0.25);
		await cluster.workers[1]?.kill();
		await untilDelivered(0.5);
		await cluster.processors[0]?.stop();
		await cluster.heal();
		const report = await flood;

		const pushes = simulator.aiCall.pushes.slice(pushesBefore);
		const answered = pushes.filter(({ state }) => state === 'delivered');
		await endedExecutions(stage, workflowId, answered.length - CONCURRENCY, 120_000);
		const deadline = Date.now() + END_NOTICED_MS;
		let executions = await storedExecutions(stage, workflowId);
		while (!executions.every(hasEnded) && Date.now() < deadline) {
			await pause(500);
			executions = await storedExecutions(stage, workflowId);
		}
		const events = new Set(executions.map(({ eventId }) => eventId));
		const lostEvents = new Set(
			answered.map(({ body }) => eventIdOf(body) ?? body).filter((event) => !events.has(event)),
		);
		const cutOffExecutions = executions.filter(({ status }) => status !== 'success');
		print(
			`Pushes (${respond}): ${count} (${report.sent} with those sent twice), ${report.attempts} attempts in ${(report.ms / 1000).toFixed(0)} s (${(report.sent / (report.ms / 1000)).toFixed(0)} a second), answered after ${report.latencyMs.p50.toFixed(0)} ms (p50), ${report.latencyMs.p99.toFixed(0)} ms (p99); ` +
				`${report.givenUp} given up, ${executions.length} executions, ${cutOffExecutions.length} of them ended with their worker, ${lostEvents.size} events in no execution's data`,
		);
		expect(report).toMatchObject({ givenUp: 0, delivered: report.sent });
		expect(executions.length).toBeGreaterThanOrEqual(answered.length);
		// The executions of lost pushes are among those that n8n shows as failed, because their worker was killed.
		expect(lostEvents.size).toBeLessThanOrEqual(
			respond === 'lastNode' ? 0 : cutOffExecutions.length,
		);
		// These are executions that the worker was running, and executions that the processor was adding to the queue.
		expect(cutOffExecutions.length).toBeLessThanOrEqual(CONCURRENCY + AT_ONCE);
		// Both processors have answered many of the pushes.
		expect([...cluster.balancer.answered.values()].every((answers) => answers > count / 10)).toBe(
			true,
		);
	});
}
