import axios from 'axios';
import type { WebSocket } from 'ws';
import { withStoppedDate } from '../../setup/stoppedDate';
import { speak, startSimulator, type Simulator } from '../../simulator';
import { form, send } from './client';
import { decodeMp3 } from './decodeMp3';
import {
	APPID,
	audioOf,
	exchange,
	KEY,
	queryOf,
	SECRET,
	withQuery,
	type Exchange,
	type SignedCall,
} from './streamingClient';

// It takes long to start engines while other tests use the processors.
jest.setTimeout(60_000);

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

const GREETING = 'Good morning, everyone.';
const usualBusiness = {
	aue: 'raw',
	auf: 'audio/L16;rate=16000',
	vcn: 'xiaoyan',
	speed: 50,
	volume: 50,
	pitch: 50,
	tte: 'UTF8',
};
const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
	Buffer.from(text, encoding).toString('base64');

function frameOf(business: object = {}, text = GREETING, otherFields: object = {}): string {
	return JSON.stringify({
		common: { app_id: APPID },
		business: { ...usualBusiness, ...business },
		data: { status: 2, text: base64(text) },
		...otherFields,
	});
}

const address = () => `${simulator.url.replace('http', 'ws')}/v2/tts`;
const ask = (frame: string | undefined, call?: SignedCall) =>
	exchange(withQuery(address(), queryOf(call)), frame);

/** The outcome of an exchange: the status and body of a refused handshake, or `code` and `message` of the last frame. */
async function verdict(frame: string | undefined, call?: SignedCall): Promise<string> {
	const { ended, refusal, frames } = await ask(frame, call);
	if (refusal !== undefined) return `${ended} ${refusal}`;
	const { code, message } = frames.at(-1) ?? { code: -1, message: 'no frame' };
	return `${code} ${message}`;
}

