import { Container } from '@n8n/di';
import { SsrfProtectionConfig } from '@n8n/config';
import { until } from '../setup/until';
import { provideWebSocket } from '../setup/webSocket';
import type { FaultRule } from '../simulator';
import { engines } from '../simulator/openPlatform/engines';
import { fileOf } from './harness';
import { Bench, speechParameters } from './iflytek';

provideWebSocket();

const bench = new Bench();
const parameters = speechParameters('streaming');
const DEFAULTS = { voice: 'xiaoyan', sampleRate: 16000, speed: 50, volume: 50, pitch: 50 } as const;
/** The settings in the frame of a request if the user changes nothing. */
const BUSINESS = {
	aue: 'raw',
	auf: 'audio/L16;rate=16000',
	vcn: 'xiaoyan',
	speed: 50,
	volume: 50,
	pitch: 50,
	tte: 'UTF8',
};
const log = () => bench.simulator.log;
const host = () => new URL(bench.simulator.baseUrls.streaming).host;

async function synthesize(text: string, change = {}, credential: object = {}) {
	const credentials = [
		{ ...bench.signer(), data: { ...bench.credential('streaming'), ...credential } },
	];
	const { outputs, error } = await bench.run('streaming', parameters(text, change), [{}], {
		credentials,
	});
	const item = outputs[0]?.[0];
	return {
		item,
		error,
		bytes: item ? await fileOf(item, Object.keys(item.binary ?? {})[0]) : Buffer.alloc(0),
	};
}

