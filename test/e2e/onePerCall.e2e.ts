/** What only a real n8n shows of One per Call: answers before the execution, and a kill while a record waits. */
import { BASIC, OUTBOUND } from '../engine/callPushes';
import { startSimulator, type Simulator } from '../simulator';
import { startN8n, type RunningN8n } from './lib/n8n';
import { endedExecutions } from './lib/publishedExample';
import { print } from './lib/terminal';
import { listen, post, storeTrigger } from './lib/triggers';
import { sharedN8n } from './shared';

let n8n: RunningN8n;
let platform: Simulator;

beforeAll(async () => {
	const { tarball, version } = sharedN8n();
	n8n = await startN8n({ version, tarballs: [tarball] });
	platform = await startSimulator({ aiCall: { speed: 0 } });
});

afterAll(async () => {
	await platform.close();
	await n8n.stop();
});

const ONE_PER_CALL = { kind: 'call', parameters: { callRecords: 'onePerCall' } } as const;

async function recordsOf(workflowId: string, count: number, mode = 'webhook'): Promise<unknown[]> {
	const ended = await endedExecutions(n8n.rest, workflowId, count, mode);
	return ended.map((execution) => execution.items('Trigger')[0]?.json.record);
}

test.each<[string, object[], boolean, string]>([
	['the basic record alone', [BASIC], false, 'basic'],
	['the outbound record alone', [OUTBOUND], false, 'outbound'],
	['both at once', [BASIC, OUTBOUND], false, 'outbound'],
	['the basic record, answered, then the outbound one', [BASIC, OUTBOUND], true, 'outbound'],
	['the outbound record, answered, then the basic one', [OUTBOUND, BASIC], true, 'outbound'],
])(
	'%s: one execution, and each push is answered within three seconds',
	async (name, pushes, isOneByOne, record) => {
		const { workflowId, url } = await storeTrigger(n8n.rest, ONE_PER_CALL);
		const times: number[] = [];
		const push = async (body: object) => {
			const start = performance.now();
			expect(await post(url, body)).toEqual({ status: 200, text: 'success' });
			times.push(Math.round(performance.now() - start));
		};
		if (isOneByOne) for (const body of pushes) await push(body);
		else await Promise.all(pushes.map(push));
		expect(await recordsOf(workflowId, 1)).toEqual([record]);
		// A second execution would have started by now.
		await new Promise((resolve) => setTimeout(resolve, 2_000));
		expect(await recordsOf(workflowId, 1)).toEqual([record]);
		print(`One per Call, ${name}: answered after ${times.join(' and ')} ms`);
		expect(times.filter((ms) => ms > 3_000)).toEqual([]);
	},
);

test('a test in the editor starts one execution with the outbound record, though the basic one came first', async () => {
	const { workflowId, testUrl } = await storeTrigger(n8n.rest, ONE_PER_CALL, { publish: false });
	await listen(n8n.rest, workflowId);
	const [basic, outbound] = await Promise.all([post(testUrl, BASIC), post(testUrl, OUTBOUND)]);
	expect([basic, outbound]).toEqual([
		{ status: 200, text: 'success' },
		{ status: 200, text: 'success' },
	]);
	expect(await recordsOf(workflowId, 1, 'manual')).toEqual(['outbound']);
});

test('if n8n is killed while a basic record waits unanswered, the platform repeats it and it starts one execution', async () => {
	const { workflowId, url } = await storeTrigger(n8n.rest, ONE_PER_CALL);
	const pushed = platform.aiCall.push('receiveCallRecord', BASIC, { url, repeats: 100 });
	await new Promise((resolve) => setTimeout(resolve, 1_000));
	await n8n.restart({ crash: true });
	const { state, attempts } = await pushed;
	expect(state).toBe('delivered');
	expect(attempts.length).toBeGreaterThan(1);
	expect(await recordsOf(workflowId, 1)).toEqual(['basic']);
});
