import { redact, redactAddresses, userInfoIn, withoutUserInfo } from '../../nodes/shared/redact';

describe('redact', () => {
	it('hides tokens in addresses, push secrets, signatures, and given secrets', () => {
		expect(redact('POST https://call.example/x?token=00ff&a=1 failed', [])).toBe(
			'POST https://call.example/x?token=***&a=1 failed',
		);
		expect(redact('https://n8n.example/webhook/a?x=1&secret=p%20q#end', [])).toBe(
			'https://n8n.example/webhook/a?x=1&secret=***',
		);
		expect(redact('at https://n8n.example/webhook/a?secret=p&q#r and more', [])).toBe(
			'at https://n8n.example/webhook/a?secret=*** and more',
		);
		expect(redact('authorization=YXBpX2tleT0i&date=today, signature=abc=', [])).toBe(
			'authorization=***&date=today, signature=***',
		);
		expect(redact('a secret/1 b secret%2F1 c secret/', ['secret/', 'secret/1', ''])).toBe(
			'a *** b *** c ***',
		);
	});

	it('leaves similar text unchanged', () => {
		const text =
			'The app_token=1, a secret=2 and https://a.example/x?mytoken=3&y=a@b of me@b.example';
		expect(redact(text, ['key'])).toBe(text);
	});

	it('hides user name and password of addresses', () => {
		expect(
			redact(
				'cannot fetch http://me:p@ss@a.example/x.jpg, https:\\/\\/you@b.example\\/ or ftp://c',
				[],
			),
		).toBe('cannot fetch http://***@a.example/x.jpg, https:\\/\\/***@b.example\\/ or ftp://c');
	});

	const SECRET = `k/+?"&<'é~5f0c`;
	const base64 = (text: string) => Buffer.from(text).toString('base64');
	const encodings: Record<string, string> = {
		'as it is': SECRET,
		'in capitals': SECRET.toUpperCase(),
		'in an address': encodeURIComponent(SECRET),
		'in an address within an address': encodeURIComponent(encodeURIComponent(SECRET)),
		'in JSON': JSON.stringify(SECRET).slice(1, -1),
		'in JSON with escaped slashes': JSON.stringify(SECRET).slice(1, -1).replaceAll('/', '\\/'),
		'in a web page': 'k/+?&quot;&amp;&#60;&#39;é~5f0c',
	};
	test('changes no text if there are no secrets', () => {
		expect(redact('The value is undefined.', [])).toBe('The value is undefined.');
	});

	test.each(Object.entries(encodings))('hides a secret %s', (_name, encoded) => {
		expect(redact(`before ${encoded} after`, [SECRET])).toBe('before *** after');
	});

	test.each([0, 1, 2, 3])('hides a secret within Base64, after %i other bytes', (before) => {
		const encoded = base64(`${'x'.repeat(before)}${SECRET}yz`);
		const urlSafe = Buffer.from(encoded, 'base64').toString('base64url');
		for (const text of [encoded, urlSafe, encodeURIComponent(encoded)]) {
			const hidden = redact(`before ${text} after`, [SECRET]);
			expect(hidden).toMatch(/^before .{0,6}\*\*\*.{0,12} after$/);
			expect(Buffer.from(hidden, 'base64').toString()).not.toContain('5f0c');
		}
	});

	it('does not hide a given secret that is too short for a key, because it occurs in many words', () => {
		expect(redact('API Key is wrong', ['wrong'])).toBe('API Key is wrong');
		expect(redact('API Key is wrongs', ['wrongs'])).toBe('API Key is ***');
	});
});

describe('redactAddresses', () => {
	it('hides everything after the name of the push secret in each text, at any depth', () => {
		const address = (secret: string) => `https://n8n.example/webhook/a?x=1&secret=${secret}`;
		expect(
			redactAddresses([
				address(`a "b" 'c'\n&secret=d#e`),
				{ url: address('p'), inner: { Secret: 'https://a.example/?SECRET=p' } },
				'https://me:p@a.example/?token=p',
				'secret=1',
				3,
				null,
			]),
		).toEqual([
			address('***'),
			{ url: address('***'), inner: { Secret: 'https://a.example/?SECRET=***' } },
			'https://***@a.example/?token=***',
			'secret=1',
			3,
			null,
		]);
	});
});

describe('userInfoIn', () => {
	it('returns user name and password together, and the password by itself', () => {
		expect(
			userInfoIn(['http://me:hunter2@a.example', 'http://b.example/x@y', 'http://me:1@c', 5]),
		).toEqual(['me:hunter2', 'hunter2', 'me:1', '1']);
	});

	it('finds them wherever URL does', () => {
		for (const address of [
			` wss://me:it's"<2>@a.example/x@y`,
			`HTTP:///me:it's"<2>@a.example?x@y`,
			`https:\\\\me:it's"<2>@a.example#x@y`,
			`http://me:it's"<2>@a.example\\x@y`,
		]) {
			expect(decodeURIComponent(new URL(address).password)).toBe(`it's"<2>`);
			expect(userInfoIn(address)).toEqual([`me:it's"<2>`, `it's"<2>`]);
		}
	});
});

describe('withoutUserInfo', () => {
	it('removes user name and password from an address, and nothing else', () => {
		expect(
			[
				'https://me:hunter2@a.example/x@y',
				'http://me@b.example',
				'https:///me:hunter2@c.example/',
				'https://c.example/?q=d@e',
				'https://c.example/?q=http://d@e',
				'see https://me@a.example',
				'me@a.example',
			].map(withoutUserInfo),
		).toEqual([
			'https://a.example/x@y',
			'http://b.example',
			'https:///c.example/',
			'https://c.example/?q=d@e',
			'https://c.example/?q=http://d@e',
			'see https://me@a.example',
			'me@a.example',
		]);
	});
});
