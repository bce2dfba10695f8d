import { CredentialTestContext } from 'n8n-core';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { iflytekApiTest } from '../../nodes/Iflytek/credentialTest';
import { withStoppedDate } from '../setup/stoppedDate';
import { Bench } from './iflytek';
import { CONSOLE } from '../setup/console';

const bench = new Bench();
const SERVICES = ['text', 'handwriting', 'speech', 'expression', 'scene', 'object', 'violence'];

/** Runs the credential test in n8n's own context, and returns what the user reads. */
async function check(data: object) {
	return await iflytekApiTest.call(new CredentialTestContext(), {
		id: '1',
		name: 'Test',
		type: 'iflytekApi',
		data: { ...data },
	});
}

const KEY_ADVICE =
	/ Choose the service of this key under Test Service, or copy App ID and key again from the page of this service\.$/;

test.each(SERVICES)('the test of a right key for %s succeeds with one request', async (service) => {
	expect(await check(bench.credential(service))).toEqual({
		status: 'OK',
		message: 'Connection successful',
	});
	expect(bench.simulator.log).toHaveLength(1);
});

test('the node names the test of its credential', () => {
	const node = new Iflytek();
	expect(node.description.credentials).toEqual([
		{ name: 'iflytekApi', required: true, testedBy: 'iflytekApiTest' },
	]);
	expect(node.methods.credentialTest).toEqual({ iflytekApiTest });
});

test('the error says that an App ID does not exist', async () => {
	const { status, message } = await check({ ...bench.credential('text'), appId: 'deadbeef' });
	expect(status).toBe('Error');
	expect(message).toMatch(
		/^App ID is wrong for lexical analysis \(code 10105, the platform says: illegal access: invalid X-Appid\)\. /,
	);
	expect(message).toMatch(KEY_ADVICE);
});

test('the error for a wrong key names the likely causes', async () => {
	const { status, message } = await check({ ...bench.credential('text'), apiKey: 'not-the-key' });
	expect(status).toBe('Error');
	expect(message).toMatch(
		/^App ID or API Key is wrong for lexical analysis \(code 10105, the platform says: illegal access: invalid X-CheckSum\)\. /,
	);
	expect(message).toMatch(KEY_ADVICE);
	// n8n's window shows about 115 characters in each of two lines.
	expect(message.length).toBeLessThan(230);
	expect(message).not.toContain('not-the-key');
});

test('the error names both possible causes if the platform does not say what was wrong', async () => {
	const { message } = await check({ ...bench.credential('scene'), apiKey: 'not-the-key' });
	expect(message).toMatch(
		/^App ID or API Key is wrong for scene recognition, or this machine's IP address is not on the whitelist \(code 10105\)\. /,
	);
	expect(message).toMatch(KEY_ADVICE);
});

test.each([
	[
		'document',
		/^This machine's IP address is not on the whitelist of lexical analysis \(code 10105, the platform says: illegal access: illegal client_ip\)\. Add this machine's public IP address/,
	],
	[
		'address',
		/^This machine's IP address 127\.0\.0\.1 is not on the whitelist of lexical analysis \(code 10105, the platform says: illegal access: illegal client_ip: 127\.0\.0\.1\)\. Add /,
	],
	[
		'forbidden',
		/^This machine's IP address is not on the whitelist of lexical analysis \(code 40202, the platform says: [^)]*\)\. Add this machine's public IP address/,
	],
] as const)(
	'the error says that the address is not on the whitelist (refusal in the form %s)',
	async (form, expectedMessage) => {
		bench.simulator.openPlatform.configure({ whitelistForm: form });
		const { status, message } = await check(bench.credential('text', '5a1c0de4'));
		expect(status).toBe('Error');
		expect(message).toMatch(expectedMessage);
	},
);

test('the error for a right key says that the service is not enabled', async () => {
	expect(await check(bench.credential('speech', '5a1c0de3'))).toEqual({
		status: 'Error',
		message: expect.stringMatching(
			/^The key is valid, but standard speech synthesis is not enabled for the application\. .* new applications\. If yours is new, set Service to Streaming\.$/,
		),
	});
});

test.each([
	[
		-4000,
		/^This machine's clock is 4000 seconds ahead of the platform's; at most 300 are allowed\./,
	],
	[4000, /^This machine's clock is 4000 seconds behind the platform's; at most 300 are allowed\./],
])(
	'if the clock of the platform is shifted by %i seconds, the error says by how much this machine differs',
	async (clockShiftSeconds, expectedMessage) => {
		bench.simulator.openPlatform.configure({ clockShiftSeconds });
		expect(await withStoppedDate(async () => await check(bench.credential('text')))).toEqual({
			status: 'Error',
			message: expect.stringMatching(expectedMessage),
		});
	},
);

