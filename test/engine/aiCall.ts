import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestHelper,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCall, runIflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { uniqueColumnNames } from '../../nodes/shared/aiCall/rows/columns';
import type { Clock } from '../../nodes/shared/n8n/requests/clock';
import { renewToken, TOKEN_PROPERTY } from '../../nodes/shared/aiCall/transport/token';
import { isRecord } from '../../nodes/shared/values';
import { hurried, NOON_IN_CHINA, quickClock } from '../setup/quickClock';
import { inPanel } from '../setup/panel';
import { startSimulator, type Simulator } from '../simulator';
import {
	DEFAULT_APP_KEY,
	DEFAULT_APP_SECRET,
	defaultAccounts,
	urlsAt,
	type AiCallOptions,
	type AiCallSimulator,
} from '../simulator/aiCall';
import {
	runNode,
	type HeldCredential,
	type InputItem,
	type NodeResult,
	type NodeRun,
} from './harness';
import { processedData } from './processedData';

/**
 * The node with this clock for its pauses between requests. `new IflytekAiCall()` uses the real clock.
 * @param hurriedPath the path of the requests that time out sooner
 */
export function iflytekAiCallWith(clock: Clock, hurriedPath?: string): IflytekAiCall {
	class TimedIflytekAiCall extends IflytekAiCall {
		override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return await runIflytekAiCall(
				hurriedPath === undefined ? this : hurried(this, hurriedPath),
				clock,
			);
		}
	}
	return new TimedIflytekAiCall();
}

/** A node in an execution that began at this time (milliseconds). The engine would take the machine's. */
export function begunAt<Type extends INodeType>(nodeType: Type, establishedAt: number): Type {
	const { execute } = nodeType;
	nodeType.execute = async function (this: IExecuteFunctions) {
		const own = { ...this.getExecutionContext(), version: 1, establishedAt };
		const context: IExecuteFunctions = Object.create(this, {
			getExecutionContext: { value: () => own },
		});
		return (await execute?.call(context)) ?? [];
	};
	return nodeType;
}

/** The credential type with short pauses between its requests for a token. */
class QuickIflytekAiCallApi extends IflytekAiCallApi {
	override async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return { [TOKEN_PROPERTY]: await renewToken(this, credentials, quickClock) };
	}
}

/** The URL of every push, so that no check warns that there is none. Nothing listens there. */
const CALLBACK = 'http://127.0.0.1:9/webhook';

/** How many platforms this process has started. */
let started = 0;

/**
 * Starts a local platform for each test, and runs the AI Call node against it. Each has a secret of its own: the node
 * remembers the token of an account, and a platform may get the port of a former one.
 */
export class CallBench {
	private running: Simulator | undefined;

	/** The key and secret of the application that may use everything. */
	readonly keys = { appKey: DEFAULT_APP_KEY, appSecret: DEFAULT_APP_SECRET };

	/** The credential's data. As in n8n's database, a fetched token stays here for the next run. */
	credential: ICredentialDataDecryptedObject = {};

	constructor(private readonly options: AiCallOptions = {}) {
		beforeEach(async () => {
			processedData.reset();
			const number = String(++started).padStart(6, '0');
			this.keys.appSecret = `${DEFAULT_APP_SECRET.slice(0, -number.length)}${number}`;
			const accounts = defaultAccounts().map((account) =>
				account.appKey === DEFAULT_APP_KEY ? { ...account, ...this.keys } : account,
			);
			this.running = await startSimulator({
				aiCall: { accounts, urls: urlsAt(CALLBACK), ...this.options },
			});
			this.credential = { ...this.keys, baseUrl: this.simulator.baseUrls.call };
		});
		afterEach(async () => await this.simulator.close());
	}

	get simulator(): Simulator {
		if (!this.running) throw new Error('The local platform is started before each test');
		return this.running;
	}

	get platform(): AiCallSimulator {
		return this.simulator.aiCall;
	}

	/** The platform's records of the requests to an endpoint. Without an endpoint, of all requests except those for a token. */
	requests(endpoint?: string) {
		return this.platform.requests.filter((request) =>
			endpoint === undefined ? request.endpoint !== 'token' : request.endpoint === endpoint,
		);
	}

	/** The bodies of the requests to one endpoint. */
	bodies(endpoint: string): unknown[] {
		return this.requests(endpoint).map(({ body }) => JSON.parse(body) as unknown);
	}

	/** The credential in the form that n8n passes to a node. */
	get held(): HeldCredential[] {
		return [{ type: new QuickIflytekAiCallApi(), data: this.credential }];
	}

