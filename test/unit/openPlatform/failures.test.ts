import { Failure } from '../../../nodes/shared/failure';
import {
	clockError,
	openPlatformCodeEntry,
	explain,
	isAccessRefused,
	isSignatureRejection,
	isWhitelistRejection,
	statusEntry,
} from '../../../nodes/shared/openPlatform/protocol/openPlatformCodes';
import {
	envelopeIn,
	readEnvelope,
	refusal,
} from '../../../nodes/shared/openPlatform/protocol/openPlatformEnvelope';
import {
	readSpeech,
	speechParam,
} from '../../../nodes/shared/openPlatform/protocol/standardSpeech';
import { ENDPOINTS } from '../../../nodes/shared/openPlatform/protocol/services';
import { CHECK_WHITELIST, USE_STREAMING } from '../../setup/advice';
import { CONSOLE } from '../../setup/console';

/** Advice on App ID and key. */
const CREDENTIAL_ADVICE = `Copy App ID and API Key again from the page of this service in ${CONSOLE}. If the API Key is that of another service, keep it, turn on Separate Keys per Service and enter this one under the name of the service.`;

const CHECK_ACCESS = `${CREDENTIAL_ADVICE} If they are correct, check the IP whitelist of the service.`;
const VALUE_ADVICE =
	'A value is out of range or not allowed for this service, or an image is too large or of a wrong format. Check the parameters of the node.';
const NAMED_VALUE_ADVICE =
	'Correct the parameter that the description names. If none is named, check the App ID in the credential and the values under Options.';
const NOT_ENABLED = `Add the service to the application in ${CONSOLE}, or renew its license.`;
const RATE_ADVICE =
	'Check whether something else uses up the requests of this application. Otherwise run fewer workflows at the same time, or ask iFLYTEK for more requests.';

const response = (status: number, body: string, headers: Record<string, unknown> = {}) => ({
	status,
	headers,
	body: Buffer.from(body),
});

function failureOf(action: () => unknown): object {
	try {
		action();
	} catch (error) {
		if (error instanceof Failure)
			return {
				message: error.message,
				kind: error.kind,
				details: error.details,
				hints: error.hints,
			};
		throw error;
	}
	throw new Error('was not refused');
}

const NO_HINTS = { limit: undefined, retryAfterMs: undefined };
const PROXY_ADVICE =
	'Try again. If it keeps happening, check the base URL of this service in the credential, and whether a proxy or firewall is responding instead of the platform.';
const BASE_URL_ADVICE =
	'Check the base URL of this service in the credential, and whether there is a proxy between n8n and the platform.';

describe('the clock', () => {
	const date = new Date(1_700_000_000_000).toUTCString();

	test('the clock may be wrong by up to five minutes', () => {
		expect(
			[300, 0, -300].map((seconds) => clockError(date, 1_700_000_000_000 + seconds * 1000)),
		).toEqual([undefined, undefined, undefined]);
		expect(
			[301, -301].map((seconds) => clockError(date, 1_700_000_000_000 + seconds * 1000)),
		).toEqual(
			['ahead of', 'behind'].map(
				(direction) =>
					`This machine's clock is 301 seconds ${direction} the platform's; at most 300 are allowed`,
			),
		);
	});

	test('a date that is missing or cannot be read is no reason to call the clock wrong', () => {
		expect([undefined, 'x'].map((other) => clockError(other, 0))).toEqual([undefined, undefined]);
	});
});

