import { IflytekApi } from '../../../credentials/IflytekApi.credentials';
import {
	checkSum,
	encodeParam,
	signHeaders,
} from '../../../nodes/shared/openPlatform/protocol/checksumSignature';

const API_KEY = '9f2c8e71b4d05a36c1e8f7029b3d4a65';
const NOW = 1_700_000_000_999;

/** Computed with `openssl base64 -A` and `openssl dgst -md5` over key, 1700000000 and the Base64. */
const VECTORS: [param: Record<string, unknown>, base64: string, checkSum: string][] = [
	[{}, 'e30=', '01473f5dd514b2a8f52664f467f1b626'],
	[{ type: 'dependent' }, 'eyJ0eXBlIjoiZGVwZW5kZW50In0=', '1a62f3b7441c3115642904079f220203'],
	[
		{ image_name: '照片 1.jpg', image_url: 'http://127.0.0.1/猫.jpg' },
		'eyJpbWFnZV9uYW1lIjoi54Wn54mHIDEuanBnIiwiaW1hZ2VfdXJsIjoiaHR0cDovLzEyNy4wLjAuMS/njKsuanBnIn0=',
		'b737aa0531cdcc42821b09ce288a6564',
	],
	[
		{ image_name: '𠮷野家☕.png' },
		'eyJpbWFnZV9uYW1lIjoi8KCut+mHjuWutuKYlS5wbmcifQ==',
		'a83c838d3ddbe9c32bb7db6647ceddd3',
	],
];

test.each(VECTORS)(
	'%j has the X-Param and the X-CheckSum that OpenSSL computes',
	(param, base64, sum) => {
		expect(encodeParam(param)).toBe(base64);
		expect(checkSum(API_KEY, '1700000000', base64)).toBe(sum);
		expect(signHeaders({ 'X-Param': base64 }, { appId: 'app', apiKey: API_KEY }, NOW)).toEqual({
			'X-Param': base64,
			'X-Appid': 'app',
			'X-CurTime': '1700000000',
			'X-CheckSum': sum,
		});
	},
);

test('a key that is not ASCII is hashed in UTF-8', () => {
	expect(checkSum('密钥é', '1731000000', 'eyJ2b2ljZV9uYW1lIjoieGlhb3lhbiJ9')).toBe(
		'60ea1849f04e8fc5ce796254518a1113',
	);
});

test('the headers of an old signature are replaced, however they are capitalized, and an empty X-Param counts as missing', () => {
	const headers = { 'X-APPID': 'old', 'x-curTime': '1', 'X-checksum': 'old', 'X-PARAM': '' };
	const signed = signHeaders(headers, { appId: 'app', apiKey: API_KEY }, NOW);
	expect(signed).toEqual({
		'X-Param': 'e30=',
		'X-Appid': 'app',
		'X-CurTime': '1700000000',
		'X-CheckSum': '01473f5dd514b2a8f52664f467f1b626',
	});
});

test('a request without X-Param is signed as if it had an empty object', () => {
	expect(signHeaders({ Accept: '*/*' }, { appId: 'app', apiKey: API_KEY }, NOW)).toEqual({
		Accept: '*/*',
		'X-Param': 'e30=',
		'X-Appid': 'app',
		'X-CurTime': '1700000000',
		'X-CheckSum': '01473f5dd514b2a8f52664f467f1b626',
	});
});

describe('the credential', () => {
	const credential = { appId: ' app ', apiKey: ` ${API_KEY}\n` };

	beforeEach(() => jest.useFakeTimers({ now: NOW }));
	afterEach(() => jest.useRealTimers());

	test('the credential signs lower-case header names, as the HTTP Request node gives them, and keeps the rest of the request', async () => {
		const signed = await new IflytekApi().authenticate(credential, {
			url: 'http://127.0.0.1/v1/cws',
			method: 'POST',
			body: 'text=%E4%BD%A0',
			headers: { 'x-param': 'eyJ0eXBlIjoiZGVwZW5kZW50In0=', 'content-type': 'text/plain' },
		});
		expect(signed).toEqual({
			url: 'http://127.0.0.1/v1/cws',
			method: 'POST',
			body: 'text=%E4%BD%A0',
			headers: {
				'x-param': 'eyJ0eXBlIjoiZGVwZW5kZW50In0=',
				'content-type': 'text/plain',
				'X-Appid': 'app',
				'X-CurTime': '1700000000',
				'X-CheckSum': '1a62f3b7441c3115642904079f220203',
			},
		});
	});

	test('a signed request that is signed again later, with header names in lower case, has only the new signature', async () => {
		const signed = await new IflytekApi().authenticate(credential, {
			url: 'http://127.0.0.1/',
			headers: { 'X-Param': 'e30=' },
		});
		const lowerCaseHeaders = Object.fromEntries(
			Object.entries(signed.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
		);
		jest.setSystemTime(1_731_000_000_000);
		const signedAgain = await new IflytekApi().authenticate(credential, {
			url: 'http://127.0.0.1/',
			headers: lowerCaseHeaders,
		});
		expect(signedAgain.headers).toEqual({
			'x-param': 'e30=',
			'X-Appid': 'app',
			'X-CurTime': '1731000000',
			'X-CheckSum': checkSum(API_KEY, '1731000000', 'e30='),
		});
	});
});
