import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { HookContext } from 'n8n-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import type { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import type { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { FAILURE_KINDS, type FailureKind } from '../../nodes/shared/failure';
import type { Clock } from '../../nodes/shared/n8n/requests/clock';
import type { FaultRule } from '../simulator';
import type { AiCallSimulator } from '../simulator/aiCall';
import { hastyClock, quickClock } from '../setup/quickClock';
import { until } from '../setup/until';
import { provideWebSocket } from '../setup/webSocket';
import {
	ADD_ROWS,
	byHand,
	CallBench,
	chosen,
	CREATE,
	customers,
	iflytekAiCallWith,
	PLACE,
} from './aiCall';
import { withAnswers } from './answers';
import type { InputItem, NodeResult, NodeRun } from './harness';
import { Bench, iflytekWith, speechParameters } from './iflytek';
import { PollingN8n } from './pollHarness';
import { TriggerServer } from './webhookHarness';

provideWebSocket();

/** An address at which no server listens. */
const UNUSED_URL = 'http://127.0.0.1:9';
type Fault = Parameters<AiCallSimulator['failNext']>[1];
const oneSecondTimeout = { options: { retries: 0, timeout: 1 } };
const continueOnError = { settings: { onError: 'continueRegularOutput' as const } };

/** A clock whose pauses throw an unforeseen error. */
const brokenClock: Clock = {
	...quickClock,
	sleep: () => {
		throw new RangeError('unforeseen');
	},
};
const oneRetry = { options: { retries: 1 } };

/** The node, and a function that returns the items of its run, which n8n drops if the execution is stopped. */
function withItems(node: Iflytek | IflytekAiCall): {
	node: INodeType;
	items: () => INodeExecutionData[];
} {
	const { execute: originalExecute } = node;
	let items: INodeExecutionData[] = [];
	async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const outputs = await originalExecute.call(this);
		items = outputs[0] ?? [];
		return outputs;
	}
	return { node: Object.assign(node, { execute }), items: () => items };
}

/** A failure on the local platform, and the run that follows what its error tells the user to do. */
interface Remedy {
	kind: FailureKind;
	/** Makes the platform behave so that the run fails. */
	trouble?: () => void;
	/** What ends the trouble, if the user is told to wait or to change something on the platform. */
	end?: () => unknown;
	/** The run that fails: what it changes of the run that succeeds. */
	wrong?: Trial;
	/** What the user does instead; nothing if the user is told to try again. */
	right?: Trial;
	message: RegExp;
	advice: RegExp;
	/** The platform's own description, which must be in the message. */
	said?: string;
}

/** What a run changes: parameters, fields of the credential, the items, the node. */
interface Trial {
	parameters?: object;
	credential?: object;
	items?: InputItem[];
	nodeType?: INodeType;
}

/** Causes that a user can look for. A message that names some of them has advice on the same ones. */
const CAUSES_BY_NAME: Record<string, RegExp> = {
	clock: /clock/i,
	key: /App ID|APPID|API ?Key|API ?Secret|App Key|App Secret|Copy both/i,
	whitelist: /whitelist/i,
	time: /Timeout|no data for/,
	zone: /time zone/i,
	hours: /Calling Hours|Run it again from/,
};
const causesIn = (text: string) =>
	Object.keys(CAUSES_BY_NAME).filter((name) => CAUSES_BY_NAME[name]?.test(text));

/** Runs a failure, reads its error, and does what the error says. */
async function tryRemedy(
	{ kind, trouble, end, wrong = {}, right = {}, message, advice, said }: Remedy,
	run: (trial: Trial) => Promise<NodeResult>,
): Promise<void> {
	trouble?.();
	const { error } = await run(wrong);
	const text = error?.message ?? '';
	const description = error?.description ?? '';
	expect(error?.context?.data).toMatchObject({ kind });
	expect(text).toMatch(message);
	expect(description).toMatch(advice);
	if (causesIn(text).length > 0) expect(causesIn(description)).toEqual(causesIn(text));
	if (said !== undefined) expect(text).toContain(said);
	await end?.();
	const remedied = await run(right);
	expect(remedied.error).toBeUndefined();
	expect(remedied.outputs.flat()).not.toEqual([]);
}

const detailsOf = (items: INodeExecutionData[] = []) => items.map(({ json }) => json.details);