describe('the advice on a code', () => {
	test.each([
		['illegal client_ip: 203.0.113.7', ' 203.0.113.7'],
		['illegal client_ip:203.0.113.7.', ' 203.0.113.7'],
		['illegal Client_IP: 2001:db8::7, denied', ' 2001:db8::7'],
		['illegal client_ip: 203.0.113', ''],
		['illegal client_ip: 203.0.113.7x', ''],
		['illegal client_ip: 203.0.113.7é', ''],
		['client_ip', ''],
	])(
		'for the description %j, the message names the address if the description has one',
		(desc, address) => {
			expect([isWhitelistRejection('10105', desc), explain('10105', desc)]).toEqual([
				true,
				{
					message: `This machine's IP address${address} is not on the whitelist (code 10105, the platform says: ${desc})`,
					advice: CHECK_WHITELIST,
				},
			]);
		},
	);

	test('code 40202 is a whitelist rejection even without a description, and code 10105 is not', () => {
		expect([isWhitelistRejection('40202', ''), isWhitelistRejection('10105', '')]).toEqual([
			true,
			false,
		]);
	});

	test('a rejected signature is recognized by its code, or by the name of a header', () => {
		expect([
			isSignatureRejection('10105', ''),
			isSignatureRejection('10106', 'invalid x-checksum'),
			isSignatureRejection('10106', 'invalid X-Param'),
		]).toEqual([true, true, false]);
	});

	test('if the clock is wrong, a rejected signature or a time-out is told as that alone, and the App ID as the App ID', () => {
		const CLOCK = 'Correct the clock (NTP), then try again.';
		const adviceOf = (code: string, desc: string) =>
			explain(code, desc, { entry: openPlatformCodeEntry(code), clock: 'Clock.' }).advice;
		expect([
			adviceOf('10106', 'invalid X-CurTime'),
			adviceOf('10105', 'invalid X-CheckSum'),
			adviceOf('10105', ''),
			adviceOf('10114', ''),
			adviceOf('10105', 'invalid X-Appid'),
			adviceOf('10107', ''),
		]).toEqual([CLOCK, CLOCK, CLOCK, CLOCK, CREDENTIAL_ADVICE, VALUE_ADVICE]);
	});

	const UNKNOWN_CODE_ADVICE =
		'This code is not in the list of known codes. Look it up in the iFLYTEK documentation, or report the sid to iFLYTEK.';

	test.each<[code: string, desc: string, headline: string, ofService: string, advice?: string]>([
		[
			'40202',
			'client_ip: 203.0.113.7',
			"This machine's IP address 203.0.113.7 is not on the whitelist",
			' of standard speech synthesis',
			CHECK_WHITELIST,
		],
		[
			'40202',
			'',
			"This machine's IP address is not on the whitelist",
			' of standard speech synthesis',
			CHECK_WHITELIST,
		],
		[
			'10105',
			'',
			"App ID or API Key is wrong*, or this machine's IP address is not on the whitelist",
			' for standard speech synthesis',
			CHECK_ACCESS,
		],
		[
			'10105',
			' ',
			"App ID or API Key is wrong*, or this machine's IP address is not on the whitelist",
			' for standard speech synthesis',
			CHECK_ACCESS,
		],
		[
			'10105',
			' illegal | access ',
			"App ID or API Key is wrong*, or this machine's IP address is not on the whitelist",
			' for standard speech synthesis',
			CHECK_ACCESS,
		],
		[
			'10105',
			'X-CheckSum',
			'App ID or API Key is wrong*',
			' for standard speech synthesis',
			CREDENTIAL_ADVICE,
		],
		['10106', 'x-appid', 'App ID is wrong*', ' for standard speech synthesis', CREDENTIAL_ADVICE],
		[
			'10106',
			'x-curtime',
			"This machine's clock differs too much from the platform's",
			'',
			'Correct the clock (NTP), then try again.',
		],
		['10110', 'no', 'The service is not enabled for the application', '', NOT_ENABLED],
		[
			'10106',
			'Invalid parameter|| vcn ',
			'The iFLYTEK platform refused the request: Invalid parameter: vcn',
			'',
			NAMED_VALUE_ADVICE,
		],
		[
			'10106',
			'vcn',
			'The iFLYTEK platform refused the request: invalid parameter: vcn',
			'',
			NAMED_VALUE_ADVICE,
		],
		['77', '', 'The iFLYTEK platform refused the request: no description', '', UNKNOWN_CODE_ADVICE],
		['77', 'no', 'The iFLYTEK platform refused the request: no', '', UNKNOWN_CODE_ADVICE],
	])(
		'the headline and the advice for code %s with the description %j, with and without the name of a service',
		(code, desc, headline, ofService, advice) => {
			const entry = openPlatformCodeEntry(code);
			// The name of the service replaces `*`, or comes at the end.
			const headlineWithService = headline.includes('*')
				? headline.replace('*', ofService)
				: `${headline}${ofService}`;
			const said = desc
				.split('|')
				.map((part) => part.trim())
				.filter((part) => part !== '')
				.join(': ');
			// A message without a cause of its own has the description before the code.
			const end =
				said === '' || headline.startsWith('The iFLYTEK platform refused')
					? `(code ${code})`
					: `(code ${code}, the platform says: ${said})`;
			expect(explain(code, desc, { entry })).toEqual({
				message: `${headline.replace('*', '')} ${end}`,
				advice,
			});
			expect(explain(code, desc, { entry, endpoint: ENDPOINTS.speech })).toEqual({
				message: `${headlineWithService} ${end}`,
				advice: advice?.replace('the name of the service', 'Key for Speech: Standard (HTTP)'),
			});
		},
	);

	test('a wrong clock becomes the headline if it may be the cause', () => {
		const clock = 'The clock is wrong';
		const headlineOf = (code: string, desc: string) =>
			explain(code, desc, { entry: openPlatformCodeEntry(code), clock }).message.split(' (code')[0];
		expect([
			headlineOf('10105', ''),
			headlineOf('10114', ''),
			headlineOf('10106', 'X-Appid'),
			headlineOf('40202', ''),
			headlineOf('10110', ''),
			headlineOf('99999', ''),
		]).toEqual([
			clock,
			clock,
			'App ID is wrong',
			"This machine's IP address is not on the whitelist",
			'The service is not enabled for the application',
			'The iFLYTEK platform refused the request: no description',
		]);
	});

	test('isAccessRefused is true for refusals that belong to one service, so another service may accept the request', () => {
		const refused: [string, string][] = [
			['40202', ''],
			['10105', ''],
			['10106', 'X-Appid'],
			['10110', ''],
			['10106', ''],
			['10700', ''],
			['77', ''],
		];
		expect(refused.map(([code, desc]) => isAccessRefused(code, desc))).toEqual([
			true,
			true,
			true,
			true,
			false,
			false,
			false,
		]);
	});

	test('an unknown code has no entry', () => {
		expect([openPlatformCodeEntry('77'), openPlatformCodeEntry('constructor')]).toEqual([
			undefined,
			undefined,
		]);
	});

	test('a status without a code has a meaning and advice', () => {
		expect([399, 400, 499].map((status) => statusEntry(status))).toEqual([
			{
				meaning: 'moved',
				advice: `Redirects are not followed, because requests are signed. ${BASE_URL_ADVICE}`,
			},
			{ meaning: 'unexpected response', advice: BASE_URL_ADVICE },
			{ meaning: 'unexpected response', advice: BASE_URL_ADVICE },
		]);
		expect(statusEntry(500)).toEqual({
			meaning: 'the service failed',
			advice: 'The platform or a proxy has a problem. Try again later.',
		});
		expect(statusEntry(404)).toEqual({
			meaning: 'not found',
			advice: 'Check the base URL of this service in the credential.',
		});
	});
});

