import axios from 'axios';
import { until } from '../../setup/until';
import { startSimulator, type FaultRule, type Simulator } from '../../simulator';
import { ask, form, headersOf, paths, raw, send, verdict } from './client';

const call = { param: { type: 'dependent' }, body: form('text', '他叫汤姆去拿外衣。') };

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
	await ask(simulator, 'cws', call);
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

const orderFaults = (...rules: FaultRule[]) => simulator.openPlatform.faults.add(...rules);

/** The code of the client's error, or the HTTP status and body. */
async function outcome(timeout?: number): Promise<string> {
	try {
		const { status, data } = await send(simulator.url, 'cws', { ...call, timeout });
		return `${status} ${data.toString()}`;
	} catch (error) {
		return axios.isAxiosError(error) ? String(error.code) : String(error);
	}
}

/** The status line, headers and body of an answer, as they are sent. */
function rawAnswer(): Promise<string> {
	const headers = Object.entries(headersOf(call)).map(([name, value]) => `${name}: ${value}\r\n`);
	return raw(
		simulator,
		`POST ${paths.cws} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${call.body.length}\r\n${headers.join('')}\r\n${call.body}`,
	);
}

const successful =
	/^200 \{"code":"0","data":\{"word":\["他","叫","汤姆","去","拿","外衣","。"\]\},"desc":"success","sid":"ltp[^"]+"\}$/;