describe('iFLYTEK', () => {
	const bench = new Bench();
	const parameters = {
		resource: 'text',
		operation: 'segment',
		simplify: true,
		text: '好。',
		options: { retries: 0 },
	};

	/** Runs the node with one item that fails, and returns the details of the failure. */
	async function failureDetails(change: object = {}, more: Partial<NodeRun> = {}) {
		const { outputs } = await bench.run('text', { ...parameters, ...change }, [{}], {
			...continueOnError,
			...more,
		});
		return detailsOf(outputs[0]);
	}

	/** Makes all following requests fail. */
	const failAll = (fault: FaultRule) =>
		bench.simulator.openPlatform.faults.add({ ...fault, times: 'always' });

	async function detailsAfter(fault: FaultRule, ...run: Parameters<typeof failureDetails>) {
		failAll(fault);
		return await failureDetails(...run);
	}

	const CAUSES: Record<FailureKind, () => Promise<unknown>> = {
		invalidInput: async () => await failureDetails({ text: ' ' }),
		refused: async () => await detailsAfter({ kind: 'code', code: '10105' }),
		rateLimited: async () =>
			await detailsAfter(
				{ kind: 'code', code: '11202' },
				{},
				{ nodeType: iflytekWith(hastyClock) },
			),
		unavailable: async () => await detailsAfter({ kind: 'status', status: 503 }),
		timedOut: async () =>
			await detailsAfter({ kind: 'stall' }, oneSecondTimeout, {
				nodeType: iflytekWith(quickClock, '/v1/cws'),
			}),
		notConnected: async () => await failureDetails({}, bench.elsewhere(UNUSED_URL)),
		interrupted: async () => await detailsAfter({ kind: 'half' }),
		unreadable: async () => await detailsAfter({ kind: 'body', body: 'html' }),
		stopped: async () => {
			failAll({ kind: 'stall' });
			const { node, items } = withItems(iflytekWith(quickClock));
			await failureDetails(
				{ options: { timeout: 300 } },
				{
					nodeType: node,
					onStart: (cancel) => void until(() => bench.simulator.log.length > 0).then(cancel),
				},
			);
			await until(() => items().length > 0);
			return detailsOf(items());
		},
		unexpected: async () =>
			await detailsAfter({ kind: 'status', status: 503 }, oneRetry, {
				nodeType: iflytekWith(brokenClock),
			}),
	};

	test.each(FAILURE_KINDS)('a failed item has the kind %s', async (expectedKind) => {
		expect(await CAUSES[expectedKind]()).toEqual([expect.objectContaining({ kind: expectedKind })]);
	});

	const fault = (rule: FaultRule) => () => failAll(rule);
	const reset = () => bench.simulator.reset();
	const keyOf = (service: string) => bench.credential(service).apiKey;
	const slowly = { nodeType: iflytekWith(quickClock, '/v1/cws') };
	const speak = speechParameters('streaming')('好。');
	const picture = { resource: 'image', operation: 'recognizeScene' };
	const file = (data: Buffer, fileName: string): InputItem[] => [
		{ files: { data: { data, fileName } } },
	];
	const png = readFileSync(join(__dirname, '../fixtures/images/tiny.png'));
	const scene = () => bench.credential('scene');

	const REMEDIES: [string, () => Remedy][] = [
		[
			'an App ID that does not exist',
			() => ({
				kind: 'refused',
				wrong: { credential: { appId: 'deadbeef' } },
				message: /^App ID is wrong/,
				advice: /^Copy App ID and API Key again/,
				said: 'illegal access: invalid X-Appid',
			}),
		],
		[
			'a wrong key',
			() => ({
				kind: 'refused',
				wrong: { credential: { apiKey: 'f'.repeat(32) } },
				message: /^App ID or API Key is wrong/,
				advice: /^Copy App ID and API Key again/,
				said: 'illegal access: invalid X-CheckSum',
			}),
		],
		[
			'the key of another service',
			() => ({
				kind: 'refused',
				wrong: { credential: { apiKey: keyOf('speech') } },
				right: {
					credential: { apiKey: keyOf('speech'), separateKeys: true, textKey: keyOf('text') },
				},
				message: /^App ID or API Key is wrong/,
				advice: /turn on Separate Keys per Service and enter this one/,
			}),
		],
		[
			'an invisible character in the key',
			() => ({
				kind: 'invalidInput',
				wrong: {
					credential: { apiKey: `${keyOf('text').slice(0, 9)}\u200B${keyOf('text').slice(9)}` },
				},
				message: /^The API Key contains invalid characters/,
				advice: /^Copy the APIKey again/,
			}),
		],
		[
			'App ID and key in the field of the other',
			() => ({
				kind: 'invalidInput',
				wrong: { credential: { appId: 'f'.repeat(32), apiKey: '5a1c0de2' } },
				message: /^App ID and API Key are swapped/,
				advice: /^Exchange the two/,
			}),
		],
		...(['10105', '10114'] as const).map((clockCode): [string, () => Remedy] => [
			`a wrong clock (code ${clockCode})`,
			() => ({
				kind: 'refused',
				trouble: () =>
					bench.simulator.openPlatform.configure({ clockShiftSeconds: 1000, clockCode }),
				end: reset,
				message: /^This machine's clock is \d+ seconds behind/,
				advice: /^Correct the clock \(NTP\), then try again\./,
				said: 'X-CurTime',
			}),
		]),
		[
			'a wrong clock (streaming speech)',
			() => ({
				kind: 'refused',
				trouble: () => bench.simulator.openPlatform.configure({ clockShiftSeconds: -1000 }),
				end: reset,
				wrong: { parameters: speak, credential: bench.credential('streaming') },
				right: { parameters: speak, credential: bench.credential('streaming') },
				message: /^This machine's clock is \d+ seconds ahead/,
				advice: /^Correct the clock \(NTP\), then try again\.$/,
				said: 'a valid date or x-date header is required',
			}),
		],
		[
			'a wrong API Secret',
			() => ({
				kind: 'refused',
				wrong: {
					parameters: speak,
					credential: { ...bench.credential('streaming'), apiSecret: 'wrong' },
				},
				right: { parameters: speak, credential: bench.credential('streaming') },
				message: /^API Key or API Secret is wrong/,
				advice: /^Copy APIKey and APISecret again/,
				said: 'HMAC signature does not match',
			}),
		],
		[
			'an address that is not on the whitelist',
			() => ({
				kind: 'refused',
				wrong: { credential: bench.credential('text', '5a1c0de4') },
				// The same account with its whitelist turned off.
				right: { credential: bench.credential('text', '5a1c0de1') },
				message: /^This machine's IP address is not on the whitelist of lexical analysis/,
				advice: /turn the whitelist off/,
				said: 'illegal access: illegal client_ip',
			}),
		],
		[
			'a service that is not enabled',
			() => ({
				kind: 'refused',
				wrong: { credential: bench.credential('text', '5a1c0de3') },
				right: { credential: bench.credential('text', '5a1c0de1') },
				message: /^The service is not enabled for the application/,
				advice: /^Add the service to the application/,
			}),
		],
		[
			'a PDF as an image',
			() => ({
				kind: 'invalidInput',
				wrong: {
					parameters: picture,
					credential: scene(),
					items: file(Buffer.from('%PDF-1.7'), 'scan.jpg'),
				},
				right: { parameters: picture, credential: scene(), items: file(png, 'page-1.png') },
				message: /^The file is a PDF;/,
				advice: /^Convert its pages to images first, for example to PNG/,
			}),
		],
		[
			'a blank text',
			() => ({
				kind: 'invalidInput',
				wrong: { parameters: { text: ' ' } },
				message: /^Text is empty/,
				advice: /^Enter a value for Text/,
			}),
		],
		[
			'too many requests',
			() => ({
				kind: 'rateLimited',
				trouble: fault({ kind: 'code', code: '11202', desc: 'licc failed|qps' }),
				end: reset,
				wrong: { nodeType: iflytekWith(hastyClock) },
				message: /too many requests per second/,
				advice: /whether something else uses up the requests/,
				said: 'licc failed: qps',
			}),
		],
		[
			'a service that fails',
			() => ({
				kind: 'unavailable',
				trouble: fault({ kind: 'status', status: 503 }),
				end: reset,
				message: /HTTP 503 instead of an answer of the iFLYTEK platform: the service failed/,
				advice: /has a problem\. Try again later/,
			}),
		],
		[
			'a service that is slow',
			() => ({
				kind: 'timedOut',
				trouble: () => bench.simulator.openPlatform.configure({ latencyMs: 400 }),
				wrong: { ...slowly, parameters: { options: { retries: 0, timeout: 1 } } },
				right: { ...slowly, parameters: { options: { retries: 0, timeout: 100 } } },
				message: /sent no data for 1 second/,
				advice: /increase Timeout under Options/,
			}),
		],
		[
			'a base URL at which nobody listens',
			() => ({
				kind: 'notConnected',
				wrong: { credential: { nlpBaseUrl: UNUSED_URL } },
				message: /^Could not connect to 127\.0\.0\.1:9/,
				advice: /base URL/,
			}),
		],
		[
			'a base URL with a wrong path',
			() => ({
				kind: 'refused',
				wrong: { credential: { nlpBaseUrl: `${bench.simulator.baseUrls.nlp}/nowhere` } },
				message: /HTTP 404 instead of an answer of the (iFLYTEK|AI call) platform: not found/,
				advice: /^Check the base URL of this service/,
			}),
		],
		[
			'a connection that breaks',
			() => ({
				kind: 'interrupted',
				trouble: fault({ kind: 'half' }),
				end: reset,
				message: /^The connection to .* was closed before/,
				advice: /^Try again\. .* closes connections/,
			}),
		],
		[
			'a page in place of a result',
			() => ({
				kind: 'unreadable',
				trouble: fault({ kind: 'body', body: 'html' }),
				end: reset,
				message: /returned a web page instead of a result/,
				advice: /^Try again\. .*base URL.* proxy or firewall is responding/,
			}),
		],
	];

	test.each(REMEDIES)(
		'message and advice name one cause, and to do what the error says helps: %s',
		async (_name, remedy) => {
			await tryRemedy(
				remedy(),
				async ({ parameters: change, credential, items = [{}], ...more }) => {
					const data = { ...bench.credential('text'), ...credential };
					return await bench.run('text', { ...parameters, ...change }, items, {
						credentials: [{ ...bench.signer(), data }],
						...more,
					});
				},
			);
		},
	);

	test('the error of a run that stops at errors also has a kind', async () => {
		failAll({ kind: 'code', code: '10700' });
		const { error } = await bench.run('text', parameters);
		expect(error?.context?.data).toMatchObject({ kind: 'unavailable', code: '10700' });
	});
});