test('the test succeeds even if the quota of the day is used up', async () => {
	bench.simulator.openPlatform.faults.add({ kind: 'code', code: '11201' });
	expect(await check(bench.credential('text'))).toEqual({
		status: 'OK',
		message: 'The key is valid, but the quota of lexical analysis for today is used up.',
	});
});

test('the test succeeds even if the application may not use the voice of the test', async () => {
	bench.simulator.openPlatform.faults.add({
		kind: 'code',
		code: '11200',
		desc: 'no vcn auth|xiaoyan',
	});
	const { status, message } = await check(bench.credential('speech'));
	expect([status, message]).toEqual([
		'OK',
		'The key is valid, but the application is not authorized for the voice of this test (xiaoyan). Choose another voice in the node. Standard (HTTP) is not available to new applications. If yours is new, set Service to Streaming.',
	]);
});

test('for the right key of another service, the message says which service was tested, and where to choose another service', async () => {
	const { status, message } = await check({ ...bench.credential('speech'), testService: 'text' });
	expect(status).toBe('Error');
	expect(message).toContain(
		'wrong for lexical analysis (code 10105, the platform says: illegal access: invalid X-CheckSum). Choose the service of this key under Test Service',
	);
	expect(message).toMatch(KEY_ADVICE);
});

test.each([
	['text', '/v1/cws', 'lexical analysis'],
	['dependencies', '/v1/dp', 'dependency parsing'],
	['roles', '/v1/srl', 'semantic role labeling'],
	['semantics', '/v1/sdp', 'semantic dependency parsing'],
])(
	'for Text Analysis, the test service %s sends its request to %s',
	async (testService, path, name) => {
		const credential = { ...bench.credential('text'), testService };
		expect(await check(credential)).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(bench.simulator.log.map((entry) => entry.path)).toEqual([expect.stringContaining(path)]);
		expect((await check({ ...credential, apiKey: 'not-the-key' })).message).toContain(
			`wrong for ${name} (code 10105, the platform says: illegal access: invalid X-CheckSum). Choose the service of this key under Test Service`,
		);
	},
);

test.each<[string, (right: string) => string, RegExp]>([
	['nobody listens there', () => 'http://127.0.0.1:9', /^Could not connect to 127\.0\.0\.1:9\. /],
	[
		'an address that is not valid',
		() => 'ltpapi.xfyun.cn',
		/^The base URL for lexical analysis must start with http:\/\/ or https:\/\/, without \? or #, but is ltpapi\.xfyun\.cn\. Correct it in the credential/,
	],
	[
		'another path',
		(right) => `${right}/elsewhere`,
		/^The iFLYTEK platform returned HTTP 404: not found \(No endpoint at .*\)\. Check the base URL/,
	],
])(
	'the error says what is wrong with the base URL: %s',
	async (_name, wrongUrl, expectedMessage) => {
		const credential = bench.credential('text');
		const nlpBaseUrl = wrongUrl(credential.nlpBaseUrl);
		expect(await check({ ...credential, nlpBaseUrl })).toEqual({
			status: 'Error',
			message: expect.stringMatching(expectedMessage),
		});
	},
);

test.each(['/', ' '])('a base address can end with %j', async (end) => {
	const credential = bench.credential('text');
	const nlpBaseUrl = credential.nlpBaseUrl + end;
	expect((await check({ ...credential, nlpBaseUrl })).status).toBe('OK');
});

test('spaces around App ID and key are ignored', async () => {
	const { appId, apiKey, ...rest } = bench.credential('text');
	expect((await check({ ...rest, appId: ` ${appId}\n`, apiKey: `\t${apiKey} ` })).status).toBe(
		'OK',
	);
});

test('an App ID with characters that no header allows is refused before any request', async () => {
	expect(await check({ ...bench.credential('text'), appId: '我的应用' })).toEqual({
		status: 'Error',
		message: `The App ID contains invalid characters. Copy the APPID again from ${CONSOLE} into the credential.`,
	});
	expect(bench.simulator.log).toHaveLength(0);
});

