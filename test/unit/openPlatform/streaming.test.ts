import { createHmac } from 'node:crypto';
import { InputError, PlatformError } from '../../../nodes/shared/failure';
import { SilentSpeechError } from '../../../nodes/shared/openPlatform/speech/audioResult';
import {
	readFrame,
	requestFrame,
	type StreamingBusiness,
	signHandshake,
	handshakeRefusal,
	plainRequest,
} from '../../../nodes/shared/openPlatform/speech/streamingProtocol';
import {
	adviseMinorLanguage,
	isTooLong,
	SpeechCollector,
	streamingBusiness,
} from '../../../nodes/shared/openPlatform/speech/streamingSpeech';

const business: StreamingBusiness = {
	aue: 'lame',
	sfl: 1,
	auf: 'audio/L16;rate=16000',
	vcn: 'xiaoyan',
	speed: 50,
	volume: 50,
	pitch: 50,
	tte: 'UTF8',
};

test('the request frame has the text in UTF-8, or in UTF-16 for a minor language', () => {
	expect(JSON.parse(requestFrame('app', business, '你好'))).toEqual({
		common: { app_id: 'app' },
		business,
		data: { status: 2, text: '5L2g5aW9' },
	});
	const minor: StreamingBusiness = { ...business, tte: 'unicode', ent: 'mtts' };
	// Computed with: printf 'สวัสดี𠮷' | iconv -t UTF-16LE | base64
	expect(JSON.parse(requestFrame('app', minor, 'สวัสดี𠮷'))).toMatchObject({
		data: { text: 'Kg4nDjEOKg4UDjUOQti33w==' },
	});
});

test.each([
	[
		'{"code":0,"message":"success","sid":"tts1","data":{"audio":"AAEC","status":1,"ced":"6"}}',
		{ sid: 'tts1', audio: 'AAEC', audioBytes: 3, last: false, ced: 6 },
	],
	[
		'{"code":0,"message":"success","sid":"tts1","data":{"audio":"AA==","status":2,"ced":"12"}}',
		{ sid: 'tts1', audio: 'AA==', audioBytes: 1, last: true, ced: 12 },
	],
	[
		'{"code":0,"message":"success","sid":"tts1","data":null}',
		{ sid: 'tts1', audio: '', audioBytes: 0, last: false },
	],
	[
		'{"code":0,"sid":"tts1","data":{"status":0}}',
		{ sid: 'tts1', audio: '', audioBytes: 0, last: false },
	],
	[
		'{"code":"0","sid":"tts1","data":{"audio":null,"status":2}}',
		{ sid: 'tts1', audio: '', audioBytes: 0, last: true },
	],
])('a valid frame is read: %s', (text, frame) => {
	expect(readFrame(text)).toEqual({ ...frame, frame: expect.any(Object) });
});

test('the last frame is returned without its audio, and with all digits of its numbers', () => {
	const text =
		'{"code":0,"sid":"tts1","data":{"audio":"AA==","status":2,"ced":"12","n":346252615123869699}}';
	expect(readFrame(text).frame).toEqual({
		code: 0,
		sid: 'tts1',
		data: { status: 2, ced: '12', n: '346252615123869699' },
	});
});

