import { fingerprint } from '../../../nodes/shared/aiCall/protocol/aiCallAccount';
import {
	isUsable,
	packToken,
	readToken,
	tokenBody,
	unpackToken,
} from '../../../nodes/shared/aiCall/protocol/storedToken';

const KEY = 'k'.repeat(48);
const SECRET = 's'.repeat(44);
const ACCOUNT = { appKey: KEY, appSecret: SECRET, baseUrl: 'https://call.example' };

describe('token', () => {
	it('the token is fetched with key and secret', () => {
		expect(tokenBody(ACCOUNT)).toEqual({ app_key: KEY, app_secret: SECRET });
	});

	it('the token counts as expired some time before the platform ends it', () => {
		expect(readToken({ token: ' 00ff ', time_expire: 3600 }, 1000)).toEqual({
			token: '00ff',
			usableUntil: 3_301_000,
		});
		expect(readToken({ token: '00ff', time_expire: '7200' }, 0)).toEqual({
			token: '00ff',
			usableUntil: 6_900_000,
		});
		expect(readToken({ token: '00ff', time_expire: 10 }, 0)).toEqual({
			token: '00ff',
			usableUntil: 9_000,
		});
		for (const time_expire of [undefined, null, 0, -1, 'x'])
			expect(readToken({ token: '00ff', time_expire }, 0)).toEqual({
				token: '00ff',
				usableUntil: 3_300_000,
			});
		expect(
			[8_999, 9_000].map((now) => isUsable({ token: '00ff', usableUntil: 9_000 }, now)),
		).toEqual([true, false]);
	});

	it('the token must be in the response', () => {
		for (const result of [{}, { token: '' }, { token: null }])
			expect(() => readToken(result, 0)).toThrow(
				'The platform reported success but returned no token',
			);
		let error: unknown;
		try {
			readToken({}, 0);
		} catch (thrown) {
			error = thrown;
		}
		expect(error).toMatchObject({
			kind: 'unreadable',
			details: {
				advice: 'Check the base URL in the credential. If it is correct, contact iFLYTEK support.',
			},
		});
	});

	it('the token is stored with the account that it was fetched for', () => {
		const token = { token: '00ff', usableUntil: 9_000 };
		const packed = packToken(token, ACCOUNT);
		expect(unpackToken(packed, ACCOUNT)).toEqual(token);
		expect(packed).not.toContain(KEY);
		expect(packed).not.toContain(SECRET);
		for (const change of [
			{ appKey: 'x' },
			{ appSecret: 'x' },
			{ baseUrl: 'https://other.example' },
		])
			expect(unpackToken(packed, { ...ACCOUNT, ...change })).toBeUndefined();
		for (const notPacked of [
			undefined,
			null,
			'',
			'x',
			'{}',
			'[]',
			7,
			JSON.stringify({ source: fingerprint(ACCOUNT), token: '', usableUntil: 1 }),
			JSON.stringify({ source: fingerprint(ACCOUNT), token: 5, usableUntil: 1 }),
			JSON.stringify({ source: fingerprint(ACCOUNT), token: '00ff', usableUntil: '1' }),
		])
			expect(unpackToken(notPacked, ACCOUNT)).toBeUndefined();
	});

	it('the fingerprint differs if text moves from one field to the next', () => {
		// Computed with: printf '["a","b","https://c.example"]' | openssl dgst -sha256
		expect(fingerprint({ appKey: 'a', appSecret: 'b', baseUrl: 'https://c.example' })).toBe(
			'db3a8b5fc96354df310796cb73b293f067a176ce380eace1f78f1732078d13ac',
		);
		expect(fingerprint({ ...ACCOUNT, appKey: 'ab', appSecret: 'c' })).not.toBe(
			fingerprint({ ...ACCOUNT, appKey: 'a', appSecret: 'bc' }),
		);
	});
});