describe('rules', () => {
	it('faults take effect in the order in which they were added, each for the number of requests in its `times`', async () => {
		orderFaults(
			{ kind: 'code', code: '10700', times: 2 },
			{ kind: 'status', status: 503 },
			{ kind: 'code', code: '11201', desc: 'x|y' },
		);
		const outcomes = [];
		for (let i = 0; i < 5; i += 1) outcomes.push(await outcome());
		expect(outcomes).toEqual([
			expect.stringMatching(
				/^200 \{"code":"10700","data":\{\},"desc":"simulated\|ordered by a test"/,
			),
			expect.stringMatching(/^200 \{"code":"10700"/),
			'503 {"message":"HTTP 503, ordered by a test"}',
			expect.stringMatching(/^200 \{"code":"11201","data":\{\},"desc":"x\|y"/),
			expect.stringMatching(successful),
		]);
	});

	it('a fault concerns only the endpoints that its rule names', async () => {
		orderFaults(
			{ kind: 'code', code: '1', endpoint: 'speech' },
			{ kind: 'code', code: '2', endpoint: ['pos', 'dp'] },
			{ kind: 'code', code: '3', endpoint: 'all' },
		);
		await expect(verdict(simulator, 'pos', call)).resolves.toMatch(/^2 /);
		await expect(verdict(simulator, 'cws', call)).resolves.toMatch(/^3 /);
		await expect(verdict(simulator, 'cws', call)).resolves.toBe('0 success');
		await expect(verdict(simulator, 'speech', call)).resolves.toMatch(/^1 /);
		expect(simulator.openPlatform.faults.pending()).toEqual([]);
	});

	it('a fault with `times: always` stays until it is cleared', async () => {
		orderFaults({ kind: 'code', code: '10700', times: 'always' });
		for (let i = 0; i < 5; i += 1)
			await expect(verdict(simulator, 'cws', call)).resolves.toMatch(/^10700/);
		expect(simulator.openPlatform.faults.pending()).toEqual([
			{ kind: 'code', code: '10700', times: 'always', left: 'always' },
		]);
		simulator.openPlatform.faults.clear();
		await expect(verdict(simulator, 'cws', call)).resolves.toBe('0 success');
	});

	it('a wrongly signed request is refused as usual, even if it gets a fault', async () => {
		orderFaults({ kind: 'code', code: '10700' });
		await expect(verdict(simulator, 'cws', { ...call, key: 'wrong' })).resolves.toMatch(/^10105/);
		expect(simulator.log.at(-1)).toMatchObject({ authentic: false, fault: 'code', code: '10105' });
	});
});

describe('kinds', () => {
	it('a fault of kind `latency` delays the answer', async () => {
		orderFaults({ kind: 'latency', latencyMs: 300 });
		const started = performance.now();
		await expect(outcome()).resolves.toMatch(successful);
		expect(performance.now() - started).toBeGreaterThan(295);
		orderFaults({ kind: 'latency', latencyMs: 5000 });
		await expect(outcome(100)).resolves.toBe('ECONNABORTED');
	});

	it.each([
		[
			'the `code` of the fault',
			{ kind: 'code', code: '10114', endpoint: 'scene' },
			{ code: 10114, data: [] },
		],
		[
			'the `desc` of the fault',
			{ kind: 'code', code: '10114', desc: 'time out|engine', endpoint: 'scene' },
			{ code: 10114, desc: 'time out|engine' },
		],
	] as const)(
		'a fault of kind `code` answers in the form of the endpoint, with %s',
		async (_what, rule, expected) => {
			orderFaults(rule);
			await expect(
				ask(simulator, 'scene', { param: { image_name: 'a.png' } }),
			).resolves.toMatchObject(expected);
		},
	);

	it('a fault of kind `status` answers with its status, and with its body and headers if it has any', async () => {
		orderFaults(
			{ kind: 'status', status: 401, body: '{"message":"HMAC signature cannot be verified"}' },
			{ kind: 'status', status: 502, body: '<html>', contentType: 'text/html' },
			{ kind: 'status', status: 500, body: '' },
			{ kind: 'status', status: 429, headers: { 'Retry-After': '7' } },
		);
		await expect(outcome()).resolves.toBe('401 {"message":"HMAC signature cannot be verified"}');
		const page = await send(simulator.url, 'cws', call);
		expect([page.status, page.headers['content-type'], page.data.toString()]).toEqual([
			502,
			'text/html',
			'<html>',
		]);
		await expect(outcome()).resolves.toBe('500 ');
		expect((await send(simulator.url, 'cws', call)).headers['retry-after']).toBe('7');
	});

	it.each(['before', 'after'] as const)(
		'a fault of kind `drop` closes the connection %s the request is processed',
		async (when) => {
			orderFaults({ kind: 'drop', when });
			await expect(outcome()).resolves.toBe('ECONNRESET');
			expect(simulator.log.at(-1)).toMatchObject({
				fault: 'drop',
				status: null,
				...(when === 'after' ? { authentic: true, code: '0' } : {}),
			});
			await expect(outcome()).resolves.toMatch(successful);
		},
	);

	it('a fault of kind `half` sends only half of the body that Content-Length promises', async () => {
		orderFaults({ kind: 'half', times: 2 });
		await expect(outcome()).resolves.toMatch(/^(ECONNRESET|ERR_BAD_RESPONSE)$/);
		const answer = await rawAnswer();
		const promised = Number(/Content-Length: (\d+)/.exec(answer)?.[1]);
		const [, body = ''] = answer.split('\r\n\r\n');
		expect(body.length).toBe(Math.floor(promised / 2));
	});

	it.each([
		['sends no answer', 'nothing', 'ECONNABORTED'],
		['sends half of the answer', 'half', 'ERR_BAD_RESPONSE'],
	] as const)(
		'a fault of kind `stall` %s, and then waits until the client gives up',
		async (_what, after, expected) => {
			orderFaults({ kind: 'stall', after });
			const started = performance.now();
			await expect(outcome(1000)).resolves.toBe(expected);
			expect(performance.now() - started).toBeGreaterThan(995);
			expect(simulator.log.at(-1)).toMatchObject({
				fault: 'stall',
				status: after === 'half' ? 200 : null,
			});
			await expect(outcome()).resolves.toMatch(successful);
		},
	);

	it('a fault of kind `body` sends a body that is cut off, empty, an HTML page, or a text of the rule', async () => {
		orderFaults(
			{ kind: 'body', body: 'cut' },
			{ kind: 'body', body: 'empty' },
			{ kind: 'body', body: 'html' },
			{ kind: 'body', body: 'text', text: 'null' },
		);
		await expect(outcome()).resolves.toMatch(/^200 \{"code":"0","data":\{"word":\["[^}]+$/);
		await expect(outcome()).resolves.toBe('200 ');
		const page = await send(simulator.url, 'cws', call);
		expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html']);
		expect(page.data.toString()).toContain('<h1>502 Bad Gateway</h1>');
		await expect(outcome()).resolves.toBe('200 null');
	});

	it('a fault of kind `clock` changes the clock of the five-minute rule and the Date header for one request', async () => {
		orderFaults(
			{ kind: 'clock', shiftSeconds: -1000 },
			{ kind: 'clock', shiftSeconds: 0, date: 'Mon, 01 Jan 2024 00:00:00 GMT' },
		);
		const { headers, data } = await send(simulator.url, 'cws', call);
		expect(JSON.parse(data.toString())).toMatchObject({
			code: '10114',
			desc: 'time out|ilegal X-CurTime',
		});
		expect(Date.parse(String(headers.date)) - Date.now()).toBeLessThan(-990_000);
		expect((await send(simulator.url, 'cws', call)).headers.date).toBe(
			'Mon, 01 Jan 2024 00:00:00 GMT',
		);
		await expect(outcome()).resolves.toMatch(successful);
	});

	it('a fault of kind `whitelist` refuses the caller, in the form that it names', async () => {
		orderFaults({ kind: 'whitelist' }, { kind: 'whitelist', form: 'forbidden' });
		await expect(verdict(simulator, 'cws', call)).resolves.toBe(
			'10105 illegal access|illegal client_ip',
		);
		await expect(verdict(simulator, 'cws', call)).resolves.toBe(
			'40202 illegal access|illegal client_ip: access forbidden',
		);
		await expect(outcome()).resolves.toMatch(successful);
	});

	it('invalid faults are refused', () => {
		const invalidRules: unknown[] = [
			{ kind: 'none' },
			{ kind: 'code' },
			{ kind: 'status', status: 42 },
			{ kind: 'clock' },
			{ kind: 'half', endpoint: 'nowhere' },
			{ kind: 'half', times: 0 },
		];
		for (const rule of invalidRules) expect(() => orderFaults(rule as FaultRule)).toThrow();
		expect(simulator.openPlatform.faults.pending()).toEqual([]);
	});
});

it('the local platform closes immediately even if answers are stalled', async () => {
	const other = await startSimulator();
	other.openPlatform.faults.add({ kind: 'stall' });
	const pending = send(other.url, 'cws', call).catch((error: unknown) =>
		axios.isAxiosError(error) ? error.code : error,
	);
	await until(() => other.log.length > 0);
	await other.close();
	await expect(pending).resolves.toBe('ECONNRESET');
});