	/** Runs one operation of the node in n8n's engine over real HTTP. Removes the audit fields from the items, unless `audited` is set. */
	async run(
		parameters: NodeRun['parameters'],
		items?: InputItem[],
		{ audited = false, ...runOptions }: Partial<NodeRun> & { audited?: boolean } = {},
	): Promise<NodeResult> {
		const result = await runNode({
			nodeType: begunAt(iflytekAiCallWith(quickClock), NOON_IN_CHINA),
			parameters: inPanel({ simplify: true, runMode: 'real', ...parameters }),
			items,
			credentials: this.held,
			...runOptions,
		});
		if (audited) return result;
		return { ...result, outputs: result.outputs.map((output) => output.map(withoutAudit)) };
	}

	/** Runs an operation, and returns the JSON of the items at its first output. Throws if the node fails. */
	async json(
		parameters: NodeRun['parameters'],
		items?: InputItem[],
		runOptions: Partial<NodeRun> & { audited?: boolean } = {},
	): Promise<unknown[]> {
		const { outputs, error } = await this.run(parameters, items, runOptions);
		if (error) throw error;
		return (outputs[0] ?? []).map(({ json }) => json);
	}

	/** Creates a task, and returns its ID. */
	async newTask(parameters: object = {}, runOptions: Partial<NodeRun> = {}): Promise<string> {
		const [task] = await this.json({ ...CREATE, ...parameters }, [{}], runOptions);
		return String((task as { task_id: string }).task_id);
	}
}

/**
 * An item without the reason and the time of the decision on its row. An item that failed has them in `details`, too.
 * `test/engine/audit.test.ts` covers these fields.
 */
function withoutAudit(item: INodeExecutionData): INodeExecutionData {
	const json = withoutReason(item.json);
	return isRecord(json.details)
		? { ...item, json: { ...json, details: withoutReason(json.details as IDataObject) } }
		: { ...item, json };
}

/** An object without `reason` and `at`, if it has both. */
function withoutReason(json: IDataObject): IDataObject {
	const { reason, at, ...others } = json;
	return typeof reason === 'string' && typeof at === 'string' ? others : json;
}

/** The value of a resource locator in which the user has chosen this value. */
export const chosen = (value: string, mode: 'list' | 'id' = 'list') => ({
	__rl: true,
	mode,
	value,
});

/** The value of a column mapper that the user has filled in by hand. It has the fields that the node's mapping method returns. */
export function byHand(columns: string[], values: Record<string, unknown>) {
	const ids = uniqueColumnNames(columns);
	const schema = columns.map((displayName, index) => ({
		id: ids[index],
		displayName,
		required: index === 0,
		defaultMatch: false,
		display: true,
		type: 'string',
	}));
	return {
		mappingMode: 'defineBelow',
		value: values,
		matchingColumns: [],
		schema,
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	};
}

/** The value of a column mapper that takes each column from the item's field of the same name. */
export const byName = {
	mappingMode: 'autoMapInputData',
	value: null,
	matchingColumns: [],
	schema: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
};

/** A script with the columns 客户手机号码, 姓名 and 预约时间. */
export const SCRIPT = '5201';
/** A line that works around the clock. */
export const LINE = '055168204601';
export const EXPIRED_LINE = '055168204604';

/** Calling Hours that contain every time. Nodes with the real clock need them. */
export const ANY_TIME = '00:00-24:00';

/** The parameters of Place, which sends every row again, for items whose fields have the names of the script's columns. */
export const PLACE = {
	resource: 'call',
	operation: 'place',
	robotId: chosen(SCRIPT),
	lineNum: chosen(LINE),
	voiceCode: chosen(''),
	columns: byName,
	skipCustomers: 'none',
};

/** The parameters of Add Rows for the same items. A test adds `taskId`. */
export const ADD_ROWS = {
	resource: 'task',
	operation: 'addRows',
	robotId: chosen(''),
	columns: byName,
	skipCustomers: 'none',
};

/** The parameters of Run Campaign for the same items, with the default of Repeat. */
export const RUN = {
	resource: 'task',
	operation: 'run',
	taskName: '十一月',
	robotId: chosen(SCRIPT),
	lineNum: chosen(LINE),
	columns: byName,
};

/** The option with which rows are sent although others have problems or fail. */
export const SEND_OTHERS = { ifProblems: 'sendOthers' };

export const CREATE = {
	resource: 'task',
	operation: 'create',
	taskName: '十一月',
	robotId: chosen(SCRIPT),
	lineNum: chosen(LINE),
	begin: '2026-12-01T09:00:00+08:00',
};

/** The row of the customer with this index. */
export const customer = (index: number) => ({
	客户手机号码: String(13_800_000_000 + index),
	姓名: `客户${index}`,
	预约时间: '周五',
});
/** The phone number of this customer. */
export const numberOf = (index: number) => customer(index).客户手机号码;
export const customers = (count: number): InputItem[] =>
	Array.from({ length: count }, (_, index) => ({ json: customer(index) }));
