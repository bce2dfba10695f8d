import { withStoppedDate } from '../../setup/stoppedDate';
import { startSimulator, type Simulator } from '../../simulator';
import { APPID, exchange, queryOf, withQuery, type SignedCall } from './streamingClient';

// It takes long to start engines while other tests use the processors.

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
});