/** The samples that the engine of the local platform makes of these texts, one after another, as bytes. */
async function expectedAudio(texts: string[], options = {}): Promise<Buffer> {
	const parts: Buffer[] = [];
	for (const text of texts) {
		const samples = await engines.speech.speak(text, { ...DEFAULTS, ...options });
		parts.push(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
	}
	return Buffer.concat(parts);
}

/** Expects the same bytes. A failure does not print them. */
function expectSame(actual: Buffer, expected: Buffer): void {
	expect([actual.length, actual.equals(expected)]).toEqual([expected.length, true]);
}

test('a text becomes one WAV, with exactly the samples that the engine makes of it', async () => {
	const { item, bytes } = await synthesize('您好，您的订单已发货。');
	expect(log().map(({ endpoint, authentic, param }) => ({ endpoint, authentic, param }))).toEqual([
		{ endpoint: 'streaming', authentic: true, param: BUSINESS },
	]);
	expectSame(bytes.subarray(44), await expectedAudio(['您好，您的订单已发货。']));
	expect(item).toEqual({
		json: {
			bytes: bytes.length,
			durationSeconds: (bytes.length - 44) / 32000,
			sampleRate: 16000,
			format: 'wav',
			pieces: 1,
			sids: [log()[0]?.sid],
		},
		binary: { data: expect.objectContaining({ fileName: 'speech.wav', mimeType: 'audio/wav' }) },
		pairedItem: { item: 0 },
	});
});

test.each(['wav', 'pcm', 'mp3'])(
	'the streaming and the standard service give the same %s',
	async (format) => {
		const [streaming, standard] = await Promise.all([
			synthesize('今天天气很好。', { format, sampleRate: 8000 }),
			synthesize(
				'今天天气很好。',
				{ format, sampleRate: 8000, service: 'standard' },
				bench.credential('speech'),
			),
		]);
		expectSame(streaming.bytes, standard.bytes);
		expect({ ...streaming.item?.json, sids: 1 }).toEqual({ ...standard.item?.json, sids: 1 });
	},
);

test('a long text becomes one file in which nothing is lost or heard twice', async () => {
	// Six sentences of 960 bytes fit into a piece. The local platform needs no time to speak ideographic spaces.
	const sentence = `今天${'\u3000'.repeat(317)}。`;
	// The answer to the first piece comes last.
	bench.simulator.openPlatform.faults.add({ kind: 'latency', latencyMs: 800 });
	const { item, bytes } = await synthesize(sentence.repeat(7));
	expectSame(bytes.subarray(44), await expectedAudio([sentence.repeat(6), sentence]));
	expect(item?.json).toMatchObject({ pieces: 2, bytes: bytes.length });
});

test.each([
	['5997 bytes are sent whole', 5997, {}, 5997],
	['5998 bytes are cut', 5998, {}, 5997],
	['5996 bytes of UTF-16 are sent whole', 2998, { minorLanguage: 'utf16' }, 5996],
	['5998 bytes of UTF-16 are cut', 2999, { minorLanguage: 'utf16' }, 5996],
])(
	'the first piece is as long as the platform allows: %s',
	async (_name, letters, options, bytesOfPiece) => {
		bench.simulator.openPlatform.faults.add({ kind: 'code', code: '11201', times: 'always' });
		const { error } = await synthesize('a'.repeat(letters), {
			options: { concurrentRequests: 1, ...options },
		});
		// The platform would answer a text that is too long with 10109. Code 11201, the fault set above, shows that no text was
		// too long.
		expect(error?.message).toMatch(/code 11201/);
		const base64Length = Math.ceil(bytesOfPiece / 3) * 4;
		// Apart from the text, the frame has fewer than 300 bytes.
		expect(
			log().map(({ bytesIn = 0 }) => bytesIn > base64Length && bytesIn < base64Length + 300),
		).toEqual([true]);
	},
);

test('every setting is sent', async () => {
	const options = {
		speed: 0,
		volume: 100,
		pitch: 37,
		backgroundSound: true,
		english: '1',
		numbers: 2,
		outputField: 'audio',
		fileName: '好消息',
	};
	const { item, bytes } = await synthesize('Good morning.', {
		voice: { __rl: true, mode: 'name', value: 'x_xiaofeng' },
		format: 'mp3',
		sampleRate: 8000,
		options,
	});
	expect(log()[0]?.param).toEqual({
		aue: 'lame',
		sfl: 1,
		auf: 'audio/L16;rate=8000',
		vcn: 'x_xiaofeng',
		speed: 0,
		volume: 100,
		pitch: 37,
		bgs: 1,
		reg: '1',
		rdn: '2',
		tte: 'UTF8',
	});
	expectSame(
		bytes,
		await engines.speech.mp3('Good morning.', {
			voice: 'x_xiaofeng',
			sampleRate: 8000,
			speed: 0,
			volume: 100,
			pitch: 37,
		}),
	);
	expect(item?.binary?.audio).toMatchObject({ fileName: '好消息.mp3', mimeType: 'audio/mpeg' });
});

test.each([
	['utf8', 'UTF8'],
	['utf16', 'unicode'],
])('a text in a minor language is sent as %s', async (minorLanguage, tte) => {
	const { bytes } = await synthesize('Доброе утро 𠮷', { options: { minorLanguage } });
	expect(log()[0]?.param).toEqual({ ...BUSINESS, ent: 'mtts', tte });
	expectSame(bytes.subarray(44), await expectedAudio(['Доброе утро 𠮷']));
});

describe('a piece that the platform refuses because of its length', () => {
	const tooLong: FaultRule = { kind: 'code', code: '10109', endpoint: 'streaming' };
	const sentence = `今天${'\u3000'.repeat(317)}。`;

	test('a piece that the platform refuses because of its length is cut in two at the end of a sentence, and so is each later piece of the same length', async () => {
		bench.simulator.openPlatform.faults.add(tooLong);
		const { item, bytes } = await synthesize(sentence.repeat(12), {
			options: { concurrentRequests: 1 },
		});
		const half = sentence.repeat(3);
		expectSame(bytes.subarray(44), await expectedAudio([half, half, half, half]));
		expect(item?.json).toMatchObject({ pieces: 4 });
		const [, ...spoken] = log().map(({ sid }) => sid);
		expect(item?.json.sids).toEqual(spoken);
		expect(log()).toHaveLength(5);
	});

	test('a piece that the platform refuses because of its length is cut in two, and a half that has only spaces is not sent', async () => {
		bench.simulator.openPlatform.faults.add(tooLong);
		const { bytes } = await synthesize(`好。${'\u3000'.repeat(400)}\n\u3000`, {
			options: { concurrentRequests: 1 },
		});
		expectSame(bytes.subarray(44), await expectedAudio(['好。']));
		expect(log()).toHaveLength(2);
	});

	test('a piece that the platform refuses because of its length is an error if the platform also refuses a short part of it', async () => {
		bench.simulator.openPlatform.faults.add({ ...tooLong, times: 'always' });
		const { error } = await synthesize(sentence.repeat(6));
		expect(error?.message).toMatch(/code 10109/);
		// The requests have 5760, 2880, at most 1920, and less than 1000 bytes.
		expect(log().length).toBeLessThan(6);
	});
});

test('with Simplify off, the last frame is returned unchanged except for its audio', async () => {
	const { item } = await synthesize('好。', { simplify: false });
	expect(item?.json).toEqual({
		code: 0,
		message: 'success',
		sid: log()[0]?.sid,
		data: { status: 2, ced: '6' },
	});
});

test.each([
	[
		'Reading of English',
		{ english: '3' },
		'Reading of English must be one of: 1, 2, 0, but is "3"',
	],
	[
		'Reading of Numbers',
		{ numbers: '4' },
		'Reading of Numbers must be one of: 2, 3, 1, 0, but is "4"',
	],
	['Speed', { speed: 101 }, 'Speed must be a whole number from 0 to 100, but is 101'],
])(
	'a value of %s that is not allowed is refused before anything is sent',
	async (_name, options, message) => {
		expect((await synthesize('好', { options })).error?.message).toBe(message);
		expect(log()).toHaveLength(0);
	},
);

test.each([
	[
		'no API Secret',
		{ apiSecret: ' ' },
		/^API Secret is empty$/,
		/APISecret of the application.* choose Standard \(HTTP\) under Service/,
	],
	[
		'a base URL that begins with https://',
		{ streamingBaseUrl: 'https://tts-api.xfyun.cn' },
		/^The base URL for streaming speech synthesis must start with ws:\/\/ or wss:\/\//,
		/wss:\/\//,
	],
	[
		'a base URL with a user name and a password',
		{ streamingBaseUrl: 'ws://proxyuser:proxypass@127.0.0.1:9/iflytek' },
		/^The base URL for streaming speech synthesis has a user name or password, which cannot be sent over a WebSocket$/,
		/^Remove them from the base URL in the credential, and let the proxy recognize n8n by something else, such as its IP address\.$/,
	],
])('nothing is sent with a credential that has %s', async (_name, credential, message, advice) => {
	const { error } = await synthesize('好', {}, credential);
	expect([error?.message, error?.description]).toEqual([
		expect.stringMatching(message),
		expect.stringMatching(advice),
	]);
	expect(log()).toHaveLength(0);
});

test('no connection is made to an address that n8n does not allow', async () => {
	const policy = Container.get(SsrfProtectionConfig);
	policy.enabled = true;
	try {
		const { error } = await synthesize('好');
		expect(error?.message).toMatch(/^n8n does not allow connections to 127\.0\.0\.1:\d+: /);
		expect(error?.description).toMatch(/N8N_SSRF_ALLOWED/);
		expect(log()).toHaveLength(0);
	} finally {
		policy.enabled = false;
	}
});

/** Expects that no part of the error contains a key, a secret or a signature. */
function expectNoSecret(error: unknown): void {
	const { apiKey, apiSecret } = bench.credential('streaming');
	const shown = [
		JSON.stringify(error),
		...Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(Object(error), name))),
	].join('\n');
	expect(shown).not.toMatch(/authorization|signature=|hmac-sha256/i);
	for (const secret of [
		apiKey,
		apiSecret,
		Buffer.from(`api_key="${apiKey}`).toString('base64').slice(0, 20),
	])
		expect(shown).not.toContain(secret);
}

