import {
	NodeApiError,
	NodeOperationError,
	UserError,
	type INode,
	type JsonObject,
} from 'n8n-workflow';
import { rowsOutcome } from '../../../nodes/shared/aiCall/protocol/retryPolicy';
import { InputError, TransportError } from '../../../nodes/shared/failure';
import { renewToken, TokenNeededError } from '../../../nodes/shared/aiCall/transport/token';
import { sendPlain } from '../../../nodes/shared/n8n/http/transport';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 't',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** The error of a request that fails in n8n with the error `inner`. n8n wraps this error before it passes it on. */
async function errorOfRequest(inner: unknown): Promise<unknown> {
	const httpRequest = async () => await Promise.reject(new NodeApiError(node, inner as JsonObject));
	const [outcome] = await Promise.allSettled([
		sendPlain({ helpers: { httpRequest } }, 'POST', {
			url: 'https://call.example/x',
			timeoutMs: 1000,
			maxBytes: 1000,
		}),
	]);
	return outcome.status === 'rejected' ? outcome.reason : undefined;
}

test.each<[Error, string, string]>([
	[
		new NodeOperationError(
			node,
			'Credential type "iflytekAiCallApi" is restricted to specific nodes',
		),
		'Credential type "iflytekAiCallApi" is restricted to specific nodes',
		'n8n blocked the request. Check the credential of the node and the network restrictions of n8n.',
	],
	[
		new UserError('The request was blocked', {
			description: 'The target 10.0.0.1 is not allowed.',
		}),
		'The request was blocked',
		'The target 10.0.0.1 is not allowed.',
	],
	[
		new Error('getaddrinfo', { cause: new UserError('The request was blocked') }),
		'The request was blocked',
		'n8n blocked the request. Check the credential of the node and the network restrictions of n8n.',
	],
])('a request that n8n itself refuses was not sent: %s', async (inner, message, advice) => {
	const error = await errorOfRequest(inner);
	expect(error).toBeInstanceOf(InputError);
	expect(error).toMatchObject({ message, details: { advice } });
	expect(rowsOutcome('placeCalls', error)).toBe('notSent');
});

test.each([
	new Error('socket hang up'),
	new TypeError('x is not a function'),
	Object.assign(new Error('read'), { code: 'ECONNRESET' }),
])('a request that fails in any other way may have been sent: %s', async (inner) => {
	const error = await errorOfRequest(inner);
	expect(error).toBeInstanceOf(TransportError);
	expect(rowsOutcome('placeCalls', error)).toBe('unknown');
});

test('a request that lacks its token was not sent', () => {
	expect(rowsOutcome('placeCalls', new TokenNeededError())).toBe('notSent');
});

describe('a token that could not be fetched', () => {
	/** So that each run of a test has hosts of its own: a mutant is tested in the process of the others. */
	let runs = 0;

	afterEach(() => jest.useRealTimers());

	/** Asks for a token `times` times at a host that refuses with `code`, and counts the requests that are sent. */
	async function countRequests(host: string, code: number, times: number): Promise<number> {
		let requests = 0;
		const httpRequest = async () => {
			requests++;
			return await Promise.resolve({
				statusCode: 200,
				headers: {},
				body: Buffer.from(`{"code":${code},"message":""}`),
			});
		};
		for (let count = 0; count < times; count++) {
			await expect(
				renewToken(
					{ helpers: { httpRequest } },
					{
						appKey: 'k'.repeat(48),
						appSecret: 's'.repeat(44),
						baseUrl: `https://${host}`,
					},
				),
			).rejects.toThrow(`(code ${code})`);
		}
		return requests;
	}

	test('if the key is wrong, the token is not requested again for a while', async () => {
		jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'] });
		const id = ++runs;
		for (const code of [200101, 10002, 10003])
			expect(await countRequests(`${code}.${id}.test`, code, 200)).toBe(1);
		jest.advanceTimersByTime(31_000);
		expect(await countRequests(`200101.${id}.test`, 200101, 3)).toBe(1);
		// A clock that is set back in between changes nothing.
		jest.setSystemTime(Date.now() - 3_600_000);
		jest.advanceTimersByTime(31_000);
		expect(await countRequests(`200101.${id}.test`, 200101, 3)).toBe(1);
	});

	test('after any other failure, the token is requested again each time', async () => {
		expect(await countRequests('other.test', 10021, 3)).toBe(3);
	});
});
