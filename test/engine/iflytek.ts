import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { KEYS } from '../document';
import { endpoints } from '../simulator/openPlatform/endpoints';
import { IflytekApi } from '../../credentials/IflytekApi.credentials';
import { Iflytek, runIflytek } from '../../nodes/Iflytek/Iflytek.node';
import type { Clock } from '../../nodes/shared/n8n/requests/clock';
import {
	demoAccounts,
	startSimulator,
	type RequestLogEntry,
	type Simulator,
	type SimulatorOptions,
} from '../simulator';
import { hurried, quickClock } from '../setup/quickClock';
import { note } from '../setup/requests';
import { inPanel } from '../setup/panel';
import { runNode, type InputItem, type NodeResult, type NodeRun } from './harness';

/**
 * The node with this clock for its pauses between requests. `new Iflytek()` uses the real clock.
 * @param hurriedPath path of requests that time out sooner
 */
export function iflytekWith(clock: Clock, hurriedPath?: string): Iflytek {
	class TimedIflytek extends Iflytek {
		override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return await runIflytek(hurriedPath === undefined ? this : hurried(this, hurriedPath), clock);
		}
	}
	return new TimedIflytek();
}

/** Starts a local platform for a test file, and runs the iFLYTEK node against it. */
export class Bench {
	private started: Simulator | undefined;
	private readonly requests: RequestLogEntry[] = [];

	constructor(private readonly options: SimulatorOptions = {}) {
		beforeAll(async () => {
			this.started = await startSimulator({
				...this.options,
				onRequest: (entry) => this.requests.push(entry),
			});
		});
		beforeEach(() => this.simulator.reset());
		afterAll(async () => {
			note(this.requests);
			await this.simulator.close();
		});
	}

	get simulator(): Simulator {
		if (!this.started) throw new Error('The local platform is started before the first test');
		return this.started;
	}

	/** The decrypted data of a credential for one service of a demo account. */
	credential(service: string, appId = '5a1c0de2') {
		const { nlp, ocr, vision, api, streaming } = this.simulator.baseUrls;
		const services = demoAccounts[appId] ?? {};
		const account = Object.entries(services).find(([name]) => name === service)?.[1];
		return {
			appId,
			apiKey: account?.apiKey ?? '',
			apiSecret: account?.apiSecret ?? '',
			testService: service,
			nlpBaseUrl: nlp,
			ocrBaseUrl: ocr,
			visionBaseUrl: vision,
			apiBaseUrl: api,
			streamingBaseUrl: streaming,
		};
	}

	/** The decrypted data of a credential with a separate key for each service of the demo account, and no common key. */
	separateKeys() {
		const withoutKeys = { ...this.credential('streaming'), apiKey: '', testService: '' };
		const keyOf = (service: string) => demoAccounts[withoutKeys.appId]?.[service]?.apiKey ?? '';
		return {
			...withoutKeys,
			separateKeys: true,
			...Object.fromEntries(
				KEYS.map(({ value, endpoint }) => [
					`${value}Key`,
					keyOf(endpoints.find(({ name }) => name === endpoint)?.service ?? endpoint),
				]),
			),
		};
	}

	/** A run's option `credentials` for the demo account, with this base URL for all services except streaming. */
	elsewhere(url: string) {
		const baseUrls = { nlpBaseUrl: url, ocrBaseUrl: url, visionBaseUrl: url, apiBaseUrl: url };
		return {
			credentials: [{ ...this.signer(), data: { ...this.credential('text'), ...baseUrls } }],
		};
	}

	/** The type of the credential, which signs requests. */
	signer() {
		return { type: new IflytekApi() };
	}

	/** The largest number of requests that the platform worked on at the same time, according to the times in its log. */
	mostAtOnce(): number {
		const spans = this.simulator.log.map(({ time, durationMs }) => ({
			from: Date.parse(time),
			to: Date.parse(time) + (durationMs ?? 0) - 1,
		}));
		return Math.max(
			...spans.map(
				({ from }) => spans.filter((other) => other.from <= from && from < other.to).length,
			),
		);
	}

	/** Runs one operation of the iFLYTEK node in n8n's engine over real HTTP. */
	async run(
		service: string,
		parameters: NodeRun['parameters'],
		items?: InputItem[],
		more: Partial<NodeRun> = {},
	): Promise<NodeResult> {
		return await runNode({
			nodeType: iflytekWith(quickClock),
			parameters: inPanel(parameters),
			items,
			credentials: [{ ...this.signer(), data: this.credential(service) }],
			...more,
		});
	}
}

/** Returns the parameters of Synthesize for a service and a text, with the changes of a test. */
export const speechParameters =
	(service: 'standard' | 'streaming') =>
	(text: string, change = {}) => ({
		resource: 'speech',
		operation: 'synthesize',
		service,
		text,
		voice: { __rl: true, mode: 'list', value: 'xiaoyan' },
		format: 'wav',
		sampleRate: 16000,
		simplify: true,
		options: {},
		...change,
	});
