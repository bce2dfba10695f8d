import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { packToken } from '../../nodes/shared/aiCall/protocol/storedToken';
import { RESTRICTED_APP_KEY, RESTRICTED_APP_SECRET } from '../simulator/aiCall';
import { Random } from '../simulator/aiCall/random';
import { withAnswers, type SeenRequest } from './answers';
import { byHand, CallBench, chosen, customers, iflytekAiCallWith, PLACE } from './aiCall';
import { quickClock } from '../setup/quickClock';
import { FULL_SIZE, sized } from '../setup/size';
import { loadProcesses } from './processes';
import { CONSOLE } from '../setup/console';

const SEED = 20_261_122;

const bench = new CallBench({ speed: 0 });
const getVoices = { resource: 'configuration', operation: 'get', kind: 'voices' };
const tokenRequests = () => bench.requests('token').length;
const answerCodes = (endpoint: string) => bench.requests(endpoint).map(({ code }) => code);

test('a token is fetched once and kept for the next run', async () => {
	await bench.json(getVoices);
	await bench.json(getVoices, [{}, {}, {}]);
	expect(tokenRequests()).toBe(1);
	expect(JSON.parse(String(bench.credential.sessionToken))).toEqual({
		token: expect.stringMatching(/^[0-9a-f]{32}$/),
		usableUntil: expect.any(Number),
		source: expect.any(String),
	});
});

test('a token is fetched once even if several requests start without one', async () => {
	await bench.json(
		getVoices,
		Array.from({ length: 10 }, () => ({})),
	);
	expect(tokenRequests()).toBe(1);
});

test('a token is renewed before it expires, so that no request is refused', async () => {
	bench.platform.configure({ tokenLifeSeconds: 1000 });
	await bench.json(getVoices);
	const { now: realNow } = Date;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => realNow() + 950_000);
	await bench.json(getVoices);
	clock.mockRestore();
	expect(tokenRequests()).toBe(2);
	expect(answerCodes('configQuery')).toEqual([0, 0]);
});

describe.each([200, 401])('a token that is refused with HTTP %d', (tokenFailureStatus) => {
	test('a refused token is renewed, and the request is sent once more', async () => {
		bench.platform.configure({ tokenFailureStatus });
		await bench.json(getVoices);
		bench.platform.expireAllTokens();
		expect(await bench.json(getVoices)).toHaveLength(7);
		expect(tokenRequests()).toBe(2);
		expect(answerCodes('configQuery')).toEqual([0, 10001, 0]);
	});

	test.each(FULL_SIZE ? [false, true] : [tokenFailureStatus === 401])(
		'twenty simultaneous requests share one renewal (a new token ends the former token: %s)',
		async (newTokenEndsFormer) => {
			bench.platform.configure({ tokenFailureStatus, newTokenEndsFormer });
			await bench.json(getVoices);
			bench.platform.expireAllTokens();
			const out = await bench.json(
				{ ...PLACE, options: { concurrentRequests: 20 } },
				customers(1000),
			);
			expect(out).toHaveLength(1000);
			// The query for the columns is refused and renews the token. The twenty batches then use the new token.
			expect(tokenRequests()).toBe(2);
			bench.platform.expireAllTokens();
			await Promise.all(Array.from({ length: 20 }, async () => await bench.json(getVoices)));
			expect(tokenRequests()).toBe(3);
			bench.platform.expireAllTokens();
			await bench.json(
				{ ...getVoices, options: { concurrentRequests: 20 } },
				Array.from({ length: 20 }, () => ({})),
			);
			expect(tokenRequests()).toBe(4);
			// Each number was accepted, and none twice.
			const acceptedNumbers = bench.platform.acceptedRows.map(({ values }) => values[0]);
			expect([acceptedNumbers.length, new Set(acceptedNumbers).size]).toEqual([1000, 1000]);
		},
	);
});

