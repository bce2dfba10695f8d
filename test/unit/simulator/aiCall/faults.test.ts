import { CALL_CODES } from '../../../document/table/codes';
import { until } from '../../../setup/until';
import { PATHS } from '../../../simulator/aiCall/endpointList';
import { listen, type Listening } from './listen';

const PHONE = '客户手机号码';
const directCall = {
	robot_id: '5202',
	line_num: '055168204601',
	call_column: [PHONE],
	call_list: [['13800000001']],
};

let local: Listening;
afterEach(async () => local.close());

/** Sends a direct call with one row. Returns the HTTP status and the code or the beginning of the body, or the error of the connection. */
async function ring(): Promise<string> {
	try {
		const { status, data } = await local.send('callout', directCall);
		return `${status} ${/"code":(\d+)/.exec(data)?.[1] ?? data.slice(0, 12)}`;
	} catch (error) {
		return error instanceof Error && 'code' in error ? String(error.code) : String(error);
	}
}

it('every documented code can be ordered as a fault, is returned as often as ordered, and nothing is carried out then', async () => {
	local = await listen();
	for (const [code, { says }] of Object.entries(CALL_CODES)) {
		local.platform.failNext('callout', { kind: 'code', code: Number(code) });
		expect((await local.send('callout', directCall)).data).toBe(
			`{"code":${code},"message":"${says}","result":{}}`,
		);
	}
	expect(local.platform.acceptedRows).toEqual([]);
	local.platform.failNext('callout', { kind: 'code', code: 10004 }, 2);
	expect([await ring(), await ring(), await ring()]).toEqual(['200 10004', '200 10004', '200 0']);
	expect(local.platform.acceptedRows).toHaveLength(1);
});

it('a code can be ordered as a fault with another HTTP status', async () => {
	local = await listen();
	// The request for a token gets this fault, because the fault is for any endpoint.
	local.platform.failNext('*', { kind: 'code', code: 10004, status: 503 });
	await local.token();
	local.platform.failNext('callout', { kind: 'code', code: 10004, status: 503 });
	expect(await ring()).toBe('503 10004');
});

it.each([
	['drop before', { kind: 'drop', when: 'before' }, 'ECONNRESET', 0],
	['drop after', { kind: 'drop', when: 'after' }, 'ECONNRESET', 1],
	['5xx before', { kind: 'http', status: 503, when: 'before' }, '503 <html><head>', 0],
	['5xx after', { kind: 'http', status: 502, when: 'after' }, '502 <html><head>', 1],
	['half an answer', { kind: 'half' }, 'ERR_BAD_RESPONSE', 1],
	['stall before', { kind: 'stall', when: 'before', ms: 20 }, 'ECONNRESET', 0],
	['stall after', { kind: 'stall', when: 'after', ms: 20 }, 'ECONNRESET', 1],
	['late', { kind: 'late', ms: 20 }, '200 0', 1],
	['another body', { kind: 'body', text: '<p>login</p>' }, '200 <p>login</p>', 1],
] as const)('the fault "%s" (%j) is seen by the client as %s', async (_, fault, seen, accepted) => {
	local = await listen();
	await local.send('configQuery', {});
	local.platform.failNext('callout', fault);
	expect(await ring()).toBe(seen);
	expect(local.platform.acceptedRows).toHaveLength(accepted);
	const record = local.platform.requests.at(-1);
	expect([record?.carriedOut, record?.answered]).toEqual([accepted === 1, seen === '200 0']);
});

it('a wrong count of rows can be ordered as a fault', async () => {
	local = await listen({ ids: 'small' });
	local.platform.failNext('callout', { kind: 'miscount', total: 1, missingIds: 1 });
	expect((await local.send('callout', directCall)).data).toContain('"total":2,"task_data_ids":[]');
	expect(local.platform.acceptedRows).toHaveLength(1);
});

it('a fault can end the token of a request', async () => {
	local = await listen();
	local.platform.failNext('callout', { kind: 'expireToken' });
	expect([await ring(), await ring()]).toEqual(['200 10001', '200 10001']);
});

it('stalled connections are released when the platform closes', async () => {
	local = await listen();
	await local.send('configQuery', {});
	local.platform.failNext('callout', { kind: 'stall', when: 'after' });
	const waiting = ring();
	await until(() => local.platform.acceptedRows.length > 0);
	await local.platform.close();
	expect(await waiting).toBe('ECONNRESET');
});

it('releaseAnswers immediately sends an answer that a fault delays', async () => {
	local = await listen();
	await local.send('configQuery', {});
	local.platform.failNext('callout', { kind: 'late', ms: 1_000_000 });
	const waiting = ring();
	await until(() => local.platform.acceptedRows.length > 0);
	local.platform.releaseAnswers();
	expect(await waiting).toBe('200 0');
});

it('a fault plan leads to the same faults for the same seed', async () => {
	const plan = {
		seed: 7,
		busy: 0.2,
		dropBefore: 0.1,
		dropAfter: 0.1,
		http5xxBefore: 0.1,
		http5xxAfter: 0.1,
		half: 0.1,
	};
	const run = async (seed: number): Promise<string[]> => {
		local = await listen();
		await local.send('configQuery', {});
		local.platform.setFaultPlan({ ...plan, seed });
		const seen: string[] = [];
		for (let nth = 0; nth < 40; nth++) seen.push(await ring());
		const answeredOk = seen.filter((text) => text === '200 0').length;
		const carriedOut = local.platform.requests.filter(
			(request) => request.endpoint === 'callout' && request.carriedOut,
		).length;
		expect(local.platform.acceptedRows).toHaveLength(carriedOut);
		expect(carriedOut).toBeGreaterThan(answeredOk);
		await local.close();
		return seen;
	};
	const first = await run(7);
	expect(await run(7)).toEqual(first);
	expect(await run(8)).not.toEqual(first);
	expect(new Set(first).size).toBeGreaterThanOrEqual(5);
	local = await listen();
	expect(() => local.platform.setFaultPlan({ seed: 1, busy: 0.6, dropBefore: 0.6 })).toThrow(
		'add up to 1.2',
	);
});

it('a request is carried out only after the configured latency', async () => {
	local = await listen();
	await local.send('configQuery', {});
	local.platform.configure({ latencyMs: 40 });
	const started = performance.now();
	expect(await ring()).toBe('200 0');
	// Timers can fire a little early.
	expect(performance.now() - started).toBeGreaterThanOrEqual(38);
});

it('no answer is recorded if the client has closed the connection, even if the request was carried out', async () => {
	local = await listen();
	await local.send('configQuery', {});
	// Even a busy machine notices the closed connection within this time.
	local.platform.configure({ latencyMs: 1500 });
	const hangUp = new AbortController();
	const url = `${local.url}${PATHS.callout}?token=${await local.token()}`;
	const request = fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(directCall),
		signal: hangUp.signal,
	}).catch(() => 'gone');
	await until(() => local.platform.requests.at(-1)?.endpoint === 'callout');
	hangUp.abort();
	expect(await request).toBe('gone');
	await until(() => local.platform.acceptedRows.length > 0);
	expect(local.platform.requests.at(-1)).toMatchObject({
		carriedOut: true,
		answered: false,
		status: undefined,
	});
});
