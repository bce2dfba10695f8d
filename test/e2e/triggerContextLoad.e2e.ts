/**
 * Measures how fast a real n8n answers inbound calls. With default settings and two cores, n8n can answer about 20 requests
 * a second, whatever the node does. It answers further requests with 503, and does not call the node for them.
 */
import { startSimulator, type Simulator } from '../simulator';
import { startN8n, type RunningN8n } from './lib/n8n';
import { print } from './lib/terminal';
import { fieldsNode, storeTrigger } from './lib/triggers';
import { sharedN8n } from './shared';

const SECONDS = 20;
/** The settings that docs/scaling.md recommends. */
const FAST_EXPRESSIONS = {
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true',
	N8N_EXPRESSION_ENGINE_POOL_SIZE: '4',
};
const CASES = [
	{ settings: 'default settings of n8n', perSecond: 5, env: {} },
	{ settings: 'default settings of n8n', perSecond: 20, env: {} },
	{ settings: 'as docs/scaling.md has them', perSecond: 20, env: FAST_EXPRESSIONS },
];
/**
 * How many calls the last case with the same rate answered, by rate. The number depends on the machine, but a later case must not
 * answer fewer calls.
 */
const answeredBefore = new Map<number, number>();
const DEADLINE_MS = 400;
const FALLBACK = { 姓名: '贵宾' };

let simulator: Simulator;
let n8n: RunningN8n;

beforeAll(async () => {
	const { tarball, version } = sharedN8n();
	simulator = await startSimulator({ aiCall: { speed: 0 } });
	n8n = await startN8n({ version, tarballs: [tarball] });
});

afterAll(async () => {
	await n8n.stop();
	await simulator.close();
});

/** The value below which this share of the sorted values lies. */
const percentile = (sorted: number[], share: number) =>
	sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

test.each(CASES)(
	'$perSecond calls a second, settings $settings: every answer is the result of the workflow or the fallback',
	async ({ settings, env, perSecond }) => {
		await n8n.restart({ env });
		const { url } = await storeTrigger(n8n.rest, {
			kind: 'context',
			parameters: { deadline: DEADLINE_MS, fallback: JSON.stringify(FALLBACK) },
			then: [fieldsNode({ 姓名: '={{ "客户 " + $json.call_relation_id }}' })],
		});
		simulator.aiCall.setUrls({ getDialogContext: url });
		// These calls warm n8n up, and are not measured.
		await simulator.aiCall.placeInboundCalls(20, 5, { robot_id: '5204' });
		const contexts = await simulator.aiCall.placeInboundCalls(SECONDS * perSecond, perSecond, {
			robot_id: '5204',
		});

		const times = contexts.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
		const byWorkflow = contexts.filter(
			({ context, request }) => context?.姓名 === `客户 ${request.call_relation_id}`,
		);
		const fallback = contexts.filter(({ context }) => context?.姓名 === FALLBACK.姓名);
		const [p50, p99, max] = [
			percentile(times, 0.5),
			percentile(times, 0.99),
			times.at(-1) ?? 0,
		].map((ms) => ms.toFixed(0));
		print(
			`Context, ${perSecond} calls a second, settings ${settings}: answered after ${p50} ms (p50), ${p99} ms (p99), ${max} ms (max); ` +
				`${byWorkflow.length} by the workflow, ${fallback.length} by the fallback, ${contexts.filter(({ inTime }) => inTime).length} of ${contexts.length} within 500 ms`,
		);
		const answered = contexts.filter(({ status }) => status === 200);
		expect(byWorkflow.length + fallback.length).toBe(answered.length);
		expect(answered.length).toBeGreaterThanOrEqual(answeredBefore.get(perSecond) ?? 1);
		answeredBefore.set(perSecond, answered.length);
		expect((await n8n.logs()).match(/ERR_HTTP_HEADERS_SENT|socket hang up|ECONNRESET/g)).toBeNull();
	},
	300_000,
);
