import type { IDataObject, IExecuteFunctions, INode, IRunExecutionData } from 'n8n-workflow';
import { inPanel } from '../../setup/panel';
import { Decisions, type Ruling } from '../../../nodes/IflytekAiCall/entry/decision';
import type { Delivery } from '../../../nodes/IflytekAiCall/entry/delivery';
import type {
	DeliveryNames,
	Destination,
	Entry,
	Row,
} from '../../../nodes/IflytekAiCall/entry/entry';
import type { Clock } from '../../../nodes/shared/n8n/requests/clock';
import { randomUUID } from '../../setup/chance';

/** How texts name the rows of Place. */
export const PLACE_NAMES: DeliveryNames = {
	method: 'placeCalls',
	idName: 'task_data_id',
	nouns: ['row', 'rows'],
};

/** How texts name the tasks of Create. */
export const TASK_NAMES: DeliveryNames = {
	method: 'createTask',
	idName: 'task_id',
	nouns: ['task', 'tasks'],
};

/** What a process waits for that has ended. */
export const never = async <T>() => await new Promise<T>(() => undefined);

export interface Surroundings {
	/** The parameters by name. A function stands for an expression: it returns the value for an item. */
	parameters?: Record<string, unknown>;
	execution?: {
		id: string;
		mode?: string;
		resumeUrl?: string;
		runIndex?: number;
		establishedAt?: number;
		parentExecutionId?: string;
	};
	/** The executions in n8n's database. */
	executions?: Record<string, Partial<IRunExecutionData>>;
	items?: IDataObject[];
	node?: Partial<INode>;
	/** Types of the nodes before this one. */
	precedingTypes?: string[];
	/** The types of the nodes after it, each named like its type. */
	followingTypes?: string[];
	continueOnFail?: boolean;
	/** Aborted when the execution is stopped. */
	stopped?: AbortSignal;
	/** The time zone of the workflow. */
	timeZone?: string;
	/** The node's records in n8n's database. */
	stored?: Set<string>;
	/** Called at each access to the database, which fails if this returns true. */
	isDatabaseAway?: () => boolean;
}

/** What n8n's database has of a node, without what tells runs that others are there. */
export const entriesOf = (stored: ReadonlySet<string>) =>
	[...stored].filter((text) => !text.startsWith('present '));

/** The workflow ID of each node. The key is the node's set of records. The product uses the ID to remember what a node is sending. */
const workflowIds = new WeakMap<Set<string>, string>();

function workflowIdOf(stored: Set<string>): string {
	const id = workflowIds.get(stored) ?? randomUUID();
	workflowIds.set(stored, id);
	return id;
}

/** The part of n8n's context that a delivery uses, with the lines it logs and the hints it shows. */
export function contextOf({
	parameters = {},
	execution,
	items = [{}],
	node = {},
	precedingTypes = [],
	followingTypes = [],
	continueOnFail = false,
	stopped,
	timeZone = 'UTC',
	stored = new Set(),
	executions = {},
	isDatabaseAway = () => false,
}: Surroundings = {}) {
	const lines: string[] = [];
	const hints: unknown[] = [];
	/** The parameter at a path such as `options.timeout`. */
	const parameter = (path: string) => {
		let value: unknown = inPanel({ runMode: 'real', ...parameters });
		for (const name of path.split('.')) {
			if (typeof value !== 'object' || value === null) return undefined;
			value = (value as IDataObject)[name];
		}
		return value;
	};
	/** Answers as n8n's database does, which may be away. */
	const answered = <T>(value: T) => {
		if (isDatabaseAway()) throw new Error('the database is away');
		return Promise.resolve(value);
	};
	const context = Object.create({
		getNodeParameter: (
			path: string,
			index: number,
			fallback?: unknown,
			{ rawExpressions = false } = {},
		) => {
			const value: unknown = parameter(path) ?? fallback;
			if (typeof value !== 'function') return value;
			return rawExpressions ? '={{ … }}' : value(index);
		},
		getInputData: () => items.map((json) => ({ json })),
		getNode: () => ({
			id: 'n',
			name: 'Calls',
			type: 'iflytekAiCall',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			...node,
		}),
		getParentNodes: () => precedingTypes.map((type) => ({ type, name: type })),
		getChildNodes: () => followingTypes.map((type) => ({ type, name: type })),
		getWorkflow: () => ({ id: workflowIdOf(stored) }),
		getExecutionId: () => execution?.id,
		getExecutionContext: () => execution && { version: 1, source: 'trigger', ...execution },
		getExecutionDataById: async (id: string) => await answered(executions[id]),
		getTimezone: () => timeZone,
		getMode: () => execution?.mode ?? 'trigger',
		getWorkflowDataProxy: () => ({
			$runIndex: execution?.runIndex ?? 0,
			$execution: { resumeUrl: execution?.resumeUrl },
		}),
		getExecutionCancelSignal: () => stopped,
		continueOnFail: () => continueOnFail,
		addExecutionHints: (...shown: unknown[]) => hints.push(...shown),
		logger: {
			info: (text: string) => lines.push(`info ${text}`),
			warn: (text: string, meta?: object) =>
				lines.push(`warn ${text}${meta ? ` ${JSON.stringify(meta)}` : ''}`),
		},
		helpers: {
			checkProcessedAndRecord: (
				texts: string[],
				_scope: string,
				{ maxEntries = Infinity }: { maxEntries?: number },
			) => {
				const processed = texts.filter((text) => stored.has(text));
				for (const text of texts) stored.add(text);
				// A Set lists its oldest text first.
				for (const oldest of stored) if (stored.size > maxEntries) stored.delete(oldest);
				return answered({ processed, new: texts.filter((text) => !processed.includes(text)) });
			},
			removeProcessed: (texts: string[]) => {
				for (const text of texts) stored.delete(text);
				return answered(undefined);
			},
			getProcessedDataCount: () => answered(stored.size),
		},
	}) as IExecuteFunctions;
	return { context, lines, hints };
}

/** Returns a function that makes entries to a destination. The number of an entry ends with its item. */
export function entriesTo(destination: Destination) {
	return (item: number, more: Partial<Entry> = {}): Entry => ({
		item,
		label: `139${item}`,
		destination,
		values: [`139${item}`],
		original: { tel: item },
		...more,
	});
}

/** Noon in China, a Monday. */
export const NOON = Date.parse('2026-11-23T12:00:00+08:00');

/** A clock at a time, which does not wait. */
export const clockAt = (time: number): Clock => ({
	now: () => 0,
	date: () => time,
	sleep: async () => await Promise.resolve(),
});

/** For a delivery that must not send anything. */
export const noneIsSent = async () => await Promise.reject(new Error('entries are sent'));

/** What a row has that the platform accepted, with this ID. */
export const acceptedAs = (id: string): Ruling => ({
	state: 'accepted',
	id,
	envelope: { code: '0', message: '', result: {}, sent: {} },
});

/** Decisions that were made at noon. */
export function decisionsOf(...rulings: (readonly [Row, Ruling])[]): Decisions {
	const decisions = new Decisions(clockAt(NOON));
	for (const [row, ruling] of rulings) decisions.set(row, ruling);
	return decisions;
}

/** A delivery of rows that has nothing but what a test gives it. */
export function deliveryOf(own: Partial<Delivery> = {}): Delivery {
	return {
		names: PLACE_NAMES,
		clock: clockAt(NOON),
		mode: 'real',
		sendOthers: false,
		prepare: async () => await Promise.resolve([]),
		checks: { ofItem: () => [] },
		open: async () => await Promise.resolve({ send: noneIsSent }),
		...own,
	};
}
