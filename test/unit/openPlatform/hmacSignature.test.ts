import { IflytekApi } from '../../../credentials/IflytekApi.credentials';
import {
	secretsInAddress,
	signAddress,
	signedQuery,
	signOptions,
	type SignedRequest,
} from '../../../nodes/shared/openPlatform/protocol/hmacSignature';
import { hmacAccount } from '../../../nodes/shared/openPlatform/protocol/openPlatformAccount';
import { CONSOLE } from '../../setup/console';

const KEY = '9f2c8e71b4d05a36c1e8f7029b3d4a65';
const SECRET = 'c0ffee5ec2e7d15ea5e0ffbadc0de001';

/**
 * Computed with OpenSSL 3:
 * `printf 'host: …\ndate: …\nGET /v2/tts HTTP/1.1' | openssl dgst -sha256 -hmac SECRET -binary | openssl base64 -A`, and
 * `printf 'api_key="…", algorithm="hmac-sha256", headers="host date request-line", signature="…"' | openssl base64 -A`.
 */
const VECTORS: [request: SignedRequest, signature: string, authorization: string][] = [
	[
		{
			host: 'tts-api.xfyun.cn',
			path: '/v2/tts',
			date: 'Thu, 01 Aug 2019 01:53:21 GMT',
			apiKey: KEY,
			apiSecret: SECRET,
			method: 'GET',
		},
		'tEIKXso5fsnVwRcZ9XpUKt/+TDBDh1onM3T+SWyVPns=',
		'YXBpX2tleT0iOWYyYzhlNzFiNGQwNWEzNmMxZThmNzAyOWIzZDRhNjUiLCBhbGdvcml0aG09ImhtYWMtc2hhMjU2IiwgaGVhZGVycz0iaG9zdCBkYXRlIHJlcXVlc3QtbGluZSIsIHNpZ25hdHVyZT0idEVJS1hzbzVmc25Wd1JjWjlYcFVLdC8rVERCRGgxb25NM1QrU1d5VlBucz0i',
	],
	[
		{
			host: '127.0.0.1:8377',
			path: '/v1/private/s1',
			date: 'Tue, 14 Nov 2023 22:13:20 GMT',
			apiKey: KEY,
			apiSecret: SECRET,
			method: 'POST',
		},
		'dswNalnCZQGcHLAxEBMENxW+cH3kMimPYIuQr4mB8+M=',
		'YXBpX2tleT0iOWYyYzhlNzFiNGQwNWEzNmMxZThmNzAyOWIzZDRhNjUiLCBhbGdvcml0aG09ImhtYWMtc2hhMjU2IiwgaGVhZGVycz0iaG9zdCBkYXRlIHJlcXVlc3QtbGluZSIsIHNpZ25hdHVyZT0iZHN3TmFsbkNaUUdjSExBeEVCTUVOeFcrY0gza01pbVBZSXVRcjRtQjgrTT0i',
	],
	[
		{
			host: 'tts-api.xfyun.cn',
			path: '/v2/语音',
			date: 'Tue, 14 Nov 2023 22:13:20 GMT',
			apiKey: '应用密钥',
			apiSecret: '密钥é𠮷',
			method: 'GET',
		},
		'CbTkBHjDqxC53nRnru0SQekn/QAbGYXSEO984v/CWGU=',
		'YXBpX2tleT0i5bqU55So5a+G6ZKlIiwgYWxnb3JpdGhtPSJobWFjLXNoYTI1NiIsIGhlYWRlcnM9Imhvc3QgZGF0ZSByZXF1ZXN0LWxpbmUiLCBzaWduYXR1cmU9IkNiVGtCSGpEcXhDNTNuUm5ydTBTUWVrbi9RQWJHWVhTRU85ODR2L0NXR1U9Ig==',
	],
	[
		{
			host: 'tts-api.xfyun.cn',
			path: '/v2/tts',
			date: 'Sun, 22 Nov 2026 02:40:00 GMT',
			apiKey: 'key',
			apiSecret: 'secret',
			method: 'get',
		},
		'9bPO5Yy87NkXD6SceXDisnsZpcKs3o0+Ael/rEywY30=',
		'YXBpX2tleT0ia2V5IiwgYWxnb3JpdGhtPSJobWFjLXNoYTI1NiIsIGhlYWRlcnM9Imhvc3QgZGF0ZSByZXF1ZXN0LWxpbmUiLCBzaWduYXR1cmU9IjliUE81WXk4N05rWEQ2U2NlWERpc25zWnBjS3MzbzArQWVsL3JFeXdZMzA9Ig==',
	],
];

