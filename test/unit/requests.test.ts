import { NodeOperationError, UserError } from 'n8n-workflow';
import { InputError } from '../../nodes/shared/failure';
import { readResponseBody } from '../../nodes/shared/n8n/http/responseBody';
import { post, sendPlain, testRequest } from '../../nodes/shared/n8n/http/transport';
import {
	brokenError,
	requestFailure,
	slowError,
	timeoutError,
	transportError,
} from '../../nodes/shared/n8n/http/transportErrors';
import { requireAllowedAddress } from '../../nodes/shared/n8n/http/webSocket';

const URL = 'https://call.example/v1';
const BOUNDS = { url: URL, timeoutMs: 1000, maxBytes: 1024 * 1024 };
const RESPONSE = { statusCode: 200, headers: { a: 'b' }, body: Buffer.from('{}') };
const READ_RESPONSE = { status: 200, headers: { a: 'b' }, body: Buffer.from('{}') };

describe("a request through n8n's helpers", () => {
	test('the test of a credential sends a POST that follows no redirect and accepts any status', async () => {
		const seen: object[] = [];
		const helpers = {
			request: async (options: object) => {
				seen.push(options);
				return RESPONSE;
			},
		};
		const response = await testRequest({ helpers } as never, { url: URL, maxBytes: 1024 });
		expect(response).toEqual(READ_RESPONSE);
		expect(seen).toMatchObject([
			{ method: 'POST', uri: URL, simple: false, followRedirect: false, timeout: 20_000 },
		]);
	});

	test('sendPlain sends a request that has no credential and follows no redirect', async () => {
		const seen: object[] = [];
		const helpers = {
			httpRequest: async (options: object) => {
				seen.push(options);
				return RESPONSE;
			},
		};
		expect(await sendPlain({ helpers } as never, 'GET', BOUNDS)).toEqual(READ_RESPONSE);
		expect(seen).toMatchObject([{ method: 'GET', url: URL, disableFollowRedirect: true }]);
	});

	/** Posts with a context. Returns `this` and the arguments that n8n's helper was called with. */
	async function posted(context: object, options = {}) {
		const calls: { self: unknown; args: unknown[] }[] = [];
		const helpers = {
			async httpRequestWithAuthentication(this: unknown, ...args: unknown[]) {
				calls.push({ self: this, args });
				return RESPONSE;
			},
		};
		const completeContext = { ...context, helpers };
		await post(completeContext as never, 'type', BOUNDS, options);
		const [{ self, args } = { self: undefined, args: [] }] = calls;
		return { isSameContext: self === completeContext, self, args };
	}

	test('if the data of the credential is known, a request carries it, so that n8n does not read it again', async () => {
		const { args } = await posted({}, { credential: { key: 'k' } });
		expect([args[0], args[2]]).toEqual([
			'type',
			{ credentialsDecrypted: { id: '', name: '', type: 'type', data: { key: 'k' } } },
		]);
		expect((await posted({})).args[2]).toEqual({ credentialsDecrypted: undefined });
	});

	test('if the execution is stopped, its requests are stopped, too', async () => {
		const stop = new AbortController();
		const { self } = await posted({ getExecutionCancelSignal: () => stop.signal });
		const signal = (self as { getExecutionCancelSignal(): AbortSignal }).getExecutionCancelSignal();
		expect(signal).not.toBe(stop.signal);
		expect(signal.aborted).toBe(false);
		stop.abort();
		expect(signal.aborted).toBe(true);
	});

	test('a request has its own signal if the execution has none, and no signal in an n8n without signals', async () => {
		const { self } = await posted({ getExecutionCancelSignal: () => undefined });
		const signal = (self as { getExecutionCancelSignal(): unknown }).getExecutionCancelSignal();
		expect(signal).toBeInstanceOf(AbortSignal);
		expect((await posted({})).isSameContext).toBe(true);
	});
});

describe('what n8n refuses to send', () => {
	const node = {
		id: '1',
		name: 'Node',
		type: 't',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
	};

	test.each([
		[new UserError('blocked'), 'n8n blocked the request. Check the credential of the node and'],
		[new NodeOperationError(node, 'blocked', { description: 'Allow it.' }), 'Allow it.'],
	])('%p is an input error with the advice that n8n gives', (error, advice) => {
		const failure = requestFailure(new Error('wrapped', { cause: error }), URL, 1000);
		expect(failure).toBeInstanceOf(InputError);
		expect(failure).toMatchObject({ message: 'blocked', kind: 'invalidInput' });
		expect(failure.details.advice).toContain(advice);
	});

	test("the address of a WebSocket can be refused by n8n's policy", async () => {
		const asked: string[] = [];
		const context = (answer: object) =>
			({
				helpers: {
					getSecureEgressFilter: () => ({
						validateUrl: async (address: string) => {
							asked.push(address);
							return answer;
						},
					}),
				},
			}) as never;
		const refused = requireAllowedAddress(
			context({ ok: false, error: new Error('private address') }),
			'ws://10.0.0.1:1/v2/tts',
		);
		await expect(refused).rejects.toMatchObject({
			message: 'n8n does not allow connections to 10.0.0.1:1: private address',
			kind: 'invalidInput',
			details: { advice: expect.stringMatching(/N8N_SSRF_ALLOWED_HOSTNAMES/) as string },
		});
		await requireAllowedAddress(context({ ok: true }), 'ws://a.example/');
		expect(asked).toEqual(['ws://10.0.0.1:1/v2/tts', 'ws://a.example/']);
		// An n8n without such a policy allows every address.
		await requireAllowedAddress({ helpers: {} } as never, 'ws://a.example/');
	});
});

describe('a request without a complete response', () => {
	const failed = (code: string) =>
		transportError(Object.assign(new Error('x'), { code }), URL, 1000);

	test.each([
		['ECONNREFUSED', 'Could not connect to call.example'],
		['EPROTO', 'Could not establish a secure connection to call.example'],
		['ECONNABORTED', 'call.example sent no data for 1 second'],
		['ERR_HTTP2', 'The connection to call.example was closed before the response was complete'],
		['2BIG', 'The connection to call.example was closed before the response was complete'],
	])('the error for %s says what happened, and names the code', (code, message) => {
		const { message: said, details } = failed(code);
		expect(said).toBe(message);
		expect(details.advice).toContain(` (${code})`);
	});

	test('an error that is its own cause does not lead to an endless loop', () => {
		const error = new Error('round');
		error.cause = error;
		expect(transportError(error, URL, 1000).kind).toBe('interrupted');
	});

	test('if no cause is known, the error still has advice', () => {
		expect([
			timeoutError('a.example', 2000).details.advice,
			slowError('a.example', 2000).details.advice,
			brokenError('a.example', 'connections').details.advice,
		]).toEqual([
			'Try again. To allow more time, increase Timeout under Options.',
			'Try again. To allow more time, increase Timeout under Options: a whole response may take ten times as long.',
			'Try again. If it keeps happening, check for a proxy or firewall that closes connections.',
		]);
	});

	test('if n8n returns null instead of a response, the body is empty', async () => {
		expect((await readResponseBody(null, BOUNDS)).length).toBe(0);
	});
});
