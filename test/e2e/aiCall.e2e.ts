import { startSimulator, type Simulator } from '../simulator';
import { DEFAULT_APP_SECRET } from '../simulator/aiCall';
import { AI_CALL, AI_CALL_CREDENTIAL as TYPE, chosen, customers, listOf, PLACE } from './lib/calls';
import { localCredentials } from './lib/platform';
import { waitFor, type Execution, type RestClient, type StoredCredential } from './lib/rest';
import { chain, MANUAL_TRIGGER, type NodeSketch } from './lib/workflows';
import { sharedN8n } from './shared';
import { testRestriction } from './shared/pinned';

let rest: RestClient;
let readLog: () => Promise<string>;
let simulator: Simulator;
/** The fields of the credential for the local platform. */
let data: Record<string, unknown>;

beforeAll(async () => {
	({ rest, readLog } = sharedN8n());
	simulator = await startSimulator();
	({ data } = localCredentials(simulator)[TYPE] ?? { data: {} });
});

afterAll(async () => await simulator.close());

const tokensFetched = () =>
	simulator.aiCall.requests.filter(({ endpoint }) => endpoint === 'token').length;

test('the credential test is green with the right secret, and red with a wrong secret', async () => {
	const credential = await rest.createCredential(TYPE, 'Test', data);
	expect(await rest.testCredential(credential, data)).toMatchObject({ status: 'OK' });
	const wrong = await rest.testCredential(credential, { ...data, appSecret: 'wrong'.repeat(8) });
	expect(wrong).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(/secret/i) as string,
	});
	// The message does not quote the secret.
	expect(wrong.message).not.toContain('wrongwrong');
});

describe('the token', () => {
	let credential: StoredCredential;
	let workflowId: string;

	beforeAll(async () => {
		credential = await rest.createCredential(TYPE, 'Token', data);
		const get = {
			name: 'Get',
			type: AI_CALL,
			parameters: { resource: 'configuration', operation: 'get', kind: 'voices' },
		};
		({ id: workflowId } = await rest.createWorkflow(
			chain('Voices', [MANUAL_TRIGGER, { ...get, credentials: [credential] }]),
		));
	});

	/** Checks that an execution has no error, and returns the number of its voices. */
	const voiceCount = (execution: Execution) => {
		expect(execution.error).toBeUndefined();
		return execution.items('Get').length;
	};

	test('a token is fetched once and kept for later executions', async () => {
		const before = tokensFetched();
		expect(voiceCount(await rest.run(workflowId))).toBe(7);
		expect(voiceCount(await rest.run(workflowId))).toBe(7);
		expect(tokensFetched() - before).toBe(1);
	});

	test('if the platform has ended the token, the node fetches a new token, and the request succeeds', async () => {
		const before = tokensFetched();
		expect(simulator.aiCall.expireAllTokens()).toBeGreaterThan(0);
		expect(voiceCount(await rest.run(workflowId))).toBe(7);
		expect(voiceCount(await rest.run(workflowId))).toBe(7);
		expect(tokensFetched() - before).toBe(1);
	});
});

describe.each([false, true])(
	'twenty simultaneous requests after the token was ended (a new token ends the former: %s)',
	(newTokenEndsFormer) => {
		let credential: StoredCredential;

		beforeAll(async () => {
			simulator.aiCall.configure({ newTokenEndsFormer });
			credential = await rest.createCredential(TYPE, 'Twenty', data);
		});

		/** The number of tokens that are fetched while `run` runs. */
		const tokensFetchedBy = async (run: () => Promise<void>) => {
			const before = tokensFetched();
			await run();
			return tokensFetched() - before;
		};
		const node = (parameters: NodeSketch['parameters']): NodeSketch => ({
			name: 'Node',
			type: AI_CALL,
			parameters,
			credentials: [credential],
		});

		test('the requests of twenty executions share one renewal, and all succeed', async () => {
			const { id } = await rest.createWorkflow(
				chain('Twenty executions', [
					MANUAL_TRIGGER,
					node({ resource: 'configuration', operation: 'get', kind: 'voices' }),
				]),
			);
			await rest.run(id);
			simulator.aiCall.expireAllTokens();
			expect(
				await tokensFetchedBy(async () => {
					const executions = await Promise.all(
						Array.from({ length: 20 }, async () => await rest.run(id)),
					);
					expect(
						executions.map((execution) => [execution.status, execution.items('Node').length]),
					).toEqual(Array.from({ length: 20 }, () => ['success', 7]));
				}),
			).toBe(1);
		});

		test('if twenty requests place calls, each customer is called once', async () => {
			simulator.aiCall.expireAllTokens();
			const before = simulator.aiCall.acceptedRows.length;
			const { id } = await rest.createWorkflow(
				chain('Calls', [
					MANUAL_TRIGGER,
					...listOf(customers(1000)),
					node({ ...PLACE, options: { ...PLACE.options, concurrentRequests: 20 } }),
				]),
			);
			const execution = await rest.run(id);
			const stored = simulator.aiCall.acceptedRows.slice(before);
			expect(new Set(stored.map(({ values }) => values[0])).size).toBe(1000);
			const ids = new Map(stored.map(({ values, taskDataId }) => [values[0], taskDataId]));
			expect(execution.items('Node').map(({ json }) => json.task_data_id)).toEqual(
				customers(1000).map((row) => ids.get(row.客户手机号码)),
			);
		});
	},
);