test.each(VECTORS)(
	'%j has the signature and the authorization that OpenSSL computes',
	(request, signature, authorization) => {
		expect(signedQuery(request)).toEqual({ authorization, date: request.date, host: request.host });
		expect(Buffer.from(authorization, 'base64').toString()).toContain(`signature="${signature}"`);
	},
);

describe('a signed address', () => {
	const [getVector, postVector] = VECTORS;
	const keys = { apiKey: KEY, apiSecret: SECRET };

	test('a signed address has the three parameters, URL-encoded', () => {
		expect(
			signAddress(
				'wss://tts-api.xfyun.cn/v2/tts',
				'GET',
				keys,
				Date.UTC(2019, 7, 1, 1, 53, 21, 999),
			),
		).toBe(
			`wss://tts-api.xfyun.cn/v2/tts?authorization=${String(getVector?.[2])}&date=Thu%2C%2001%20Aug%202019%2001%3A53%3A21%20GMT&host=tts-api.xfyun.cn`,
		);
	});

	test('a signed address that is signed again has only the new signature', () => {
		const sign = (address: string, time: number) => signAddress(address, 'GET', keys, time);
		const address = 'wss://tts-api.xfyun.cn/v2/tts';
		expect(sign(sign(address, 0), 1_700_000_000_000)).toBe(sign(address, 1_700_000_000_000));
	});

	test('a signed address keeps other parameters as they are written, and replaces an old signature', () => {
		const address =
			'http://127.0.0.1:8377/v1/private/s1?a=1%20+2&host=old&b&date=old&authorization=old%3D#part';
		expect(signAddress(address, 'post', keys, 1_700_000_000_000)).toBe(
			`http://127.0.0.1:8377/v1/private/s1?a=1%20+2&b&authorization=${encodeURIComponent(String(postVector?.[2]))}&date=Tue%2C%2014%20Nov%202023%2022%3A13%3A20%20GMT&host=127.0.0.1%3A8377`,
		);
	});

	test('a signed address keeps user name and password, which are not signed', () => {
		const path = '127.0.0.1:8377/v1/private/s1?a=1';
		const signed = signAddress(`http://${path}`, 'POST', keys, 1_700_000_000_000);
		for (const userInfo of ['me:p%40ss@', 'me@', ':hunter2@'])
			expect(signAddress(`http://${userInfo}${path}`, 'POST', keys, 1_700_000_000_000)).toBe(
				signed.replace('http://', `http://${userInfo}`),
			);
	});

	test('an address is signed for GET if n8n names no method, and refused if it is not a full URL', () => {
		const address = 'http://127.0.0.1:8377/v1';
		expect(signOptions({ url: address }, keys, 0)).toEqual({
			url: signAddress(address, 'GET', keys, 0),
		});
		const failure = {
			message: 'The URL must be a full URL starting with https:// or http://',
			details: { advice: 'Correct the URL of the HTTP Request node.' },
		};
		for (const options of [{}, { url: '/v1' }, { url: address, uri: '/v1' }])
			expect(() => signOptions(options, keys, 0)).toThrow(expect.objectContaining(failure));
	});

	test('a signed address does not contain the API Secret', () => {
		const address = signAddress('wss://tts-api.xfyun.cn/v2/tts', 'GET', keys, 0);
		const authorization = Buffer.from(
			new URL(address).searchParams.get('authorization') ?? '',
			'base64',
		).toString();
		expect(authorization).toContain(KEY);
		expect(address + authorization).not.toContain(SECRET);
	});

	test('the secrets in a signed address are the authorization parameter and the signature inside that parameter', () => {
		const time = Date.UTC(2019, 7, 1, 1, 53, 21);
		const address = signAddress('wss://tts-api.xfyun.cn/v2/tts', 'GET', keys, time);
		expect(secretsInAddress(address)).toEqual([getVector?.[2], getVector?.[1]]);
		expect(secretsInAddress('wss://tts-api.xfyun.cn/v2/tts')).toEqual(['', '']);
	});
});