describe('iFLYTEK AI Call', () => {
	const bench = new CallBench();
	const parameters = {
		resource: 'task',
		operation: 'pause',
		taskId: chosen('88101'),
		options: { retries: 0 },
	};

	/** Runs the node with one item that fails, and returns the details of the failure. */
	async function failureDetails(change: object = {}, more: Partial<NodeRun> = {}) {
		const { outputs } = await bench.run({ ...parameters, ...change }, [{}], {
			...continueOnError,
			...more,
		});
		return detailsOf(outputs[0]);
	}

	/** Makes the following requests to pause a task fail. */
	const failAll = (fault: Fault) => bench.platform.failNext('taskPause', fault, 99);

	async function detailsAfter(fault: Fault, ...run: Parameters<typeof failureDetails>) {
		failAll(fault);
		return await failureDetails(...run);
	}

	const CAUSES: Record<FailureKind, () => Promise<unknown>> = {
		invalidInput: async () => await failureDetails({ taskId: chosen('={{ "" }}', 'id') }),
		refused: async () => await detailsAfter({ kind: 'code', code: 200202 }),
		rateLimited: async () =>
			await detailsAfter(
				{ kind: 'http', status: 429 },
				{},
				{ nodeType: iflytekAiCallWith(hastyClock) },
			),
		unavailable: async () => await detailsAfter({ kind: 'code', code: 10004 }),
		timedOut: async () =>
			await detailsAfter({ kind: 'stall', when: 'before', ms: 3000 }, oneSecondTimeout, {
				nodeType: iflytekAiCallWith(quickClock, '/task/pause'),
			}),
		notConnected: async () => {
			bench.credential.baseUrl = UNUSED_URL;
			return await failureDetails();
		},
		interrupted: async () => await detailsAfter({ kind: 'half' }),
		unreadable: async () => await detailsAfter({ kind: 'body', text: '<html>Sign in</html>' }),
		stopped: async () => {
			failAll({ kind: 'stall', when: 'before', ms: 3000 });
			const { node, items } = withItems(iflytekAiCallWith(quickClock));
			await failureDetails(
				{ options: { timeout: 300 } },
				{
					nodeType: node,
					onStart: (cancel) =>
						void until(() => bench.requests('taskPause').length > 0).then(cancel),
				},
			);
			await until(() => items().length > 0);
			return detailsOf(items());
		},
		unexpected: async () =>
			await detailsAfter({ kind: 'code', code: 10004 }, oneRetry, {
				nodeType: iflytekAiCallWith(brokenClock),
			}),
	};

	test.each(FAILURE_KINDS)('a failed item has the kind %s', async (expectedKind) => {
		expect(await CAUSES[expectedKind]()).toEqual([expect.objectContaining({ kind: expectedKind })]);
	});
});