describe('a refusal', () => {
	test('a refusal has a code, a description, a session ID and hints', () => {
		expect(
			failureOf(() =>
				readEnvelope(
					response(200, '{"code":"11202","desc":"slow","sid":"s1"}', { 'retry-after': '7' }),
				),
			),
		).toEqual({
			message:
				'The iFLYTEK platform refused the request: too many requests per second: slow (code 11202)',
			kind: 'rateLimited',
			details: { code: '11202', desc: 'slow', sid: 's1', advice: RATE_ADVICE },
			hints: { limit: 'perSecond', retryAfterMs: 7000 },
		});
		expect(failureOf(() => readEnvelope(response(200, '{"code":10107}', { sid: 's2' })))).toEqual({
			message: 'The iFLYTEK platform refused the request: illegal parameter value (code 10107)',
			kind: 'refused',
			details: { code: '10107', desc: '', sid: 's2', advice: VALUE_ADVICE },
			hints: NO_HINTS,
		});
	});

	test('a refusal with an unknown code has the kind of its HTTP status', () => {
		const refusalWith = (status?: number) => {
			const { message, kind } = refusal('77', '', undefined, { response: { status } });
			return [message, kind];
		};
		expect([undefined, 200, 299, 300, 503].map(refusalWith)).toEqual([
			['The iFLYTEK platform refused the request: no description (code 77)', 'refused'],
			['The iFLYTEK platform refused the request: no description (code 77)', 'refused'],
			['The iFLYTEK platform refused the request: no description (code 77)', 'refused'],
			['The iFLYTEK platform refused the request: moved (code 77)', 'refused'],
			['The iFLYTEK platform refused the request: the service failed (code 77)', 'unavailable'],
		]);
		expect(refusal('10700', '', undefined, { response: { status: 400 } }).kind).toBe('unavailable');
	});

	const wrongClock = { response: { headers: { date: 'Mon, 01 Jan 2001 00:00:00 GMT' } } };

	test('a time-out counts as a refusal, so it is not repeated, if the clock is wrong or the description names a header of the signature', () => {
		expect([
			refusal('10114', '', undefined).kind,
			refusal('10114', '', undefined, wrongClock).kind,
			refusal('10700', '', undefined, wrongClock).kind,
			refusal('10019', 'X-CurTime', undefined).kind,
		]).toEqual(['unavailable', 'refused', 'unavailable', 'refused']);
	});

	test('a refusal can have further advice from the service', () => {
		expect(refusal('10107', '', undefined, { advice: 'More.' }).details.advice).toBe(
			`${VALUE_ADVICE} More.`,
		);
	});
});

