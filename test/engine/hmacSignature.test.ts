import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import { Bench } from './iflytek';
import { runNode } from './harness';

const bench = new Bench();

/** Sends a request as n8n's HTTP Request node does: with n8n's older helper, the address in `uri`, and header names in lower case. */
class HttpRequest implements INodeType {
	description = {
		displayName: 'HTTP Request',
		name: 'httpRequest',
		group: ['transform' as const],
		version: 1,
		description: 'Sends a request with a credential',
		defaults: { name: 'HTTP Request' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekApi' }],
		properties: [
			{ displayName: 'Address', name: 'uri', type: 'string' as const, default: '' },
			{ displayName: 'Headers', name: 'headers', type: 'json' as const, default: {} },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const options = {
			method: 'POST' as const,
			uri: String(this.getNodeParameter('uri', 0)),
			headers: this.getNodeParameter('headers', 0) as IDataObject,
			body: { text: '你' },
			json: true,
			resolveWithFullResponse: true,
		};
		const { statusCode, body } = (await this.helpers.requestWithAuthentication.call(
			this,
			'iflytekApi',
			options,
		)) as { statusCode: number; body: IDataObject };
		return [[{ json: { statusCode, body }, pairedItem: { item: 0 } }]];
	}
}

/** Whether a request has the signature that the service's document demands. */
function isSigned({ method, url = '' }: IncomingMessage, secret: string): boolean {
	const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
	const textToSign = `host: ${searchParams.get('host')}\ndate: ${searchParams.get('date')}\n${method} ${pathname} HTTP/1.1`;
	const signature = createHmac('sha256', secret).update(textToSign).digest('base64');
	const authorization = Buffer.from(searchParams.get('authorization') ?? '', 'base64').toString();
	return (
		authorization ===
		`api_key="${bench.credential('streaming').apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`
	);
}

/** Sends a request from the HTTP Request node to a server that checks the signature. Returns the result and what the server received. */
async function sendRequest(change: object, headers: IDataObject = {}, userInfo = '') {
	const received: { url: string; headers: IncomingMessage['headers']; signed: boolean }[] = [];
	const service = createServer((request, response) => {
		const signed = isSigned(request, bench.credential('streaming').apiSecret);
		received.push({ url: request.url ?? '', headers: request.headers, signed });
		response
			.writeHead(signed || request.headers['x-checksum'] ? 200 : 401, {
				'Content-Type': 'application/json',
			})
			.end('{"header":{"code":0}}');
	});
	await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
	const { port } = service.address() as AddressInfo;
	const result = await runNode({
		nodeType: new HttpRequest(),
		parameters: { uri: `http://${userInfo}127.0.0.1:${port}/v1/private/s1?a=1`, headers },
		credentials: [
			{
				...bench.signer(),
				data: { ...bench.credential('streaming'), httpSignature: 'hmac', ...change },
			},
		],
	});
	service.closeAllConnections();
	await new Promise((resolve) => service.close(resolve));
	return { ...result, received, host: `127.0.0.1:${port}` };
}

test('a POST request of the HTTP Request node has its signature in the URL', async () => {
	const { outputs, received, host } = await sendRequest({});
	expect(outputs).toEqual([
		[{ json: { statusCode: 200, body: { header: { code: 0 } } }, pairedItem: { item: 0 } }],
	]);
	expect(received).toHaveLength(1);
	const query = new URL(received[0]?.url ?? '', 'http://127.0.0.1').searchParams;
	expect([...query.keys()]).toEqual(['a', 'authorization', 'date', 'host']);
	expect([received[0]?.signed, query.get('host')]).toEqual([true, host]);
	expect(received[0]?.headers['x-checksum']).toBeUndefined();
});

test('user name and password in the URL of a signed request are sent as basic authentication', async () => {
	const { outputs, received, host } = await sendRequest({}, {}, 'me:p%40ss@');
	expect(outputs).toEqual([
		[{ json: { statusCode: 200, body: { header: { code: 0 } } }, pairedItem: { item: 0 } }],
	]);
	expect(received).toHaveLength(1);
	expect(received[0]?.signed).toBe(true);
	expect(received[0]?.headers).toMatchObject({
		host,
		authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
	});
});

test('a request with X-Param is signed with the checksum, even if the user has chosen HMAC', async () => {
	const { received } = await sendRequest({}, { 'x-param': 'e30=' });
	expect(received[0]).toMatchObject({
		url: '/v1/private/s1?a=1',
		headers: { 'x-checksum': expect.stringMatching(/^[0-9a-f]{32}$/) as string },
	});
});

test('if the user has chosen Checksum, a request without X-Param is signed with the checksum', async () => {
	const { received } = await sendRequest({ httpSignature: 'checksum' });
	expect(received).toMatchObject([
		{
			url: '/v1/private/s1?a=1',
			headers: { 'x-checksum': expect.stringMatching(/^[0-9a-f]{32}$/) as string },
		},
	]);
});

test("the chosen HTTP signature does not change the requests of this package's nodes", async () => {
	const { outputs } = await bench.run(
		'text',
		{ resource: 'text', operation: 'segment', text: '今天天气好' },
		[{}],
		{
			credentials: [
				{ ...bench.signer(), data: { ...bench.credential('text'), httpSignature: 'hmac' } },
			],
		},
	);
	expect(outputs[0]?.[0]?.json).toMatchObject({ words: expect.any(Array) as unknown[] });
	expect(bench.simulator.log).toMatchObject([{ endpoint: 'cws', authentic: true }]);
});

test.each([
	['a wrong secret', { apiSecret: 'a-wrong-secret' }, /401/],
	['no secret', { apiSecret: '' }, /API Secret is empty/],
])(
	'the error for %s shows no secret and no signed address',
	async (_name, change, expectedMessage) => {
		const { error, run } = await sendRequest(change);
		const visibleTexts = JSON.stringify([
			error?.message,
			error?.description,
			error?.messages,
			error?.context,
			run.data.resultData,
		]);
		expect(visibleTexts).toMatch(expectedMessage);
		const { apiKey, apiSecret } = bench.credential('streaming');
		for (const secret of [
			apiKey,
			apiSecret,
			'a-wrong-secret',
			'authorization=',
			Buffer.from(`api_key="${apiKey}"`).toString('base64').slice(0, -4),
		])
			expect(visibleTexts).not.toContain(secret);
	},
);