test('a token is also renewed if a gateway refuses it with HTTP 401 and a code that the platform does not have', async () => {
	const requests: string[] = [];
	const answer = ({ path }: SeenRequest) => {
		const { pathname, searchParams } = new URL(path, 'http://platform');
		const sentToken = searchParams.get('token') ?? '';
		requests.push(`${pathname.split('/').at(-1)} ${sentToken}`.trim());
		if (pathname.endsWith('/token'))
			// The token has the number of the request that fetched it.
			return {
				body: JSON.stringify({
					code: 0,
					message: 'ok',
					result: { token: `T${requests.length}`, time_expire: 3600 },
				}),
			};
		if (sentToken === 'T1') return { status: 401, body: '{"code":401,"message":"token expired"}' };
		return { body: '{"code":0,"message":"ok","result":{"voices":[]}}' };
	};
	await withAnswers(answer, async (url) => {
		bench.credential.baseUrl = url;
		expect(await bench.json(getVoices)).toEqual([]);
	});
	expect(requests).toEqual(['token', 'query T1', 'token', 'query T3']);
});

test('if the platform refuses every token, the request is repeated five times with a newly read credential, and no row is accepted', async () => {
	await bench.json(getVoices);
	bench.platform.failNext('callout', { kind: 'expireToken' }, 10);
	const { error } = await bench.run(PLACE, customers(1));
	expect(error?.message).toBe(
		'The AI call platform refused to place calls: the token is invalid (code 10001, the platform says: Invalid token request)',
	);
	expect(answerCodes('callout')).toEqual([10001, 10001, 10001, 10001, 10001, 10001]);
	expect(bench.platform.acceptedRows).toEqual([]);
});

/**
 * Fetches a token as another process would, and returns it in the form in which the credential stores it. If the platform
 * is set to end former tokens, this ends the node's token.
 */
async function tokenOfOtherProcess(): Promise<string> {
	const response = await fetch(
		`${bench.simulator.baseUrls.call}/v1/service/v1/aicall/oauth/v1/token`,
		{
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ app_key: bench.keys.appKey, app_secret: bench.keys.appSecret }),
		},
	);
	const { result } = (await response.json()) as { result: { token: string } };
	return packToken(
		{ token: result.token, usableUntil: Date.now() + 9e8 },
		{
			appKey: bench.keys.appKey,
			appSecret: bench.keys.appSecret,
			baseUrl: String(bench.credential.baseUrl),
		},
	);
}

test('if another process has ended the token, the node uses the newly stored token and fetches none', async () => {
	bench.platform.configure({ newTokenEndsFormer: true });
	await bench.json(getVoices);
	const stored = await tokenOfOtherProcess();
	// The other process saves its token only after the platform has refused this node's token.
	const access = async () => {
		if (answerCodes('configQuery').includes(10001)) bench.credential.sessionToken = stored;
	};
	expect(
		await bench.json(getVoices, [{}], {
			credentials: [{ type: new IflytekAiCallApi(), data: bench.credential, access }],
		}),
	).toHaveLength(7);
	expect([tokenRequests(), answerCodes('configQuery')]).toEqual([2, [0, 10001, 0]]);
});

describe('two processes on a platform where a new token ends the former token', () => {
	const processes = loadProcesses(bench, 2);

	test.each([
		[10, sized(10)],
		[300, sized(3)],
	])(
		'if the token has ended, all of twenty simultaneous executions succeed (latency %d ms, %d rounds)',
		async (latencyMs, rounds) => {
			await bench.json(getVoices);
			bench.platform.configure({ newTokenEndsFormer: true, latencyMs });
			const random = new Random(SEED);
			const delayedAccess = async () =>
				await new Promise<void>((resolve) => setTimeout(resolve, random.next() * 10));
			for (let round = 0; round < rounds; round++) {
				bench.platform.expireAllTokens();
				const runs = Array.from(
					{ length: 20 },
					async (_, index) =>
						await bench.run(getVoices, [{}], processes[index % 2]?.(delayedAccess)),
				);
				expect((await Promise.all(runs)).map(({ error }) => error?.message)).toEqual(
					runs.map(() => undefined),
				);
			}
		},
		60_000,
	);
});