describe('what the user reads', () => {
	test('neither the error for a row with an unknown outcome nor the log contains a token', async () => {
		const credential = await rest.createCredential(TYPE, 'Secret', data);
		const { id } = await rest.createWorkflow(
			chain('Secrets', [
				MANUAL_TRIGGER,
				...listOf(customers(2)),
				{
					name: 'Node',
					type: AI_CALL,
					parameters: { ...PLACE, skipCustomers: 'none' },
					credentials: [credential],
				},
			]),
		);
		const texts: string[] = [];
		for (const fault of [
			{ kind: 'drop', when: 'after' },
			{ kind: 'half' },
			{ kind: 'http', status: 502 },
			{ kind: 'code', code: 10005 },
		] as const) {
			simulator.aiCall.failNext('callout', fault);
			const execution = await rest.run(id);
			expect(execution.status).toBe('error');
			texts.push(
				JSON.stringify(execution.data),
				JSON.stringify(await rest.call('get', `/rest/executions/${execution.id}`)),
			);
		}
		texts.push(await readLog());
		for (const text of texts) {
			// The tokens of the local platform have 32 hexadecimal digits.
			expect(text.match(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g) ?? []).toEqual([]);
			expect(text).not.toMatch(/token=/);
			expect(text).not.toContain(DEFAULT_APP_SECRET);
		}
	});
});

testRestriction(
	"n8n's HTTP Request node may not use the credential: this node would repeat a refused call",
	async () => {
		const credential = await rest.createCredential(TYPE, 'Restricted', data);
		const request: NodeSketch = {
			name: 'Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				method: 'POST',
				url: `${simulator.baseUrls.call}/v1/service/v1/aicall/config/v1/query`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: TYPE,
				options: {},
			},
			credentials: [credential],
		};
		await expect(rest.createWorkflow(chain('Request', [MANUAL_TRIGGER, request]))).rejects.toThrow(
			/cannot use credential type "iflytekAiCallApi"/,
		);
	},
);

test('a stopped execution sends no further batch, and the ids of the accepted rows are in the log', async () => {
	const credential = await rest.createCredential(TYPE, 'Stop', data);
	const oneBatchAtATime = { ...PLACE, options: { ...PLACE.options, concurrentRequests: 1 } };
	const { id } = await rest.createWorkflow(
		chain('Stop', [
			MANUAL_TRIGGER,
			...listOf(customers(1000)),
			{ name: 'Node', type: AI_CALL, parameters: oneBatchAtATime, credentials: [credential] },
		]),
	);
	const before = simulator.aiCall.acceptedRows.length;
	const requestsBefore = simulator.aiCall.requests.length;
	simulator.aiCall.configure({ latencyMs: 200 });
	const executionId = await rest.start(id);
	await waitFor('Two batches', 20_000, async () =>
		simulator.aiCall.acceptedRows.length >= before + 100 ? true : undefined,
	);
	// The platform now answers so slowly that Stop arrives in time, even on a busy machine.
	simulator.aiCall.configure({ latencyMs: 3000 });
	await rest.call('post', `/rest/executions/${executionId}/stop`, {});
	const stopMessage = /The execution was stopped\. Of 1000 rows \d+ were accepted/;
	await waitFor(
		'The number of accepted rows in the log',
		20_000,
		async () => stopMessage.test(await readLog()) || undefined,
	);
	simulator.aiCall.configure({ latencyMs: 0 });
	await waitFor(
		'The batch that was under way',
		20_000,
		async () =>
			await Promise.resolve(
				simulator.aiCall.requests.slice(requestsBefore).every(({ code }) => code !== undefined) ||
					undefined,
			),
	);
	const log = await readLog();
	const stored = simulator.aiCall.acceptedRows.slice(before);
	expect(stored.length).toBeLessThan(500);
	// The batch that was under way at Stop has an unknown outcome, so its 50 ids may be missing in the log.
	const logged = stored.filter(({ taskDataId }) => log.includes(taskDataId));
	expect(logged.length).toBeGreaterThanOrEqual(stored.length - 50);
});

describe('what the editor shows', () => {
	let credential: StoredCredential;

	/** Requests what the editor requests to fill a list or the columns of a node. */
	const askAsEditor = async (endpoint: string, methodName: string, currentNodeParameters: object) =>
		await rest.call('post', `/rest/dynamic-node-parameters/${endpoint}`, {
			path: 'parameters',
			nodeTypeAndVersion: { name: AI_CALL, version: 1 },
			methodName,
			currentNodeParameters,
			credentials: { [TYPE]: { id: credential.id, name: credential.name } },
		});

	beforeAll(async () => {
		credential = await rest.createCredential(TYPE, 'Editor', data);
	});

	test('lists and columns come from the platform, even if the token was ended', async () => {
		simulator.aiCall.expireAllTokens();
		expect(
			await askAsEditor('resource-locator-results', 'searchScripts', {
				resource: 'call',
				operation: 'place',
			}),
		).toMatchObject({
			results: [{ name: '售后回访 (5201)', value: '5201' }, {}, {}, {}, {}, {}, {}, {}],
		});
		expect(
			await askAsEditor('options', 'getLines', {
				resource: 'task',
				operation: 'create',
				lineNum: chosen('051988887777'),
			}),
		).toHaveLength(4);
		expect(
			await askAsEditor('resource-mapper-fields', 'getScriptColumns', {
				resource: 'call',
				operation: 'place',
				robotId: chosen('5203'),
			}),
		).toMatchObject({
			fields: [
				{ id: '客户手机号码', required: true },
				{ id: '姓名' },
				{ id: '金额' },
				{ id: '金额 (2)', displayName: '金额 (2)' },
			],
		});
	});
});
