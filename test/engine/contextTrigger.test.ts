import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { WebhookContext } from 'n8n-core';
import type { ICredentialType, IDataObject } from 'n8n-workflow';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { respondInTime, respondWithResult } from '../../nodes/IflytekAiCallContextTrigger/receive';
import { until } from '../setup/until';
import { TriggerServer, type TriggerServing } from './webhookHarness';

const servers: TriggerServer[] = [];

type Respond = (input: IDataObject) => Promise<unknown[]>;

/**
 * Starts a server whose workflow answers with the items that `respond` returns. The default deadline
 * leaves enough time even on a busy machine.
 */
async function serve(
	respond: Respond,
	parameters: TriggerServing['parameters'] = {},
	more: Partial<TriggerServing> = {},
): Promise<TriggerServer> {
	const server = await new TriggerServer({
		nodeType: new IflytekAiCallContextTrigger(),
		parameters: { deadline: 4000, ...parameters },
		respond: async ([item]) =>
			(await respond(item?.json ?? {})).map((json) => ({ json: json as IDataObject })),
		...more,
	}).start();
	servers.push(server);
	return server;
}

afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await server.stop()));
	jest.restoreAllMocks();
});

const REQUEST = {
	business_id: '3186',
	app_id: '4207',
	robot_id: '5204',
	call_relation_id: 'R000042',
};
const jsonAnswer = (map: object) => ({
	status: 200,
	text: JSON.stringify(map),
	type: 'application/json; charset=utf-8',
});
const refused = (status: number, text: string) => ({
	status,
	text,
	type: 'text/plain; charset=utf-8',
});
/** The type of the trigger's credential, reduced to what n8n needs. */
const CREDENTIAL_TYPE: ICredentialType = {
	name: 'iflytekAiCallApi',
	displayName: 'iFLYTEK AI Call API',
	properties: [],
};
const wait = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