test("if n8n's database fails, nothing is sent, and the error does not blame the platform", async () => {
	await bench.json(getVoices);
	let reads = 0;
	const access = async () => {
		reads++;
		if (reads > 1) throw new Error('Connection terminated due to connection timeout');
	};
	const { outputs } = await bench.run(
		{
			...PLACE,
			columns: byHand(['客户手机号码'], { 客户手机号码: '={{ $json.客户手机号码 }}' }),
			robotId: chosen('5202'),
		},
		customers(2),
		{
			credentials: [{ type: new IflytekAiCallApi(), data: bench.credential, access }],
			settings: { onError: 'continueErrorOutput' },
		},
	);
	expect(outputs[1]?.map(({ json }) => [json.error, json.details])).toEqual(
		[0, 1].map(() => [
			'Could not sign in to the AI call platform: n8n could not read the credential or save its token (Connection terminated due to connection timeout)',
			{
				kind: 'unavailable',
				advice: "Check n8n's log and its database, then run the workflow again.",
				state: 'notSent',
			},
		]),
	);
	expect(bench.requests('callout')).toEqual([]);
});

test('a token that belongs to another key, secret or address is not used', async () => {
	await bench.json(getVoices);
	const firstToken = bench.credential.sessionToken;
	Object.assign(bench.credential, { appKey: RESTRICTED_APP_KEY, appSecret: RESTRICTED_APP_SECRET });
	await bench.json(getVoices);
	expect(tokenRequests()).toBe(2);
	expect(answerCodes('configQuery')).toEqual([0, 0]);
	expect(bench.credential.sessionToken).not.toBe(firstToken);
});

test('an older token that was restored in the credential is replaced by the newest token of this process', async () => {
	bench.platform.configure({ newTokenEndsFormer: true });
	await bench.json(getVoices);
	const oldToken = bench.credential.sessionToken;
	bench.platform.expireAllTokens();
	await bench.json(getVoices);
	bench.credential.sessionToken = String(oldToken);
	await bench.json(getVoices);
	expect(tokenRequests()).toBe(2);
	expect(answerCodes('configQuery')).toEqual([0, 10001, 0, 10001, 0]);
});

test('an unknown token in the credential is replaced by the newest token of this process, even if both tokens are equally old', async () => {
	await bench.json(getVoices);
	const { usableUntil } = JSON.parse(String(bench.credential.sessionToken)) as {
		usableUntil: number;
	};
	bench.credential.sessionToken = packToken(
		{ token: 'f'.repeat(32), usableUntil },
		{
			appKey: bench.keys.appKey,
			appSecret: bench.keys.appSecret,
			baseUrl: String(bench.credential.baseUrl),
		},
	);
	await bench.json(getVoices);
	expect([tokenRequests(), answerCodes('configQuery')]).toEqual([1, [0, 10001, 0]]);
});

test.each<[string, object, string]>([
	['a missing key', { appKey: ' ' }, 'App Key is empty'],
	['a missing secret', { appSecret: '' }, 'App Secret is empty'],
	[
		'an address that is not valid',
		{ baseUrl: 'callapi.xfyun.cn' },
		'The base URL of the AI call platform must start with http:// or https://, without ? or #',
	],
])('%s is an error before any request', async (_name, wrongFields, message) => {
	Object.assign(bench.credential, wrongFields);
	const { error } = await bench.run(getVoices);
	expect([error?.name, error?.message]).toEqual(['NodeOperationError', message]);
	const { outputs } = await bench.run(PLACE, customers(2), {
		settings: { onError: 'continueErrorOutput' },
	});
	expect(
		outputs.map((items) => items.map(({ json, pairedItem }) => [json.error, pairedItem])),
	).toEqual([[], [0, 1].map((item) => [message, { item }])]);
	expect(bench.platform.requests).toEqual([]);
});