describe('signature', () => {
	// Computed with: printf 'host: tts-api.xfyun.cn\ndate: …\nGET /v2/tts HTTP/1.1' | openssl dgst -sha256 -hmac SECRET -binary | openssl base64 -A
	it('a signature made with OpenSSL is accepted', async () => {
		simulator.openPlatform.configure({
			clockShiftSeconds: (Date.UTC(2019, 7, 1, 1, 53, 21) - Date.now()) / 1000,
		});
		const date = 'Thu, 01 Aug 2019 01:53:21 GMT';
		const signature = '5mK3tLlNWRO1CpzYn5X72OXbnAEmIC/WMLjJ8mBJoYA=';
		expect(await verdict(frameOf(), { date, signature: () => signature })).toBe('0 success');
		expect(simulator.log.at(-1)).toMatchObject({
			authentic: true,
			appid: APPID,
			curTime: date,
			path: '/v2/tts',
			status: 101,
		});
	});

	it.each<[string, SignedCall]>([
		['the form of the vendor’s page', {}],
		['hmac username in place of api_key', { keyName: 'hmac username' }],
		['no spaces between the parts', { separator: ',' }],
		['the host of another service of the vendor', { host: 'ws-api.xfyun.cn' }],
		['a host with its port', { host: '127.0.0.1:8377' }],
		['a date with UTC in place of GMT', { date: new Date().toUTCString().replace('GMT', 'UTC') }],
	])('%s is accepted', async (_what, call) => {
		expect(await verdict(frameOf(), call)).toBe('0 success');
	});

	it('a query with + for spaces is accepted', async () => {
		const { frames } = await exchange(withQuery(address(), queryOf(), '+'), frameOf());
		expect(frames.at(-1)).toMatchObject({ code: 0, data: { status: 2 } });
	});

	const mismatch = '401 {"message":"HMAC signature does not match"}';
	it.each<[string, SignedCall, string]>([
		['another secret', { secret: 'wrong' }, mismatch],
		['another request line', { requestLine: 'GET /v2/iat HTTP/1.1' }, mismatch],
		['another method', { requestLine: 'POST /v2/tts HTTP/1.1' }, mismatch],
		[
			'a signature without its last character',
			{ signature: (computed) => computed.slice(0, -1) },
			mismatch,
		],
		[
			'a signature with one wrong letter',
			{ signature: (computed) => (computed.startsWith('A') ? 'B' : 'A') + computed.slice(1) },
			mismatch,
		],
		[
			'a key that does not exist',
			{ key: 'nobody' },
			'401 {"message":"HMAC signature cannot be verified"}',
		],
		[
			'an `authorization` with other separators',
			{ separator: '; ' },
			'401 {"message":"HMAC signature cannot be verified"}',
		],
	])('%s is refused', async (_what, call, refusal) => {
		expect(await verdict(frameOf(), call)).toBe(refusal);
		expect(simulator.log.at(-1)).toMatchObject({
			authentic: false,
			status: 401,
			endpoint: 'streaming',
		});
	});

	it('a `date` or `host` that was changed after signing is refused', async () => {
		const query = queryOf();
		const changes: Record<string, string>[] = [
			{ host: 'other' },
			{ date: new Date(Date.now() + 5000).toUTCString() },
		];
		for (const change of changes) {
			expect(
				await exchange(withQuery(address(), { ...query, ...change }), frameOf()),
			).toMatchObject({ ended: 401, refusal: '{"message":"HMAC signature does not match"}' });
		}
	});

	it('a request without `authorization` is refused with 401, and a request without `date` with 403', async () => {
		const { authorization = '', date = '', host = '' } = queryOf();
		expect(await exchange(withQuery(address(), { date, host }), frameOf())).toMatchObject({
			ended: 401,
			refusal: '{"message":"Unauthorized"}',
		});
		expect(await exchange(withQuery(address(), { authorization, host }), frameOf())).toMatchObject({
			ended: 403,
			refusal: expect.stringContaining('a valid date or x-date header is required') as string,
		});
	});

	it.each([-299, 299])('a clock that is %d seconds off is accepted', async (shift) => {
		await withStoppedDate(async () => {
			expect(
				await verdict(frameOf(), { date: new Date(Date.now() + shift * 1000).toUTCString() }),
			).toBe('0 success');
		});
	});

	it.each([-302, 302])('a clock that is %d seconds off is refused', async (shift) => {
		await withStoppedDate(async () => {
			expect(
				await verdict(frameOf(), { date: new Date(Date.now() + shift * 1000).toUTCString() }),
			).toBe(
				'403 {"message":"HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication"}',
			);
		});
	});

	it('the signature must be made with the requested path', async () => {
		const prefixed = `${simulator.baseUrls.streaming}/v2/tts`;
		expect(
			(
				await exchange(
					withQuery(prefixed, queryOf({ requestLine: 'GET /streaming/v2/tts HTTP/1.1' })),
					frameOf(),
				)
			).ended,
		).toBe(1000);
		expect((await exchange(withQuery(prefixed, queryOf()), frameOf())).ended).toBe(401);
	});

	it('a caller that is not on the whitelist is refused, and the refusal says why', async () => {
		const call = { key: 'key-from-elsewhere', secret: 'secret-from-elsewhere' };
		expect(await verdict(frameOf(), call)).toBe('403 {"message":"Your IP address is not allowed"}');
		simulator.openPlatform.setWhitelist('5a1c0de4', 'streaming', ['127.0.0.1']);
		expect(await verdict(frameOf({}, GREETING, { common: { app_id: '5a1c0de4' } }), call)).toBe(
			'0 success',
		);
	});

	it('no other path accepts a WebSocket', async () => {
		expect(
			(
				await exchange(
					withQuery(`${simulator.url.replace('http', 'ws')}/v2/iat`, queryOf()),
					frameOf(),
				)
			).ended,
		).toBe(404);
	});
});

describe('a plain GET', () => {
	const get = async (call?: SignedCall) => {
		const { status, data, headers } = await axios.get<unknown>(
			withQuery(address().replace('ws', 'http'), queryOf(call)),
			{ validateStatus: () => true, proxy: false },
		);
		return { status, data, upgrade: headers.upgrade as unknown };
	};

	it('a plain GET is refused as a handshake would be, and otherwise the answer asks for a WebSocket', async () => {
		expect(await get({ secret: 'wrong' })).toMatchObject({
			status: 401,
			data: { message: 'HMAC signature does not match' },
		});
		expect(await get({ date: 'yesterday' })).toMatchObject({ status: 403 });
		expect(await get()).toEqual({
			status: 426,
			data: { message: 'WebSocket upgrade required' },
			upgrade: 'websocket',
		});
		expect(simulator.log.at(-1)).toMatchObject({
			authentic: true,
			method: 'GET',
			path: '/v2/tts',
			status: 426,
		});
	});

	it('if a fault has refused a handshake, the next plain GET is refused with the same status', async () => {
		simulator.openPlatform.faults.add({ kind: 'status', status: 503, endpoint: 'streaming' });
		expect((await ask(frameOf())).ended).toBe(503);
		expect((await get()).status).toBe(503);
		expect((await get()).status).toBe(426);
	});
});

