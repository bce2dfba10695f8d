import { checkKeys, fingerprint, isUsable, keyLengthWarning, packToken, readToken, tokenBody, unpackToken } from '../../../nodes/shared/aiCall/token';
import { redact } from '../../../nodes/shared/aiCall/envelope';
import { Failure } from '../../../nodes/shared/failure';

const KEY = 'k'.repeat(48);
const SECRET = 's'.repeat(44);
const SOURCE = { appKey: KEY, appSecret: SECRET, baseUrl: 'https://call.example/' };

function problemOf(appKey: string, appSecret: string): string | undefined {
	try {
		checkKeys({ appKey, appSecret });
		return undefined;
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		return error.message;
	}
}

describe('checkKeys', () => {
	it.each([
		[KEY, SECRET, undefined],
		['k', 's', undefined],
		['', SECRET, 'App Key is empty'],
		[KEY, '', 'App Secret is empty'],
		['', '', 'App Key is empty; App Secret is empty'],
	])('refuses only what is empty', (appKey, appSecret, message) => {
		expect(problemOf(appKey, appSecret)).toBe(message);
	});
});

describe('keyLengthWarning', () => {
	it('has nothing to say about the usual lengths', () => {
		expect(keyLengthWarning({ appKey: KEY, appSecret: SECRET })).toBeUndefined();
	});

	it.each([
		[SECRET, KEY, 44, 48, 'they look swapped'],
		[KEY.slice(16), SECRET, 32, 44, 'check that both were copied whole'],
		[KEY, '密'.repeat(44), 48, 132, 'check that both were copied whole'],
		[SECRET, SECRET, 44, 44, 'check that both were copied whole'],
		[KEY, KEY, 48, 48, 'check that both were copied whole'],
	])('says what is unusual, without the value', (appKey, appSecret, keyBytes, secretBytes, what) => {
		expect(keyLengthWarning({ appKey, appSecret })).toBe(`App Key has ${keyBytes} characters and App Secret ${secretBytes}; the platform's documentation says 48 and 44: ${what}.`);
	});
});

describe('token', () => {
	it('asks with key and secret', () => {
		expect(tokenBody(SOURCE)).toEqual({ app_key: KEY, app_secret: SECRET });
	});

	it('ends before the platform ends it', () => {
		expect(readToken({ token: ' 00ff ', time_expire: 3600 }, 1000)).toEqual({ token: '00ff', usableUntil: 3_301_000 });
		expect(readToken({ token: '00ff', time_expire: '7200' }, 0)).toEqual({ token: '00ff', usableUntil: 6_900_000 });
		expect(readToken({ token: '00ff', time_expire: 10 }, 0)).toEqual({ token: '00ff', usableUntil: 9_000 });
		for (const time_expire of [undefined, null, 0, -1, 'x']) expect(readToken({ token: '00ff', time_expire }, 0)).toEqual({ token: '00ff', usableUntil: 3_300_000 });
		expect([8_999, 9_000].map((now) => isUsable({ token: '00ff', usableUntil: 9_000 }, now))).toEqual([true, false]);
	});

	it('must be there', () => {
		for (const result of [{}, { token: '' }, { token: null }]) expect(() => readToken(result, 0)).toThrow('The platform reported success but returned no token');
		let error: unknown;
		try {
			readToken({}, 0);
		} catch (thrown) {
			error = thrown;
		}
		expect(error).toMatchObject({ kind: 'unreadable', details: { advice: 'Check the base URL in the credential. If it is correct, contact iFLYTEK support.' } });
	});

	it('is kept with what it was made with', () => {
		const token = { token: '00ff', usableUntil: 9_000 };
		const kept = packToken(token, SOURCE);
		expect(unpackToken(kept, SOURCE)).toEqual(token);
		expect(unpackToken(kept, { ...SOURCE, baseUrl: 'https://call.example' })).toEqual(token);
		expect(kept).not.toContain(KEY);
		expect(kept).not.toContain(SECRET);
		for (const change of [{ appKey: 'x' }, { appSecret: 'x' }, { baseUrl: 'https://other.example' }]) expect(unpackToken(kept, { ...SOURCE, ...change })).toBeUndefined();
		for (const other of [undefined, null, '', 'x', '{}', '[]', 7, JSON.stringify({ source: fingerprint(SOURCE), token: '', usableUntil: 1 }), JSON.stringify({ source: fingerprint(SOURCE), token: 5, usableUntil: 1 }), JSON.stringify({ source: fingerprint(SOURCE), token: '00ff', usableUntil: '1' })]) expect(unpackToken(other, SOURCE)).toBeUndefined();
	});

	it('has a fingerprint that does not run fields together', () => {
		// printf '["a","b","https://c.example"]' | openssl dgst -sha256
		expect(fingerprint({ appKey: 'a', appSecret: 'b', baseUrl: 'https://c.example/' })).toBe('db3a8b5fc96354df310796cb73b293f067a176ce380eace1f78f1732078d13ac');
		expect(fingerprint({ ...SOURCE, appKey: 'ab', appSecret: 'c' })).not.toBe(fingerprint({ ...SOURCE, appKey: 'a', appSecret: 'bc' }));
	});
});

describe('redact', () => {
	it('hides tokens in addresses, push secrets, and given secrets in either writing', () => {
		expect(redact('POST https://call.example/x?token=00ff&a=1 failed', [])).toBe('POST https://call.example/x?token=***&a=1 failed');
		expect(redact('https://n8n.example/webhook/a?x=1&secret=p%20q#end', [])).toBe('https://n8n.example/webhook/a?x=1&secret=***');
		expect(redact('at https://n8n.example/webhook/a?secret=p&q#r and more', [])).toBe('at https://n8n.example/webhook/a?secret=*** and more');
		expect(redact('a s/1 b s%2F1 c s/', ['s/', 's/1', ''])).toBe('a *** b *** c ***');
	});
});