test('a key and a secret of 32 characters each are accepted', async () => {
	const keys = { appKey: 'k'.repeat(32), appSecret: 's'.repeat(32) };
	bench.platform.setup.accounts.push({ ...keys, appId: '1', businessId: '2', permits: 'all' });
	Object.assign(bench.credential, keys);
	expect(await bench.json(getVoices)).toHaveLength(7);
});

test('spaces around key and secret are ignored', async () => {
	Object.assign(bench.credential, {
		appKey: ` ${bench.keys.appKey}\n`,
		appSecret: `${bench.keys.appSecret} `,
	});
	expect(await bench.json(getVoices)).toHaveLength(7);
});

test('code 200101 is explained, and no second token is requested', async () => {
	bench.credential.appSecret = 'x'.repeat(44);
	const { error } = await bench.run(getVoices);
	expect([error?.message, error?.description, error?.httpCode]).toEqual([
		'App Key or App Secret is wrong (code 200101, the platform says: Wrong account or password)',
		`Copy both again, as a pair, from ${CONSOLE}: your application, Opened Services. Check that they are not swapped.`,
		'200101',
	]);
	expect(tokenRequests()).toBe(1);
});

test('code 10002 is explained, and the token is not renewed', async () => {
	Object.assign(bench.credential, { appKey: RESTRICTED_APP_KEY, appSecret: RESTRICTED_APP_SECRET });
	const { error } = await bench.run(PLACE, customers(1));
	expect([error?.message, error?.description]).toEqual([
		'The AI call platform refused to place calls: no permission (code 10002, the platform says: The token has no permission for the request)',
		`Nothing was sent. Enable the AI call service for this application in ${CONSOLE}. Then run it again.`,
	]);
	expect(tokenRequests()).toBe(1);
	expect(answerCodes('callout')).toEqual([10002]);
});

test('code 10003 is explained for a request that places calls and for a request for a token, and neither is repeated', async () => {
	const advice = `Nothing was sent. The platform did not find the application of this App Key and App Secret. Copy both again from ${CONSOLE}. Then run it again.`;
	bench.platform.failNext('callout', { kind: 'code', code: 10003 });
	const { error } = await bench.run(PLACE, customers(1));
	expect([error?.message, error?.description]).toEqual([
		'The AI call platform refused to place calls: wrong application id (code 10003, the platform says: Wrong app_id)',
		advice,
	]);
	expect([tokenRequests(), answerCodes('callout')]).toEqual([1, [10003]]);
	bench.platform.expireAllTokens();
	bench.platform.failNext('token', { kind: 'code', code: 10003 });
	const refused = await bench.run(PLACE, customers(1));
	expect([refused.error?.message, refused.error?.description]).toEqual([
		'Could not sign in to the AI call platform: The AI call platform refused to issue a token: wrong application id (code 10003, the platform says: Wrong app_id)',
		advice,
	]);
	expect(tokenRequests()).toBe(2);
});

