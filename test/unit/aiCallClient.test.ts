import type { IExecuteFunctions, IHttpRequestHelper } from 'n8n-workflow';
import { RefusalError } from '../../nodes/shared/aiCall/protocol/aiCallErrors';
import { aiCallAccount } from '../../nodes/shared/aiCall/protocol/aiCallAccount';
import { packToken } from '../../nodes/shared/aiCall/protocol/storedToken';
import {
	createAiCallClient,
	sendWithToken,
	type ClientOptions,
	type SendOptions,
} from '../../nodes/shared/aiCall/transport/aiCallClient';
import {
	failedAuthentication,
	renewToken,
	TOKEN_PROPERTY,
	tokenFailure,
	TokenNeededError,
} from '../../nodes/shared/aiCall/transport/token';
import { chance } from '../../nodes/shared/chance';
import { hastyClock } from '../setup/quickClock';

afterEach(() => jest.restoreAllMocks());

let accounts = 0;

/** The credential of an application that no other test has, because the process remembers tokens for all tests. */
const newCredential = () => ({
	appKey: `key ${++accounts}`,
	appSecret: 'hidden words',
	baseUrl: 'https://callapi.example',
});

const responseOf = (body: object) => ({
	statusCode: 200,
	headers: {},
	body: Buffer.from(JSON.stringify(body)),
});

describe('a request that is refused for its token', () => {
	const refusal = () => new RefusalError('queryTasks', '10001', 'token invalid');

	test('a request that is refused for its token is sent again up to five times, with growing pauses', async () => {
		jest.spyOn(chance, 'random').mockReturnValue(0.5);
		const pauses: number[] = [];
		const thrown: unknown[] = [];
		const clock = { ...hastyClock, sleep: async (ms: number) => void pauses.push(ms) };
		const send = async () => {
			const error = refusal();
			thrown.push(error);
			return await Promise.reject(error);
		};
		const [outcome] = await Promise.allSettled([sendWithToken(send, clock)]);
		expect(outcome).toEqual({ status: 'rejected', reason: thrown[5] });
		expect(thrown).toHaveLength(6);
		expect(pauses).toEqual([30, 90, 270, 810, 2430]);
	});

	test('a request that is refused for its token is not sent again after the execution was stopped', async () => {
		const stop = new AbortController();
		stop.abort();
		let sent = 0;
		const send = async () => {
			sent++;
			return await Promise.reject(refusal());
		};
		await expect(sendWithToken(send, hastyClock, stop.signal)).rejects.toThrow('10001');
		expect(sent).toBe(1);
	});
});

