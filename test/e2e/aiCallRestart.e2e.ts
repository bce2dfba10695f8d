import { startSimulator, type Simulator } from '../simulator';
import { startN8n, type RunningN8n } from './lib/n8n';
import { localCredentials } from './lib/platform';
import { chain, MANUAL_TRIGGER } from './lib/workflows';
import { sharedN8n } from './shared';

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
