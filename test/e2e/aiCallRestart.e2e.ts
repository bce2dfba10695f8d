import { startSimulator, type Simulator } from '../simulator';
import { startN8n, type RunningN8n } from './lib/n8n';
import { localCredentials, storeCredentials } from './lib/platform';
import { endedExecutions, jsonOf, publishExample } from './lib/publishedExample';
import { waitFor } from './lib/rest';
import { chain, MANUAL_TRIGGER } from './lib/workflows';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

const TYPE = 'iflytekAiCallApi';

let simulator: Simulator;
let n8n: RunningN8n;

beforeAll(async () => {
	const { tarball, version } = sharedN8n();
	simulator = await startSimulator();
	// One of its own: the shared one must not be restarted.
	n8n = await startN8n({ tarballs: [tarball], version });
});

afterAll(async () => {
	await n8n.stop();
	await simulator.close();
});

test('the token is kept in n8n, so that another process uses it', async () => {
	const { name, data } = localCredentials(simulator)[TYPE] ?? { name: '', data: {} };
	const credential = await n8n.rest.createCredential(TYPE, name, data);
	const get = { name: 'Get', type: 'n8n-nodes-iflytek.iflytekAiCall', parameters: { resource: 'configuration', operation: 'get', kind: 'voices' }, credentials: [credential] };
	const { id } = await n8n.rest.createWorkflow(chain('Voices', [MANUAL_TRIGGER, get]));
	expect((await n8n.rest.run(id)).items('Get')).toHaveLength(7);
	await n8n.restart();
	expect((await n8n.rest.run(id)).items('Get')).toHaveLength(7);
	expect(simulator.aiCall.requests.map(({ endpoint, code }) => [endpoint, code])).toEqual([['token', 0], ['configQuery', 0], ['configQuery', 0]]);
});

describeOnPinned('examples/call-and-wait.json', () => {
	test('calls that wait for their results when n8n is killed go on with them afterwards', async () => {
		const platform = await startSimulator({ aiCall: { speed: 0, pushTimeoutMs: 30_000 } });
		const { rest } = n8n;
		const credentials = await storeCredentials(rest, localCredentials(platform));
		const { id, url } = await publishExample(rest, 'call-and-wait', { tables: false, credentials });
		platform.aiCall.setUrls({ receiveCallRecord: url });
		expect((await rest.run(id, { trigger: 'When clicking ‘Execute workflow’' })).error).toBeUndefined();
		const waiting = async () => (await rest.executions(id)).filter(({ status }) => status === 'waiting');
		await waitFor('Two calls that wait', 30_000, async () => ((await waiting()).length === 2 ? true : undefined));
		await n8n.restart({ crash: true });
		platform.aiCall.runCalls();
		await platform.aiCall.settled(60_000);
		const ended = await endedExecutions(rest, id, 2, 'integrated');
		const results = ended.flatMap((execution) => jsonOf(execution, 'Go On with the Result'));
		expect(results.map(({ phone, call_uuid: uuid }) => [phone, uuid]).sort()).toEqual(platform.aiCall.calls.map(({ callee, callUuid }) => [callee, callUuid]).sort());
		expect(platform.aiCall.acceptedRows).toHaveLength(2);
		await platform.close();
	});
});
