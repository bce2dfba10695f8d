import crypto from 'node:crypto';
import {
	carriesSecret,
	checkPushSecret,
	pushSecretIn,
	secretMatches,
} from '../../../nodes/shared/aiCall/configuration/pushSecret';
import { fc } from './property';

describe('pushSecretIn', () => {
	it('reads the secret without surrounding spaces, and a number as its text', () => {
		expect(
			[' a b\n', 20260101, 0, -1.5, Number.MAX_SAFE_INTEGER].map((pushSecret) =>
				pushSecretIn({ pushSecret }),
			),
		).toEqual(['a b', '20260101', '0', '-1.5', '9007199254740991']);
	});

	it('is empty if there is no secret', () => {
		expect(
			[
				{},
				{ pushSecret: undefined },
				{ pushSecret: null },
				{ pushSecret: '' },
				{ pushSecret: ' ' },
			].map(pushSecretIn),
		).toEqual(['', '', '', '', '']);
	});

	it('refuses everything else, because it must not count as no secret, and does not quote it', () => {
		for (const pushSecret of [
			true,
			false,
			[],
			['hush'],
			{},
			{ secret: 'hush' },
			NaN,
			Infinity,
			346252615123869699,
		])
			expect(() => pushSecretIn({ pushSecret })).toThrow(
				/^The Push Secret of the credential is neither text nor a number with all of its digits$/,
			);
	});
});

describe('secretMatches', () => {
	it('two texts match only if they are equal', () => {
		expect(secretMatches('geheim 密', 'geheim 密')).toBe(true);
		fc.assert(
			fc.property(fc.string({ minLength: 1 }), fc.string(), (configured, given) =>
				expect(secretMatches(configured, given)).toBe(configured === given),
			),
		);
	});

	it('two texts are compared in constant time, whatever their lengths', () => {
		const compare = jest.spyOn(crypto, 'timingSafeEqual');
		for (const given of ['geheim', 'g', 'x'.repeat(1000), 'geheim 密']) {
			secretMatches('geheim', given);
			const [one, other] = compare.mock.lastCall ?? [];
			expect([one?.byteLength, other?.byteLength]).toEqual([32, 32]);
		}
		expect(compare).toHaveBeenCalledTimes(4);
		compare.mockRestore();
	});

	it('an empty secret matches nothing, and a value that is not text matches no secret', () => {
		expect([secretMatches('', ''), secretMatches('', 'x'), secretMatches('', undefined)]).toEqual([
			false,
			false,
			false,
		]);
		for (const given of [undefined, null, 1, ['x'], { x: 'x' }])
			expect(secretMatches('x', given)).toBe(false);
	});
});

describe('carriesSecret', () => {
	it('finds a secret in a URL, whether it is URL-encoded or as the user typed it', () => {
		for (const secret of [
			'abc123',
			'kq+7/xZ==',
			'a&b',
			'50%off',
			'%41',
			'p[x]',
			's 3 密',
			'a?b',
			'a+\n%b',
		]) {
			for (const written of [secret, encodeURIComponent(secret)])
				expect([secret, carriesSecret(secret, `/webhook/x?secret=${written}`)]).toEqual([
					secret,
					true,
				]);
			expect(
				carriesSecret(secret, `/webhook/x?a=1&secret=${encodeURIComponent(secret)}&b=2#end`),
			).toBe(true);
		}
	});

	it('does not find the secret in a URL that has no secret, another secret or several secrets', () => {
		for (const address of [
			'',
			'/x',
			'/x?',
			'/x?secret',
			'/x?secret=',
			'/x?secret=a&secret=b',
			'/x?secret=b&secret=a',
			'/x?secret[]=a',
			'/x?notsecret=a',
			'/x#?secret=a',
			'/x?SECRET=a',
			'/x?secret=a+',
			'/x?secret=%61%',
		]) {
			expect([address, carriesSecret('a', address)]).toEqual([address, false]);
		}
		expect([carriesSecret('', '/x?secret='), carriesSecret('', '/x')]).toEqual([false, false]);
	});
});

describe('checkPushSecret', () => {
	it('refuses a secret with #, and accepts all others', () => {
		expect(() => checkPushSecret('a#b')).toThrow('The Push Secret contains #');
		for (const secret of ['', 'abc', 's 3', 'a&b+c%'])
			expect(() => checkPushSecret(secret)).not.toThrow();
	});
});
