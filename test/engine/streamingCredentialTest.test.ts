import { CredentialTestContext } from 'n8n-core';
import { iflytekApiTest } from '../../nodes/Iflytek/methods/credentialTest';
import { provideWebSocket } from '../setup/webSocket';
import { withAnswers, type SeenRequest } from './answers';
import { Bench } from './iflytek';

provideWebSocket();

const bench = new Bench();
const credential = (change: object = {}, appId?: string) => ({
	...bench.credential('streaming', appId),
	...change,
});
/** Adds a fault of the streaming service. */
const addFault = (fault: Parameters<typeof bench.simulator.openPlatform.faults.add>[0]) =>
	bench.simulator.openPlatform.faults.add({ endpoint: 'streaming', ...fault });

/** Runs the credential test in n8n's own context, and returns its result. Expects no secret and no signed address in the message. */
async function check(data: Record<string, unknown>) {
	const result = await iflytekApiTest.call(new CredentialTestContext(), {
		id: '1',
		name: 'Test',
		type: 'iflytekApi',
		data: { ...data } as never,
	});
	for (const secret of [data.apiKey, data.apiSecret]) {
		if (typeof secret === 'string' && secret.trim() !== '')
			expect(result.message).not.toContain(secret.trim());
	}
	expect(result.message).not.toMatch(/authorization=|date=/);
	return result;
}

test('with valid keys, the test sends a plain GET and then one text over a WebSocket, and succeeds', async () => {
	expect(await check(credential())).toEqual({ status: 'OK', message: 'Connection successful' });
	expect(
		bench.simulator.log.map(({ path, status, authentic }) => ({ path, status, authentic })),
	).toEqual([
		{ path: '/streaming/v2/tts', status: 426, authentic: true },
		{ path: '/streaming/v2/tts', status: 101, authentic: true },
	]);
});

test('a redirect is not followed, because the address carries a signature', async () => {
	const followedPaths: string[] = [];
	const answerAtTarget = ({ path }: SeenRequest) => {
		followedPaths.push(path);
		return { body: '{}' };
	};
	await withAnswers(answerAtTarget, async (target) => {
		addFault({ kind: 'status', status: 302, headers: { Location: `${target}/taken` } });
		await check(credential());
		expect(bench.simulator.log.map(({ status }) => status)).toContain(302);
	});
	expect(followedPaths).toEqual([]);
});

test.each([
	[
		'a port where nobody listens',
		{ streamingBaseUrl: 'ws://127.0.0.1:9' },
		/^Could not connect to 127\.0\.0\.1:9\. /,
	],
	[
		'an invalid base URL',
		{ streamingBaseUrl: 'https://tts-api.xfyun.cn' },
		/^The base URL for streaming speech synthesis must start with ws:\/\/ or wss:\/\/, without \? or #, but is https:\/\/tts-api\.xfyun\.cn\. Correct it/,
	],
	[
		'a base URL with a user name and a password',
		{ streamingBaseUrl: 'ws://proxyuser:proxypass@127.0.0.1:9/iflytek' },
		/^The base URL for streaming speech synthesis has a user name or password, which cannot be sent over a WebSocket\. Remove them from the base URL in the credential, and let the proxy recognize n8n by something else, such as its IP address\.$/,
	],
	['no API Secret', { apiSecret: ' ' }, /^API Secret is empty\. Enter the APISecret/],
	['no API Key', { apiKey: '' }, /^API Key is empty\. /],
])('the error says what is wrong with the credential: %s', async (_name, change, message) => {
	expect(await check(credential(change))).toEqual({
		status: 'Error',
		message: expect.stringMatching(message),
	});
	expect(bench.simulator.log).toHaveLength(0);
});

test('if the base URL has wss:// but the port has no TLS, the error says what to change', async () => {
	const streamingBaseUrl = bench.simulator.baseUrls.streaming.replace('ws:', 'wss:');
	expect(await check(credential({ streamingBaseUrl }))).toEqual({
		status: 'Error',
		message: expect.stringMatching(
			/^Could not establish a secure connection to 127\.0\.0\.1:\d+\. If this host uses http, change the base URL in the credential to http:\/\/ \(for streaming speech to ws:\/\/\)\. /,
		),
	});
});

test('a gateway that fails is an error, and so is a malformed frame', async () => {
	addFault({ kind: 'status', status: 502 });
	expect((await check(credential())).message).toMatch(
		/^The iFLYTEK platform refused the connection: HTTP 502, ordered by a test \(HTTP 502\)\. /,
	);
	bench.simulator.reset();
	// The fault for the plain GET does nothing.
	addFault({ kind: 'latency' });
	addFault({ kind: 'stream', stream: 'malformed' });
	expect((await check(credential())).message).toMatch(
		/^A frame of the iFLYTEK platform is not a JSON object. It starts with: \{"code":0/,
	);
});

test('in a Node.js without WebSocket the signature is tested, and the message says what could not be tested', async () => {
	const webSocket = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
	Reflect.deleteProperty(globalThis, 'WebSocket');
	expect(await check(credential())).toEqual({
		status: 'OK',
		message:
			'The signature was accepted: API Key and API Secret are valid. App ID and license could not be tested: this requires Node.js 22 or newer, as does streaming speech itself.',
	});
	expect((await check(credential({ apiSecret: 'not-the-secret' }))).message).toMatch(
		/^API Key or API Secret is wrong/,
	);
	if (webSocket) Object.defineProperty(globalThis, 'WebSocket', webSocket);
});
