import type { IDataObject } from 'n8n-workflow';
import { quickClock } from '../setup/quickClock';
import { note } from '../setup/requests';
import { demoAccounts, startSimulator, type RequestLogEntry, type Simulator } from '../simulator';
import { DEFAULT_APP_KEY, DEFAULT_APP_SECRET, type RequestRecord } from '../simulator/aiCall';
import { runNode, type InputItem, type NodeResult } from '../engine/harness';
import { processedData } from '../engine/processedData';
import { loadPackage, partsOf, type BuiltPackage } from './built';
import { Recorder, type SentRequest } from './recorder';
import { chosen, LINE, ROW_PARAMETERS, ROW_ITEM, SCRIPT } from './table/calls';
import { TASK } from './table/task';

/** The demo account that has the same key for every service. */
const APP_ID = '5a1c0de1';

/** The requests of a run in order, and its result. */
export interface Run extends NodeResult {
	sent: SentRequest[];
	/** One sentence for each field that was sent but not read by the local platform. */
	unread: string[];
	/** The answers of document 2 that were no success or did not arrive. */
	failures: string[];
}

/** Runs nodes of the built package against the local platform. In the credentials, every URL has its default. */
export class DocumentBench {
	private started: Simulator | undefined;
	private loaded: BuiltPackage | undefined;
	private readonly log: RequestLogEntry[] = [];
	private readonly recorder = new Recorder(() => this.simulator);
	/** All runs share this object, so that the token is kept for the next run, as in n8n. */
	private readonly callKeys = { appKey: DEFAULT_APP_KEY, appSecret: DEFAULT_APP_SECRET };

	constructor(clock = quickClock) {
		beforeAll(async () => {
			this.loaded = await loadPackage(clock);
			this.recorder.provideWebSocket();
			this.started = await startSimulator({
				aiCall: { speed: 0 },
				onRequest: (entry) => this.log.push(entry),
			});
		});
		beforeEach(() => {
			this.simulator.openPlatform.reset();
			this.simulator.aiCall.clearFaults();
		});
		afterAll(async () => {
			note(this.log);
			await this.simulator.close();
		});
	}

	get simulator(): Simulator {
		if (!this.started) throw new Error('The local platform is started before the first test');
		return this.started;
	}

	get built(): BuiltPackage {
		if (!this.loaded) throw new Error('The package is loaded before the first test');
		return this.loaded;
	}

	/**
	 * Runs a node of the package in n8n's engine.
	 * @param overrides `credential` has fields that replace those of the credential
	 */
	async run(
		node: string,
		parameters: IDataObject,
		item: InputItem | InputItem[] = {},
		overrides: { credential?: object; onError?: 'continueRegularOutput' } = {},
	): Promise<Run> {
		const { nodeType, credentialType } = partsOf(this.built, node);
		const { apiKey = '', apiSecret = '' } = demoAccounts[APP_ID]?.text ?? {};
		const keys =
			credentialType.name === 'iflytekApi' ? { appId: APP_ID, apiKey, apiSecret } : this.callKeys;
		this.recorder.sent.length = 0;
		// The tests send the same row again and again.
		processedData.reset();
		const logLength = this.simulator.log.length;
		const requestCount = this.simulator.aiCall.requests.length;
		const result = await runNode({
			nodeType,
			parameters,
			items: [item].flat(),
			credentials: [
				{
					type: this.recorder.watch(credentialType),
					data: overrides.credential ? { ...keys, ...overrides.credential } : keys,
				},
			],
			settings: overrides.onError ? { onError: overrides.onError } : {},
		});
		// The fields that streaming speech sends are only in the log of the local platform, in the order of the connections.
		const streamedFields = this.simulator.log
			.slice(logLength)
			.filter(({ endpoint }) => endpoint === 'streaming')
			.map(({ param }) => param as Record<string, unknown>);
		const sent = this.recorder.sent.map((request) =>
			request.url.startsWith('ws') ? { ...request, fields: streamedFields.shift() ?? {} } : request,
		);
		const unread = [
			...this.simulator.log.slice(logLength).flatMap(unreadOfOpenPlatform),
			...this.simulator.aiCall.requests.slice(requestCount).flatMap(unreadOfAiCall),
		];
		const failures = this.simulator.aiCall.requests
			.slice(requestCount)
			.filter(({ code, answered }) => code !== 0 || !answered)
			.map(({ endpoint, code, status, answered, reason }) =>
				[endpoint, code, status, answered, reason].map(String).join(' '),
			);
		return { ...result, sent, unread, failures };
	}

	/** Makes every request of document 1 fail with a code after which the node does not repeat the request. */
	refuseAll(): void {
		this.simulator.openPlatform.faults.add({ kind: 'code', code: '10106', times: 'always' });
	}

	/** Ends what `refuseAll` began. */
	refuseNothing(): void {
		this.simulator.openPlatform.faults.clear();
	}

	/** Creates a task with one row, and starts it if `started` is true. Returns the id of the task. */
	async newTask({ started = false } = {}): Promise<string> {
		const create = {
			resource: 'task',
			operation: 'create',
			runMode: 'real',
			taskName: 'Reminders',
			robotId: chosen(SCRIPT),
			lineNum: chosen(LINE),
		};
		const { outputs } = await this.run('iflytekAiCall', create);
		const taskId = String(outputs[0]?.[0]?.json.task_id);
		await this.run(
			'iflytekAiCall',
			{
				resource: 'task',
				operation: 'addRows',
				runMode: 'real',
				taskId: chosen(taskId),
				...ROW_PARAMETERS,
			},
			ROW_ITEM,
		);
		if (started)
			await this.run('iflytekAiCall', {
				resource: 'task',
				operation: 'start',
				runMode: 'real',
				taskId: chosen(taskId),
			});
		return taskId;
	}
}

const unreadOfOpenPlatform = ({ endpoint, unread = [] }: RequestLogEntry): string[] =>
	unread.map((name) => `test/simulator/openPlatform/endpoints: ${endpoint} does not read ${name}`);

/** Most endpoints refuse a request that has unknown fields, and name these fields in `reason`. */
const unreadOfAiCall = ({ endpoint, unread = [], reason }: RequestRecord): string[] => {
	const names = [...unread, ...(/does not know: (.+)/.exec(reason)?.slice(1) ?? [])];
	return names.map((name) => `test/simulator/aiCall/endpoints: ${endpoint} does not read ${name}`);
};

/** A copy of a value in which the id of a task replaces the placeholder `TASK`. */
export function withTask<T>(value: T, taskId: string): T {
	return JSON.parse(JSON.stringify(value).replaceAll(TASK, taskId)) as T;
}