test('a last frame that is nested too deeply cannot be read', () => {
	const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
	expect(() => readFrame(`{"code":0,"data":{"status":2,"deep":${deep}}}`, 'tts1')).toThrow(
		expect.objectContaining({
			message: expect.stringMatching(
				/^A frame of the iFLYTEK platform cannot be read\. It starts with: \{"code":0,/,
			),
			kind: 'interrupted',
			details: expect.objectContaining({ sid: 'tts1' }),
		}),
	);
});

test.each([
	['no JSON', 'A frame of the iFLYTEK platform is not a JSON object. It starts with: no JSON'],
	['[]', 'A frame of the iFLYTEK platform is not a JSON object. It starts with: []'],
	[
		'{"data":null}',
		'A frame of the iFLYTEK platform has no result code. It starts with: {"data":null}',
	],
	[
		'{"code":0,"data":[]}',
		'A frame of the iFLYTEK platform has data that are no object. It starts with: {"code":0,"data":[]}',
	],
	[
		'{"code":0,"data":{"audio":""}}',
		'A frame of the iFLYTEK platform does not say whether it is the last. It starts with: {"code":0,"data":{"audio":""}}',
	],
	[
		'{"code":0,"data":{"status":1,"audio":"AAE"}}',
		'A frame of the iFLYTEK platform has audio that is not Base64. It starts with: {"code":0,"data":{"status":1,"audio":"AAE"}}',
	],
	[
		'{"code":0,"data":{"status":1,"audio":"A-_="}}',
		'A frame of the iFLYTEK platform has audio that is not Base64. It starts with: {"code":0,"data":{"status":1,"audio":"A-_="}}',
	],
	[
		'{"code":0,"data":{"status":1,"audio":[]}}',
		'A frame of the iFLYTEK platform has audio that is not Base64. It starts with: {"code":0,"data":{"status":1,"audio":[]}}',
	],
	[
		'{"code":0,"data":{"status":1,"audio":7}}',
		'A frame of the iFLYTEK platform has audio that is not Base64. It starts with: {"code":0,"data":{"status":1,"audio":7}}',
	],
])('a malformed frame is an error: %s', (text, message) => {
	expect(() => readFrame(text, 'tts1')).toThrow(
		expect.objectContaining({
			message,
			kind: 'interrupted',
			details: expect.objectContaining({ sid: 'tts1' }),
		}),
	);
});

test('a frame with an error code is a refusal, with the advice for the code and the `sid`', () => {
	expect(() =>
		readFrame('{"code":10313,"message":"invalid appid","sid":"tts7","data":null}'),
	).toThrow(
		expect.objectContaining({
			message:
				'The App ID does not belong to the API Key (code 10313, the platform says: invalid appid)',
			kind: 'refused',
			details: expect.objectContaining({
				code: '10313',
				desc: 'invalid appid',
				sid: 'tts7',
				advice: expect.stringContaining('of the same application'),
			}),
		}),
	);
	expect(() => readFrame('{"code":11501,"message":"","data":null}', 'tts1')).toThrow(
		expect.objectContaining({
			kind: 'unavailable',
			details: expect.objectContaining({ desc: '', sid: 'tts1' }),
		}),
	);
	expect(() => readFrame('{"code":10105,"data":null}')).toThrow(
		expect.objectContaining({
			message: expect.stringMatching(/^App ID or API Key is wrong for streaming speech synthesis/),
			details: expect.objectContaining({ desc: '' }),
		}),
	);
});

describe('a handshake that was refused', () => {
	const NOW = Date.UTC(2026, 10, 22, 2, 40);
	const refusalOf = (
		status: number,
		body: string,
		date = new Date(NOW).toUTCString(),
		type = 'text/plain',
	) =>
		handshakeRefusal(
			{ status, headers: { date, 'content-type': type }, body: Buffer.from(body) },
			NOW,
			'wss://a.example/proxy/v2/tts?authorization=k',
		);

	test.each([
		[
			401,
			'{"message":"HMAC signature does not match"}',
			'API Key or API Secret is wrong for streaming speech synthesis (HTTP 401, the platform says: *)',
			/^Copy APIKey and APISecret again/,
		],
		[
			401,
			'{"message":"HMAC signature cannot be verified: apikey not found"}',
			'API Key is wrong for streaming speech synthesis (HTTP 401, the platform says: *)',
			/^Copy the APIKey again/,
		],
		[
			401,
			'{"message":"Unauthorized"}',
			'The iFLYTEK platform refused the connection: Unauthorized (HTTP 401)',
			/^Copy App ID and API Key again/,
		],
		[
			403,
			'{"message":"HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication"}',
			"This machine's clock differs too much from the platform's (HTTP 403, the platform says: *)",
			/^Correct the clock/,
		],
		[
			403,
			'{"message":"Your IP address is not allowed"}',
			"This machine's IP address is not on the whitelist of streaming speech synthesis (HTTP 403, the platform says: *)",
			/^Add this machine's public IP address to the whitelist/,
		],
		[
			403,
			'<html>proxy</html>',
			'The iFLYTEK platform refused the connection: forbidden (HTTP 403)',
			/proxy/,
		],
		[
			503,
			'busy',
			'The iFLYTEK platform refused the connection: busy (HTTP 503)',
			/Try again later/,
		],
		[
			500,
			'does not match',
			'The iFLYTEK platform refused the connection: does not match (HTTP 500)',
			/Try again later/,
		],
	])('the error of a handshake that was refused with %i %s', (status, body, message, advice) => {
		const refusal = refusalOf(status, body);
		expect(refusal?.message).toBe(message.replace('*', /"message":"(.*)"/.exec(body)?.[1] ?? ''));
		expect(refusal?.details.advice).toMatch(advice);
		expect(refusal?.kind).toBe(status >= 500 ? 'unavailable' : 'refused');
	});

	test('a refusal with JSON is read as JSON, even if it is marked as a web page', () => {
		expect(
			refusalOf(401, '{"message":"HMAC signature cannot be verified"}', undefined, 'text/html')
				?.message,
		).toBe(
			'API Key is wrong for streaming speech synthesis (HTTP 401, the platform says: HMAC signature cannot be verified)',
		);
		expect(refusalOf(401, 'no page', undefined, 'text/html')?.message).toBe(
			'The iFLYTEK platform refused the connection: not authorized (HTTP 401)',
		);
	});

	test('a refusal because of a wrong clock says how wrong it is', () => {
		const date = new Date(NOW - 4_000_000).toUTCString();
		const refusal = refusalOf(
			403,
			'{"message":"HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication"}',
			date,
		);
		expect(refusal?.message).toBe(
			"This machine's clock is 4000 seconds ahead of the platform's; at most 300 are allowed (HTTP 403, the platform says: HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication)",
		);
		expect(refusal?.details.advice).toBe('Correct the clock (NTP), then try again.');
	});

	test.each([
		[300, 'several'],
		[301, ''],
		[404, 'no such page'],
	])('a refusal with HTTP %i and the text "%s" names the address', (status, body) => {
		expect(refusalOf(status, body)).toMatchObject({
			message: `There is no streaming speech synthesis at a.example/proxy/v2/tts (HTTP ${status})`,
			kind: 'refused',
			details: { advice: expect.stringMatching(/base URL/) },
		});
	});

	test('the error of a redirect names its target without user name and password', () => {
		const headers = { location: 'https://me:hunter2@b.example/v2/tts' };
		const refusal = (status: number) =>
			handshakeRefusal(
				{ status, headers, body: Buffer.from('moved') },
				NOW,
				'wss://a.example/v2/tts',
			)?.message;
		expect([refusal(302), refusal(404)]).toEqual([
			'There is no streaming speech synthesis at a.example/v2/tts, which redirects to https://b.example/v2/tts (HTTP 302)',
			'There is no streaming speech synthesis at a.example/v2/tts (HTTP 404)',
		]);
	});

	test('a refusal for the rate has the wait that the platform asks for', () => {
		const refusal = handshakeRefusal(
			{ status: 429, headers: { 'retry-after': '7' }, body: Buffer.alloc(0) },
			NOW,
			'wss://a.example/v2/tts',
		);
		expect(refusal).toMatchObject({ kind: 'rateLimited', hints: { retryAfterMs: 7000 } });
	});

	test.each([
		'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
		'the date header is missing',
		'HMAC signature cannot be verified: the date is out of range',
	])('the message "%s" means a wrong clock', (message) => {
		const refused = (date?: string) => refusalOf(403, JSON.stringify({ message }), date);
		expect(refused()?.message).toBe(
			`This machine's clock differs too much from the platform's (HTTP 403, the platform says: ${message})`,
		);
		expect(refused(new Date(NOW - 4_000_000).toUTCString())?.message).toMatch(
			/^This machine's clock is 4000 seconds ahead of the platform's/,
		);
	});

	test('a refusal mentions a wrong clock only if the platform complains about it', () => {
		expect(
			refusalOf(
				401,
				'{"message":"HMAC signature does not match"}',
				new Date(NOW - 4_000_000).toUTCString(),
			)?.message,
		).toBe(
			'API Key or API Secret is wrong for streaming speech synthesis (HTTP 401, the platform says: HMAC signature does not match)',
		);
	});

	test.each([200, 400, 426])(
		'if a GET without an upgrade is answered %i, its signature was not refused',
		(status) => {
			expect(refusalOf(status, '')).toBeUndefined();
		},
	);
});

test('a handshake has a signed address, and an unsigned address that errors may show', () => {
	const credential = {
		appId: 'app',
		apiKey: 'a'.repeat(32),
		apiSecret: 'secret',
		streamingBaseUrl: 'WSS://proxy.example/tts/',
	};
	const { appId, address, url } = signHandshake(credential, Date.UTC(2026, 10, 22));
	expect([appId, address]).toEqual(['app', 'WSS://proxy.example/tts/v2/tts']);
	expect(url).toMatch(
		/^wss:\/\/proxy\.example\/tts\/v2\/tts\?authorization=[^&]+&date=Sun%2C%2022%20Nov%202026%2000%3A00%3A00%20GMT&host=proxy\.example$/,
	);
	const authorization = Buffer.from(
		new URL(url).searchParams.get('authorization') ?? '',
		'base64',
	).toString();
	const signed =
		'host: proxy.example\ndate: Sun, 22 Nov 2026 00:00:00 GMT\nGET /tts/v2/tts HTTP/1.1';
	expect(authorization).toContain(
		`signature="${createHmac('sha256', 'secret').update(signed).digest('base64')}"`,
	);
	expect(plainRequest(url)).toEqual({ url: url.replace('wss', 'https'), maxBytes: 1_048_576 });
	expect(plainRequest('http://wss.example').url).toBe('http://wss.example');
	expect(() => signHandshake({ ...credential, apiSecret: '' }, 0, 'Do without.')).toThrow(
		expect.objectContaining({
			message: 'API Secret is empty',
			details: { advice: expect.stringMatching(/ Do without\.$/) },
		}),
	);
});

test('the secrets of a handshake are the keys and the signature', () => {
	const credential = {
		appId: 'app',
		apiKey: 'key-of-the-service',
		apiSecret: 'secret-of-the-service',
		streamingBaseUrl: 'wss://proxy.example',
	};
	const { url, secrets } = signHandshake(credential, 0);
	const authorization = new URL(url).searchParams.get('authorization') ?? '';
	const signed = 'host: proxy.example\ndate: Thu, 01 Jan 1970 00:00:00 GMT\nGET /v2/tts HTTP/1.1';
	expect(secrets.filter(Boolean)).toEqual([
		credential.apiKey,
		credential.apiSecret,
		authorization,
		createHmac('sha256', credential.apiSecret).update(signed).digest('base64'),
	]);
});

test.each(['me:hunter22@', 'me@', ':hunter22@'])(
	'a base URL with %s is refused, because it cannot be sent over a WebSocket',
	(userInfo) => {
		const credential = {
			appId: 'app',
			apiKey: 'key-of-the-service',
			apiSecret: 'secret-of-the-service',
			streamingBaseUrl: `wss://${userInfo}proxy.example/iflytek`,
		};
		expect(() => signHandshake(credential, 0)).toThrow(
			expect.objectContaining({
				constructor: InputError,
				message:
					'The base URL for streaming speech synthesis has a user name or password, which cannot be sent over a WebSocket',
				details: {
					advice:
						'Remove them from the base URL in the credential, and let the proxy recognize n8n by something else, such as its IP address.',
				},
			}),
		);
	},
);

describe('the frames of a text', () => {
	const frame = (status: number | null, audio?: string) =>
		JSON.stringify({
			code: 0,
			message: 'success',
			sid: 'tts1',
			data: status === null ? null : { status, audio },
		});
	const collect = (frames: string[]) => {
		const collector = new SpeechCollector('好', 16000, 'utf8');
		const kinds = frames.map((text) => collector.read(text));
		return { kinds, ...collector.finish() };
	};

	test('the frames of a text are joined into one speech, and a frame without data adds nothing', () => {
		expect(collect([frame(1, 'AAEC'), frame(null), frame(1, 'AwQF'), frame(2, 'Bg==')])).toEqual({
			kinds: ['content', 'empty', 'content', 'last'],
			audio: Buffer.from([0, 1, 2, 3, 4, 5, 6]),
			sid: 'tts1',
			lastFrame: { code: 0, message: 'success', sid: 'tts1', data: { status: 2 } },
		});
	});

	test('after the last frame, a frame without audio is ignored, and a frame with audio is an error', () => {
		expect(collect([frame(2, 'AAEC'), frame(null)]).audio).toEqual(Buffer.from([0, 1, 2]));
		expect(() => collect([frame(2, 'AAEC'), frame(1, 'AAEC')])).toThrow(
			expect.objectContaining({
				message: 'The iFLYTEK platform sent audio after the end',
				kind: 'interrupted',
				details: expect.objectContaining({ sid: 'tts1' }),
			}),
		);
	});

	test.each<
		[string, string, BufferEncoding, [ced: string | undefined, audioBytes: number][], unknown]
	>([
		[
			'the same value within a sentence',
			'好。ab',
			'utf8',
			[
				['6', 2],
				['6', 2],
				['8', 4],
			],
			[
				[2, 0.5],
				[4, 1],
			],
		],
		[
			'bytes of UTF-16',
			'好。ab',
			'utf16le',
			[
				['4', 6],
				['8', 2],
			],
			[
				[2, 0.75],
				[4, 1],
			],
		],
		[
			'a value within a character',
			'好。ab',
			'utf8',
			[
				['5', 4],
				['8', 4],
			],
			undefined,
		],
		[
			'a value beyond the text',
			'好。ab',
			'utf8',
			[
				['6', 4],
				['9', 4],
			],
			undefined,
		],
		[
			'a value lower than the one before',
			'好。ab',
			'utf8',
			[
				['6', 4],
				['3', 4],
				['8', 4],
			],
			undefined,
		],
		[
			'the value of an earlier sentence again',
			'好。ab',
			'utf8',
			[
				['6', 4],
				['8', 4],
				['6', 4],
			],
			undefined,
		],
		[
			'no value in some of the frames',
			'好。ab',
			'utf8',
			[
				['6', 4],
				[undefined, 4],
				['8', 8],
			],
			[
				[2, 0.25],
				[4, 1],
			],
		],
		[
			'a value in a frame without audio',
			'好。ab',
			'utf8',
			[
				['6', 4],
				['8', 0],
			],
			undefined,
		],
		['no value for the end of the text', '好。ab', 'utf8', [['6', 4]], undefined],
		['no value for white space at the end', '好。 ', 'utf8', [['6', 4]], [[2, 1]]],
		['an empty value', '好', 'utf8', [['', 4]], undefined],
	])(
		'the marks come from `ced`, the bytes of the text spoken so far: %s',
		(_name, text, encoding, ceds, marks) => {
			const collector = new SpeechCollector(text, 16000, encoding);
			for (const [index, [ced, audioBytes]] of ceds.entries()) {
				const audio = Buffer.alloc(audioBytes).toString('base64');
				const status = index === ceds.length - 1 ? 2 : 1;
				collector.read(JSON.stringify({ code: 0, sid: 's', data: { audio, status, ced } }));
			}
			const found = collector.finish().marks?.map(({ position, share }) => [position, share]);
			expect(found).toEqual(marks);
		},
	);

	test('frames without any audio are an error', () => {
		expect(() => collect([frame(2)])).toThrow(
			expect.objectContaining({
				message: 'The iFLYTEK platform reported success but sent no audio',
				kind: 'interrupted',
				details: expect.objectContaining({ sid: 'tts1' }),
			}),
		);
	});

	test('the audio of a text has a maximum size', () => {
		// The maximum is a megabyte, plus a second of audio for each byte of the text.
		const halfOfMaximum = frame(1, Buffer.alloc(1_144_576 / 2).toString('base64'));
		expect(collect([halfOfMaximum, halfOfMaximum]).audio).toHaveLength(1_144_576);
		expect(() => collect([halfOfMaximum, halfOfMaximum, frame(1, 'AA==')])).toThrow(
			expect.objectContaining({
				message: 'The iFLYTEK platform sent more than 1144576 bytes of audio for one piece of text',
				kind: 'unreadable',
				details: expect.objectContaining({
					sid: 'tts1',
					advice: expect.stringMatching(/report the sid/),
				}),
			}),
		);
	});
});

test.each([
	[{}, { aue: 'raw', tte: 'UTF8' }],
	[
		{ format: 'pcm' as const, backgroundSound: false },
		{ aue: 'raw', bgs: 0, tte: 'UTF8' },
	],
	[
		{
			format: 'mp3' as const,
			backgroundSound: true,
			englishReading: '1' as const,
			numberReading: '2' as const,
		},
		{ aue: 'lame', sfl: 1, bgs: 1, reg: '1', rdn: '2', tte: 'UTF8' },
	],
	[{ minorLanguage: 'utf8' as const }, { aue: 'raw', tte: 'UTF8', ent: 'mtts' }],
	[{ minorLanguage: 'utf16' as const }, { aue: 'raw', tte: 'unicode', ent: 'mtts' }],
	[{ minorLanguage: 'off' as const }, { aue: 'raw', tte: 'UTF8' }],
])('the settings %j become the fields of the request', (settings, expected) => {
	const commonFields = {
		auf: 'audio/L16;rate=16000',
		vcn: 'xiaoyan',
		speed: 50,
		volume: 40,
		pitch: 30,
	};
	expect(
		streamingBusiness({
			voice: 'xiaoyan',
			format: 'wav',
			sampleRate: 16000,
			speed: 50,
			volume: 40,
			pitch: 30,
			...settings,
		}),
	).toEqual({ ...commonFields, ...expected });
});

describe('the advice about minor languages', () => {
	const refused = (code?: string, advice?: string) =>
		new PlatformError('Refused', 'refused', { code, advice });
	const silent = () => new SilentSpeechError('Silent', { advice: 'Try again.' });
	const adviceOf = (error: unknown, voice: string, minorLanguage?: 'off' | 'utf8' | 'utf16') => {
		// The advice is added to the error itself.
		expect(adviseMinorLanguage(error, voice, minorLanguage)).toBe(error);
		return error instanceof PlatformError ? error.details.advice : undefined;
	};
	const SET_OPTION = 'The voice Abha speaks a minor language: set Minor Language under Options.';
	const TRY_UTF8 =
		'If the voice speaks a minor language, set Minor Language to UTF-8 under Options.';

	test('the advice names the option if the voice is known to need it', () => {
		expect([
			adviceOf(refused('10163', 'Look.'), 'Abha'),
			adviceOf(refused('11200'), 'Abha', 'off'),
			adviceOf(silent(), 'Abha'),
			adviceOf(silent(), 'xiaoyan'),
			adviceOf(silent(), 'constructor'),
		]).toEqual([
			`Look. ${SET_OPTION}`,
			SET_OPTION,
			`Try again. ${SET_OPTION}`,
			'Try again.',
			'Try again.',
		]);
	});

	test('the advice names the other encoding if one is chosen', () => {
		expect([
			adviceOf(refused('10163', 'Look.'), 'any', 'utf16'),
			adviceOf(refused('11200', 'Look.'), 'any', 'utf8'),
		]).toEqual([`Look. ${TRY_UTF8}`, `Look. ${TRY_UTF8.replace('UTF-8', 'UTF-16')}`]);
	});

	test('the advice about minor languages is not added to other errors', () => {
		const other = new Error('lost');
		expect([
			adviceOf(refused('10110', 'Look.'), 'Abha', 'utf8'),
			adviceOf(refused(undefined, 'Look.'), 'Abha'),
			adviceOf(other, 'Abha'),
			other,
		]).toEqual(['Look.', 'Look.', undefined, new Error('lost')]);
	});
});

test('isTooLong recognizes the error of a text that is too long by its code', () => {
	const error = (code: string) => new PlatformError('Refused', 'refused', { code });
	expect([error('10109'), error('10110'), new Error('10109')].map(isTooLong)).toEqual([
		true,
		false,
		false,
	]);
});