describe('answers', () => {
	it('a success has several frames: each has `data`, `ced` never falls, and only the last has status 2', async () => {
		const answer = await ask(frameOf({}, '今天天气很好，我们去公园走一走。'));
		const { frames } = answer;
		expect(frames.length).toBeGreaterThan(3);
		expect(new Set(frames.map(({ sid }) => sid)).size).toBe(1);
		expect(frames[0]?.sid).toMatch(/^tts[0-9a-f]{8}@dx[0-9a-f]{18}$/);
		expect(frames.every(({ code, message }) => code === 0 && message === 'success')).toBe(true);
		expect(frames.filter(({ data }) => data === null)).toEqual([]);
		const statuses = frames.map(({ data }) => data?.status);
		expect(statuses.at(-1)).toBe(2);
		expect(new Set(statuses.slice(0, -1))).toEqual(new Set([1]));
		const progress = frames.map(({ data }) => data?.ced);
		expect(progress.every((ced) => typeof ced === 'string')).toBe(true);
		expect(progress.map(Number)).toEqual([...progress.map(Number)].sort((a, b) => a - b));
		expect(progress.at(-1)).toBe(String(Buffer.byteLength('今天天气很好，我们去公园走一走。')));
		expect(answer.ended).toBe(1000);
	});

	it('the second frame of a success has no data if the setting says so', async () => {
		const usual = await ask(frameOf());
		simulator.openPlatform.configure({ frameWithoutData: 'second' });
		const answer = await ask(frameOf());
		expect(answer.frames.map(({ data }) => data)).toEqual([
			usual.frames[0]?.data,
			null,
			...usual.frames.slice(1).map(({ data }) => data),
		]);
	});

	it.each([8000, 16000] as const)(
		'raw audio has the samples of the engine at %d Hz, without a header',
		async (sampleRate) => {
			const audio = audioOf(await ask(frameOf({ auf: `audio/L16;rate=${sampleRate}`, speed: 70 })));
			const reference = await speak(GREETING, { sampleRate, speed: 70 });
			expect(
				audio.equals(Buffer.from(reference.buffer, reference.byteOffset, reference.byteLength)),
			).toBe(true);
		},
	);

	it('speech over HTTP and streaming speech return the same bytes', async () => {
		const param = {
			auf: 'audio/L16;rate=16000',
			aue: 'lame',
			voice_name: 'xiaoyan',
			speed: '50',
			volume: '50',
			pitch: '50',
		};
		const { data } = await send(simulator.url, 'speech', { param, body: form('text', GREETING) });
		expect(audioOf(await ask(frameOf({ aue: 'lame', sfl: 1 }))).equals(data)).toBe(true);
		simulator.openPlatform.configure({ rawAudio: 'pcm' });
		const pcm = await send(simulator.url, 'speech', {
			param: { ...param, aue: 'raw' },
			body: form('text', GREETING),
		});
		expect(audioOf(await ask(frameOf())).equals(pcm.data)).toBe(true);
	});

	it('MP3 audio comes in several frames with `sfl`, and in one frame without it', async () => {
		const [streamed, whole] = [
			await ask(frameOf({ aue: 'lame', sfl: 1 })),
			await ask(frameOf({ aue: 'lame' })),
		];
		const countWithData = ({ frames }: Exchange) =>
			frames.filter(({ data }) => data !== null).length;
		expect(countWithData(streamed)).toBeGreaterThan(1);
		expect(countWithData(whole)).toBe(1);
		expect(audioOf(whole).equals(audioOf(streamed))).toBe(true);
		expect(await decodeMp3(audioOf(streamed))).toMatchObject({ errors: 0, sampleRate: 16000 });
	});

	it('a text with `tte: unicode` is read as UTF-16LE', async () => {
		const data = { status: 2, text: base64('สวัสดี hello', 'utf16le') };
		const utf16 = await ask(frameOf({ tte: 'unicode', ent: 'mtts' }, '', { data }));
		const utf8 = await ask(frameOf({}, 'สวัสดี hello'));
		expect(utf16.frames.at(-1)).toMatchObject({
			code: 0,
			data: { ced: String(Buffer.byteLength('สวัสดี hello', 'utf16le')) },
		});
		expect(audioOf(utf16).equals(audioOf(utf8))).toBe(true);
	});
});

