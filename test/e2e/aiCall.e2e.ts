import { startSimulator, type Simulator } from '../simulator';
import { localCredentials } from './lib/platform';
import type { Execution, RestClient, StoredCredential } from './lib/rest';
import { chain, MANUAL_TRIGGER } from './lib/workflows';
import { sharedN8n } from './shared';

const TYPE = 'iflytekAiCallApi';

let rest: RestClient;
let simulator: Simulator;
let data: Record<string, unknown>;

beforeAll(async () => {
	({ rest } = await sharedN8n());
	simulator = await startSimulator();
	({ data } = localCredentials(simulator)[TYPE] ?? { data: {} });
});

afterAll(async () => await simulator.close());

const tokensFetched = () => simulator.aiCall.requests.filter(({ endpoint }) => endpoint === 'token').length;

test('the credential test is green with the right secret, red with a wrong one', async () => {
	const credential = await rest.createCredential(TYPE, 'Test', data);
	expect(await rest.testCredential(credential, data)).toMatchObject({ status: 'OK' });
	const wrong = await rest.testCredential(credential, { ...data, appSecret: 'wrong'.repeat(8) });
	expect(wrong).toMatchObject({ status: 'Error', message: expect.stringMatching(/secret/i) as string });
	expect(wrong.message).not.toContain('wrong');
});

describe('the token', () => {
	let credential: StoredCredential;
	let workflowId: string;

	beforeAll(async () => {
		credential = await rest.createCredential(TYPE, 'Token', data);
		const get = { name: 'Get', type: 'n8n-nodes-iflytek.iflytekAiCall', parameters: { resource: 'configuration', operation: 'get', kind: 'voices' } };
		({ id: workflowId } = await rest.createWorkflow(chain('Voices', [MANUAL_TRIGGER, { ...get, credentials: [credential] }])));
	});

	const voices = (execution: Execution) => {
		expect(execution.error).toBeUndefined();
		return execution.items('Get').length;
	};

	test('is fetched once and kept for later executions', async () => {
		const before = tokensFetched();
		expect(voices(await rest.run(workflowId))).toBe(7);
		expect(voices(await rest.run(workflowId))).toBe(7);
		expect(tokensFetched() - before).toBe(1);
	});

	test('is renewed when the platform has ended it, and the request succeeds', async () => {
		const before = tokensFetched();
		expect(simulator.aiCall.expireAllTokens()).toBeGreaterThan(0);
		expect(voices(await rest.run(workflowId))).toBe(7);
		expect(voices(await rest.run(workflowId))).toBe(7);
		expect(tokensFetched() - before).toBe(1);
	});
});
