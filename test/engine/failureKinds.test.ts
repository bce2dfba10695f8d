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
import { hastyClock, quickClock } from '../setup/quickClock';
import { until } from '../setup/until';
import { CallBench, chosen, iflytekAiCallWith } from './aiCall';
import { withAnswers } from './answers';
import type { NodeRun } from './harness';
import { Bench, iflytekWith } from './iflytek';
import { PollingN8n } from './pollHarness';
import { TriggerServer } from './webhookHarness';

const NOBODY = 'http://127.0.0.1:9';
const oneSecond = { options: { retries: 0, timeout: 1 } };
const continuing = { settings: { onError: 'continueRegularOutput' as const } };

/** A clock whose pauses throw an unforeseen error. */
const brokenClock: Clock = {
	...quickClock,
	sleep: () => {
		throw new RangeError('unforeseen');
	},
};
const oneRetry = { options: { retries: 1 } };

/** The node, and a function that returns its items even if n8n drops them because the execution was stopped. */
function watched(node: Iflytek | IflytekAiCall): {
	node: INodeType;
	items: () => INodeExecutionData[];
} {
	const { execute: inner } = node;
	let items: INodeExecutionData[] = [];
	async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const outputs = await inner.call(this);
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

	async function kind(change: object = {}, more: Partial<NodeRun> = {}) {
		const { outputs } = await bench.run('text', { ...parameters, ...change }, [{}], {
			...continuing,
			...more,
		});
		return detailsOf(outputs[0]);
	}

	const order = (fault: FaultRule) =>
		bench.simulator.openPlatform.faults.add({ ...fault, times: 'always' });

	const CASES: Record<FailureKind, () => Promise<unknown>> = {
		invalidInput: async () => await kind({ text: ' ' }),
		refused: async () => (order({ kind: 'code', code: '10105' }), await kind()),
		rateLimited: async () => (
			order({ kind: 'code', code: '11202' }),
			await kind({}, { nodeType: iflytekWith(hastyClock) })
		),
		unavailable: async () => (order({ kind: 'status', status: 503 }), await kind()),
		timedOut: async () => (
			order({ kind: 'stall' }),
			await kind(oneSecond, { nodeType: iflytekWith(quickClock, '/v1/cws') })
		),
		notConnected: async () => await kind({}, bench.elsewhere(NOBODY)),
		interrupted: async () => (order({ kind: 'half' }), await kind()),
		unreadable: async () => (order({ kind: 'body', body: 'html' }), await kind()),
		stopped: async () => {
			order({ kind: 'stall' });
			const { node, items } = watched(iflytekWith(quickClock));
			await kind(
				{ options: { timeout: 300 } },
				{
					nodeType: node,
					onStart: (cancel) => void until(() => bench.simulator.log.length > 0).then(cancel),
				},
			);
			await until(() => items().length > 0);
			return detailsOf(items());
		},
		unexpected: async () => (
			order({ kind: 'status', status: 503 }),
			await kind(oneRetry, { nodeType: iflytekWith(brokenClock) })
		),
	};

	test.each(FAILURE_KINDS)('a failed item has the kind %s', async (name) => {
		expect(await CASES[name]()).toEqual([expect.objectContaining({ kind: name })]);
	});

	test('the error of a run that stops also has a kind', async () => {
		order({ kind: 'code', code: '10700' });
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

	async function kind(change: object = {}, more: Partial<NodeRun> = {}) {
		const { outputs } = await bench.run({ ...parameters, ...change }, [{}], {
			...continuing,
			...more,
		});
		return detailsOf(outputs[0]);
	}

	const order = (fault: Parameters<typeof bench.platform.failNext>[1]) =>
		bench.platform.failNext('taskPause', fault, 99);

	const CASES: Record<FailureKind, () => Promise<unknown>> = {
		invalidInput: async () => await kind({ taskId: chosen('={{ "" }}', 'id') }),
		refused: async () => (order({ kind: 'code', code: 200202 }), await kind()),
		rateLimited: async () => (
			order({ kind: 'http', status: 429 }),
			await kind({}, { nodeType: iflytekAiCallWith(hastyClock) })
		),
		unavailable: async () => (order({ kind: 'code', code: 10004 }), await kind()),
		timedOut: async () => (
			order({ kind: 'stall', when: 'before', ms: 3000 }),
			await kind(oneSecond, { nodeType: iflytekAiCallWith(quickClock, '/task/pause') })
		),
		notConnected: async () => {
			bench.credential.baseUrl = NOBODY;
			return await kind();
		},
		interrupted: async () => (order({ kind: 'half' }), await kind()),
		unreadable: async () => (order({ kind: 'body', text: '<html>Sign in</html>' }), await kind()),
		stopped: async () => {
			order({ kind: 'stall', when: 'before', ms: 3000 });
			const { node, items } = watched(iflytekAiCallWith(quickClock));
			await kind(
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
		unexpected: async () => (
			order({ kind: 'code', code: 10004 }),
			await kind(oneRetry, { nodeType: iflytekAiCallWith(brokenClock) })
		),
	};

	test.each(FAILURE_KINDS)('a failed item has the kind %s', async (name) => {
		expect(await CASES[name]()).toEqual([expect.objectContaining({ kind: name })]);
	});
});

describe("the triggers' lines in the log", () => {
	const bench = new CallBench();

	/** Publishes a trigger with a changed credential, and returns its lines in the log. */
	async function published(change: object = {}): Promise<string[]> {
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

	const order = (fault: Parameters<typeof bench.platform.failNext>[1]) =>
		bench.platform.failNext('configQuery', fault, 99);

	const CASES: Partial<Record<FailureKind, () => Promise<string[]>>> = {
		invalidInput: async () => await warningsFor({}, '[1]'),
		refused: async () => (order({ kind: 'code', code: 10021 }), await published()),
		rateLimited: async () =>
			await withAnswers(
				() => ({ status: 429, headers: { 'Retry-After': '3600' }, body: '' }),
				async (url) => await published({ baseUrl: url }),
			),
		unavailable: async () => (order({ kind: 'http', status: 503 }), await published()),
		timedOut: async () =>
			await warningsFor({ deadline: 50 }, '{"robot_id":"5204","call_relation_id":"R1"}'),
		notConnected: async () => await published({ baseUrl: NOBODY }),
		interrupted: async () => (order({ kind: 'half' }), await published()),
		unreadable: async () => (
			order({ kind: 'body', text: '<html>Sign in</html>' }),
			await published()
		),
	};

	test.each(Object.keys(CASES) as FailureKind[])(
		'a line in the log has the kind %s',
		async (name) => {
			expect(await CASES[name]?.()).toEqual([
				expect.stringMatching(new RegExp(` \\(kind: ${name}\\)$`)),
			]);
		},
	);

	describe('failures of the kind unexpected', () => {
		test('the line of a trigger that cannot check its URLs has the kind unexpected', async () => {
			const broken = jest
				.spyOn(HookContext.prototype, 'getNodeWebhookUrl')
				.mockImplementation(() => {
					throw new RangeError('unforeseen');
				});
			expect(await published()).toEqual([
				'Trigger: The callback URLs of the platform could not be checked. unforeseen (kind: unexpected)',
			]);
			broken.mockRestore();
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