describe('hmacAccount', () => {
	const account = { appId: ' app ', apiKey: `${KEY}\n`, apiSecret: `\t${SECRET} ` };

	test('hmacAccount removes spaces around the keys', () => {
		expect(hmacAccount(account)).toEqual({ appId: 'app', apiKey: KEY, apiSecret: SECRET });
	});

	test('hmacAccount refuses a credential without API Secret or API Key', () => {
		const advice = `Enter the APISecret of the application from ${CONSOLE} in the credential: requests to this service are signed with it. If the API Key is that of another service, keep it, turn on Separate Keys per Service and enter this one under Key for Speech: Streaming.`;
		for (const apiSecret of [undefined, ' ']) {
			expect(() => hmacAccount({ ...account, apiSecret })).toThrow(
				expect.objectContaining({ message: 'API Secret is empty', details: { advice } }),
			);
			expect(() => hmacAccount({ ...account, apiSecret }, 'Or not.')).toThrow(
				expect.objectContaining({ details: { advice: `${advice} Or not.` } }),
			);
		}
		const withOwnKey = { ...account, streamingKey: KEY, apiSecret: '' };
		expect(() => hmacAccount(withOwnKey)).toThrow(
			expect.objectContaining({ details: { advice: advice.replace(/ If the API Key.*/, '') } }),
		);
		expect(() => hmacAccount({ ...account, apiKey: '' })).toThrow('API Key is empty');
		expect(() => hmacAccount({ ...account, apiSecret: 'ａ' })).toThrow(
			expect.objectContaining({
				message: 'The API Secret contains invalid characters',
				details: { advice: `Copy the APISecret again from ${CONSOLE} into the credential.` },
			}),
		);
	});
});

describe('a credential with HMAC-SHA256', () => {
	const address = 'http://127.0.0.1:8377/v1/private/s1?a=1';
	const signed = `${address}&authorization=${encodeURIComponent(String(VECTORS[1]?.[2]))}&date=Tue%2C%2014%20Nov%202023%2022%3A13%3A20%20GMT&host=127.0.0.1%3A8377`;
	const credential = {
		appId: 'app',
		apiKey: ` ${KEY}`,
		apiSecret: `${SECRET}\n`,
		httpSignature: 'hmac',
	};
	const authenticate = async (options: object, data: object = {}) =>
		await new IflytekApi().authenticate({ ...credential, ...data }, { url: '', ...options });

	beforeEach(() => jest.useFakeTimers({ now: 1_700_000_000_999 }));
	afterEach(() => jest.useRealTimers());

	test('signs the address in `url` or `uri`, and keeps the rest of the request', async () => {
		const rest = { method: 'POST', headers: { accept: '*/*' }, body: { text: '你' } };
		expect(await authenticate({ url: address, ...rest })).toEqual({ url: signed, ...rest });
		expect(await authenticate({ uri: address, ...rest })).toEqual({
			uri: signed,
			url: '',
			...rest,
		});
	});

	test('does not change the options, and replaces the signature of an address that is already signed', async () => {
		const options = { url: address, method: 'POST' };
		const signedOptions = await authenticate(options);
		expect(options).toEqual({ url: address, method: 'POST' });
		jest.setSystemTime(1_700_000_100_000);
		const signedAgain = await authenticate(signedOptions);
		const parameters = new URL(signedAgain.url).searchParams;
		expect([...parameters.keys()].sort()).toEqual(['a', 'authorization', 'date', 'host']);
		expect(parameters.get('date')).toBe('Tue, 14 Nov 2023 22:15:00 GMT');
	});

	test('signs a request with the checksum if it has X-Param, as the requests of this package do', async () => {
		const { url, headers } = await authenticate({ url: address, headers: { 'x-param': 'e30=' } });
		expect(url).toBe(address);
		expect(headers).toMatchObject({ 'X-Appid': 'app', 'X-CheckSum': expect.any(String) });
		expect((await authenticate({ url: address, headers: { 'x-param': '' } })).url).toBe(
			(await authenticate({ url: address })).url,
		);
	});

	test('refuses an address that cannot be signed, without a secret in the message', async () => {
		await expect(authenticate({ url: address }, { apiSecret: '' })).rejects.toThrow(
			/^API Secret is empty$/,
		);
		await expect(authenticate({ url: '/v1/private/s1' })).rejects.toThrow(
			/^The URL must be a full URL starting with https:\/\/ or http:\/\/$/,
		);
	});

	test('without the choice of HMAC-SHA256, a credential signs with the checksum', async () => {
		const { url, headers } = await authenticate({ url: address }, { httpSignature: undefined });
		expect(url).toBe(address);
		expect(headers).toMatchObject({ 'X-Param': 'e30=' });
	});
});