describe('iFLYTEK AI Call: what the errors tell the user to do', () => {
	const bench = new CallBench({ speed: 0 });
	const lines = {
		resource: 'configuration',
		operation: 'get',
		kind: 'voices',
		options: { retries: 0 },
	};
	const failing = (endpoint: Parameters<AiCallSimulator['failNext']>[0], fault: Fault) => () =>
		bench.platform.failNext(endpoint, fault, 9);
	const end = () => bench.platform.clearFaults();
	const inField = { ...PLACE, rowsField: 'rows' };
	const rowsOf = (tel: string): InputItem[] => [{ json: { rows: [[tel, '王', '周五']] } }];
	const slowly = { nodeType: iflytekAiCallWith(quickClock, '/config/v1/query') };
	const credential = () => ({ ...bench.credential });
	const ONE_ROW = byHand(['客户手机号码', '姓名', '预约时间'], {
		客户手机号码: '13800000001',
		姓名: '王',
		预约时间: '周五',
	});

	const REMEDIES: [string, () => Remedy | Promise<Remedy>][] = [
		[
			'a wrong App Secret',
			() => ({
				kind: 'refused',
				wrong: { credential: { appSecret: 'x'.repeat(44) } },
				message: /^App Key or App Secret is wrong/,
				advice: /^Copy both again, as a pair/,
				said: 'Wrong account or password',
			}),
		],
		[
			'an empty App Key',
			() => ({
				kind: 'invalidInput',
				wrong: { credential: { appKey: '\u200B' } },
				message: /^App Key is empty/,
				advice: /^Copy both from/,
			}),
		],
		[
			'a task that does not exist',
			async () => ({
				kind: 'refused',
				wrong: { parameters: { ...ADD_ROWS, taskId: chosen('1', 'id'), columns: ONE_ROW } },
				right: {
					parameters: {
						...ADD_ROWS,
						taskId: chosen(await bench.newTask(), 'id'),
						columns: ONE_ROW,
					},
				},
				message: /^Task 1 not found/,
				advice: /^Nothing was sent\. There is no such task in this application\. Use the ID/,
			}),
		],
		[
			'a script that does not exist',
			() => ({
				kind: 'invalidInput',
				wrong: { parameters: { ...PLACE, robotId: chosen('9', 'id') }, items: customers(1) },
				right: { parameters: PLACE, items: customers(1) },
				message: /^Script 9 not found/,
				advice: /Choose a script from the list/,
			}),
		],
		[
			'a number that the platform refuses',
			() => ({
				kind: 'refused',
				wrong: {
					parameters: { ...inField, options: { checkNumbers: false } },
					items: rowsOf('12345'),
				},
				right: { parameters: inField, items: rowsOf('13800000001') },
				message: /wrong outbound number/,
				advice: /^Nothing was sent\. It is not a mobile number.* Correct it, or remove the row/,
			}),
		],
		[
			'a row with a value too few',
			() => ({
				kind: 'invalidInput',
				wrong: { parameters: inField, items: [{ json: { rows: [['13800000001', '王']] } }] },
				right: { parameters: inField, items: rowsOf('13800000001') },
				message: /2 values/,
				advice: /column/i,
			}),
		],
		[
			'an empty balance',
			() => ({
				kind: 'refused',
				trouble: () => bench.platform.configure({ balance: 0 }),
				end: () => bench.platform.configure({ balance: -1 }),
				wrong: { parameters: PLACE, items: customers(1) },
				right: { parameters: PLACE, items: customers(1) },
				message: /the balance is not sufficient/,
				advice: /^Nothing was sent\. Top up the account/,
			}),
		],
		[
			'the time of day',
			() => ({
				kind: 'invalidInput',
				wrong: { parameters: { ...PLACE, callingHours: '01:00-02:00' }, items: customers(1) },
				right: { parameters: { ...PLACE, callingHours: '00:00-24:00' }, items: customers(1) },
				message: /outside the Calling Hours 01:00-02:00/,
				advice: /^Nothing was sent\. Run it again from .* on, or use a task, which waits\.$/,
			}),
		],
		[
			'letters behind a time',
			() => ({
				kind: 'invalidInput',
				wrong: { parameters: { ...CREATE, begin: '2026-12-01 09:00 CST' } },
				right: { parameters: { ...CREATE, begin: '2026-12-01 09:00+08:00' } },
				message: /^Start Time: "CST" is not a clear time zone/,
				advice: /^Nothing was sent\. Write the time zone as \+08:00/,
			}),
		],
		[
			'a query that fails before rows are sent',
			() => ({
				kind: 'unavailable',
				trouble: failing('configQuery', { kind: 'code', code: 10004 }),
				end,
				wrong: { parameters: PLACE, items: customers(1) },
				right: { parameters: PLACE, items: customers(1) },
				message: /refused to query the configuration: the service is busy/,
				advice: /^Nothing was sent\. Wait a few minutes/,
				said: 'Service busy, retry later',
			}),
		],
		...(
			[
				[
					'refused',
					{ kind: 'code', code: 10020 },
					/under maintenance/,
					/^Wait until the maintenance/,
				],
				['unavailable', { kind: 'code', code: 10004 }, /is busy/, /Wait a few minutes/],
				['unavailable', { kind: 'http', status: 503 }, /HTTP status 503/, /Try again later/],
				['rateLimited', { kind: 'http', status: 429 }, /too many requests/, /uses up the requests/],
				['interrupted', { kind: 'half' }, /was closed before/, /^Try again/],
				['interrupted', { kind: 'body', text: '' }, /an empty body/, /base URL.*proxy/],
				[
					'unreadable',
					{ kind: 'body', text: '<html>' },
					/a web page/,
					/another site, a login page/,
				],
			] as const
		).map(([kind, fault, message, advice]): [string, () => Remedy] => [
			`${kind}: ${JSON.stringify(fault)}`,
			() => ({
				kind,
				trouble: () => bench.platform.failNext('configQuery', fault, 99),
				end,
				wrong: { nodeType: iflytekAiCallWith(hastyClock) },
				message,
				advice,
			}),
		]),
		[
			'a platform that is slow',
			() => ({
				kind: 'timedOut',
				trouble: () => bench.platform.configure({ latencyMs: 400 }),
				wrong: { ...slowly, parameters: { options: { retries: 0, timeout: 1 } } },
				right: { ...slowly, parameters: { options: { retries: 0, timeout: 100 } } },
				message: /sent no data for 1 second/,
				advice: /increase Timeout under Options/,
			}),
		],
		[
			'a base URL at which nobody listens',
			() => ({
				kind: 'notConnected',
				wrong: { credential: { baseUrl: UNUSED_URL } },
				message: /Could not connect to 127\.0\.0\.1:9/,
				advice: /base URL/,
			}),
		],
		[
			'a base URL with a wrong path',
			() => ({
				kind: 'refused',
				wrong: { credential: { baseUrl: `${String(bench.credential.baseUrl)}/nowhere` } },
				message: /HTTP 404 instead of an answer of the (iFLYTEK|AI call) platform: not found/,
				advice: /base URL/,
			}),
		],
	];

	test.each(REMEDIES)(
		'message and advice name one cause, and to do what the error says helps: %s',
		async (_name, remedy) => {
			const right = credential();
			await tryRemedy(
				await remedy(),
				async ({ parameters = lines, credential: change, ...more }) => {
					Object.assign(bench.credential, right, change);
					return await bench.run({ ...lines, ...parameters }, more.items ?? [{}], more);
				},
			);
		},
	);
});