test('a request for a token is repeated if it gets no answer, and fails if the platform refuses it', async () => {
	bench.platform.failNext('token', { kind: 'stall', when: 'before', ms: 50 }, 2);
	const out = await bench.json({ ...PLACE, options: { concurrentRequests: 1 } }, customers(1));
	expect(out).toHaveLength(1);
	expect(tokenRequests()).toBe(3);
	bench.platform.expireAllTokens();
	bench.platform.failNext('token', { kind: 'code', code: 10021 });
	const { outputs } = await bench.run(PLACE, customers(1), {
		settings: { onError: 'continueRegularOutput' },
	});
	expect(outputs[0]?.[0]?.json.error).toMatch(
		/^Could not sign in to the AI call platform: .*the interface is disabled \(code 10021/,
	);
});

test('a refused token is not sent again, even if the platform issues the same token again', async () => {
	await bench.json(getVoices);
	const { token } = JSON.parse(String(bench.credential.sessionToken)) as { token: string };
	const source = {
		appKey: bench.keys.appKey,
		appSecret: bench.keys.appSecret,
		baseUrl: String(bench.credential.baseUrl),
	};
	bench.credential.sessionToken = packToken({ token, usableUntil: Date.now() + 9e8 }, source);
	bench.platform.expireAllTokens();
	bench.platform.failNext('token', {
		kind: 'body',
		text: JSON.stringify({ code: 0, message: 'ok', result: { token, time_expire: 3600 } }),
		contentType: 'application/json',
	});
	const { error } = await bench.run(getVoices);
	expect(error?.message).toMatch(/the token is invalid \(code 10001/);
	expect(answerCodes('configQuery')).toEqual([0, 10001]);
});

test('a wrong secret is sent only once, even for twenty items', async () => {
	bench.credential.appSecret = 'x'.repeat(44);
	const { outputs } = await bench.run(
		getVoices,
		Array.from({ length: 20 }, () => ({})),
		{ settings: { onError: 'continueErrorOutput' } },
	);
	expect(outputs[1]?.map(({ json }) => (json.details as { code: string }).code)).toEqual(
		Array.from({ length: 20 }, () => '200101'),
	);
	expect(tokenRequests()).toBe(1);
});

test('no token and no secret is in any output, error, run data or log', async () => {
	bench.credential.pushSecret = 'PushSecretOfThisTest';
	const texts: string[] = [];
	const tokensSeen = new Set<string>();
	const run = async (
		parameters: object,
		onError: 'stopWorkflow' | 'continueErrorOutput' | 'continueRegularOutput',
	) => {
		const { run: data, error } = await bench.run({ ...parameters }, customers(2), {
			settings: { onError },
			nodeType: iflytekAiCallWith(quickClock, '/task/callout'),
		});
		texts.push(JSON.stringify(data), everything(error), everything(data.data.resultData.error));
		const { token } = JSON.parse(String(bench.credential.sessionToken || '{}')) as {
			token?: string;
		};
		if (token !== undefined) tokensSeen.add(token);
	};
	await run(PLACE, 'stopWorkflow');
	for (const onError of ['stopWorkflow', 'continueErrorOutput', 'continueRegularOutput'] as const) {
		for (const fault of [
			{ kind: 'drop', when: 'after' },
			{ kind: 'stall', when: 'before' },
			{ kind: 'http', status: 500 },
			{ kind: 'code', code: 10005 },
			{ kind: 'miscount', total: 2 },
		] as const) {
			bench.platform.failNext('callout', fault);
			await run({ ...PLACE, options: { timeout: 1 } }, onError);
		}
		const { token } = JSON.parse(String(bench.credential.sessionToken)) as { token: string };
		bench.platform.failNext('callout', {
			kind: 'code',
			code: 10002,
			message: `no permission: ${token} ${bench.keys.appSecret}`,
		});
		await run(PLACE, onError);
		bench.platform.failNext('callout', { kind: 'expireToken' }, 2);
		await run(PLACE, onError);
		bench.platform.expireAllTokens();
		bench.platform.failNext('token', { kind: 'code', code: 10021 });
		await run(PLACE, onError);
	}
	expect(tokensSeen.size).toBeGreaterThan(3);
	texts.push(
		JSON.stringify(bench.simulator.log),
		// One of the test's own faults contains a token and a secret.
		JSON.stringify(bench.platform.requests, (key, value: unknown) =>
			key === 'fault' ? undefined : value,
		),
	);
	for (const secret of [...tokensSeen, bench.keys.appSecret, 'PushSecretOfThisTest']) {
		expect(texts.filter((text) => text.includes(secret))).toEqual([]);
	}
});

/** An error as text, with all its properties, enumerable or not. */
function everything(error: unknown, depth = 0): string {
	if (!(error instanceof Object) || depth > 6) return String(error);
	return Object.getOwnPropertyNames(error)
		.map((name) => `${name}: ${everything((error as Record<string, unknown>)[name], depth + 1)}`)
		.join('\n');
}
