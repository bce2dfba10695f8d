import { print } from '../../e2e/lib/terminal';
import { fieldsNode, storeTrigger } from '../../e2e/lib/triggers';
import type { BasicStage } from '../lib/stage';

const PER_SECOND = 5;
const SECONDS = 30;
const WARM_UP_CALLS = 10;
const DEADLINE_MS = 400;
const FALLBACK = { 姓名: '贵宾' };

/** The value below which this share of the sorted values lies. */
const percentile = (sorted: number[], share: number) =>
	sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

/** Inbound calls whose requests for context are spread over all processors and workers. */
export function contextCases(stageOf: () => BasicStage): void {
	test(`${PER_SECOND} calls a second: the answer comes from the workflow, or from the fallback if the workflow is late`, async () => {
		const { site, simulator } = stageOf();
		const parameters = { deadline: DEADLINE_MS, fallback: JSON.stringify(FALLBACK) };
		const nextNodes = [fieldsNode({ 姓名: '={{ "客户 " + $json.call_relation_id }}' })];
		const { url } = await storeTrigger(
			site.rest,
			{ kind: 'context', parameters, then: nextNodes },
			{ webhookUrl: site.webhookUrl },
		);
		simulator.aiCall.setUrls({ getDialogContext: url });
		await simulator.aiCall.placeInboundCalls(WARM_UP_CALLS, PER_SECOND, { robot_id: '5204' });
		const contexts = await simulator.aiCall.placeInboundCalls(SECONDS * PER_SECOND, PER_SECOND, {
			robot_id: '5204',
		});

		const byWorkflow = contexts.filter(
			({ context, request }) => context?.姓名 === `客户 ${request.call_relation_id}`,
		);
		const fallback = contexts.filter(({ context }) => context?.姓名 === FALLBACK.姓名);
		const times = contexts.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
		print(
			`Context, ${PER_SECOND} calls a second: ${byWorkflow.length} of ${contexts.length} by the workflow, ${fallback.length} by the fallback, ${contexts.filter(({ inTime }) => inTime).length} within 500 ms; ` +
				`${percentile(times, 0.5).toFixed(0)} ms (p50), ${percentile(times, 0.99).toFixed(0)} ms (p99)`,
		);
		expect(contexts).toHaveLength(SECONDS * PER_SECOND);
		expect(byWorkflow.length + fallback.length).toBe(contexts.length);
		// The number of answers by the workflow depends on the machine.
		expect(byWorkflow.length).toBeGreaterThan(0);
	});
}
