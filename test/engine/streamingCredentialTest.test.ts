import { CredentialTestContext } from 'n8n-core';
import { iflytekApiTest } from '../../nodes/Iflytek/credentialTest';
import { provideWebSocket } from '../setup/webSocket';
import { withStoppedDate } from '../setup/stoppedDate';
import { withAnswers, type SeenRequest } from './answers';
import { Bench } from './iflytek';
import { CONSOLE } from '../setup/console';

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

test('white space around App ID, API Key and API Secret is ignored', async () => {
	const { appId, apiKey, apiSecret, ...rest } = credential();
	expect(
		(
			await check({
				...rest,
				appId: ` ${appId}`,
				apiKey: `${apiKey}\n`,
				apiSecret: `\t${apiSecret} `,
			})
		).status,
	).toBe('OK');
});

test('if the API Key is wrong, the error says so', async () => {
	expect(await check(credential({ apiKey: 'not-the-key' }))).toEqual({
		status: 'Error',
		message: expect.stringMatching(
			/^API Key is wrong for streaming speech synthesis \(HTTP 401, the platform says: HMAC signature [^)]*\)\. Copy the APIKey again .*not swapped/,
		),
	});
});

test('if the API Secret is wrong, or the platform does not say which of the two is wrong, the error names both', async () => {
	const refused = {
		status: 'Error',
		message: expect.stringMatching(
			/^API Key or API Secret is wrong for streaming speech synthesis \(HTTP 401, the platform says: HMAC signature [^)]*\)\. Copy APIKey and APISecret again/,
		) as string,
	};
	expect(await check(credential({ apiSecret: 'not-the-secret' }))).toEqual(refused);
	bench.simulator.openPlatform.configure({ unknownKey: 'does not match' });
	expect(await check(credential({ apiKey: 'not-the-key' }))).toEqual(refused);
});

test('if the App ID does not belong to the keys, the error says so', async () => {
	expect(await check(credential({ appId: '5a1c0de1' }))).toEqual({
		status: 'Error',
		message: `API Key and API Secret are valid, but the App ID does not belong to them (invalid appid: app_id does not belong to the key). Copy APPID, APIKey and APISecret of the same application from ${CONSOLE} into the credential.`,
	});
});

test.each([
	[
		-4000,
		/^This machine's clock is 4000 seconds ahead of the platform's; at most 300 are allowed \(HTTP 403, the platform says: [^)]*\)\. Correct the clock/,
	],
	[
		4000,
		/^This machine's clock is 4000 seconds behind the platform's; at most 300 are allowed \(HTTP 403, the platform says: [^)]*\)\. Correct the clock/,
	],
])(
	"if the platform's clock is shifted by %i seconds, the error says how far the two clocks are apart",
	async (clockShiftSeconds, message) => {
		bench.simulator.openPlatform.configure({ clockShiftSeconds });
		expect(await withStoppedDate(async () => await check(credential()))).toEqual({
			status: 'Error',
			message: expect.stringMatching(message),
		});
	},
);

test('if the application has no license for the service, the error says so', async () => {
	expect(await check(credential({}, '5a1c0de3'))).toEqual({
		status: 'Error',
		message: expect.stringMatching(
			/^The keys are valid, but the application has no license for streaming speech synthesis or for the voice of this test \(xiaoyan\), or the license has expired \(licc failed: no licence\)\. /,
		),
	});
	// One fault for the plain GET, and one for the WebSocket.
	addFault({ kind: 'code', code: '10005', desc: '' });
	addFault({ kind: 'code', code: '10005', desc: '' });
	expect(await check(credential())).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(
			/^The keys are valid, but streaming speech synthesis is not enabled for the application\. /,
		),
	});
});

test.each([
	[
		'10043',
		'The keys are valid, but streaming speech synthesis could not encode the audio of this test (said). Try again, then with another Format or Sample Rate in the node. If it keeps happening, report the sid to iFLYTEK.',
	],
	[
		'10317',
		'The keys are valid, but the platform does not accept this version of streaming speech synthesis (said). Check the base URL of this service in the credential, and whether a proxy changes requests. If both are correct, report the sid to iFLYTEK.',
	],
])('the error for code %s says that the keys are valid', async (code, message) => {
	// The fault for the plain GET does nothing.
	addFault({ kind: 'latency' });
	addFault({ kind: 'code', code, desc: 'said' });
	expect(await check(credential())).toEqual({ status: 'Error', message });
});

test("if this machine's address is not on the whitelist, the error says so", async () => {
	expect(await check(credential({}, '5a1c0de4'))).toEqual({
		status: 'Error',
		message: expect.stringMatching(
			/^This machine's IP address is not on the whitelist of streaming speech synthesis \(HTTP 403, the platform says: [^)]*\)\. Add this machine's public IP address to the whitelist/,
		),
	});
});

test('the keys count as valid even if the quota of the day is used up', async () => {
	addFault({ kind: 'code', code: '11201', times: 2 });
	expect(await check(credential())).toEqual({
		status: 'OK',
		message:
			'The keys are valid, but the quota of streaming speech synthesis for today is used up.',
	});
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

test('if there is no streaming service at the base URL, the error says so', async () => {
	expect(
		await check(
			credential({ streamingBaseUrl: `${bench.simulator.baseUrls.streaming}/elsewhere` }),
		),
	).toEqual({
		status: 'Error',
		message: expect.stringMatching(
			/^There is no streaming speech synthesis at 127\.0\.0\.1:\d+\/streaming\/elsewhere\/v2\/tts \(HTTP 404\)\. Check the base URL/,
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
