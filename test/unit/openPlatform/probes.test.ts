import { PlatformError } from '../../../nodes/shared/failure';
import { judgeProbe, judgeStreaming, probeFrame } from '../../../nodes/Iflytek/methods/keyVerdicts';
import { ENDPOINTS, TESTED_ENDPOINTS } from '../../../nodes/shared/openPlatform/protocol/services';
import type { Probe } from '../../../nodes/shared/openPlatform/protocol/endpoint';
import { endpointUrl } from '../../../nodes/shared/openPlatform/protocol/addresses';
import { testedEndpoint, testedKeys } from '../../../nodes/Iflytek/methods/testedKeys';
import { testResult } from '../../../nodes/Iflytek/methods/keyVerdicts';
import { readEnvelope } from '../../../nodes/shared/openPlatform/protocol/openPlatformEnvelope';
import type { HttpResponse } from '../../../nodes/shared/httpResponse';
import { openPlatformAccount } from '../../../nodes/shared/openPlatform/protocol/openPlatformAccount';
import { KEYS } from '../../document';
import { withStoppedDate } from '../../setup/stoppedDate';
import { USE_STREAMING } from '../../setup/advice';

/** What the editor says of a key that works. */
const CONNECTED = { good: true, message: 'Connection successful' };

const responseWith = (code: string, desc = '', headers: Record<string, unknown> = {}) => ({
	status: 200,
	headers,
	body: Buffer.from(JSON.stringify({ code, desc })),
});

function probeOf(service: string): Probe {
	const { probe } = testedEndpoint(service).test;
	if (probe === 'webSocket') throw new Error(`${service} is tested over a WebSocket`);
	return probe;
}

/** The verdict on one key, if the service answers with this response. */
function probeVerdict(service: string, response: HttpResponse, probe = probeOf(service)) {
	const endpoint = testedEndpoint(service);
	try {
		(probe.read ?? readEnvelope)(response, endpoint);
		return CONNECTED;
	} catch (error) {
		return judgeProbe(error, endpoint, probe, 'Look at the key.');
	}
}

/** The result of testing a credential with one key, if the service answers with this code. */
const resultOf = (service: string, code: string, desc = '', headers = {}) => {
	const verdict = probeVerdict(service, responseWith(code, desc, headers));
	return testResult([{ label: 'API Key', verdict }]);
};

test('each service is tested once, with an endpoint of its own', () => {
	const services = Object.values(ENDPOINTS).map(({ service }) => service);
	expect(TESTED_ENDPOINTS.map(({ service }) => service).sort()).toEqual(
		[...new Set(services)].sort(),
	);
});

test('an empty Service of This Key is an error, and so is a service that cannot be tested', () => {
	const errorWith = (message: string, advice: string) =>
		expect.objectContaining({ message, details: { advice } });
	for (const value of [undefined, ''])
		expect(() => testedEndpoint(value)).toThrow(
			errorWith(
				'Service of This Key is empty: first choose the service that the API Key belongs to',
				'It is only used for this test.',
			),
		);
	for (const value of ['other', null, 'constructor'])
		expect(() => testedEndpoint(value)).toThrow(
			errorWith(
				'Service of This Key names no service that this credential can test',
				'Choose the service under Service of This Key again.',
			),
		);
});

test('Service of This Key offers the key of each page in test/document/pages, with the endpoint of the page', () => {
	const tested = TESTED_ENDPOINTS.map((endpoint) => {
		const { name, value, note } = endpoint.test;
		return { name, value, note, url: endpointUrl(endpoint, undefined) };
	});
	expect(tested).toEqual(
		[...KEYS]
			.sort((one, other) => (one.name < other.name ? -1 : 1))
			.map(({ name, value, note, url }) => ({ name, value, note, url })),
	);
});

test.each(KEYS.filter(({ param }) => param !== undefined))(
	'the request that tests $value is the one that its page documents',
	({ value, param, body: bodyStart = '?' }) => {
		const { content } = probeOf(value).body;
		const body = Buffer.isBuffer(content) ? content.toString('latin1') : content;
		expect([probeOf(value).param, body.slice(0, bodyStart.length)]).toEqual([param, bodyStart]);
	},
);

test('code 0 means success, and so do the codes that complain about the blank input', () => {
	const good = { good: true, message: 'Connection successful' };
	for (const code of ['0', '10107', '10109', '10114', '10700'])
		expect(resultOf('text', code)).toEqual(good);
});

test('if the platform rejects the clock, the result of a test says to correct it, and nothing else', () => {
	for (const [code, desc] of [
		['10105', 'illegal access|invalid X-CurTime'],
		['10106', 'invalid parameter|invalid X-CurTime'],
		['10114', 'time out|ilegal X-CurTime'],
	] as const)
		for (const service of ['text', 'speech'])
			expect(resultOf(service, code, desc)).toEqual({
				good: false,
				message: `This machine's clock differs too much from the platform's (code ${code}, the platform says: ${desc.replace('|', ': ')}). Correct the clock (NTP), then try again.`,
			});
});

