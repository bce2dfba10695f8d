import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { startSimulator, type Simulator } from '../simulator';
import type { AiCallOptions, AiCallSimulator } from '../simulator/aiCall';
import { DEFAULT_APP_KEY, DEFAULT_APP_SECRET } from '../simulator/aiCall/config';
import { runNode, type InputItem, type NodeResult, type NodeRun } from './harness';

/** A local platform of its own for each test, and the AI Call node run against it. */
export class CallBench {
	private started: Simulator | undefined;

	/** The credential as n8n keeps it: a token that was fetched stays for the next run. */
	credential: ICredentialDataDecryptedObject = {};

	constructor(private readonly options: AiCallOptions = {}) {
		beforeEach(async () => {
			this.started = await startSimulator({ aiCall: this.options });
			this.credential = { appKey: DEFAULT_APP_KEY, appSecret: DEFAULT_APP_SECRET, baseUrl: this.simulator.baseUrls.call };
		});
		afterEach(async () => await this.simulator.close());
	}

	get simulator(): Simulator {
		if (!this.started) throw new Error('The local platform is started before each test');
		return this.started;
	}

	get platform(): AiCallSimulator {
		return this.simulator.aiCall;
	}

	/** Requests to one endpoint, or to all but the token's, as the platform saw them. */
	requests(endpoint?: string) {
		return this.platform.requests.filter((request) => (endpoint === undefined ? request.endpoint !== 'token' : request.endpoint === endpoint));
	}

	/** The bodies of the requests to one endpoint. */
	bodies(endpoint: string): unknown[] {
		return this.requests(endpoint).map(({ body }) => JSON.parse(body) as unknown);
	}

	/** Runs one operation of the node in n8n's engine over real HTTP. */
	async run(parameters: NodeRun['parameters'], items?: InputItem[], more: Partial<NodeRun> = {}): Promise<NodeResult> {
		return await runNode({
			nodeType: new IflytekAiCall(),
			parameters: { simplify: true, ...parameters },
			items,
			credentials: [{ type: new IflytekAiCallApi(), data: this.credential }],
			...more,
		});
	}

	/** Runs an operation that must go well, and gives the JSON of its items. */
	async json(parameters: NodeRun['parameters'], items?: InputItem[], more: Partial<NodeRun> = {}): Promise<unknown[]> {
		const { outputs, error } = await this.run(parameters, items, more);
		if (error) throw error;
		return (outputs[0] ?? []).map(({ json }) => json);
	}
}
