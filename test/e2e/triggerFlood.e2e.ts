/**
 * Thousands of pushes to an n8n that is restarted in the meantime. With the settings of docs/scaling.md, n8n accepts about 60
 * pushes a second on two cores instead of 20. While n8n is stopping, it still accepts and stores pushes. While n8n does not run,
 * the local platform repeats the pushes that get no answer. After the restart, n8n marks unfinished executions as crashed.
 */
import type { INodeExecutionData } from 'n8n-workflow';
import pLimit from 'p-limit';

import { eventIdOf } from '../setup/eventId';
import { startSimulator, type Simulator } from '../simulator';
import { startN8n, type RunningN8n } from './lib/n8n';
import type { Execution } from './lib/rest';
import { print } from './lib/terminal';
import { storeTrigger } from './lib/triggers';
import { sharedN8n } from './shared';

const PUSHES = Number(process.env.IFLYTEK_FLOOD ?? 5000);
/** How many pushes are sent in all. A tenth of the pushes is sent twice. */
const SENT = Math.round(PUSHES * 1.1);
const IN_PARALLEL = 20;
const SEED = 4711;

let n8n: RunningN8n;
let simulator: Simulator;

beforeAll(async () => {
	const { tarball, version } = sharedN8n();
	n8n = await startN8n({
		version,
		tarballs: [tarball],
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	});
	simulator = await startSimulator({ aiCall: { seed: SEED } });
});

afterAll(async () => {
	await simulator.close();
	await n8n.stop();
});

interface Started {
	eventId: string;
	/** When the execution was stored, in milliseconds since 1970. */
	storedAt: number;
	/** When the execution began. If n8n stopped between the two, the execution began after the restart. */
	begunAt: number;
	status: string;
}

/**
 * The item with which an execution began. If n8n was stopped during the execution, this item is in the stack of nodes that
 * have not run yet. The output of the trigger can then be an item without an event.
 */
function begunWith(execution: Execution): INodeExecutionData | undefined {
	const waiting = execution.data?.executionData?.nodeExecutionStack[0]?.data.main?.[0] ?? [];
	return [...execution.items('Trigger'), ...waiting].find(({ json }) => json.eventId !== undefined);
}

async function startedBy(workflowId: string): Promise<Started[]> {
	const summaries = await n8n.rest.executions(workflowId);
	return await pLimit(8).map(summaries, async ({ id, createdAt, startedAt, status }) => {
		const execution = await n8n.rest.execution(id);
		return {
			eventId: String(begunWith(execution)?.json.eventId),
			storedAt: Date.parse(createdAt),
			begunAt: Date.parse(startedAt ?? createdAt),
			status,
		};
	});
}

function countOf(values: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
	return counts;
}

test(
	'if n8n is restarted during a flood of pushes, no push is lost, and no push starts two executions before the restart or two after it',
	async () => {
		const { workflowId, url } = await storeTrigger(n8n.rest, {
			kind: 'call',
			parameters: { options: { dropRepeats: true } },
		});
		simulator.aiCall.setUrls({ receiveCallRecord: url, receiveVoice: url, receiveDialog: url });
		const delivered = () =>
			simulator.aiCall.pushes.filter(({ state }) => state === 'delivered').length;

		// The pushes come in random order, and a tenth of them is sent twice. The platform repeats a push up to 40 times until
		// n8n answers it.
		const flood = simulator.aiCall.pushMany(PUSHES, IN_PARALLEL, {
			sentTwiceShare: 0.1,
			repeats: 40,
		});
		while (delivered() < PUSHES / 2) await new Promise((resolve) => setTimeout(resolve, 200));
		const { ended } = n8n;
		const restarted = n8n.restart();
		await ended;
		const stoppedAt = Date.now();
		await restarted;
		const restartedAt = Date.now();
		const report = await flood;

		const expected = simulator.aiCall.pushes
			.map(({ body }) => eventIdOf(body))
			.filter((eventId) => eventId !== undefined);
		const events = await startedBy(workflowId);
		const [storedBefore, storedAfter] = [
			events.filter(({ storedAt }) => storedAt < stoppedAt),
			events.filter(({ storedAt }) => storedAt >= stoppedAt),
		];
		const begunLater = storedBefore.filter(({ begunAt }) => begunAt > stoppedAt);
		const before = storedBefore.map(({ eventId }) => eventId);
		const after = storedAfter.map(({ eventId }) => eventId);
		const received = new Set([...before, ...after]);
		print(
			`Flood (seed ${SEED}): ${report.pushes} pushes, ${report.sent} with those sent twice, ${report.attempts} attempts in ${(report.ms / 1000).toFixed(0)} s, ` +
				`n8n away for ${((restartedAt - stoppedAt) / 1000).toFixed(1)} s; ${before.length} executions before (${begunLater.length} of them begun after), ${after.length} after, ${PUSHES - received.size} lost; by status ${JSON.stringify(countOf(events.map(({ status }) => status)))}; ` +
				`answered after ${report.latencyMs.p50.toFixed(0)} ms (p50), ${report.latencyMs.p99.toFixed(0)} ms (p99), ${report.latencyMs.max.toFixed(0)} ms (max)`,
		);

		expect(report).toMatchObject({ pushes: PUSHES, sent: SENT, delivered: SENT, givenUp: 0 });
		expect(new Set(expected).size).toBe(PUSHES);
		expect(expected.filter((eventId) => !received.has(eventId))).toEqual([]);
		expect(received.size).toBe(PUSHES);
		expect(before.length).toBe(new Set(before).size);
		expect(after.length).toBe(new Set(after).size);
	},
	40 * 60_000,
);