describe('a failure is an error with advice, and shows no secret', () => {
	test.each<[string, object, string, RegExp]>([
		[
			'a wrong secret',
			{ apiSecret: 'wrong' },
			'API Key or API Secret is wrong for streaming speech synthesis (HTTP 401, the platform says: HMAC signature does not match)',
			/^Copy APIKey and APISecret again/,
		],
		[
			'a wrong key',
			{ apiKey: 'wrong' },
			'API Key is wrong for streaming speech synthesis (HTTP 401, the platform says: HMAC signature cannot be verified)',
			/^Copy the APIKey again/,
		],
		[
			'an App ID that does not belong to the key',
			{ appId: '5a1c0de1' },
			'The App ID does not belong to the API Key (code 10313, the platform says: invalid appid: app_id does not belong to the key)',
			/of the same application/,
		],
		[
			'a port where nobody listens',
			{ streamingBaseUrl: 'ws://127.0.0.1:9' },
			'Could not connect to 127.0.0.1:9',
			/server is not running/,
		],
	])(
		'the error for a credential has advice and shows no secret: %s',
		async (_name, credential, message, advice) => {
			const { error } = await synthesize('好。', { options: { retries: 0 } }, credential);
			expect([error?.message, error?.description]).toEqual([
				message,
				expect.stringMatching(advice),
			]);
			expectNoSecret(error);
		},
	);

	test('wss:// at a port without TLS is an error', async () => {
		const streamingBaseUrl = bench.simulator.baseUrls.streaming.replace('ws:', 'wss:');
		const { error } = await synthesize('好。', { options: { retries: 0 } }, { streamingBaseUrl });
		expect(error?.message).toBe(`Could not establish a secure connection to ${host()}`);
		expect(error?.description).toMatch(
			/^If this host uses http, change the base URL in the credential to http:\/\/ \(for streaming speech to ws:\/\/\)\. /,
		);
		expectNoSecret(error);
	});
});