test('if a key is refused and the clock of this machine is wrong, the result of a test says the clock alone', async () => {
	await withStoppedDate(async () => {
		const date = new Date(Date.now() - 400_000).toUTCString();
		for (const service of ['text', 'speech'])
			expect(resultOf(service, '10105', '', { date })).toEqual({
				good: false,
				message: expect.stringMatching(
					/^This machine's clock is 400 seconds ahead of the platform's.*\. Correct the clock \(NTP\), then try again\.$/,
				),
			});
		expect(resultOf('text', '10107', '', { date }).good).toBe(true);
		expect(resultOf('text', '77', '', { date }).message).not.toContain('clock');
	});
});

test('the result of a test says what is wrong: key, IP address, service or quota', () => {
	const textService = testedEndpoint('text').service;
	const speechService = testedEndpoint('speech').service;
	/** A failure whose message begins with this text. */
	const failureThatBegins = (start: string) => ({
		good: false,
		message: expect.stringMatching(new RegExp(`^${start.replaceAll(/[().]/g, '\\$&')}`)),
	});
	expect(resultOf('text', '10105', 'illegal client_ip: 203.0.113.7')).toEqual(
		failureThatBegins(
			"This machine's IP address 203.0.113.7 is not on the whitelist of lexical analysis (code 10105, the platform says: illegal client_ip: 203.0.113.7). Add this machine's public IP address",
		),
	);
	const advice = 'Look at the key.';
	expect(resultOf('text', '10105')).toEqual(
		failureThatBegins(
			`App ID or API Key is wrong for lexical analysis, or this machine's IP address is not on the whitelist (code 10105). ${advice}`,
		),
	);
	expect(resultOf('text', '10106', 'invalid X-Appid')).toEqual(
		failureThatBegins(
			`App ID is wrong for lexical analysis (code 10106, the platform says: invalid X-Appid). ${advice}`,
		),
	);
	expect(resultOf('text', '10110')).toEqual(
		failureThatBegins(
			`The key is valid, but ${textService} is not enabled for the application. Add the service to the application in`,
		),
	);
	expect(resultOf('text', '11200')).toEqual(
		failureThatBegins(
			`The key is valid, but ${textService} is not enabled for the application. The application is not authorized`,
		),
	);
	expect(resultOf('speech', '10110').good).toBe(false);
	expect(resultOf('speech', '11200')).toEqual({
		good: true,
		message: `The key is valid, but the application is not authorized for the voice of this test (xiaoyan). Choose another voice in the node. ${USE_STREAMING}`,
	});
	expect(resultOf('speech', '11201')).toEqual({
		good: true,
		message: `The key is valid, but the quota of ${speechService} for today is used up.`,
	});
	expect(resultOf('text', '77')).toEqual({
		good: false,
		message: expect.stringMatching(
			/^The iFLYTEK platform refused the request: no description \(code 77\)\. This code is not/,
		),
	});
});

test('if a key is refused, the advice on the key comes first, and then what else helps', () => {
	const messageFor = (service: string) => resultOf(service, '10106', 'invalid X-Appid').message;
	expect(messageFor('speech')).toBe(
		`App ID is wrong for standard speech synthesis (code 10106, the platform says: invalid X-Appid). Look at the key. ${USE_STREAMING}`,
	);
	expect(messageFor('text')).toBe(
		'App ID is wrong for lexical analysis (code 10106, the platform says: invalid X-Appid). Look at the key.',
	);
});

test('the message of an unexpected error is shown', () => {
	const probe = {
		...probeOf('text'),
		read: () => {
			throw new Error('a bug');
		},
	};
	expect(probeVerdict('text', responseWith('0'), probe)).toEqual({
		good: false,
		message: 'a bug',
		advice: undefined,
	});
});

