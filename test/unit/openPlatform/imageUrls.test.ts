import { InputError, PlatformError } from '../../../nodes/shared/failure';
import {
	checkImageUrl,
	checkUrl,
	explainingFetch,
	nameInUrl,
	urlsIn,
	withoutPasswords,
} from '../../../nodes/shared/openPlatform/image/imageUrls';

const refused = (message: string, advice: string) =>
	expect.objectContaining({ constructor: InputError, message, details: { advice } });

test('URLs are separated by line breaks alone', () => {
	expect(urlsIn('https://a.example/1, 2 ,\r\nhttps://b.example/')).toEqual([
		'https://a.example/1, 2',
		'https://b.example/',
	]);
});

test.each([
	['HTTP://a.example/X', 'http://a.example/X'],
	[' HTTPS://a.example/x y.png ', 'https://a.example/x%20y.png'],
	['http://a.example/?next=https://b.example', 'http://a.example/?next=https://b.example'],
	['https://a.example/HTTP:x', 'https://a.example/HTTP:x'],
])('%j is sent as %j', (text, sent) => {
	expect([checkUrl(text, 'Links', 0), checkImageUrl(text, 'Link')]).toEqual([sent, sent]);
});

test.each([
	'https://a.example/1, https://b.example',
	'https://a.example/1;HTTP://b.example',
	'https://a.example/1、https://b.example',
])('%j is refused because it has two URLs', (text) => {
	expect(() => checkUrl(text, 'Links', 2)).toThrow(
		refused(
			'Entry 3 of Links contains two URLs',
			'Put each URL on its own line. If a URL contains another URL, encode its :// as %3A%2F%2F.',
		),
	);
});

test('more than one URL for an image is refused', () => {
	for (const other of ['HTTPS://b.example', 'http://b.example']) {
		expect(() => checkImageUrl(`https://a.example/1 ${other}`, 'Link')).toThrow(
			refused(
				'Link contains more than one URL',
				'The service accepts one image per request. Create one item per URL, for example with the Split Out node.',
			),
		);
	}
});

test.each(['', 'a.example/x.png', 'ftp://a.example', 'https://'])(
	'%j is refused because it is not a full URL',
	(text) => {
		expect(() => checkUrl(text, 'Links', 0)).toThrow(
			refused(
				`Links must be a full URL starting with http:// or https://, but is ${text}`,
				'Enter the whole URL, without spaces in the host name.',
			),
		);
	},
);

test('a line break inside a URL is refused', () => {
	expect(() => checkImageUrl('https://a.example/\nx.png', 'Link')).toThrow(
		refused(
			'Link has a line break within a URL: https://a.example/ x.png',
			'Enter each URL on one line.',
		),
	);
});

test.each([
	['https://a.example/x/%E5%9B%BE.png?y=z/1', '图.png'],
	['https://a.example/%E5.png', '%E5.png'],
	['https://a.example', ''],
])('the file name in %s is %j', (url, name) => {
	expect(nameInUrl(url)).toBe(name);
});

describe('withoutPasswords', () => {
	const url = 'https://me:hunter22@cdn.example/a.jpg?token=1';
	const encoded = encodeURIComponent(url);

	test('removes user names and passwords of the sent URLs from all texts and names, in any form', () => {
		const envelope = {
			code: 0,
			desc: `fetched ${url} by hunter22`,
			[url]: null,
			data: {
				review: false,
				fileList: [{ name: url, rates: [0.5, 1] }, 'https://a:b@c.example', [encoded]],
			},
		};
		expect(withoutPasswords(envelope, ['https://b.example', url])).toEqual({
			code: 0,
			desc: 'fetched https://***@cdn.example/a.jpg?token=1 by ***',
			'https://cdn.example/a.jpg?token=1': null,
			data: {
				review: false,
				fileList: [
					{ name: 'https://cdn.example/a.jpg?token=1', rates: [0.5, 1] },
					'https://c.example',
					['https%3A%2F%2F***%40cdn.example%2Fa.jpg%3Ftoken%3D1'],
				],
			},
		});
	});

	test('a password that is too short to be searched for is removed from addresses', () => {
		expect(
			withoutPasswords({ name: 'http://me:p@b.example/', desc: 'no http://me:p@b.example/' }, [
				'http://me:p@b.example/',
			]),
		).toEqual({ name: 'http://b.example/', desc: 'no http://***@b.example/' });
	});

	test('leaves an envelope unchanged if no URL has a user name', () => {
		const envelope = { data: { name: 'https://a:b@c.example' } };
		expect(withoutPasswords(envelope, ['https://a.example/x@y'])).toBe(envelope);
		expect(withoutPasswords(envelope, [])).toBe(envelope);
	});
});

describe('a response that fails', () => {
	const platformError = (code: string, desc?: string) =>
		new PlatformError('Refused', 'refused', { code, desc, sid: 's' }, { retryOnce: true });
	/** What `explainingFetch` throws if reading the response throws this error. */
	const explained = (error: Error, urls: number) => {
		try {
			return explainingFetch(() => {
				throw error;
			}, urls);
		} catch (thrown) {
			return thrown;
		}
	};

	test.each<[string, string | undefined, number, string]>([
		['10105', 'Fetch the image failed', 1, 'this URL. It'],
		['10105', 'cannot download', 2, 'one of these URLs. Each'],
		['10107', undefined, 1, 'this URL. It'],
		['10107', ' ', 1, 'this URL. It'],
	])(
		'the error with code %s and the description %j for %d URLs says that a URL could not be fetched',
		(code, desc, urls, messagePart) => {
			const error = explained(platformError(code, desc), urls);
			expect(error).toBeInstanceOf(PlatformError);
			expect(error).toMatchObject({
				message: `iFLYTEK could not fetch ${messagePart} must be public. (code ${code})`,
				kind: 'refused',
				details: {
					code,
					sid: 's',
					advice:
						'Open the URL in a private window of a browser: it must lead to the image itself, without signing in, and the image must not be too large. iFLYTEK cannot reach addresses of your own network. Or send the image as a file.',
				},
				hints: { retryOnce: true },
			});
		},
	);

	test.each<[string, Error, number]>([
		['without URLs', platformError('10105', 'fetch failed'), 0],
		['with another description', platformError('10107', 'no permission'), 1],
		['with another code and no description', platformError('10105'), 1],
		['from elsewhere', new Error('fetch failed'), 1],
	])('an error %s stays as it is', (_name, error, urls) => {
		expect(explained(error, urls)).toBe(error);
	});

	test('a response that can be read is returned as it is', () => {
		expect(explainingFetch(() => 'read', 1)).toBe('read');
	});
});
