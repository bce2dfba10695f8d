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
const png = { files: image('tiny.png') };
const parameters = { resource: 'image', operation: 'recognizeScene', simplify: true };
const noRetry = { ...parameters, options: { retries: 0 } };
/** The node for which a test creates errors. */
const node = {
	id: '1',
	name: 'Node',
	type: 'iflytek',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};
const order = (...rules: FaultRule[]) => bench.simulator.openPlatform.faults.add(...rules);
const tries = () => bench.simulator.log.length;
/** The node whose requests time out quickly. */
const impatient = () => iflytekWith(quickClock, '/v1/scene');

/** Runs a node that must fail, and returns what the user reads. */
async function failureOf(run = noRetry as object, nodeType = iflytekWith(hastyClock)) {
	const { error, outputs } = await bench.run('scene', { ...run }, [png], { nodeType });
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
	test('a description with a word that n8n takes for one of its network errors stays as it is, and is shown once', async () => {
		order({ kind: 'code', code: '10107', desc: 'invalid image|ECONNREFUSED while fetching it' });
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
			/^Copy App ID and API Key again from the page of this service in the iFLYTEK console/,
		],
		[
			'10105',
			'illegal access|illegal client_ip: 203.0.113.7',
			"This machine's IP address 203.0.113.7 is not on the whitelist of scene recognition",
			/^The platform saw the address 203\.0\.113\.7\. Add this machine's public IP address/,
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
			/^The platform saw the address 2001:db8::7\. Add this machine's public IP address/,
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
		'the error for code %s with "%s" says what is wrong in terms of the credential, and has advice of its own',
		async (code, desc, headline, advice) => {
			order({ kind: 'code', code, desc });
			const { message, description } = await failureOf();
			expect([message, description]).toEqual([
				`${headline} (code ${code})`,
				expect.stringMatching(advice),
			]);
		},
	);

	test('the error for an unknown code contains the code and says that it is unknown', async () => {
		order({ kind: 'code', code: '12345', desc: 'new|thing' });
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
			/API Key again.*clock/,
		],
		[
			'HTTP 403 in words',
			{ kind: 'status', status: 403, body: 'address\nblocked', contentType: 'text/plain' },
			'The iFLYTEK platform returned HTTP 403: forbidden (address blocked)',
			/API Key again.*clock.*whitelist/,
		],
		[
			'HTTP 403 with a page',
			{ kind: 'status', status: 403, body: '<html>no</html>', contentType: 'text/html' },
			'The iFLYTEK platform returned HTTP 403: forbidden',
			/API Key again.*clock.*whitelist/,
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
			'HTTP 500 around a success',
			{ kind: 'status', status: 500, body: '{"code":"0","data":[]}' },
			'The iFLYTEK platform returned HTTP 500: the service failed ({"code":"0","data":[]})',
			/has a problem\. Try again later/,
		],
		[
			'nothing',
			{ kind: 'body', body: 'empty' },
			'The iFLYTEK platform sent an empty response',
			/Try again.*base URL/,
		],
		[
			'text',
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
		order(fault);
		const error = await failureOf();
		expect(error.message).toBe(message);
		expect(error.description).toMatch(advice);
	});

	test('the error says that the answer is a web page or is incomplete', async () => {
		order({ kind: 'body', body: 'html' }, { kind: 'body', body: 'cut' });
		expect((await failureOf()).message).toMatch(
			/^The iFLYTEK platform returned a web page instead of a result. It starts with: </,
		);
		expect((await failureOf()).message).toMatch(
			/^The response from the iFLYTEK platform is incomplete. It starts with: \{/,
		);
	});

	test.each<[string, FaultRule]>([
		['dropped before the work', { kind: 'drop', when: 'before' }],
		['dropped after the work', { kind: 'drop', when: 'after' }],
		['closed in the middle of the answer', { kind: 'half' }],
	])('the error says that a connection was closed if it was %s', async (_name, fault) => {
		order(fault);
		const { message, description } = await failureOf();
		expect(message).toBe(
			`The connection to ${new URL(bench.simulator.url).host} was closed before the response was complete`,
		);
		expect(description).toMatch(
			/^Try again\. If it keeps happening, check for a proxy or firewall that closes connections\.( \([A-Z_]+\))?$/,
		);
	});

	test.each<[string, FaultRule, string]>([
		['without a byte', { kind: 'stall', after: 'nothing' }, ' (ECONNABORTED)'],
		['half-way', { kind: 'stall', after: 'half' }, ''],
	])('an answer that stalls %s ends with a time-out', async (_name, fault, cause) => {
		order(fault);
		const { message, description } = await failureOf(
			{ ...parameters, options: { retries: 0, timeout: 1 } },
			impatient(),
		);
		expect(message).toBe(`${new URL(bench.simulator.url).host} sent no data for 1 second`);
		expect(description).toBe(
			`Try again. To allow more time, increase Timeout under Options.${cause}`,
		);
	});

	test('the error says that nobody listens at the port', async () => {
		const data = { ...bench.credential('scene'), visionBaseUrl: 'http://127.0.0.1:9' };
		const { error } = await bench.run('scene', noRetry, [png], {
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
			noRetry,
			[png],
			bench.elsewhere('http://nobody.invalid'),
		);
		expect(error?.message).toBe('Could not connect to nobody.invalid');
		expect(error?.description).toMatch(
			/Check the base URL in the credential for typos.* \((ENOTFOUND|EAI_AGAIN)\)$/,
		);
	});

	test('the error says that the server only has http', async () => {
		const { host } = new URL(bench.simulator.url);
		const { error } = await bench.run('scene', noRetry, [png], bench.elsewhere(`https://${host}`));
		expect(error?.message).toBe(`Could not establish a secure connection to ${host}`);
		expect(error?.description).toMatch(
			/change the base URL in the credential to http:\/\/.* \((EPROTO|ERR_SSL_\w+)\)$/,
		);
	});

	test('an answer that arrives slowly is read in full: the time-out counts from the last data', async () => {
		const DRIP_MS = 100;
		const dripping = createServer((_request, response) => {
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
		await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
		const url = `http://127.0.0.1:${(dripping.address() as AddressInfo).port}`;
		const { outputs } = await bench.run(
			'scene',
			{ ...parameters, options: { retries: 0, timeout: (DRIP_MS * 10 * HURRY) / 1000 } },
			[png],
			{ ...bench.elsewhere(url), nodeType: impatient() },
		);
		dripping.close();
		expect(outputs[0]?.[0]?.json).toMatchObject({ label: 5, sid: 's' });
	});

	test.each<[string, GivenAnswer]>([
		['code 10105', { body: '{"code":10105,"data":[],"desc":"","sid":"s"}' }],
		['HTTP 401', { status: 401, body: '' }],
	])('the error for %s says by how much the clock is wrong', async (said, answer) => {
		await withAnswers(
			() => ({ ...answer, headers: { Date: new Date(Date.now() - 600_000).toUTCString() } }),
			async (url) => {
				const { error } = await withStoppedDate(
					async () => await bench.run('scene', noRetry, [png], bench.elsewhere(url)),
				);
				expect(error?.message).toBe(
					`This machine's clock is 600 seconds ahead of the platform's; at most 300 are allowed (${said})`,
				);
				expect(error?.description).toMatch(
					/^Correct the clock \(NTP\), then try again\. Copy App ID and API Key again/,
				);
			},
		);
	});

	test('the error for any other failure does not mention the clock', async () => {
		await withAnswers(
			() => ({
				body: '{"code":"10109","data":"","desc":""}',
				headers: { Date: new Date(0).toUTCString() },
			}),
			async (url) => {
				const { error } = await bench.run('scene', noRetry, [png], bench.elsewhere(url));
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
			'HTTP 502 with a code that nobody knows',
			{ kind: 'status', status: 502, body: '{"code":"502","desc":"upstream"}' },
		],
		['HTTP 429', { kind: 'status', status: 429 }],
		['a cut-off answer', { kind: 'body', body: 'cut' }],
		['an empty answer', { kind: 'body', body: 'empty' }],
		['a broken connection', { kind: 'drop', when: 'after' }],
	])('a request is repeated twice after %s, and then succeeds', async (_name, fault) => {
		order({ ...fault, times: 2 });
		const { outputs } = await bench.run('scene', parameters, [png]);
		expect(outputs[0]).toHaveLength(1);
		expect(tries()).toBe(3);
	});

	test('a request is repeated after a refused connection', async () => {
		const late = await freePort();
		const { visionBaseUrl, ...rest } = bench.credential('scene');
		const forward = createServer((request, response) => {
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
			if (!forward.listening)
				await new Promise<void>((resolve) => forward.listen(late, '127.0.0.1', resolve));
			await quickClock.sleep(ms);
		};
		const { outputs } = await bench.run('scene', parameters, [png], {
			credentials: [
				{ ...bench.signer(), data: { ...rest, visionBaseUrl: `http://127.0.0.1:${late}` } },
			],
			nodeType: iflytekWith({ ...quickClock, sleep }),
		});
		forward.closeAllConnections();
		forward.close();
		expect(outputs[0]).toHaveLength(1);
		expect(pauses).toBe(1);
	});

	test.each(['empty', 'document'] as const)(
		'a request with a wrong clock is not repeated (description: %s)',
		async (visionDesc) => {
			bench.simulator.openPlatform.configure({ clockShiftSeconds: 4000, visionDesc });
			const { error } = await withStoppedDate(
				async () => await bench.run('scene', parameters, [png]),
			);
			expect(error?.message).toMatch(/^This machine's clock is 4000 seconds behind/);
			expect(error?.description).toMatch(/^Correct the clock \(NTP\)/);
			expect(error?.context?.data).toMatchObject({ kind: 'refused', code: '10114' });
			expect(tries()).toBe(1);
		},
	);

	test('a time-out is repeated once, however many retries are allowed', async () => {
		order({ kind: 'stall', after: 'nothing', times: 'always' });
		const { error } = await bench.run(
			'scene',
			{ ...parameters, options: { timeout: 1, retries: 10 } },
			[png],
			{ nodeType: impatient() },
		);
		expect(error?.message).toMatch(/sent no data for 1 second$/);
		expect(tries()).toBe(2);
	});

	test('each attempt has a new signature, and the pauses grow', async () => {
		order({ kind: 'code', code: '10700', times: 3 });
		// The three pauses together are longer than a second, so the signatures do not all have the same time.
		await bench.run('scene', { ...parameters, options: { retries: 3 } }, [png], {
			nodeType: new Iflytek(),
		});
		const times = bench.simulator.log.map(({ curTime }) => curTime);
		expect(times).toHaveLength(4);
		expect(new Set(times).size).toBeGreaterThan(1);
		const begun = bench.simulator.log.map(({ time }) => Date.parse(time));
		// The pauses are half a second, doubled after each attempt, and shortened at random by up to half.
		[250, 500, 1000].forEach((least, pause) =>
			expect((begun[pause + 1] ?? 0) - (begun[pause] ?? 0)).toBeGreaterThanOrEqual(least * 0.8),
		);
	});

	test('a request is repeated at most as often as the option Retries allows', async () => {
		order({ kind: 'code', code: '10700', times: 'always' });
		const { error } = await bench.run('scene', { ...parameters, options: { retries: 1 } }, [png]);
		expect(error?.message).toMatch(/code 10700/);
		expect(tries()).toBe(2);
	});

	test.each(['10105', '10106', '10107', '10109', '10110', '11200', '11201', '40202'])(
		'a request that is refused with code %s is not repeated',
		async (code) => {
			order({ kind: 'code', code, times: 'always' });
			await bench.run('scene', parameters, [png]);
			expect(tries()).toBe(1);
		},
	);
});

describe('when the user stops the execution', () => {
	test('nothing more is sent if the user stops the execution during a pause before a retry', async () => {
		order({ kind: 'code', code: '10700', times: 'always' });
		let stop: (() => void) | undefined;
		await bench.run('scene', parameters, [png], {
			nodeType: iflytekWith({ ...quickClock, sleep: async () => stop?.() }),
			onStart: (cancel) => (stop = cancel),
		});
		// A retry would be sent in this time.
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(tries()).toBe(1);
	});

	test('if the user stops the execution, requests under way are aborted and waiting requests are not sent', async () => {
		let received = 0;
		let closed = 0;
		const silent = createServer((request) => {
			received++;
			request.socket.on('close', () => closed++);
		});
		await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
		const data = {
			...bench.credential('text'),
			nlpBaseUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
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
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect([received, closed]).toEqual([2, 2]);
		silent.close();
	});
});

test('once a piece of an item has failed, its other pieces are not sent', async () => {
	order({ kind: 'code', code: '10109' });
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
	expect(tries()).toBe(1);
});

test.each(['/', '///', ' ', '/nothing/..'])('a base address can end with %j', async (end) => {
	const data = bench.credential('scene');
	const { outputs } = await bench.run('scene', noRetry, [png], {
		credentials: [
			{ ...bench.signer(), data: { ...data, visionBaseUrl: data.visionBaseUrl + end } },
		],
	});
	expect(outputs[0]).toHaveLength(1);
});

test('spaces around App ID and key are ignored', async () => {
	const { appId, apiKey, ...rest } = bench.credential('scene');
	const { outputs } = await bench.run('scene', noRetry, [png], {
		credentials: [
			{ ...bench.signer(), data: { ...rest, appId: ` ${appId}`, apiKey: `${apiKey}\n` } },
		],
	});
	expect(outputs[0]).toHaveLength(1);
});

test('an answer may take as long as it needs if no time-out is set', async () => {
	bench.simulator.openPlatform.configure({ latencyMs: 300 });
	const { outputs } = await bench.run('scene', parameters, [png]);
	expect(outputs[0]).toHaveLength(1);
});

test('an invalid base address and an invalid App ID are errors before anything is sent', async () => {
	const wrong = async (change: object) => {
		const { error } = await bench.run('scene', parameters, [png], {
			credentials: [{ ...bench.signer(), data: { ...bench.credential('scene'), ...change } }],
		});
		return [error?.message, error?.description];
	};
	expect(await wrong({ visionBaseUrl: 'tupapi.xfyun.cn' })).toEqual([
		'The base URL for scene recognition must start with http:// or https://, without ? or #, but is tupapi.xfyun.cn',
		'Correct it in the credential. The default is http://tupapi.xfyun.cn.',
	]);
	expect(await wrong({ appId: '我的应用' })).toEqual([
		'The App ID contains invalid characters',
		`Copy the APPID again from ${CONSOLE} into the credential.`,
	]);
	expect(await wrong({ appId: undefined })).toEqual([
		'App ID is empty',
		`Enter the APPID of the application from ${CONSOLE}.`,
	]);
	expect(await wrong({ apiKey: ' ' })).toEqual([
		'API Key is empty',
		`Enter the APIKey of the service from ${CONSOLE}.`,
	]);
	expect(tries()).toBe(0);
});

test.each([
	['appId', '', 'App ID is empty'],
	['appId', '应用', 'The App ID contains invalid characters'],
	['apiKey', ' ', 'API Key is empty'],
])(
	'%s %j is reported where n8n drops errors of a credential, up to 2.33',
	async (field, value, message) => {
		const authenticate = jest.fn(
			async () => await Promise.reject(new Error('something went wrong')),
		);
		const type = Object.assign(bench.signer().type, { authenticate });
		const { error } = await bench.run('scene', parameters, [png], {
			credentials: [{ type, data: { ...bench.credential('scene'), [field]: value } }],
		});
		expect([error?.message, error?.name]).toEqual([message, 'NodeOperationError']);
		expect(authenticate).not.toHaveBeenCalled();
	},
);

describe('a run that continues on errors', () => {
	const items = [png, { files: image('tiny.gif') }, png, png, png];
	const faults = () =>
		order({ kind: 'code', code: '10106', desc: 'invalid parameter|invalid X-Param' });
	const ok = { label: 5, labelName: 'office/meeting room', name: 'tiny.png' };

	test('a run that continues on errors returns a result or an error for each item, in order and paired', async () => {
		faults();
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
			[3, 4, 5].map(() => expect.objectContaining(ok)),
		);
	});

	test('a run that continues on errors sends failed items to the error output, with the fields of their input', async () => {
		faults();
		const named = items.map((item, row) => ({ ...item, json: { row } }));
		const { outputs } = await bench.run(
			'scene',
			{ ...parameters, options: { concurrentRequests: 1 } },
			named,
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

	test('a run that continues on errors gives every item the error if it failed before the first item', async () => {
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
		expect(tries()).toBe(0);
	});

	test("a run that continues on errors keeps the words of n8n's own errors and adds the index of the item", async () => {
		const { error } = await bench.run(
			'scene',
			{ ...parameters, options: { concurrentRequests: 1 } },
			[png, {}],
		);
		expect([error?.message, error?.context?.itemIndex]).toEqual([
			expect.stringContaining("binary file 'data'"),
			1,
		]);
		const own = new NodeOperationError(node, 'of n8n', { description: 'what to do' });
		expect(toNodeError(node, own, 7)).toBe(own);
		expect(own.context.itemIndex).toBe(7);
		expect(errorItem(node, own, 7)).toEqual({
			json: { error: 'of n8n', details: { kind: 'invalidInput', advice: 'what to do' } },
			pairedItem: { item: 7 },
		});
		const other = toNodeError(node, new RangeError('unforeseen'), 3);
		expect([other.name, other.message, other.context]).toEqual([
			'NodeOperationError',
			'unforeseen',
			{ itemIndex: 3, data: { kind: 'unexpected' } },
		]);
	});

	test('for n8n up to 2.35, the details of an item for the error output are under message, because these versions treat any other item as a success', () => {
		jest.isolateModules(() => {
			jest.doMock<object>('n8n-workflow', () => ({
				...jest.requireActual<object>('n8n-workflow'),
				N8N_NODES_API_VERSION: undefined,
			}));
			const older = jest.requireActual<typeof import('../../nodes/shared/n8n/run/nodeErrors')>(
				'../../nodes/shared/n8n/run/nodeErrors',
			);
			const error = toNodeError(
				node,
				new NodeOperationError(node, 'of n8n', { description: 'what to do' }),
				7,
			);
			const item = (onError: 'continueErrorOutput' | 'continueRegularOutput') =>
				older.errorItem({ ...node, onError }, error, 7);
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
		order({ kind: 'code', code: '10109', latencyMs: 300 });
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

		test('if an item fails in a run that stops at errors, the requests of the items processed at the same time are ended', async () => {
			const pieces = '今天天气很好。'.repeat(300);
			const texts = ['短。', pieces, pieces].map((text) => ({ json: { text } }));
			let count = 0;
			const answer = async (request: SeenRequest): Promise<GivenAnswer> => {
				count++;
				if (!isShort(request)) return await new Promise(() => undefined);
				await until(() => count === 3);
				return failure('11200');
			};
			await withAnswers(answer, async (url) => {
				const { error } = await bench.run('text', segment(3), texts, bench.elsewhere(url));
				expect([error?.message, error?.context?.itemIndex]).toEqual([
					expect.stringContaining('11200'),
					0,
				]);
				await new Promise((resolve) => setTimeout(resolve, 200));
				// Three requests ran at a time, and a fourth began before the run noticed the failure. All pieces would need 27 requests.
				expect(count).toBe(4);
			});
		});

		test('if an item fails in a run that stops at errors, an item that waits for its retry is ended, and the run reports the error of the failed item', async () => {
			let waits = false;
			const sleep = async () => {
				waits = true;
				await new Promise(() => undefined);
			};
			let count = 0;
			const answer = async (request: SeenRequest): Promise<GivenAnswer> => {
				count++;
				if (!isShort(request)) return failure('10114');
				await until(() => waits);
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

	test('a run that stops at errors begins no item after the first failed one', async () => {
		const { error } = await bench.run(
			'scene',
			{ ...parameters, options: { concurrentRequests: 1 } },
			items,
		);
		expect([error?.name, error?.context?.itemIndex]).toEqual(['NodeOperationError', 1]);
		expect(tries()).toBe(1);
	});
});

test('the API key is in no output, error or run data', async () => {
	order(
		{ kind: 'code', code: '10105', desc: '' },
		{ kind: 'drop', when: 'after' },
		{ kind: 'stall', after: 'half' },
	);
	const { apiKey } = bench.credential('scene');
	for (let count = 0; count < 4; count++) {
		const { run } = await bench.run(
			'scene',
			{ ...parameters, options: { retries: 0, timeout: 1 } },
			[png],
			{ nodeType: impatient() },
		);
		expect(JSON.stringify(run)).not.toContain(apiKey);
		const { error } = run.data.resultData;
		expect(
			`${error?.stack} ${JSON.stringify(error)} ${JSON.stringify(error?.cause)}`,
		).not.toContain(apiKey);
	}
});
