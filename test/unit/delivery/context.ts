import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

export interface Surroundings {
	parameters?: Record<string, unknown>;
	items?: IDataObject[];
	node?: Partial<INode>;
	continueOnFail?: boolean;
	stopped?: AbortSignal;
	/** What n8n's database has of the node. */
	stored?: Set<string>;
	/** Whether that database fails. */
	isAway?: () => boolean;
}

/** As much of n8n's context as the delivery of rows uses, what it wrote to the log, and what it showed as a hint. */
export function contextOf({ parameters = {}, items = [{}], node = {}, continueOnFail = false, stopped, stored = new Set(), isAway = () => false }: Surroundings = {}) {
	const lines: string[] = [];
	const hints: unknown[] = [];
	const parameter = (path: string) => path.split('.').reduce<unknown>((value, name) => (typeof value === 'object' && value !== null ? (value as IDataObject)[name] : undefined), parameters);
	const answered = <T>(value: T) => {
		if (isAway()) throw new Error('the database is away');
		return Promise.resolve(value);
	};
	const context = Object.create({
		getNodeParameter: (path: string, _index: number, fallback?: unknown) => parameter(path) ?? fallback,
		getInputData: () => items.map((json) => ({ json })),
		getNode: () => ({ id: 'n', name: 'Calls', type: 'iflytekAiCall', typeVersion: 1, position: [0, 0], parameters: {}, ...node }),
		getWorkflow: () => ({ id: 'w' }),
		getExecutionId: () => undefined,
		getExecutionCancelSignal: () => stopped,
		continueOnFail: () => continueOnFail,
		addExecutionHints: (hint: unknown) => hints.push(hint),
		logger: { info: (text: string) => lines.push(`info ${text}`), warn: (text: string) => lines.push(`warn ${text}`) },
		helpers: {
			checkProcessedAndRecord: (texts: string[]) => {
				const processed = texts.filter((text) => stored.has(text));
				for (const text of texts) stored.add(text);
				return answered({ processed, new: texts.filter((text) => !processed.includes(text)) });
			},
			removeProcessed: (texts: string[]) => {
				for (const text of texts) stored.delete(text);
				return answered(undefined);
			},
		},
	}) as IExecuteFunctions;
	return { context, lines, hints };
}