describe('an answer in time', () => {
	test("the answer is the first item of the last node, with its values as text, and the trigger's item contains the deadline", async () => {
		const server = await serve(async ({ robot_id, call_relation_id }) => [
			{
				姓名: '王芳',
				robot_id,
				call_relation_id,
				amount: 1500.5,
				large: 2 ** 53 - 1,
				vip: true,
				nothing: null,
				list: ['a', 1],
				map: { b: 2 },
			},
			{ second: 'item' },
		]);
		expect(await server.post(REQUEST)).toEqual(
			jsonAnswer({
				姓名: '王芳',
				robot_id: '5204',
				call_relation_id: 'R000042',
				amount: '1500.5',
				large: '9007199254740991',
				vip: 'true',
				nothing: '',
				list: '["a",1]',
				map: '{"b":2}',
			}),
		);
		const [[item] = []] = server.executions;
		expect(item).toEqual({
			json: { ...REQUEST, answerBy: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
		});
		expect([server.warnings, server.errors]).toEqual([
			[expect.stringContaining('2 variables have no value, but a text such as undefined')],
			[],
		]);
	});

	test('a variable whose value is a text for no value is in the log', async () => {
		const server = await serve(async () => [{ 姓名: 'undefined', city: '上海' }]);
		expect(await server.post(REQUEST)).toEqual(jsonAnswer({ 姓名: 'undefined', city: '上海' }));
		expect([server.warnings, server.errors]).toEqual([
			[
				expect.stringContaining(
					'a variable has no value, but a text such as undefined, NULL, {name} or JSON, which is spoken. Check the fields of the last node. (kind: invalidInput)',
				),
			],
			[],
		]);
	});

	test("IDs that come as numbers keep every digit, and a field that was not sent is null in the trigger's item", async () => {
		const server = await serve(async (input) => [input]);
		const answer = await server.post(
			'{"robot_id":5204,"call_relation_id":346252615123869699,"app_id":null,"later":1}',
		);
		expect(JSON.parse(answer.text)).toEqual({
			business_id: '',
			app_id: '',
			robot_id: '5204',
			call_relation_id: '346252615123869699',
			later: '1',
			answerBy: expect.any(String),
		});
		expect(server.executions[0]?.[0]?.json).toMatchObject({
			business_id: null,
			app_id: null,
			robot_id: '5204',
			call_relation_id: '346252615123869699',
			later: 1,
		});
	});
});

const FALLBACK = '{"姓名": "客户", "level": 3}';
const FALLBACK_ANSWER = jsonAnswer({ 姓名: '客户', level: '3' });

test('a request whose bytes are not UTF-8 starts the workflow, and its item is marked', async () => {
	const server = await serve(async ({ notUtf8 }) => [{ notUtf8 }]);
	const [beginning = '', end = ''] = JSON.stringify({ ...REQUEST, vip_name: '#' }).split('#');
	const body = Buffer.concat([Buffer.from(beginning), Buffer.of(0xcd, 0xf5), Buffer.from(end)]);
	expect(await server.post(body)).toEqual(jsonAnswer({ notUtf8: 'true' }));
});

describe('the fallback', () => {
	test('if the workflow fails, the fallback is returned', async () => {
		const server = await serve(
			async () => {
				throw new Error('the customer database is away');
			},
			{ fallback: FALLBACK },
		);
		expect(await server.post(REQUEST)).toEqual(FALLBACK_ANSWER);
		expect(server.warnings).toEqual([
			'Trigger: the fallback was returned. The workflow failed, or its last node gave no item. (kind: interrupted)',
		]);
		expect(server.errors).toEqual([]);
	});

	test('the fallback and the deadline are read before the workflow starts, because n8n evaluates no expressions after a failure', async () => {
		const server = await serve(
			async () => {
				jest.spyOn(WebhookContext.prototype, 'getNodeParameter').mockImplementation(() => ({}));
				throw new Error('the customer database is away');
			},
			{ fallback: '={{ JSON.stringify({ 姓名: "客户", level: 3 }) }}' },
		);
		expect(await server.post(REQUEST)).toEqual(FALLBACK_ANSWER);
	});

	test.each<[unknown, number]>([
		[undefined, 400],
		[-5, 50],
		[0, 50],
		['abc', 400],
		['={{ NaN }}', 400],
		['250', 250],
	])('a deadline of %j counts as %d ms', async (deadline, ms) => {
		const server = await serve(async () => [{}], { deadline: deadline as string });
		const before = Date.now();
		await server.post(REQUEST);
		const after = Date.now();
		const answerBy = Date.parse(String(server.executions[0]?.[0]?.json.answerBy));
		expect(answerBy).toBeGreaterThanOrEqual(before + ms);
		expect(answerBy).toBeLessThanOrEqual(after + ms);
	});

	test('if the last node returns no item, the fallback is returned', async () => {
		const server = await serve(async () => [], { fallback: FALLBACK });
		expect(await server.post(REQUEST)).toEqual(FALLBACK_ANSWER);
		expect(server.warnings).toEqual([
			'Trigger: the fallback was returned. The workflow failed, or its last node gave no item. (kind: interrupted)',
		]);
	});

	test.each([
		{ error: 'no such customer' },
		{ error: 'x', message: 'y', details: { state: 'notSent' } },
	])(
		'if the last node fails and continues on errors, the fallback is returned: %j',
		async (item) => {
			const server = await serve(async () => [item], { fallback: FALLBACK });
			expect(await server.post(REQUEST)).toEqual(FALLBACK_ANSWER);
			expect(server.warnings).toEqual([
				'Trigger: the fallback was returned. The last node failed (kind: invalidInput)',
			]);
		},
	);

	test.each([Number('346252615123869699'), -(2 ** 53), 1e21])(
		'if a value is the number %d, which has lost its last digits, the fallback is returned, and the warning does not show the value',
		async (id) => {
			const server = await serve(async () => [{ name: '王', id }], { fallback: FALLBACK });
			expect(await server.post(REQUEST)).toEqual(FALLBACK_ANSWER);
			expect([server.warnings, server.errors]).toEqual([
				[
					'Trigger: the fallback was returned. A value is a number that lost its last digits (kind: invalidInput)',
				],
				[],
			]);
		},
	);

	test.each([
		{ message: 'Workflow executed successfully but late', name: 'x' },
		{ message: 'hello' },
	])(
		'the fallback is not used if the values for the script look like a message of n8n: %j',
		async (item) => {
			const server = await serve(async () => [item], { fallback: FALLBACK });
			expect(await server.post(REQUEST)).toEqual(jsonAnswer(item));
			expect(server.warnings).toEqual([]);
		},
	);

	test('the fallback is not used for a variable of the script that is called `error`', async () => {
		const server = await serve(async () => [{ error: 'none', name: '王' }], { fallback: FALLBACK });
		expect(await server.post(REQUEST)).toEqual(jsonAnswer({ error: 'none', name: '王' }));
	});

	test('the fallback is an empty map if the user entered none', async () => {
		const server = await serve(async () => []);
		expect(await server.post(REQUEST)).toEqual(jsonAnswer({}));
	});

	test('the workflow starts and answers even if the fallback cannot be read', async () => {
		const server = await serve(async () => [{ name: '王' }], {
			fallback: '={{ $("Nowhere").item.json.x }}',
		});
		expect(await server.post(REQUEST)).toEqual(jsonAnswer({ name: '王' }));
		expect(server.warnings).toEqual([]);
	});

	test('the fallback is replaced by an empty map, with a warning, if it is not JSON', async () => {
		const server = await serve(async () => [], { fallback: '{name' });
		expect(await server.post(REQUEST)).toEqual(jsonAnswer({}));
		expect(server.warnings).toEqual([
			'Trigger: the fallback was returned. The workflow failed, or its last node gave no item. (kind: interrupted)',
			'Trigger: the fallback cannot be used, an empty object was returned. Fallback Response is not JSON (kind: invalidInput)',
		]);
	});

	test('the fallback is replaced by an empty map, with a warning, if a value in it is a number that has lost its last digits', async () => {
		const server = await serve(async () => [], {
			fallback: '={{ ({ id: 346252615123869699 }) }}',
		});
		expect(await server.post(REQUEST)).toEqual(jsonAnswer({}));
		expect(server.warnings).toEqual([
			'Trigger: the fallback was returned. The workflow failed, or its last node gave no item. (kind: interrupted)',
			'Trigger: the fallback cannot be used, an empty object was returned. A value is a number that lost its last digits (kind: invalidInput)',
		]);
	});

	test('if the workflow is late, the fallback is returned in time, the execution goes on, and one warning is logged at its end', async () => {
		let endedWorkflows = 0;
		let release: () => void = () => undefined;
		const released = new Promise<void>((resolve) => (release = resolve));
		const server = await serve(
			async () => {
				await released;
				endedWorkflows++;
				return [{ late: 'yes' }];
			},
			{ fallback: FALLBACK, deadline: 100 },
		);
		expect(await server.post(REQUEST)).toEqual(FALLBACK_ANSWER);
		expect(endedWorkflows).toBe(0);
		release();
		await server.stop();
		expect(endedWorkflows).toBe(1);
		expect(server.warnings).toEqual([
			expect.stringMatching(
				/^Trigger: the workflow ended \d{1,5} ms too late; the fallback had been returned\. \(kind: timedOut\)$/,
			),
		]);
		expect(server.errors).toEqual([]);
	});

	test('if a workflow fails after the deadline, one warning is logged', async () => {
		const server = await serve(
			async () => {
				await wait(200);
				throw new Error('too late to matter');
			},
			{ fallback: FALLBACK, deadline: 60 },
		);
		expect(await server.post(REQUEST)).toEqual(FALLBACK_ANSWER);
		await server.stop();
		expect(server.warnings).toHaveLength(1);
		expect(server.errors).toEqual([]);
	});

	test('a late answer does not break the connection, and the next request uses the same connection', async () => {
		let release: () => void = () => undefined;
		const released = new Promise<void>((resolve) => (release = resolve));
		const server = await serve(
			async () => {
				await released;
				return [{ name: 'in time' }];
			},
			{ fallback: FALLBACK, deadline: 1000 },
		);
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		expect(await postWith(agent, server.url)).toEqual({
			text: FALLBACK_ANSWER.text,
			reused: false,
		});
		release();
		await until(() => server.warnings.length > 0);
		expect(await postWith(agent, server.url)).toEqual({ text: '{"name":"in time"}', reused: true });
		agent.destroy();
		expect(server.warnings).toHaveLength(1);
		expect(server.errors).toEqual([]);
	});

	test('after a caller has hung up, the next request is answered', async () => {
		const server = await serve(
			async () => {
				await wait(150);
				return [{ name: 'x' }];
			},
			{ deadline: 80 },
		);
		await expect(
			fetch(server.url, {
				method: 'POST',
				body: JSON.stringify(REQUEST),
				headers: { 'Content-Type': 'application/json' },
				signal: AbortSignal.timeout(40),
			}),
		).rejects.toThrow();
		await wait(250);
		expect(await server.post(REQUEST)).toMatchObject({ status: 200 });
		expect(server.errors).toEqual([]);
	});
});

/** Posts a request with the agent, and returns the answer and whether the agent used an earlier connection. */
async function postWith(agent: Agent, url: string): Promise<{ text: string; reused: boolean }> {
	return await new Promise((resolve, reject) => {
		const sent = request(
			url,
			{ method: 'POST', agent, headers: { 'Content-Type': 'application/json' } },
			(response) => {
				let text = '';
				response.on('data', (chunk: Buffer) => (text += chunk.toString()));
				response.on('end', () => resolve({ text, reused: sent.reusedSocket }));
				response.on('error', reject);
			},
		);
		sent.on('error', reject);
		sent.end(JSON.stringify(REQUEST));
	});
}

test('if a response was already sent, further writes by n8n are ignored and logged once', async () => {
	const lateByMs: number[] = [];
	const problems: unknown[] = [];
	const app = express();
	let resolveWritten: (value: unknown) => void = () => undefined;
	const written = new Promise((resolve) => (resolveWritten = resolve));
	app.post('/', (_request, response) => {
		response.once('finish', () => {
			const writes: (() => unknown)[] = [
				() => response.status(500),
				() => response.setHeader('x', 'y'),
				() => response.appendHeader('x', 'y'),
				() => response.removeHeader('x'),
				() => response.writeHead(500),
				() => response.json({ message: 'late' }),
				() => response.send('late'),
				() => response.end('late'),
			];
			for (const write of writes)
				try {
					// Each method must return the response, so that calls can be chained.
					if (write() !== response) problems.push('another result');
				} catch (error) {
					problems.push(error);
				}
			resolveWritten(undefined);
		});
		respondInTime(response, {
			at: Date.now(),
			respond: () => ({}),
			fallback: () => ({ a: 1 }),
			onLate: (ms) => lateByMs.push(ms),
		});
	});
	const server = app.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' });
	expect([answer.status, await answer.json()]).toEqual([200, { a: 1 }]);
	await written;
	server.closeAllConnections();
	server.close();
	expect([problems, lateByMs.length]).toEqual([[], 1]);
});

test('after an answer in time, the deadline passes without a fallback', async () => {
	const fallback = jest.fn(() => ({ a: 2 }));
	const deadlineMs = 50;
	const app = express();
	app.post('/', (_request, response) => {
		respondInTime(response, {
			at: Date.now() + deadlineMs,
			respond: () => ({ a: 1 }),
			fallback,
			onLate: () => undefined,
		});
		response.json({});
	});
	const server = app.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' });
	expect([answer.status, await answer.json()]).toEqual([200, { a: 1 }]);
	await wait(3 * deadlineMs);
	server.closeAllConnections();
	server.close();
	expect(fallback).not.toHaveBeenCalled();
});

test.each<[string, number, unknown, object]>([
	[
		'that the workflow gave no data',
		200,
		{ message: 'Workflow executed successfully but the last node did not return any data' },
		FALLBACK_ANSWER,
	],
	['that the workflow failed', 400, { a: 1 }, FALLBACK_ANSWER],
	['with a status below 400', 399, { a: 1 }, jsonAnswer({ a: '1' })],
	['with a message that is no text', 200, { message: 5 }, jsonAnswer({ message: '5' })],
	['with text', 200, 'text', FALLBACK_ANSWER],
])(
	'the caller gets the values or the fallback if n8n responds %s',
	async (_name, status, body, expected) => {
		const app = express();
		app.post('/', (_request, response) => {
			const context = {
				getNode: () => ({ name: 'Trigger' }),
				getNodeParameter: () => FALLBACK,
				getResponseObject: () => response,
				getWorkflow: () => ({ id: 'w' }),
				logger: { warn: () => undefined },
			};
			respondWithResult(context as never, Date.now() + 10_000);
			response.status(status).json(body);
		});
		const server = app.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' });
		server.closeAllConnections();
		server.close();
		expect({
			status: answer.status,
			text: await answer.text(),
			type: answer.headers.get('content-type'),
		}).toEqual(expected);
	},
);

test('the deadline counts from the arrival of the request, even if n8n reads the credential slowly', async () => {
	let credentialReadAt = 0;
	const access = async () => {
		credentialReadAt = Date.now();
		await until(() => Date.now() > credentialReadAt + 20);
	};
	const server = await serve(
		async () => [{ a: 1 }],
		{},
		{
			credentials: [{ type: CREDENTIAL_TYPE, data: { pushSecret: 's3' }, access }],
		},
	);
	expect(await server.post(REQUEST, { query: '?secret=s3' })).toEqual(jsonAnswer({ a: '1' }));
	const answerBy = Date.parse(String(server.executions[0]?.[0]?.json.answerBy));
	expect(answerBy).toBeLessThanOrEqual(credentialReadAt + 4000);
});

describe('a request that is refused', () => {
	const withSecret = { credentials: [{ type: CREDENTIAL_TYPE, data: { pushSecret: 's3' } }] };

	test('a request whose body has none of the fields is refused, and the answer says what was expected', async () => {
		const server = await serve(async () => [{}]);
		expect(await server.post({ call_uuid: 'u' })).toEqual(
			refused(
				400,
				'The body has none of the fields. Expected a JSON object with business_id, app_id, robot_id, call_relation_id.',
			),
		);
		expect(server.executions).toEqual([]);
	});

	test('a request is refused if it comes without the secret, or from an address or application that is not allowed', async () => {
		const secured = await serve(
			async () => [{ a: 1 }],
			{ options: { appIds: '4207' } },
			withSecret,
		);
		expect(await secured.post(REQUEST)).toEqual(
			refused(401, 'The secret is missing or wrong. Append it to the end of the URL as ?secret=…'),
		);
		expect(await secured.post({ ...REQUEST, app_id: '4208' }, { query: '?secret=s3' })).toEqual(
			refused(403, 'The app_id is not allowed.'),
		);
		expect(await secured.post(REQUEST, { query: '?secret=s3' })).toEqual(jsonAnswer({ a: '1' }));
		expect(secured.executions).toHaveLength(1);
		const elsewhere = await serve(async () => [{}], { options: { allowedIps: '203.0.113.7' } });
		expect(await elsewhere.post(REQUEST)).toEqual(refused(403, 'This IP address is not allowed.'));
		expect(elsewhere.executions).toEqual([]);
	});
});

test('a trigger with a fallback that is not a map cannot be published and cannot listen', async () => {
	for (const activation of ['activate', 'manual', 'init'] as const) {
		const server = await serve(async () => [], { fallback: '[1]' });
		await expect(server.listen(activation)).rejects.toThrow(
			'Fallback Response is not a JSON object',
		);
	}
	const withoutFallback = await serve(async () => []);
	await expect(withoutFallback.listen('activate')).resolves.toBeUndefined();
});
