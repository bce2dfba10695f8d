import { IflytekApi } from '../../credentials/IflytekApi.credentials';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { demoAccounts, startSimulator, type Simulator, type SimulatorOptions } from '../simulator';
import { runNode, type InputItem, type NodeResult, type NodeRun } from './harness';

/** The local platform for a test file, and the node run against it. */
export class Bench {
	private started: Simulator | undefined;

	constructor(private readonly options: SimulatorOptions = {}) {
		beforeAll(async () => {
			this.started = await startSimulator(this.options);
		});
		beforeEach(() => this.simulator.reset());
		afterAll(async () => await this.simulator.close());
	}

	get simulator(): Simulator {
		if (!this.started) throw new Error('The local platform is started before the first test');
		return this.started;
	}

	/** Decrypted data of the credential for one service of the demo account. */
	credential(service: string, appId = '5a1c0de2') {
		const { nlp, ocr, vision, api } = this.simulator.baseUrls;
		const services = demoAccounts[appId] ?? {};
		const account = Object.entries(services).find(([name]) => name === service)?.[1];
		return {
			appId,
			apiKey: account?.apiKey ?? '',
			testService: service,
			nlpBaseUrl: nlp,
			ocrBaseUrl: ocr,
			visionBaseUrl: vision,
			apiBaseUrl: api,
		};
	}

	/** The credential type that signs. */
	signer() {
		return { type: new IflytekApi() };
	}

	/** Runs one operation of the iFLYTEK node in n8n's engine over real HTTP. */
	async run(service: string, parameters: NodeRun['parameters'], items?: InputItem[], more: Partial<NodeRun> = {}): Promise<NodeResult> {
		return await runNode({
			nodeType: new Iflytek(),
			parameters,
			items,
			credentials: [{ ...this.signer(), data: this.credential(service) }],
			...more,
		});
	}
}
