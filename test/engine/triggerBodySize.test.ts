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
const TYPE: ICredentialType = {
	name: 'iflytekAiCallApi',
	displayName: 'iFLYTEK AI Call API',
	properties: [],
};
const REQUEST = { business_id: '3186', app_id: '4207', robot_id: '5201', call_relation_id: 'r' };

/** A body of exactly this many bytes. */
function bodyOf(fields: object, bytes: number): string {
	const empty = JSON.stringify({ ...fields, more: '' });
	return JSON.stringify({ ...fields, more: 'a'.repeat(bytes - empty.length) });
}

describe.each([
	['call trigger', () => new IflytekAiCallTrigger(), INBOUND],
	['context trigger', () => new IflytekAiCallContextTrigger(), REQUEST],
] as const)('%s', (_name, nodeType, fields) => {
	const servers: TriggerServer[] = [];

	async function serve(
		parameters: TriggerServing['parameters'] = {},
		more: Partial<TriggerServing> = {},
	): Promise<TriggerServer> {
		const server = await new TriggerServer({ nodeType: nodeType(), parameters, ...more }).start();
		servers.push(server);
		return server;
	}

	afterEach(async () => {
		await Promise.all(servers.splice(0).map(async (server) => await server.stop()));
		jest.restoreAllMocks();
	});

	test('a body of 2 MB starts the workflow, and a body with one byte more is refused with 413 and a line in the log', async () => {
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
	])('a larger body %s is also refused', async (_what, body, headers) => {
		const server = await serve();
		expect(await server.post(body, { headers })).toEqual(REFUSED);
		expect(server.executions).toEqual([]);
	});

	test('a larger body whose sender does not tell its size is also refused', async () => {
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
		const locked = await serve({}, { credentials: [{ type: TYPE, data: { pushSecret: 's' } }] });
		expect((await locked.post(body)).status).toBe(401);
		expect(await locked.post(body, { query: '?secret=s' })).toEqual(REFUSED);
		const elsewhere = await serve({ options: { allowedIps: '203.0.113.7' } });
		expect((await elsewhere.post(body)).status).toBe(403);
	});
});