describe('a renewal', () => {
	/** A platform that answers the first requests with these codes or resets their connections, and all further requests with a token. */
	function platform(codes: (number | 'reset')[] = []) {
		let asked = 0;
		const helper = {
			helpers: {
				httpRequest: async () => {
					const code = codes[asked++] ?? 0;
					if (code === 'reset')
						throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
					return responseOf({
						code,
						message: '',
						result: { token: `token ${asked}`, time_expire: '7200' },
					});
				},
			},
		};
		return { helper: helper as unknown as IHttpRequestHelper, asked: () => asked };
	}

	const tokenOf = (kept: string) => (JSON.parse(kept) as { token: string }).token;

	test('a renewal is not tried for ten seconds after the key was refused, and is tried after that', async () => {
		const { helper, asked } = platform([200101]);
		const credential = newCredential();
		const now = jest.spyOn(performance, 'now').mockReturnValue(1000);
		const renew = async () => await renewToken(helper, credential, hastyClock);
		await expect(renew()).rejects.toThrow('App Key or App Secret is wrong');
		now.mockReturnValue(10_999);
		await expect(renew()).rejects.toThrow('App Key or App Secret is wrong');
		expect(asked()).toBe(1);
		now.mockReturnValue(11_000);
		expect(tokenOf(await renew())).toBe('token 2');
	});

	test('a renewal that fails for another reason fails for all who wait for it, and the next one asks again', async () => {
		// 10021 is not repeated, and says nothing about the key.
		const { helper, asked } = platform([10021]);
		const credential = newCredential();
		const renew = async () => await renewToken(helper, credential, hastyClock);
		const waiting = await Promise.allSettled([renew(), renew(), renew()]);
		const failures = waiting.map((one) =>
			one.status === 'rejected' ? (one.reason as Error) : one,
		);
		expect(failures[0]).toMatchObject({
			name: 'TokenError',
			message: expect.stringMatching(
				/^Could not sign in to the AI call platform: .*the interface is disabled \(code 10021/,
			),
			kind: 'refused',
		});
		expect([new Set(failures).size, asked()]).toEqual([1, 1]);
		expect(tokenFailure(aiCallAccount(credential), failures[0], true)).toBe(failures[0]);
		expect([tokenOf(await renew()), asked()]).toEqual(['token 2', 2]);
	});

	test('a renewal that gets no answer is repeated twice, fails with what happened, and keeps no token', async () => {
		const { helper, asked } = platform(Array.from({ length: 6 }, () => 'reset'));
		const credential = newCredential();
		for (const times of [3, 6]) {
			await expect(renewToken(helper, credential, hastyClock)).rejects.toMatchObject({
				name: 'TokenError',
				message: expect.stringMatching(/^Could not sign in to the AI call platform: .*callapi/),
			});
			expect(asked()).toBe(times);
		}
		expect(tokenOf(await renewToken(helper, credential, hastyClock))).toBe('token 7');
	});

	test('a renewal returns the last token to a request without a token or with an older token, and fetches a token for a request with a newer one', async () => {
		const { helper, asked } = platform();
		const credential = newCredential();
		const account = aiCallAccount(credential);
		const renew = async (kept = '') =>
			tokenOf(await renewToken(helper, { ...credential, [TOKEN_PROPERTY]: kept }, hastyClock));
		expect([await renew(), await renew()]).toEqual(['token 1', 'token 1']);
		const older = packToken({ token: 'old', usableUntil: Date.now() }, account);
		const newer = packToken({ token: 'new', usableUntil: Date.now() + 1e9 }, account);
		expect([await renew(older), asked()]).toEqual(['token 1', 1]);
		expect([await renew(newer), asked()]).toEqual(['token 2', 2]);
	});

	test('a failed renewal is recognized by its text, which is all that older versions of n8n keep', async () => {
		const { helper } = platform([200101]);
		const credential = newCredential();
		const [outcome] = await Promise.allSettled([renewToken(helper, credential, hastyClock)]);
		const failure: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
		const account = aiCallAccount(credential);
		const wrapped = new Error((failure as Error).message);
		expect(tokenFailure(account, wrapped, false)).toBe(failure);
		expect(tokenFailure(account, new Error('another'), true)).toBeUndefined();
	});
});

describe('a request that did not get its token', () => {
	const advice = 'Test the credential. If the test succeeds, run the workflow again.';

	test('if the platform returned no token, the error says so, even if n8n only passes on the text of the error', () => {
		const wrapped = new Error(new TokenNeededError().message);
		expect(failedAuthentication(wrapped)).toMatchObject({
			message: 'Could not sign in to the AI call platform: no usable token was returned',
			kind: 'refused',
			details: { advice },
		});
	});

	test.each([
		[new Error('n8n failed', { cause: new Error('database is locked') }), 'database is locked'],
		[new Error('n8n failed'), 'n8n failed'],
		['a text', 'a text'],
	])('if no token could be obtained, the error of the request names the cause %p', (error, why) => {
		expect(failedAuthentication(error)).toMatchObject({
			message: `Could not sign in to the AI call platform: n8n could not read the credential or save its token (${why})`,
			kind: 'unavailable',
		});
	});
});

describe('a client', () => {
	/**
	 * The requests that n8n's helper receives from a client with these options, and the messages of the client's errors.
	 * The helper answers each request with HTTP 503.
	 */
	async function requestsOf(
		options?: ClientOptions,
		extraContext: object = {},
		sendOptions?: SendOptions,
	) {
		const requests: { timeout?: number; stopped?: boolean }[] = [];
		const context = {
			getCredentials: async () => newCredential(),
			helpers: {
				async httpRequestWithAuthentication(
					this: Pick<IExecuteFunctions, 'getExecutionCancelSignal'>,
					_type: string,
					request: { timeout?: number },
				) {
					const stopped = this.getExecutionCancelSignal()?.aborted;
					requests.push({ timeout: request.timeout, stopped });
					return await Promise.resolve({ ...responseOf({}), statusCode: 503 });
				},
			},
			getExecutionCancelSignal: () => undefined,
			...extraContext,
		};
		const client = await createAiCallClient(context as never, options, hastyClock);
		const [read, changed] = await Promise.allSettled([
			client('queryTasks', {}, sendOptions),
			client('startTask', {}, sendOptions),
		]);
		const message = (outcome: PromiseSettledResult<unknown>) =>
			outcome.status === 'rejected' ? (outcome.reason as Error).message : undefined;
		return { requests, messages: [read, changed].map(message) };
	}

	test('a client without options waits 60 seconds for a response, and repeats what may be repeated', async () => {
		const { requests } = await requestsOf();
		expect(new Set(requests.map(({ timeout }) => timeout))).toEqual(new Set([60_000]));
		expect(requests).toHaveLength(6);
	});

	test('a client sends nothing after the execution was stopped', async () => {
		const stop = new AbortController();
		stop.abort();
		const { requests, messages } = await requestsOf(
			{},
			{ getExecutionCancelSignal: () => stop.signal },
		);
		expect([requests.length, messages]).toEqual([
			0,
			['The execution was stopped', 'The execution was stopped'],
		]);
	});

	test('a request that leaves nothing behind is sent after the execution was stopped, and repeated', async () => {
		const stop = new AbortController();
		stop.abort();
		const stopped = { getExecutionCancelSignal: () => stop.signal };
		const { requests } = await requestsOf({}, stopped, { evenIfStopped: true });
		expect(requests).toEqual(
			Array.from({ length: 6 }, () => ({ timeout: 60_000, stopped: false })),
		);
	});
});
