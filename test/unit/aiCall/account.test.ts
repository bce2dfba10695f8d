import {
	aiCallAccount,
	checkKeys,
	enteredAccount,
	keyLengthWarning,
} from '../../../nodes/shared/aiCall/protocol/aiCallAccount';
import { Failure } from '../../../nodes/shared/failure';

const KEY = 'k'.repeat(48);
const SECRET = 's'.repeat(44);

function problemOf(appKey: string, appSecret: string): string | undefined {
	try {
		checkKeys({ appKey, appSecret });
		return undefined;
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		return error.message;
	}
}

describe('the account in a credential', () => {
	it('spaces around the values are removed, and an empty base URL is replaced by the default', () => {
		const withDefaultUrl = { appKey: 'k', appSecret: 's', baseUrl: 'https://callapi.xfyun.cn' };
		for (const baseUrl of [undefined, '', ' ', 1])
			expect(aiCallAccount({ appKey: ' k ', appSecret: '\ts', baseUrl })).toEqual(withDefaultUrl);
		expect(
			aiCallAccount({ appKey: 'k', appSecret: 's', baseUrl: ' https://call.example/ ' }),
		).toEqual({
			...withDefaultUrl,
			// So a token that is stored for the one is used for the other.
			baseUrl: 'https://call.example',
		});
	});

	it.each(['\u200B', '\uFEFF', '\u200E\u2060'])(
		'invisible characters around the values are removed: %j',
		(characters) => {
			const around = (text: string) => `${characters}${text}${characters}`;
			expect(
				aiCallAccount({
					appKey: around('k'),
					appSecret: around('s'),
					baseUrl: around('https://call.example'),
				}),
			).toEqual({ appKey: 'k', appSecret: 's', baseUrl: 'https://call.example' });
			expect(enteredAccount({ baseUrl: characters }).baseUrl).toBe('https://callapi.xfyun.cn');
		},
	);

	it('aiCallAccount refuses invalid values, but enteredAccount returns them unchecked', () => {
		expect(() => aiCallAccount({})).toThrow('App Key is empty; App Secret is empty');
		expect(() => aiCallAccount({ appKey: 'k', appSecret: 's', baseUrl: 'call.example' })).toThrow(
			'must start with http:// or https://',
		);
		expect(enteredAccount({ appKey: null, baseUrl: 'call.example' })).toEqual({
			appKey: '',
			appSecret: '',
			baseUrl: 'call.example',
		});
	});
});

describe('checkKeys', () => {
	it.each([
		[KEY, SECRET, undefined],
		['k', 's', undefined],
		['', SECRET, 'App Key is empty'],
		[KEY, '', 'App Secret is empty'],
		['', '', 'App Key is empty; App Secret is empty'],
		['k\u200Bk', SECRET, 'App Key contains invalid characters'],
		[
			'ｋ',
			's\uFEFFs',
			'App Key contains invalid characters; App Secret contains invalid characters',
		],
	])(
		'refuses an empty key or secret, or one with invalid characters, and accepts all others',
		(appKey, appSecret, message) => {
			expect(problemOf(appKey, appSecret)).toBe(message);
		},
	);
});

describe('keyLengthWarning', () => {
	it('returns nothing if key and secret have the usual lengths', () => {
		expect(keyLengthWarning({ appKey: KEY, appSecret: SECRET })).toBeUndefined();
	});

	it.each([
		[SECRET, KEY, 44, 48, 'they look swapped'],
		[KEY.slice(16), SECRET, 32, 44, 'check that both were copied whole'],
		[KEY, '密'.repeat(44), 48, 132, 'check that both were copied whole'],
		[SECRET, SECRET, 44, 44, 'check that both were copied whole'],
		[KEY, KEY, 48, 48, 'check that both were copied whole'],
	])(
		'says which lengths are unusual, but shows no key',
		(appKey, appSecret, keyBytes, secretBytes, cause) => {
			expect(keyLengthWarning({ appKey, appSecret })).toBe(
				`App Key has ${keyBytes} characters and App Secret ${secretBytes}; the platform's documentation says 48 and 44: ${cause}.`,
			);
		},
	);
});