describe('a response without a result', () => {
	test.each<[string, ReturnType<typeof response>, object]>([
		[
			'empty',
			response(200, ' ', { sid: 's3' }),
			{
				message: 'The iFLYTEK platform sent an empty response',
				kind: 'interrupted',
				details: { sid: 's3', advice: PROXY_ADVICE },
				hints: {},
			},
		],
		[
			'no code',
			response(200, '{"data":1}'),
			{
				message:
					'The response from the iFLYTEK platform has no result code. It starts with: {"data":1}',
				kind: 'unreadable',
				details: { sid: undefined, advice: PROXY_ADVICE },
				hints: {},
			},
		],
		[
			'a web page',
			response(200, ' <p>'),
			{
				message:
					'The iFLYTEK platform returned a web page instead of a result. It starts with: <p>',
				kind: 'unreadable',
				details: { sid: undefined, advice: PROXY_ADVICE },
				hints: {},
			},
		],
		[
			'a web page by its content type',
			response(200, 'Sign in', { 'content-type': 'text/html' }),
			{
				message:
					'The iFLYTEK platform returned a web page instead of a result. It starts with: Sign in',
				kind: 'unreadable',
				details: { sid: undefined, advice: PROXY_ADVICE },
				hints: {},
			},
		],
		[
			'cut off',
			response(200, '{"code":"0"'),
			{
				message:
					'The response from the iFLYTEK platform is incomplete. It starts with: {"code":"0"',
				kind: 'interrupted',
				details: { sid: undefined, advice: PROXY_ADVICE },
				hints: {},
			},
		],
		[
			'text',
			response(200, 'ok!'),
			{
				message: 'The response from the iFLYTEK platform is not JSON. It starts with: ok!',
				kind: 'unreadable',
				details: { sid: undefined, advice: PROXY_ADVICE },
				hints: {},
			},
		],
		[
			'a redirect',
			response(302, 'moved', { location: 'https://b.example/?token=0f0f' }),
			{
				message:
					'HTTP 302 instead of an answer of the iFLYTEK platform: moved (https://b.example/?…)',
				kind: 'refused',
				details: {
					code: '302',
					desc: 'https://b.example/?…',
					sid: undefined,
					advice: `Redirects are not followed, because requests are signed. ${BASE_URL_ADVICE}`,
				},
				hints: { retryAfterMs: undefined },
			},
		],
		[
			'an error with JSON',
			response(500, '{"message":"down"}', { sid: 's4', 'retry-after': '3', location: 'x' }),
			{
				message: 'HTTP 500 instead of an answer of the iFLYTEK platform: the service failed (down)',
				kind: 'unavailable',
				details: {
					code: '500',
					desc: 'down',
					sid: 's4',
					advice: 'The platform or a proxy has a problem. Try again later.',
				},
				hints: { retryAfterMs: 3000 },
			},
		],
		[
			'an error with text',
			response(400, ' bad\n', { location: 'x' }),
			{
				message: 'HTTP 400 instead of an answer of the iFLYTEK platform: unexpected response (bad)',
				kind: 'refused',
				details: { code: '400', desc: 'bad', sid: undefined, advice: BASE_URL_ADVICE },
				hints: { retryAfterMs: undefined },
			},
		],
		[
			'an error with a web page',
			response(404, '<p>x'),
			{
				message: 'HTTP 404 instead of an answer of the iFLYTEK platform: not found',
				kind: 'refused',
				details: {
					code: '404',
					desc: undefined,
					sid: undefined,
					advice: 'Check the base URL of this service in the credential.',
				},
				hints: { retryAfterMs: undefined },
			},
		],
		[
			'a success with the HTTP status of a failure',
			response(300, '{"code":"0","sid":"s5"}'),
			{
				message:
					'HTTP 300 instead of an answer of the iFLYTEK platform: moved ({"code":"0","sid":"s5"})',
				kind: 'refused',
				details: {
					code: '300',
					desc: '{"code":"0","sid":"s5"}',
					sid: 's5',
					advice: `Redirects are not followed, because requests are signed. ${BASE_URL_ADVICE}`,
				},
				hints: { retryAfterMs: undefined },
			},
		],
	])('the error for a response: %s', (_name, received, failure) => {
		expect(failureOf(() => readEnvelope(received))).toEqual(failure);
	});

	test('the error for a rejected signature names the clock if the clock is wrong', () => {
		const date = 'Mon, 01 Jan 2001 00:00:00 GMT';
		expect(failureOf(() => readEnvelope(response(401, '', { date })))).toMatchObject({
			message: expect.stringMatching(
				/^This machine's clock is \d+ seconds ahead of the platform's; at most 300 are allowed \(HTTP 401\)$/,
			) as unknown,
			details: {
				advice: 'Correct the clock (NTP), then try again.',
			},
		});
		expect(failureOf(() => readEnvelope(response(404, '', { date })))).toMatchObject({
			message: 'HTTP 404 instead of an answer of the iFLYTEK platform: not found',
		});
	});

	test.each<[string, number, Buffer]>([
		['audio', 200, Buffer.from([0xff, 0xf3, 0x40, 0xc4, 0, 0, 1])],
		['a zip archive', 200, Buffer.from('PK\u0003\u0004secret')],
		['compressed text', 403, Buffer.from([0x1f, 0x8b, 8, 0, 0, 0x68, 0x69])],
		['bytes of no encoding', 502, Buffer.from([0xff, 0xfe, 0x80, 0xff])],
	])('the bytes of a response that is no text are not quoted: %s', (_name, status, body) => {
		expect(failureOf(() => readEnvelope({ status, headers: {}, body }))).toMatchObject({
			message:
				status === 200
					? 'The response from the iFLYTEK platform is not JSON. It is not text.'
					: expect.stringMatching(
							/^HTTP \d+ instead of an answer of the iFLYTEK platform: [\w ]+$/,
						),
		});
	});

	test('an envelope is an object with a code', () => {
		expect(
			[' {"code":0}', '[{"code":0}]', '{"code":null}', '{}', '"code"', '{'].map((body) =>
				envelopeIn(Buffer.from(body)),
			),
		).toEqual([{ code: 0 }, undefined, undefined, undefined, undefined, undefined]);
	});

	test('an envelope is read up to a size of 8 MB', () => {
		const body = Buffer.alloc(8 * 1024 * 1024 + 1, ' ');
		body.write('{"code":0}');
		expect(envelopeIn(body.subarray(0, -1))).toEqual({ code: 0 });
		expect(envelopeIn(body)).toBeUndefined();
	});
});

