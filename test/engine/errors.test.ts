import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FaultRule } from '../simulator';
import { NodeOperationError } from 'n8n-workflow';
import { errorItem, toNodeError } from '../../nodes/shared/n8n/run/nodeErrors';
import { until } from '../setup/until';
import { withStoppedDate } from '../setup/stoppedDate';
import { withAnswers, type GivenAnswer, type SeenRequest } from './answers';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { hastyClock, HURRY, quickClock } from '../setup/quickClock';
import { freePort } from '../e2e/lib/ports';
import { Bench, iflytekWith } from './iflytek';
import { CONSOLE } from '../setup/console';

const bench = new Bench();
const image = (name: string) => ({
	data: { data: readFileSync(join(__dirname, '../fixtures/images', name)), fileName: name },
});
const pngItem = { files: image('tiny.png') };
const parameters = { resource: 'image', operation: 'recognizeScene', simplify: true };
const withoutRetries = { ...parameters, options: { retries: 0 } };
/** The node for which a test creates errors. */
const node = {
	id: '1',
	name: 'Node',
	type: 'iflytek',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};
const addFaults = (...rules: FaultRule[]) => bench.simulator.openPlatform.faults.add(...rules);
const requestCount = () => bench.simulator.log.length;
/** The node with requests that time out sooner. */
const nodeWithShortTimeouts = () => iflytekWith(quickClock, '/v1/scene');

/** Runs a node that must fail, and returns what the user reads. */
async function failureOf(
	nodeParameters = withoutRetries as object,
	nodeType = iflytekWith(hastyClock),
) {
	const { error, outputs } = await bench.run('scene', { ...nodeParameters }, [pngItem], {
		nodeType,
	});
	expect(outputs).toEqual([]);
	return {
		message: error?.message,
		description: error?.description,
		code: error?.httpCode,
		messages: error?.messages,
		data: error?.context?.data,
	};
}

describe('codes with a description', () => {
	test('a description that contains the code of a network error is shown unchanged and only once, although n8n knows this code', async () => {
		addFaults({
			kind: 'code',
			code: '10107',
			desc: 'invalid image|ECONNREFUSED while fetching it',
		});
		const { message, messages } = await failureOf();
		expect(message).toContain('ECONNREFUSED while fetching it');
		expect(messages).toEqual([]);
	});

	test.each<[string, string, string, RegExp]>([
		[
			'10105',
			'illegal access|invalid X-Appid',
			'App ID is wrong for scene recognition',
			/^Copy App ID and API Key again from the page of this service in the iFLYTEK console/,
		],
		[
			'10106',
			'invalid parameter|invalid X-Appid',
			'App ID is wrong for scene recognition',
			/^Copy App ID and API Key again from the page of this service in the iFLYTEK console/,
		],
		[
			'10106',
			'invalid parameter|invalid X-CheckSum',
			'App ID or API Key is wrong for scene recognition',
			/^Copy App ID and API Key again from the page of this service in the iFLYTEK console/,
		],
		[
			'10106',
			'invalid parameter|invalid X-CurTime',
			"This machine's clock differs too much from the platform's",
			/^Correct the clock \(NTP\), then try again\. Session ID/,
		],
		[
			'10105',
			'illegal access|invalid X-CurTime',
			"This machine's clock differs too much from the platform's",
			/^Correct the clock \(NTP\), then try again\. Session ID/,
		],
		[
			'10105',
			'illegal access|illegal client_ip: 203.0.113.7',
			"This machine's IP address 203.0.113.7 is not on the whitelist of scene recognition",
			/^Add this machine's public IP address/,
		],
		[
			'10105',
			'illegal access|illegal client_ip',
			"This machine's IP address is not on the whitelist of scene recognition",
			/^Add this machine's public IP address to the whitelist/,
		],
		[
			'10105',
			'illegal access|illegal client_ip: 2001:db8::7',
			"This machine's IP address 2001:db8::7 is not on the whitelist of scene recognition",
			/^Add this machine's public IP address/,
		],
		[
			'10105',
			'illegal access|invalid X-CheckSum',
			'App ID or API Key is wrong for scene recognition',
			/^Copy App ID and API Key again from the page of this service in the iFLYTEK console/,
		],
		[
			'10105',
			'',
			"App ID or API Key is wrong for scene recognition, or this machine's IP address is not on the whitelist",
			/^Copy App ID and API Key again/,
		],
		[
			'40202',
			'',
			"This machine's IP address is not on the whitelist of scene recognition",
			/^Add this machine's public IP address to the whitelist/,
		],
		[
			'40202',
			'illegal access|illegal client_ip: access forbidden',
			"This machine's IP address is not on the whitelist of scene recognition",
			/^Add this machine's public IP address to the whitelist/,
		],
		[
			'40202',
			'illegal access|illegal client_ip: 999.1.2.3',
			"This machine's IP address is not on the whitelist of scene recognition",
			/^Add this machine's public IP address to the whitelist/,
		],
	])(
		'the error for code %s with the description "%s" says what is wrong and what to do',
		async (code, desc, headline, advice) => {
			addFaults({ kind: 'code', code, desc });
			const { message, description } = await failureOf();
			expect([message, description]).toEqual([
				`${headline} (code ${code}${desc === '' ? '' : `, the platform says: ${desc.replace('|', ': ')}`})`,
				expect.stringMatching(advice),
			]);
		},
	);

	test('the error for an unknown code contains the code and says that it is unknown', async () => {
		addFaults({ kind: 'code', code: '12345', desc: 'new|thing' });
		const { message, description } = await failureOf();
		expect(message).toBe('The iFLYTEK platform refused the request: new: thing (code 12345)');
		expect(description).toMatch(/^This code is not in the list of known codes\./);
	});
});