describe('rules', () => {
	it.each<[object, string]>([
		[{ speed: '50' }, '10007 invalid parameter: speed'],
		[{ volume: 101 }, '10007 invalid parameter: volume'],
		[{ pitch: 1.5 }, '10007 invalid parameter: pitch'],
		[{ aue: 'mp3' }, '10007 invalid parameter: aue'],
		[{ aue: undefined }, '10163 param validate error: aue'],
		[{ auf: 'audio/L16;rate=44100' }, '10007 invalid parameter: auf'],
		[{ tte: 'GBK' }, '10007 invalid parameter: tte'],
		[{ sfl: '1' }, '10007 invalid parameter: sfl'],
		[{ bgs: 2 }, '10007 invalid parameter: bgs'],
		[{ reg: 0 }, '10007 invalid parameter: reg'],
		[{ rdn: '4' }, '10007 invalid parameter: rdn'],
		[{ vcn: undefined }, '10163 param validate error: vcn'],
		[{ vcn: 'somebody' }, '11200 licc failed: voice not authorised'],
		[{ speed: 0, volume: 100, pitch: 0, bgs: 1, reg: '2', rdn: '3', ent: 'intp65' }, '0 success'],
		[
			{ speed: undefined, volume: undefined, pitch: undefined, auf: undefined, tte: undefined },
			'0 success',
		],
		[{ tte: 'utf8', sfl: 0 }, '0 success'],
	])('with %j in `business`, the answer is "%s"', async (business, expected) => {
		expect(await verdict(frameOf(business, 'a'))).toBe(expected);
	});

	it.each<[string, string]>([
		['{"common":', '10160 parse request json error'],
		['[]', '10160 parse request json error'],
		[frameOf({}, 'a', { common: {} }), '10163 param validate error: app_id'],
		[frameOf({}, 'a', { business: null }), '10163 param validate error: business'],
		[
			frameOf({}, 'a', { data: { status: 1, text: 'YQ==' } }),
			'10163 param validate error: data.status',
		],
		[
			frameOf({}, 'a', { data: { status: '2', text: 'YQ==' } }),
			'10163 param validate error: data.status',
		],
		[frameOf({}, 'a', { data: { status: 2, text: 'a' } }), '10161 parse base64 string error'],
		[frameOf({}, 'a', { data: { status: 2, text: '' } }), '10109 invalid text length'],
		[frameOf({}, 'a', { data: { status: 2, text: '/w==' } }), '10007 invalid parameter: data.text'],
		[
			frameOf({}, 'a', { common: { app_id: '5a1c0de2' } }),
			'10313 invalid appid: app_id does not belong to the key',
		],
	])('the frame %s is refused with "%s"', async (frame, expected) => {
		expect(await verdict(frame)).toBe(expected);
		expect(simulator.log.at(-1)?.code).toBe(expected.split(' ')[0]);
	});

	it.each([
		['base64', 5997, 5998],
		['bytes', 7999, 8000],
	] as const)(
		'with the setting `textLimit: %s`, a text can have %d bytes but not %d',
		async (textLimit, longest, tooLong) => {
			simulator.openPlatform.configure({ textLimit });
			const textOf = (bytes: number) => `a${' '.repeat(bytes - 1)}`;
			expect(await verdict(frameOf({}, textOf(longest)))).toBe('0 success');
			expect(await verdict(frameOf({}, textOf(tooLong)))).toBe('10109 invalid text length');
		},
	);

	it('a request is refused if its service is not enabled', async () => {
		const account = { common: { app_id: '5a1c0de3' } };
		expect(
			await verdict(frameOf({}, 'a', account), {
				key: 'key-without-licence',
				secret: 'secret-without-licence',
			}),
		).toBe('11200 licc failed: no licence');
	});

	it('a request beyond the daily limit is refused', async () => {
		const limited = await startSimulator({
			accounts: { abc: { streaming: { apiKey: KEY, apiSecret: 's', dailyLimit: 1 } } },
		});
		const url = () =>
			withQuery(`${limited.url.replace('http', 'ws')}/v2/tts`, queryOf({ secret: 's' }));
		const codes: (number | undefined)[] = [];
		for (let call = 0; call < 2; call += 1)
			codes.push(
				(await exchange(url(), frameOf({}, 'a', { common: { app_id: 'abc' } }))).frames.at(-1)
					?.code,
			);
		expect(codes).toEqual([0, 11201]);
		await limited.close();
	});

	it('requests beyond the configured number per second or at the same time are refused', async () => {
		// The first request starts the engine, which takes long.
		await ask(frameOf());
		const codesOf = async (count: number) =>
			(await Promise.all(Array.from({ length: count }, () => ask(frameOf()))))
				.map(({ frames }) => frames.at(-1)?.code ?? -1)
				.sort();
		simulator.openPlatform.configure({ ratePerSecond: 0.001 });
		expect(await codesOf(3)).toEqual([0, 11202, 11202]);
		simulator.openPlatform.configure({ ratePerSecond: 0, rateAtOnce: 2, latencyMs: 500 });
		expect(await codesOf(4)).toEqual([0, 0, 11203, 11203]);
		expect(await codesOf(2)).toEqual([0, 0]);
	});

	it('if the client sends no frame, the service ends the wait with 10200', async () => {
		simulator.openPlatform.configure({ readTimeoutMs: 50 });
		expect(await verdict(undefined)).toBe('10200 read timeout');
	});
});