describe('speech', () => {
	const audio = (body: string, status = 200) =>
		response(status, body, { 'content-type': 'Audio/mpeg', sid: 's6' });
	const advice = 'Try again. If it keeps happening with this text, report the sid to iFLYTEK.';

	test('the parameters of speech are all sent as text', () => {
		const settings = {
			voice: 'xiaoyan',
			sampleRate: 8000,
			format: 'mp3',
			speed: 1,
			volume: 2,
			pitch: 3,
		} as const;
		expect(speechParam(settings)).toStrictEqual({
			auf: 'audio/L16;rate=8000',
			aue: 'lame',
			voice_name: 'xiaoyan',
			speed: '1',
			volume: '2',
			pitch: '3',
			text_type: 'text',
		});
		expect(speechParam({ ...settings, format: 'pcm', engine: 'x' })).toMatchObject({
			aue: 'raw',
			engine_type: 'x',
		});
	});

	test('a body with an audio type is read as speech', () => {
		expect(readSpeech(audio('xx'))).toEqual({
			audio: Buffer.from('xx'),
			sid: 's6',
			headers: { 'content-type': 'Audio/mpeg', sid: 's6' },
		});
	});

	test('a response without speech is an error', () => {
		expect(failureOf(() => readSpeech(audio('')))).toEqual({
			message: 'The iFLYTEK platform sent no audio',
			kind: 'interrupted',
			details: { sid: 's6', advice },
			hints: {},
		});
		const noAudio = (sid?: string) => ({
			message: 'The iFLYTEK platform reported success but sent no audio',
			kind: 'unreadable',
			details: { sid, advice },
			hints: {},
		});
		expect(failureOf(() => readSpeech(audio('{"code":"0","sid":"s7"}')))).toEqual(noAudio('s7'));
		expect(failureOf(() => readSpeech(response(200, '{"code":"0"}', { sid: 's8' })))).toEqual(
			noAudio('s8'),
		);
		expect(failureOf(() => readSpeech(audio('xx', 300)))).toMatchObject({
			message: 'HTTP 300 instead of an answer of the iFLYTEK platform: moved (xx)',
		});
		expect(failureOf(() => readSpeech(response(200, '')))).toMatchObject({
			message: 'The iFLYTEK platform sent an empty response',
		});
	});

	test.each(['10105', '10110', '11200'])(
		'if standard speech is refused with %s, the advice names the streaming service, unless the whitelist is the cause',
		(code) => {
			expect(failureOf(() => readSpeech(response(200, `{"code":"${code}"}`)))).toMatchObject({
				details: {
					advice: expect.stringMatching(new RegExp(`${USE_STREAMING.replaceAll(/[().]/g, '.')}$`)),
				},
			});
			expect(
				failureOf(() => readSpeech(response(200, `{"code":"${code}","desc":"client_ip"}`))),
			).toMatchObject({ details: { advice: CHECK_WHITELIST } });
			expect(failureOf(() => readSpeech(response(200, '{"code":"10107"}')))).toMatchObject({
				details: { advice: VALUE_ADVICE },
			});
		},
	);
});