describe('answers that cannot be used', () => {
	test.each<[string, FaultRule, string, RegExp]>([
		[
			'HTTP 401 with a message of a gateway',
			{ kind: 'status', status: 401, body: '{"message":"HMAC signature does not match"}' },
			'The iFLYTEK platform returned HTTP 401: not authorized (HMAC signature does not match)',
			/API Key again/,
		],
		[
			'HTTP 403 with plain text',
			{ kind: 'status', status: 403, body: 'address\nblocked', contentType: 'text/plain' },
			'The iFLYTEK platform returned HTTP 403: forbidden (address blocked)',
			/API Key again.*whitelist/,
		],
		[
			'HTTP 403 with a web page',
			{ kind: 'status', status: 403, body: '<html>no</html>', contentType: 'text/html' },
			'The iFLYTEK platform returned HTTP 403: forbidden',
			/API Key again.*whitelist/,
		],
		[
			'HTTP 404',
			{ kind: 'status', status: 404, body: '' },
			'The iFLYTEK platform returned HTTP 404: not found',
			/base URL/,
		],
		[
			'HTTP 413',
			{ kind: 'status', status: 413, body: '' },
			'The iFLYTEK platform returned HTTP 413: the request is too large',
			/smaller file/,
		],
		[
			'HTTP 429',
			{ kind: 'status', status: 429, body: '{"error":1}', times: 'always' },
			'The iFLYTEK platform returned HTTP 429: too many requests ({"error":1})',
			/accepted no request of this run for 60 seconds/,
		],
		[
			'HTTP 431',
			{ kind: 'status', status: 431, body: '' },
			'The iFLYTEK platform returned HTTP 431: the headers are too long',
			/fewer or shorter/,
		],
		[
			'HTTP 502',
			{ kind: 'status', status: 502, body: '' },
			'The iFLYTEK platform returned HTTP 502: the service failed',
			/has a problem\. Try again later/,
		],
		[
			'a redirection',
			{ kind: 'status', status: 302, headers: { Location: 'http://127.0.0.1:1/' } },
			'The iFLYTEK platform returned HTTP 302: moved (http://127.0.0.1:1/)',
			/Redirects are not followed.*base URL/,
		],
		[
			'HTTP 500 with the body of a success',
			{ kind: 'status', status: 500, body: '{"code":"0","data":[]}' },
			'The iFLYTEK platform returned HTTP 500: the service failed ({"code":"0","data":[]})',
			/has a problem\. Try again later/,
		],
		[
			'an empty answer',
			{ kind: 'body', body: 'empty' },
			'The iFLYTEK platform sent an empty response',
			/Try again.*base URL/,
		],
		[
			'plain text',
			{ kind: 'body', body: 'text', text: 'ECONNRESET please' },
			'The response from the iFLYTEK platform is not JSON. It starts with: ECONNRESET please',
			/Try again.*base URL/,
		],
		[
			'JSON without a code',
			{ kind: 'body', body: 'text', text: '{"message":"no route"}' },
			'The response from the iFLYTEK platform has no result code. It starts with: {"message":"no route"}',
			/Try again.*base URL/,
		],
		[
			'a JSON list',
			{ kind: 'body', body: 'text', text: '[]' },
			'The response from the iFLYTEK platform has no result code. It starts with: []',
			/Try again.*base URL/,
		],
		[
			'HTTP 429 with a code of a gateway',
			{ kind: 'status', status: 429, body: '{"code":429,"desc":"slow down"}', times: 'always' },
			'The iFLYTEK platform refused the request: too many requests: slow down (code 429)',
			/accepted no request of this run for 60 seconds/,
		],
	])('the error says what the platform returned: %s', async (_name, fault, message, advice) => {
		addFaults(fault);
		const error = await failureOf();
		expect(error.message).toBe(message);
		expect(error.description).toMatch(advice);
	});

	test('the error says that the answer is a web page, or that it is incomplete', async () => {
		addFaults({ kind: 'body', body: 'html' }, { kind: 'body', body: 'cut' });
		expect((await failureOf()).message).toMatch(
			/^The iFLYTEK platform returned a web page instead of a result. It starts with: </,
		);
		expect((await failureOf()).message).toMatch(
			/^The response from the iFLYTEK platform is incomplete. It starts with: \{/,
		);
	});

	test.each<[string, FaultRule]>([
		['dropped before the platform did its work', { kind: 'drop', when: 'before' }],
		['dropped after the platform did its work', { kind: 'drop', when: 'after' }],
		['closed in the middle of the answer', { kind: 'half' }],
	])('if the connection was %s, the error says that it was closed', async (_name, fault) => {
		addFaults(fault);
		const { message, description } = await failureOf();
		expect(message).toBe(
			`The connection to ${new URL(bench.simulator.url).host} was closed before the response was complete`,
		);
		expect(description).toMatch(
			/^Try again\. If it keeps happening, check for a proxy or firewall that closes connections\.( \([A-Z_]+\))?$/,
		);
	});

	test.each<[string, FaultRule, string]>([
		['before its first byte', { kind: 'stall', after: 'nothing' }, ' (ECONNABORTED)'],
		['half-way', { kind: 'stall', after: 'half' }, ''],
	])('an answer that stalls %s ends in a time-out', async (_name, fault, cause) => {
		addFaults(fault);
		const { message, description } = await failureOf(
			{ ...parameters, options: { retries: 0, timeout: 1 } },
			nodeWithShortTimeouts(),
		);
		expect(message).toBe(`${new URL(bench.simulator.url).host} sent no data for 1 second`);
		expect(description).toBe(
			`Try again. To allow more time, increase Timeout under Options.${cause}`,
		);
	});

	test('the error says that nobody listens at the port', async () => {
		const data = { ...bench.credential('scene'), visionBaseUrl: 'http://127.0.0.1:9' };
		const { error } = await bench.run('scene', withoutRetries, [pngItem], {
			credentials: [{ ...bench.signer(), data }],
		});
		expect(error?.message).toBe('Could not connect to 127.0.0.1:9');
		expect(error?.description).toBe(
			'Check the base URL in the credential: the server is not running, or a firewall blocks the connection. (ECONNREFUSED)',
		);
	});

	test('the error says that the host name does not exist', async () => {
		const { error } = await bench.run(
			'scene',
			withoutRetries,
			[pngItem],
			bench.elsewhere('http://nobody.invalid'),
		);
		expect(error?.message).toBe('Could not connect to nobody.invalid');
		expect(error?.description).toMatch(
			/Check the base URL in the credential for typos.* \((ENOTFOUND|EAI_AGAIN)\)$/,
		);
	});

	test('if the server only has http, the error says to change the base URL', async () => {
		const { host } = new URL(bench.simulator.url);
		const { error } = await bench.run(
			'scene',
			withoutRetries,
			[pngItem],
			bench.elsewhere(`https://${host}`),
		);
		expect(error?.message).toBe(`Could not establish a secure connection to ${host}`);
		expect(error?.description).toMatch(
			/change the base URL in the credential to http:\/\/.* \((EPROTO|ERR_SSL_\w+)\)$/,
		);
	});

	test('an answer that arrives slowly is read in full, because the time-out counts from the last data', async () => {
		const DRIP_MS = 100;
		const slowServer = createServer((_request, response) => {
			response.writeHead(200, { 'Content-Type': 'application/json' });
			const chunks =
				'{"code":0,"data":{"fileList":[{"label":5,"rate":1,"name":"a"}]},"sid":"s"}'.match(
					/.{1,6}/g,
				) ?? [];
			const timer = setInterval(() => {
				response.write(chunks.shift());
				if (chunks.length > 0) return;
				clearInterval(timer);
				response.end();
			}, DRIP_MS);
		});
		await new Promise<void>((resolve) => slowServer.listen(0, '127.0.0.1', resolve));
		const url = `http://127.0.0.1:${(slowServer.address() as AddressInfo).port}`;
		const { outputs } = await bench.run(
			'scene',
			// The node divides this time-out by `HURRY`, so it waits for data as long as ten chunks take.
			{ ...parameters, options: { retries: 0, timeout: (DRIP_MS * 10 * HURRY) / 1000 } },
			[pngItem],
			{ ...bench.elsewhere(url), nodeType: nodeWithShortTimeouts() },
		);
		slowServer.close();
		expect(outputs[0]?.[0]?.json).toMatchObject({ label: 5, sid: 's' });
	});

	test.each<[string, GivenAnswer]>([
		['code 10105', { body: '{"code":10105,"data":[],"desc":"","sid":"s"}' }],
		['HTTP 401', { status: 401, body: '' }],
	])('the error for %s says by how much the clock is wrong', async (cause, answer) => {
		await withAnswers(
			() => ({ ...answer, headers: { Date: new Date(Date.now() - 600_000).toUTCString() } }),
			async (url) => {
				const { error } = await withStoppedDate(
					async () => await bench.run('scene', withoutRetries, [pngItem], bench.elsewhere(url)),
				);
				expect(error?.message).toBe(
					`This machine's clock is 600 seconds ahead of the platform's; at most 300 are allowed (${cause})`,
				);
				expect(error?.description).toMatch(
					/^Correct the clock \(NTP\), then try again\.( Session ID[^.]*)?$/,
				);
			},
		);
	});

	test('the error for another failure does not mention the clock, even if the clock is wrong', async () => {
		await withAnswers(
			() => ({
				body: '{"code":"10109","data":"","desc":""}',
				headers: { Date: new Date(0).toUTCString() },
			}),
			async (url) => {
				const { error } = await bench.run('scene', withoutRetries, [pngItem], bench.elsewhere(url));
				expect(error?.description).toMatch(
					/^The text is empty or too long for this service\. Shorten it\. .* a text to speak always\.$/,
				);
			},
		);
	});
});

describe('retries', () => {
	test.each<[string, FaultRule]>([
		['10114', { kind: 'code', code: '10114' }],
		['10700', { kind: 'code', code: '10700' }],
		['HTTP 503', { kind: 'status', status: 503 }],
		[
			'HTTP 502 with an unknown code',
			{ kind: 'status', status: 502, body: '{"code":"502","desc":"upstream"}' },
		],
		['HTTP 429', { kind: 'status', status: 429 }],
		['a cut-off answer', { kind: 'body', body: 'cut' }],
		['an empty answer', { kind: 'body', body: 'empty' }],
		['a broken connection', { kind: 'drop', when: 'after' }],
	])('a request is repeated twice after %s, and then succeeds', async (_name, fault) => {
		addFaults({ ...fault, times: 2 });
		const { outputs } = await bench.run('scene', parameters, [pngItem]);
		expect(outputs[0]).toHaveLength(1);
		expect(requestCount()).toBe(3);
	});

	test('a request is repeated after a refused connection', async () => {
		const port = await freePort();
		const { visionBaseUrl, ...rest } = bench.credential('scene');
		const forwarder = createServer((request, response) => {
			request.pipe(
				httpRequest(
					`${visionBaseUrl}${request.url}`,
					{ method: 'POST', headers: request.headers },
					(answer) => answer.pipe(response),
				),
			);
		});
		let pauses = 0;
		/** The first pause starts the server. */
		const sleep = async (ms: number) => {
			pauses += 1;
			if (!forwarder.listening)
				await new Promise<void>((resolve) => forwarder.listen(port, '127.0.0.1', resolve));
			await quickClock.sleep(ms);
		};
		const { outputs } = await bench.run('scene', parameters, [pngItem], {
			credentials: [
				{ ...bench.signer(), data: { ...rest, visionBaseUrl: `http://127.0.0.1:${port}` } },
			],
			nodeType: iflytekWith({ ...quickClock, sleep }),
		});
		forwarder.closeAllConnections();
		forwarder.close();
		expect(outputs[0]).toHaveLength(1);
		expect(pauses).toBe(1);
	});

	test.each(['empty', 'document'] as const)(
		"if the clock is wrong, a request is not repeated (the simulator's setting `visionDesc`: %s)",
		async (visionDesc) => {
			bench.simulator.openPlatform.configure({ clockShiftSeconds: 4000, visionDesc });
			const { error } = await withStoppedDate(
				async () => await bench.run('scene', parameters, [pngItem]),
			);
			expect(error?.message).toMatch(/^This machine's clock is 4000 seconds behind/);
			expect(error?.description).toMatch(/^Correct the clock \(NTP\), then try again\. Session ID/);
			expect(error?.context?.data).toMatchObject({ kind: 'refused', code: '10114' });
			expect(requestCount()).toBe(1);
		},
	);

	test('after a time-out, a request is repeated only once, even if more retries are allowed', async () => {
		addFaults({ kind: 'stall', after: 'nothing', times: 'always' });
		const { error } = await bench.run(
			'scene',
			{ ...parameters, options: { timeout: 1, retries: 10 } },
			[pngItem],
			{ nodeType: nodeWithShortTimeouts() },
		);
		expect(error?.message).toMatch(/sent no data for 1 second$/);
		expect(requestCount()).toBe(2);
	});

	test('each attempt has a new signature, and the pauses grow', async () => {
		addFaults({ kind: 'code', code: '10700', times: 3 });
		// The three pauses together are longer than a second, so the signatures do not all have the same time.
		await bench.run('scene', { ...parameters, options: { retries: 3 } }, [pngItem], {
			nodeType: new Iflytek(),
		});
		const curTimes = bench.simulator.log.map(({ curTime }) => curTime);
		expect(curTimes).toHaveLength(4);
		expect(new Set(curTimes).size).toBeGreaterThan(1);
		const startTimes = bench.simulator.log.map(({ time }) => Date.parse(time));
		// The first pause is half a second. Each further pause is twice as long. Each pause is shortened at random by up to half.
		[250, 500, 1000].forEach((shortestPause, attempt) => {
			const pause = (startTimes[attempt + 1] ?? 0) - (startTimes[attempt] ?? 0);
			expect(pause).toBeGreaterThanOrEqual(shortestPause * 0.8);
		});
	});

	test('a request is repeated at most as often as the option Retries allows', async () => {
		addFaults({ kind: 'code', code: '10700', times: 'always' });
		const { error } = await bench.run('scene', { ...parameters, options: { retries: 1 } }, [
			pngItem,
		]);
		expect(error?.message).toMatch(/code 10700/);
		expect(requestCount()).toBe(2);
	});

	test.each(['10105', '10106', '10107', '10109', '10110', '11200', '11201', '40202'])(
		'a request that is refused with code %s is not repeated',
		async (code) => {
			addFaults({ kind: 'code', code, times: 'always' });
			await bench.run('scene', parameters, [pngItem]);
			expect(requestCount()).toBe(1);
		},
	);
});

describe('when the user stops the execution', () => {
	test('if the user stops the execution during a pause before a retry, nothing more is sent', async () => {
		addFaults({ kind: 'code', code: '10700', times: 'always' });
		let stop: (() => void) | undefined;
		await bench.run('scene', parameters, [pngItem], {
			nodeType: iflytekWith({ ...quickClock, sleep: async () => stop?.() }),
			onStart: (cancel) => (stop = cancel),
		});
		// A retry would be sent in this time.
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(requestCount()).toBe(1);
	});

	test('if the user stops the execution, requests under way are aborted and waiting requests are not sent', async () => {
		let received = 0;
		let closed = 0;
		const silentServer = createServer((request) => {
			received++;
			request.socket.on('close', () => closed++);
		});
		await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
		const data = {
			...bench.credential('text'),
			nlpBaseUrl: `http://127.0.0.1:${(silentServer.address() as AddressInfo).port}`,
		};
		const text = '今天的天气非常好。'.repeat(200);
		await bench.run(
			'text',
			{
				resource: 'text',
				operation: 'segment',
				text,
				simplify: true,
				options: { concurrentRequests: 2, timeout: 300 },
			},
			[{}, {}],
			{
				credentials: [{ ...bench.signer(), data }],
				onStart: (cancel) => void until(() => received === 2).then(cancel),
			},
		);
		await until(() => closed === 2);
		// A waiting request would be sent in this time.
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect([received, closed]).toEqual([2, 2]);
		silentServer.close();
	});
});

test('after a piece of an item has failed, the other pieces of this item are not sent', async () => {
	addFaults({ kind: 'code', code: '10109' });
	const text = '今天的天气非常好，我们一起去公园散步。'.repeat(100);
	const { error } = await bench.run('text', {
		resource: 'text',
		operation: 'segment',
		text,
		simplify: true,
		options: { concurrentRequests: 1 },
	});
	expect(error?.message).toMatch(/code 10109/);
	// A further piece would be sent in this time.
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect(requestCount()).toBe(1);
});

test.each(['/', '///', ' ', '/nothing/..'])('a base address can end with %j', async (end) => {
	const data = bench.credential('scene');
	const { outputs } = await bench.run('scene', withoutRetries, [pngItem], {
		credentials: [
			{ ...bench.signer(), data: { ...data, visionBaseUrl: data.visionBaseUrl + end } },
		],
	});
	expect(outputs[0]).toHaveLength(1);
});

test('spaces around App ID and key are ignored', async () => {
	const { appId, apiKey, ...rest } = bench.credential('scene');
	const { outputs } = await bench.run('scene', withoutRetries, [pngItem], {
		credentials: [
			{ ...bench.signer(), data: { ...rest, appId: ` ${appId}`, apiKey: `${apiKey}\n` } },
		],
	});
	expect(outputs[0]).toHaveLength(1);
});

test('if no time-out is set, a slow answer is awaited', async () => {
	bench.simulator.openPlatform.configure({ latencyMs: 300 });
	const { outputs } = await bench.run('scene', parameters, [pngItem]);
	expect(outputs[0]).toHaveLength(1);
});

test('an invalid base address and an invalid App ID are errors before anything is sent', async () => {
	const errorWith = async (change: object) => {
		const { error } = await bench.run('scene', parameters, [pngItem], {
			credentials: [{ ...bench.signer(), data: { ...bench.credential('scene'), ...change } }],
		});
		return [error?.message, error?.description];
	};
	expect(await errorWith({ visionBaseUrl: 'tupapi.xfyun.cn' })).toEqual([
		'The base URL for scene recognition must start with http:// or https://, without ? or #, but is tupapi.xfyun.cn',
		'Correct it in the credential. The default is http://tupapi.xfyun.cn.',
	]);
	expect(await errorWith({ appId: '我的应用' })).toEqual([
		'The App ID contains invalid characters',
		`Copy the APPID again from ${CONSOLE} into the credential.`,
	]);
	expect(await errorWith({ appId: undefined })).toEqual([
		'App ID is empty',
		`Enter the APPID of the application from ${CONSOLE}.`,
	]);
	expect(await errorWith({ apiKey: ' ' })).toEqual([
		'API Key is empty',
		`Enter the APIKey of the service from ${CONSOLE}.`,
	]);
	expect(requestCount()).toBe(0);
});

test.each([
	['appId', '', 'App ID is empty'],
	['appId', '应用', 'The App ID contains invalid characters'],
	['apiKey', ' ', 'API Key is empty'],
])(
	'the error for %s %j is shown even in n8n up to 2.33, which drops the errors of a credential',
	async (field, value, message) => {
		const authenticate = jest.fn(
			async () => await Promise.reject(new Error('something went wrong')),
		);
		const type = Object.assign(bench.signer().type, { authenticate });
		const { error } = await bench.run('scene', parameters, [pngItem], {
			credentials: [{ type, data: { ...bench.credential('scene'), [field]: value } }],
		});
		expect([error?.message, error?.name]).toEqual([message, 'NodeOperationError']);
		expect(authenticate).not.toHaveBeenCalled();
	},
);

describe('a run with failed items', () => {
	const items = [pngItem, { files: image('tiny.gif') }, pngItem, pngItem, pngItem];
	const refuseFirstRequest = () =>
		addFaults({ kind: 'code', code: '10106', desc: 'invalid parameter|invalid X-Param' });
	const sceneResult = { label: 5, labelName: 'office/meeting room', name: 'tiny.png' };

	test('a run that continues on errors returns a result or an error for each item, in the order of the input and with its `pairedItem`', async () => {
		refuseFirstRequest();
		const { outputs } = await bench.run(
			'scene',
			{ ...parameters, options: { concurrentRequests: 1 } },
			items,
			{ settings: { onError: 'continueRegularOutput' } },
		);
		const sid = bench.simulator.log[0]?.sid;
		expect(outputs).toHaveLength(1);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4].map((item) => ({ item })),
		);
		expect(outputs[0]?.slice(0, 2).map(({ json }) => json)).toEqual([
			{
				error:
					'The iFLYTEK platform refused the request: invalid parameter: invalid X-Param (code 10106)',
				details: {
					kind: 'refused',
					code: '10106',
					desc: 'invalid parameter|invalid X-Param',
					sid,
					advice: expect.stringMatching(/^Correct the parameter that the description names\./),
				},
			},
			{
				error: 'The image is a GIF; the service takes jpg, png, bmp and tiff images',
				details: {
					kind: 'invalidInput',
					advice:
						'Convert it first. The format was detected from the content of the file, not from its name.',
				},
			},
		]);
		expect(outputs[0]?.slice(2).map(({ json }) => json)).toEqual(
			[2, 3, 4].map(() => expect.objectContaining(sceneResult)),
		);
	});

	test('a run that continues on errors sends failed items to the error output, with the fields of their input', async () => {
		refuseFirstRequest();
		const numberedItems = items.map((item, row) => ({ ...item, json: { row } }));
		const { outputs } = await bench.run(
			'scene',
			{ ...parameters, options: { concurrentRequests: 1 } },
			numberedItems,
			{ settings: { onError: 'continueErrorOutput' } },
		);
		expect(outputs.map((output) => output.map(({ pairedItem }) => pairedItem))).toEqual([
			[{ item: 2 }, { item: 3 }, { item: 4 }],
			[{ item: 0 }, { item: 1 }],
		]);
		expect(outputs[1]?.map(({ json }) => [json.row, json.error])).toEqual([
			[
				0,
				'The iFLYTEK platform refused the request: invalid parameter: invalid X-Param (code 10106)',
			],
			[1, 'The image is a GIF; the service takes jpg, png, bmp and tiff images'],
		]);
	});

	test('if a run that continues on errors fails before its first item, every item gets the error', async () => {
		const { outputs } = await bench.run(
			'scene',
			{ ...parameters, options: { concurrentRequests: 0 } },
			items,
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(outputs).toEqual([
			items.map((_item, item) => ({
				json: {
					error: 'Concurrent Requests must be a whole number from 1 to 100, but is 0',
					details: {
						kind: 'invalidInput',
						advice: 'Check the value, or the expression that provides it.',
					},
				},
				pairedItem: { item },
			})),
		]);
		expect(requestCount()).toBe(0);
	});

	test("the message of one of n8n's own errors stays unchanged, and the error gets the index of the item", async () => {
		const { error } = await bench.run(
			'scene',
			{ ...parameters, options: { concurrentRequests: 1 } },
			[pngItem, {}],
		);
		expect([error?.message, error?.context?.itemIndex]).toEqual([
			expect.stringContaining("binary file 'data'"),
			1,
		]);
		const n8nError = new NodeOperationError(node, 'of n8n', { description: 'what to do' });
		expect(toNodeError(node, n8nError, 7)).toBe(n8nError);
		expect(n8nError.context.itemIndex).toBe(7);
		expect(errorItem(node, n8nError, 7)).toEqual({
			json: { error: 'of n8n', details: { kind: 'invalidInput', advice: 'what to do' } },
			pairedItem: { item: 7 },
		});
		const unforeseen = toNodeError(node, new RangeError('unforeseen'), 3);
		expect([unforeseen.name, unforeseen.message, unforeseen.context]).toEqual([
			'NodeOperationError',
			'unforeseen',
			{ itemIndex: 3, data: { kind: 'unexpected' } },
		]);
	});

	test('in n8n up to 2.35, an item for the error output has its details under `message`, because these versions treat any other item as a success', () => {
		jest.isolateModules(() => {
			jest.doMock<object>('n8n-workflow', () => ({
				...jest.requireActual<object>('n8n-workflow'),
				N8N_NODES_API_VERSION: undefined,
			}));
			const olderNodeErrors = jest.requireActual<
				typeof import('../../nodes/shared/n8n/run/nodeErrors')
			>('../../nodes/shared/n8n/run/nodeErrors');
			const error = toNodeError(
				node,
				new NodeOperationError(node, 'of n8n', { description: 'what to do' }),
				7,
			);
			const item = (onError: 'continueErrorOutput' | 'continueRegularOutput') =>
				olderNodeErrors.errorItem({ ...node, onError }, error, 7);
			expect(item('continueErrorOutput')).toEqual({
				json: { error: 'of n8n', message: { kind: 'invalidInput', advice: 'what to do' } },
				pairedItem: { item: 7 },
			});
			expect(item('continueRegularOutput')).toEqual({
				json: { error: 'of n8n', details: { kind: 'invalidInput', advice: 'what to do' } },
				pairedItem: { item: 7 },
			});
		});
		jest.dontMock('n8n-workflow');
	});

	test('a run that stops at errors reports the first failed item in the order of the input', async () => {
		addFaults({ kind: 'code', code: '10109', latencyMs: 300 });
		const { error } = await bench.run(
			'scene',
			{ ...parameters, options: { concurrentRequests: 2 } },
			items.slice(0, 2),
		);
		expect([error?.message, error?.context?.itemIndex]).toEqual([
			expect.stringContaining('10109'),
			0,
		]);
	});

	describe('a run that stops at errors, with several items at a time', () => {
		const failure = (code: string): GivenAnswer => ({
			body: JSON.stringify({ code, data: '', desc: '', sid: 's' }),
		});
		const segment = (concurrentRequests: number) => ({
			resource: 'text',
			operation: 'segment',
			simplify: true,
			text: '={{ $json.text }}',
			options: { concurrentRequests, retries: 10 },
		});
		const isShort = ({ body }: SeenRequest) =>
			new URLSearchParams(body.toString()).get('text') === '短。';

		test('if an item fails in a run that stops at errors, the requests of the items processed at the same time are aborted', async () => {
			const longText = '今天天气很好。'.repeat(300);
			const textItems = ['短。', longText, longText].map((text) => ({ json: { text } }));
			let count = 0;
			const answer = async (request: SeenRequest): Promise<GivenAnswer> => {
				count++;
				if (!isShort(request)) return await new Promise(() => undefined);
				await until(() => count === 3);
				return failure('11200');
			};
			await withAnswers(answer, async (url) => {
				const { error } = await bench.run('text', segment(3), textItems, bench.elsewhere(url));
				expect([error?.message, error?.context?.itemIndex]).toEqual([
					expect.stringContaining('11200'),
					0,
				]);
				await new Promise((resolve) => setTimeout(resolve, 200));
				// Three requests ran at a time, and a fourth began before the run noticed the failure. All pieces would need 27 requests.
				expect(count).toBe(4);
			});
		});

		test('if an item fails in a run that stops at errors, an item that waits for its retry is given up, and the run reports the error of the failed item', async () => {
			let isWaiting = false;
			const sleep = async () => {
				isWaiting = true;
				await new Promise(() => undefined);
			};
			let count = 0;
			const answer = async (request: SeenRequest): Promise<GivenAnswer> => {
				count++;
				if (!isShort(request)) return failure('10114');
				await until(() => isWaiting);
				return failure('11200');
			};
			await withAnswers(answer, async (url) => {
				const { error } = await bench.run(
					'text',
					segment(2),
					['好。', '短。'].map((text) => ({ json: { text } })),
					{ ...bench.elsewhere(url), nodeType: iflytekWith({ ...quickClock, sleep }) },
				);
				expect([error?.message, error?.context?.itemIndex]).toEqual([
					expect.stringContaining('11200'),
					1,
				]);
				expect(count).toBe(2);
			});
		});
	});

	test('a run that stops at errors begins no item after the first failed item', async () => {
		const { error } = await bench.run(
			'scene',
			{ ...parameters, options: { concurrentRequests: 1 } },
			items,
		);
		expect([error?.name, error?.context?.itemIndex]).toEqual(['NodeOperationError', 1]);
		expect(requestCount()).toBe(1);
	});
});

test('the API key is in no output, error or run data', async () => {
	addFaults(
		{ kind: 'code', code: '10105', desc: '' },
		{ kind: 'drop', when: 'after' },
		{ kind: 'stall', after: 'half' },
	);
	const { apiKey } = bench.credential('scene');
	for (let count = 0; count < 4; count++) {
		const { run } = await bench.run(
			'scene',
			{ ...parameters, options: { retries: 0, timeout: 1 } },
			[pngItem],
			{ nodeType: nodeWithShortTimeouts() },
		);
		expect(JSON.stringify(run)).not.toContain(apiKey);
		const { error } = run.data.resultData;
		expect(
			`${error?.stack} ${JSON.stringify(error)} ${JSON.stringify(error?.cause)}`,
		).not.toContain(apiKey);
	}
});