test.each([
	[
		'10106',
		'invalid parameter|invalid X-Appid',
		/^App ID is wrong for standard speech synthesis \(code 10106, the platform says: [^)]*\)\. Choose the service of this key under Test Service/,
	],
	[
		'10106',
		'invalid parameter|invalid X-Param',
		/^The iFLYTEK platform refused the request: invalid parameter: invalid X-Param \(code 10106\)\. /,
	],
	[
		'10105',
		'illegal access|invalid X-CheckSum',
		/^App ID or API Key is wrong for standard speech synthesis \(code 10105, the platform says: [^)]*\)\. Choose the service of this key under Test Service/,
	],
	[
		'10106',
		'invalid parameter|invalid X-CheckSum',
		/^App ID or API Key is wrong for standard speech synthesis \(code 10106, the platform says: [^)]*\)\. Choose the service of this key under Test Service/,
	],
	[
		'40202',
		'',
		/^This machine's IP address is not on the whitelist of standard speech synthesis \(code 40202\)\. Add this machine's public IP address/,
	],
	[
		'99999',
		'new|thing',
		/^The iFLYTEK platform refused the request: new: thing \(code 99999\)\. This code is not in the list/,
	],
])('the error explains code %s with the description "%s"', async (code, desc, expectedMessage) => {
	bench.simulator.openPlatform.faults.add({ kind: 'code', code, desc });
	expect(await check(bench.credential('speech'))).toEqual({
		status: 'Error',
		message: expect.stringMatching(expectedMessage),
	});
});

test('the error names the service that is not enabled for the application', async () => {
	bench.simulator.openPlatform.faults.add({ kind: 'code', code: '11200' });
	const { status, message } = await check(bench.credential('handwriting'));
	expect([status, message]).toEqual([
		'Error',
		expect.stringMatching(
			/^The key is valid, but handwriting recognition is not enabled for the application\. /,
		),
	]);
});

test('handwriting is tested in the language that both the document and the live service accept', async () => {
	expect(await check(bench.credential('handwriting'))).toEqual({
		status: 'OK',
		message: 'Connection successful',
	});
	expect(bench.simulator.log.map(({ param }) => param)).toEqual([
		{ language: 'en', location: 'false' },
	]);
});

test.each(['10107', '10109', '10114', '10700'])(
	'the test succeeds with code %s, which the platform only sends after it has accepted the key',
	async (code) => {
		bench.simulator.openPlatform.faults.add({ kind: 'code', code });
		expect((await check(bench.credential('handwriting'))).status).toBe('OK');
	},
);

test('for code 10106 without the name of a header, the message says what to do', async () => {
	bench.simulator.openPlatform.faults.add({ kind: 'code', code: '10106', desc: 'said' });
	expect(await check(bench.credential('text'))).toEqual({
		status: 'Error',
		message:
			'The iFLYTEK platform refused the request: invalid parameter: said (code 10106). Correct the parameter that the description names. If none is named, check the App ID in the credential and the values under Options.',
	});
});

test('a web page instead of an answer is an error', async () => {
	bench.simulator.openPlatform.faults.add({ kind: 'body', body: 'html' });
	expect(await check(bench.credential('text'))).toEqual({
		status: 'Error',
		message: expect.stringMatching(
			/^The iFLYTEK platform returned a web page instead of a result\. .*\. Try again\. /,
		),
	});
});

test('a redirect is not followed', async () => {
	bench.simulator.openPlatform.faults.add({
		kind: 'status',
		status: 302,
		headers: { Location: bench.simulator.url },
	});
	expect((await check(bench.credential('text'))).message).toMatch(
		/^The iFLYTEK platform returned HTTP 302: /,
	);
});

test('swapped App ID and API Key are refused before any request', async () => {
	const swapped = {
		...bench.credential('text', '5a1c0de1'),
		appId: 'f1e2d3c4b5a697887766554433221100',
		apiKey: '5a1c0de1',
	};
	const expected = [
		'App ID and API Key are swapped',
		'Exchange the two in the credential: the API Key is the one with 32 characters.',
	] as const;
	expect(await check(swapped)).toEqual({ status: 'Error', message: expected.join('. ') });
	const { error, outputs } = await bench.run(
		'text',
		{ resource: 'text', operation: 'segment', text: '好' },
		[{}],
		{ credentials: [{ ...bench.signer(), data: swapped }] },
	);
	expect([error?.message, error?.description, outputs]).toEqual([...expected, []]);
	expect(bench.simulator.log).toHaveLength(0);
});

test('missing fields are reported before any request', async () => {
	expect(await check({ ...bench.credential('text'), apiKey: ' ' })).toEqual({
		status: 'Error',
		message: `API Key is empty. Enter the APIKey of the service from ${CONSOLE}.`,
	});
	expect(await check({ ...bench.credential('text'), appId: '' })).toEqual({
		status: 'Error',
		message: `App ID is empty. Enter the APPID of the application from ${CONSOLE}.`,
	});
	expect(bench.simulator.log).toHaveLength(0);
});
