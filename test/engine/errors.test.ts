import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FaultRule } from '../simulator';
import { NodeOperationError } from 'n8n-workflow';
import { errorItem, toNodeError } from '../../nodes/shared/n8n/run/nodeErrors';
import { until } from '../setup/until';
import { withAnswers, type GivenAnswer, type SeenRequest } from './answers';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { hastyClock, quickClock } from '../setup/quickClock';
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
});

describe('answers that cannot be used', () => {
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

	test.each<[string, FaultRule]>([
		['before its first byte', { kind: 'stall', after: 'nothing' }],
		['half-way', { kind: 'stall', after: 'half' }],
	])('an answer that stalls %s ends in a time-out', async (_name, fault) => {
		addFaults(fault);
		const { message, description } = await failureOf(
			{ ...parameters, options: { retries: 0, timeout: 1 } },
			nodeWithShortTimeouts(),
		);
		expect(message).toBe(`${new URL(bench.simulator.url).host} sent no data for 1 second`);
		// On a busy machine the time may be over before the first half is read.
		expect(description).toMatch(
			/^Try again\. To allow more time, increase Timeout under Options\.( \(ECONNABORTED\))?$/,
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

	test('the error of a file that is missing gets the index of the item', async () => {
		const { error } = await bench.run(
			'scene',
			{ ...parameters, options: { concurrentRequests: 1 } },
			[pngItem, {}],
		);
		expect([error?.message, error?.context?.itemIndex]).toEqual([
			'The item has no binary field "data", nor any other',
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