describe('faults', () => {
	const orderFault = (fault: Parameters<typeof simulator.openPlatform.faults.add>[0]) =>
		simulator.openPlatform.faults.add({ endpoint: 'streaming', ...fault });
	const hasLastFrame = ({ frames }: Exchange) => frames.some(({ data }) => data?.status === 2);

	it.each([401, 403, 500, 502])('a handshake can be refused with %i', async (status) => {
		orderFault({ kind: 'status', status });
		expect(await ask(frameOf())).toMatchObject({
			ended: status,
			refusal: expect.stringContaining('ordered by a test') as string,
		});
		expect(simulator.log.at(-1)).toMatchObject({ fault: 'status', status });
	});

	it('a handshake can be refused because of a wrong clock or the whitelist', async () => {
		orderFault({ kind: 'clock', shiftSeconds: 4000 });
		expect((await ask(frameOf())).ended).toBe(403);
		orderFault({ kind: 'whitelist' });
		expect((await ask(frameOf())).refusal).toBe('{"message":"Your IP address is not allowed"}');
	});

	it.each(['11202', '11203', '10313', '11501', '10700'])(
		'code %s can come in the first frame or after some audio',
		async (code) => {
			orderFault({ kind: 'code', code });
			expect(await ask(frameOf())).toMatchObject({
				ended: 1000,
				frames: [{ code: Number(code), message: 'ordered by a test', data: null }],
			});
			orderFault({ kind: 'code', code, desc: 'late', afterFrames: 2 });
			expect((await ask(frameOf())).frames.map((frame) => frame.code)).toEqual([
				0,
				0,
				Number(code),
			]);
		},
	);

	it('a connection can be closed or cut off before the frame with status 2', async () => {
		orderFault({ kind: 'stream', stream: 'closeEarly' });
		const closed = await ask(frameOf());
		expect([closed.ended, hasLastFrame(closed)]).toEqual([1000, false]);
		orderFault({ kind: 'half' });
		const cut = await ask(frameOf());
		expect([cut.ended, hasLastFrame(cut), cut.frames.length > 0]).toEqual([1006, false, true]);
		orderFault({ kind: 'drop', when: 'before' });
		await expect(ask(frameOf())).rejects.toThrow();
	});

	it('frames can be malformed in several ways', async () => {
		orderFault({ kind: 'stream', stream: 'malformed' });
		expect((await ask(frameOf())).frames[0]).toMatchObject({
			code: -1,
			message: expect.stringMatching(/^\{"code":0,/) as string,
		});
		orderFault({ kind: 'stream', stream: 'notBase64' });
		expect((await ask(frameOf())).frames[0]?.data?.audio).toBe('*not base64*');
		orderFault({ kind: 'stream', stream: 'noStatus' });
		expect((await ask(frameOf())).frames[0]?.data).toEqual({ audio: 'AAA=', ced: '1' });
		orderFault({ kind: 'stream', stream: 'binary' });
		expect((await ask(frameOf())).binary).toBeGreaterThan(0);
	});

	it('a success can have audio after the end, no audio, or megabytes of audio in one frame', async () => {
		orderFault({ kind: 'stream', stream: 'afterEnd' });
		const late = await ask(frameOf());
		expect([hasLastFrame(late), late.frames.at(-1)?.data?.status]).toEqual([true, 1]);
		orderFault({ kind: 'stream', stream: 'noAudio' });
		const silent = await ask(frameOf());
		expect([hasLastFrame(silent), audioOf(silent).length]).toEqual([true, 0]);
		orderFault({ kind: 'stream', stream: 'huge', megabytes: 3 });
		// 3 MiB become 4 MiB in Base64.
		expect((await ask(frameOf())).frames[0]?.data?.audio).toHaveLength(4 * 1024 * 1024);
	});

	it('a client that starts to read late gets all data, because the connection stays open until then', async () => {
		orderFault({ kind: 'stream', stream: 'huge', megabytes: 32 });
		let client: WebSocket | undefined;
		const exchanged = exchange(withQuery(address(), queryOf()), undefined, undefined, (socket) => {
			client = socket;
			socket.send(frameOf());
			socket.pause();
		});
		// Skips the 30 seconds for which `ws` waits until the client answers its close frame.
		jest.useFakeTimers({
			doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'],
		});
		while (simulator.log.at(-1)?.code === undefined)
			await new Promise((resolve) => setImmediate(resolve));
		jest.advanceTimersByTime(60_000);
		jest.useRealTimers();
		client?.resume();
		const { frames, ended } = await exchanged;
		expect([ended, frames[0]?.data?.audio.length]).toEqual([
			1000,
			4 * Math.ceil((32 * 1024 ** 2) / 3),
		]);
	});

	it('the service can stop sending before the first frame or after half of the frames, or leave the connection open at the end', async () => {
		const url = () => withQuery(address(), queryOf());
		orderFault({ kind: 'stall' });
		const noAnswer = new Promise((resolve) => setTimeout(() => resolve('no answer'), 300));
		expect(await Promise.race([exchange(url(), frameOf()), noAnswer])).toBe('no answer');
		orderFault({ kind: 'stall', after: 'half' });
		expect(hasLastFrame(await exchange(url(), frameOf(), (_count, socket) => socket.close()))).toBe(
			false,
		);
		orderFault({ kind: 'stream', stream: 'openEnd' });
		const open = await exchange(url(), frameOf(), (count, socket) => count > 2 && socket.close());
		expect(hasLastFrame(open)).toBe(true);
	});

	it('faults can be ordered over HTTP', async () => {
		const { data } = await axios.post<unknown>(
			`${simulator.url}/_control/faults`,
			{ kind: 'stream', stream: 'closeEarly', times: 2 },
			{ proxy: false },
		);
		expect(data).toEqual([{ kind: 'stream', stream: 'closeEarly', times: 2, left: 2 }]);
		expect(hasLastFrame(await ask(frameOf()))).toBe(false);
		const refused = await axios.post(
			`${simulator.url}/_control/faults`,
			{ kind: 'stream', stream: 'sideways' },
			{ proxy: false, validateStatus: () => true },
		);
		expect(refused.status).toBe(400);
	});

	it('an invalid fault is refused, and the error lists the valid values', () => {
		expect(() =>
			simulator.openPlatform.faults.add({ kind: 'stream', stream: 'sideways' as 'huge' }),
		).toThrow('closeEarly');
		expect(() =>
			simulator.openPlatform.faults.add({ kind: 'latency', endpoint: 'tts' as 'streaming' }),
		).toThrow('streaming');
	});

	it('a fault of kind `stream` does not concern the other services', async () => {
		simulator.openPlatform.faults.add({ kind: 'stream', stream: 'closeEarly' });
		const { status } = await send(simulator.url, 'cws', { body: form('text', '你') });
		expect([status, simulator.openPlatform.faults.pending()]).toEqual([
			200,
			[{ kind: 'stream', stream: 'closeEarly', left: 1 }],
		]);
	});
});

it('the log holds no key, secret or signature', async () => {
	await ask(frameOf());
	await ask(frameOf(), { secret: 'wrong' });
	const written = JSON.stringify(simulator.log);
	expect(simulator.log).toHaveLength(2);
	expect(simulator.log[0]).toMatchObject({
		endpoint: 'streaming',
		method: 'GET',
		path: '/v2/tts',
		status: 101,
		code: '0',
		param: usualBusiness,
		bytesIn: frameOf().length,
	});
	// In Base64, the value of `authorization` begins like `api_key`.
	for (const secret of [KEY, SECRET, 'authorization', base64('api_key').slice(0, 8)])
		expect(written).not.toContain(secret);
});
