import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { HookContext } from 'n8n-core';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import type { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import type { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';
import { FAILURE_KINDS, type FailureKind } from '../../nodes/shared/failure';
import type { Clock } from '../../nodes/shared/n8n/retry/clock';
import type { FaultRule } from '../simulator';
import type { AiCallSimulator } from '../simulator/aiCall';
import { hastyClock, quickClock } from '../setup/quickClock';
import { until } from '../setup/until';
import { CallBench, chosen, iflytekAiCallWith } from './aiCall';
import { withAnswers } from './answers';
import type { NodeRun } from './harness';
import { Bench, iflytekWith } from './iflytek';
import { PollingN8n } from './pollHarness';
import { TriggerServer } from './webhookHarness';

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
