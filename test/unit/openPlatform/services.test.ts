import { createHash } from 'node:crypto';
import { IflytekApi } from '../../../credentials/IflytekApi.credentials';
import {
	analysisRequest,
	openPlatformHttpRequest,
	openPlatformSecrets,
} from '../../../nodes/shared/openPlatform/protocol/openPlatformRequest';
import { endpointUrl, isWebAddress } from '../../../nodes/shared/openPlatform/protocol/addresses';
import { ENDPOINTS } from '../../../nodes/shared/openPlatform/protocol/services';
import { realIpHeader } from '../../../nodes/shared/openPlatform/protocol/standardSpeech';
import { InputError } from '../../../nodes/shared/failure';
import { ADDRESSES } from '../../document';

test.each<[unknown, string]>([
	[undefined, 'https://ltpapi.xfyun.cn/v1/cws'],
	['', 'https://ltpapi.xfyun.cn/v1/cws'],
	['  ', 'https://ltpapi.xfyun.cn/v1/cws'],
	['http://ltpapi.xfyun.cn', 'http://ltpapi.xfyun.cn/v1/cws'],
	[' http://proxy.example:8080/iflytek// ', 'http://proxy.example:8080/iflytek/v1/cws'],
])('with the base address %j, the address of an endpoint is %s', (baseUrl, address) => {
	expect(endpointUrl(ENDPOINTS.cws, baseUrl)).toBe(address);
});

test('a request for text analysis has its address, its headers and its text', () => {
	expect(
		openPlatformHttpRequest(analysisRequest('cws', '好', { type: 'dependent' }), {
			nlpBaseUrl: 'http://127.0.0.1:8377',
		}),
	).toEqual({
		url: 'http://127.0.0.1:8377/v1/cws',
		headers: {
			'X-Param': 'eyJ0eXBlIjoiZGVwZW5kZW50In0=',
			'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
		},
		body: 'text=%E5%A5%BD',
		maxBytes: 1_048_576,
	});
});

test('the secrets of a request are the keys, the checksums of ten seconds, and user names and passwords in addresses', () => {
	const param = { image_url: 'https://reader:open-sesame@a.example/x.png' };
	const credential = {
		appId: 'app',
		apiKey: 'key-of-the-service',
		apiSecret: 'secret-of-the-service',
		nlpBaseUrl: 'http://me:hunter2@proxy.example',
	};
	const encoded = Buffer.from(JSON.stringify(param)).toString('base64');
	const checkSums = Array.from({ length: 10 }, (_, second) =>
		createHash('md5')
			.update(`key-of-the-service${1_790_000_000 + second}${encoded}`)
			.digest('hex'),
	);
	const request = { ...analysisRequest('cws', '好', { type: 'dependent' }), param };
	expect(openPlatformSecrets(request, credential, 1_790_000_000_999).filter(Boolean)).toEqual([
		'key-of-the-service',
		'secret-of-the-service',
		...checkSums,
		'reader:open-sesame',
		'open-sesame',
		'me:hunter2',
		'hunter2',
	]);
});

test('the default address of each endpoint is the one on its page in test/document/pages', () => {
	expect(
		Object.fromEntries(
			Object.entries(ENDPOINTS).map(([name, endpoint]) => [name, endpointUrl(endpoint, undefined)]),
		),
	).toEqual(ADDRESSES);
});

test.each<[unknown, string]>([
	[undefined, 'wss://tts-api.xfyun.cn/v2/tts'],
	[' ws://127.0.0.1:8377/tts/ ', 'ws://127.0.0.1:8377/tts/v2/tts'],
])('with the base address %j, the address of streaming speech is %s', (baseUrl, address) => {
	expect(endpointUrl(ENDPOINTS.streaming, baseUrl)).toBe(address);
});

test.each(['https://tts-api.xfyun.cn', 'tts-api.xfyun.cn', 'wss://'])(
	'%s is no WebSocket address',
	(text) => {
		expect(() => endpointUrl(ENDPOINTS.streaming, text)).toThrow(
			`The base URL for streaming speech synthesis must start with ws:// or wss://, without ? or #, but is ${text}`,
		);
	},
);

test.each([
	'ltpapi.xfyun.cn',
	'ftp://ltpapi.xfyun.cn',
	'http://',
	'localhost:8080',
	'https:example.com',
	'http:/foo',
])('%s is no web address', (text) => {
	expect(isWebAddress(text)).toBe(false);
	expect(() => endpointUrl(ENDPOINTS.cws, text)).toThrow(
		expect.objectContaining({
			message: `The base URL for lexical analysis must start with http:// or https://, without ? or #, but is ${text}`,
			details: { advice: 'Correct it in the credential. The default is https://ltpapi.xfyun.cn.' },
		}),
	);
});

test.each(['?', '#'])(
	'a base address with %s is refused, and the error does not show the text after this sign',
	(sign) => {
		expect(() => endpointUrl(ENDPOINTS.cws, `http://proxy.example/${sign}token=secret`)).toThrow(
			`The base URL for lexical analysis must start with http:// or https://, without ? or #, but is http://proxy.example/${sign}…`,
		);
	},
);

test.each([
	['ftp://user:secret@host', 'ftp://host'],
	['user:secret@host', 'host'],
	['http://user:secret@host?', 'http://host?'],
])('an error about %s shows neither user name nor password', (text, shown) => {
	expect(() => endpointUrl(ENDPOINTS.cws, text)).toThrow(
		new RegExp(` ${shown.replace('?', '\\?')}$`),
	);
});

test('errors name each service as the credential names it under Service of This Key', () => {
	// The first option is empty. The description of each other option begins with the name of its service.
	const [, ...options] =
		new IflytekApi().properties.find(({ name }) => name === 'testService')?.options ?? [];
	const namesInCredential = options.map((option) =>
		/^[A-Z][a-z ]+/.exec('description' in option ? (option.description ?? '') : '')?.[0].trim(),
	);
	expect(
		[
			...new Set(
				Object.values(ENDPOINTS).map(({ service }) =>
					service.replace(/^./, (first) => first.toUpperCase()),
				),
			),
		].sort(),
	).toEqual([...namesInCredential].sort());
});

test('the header X-Real-Ip has an address of IPv4 or IPv6, and is left out without one', () => {
	expect(['127.0.0.1', '2001:db8::1', ''].map(realIpHeader)).toEqual([
		{ 'X-Real-Ip': '127.0.0.1' },
		{ 'X-Real-Ip': '2001:db8::1' },
		{},
	]);
});

test.each(['localhost', '127.0.0.256', ' '])('%j is no address for X-Real-Ip', (text) => {
	expect(() => realIpHeader(text)).toThrow(
		expect.objectContaining({
			constructor: InputError,
			message: 'X-Real-Ip is not an IP address',
			details: { advice: 'Enter an address such as 127.0.0.1, or remove the option.' },
		}),
	);
});