describe('several keys', () => {
	test('the API Key is tested with the chosen service, and each other key with its own service', () => {
		const data = {
			appId: 'app',
			apiKey: 'key-of-all',
			testService: 'scene',
			separateKeys: true,
			sceneKey: 'key-of-scene',
			textKey: ' ',
			speechKey: 'key-of-speech',
		};
		const keys = testedKeys(data);
		expect(keys.map(({ label, service }) => [label, service])).toEqual([
			['API Key', 'scene'],
			['Key for Image: Recognize Scene', 'scene'],
			['Key for Speech: Standard (HTTP)', 'speech'],
		]);
		expect(
			keys.map((key) => openPlatformAccount(key.data, testedEndpoint(key.service)).apiKey),
		).toEqual(['key-of-all', 'key-of-scene', 'key-of-speech']);
		expect(testedKeys({ ...data, apiKey: '' }).map(({ label }) => label)).toEqual([
			'Key for Image: Recognize Scene',
			'Key for Speech: Standard (HTTP)',
		]);
		expect(testedKeys({ separateKeys: true }).map(({ label }) => label)).toEqual(['API Key']);
	});

	test('the advice on a key names the field that may be wrong', () => {
		const copyAgain = 'copy App ID and key again from the page of this service.';
		const data = { apiKey: 'key-of-all', testService: 'text', sceneKey: 'key-of-scene' };
		expect(testedKeys(data).map(({ advice }) => advice)).toEqual([
			`Choose the service under Service of This Key, or ${copyAgain}`,
			`Enter each key under its own service, or ${copyAgain}`,
		]);
	});

	test('if no key is entered, the error says that API Key is empty', () => {
		const data = { appId: 'app', testService: 'scene', separateKeys: true };
		for (const key of testedKeys(data))
			expect(() => openPlatformAccount(key.data, ENDPOINTS.scene)).toThrow('API Key is empty');
		expect.assertions(1);
	});

	const good = { label: 'Key for A', verdict: CONNECTED };
	const bad = (label: string, message: string, advice = 'Do this.') => ({
		label,
		verdict: { good: false, message, advice },
	});

	test('each failed key is named, and each advice is shown once', () => {
		expect(testResult([good, good])).toEqual({ good: true, message: 'Connection successful' });
		expect(testResult([bad('API Key', 'It is wrong')])).toEqual({
			good: false,
			message: 'It is wrong. Do this.',
		});
		expect(testResult([good, bad('Key for B', 'It is wrong')])).toEqual({
			good: false,
			message: 'Key for B: It is wrong. Do this.',
		});
		expect(
			testResult([
				bad('Key for B', 'It is wrong'),
				good,
				bad('Key for C', 'It is expired', 'Renew it.'),
				bad('Key for D', 'It is wrong'),
			]),
		).toEqual({
			good: false,
			message:
				'3 of 4 keys failed. Key for B: It is wrong. Key for C: It is expired. Key for D: It is wrong. Do this. Renew it.',
		});
	});

	test('if a failure has no advice, only its message is shown', () => {
		const verdict = { good: false, message: 'It is lost' };
		expect(testResult([{ label: 'API Key', verdict }])).toEqual({
			good: false,
			message: 'It is lost.',
		});
	});

	test('a key with a used-up quota is mentioned, unless another key failed', () => {
		const usedUp = { label: 'Key for B', verdict: { good: true, message: 'Used up for today.' } };
		expect(testResult([good, usedUp])).toEqual({
			good: true,
			message: 'Key for B: Used up for today.',
		});
		expect(testResult([usedUp, bad('Key for C', 'It is wrong')])).toEqual({
			good: false,
			message: 'Key for C: It is wrong. Do this.',
		});
	});
});

describe('streaming', () => {
	test('a test of streaming sends a very short text', () => {
		const { common, business, data } = JSON.parse(probeFrame('app')) as Record<
			string,
			Record<string, unknown>
		>;
		expect([common, business, Buffer.from(String(data?.text), 'base64').toString()]).toEqual([
			{ app_id: 'app' },
			{
				aue: 'raw',
				auf: 'audio/L16;rate=16000',
				vcn: 'xiaoyan',
				speed: 50,
				volume: 50,
				pitch: 50,
				tte: 'UTF8',
			},
			'测试',
		]);
	});

	const verdictOn = (code: string, desc?: string) =>
		judgeStreaming(new PlatformError('x', 'refused', { code, desc, advice: 'Do this.' }));
	test('the result of a test of streaming says what is wrong with the account', () => {
		expect(verdictOn('10313', 'mismatch')).toEqual({
			good: false,
			message:
				'API Key and API Secret are valid, but the App ID does not belong to them (mismatch)',
			advice: 'Do this.',
		});
		for (const code of ['10005', '10110'])
			expect(verdictOn(code)).toEqual({
				good: false,
				message: expect.stringMatching(
					/^The keys are valid, but .+ is not enabled for the application$/,
				),
				advice: 'Do this.',
			});
		expect(verdictOn('11200')).toEqual({
			good: false,
			message: expect.stringMatching(
				/^The keys are valid, but the application has no license for .+ or for the voice of this test \(xiaoyan\), or the license has expired$/,
			),
			advice: 'Do this.',
		});
		expect(verdictOn('11201')).toEqual({
			good: true,
			message: expect.stringMatching(
				/^The keys are valid, but the quota of .+ for today is used up\.$/,
			),
		});
		// Other failures say nothing about the account.
		expect([
			verdictOn('10019'),
			judgeStreaming(new Error('x')),
			judgeStreaming(new PlatformError('x', 'refused')),
		]).toEqual([undefined, undefined, undefined]);
	});
});