test('the request is repeated after a temporary failure', async () => {
	bench.simulator.openPlatform.faults.add({ kind: 'stream', stream: 'closeEarly' });
	bench.simulator.openPlatform.faults.add({ kind: 'stream', stream: 'noAudio' });
	const { bytes } = await synthesize('好。');
	expect(log()).toHaveLength(3);
	expectSame(bytes.subarray(44), await expectedAudio(['好。']));
});

test.each(['11202', '11203'])(
	'the request is repeated after code %s (too many requests), even without retries',
	async (code) => {
		bench.simulator.openPlatform.faults.add({
			kind: 'code',
			code,
			times: 2,
			endpoint: 'streaming',
		});
		const { bytes } = await synthesize('好。', { options: { retries: 0 } });
		expect(log()).toHaveLength(3);
		expectSame(bytes.subarray(44), await expectedAudio(['好。']));
	},
);

test.each([
	[{ kind: 'stream', stream: 'closeEarly' }, 'interrupted'],
	[{ kind: 'stream', stream: 'malformed' }, 'interrupted'],
	[{ kind: 'stream', stream: 'binary' }, 'unreadable'],
	[{ kind: 'code', code: '11200' }, 'refused'],
	[{ kind: 'whitelist' }, 'refused'],
] as [FaultRule, string][])('the error for the fault %j has the kind %s', async (fault, kind) => {
	bench.simulator.openPlatform.faults.add(fault);
	expect(
		(await synthesize('好。', { options: { retries: 0 } })).error?.context?.data,
	).toMatchObject({ kind });
});

test('the number of open connections is at most Concurrent Requests', async () => {
	bench.simulator.openPlatform.configure({ latencyMs: 200 });
	const items = Array.from({ length: 6 }, () => ({}));
	const { outputs } = await bench.run(
		'streaming',
		parameters('好。', { options: { concurrentRequests: 2 } }),
		items,
	);
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_item, item) => ({ item })),
	);
	// Two requests run at a time and each answer takes 200 ms. So a request begins 200 ms after the request two places before it.
	// Timers of a busy process can fire early, so the test allows 100 ms.
	const starts = log().map(({ time }) => Date.parse(time));
	for (const [index, start] of starts.entries())
		expect((starts[index + 2] ?? Infinity) - start).toBeGreaterThanOrEqual(100);
});

test('while a piece is slow, only a few later pieces are sent', async () => {
	bench.simulator.openPlatform.faults.add({ kind: 'latency', latencyMs: 2000 });
	const options = { concurrentRequests: 2, requestPerCue: true };
	const { item } = await synthesize('好。'.repeat(10), { options });
	expect(item?.json.pieces).toBe(10);
	const slow = log().find(({ fault }) => fault === 'latency');
	const answered = Date.parse(slow?.time ?? '') + (slow?.durationMs ?? 0);
	// A piece is sent only after the piece four places before it is done. So at most three pieces after the slow one are sent early.
	// With the slow one that is four pieces. If the slow one is the second piece of the text, the first piece is counted too.
	const early = log().filter(({ time }) => Date.parse(time) < answered - 500);
	expect(early.length).toBeLessThanOrEqual(5);
});

test('if the user stops the execution, the connection is closed', async () => {
	bench.simulator.openPlatform.faults.add({ kind: 'stall', after: 'half' });
	const { error } = await bench.run('streaming', parameters('好。'), [{}], {
		onStart: (cancel) => void until(() => log().some(({ bytesOut }) => bytesOut > 0)).then(cancel),
	});
	expect(error?.message).toBe('The execution was stopped');
	// Waits until the platform has closed every request.
	await until(() => log().every(({ durationMs }) => durationMs !== undefined));
	expect(log()).toHaveLength(1);
});
