import { gzipSync } from 'node:zlib';
import type { ICredentialType } from 'n8n-workflow';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { INBOUND } from './callPushes';
import { TriggerServer, type TriggerServing } from './webhookHarness';

const LIMIT = 2 * 1024 ** 2;
const REFUSED = {
	status: 413,
	text: 'The body is larger than 2 MB. Real pushes and requests have a few kilobytes.',
	type: 'text/plain; charset=utf-8',
};
const CREDENTIAL_TYPE: ICredentialType = {
	name: 'iflytekAiCallApi',
	displayName: 'iFLYTEK AI Call API',
	properties: [],
};
const CONTEXT_REQUEST = {
	business_id: '3186',
	app_id: '4207',
	robot_id: '5201',
	call_relation_id: 'r',
};

/** A JSON body that has these fields and is exactly this many bytes long. */
function bodyOf(fields: object, bytes: number): string {
	const shortBody = JSON.stringify({ ...fields, more: '' });
	return JSON.stringify({ ...fields, more: 'a'.repeat(bytes - shortBody.length) });
}

describe.each([
	['call trigger', () => new IflytekAiCallTrigger(), INBOUND],
	['context trigger', () => new IflytekAiCallContextTrigger(), CONTEXT_REQUEST],
] as const)('%s', (_name, makeNodeType, fields) => {
	const servers: TriggerServer[] = [];

	async function serve(
		parameters: TriggerServing['parameters'] = {},
		serving: Partial<TriggerServing> = {},
	): Promise<TriggerServer> {
		const server = await new TriggerServer({
			nodeType: makeNodeType(),
			parameters,
			...serving,
		}).start();
		servers.push(server);
		return server;
	}

	afterEach(async () => {
		await Promise.all(servers.splice(0).map(async (server) => await server.stop()));
		jest.restoreAllMocks();
	});

	test('a body of 2 MB starts the workflow, and a body with one byte more is refused with 413 and logged', async () => {
		const server = await serve({ deadline: 10_000 });
		expect((await server.post(bodyOf(fields, LIMIT))).status).toBe(200);
		expect(server.executions).toHaveLength(1);
		expect(await server.post(bodyOf(fields, LIMIT + 1))).toEqual(REFUSED);
		expect(server.executions).toHaveLength(1);
		expect(server.warnings).toEqual([
			`Trigger refused a request with HTTP 413: ${REFUSED.text} (kind: invalidInput)`,
		]);
	});

	test.each([
		['that is not JSON', '['.repeat(LIMIT + 1), { 'Content-Type': 'text/plain' }],
		[
			'of a content type that n8n does not read',
			bodyOf(fields, LIMIT + 1),
			{ 'Content-Type': 'application/octet-stream' },
		],
		[
			'that was compressed to a few bytes',
			new Uint8Array(gzipSync(bodyOf(fields, LIMIT + 1))),
			{ 'Content-Encoding': 'gzip' },
		],
	])('a body of more than 2 MB %s is also refused', async (_what, body, headers) => {
		const server = await serve();
		expect(await server.post(body, { headers })).toEqual(REFUSED);
		expect(server.executions).toEqual([]);
	});

	test('a body of more than 2 MB is also refused if its sender does not state its size', async () => {
		const server = await serve();
		const body = new ReadableStream({
			start(controller) {
				controller.enqueue(Buffer.from(bodyOf(fields, LIMIT + 1)));
				controller.close();
			},
		});
		const response = await fetch(server.url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body,
			duplex: 'half',
		} as RequestInit);
		expect([response.status, await response.text()]).toEqual([413, REFUSED.text]);
		expect(server.executions).toEqual([]);
	});

	test('a sender that is not allowed gets 401 or 403 even if its body is too large', async () => {
		const body = bodyOf(fields, LIMIT + 1);
		const serverWithSecret = await serve(
			{},
			{ credentials: [{ type: CREDENTIAL_TYPE, data: { pushSecret: 's' } }] },
		);
		expect((await serverWithSecret.post(body)).status).toBe(401);
		expect(await serverWithSecret.post(body, { query: '?secret=s' })).toEqual(REFUSED);
		const serverForOtherSender = await serve({ options: { allowedIps: '203.0.113.7' } });
		expect((await serverForOtherSender.post(body)).status).toBe(403);
	});
});