describe("the triggers' lines in the log", () => {
	const bench = new CallBench();

	/** Publishes a call trigger with a changed credential, and returns its lines in the log. */
	async function warningsOnPublishing(change: object = {}): Promise<string[]> {
		const credentials = [
			{ type: new IflytekAiCallApi(), data: { ...bench.credential, ...change } },
		];
		const server = await new TriggerServer({
			nodeType: new IflytekAiCallTrigger(),
			parameters: {},
			credentials,
		}).start();
		await server.listen('activate');
		await server.stop();
		return server.warnings;
	}

	/** Sends a request to a context trigger, and returns its lines in the log. */
	async function warningsFor(parameters: IDataObject, body: string): Promise<string[]> {
		const respond = async (items: INodeExecutionData[]) =>
			await new Promise<INodeExecutionData[]>((resolve) => setTimeout(() => resolve(items), 300));
		const server = await new TriggerServer({
			nodeType: new IflytekAiCallContextTrigger(),
			parameters,
			respond,
		}).start();
		await server.post(body);
		await until(() => server.warnings.length > 0);
		await server.stop();
		return server.warnings;
	}

	/** Publishes a trigger whose requests for the configuration fail, and returns its lines in the log. */
	async function warningsAfter(fault: Fault): Promise<string[]> {
		bench.platform.failNext('configQuery', fault, 99);
		return await warningsOnPublishing();
	}

	const CAUSES: Partial<Record<FailureKind, () => Promise<string[]>>> = {
		invalidInput: async () => await warningsFor({}, '[1]'),
		refused: async () => await warningsAfter({ kind: 'code', code: 10021 }),
		rateLimited: async () =>
			await withAnswers(
				() => ({ status: 429, headers: { 'Retry-After': '3600' }, body: '' }),
				async (url) => await warningsOnPublishing({ baseUrl: url }),
			),
		unavailable: async () => await warningsAfter({ kind: 'http', status: 503 }),
		timedOut: async () =>
			await warningsFor({ deadline: 50 }, '{"robot_id":"5204","call_relation_id":"R1"}'),
		notConnected: async () => await warningsOnPublishing({ baseUrl: UNUSED_URL }),
		interrupted: async () => await warningsAfter({ kind: 'half' }),
		unreadable: async () => await warningsAfter({ kind: 'body', text: '<html>Sign in</html>' }),
	};

	test.each(Object.keys(CAUSES) as FailureKind[])(
		'a line in the log has the kind %s',
		async (kind) => {
			expect(await CAUSES[kind]?.()).toEqual([
				expect.stringMatching(new RegExp(` \\(kind: ${kind}\\)$`)),
			]);
		},
	);

	describe('failures of the kind unexpected', () => {
		test('the line of a trigger that cannot check its URLs has the kind unexpected', async () => {
			const brokenUrls = jest
				.spyOn(HookContext.prototype, 'getNodeWebhookUrl')
				.mockImplementation(() => {
					throw new RangeError('unforeseen');
				});
			expect(await warningsOnPublishing()).toEqual([
				'Trigger: The callback URLs of the platform could not be checked. unforeseen (kind: unexpected)',
			]);
			brokenUrls.mockRestore();
		});

		test('the line about a fallback that cannot be read has the kind unexpected', async () => {
			const server = await new TriggerServer({
				nodeType: new IflytekAiCallContextTrigger(),
				parameters: { deadline: 4000, fallback: '={{ $("Nobody").first().json.name }}' },
				respond: async () => [],
			}).start();
			expect(await server.post('{"robot_id":"5204","call_relation_id":"R1"}')).toMatchObject({
				status: 200,
				text: '{}',
			});
			await server.stop();
			expect(server.warnings).toEqual([
				'Trigger: the fallback was returned. The workflow failed, or its last node gave no item. (kind: interrupted)',
				"Trigger: the fallback cannot be used, an empty object was returned. Referenced node doesn't exist (kind: unexpected)",
			]);
		});

		test('the line about a failed poll at the start of n8n has the kind unexpected', async () => {
			const access = async () => await Promise.reject(new Error('database is locked'));
			const n8n = new PollingN8n(new IflytekAiCallTaskTrigger(), {}, [
				{ type: new IflytekAiCallApi(), data: bench.credential, access },
			]);
			await n8n.start('init');
			expect(n8n.warnings).toEqual([
				'Trigger: The tasks could not be polled when n8n started. database is locked (kind: unexpected)',
			]);
		});
	});
});
