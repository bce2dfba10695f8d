import { TokenError } from '../../nodes/shared/aiCall/protocol/aiCallErrors';
import { InputError, TransportError } from '../../nodes/shared/failure';
import { sendPlain } from '../../nodes/shared/n8n/http/transport';
import { transportError } from '../../nodes/shared/n8n/http/transportErrors';

const ADDRESS = 'https://call.example/v1?token=never-shown';

/** An error as n8n throws it: the error of its HTTP client, with these properties, is the `cause`. */
const wrapped = (properties: object) =>
	new Error('wrapped', { cause: Object.assign(new Error('inner'), properties) });
const kindOf = (error: unknown) => transportError(error, ADDRESS, 1000).kind;

test.each<[object, string]>([
	[{ code: 'ECONNREFUSED', syscall: 'connect' }, 'notConnected'],
	[{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'notConnected'],
	[{ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, 'notConnected'],
	[{ code: 'EHOSTUNREACH', syscall: 'connect' }, 'notConnected'],
	[{ code: 'ETIMEDOUT', syscall: 'connect' }, 'notConnected'],
	[{ code: 'CERT_HAS_EXPIRED' }, 'notConnected'],
	[{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'notConnected'],
	[{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'notConnected'],
	// These errors can come after the request was sent, so a row may have been accepted.
	[{ code: 'EHOSTUNREACH', syscall: 'read' }, 'interrupted'],
	[{ code: 'ENETUNREACH' }, 'interrupted'],
	[{ code: 'EPROTO', syscall: 'write' }, 'interrupted'],
	[{ code: 'ECONNRESET', syscall: 'read' }, 'interrupted'],
	[{ code: 'EPIPE', syscall: 'write' }, 'interrupted'],
	[{ code: 'ERR_BAD_RESPONSE' }, 'interrupted'],
	[{}, 'interrupted'],
	[{ code: 'ETIMEDOUT', syscall: 'read' }, 'timedOut'],
	[{ code: 'ECONNABORTED' }, 'timedOut'],
	[{ code: 'ERR_CANCELED' }, 'stopped'],
])('an error with %j becomes a failure of kind `%s`', (properties, kind) => {
	expect(kindOf(wrapped(properties))).toBe(kind);
});

test.each([
	['ECONNREFUSED', /server is not running/],
	['EAI_AGAIN', /could not be resolved/],
	['DEPTH_ZERO_SELF_SIGNED_CERT', /does not trust the certificate/],
	['ERR_TLS_CERT_ALTNAME_INVALID', /does not trust the certificate/],
	['EPROTO', /change the base URL in the credential to http:/],
	['ECONNRESET', /proxy or firewall that closes connections/],
])('%s has its own advice, which names the code', (code, advice) => {
	const error = transportError(wrapped({ code }), ADDRESS, 1000);
	expect(error.details.advice).toMatch(advice);
	expect(error.details.advice).toContain(`(${code})`);
	expect(error.message).not.toContain(code);
});

test('the code is also found in `httpCode`, where n8n up to 2.33 keeps it', () => {
	expect(
		[{ httpCode: 'ECONNREFUSED' }, { httpCode: 'ECONNABORTED' }, { httpCode: '502' }].map(
			(properties) => kindOf(Object.assign(new Error('wrapped'), properties)),
		),
	).toEqual(['notConnected', 'timedOut', 'interrupted']);
});

test('the HTTP status of an answer that broke off is not named as the cause', () => {
	for (const status of ['200', '502']) {
		const error = transportError(
			Object.assign(new Error('wrapped'), { httpCode: status }),
			ADDRESS,
			1000,
		);
		expect([error.kind, error.details.advice]).toEqual([
			kindOf({}),
			'Try again. If it keeps happening, check for a proxy or firewall that closes connections.',
		]);
	}
	expect(
		transportError(wrapped({ code: '200', cause: { code: 'ECONNRESET' } }), ADDRESS, 1000).details
			.advice,
	).not.toContain('(200)');
});

test.each([
	[1000, '1 second'],
	[2000, '2 seconds'],
	[60_000, '60 seconds'],
])('a time-out of %d ms is shown as %s', (ms, shown) => {
	expect(transportError(wrapped({ code: 'ECONNABORTED' }), ADDRESS, ms).message).toMatch(
		new RegExp(`for ${shown}$`),
	);
});

test('if no address of a host accepts a connection, the error has the kind `notConnected`', () => {
	const errorOfAllAddresses = Object.assign(new AggregateError([new Error('a'), new Error('b')]), {
		code: 'ETIMEDOUT',
	});
	expect(kindOf(new Error('wrapped', { cause: errorOfAllAddresses }))).toBe('notConnected');
});

test('a failure of this package is thrown unchanged, even if n8n has wrapped it twice', async () => {
	const failure = new TokenError(new InputError('why', 'what to do'));
	const context = {
		helpers: {
			httpRequest: async () =>
				await Promise.reject(
					new Error('n8n', { cause: new Error('n8n again', { cause: failure }) }),
				),
		},
	};
	await expect(
		sendPlain(context, 'POST', { url: ADDRESS, timeoutMs: 1000, maxBytes: 1000 }),
	).rejects.toBe(failure);
});

test('an error shows nothing of an address but its host', async () => {
	for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ERR_CANCELED']) {
		const error = transportError(wrapped({ code }), ADDRESS, 1000);
		expect(error).toBeInstanceOf(TransportError);
		expect(JSON.stringify([error.message, error.details, error.stack, error.cause])).not.toContain(
			'never-shown',
		);
	}
});
