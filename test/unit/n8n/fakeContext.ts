import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IGetNodeParameterOptions,
	INode,
	NodeExecutionHint,
} from 'n8n-workflow';
import { InputError } from '../../../nodes/shared/failure';

/** An expression in a parameter. */
export class Expression {
	constructor(
		readonly valueFor: (itemIndex: number) => unknown,
		readonly source = '={{ $json.field }}',
	) {}
}

/** The parameters of a node as the user has set them. A name such as `options.timeout` reads a field of `options`. */
export type Parameters = Record<string, unknown>;

/** A value in which each expression is replaced by its value for an item, or by its source text if `isRaw`. */
function resolved(value: unknown, index: number, isRaw: boolean): unknown {
	if (value instanceof Expression) return isRaw ? value.source : value.valueFor(index);
	if (Array.isArray(value)) return value.map((entry) => resolved(entry, index, isRaw));
	if (value === null || typeof value !== 'object') return value;
	const entries = Object.entries(value);
	return Object.fromEntries(entries.map(([name, entry]) => [name, resolved(entry, index, isRaw)]));
}

const NODE: INode = {
	id: '1',
	name: 'My Node',
	type: 'iflytek',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** The part of n8n that a node uses, as a fake: it records what the node asks for and what it reports. */
export class FakeContext {
	/** Each reading of a parameter: its name, the item, the default, and the options. */
	readonly asked: [string, number, unknown, IGetNodeParameterOptions?][] = [];
	/** What the node wrote to the log. */
	readonly lines: string[] = [];
	/** What the node sent to the editor. */
	readonly shown: unknown[] = [];
	readonly hints: NodeExecutionHint[] = [];
	/** Stops the execution. */
	readonly stop = new AbortController();
	readonly node: INode;
	/** Binary data, by the name of its field. */
	readonly files: Record<string, { bytes?: number; fileName?: string; data: string }> = {};
	/** The fields, or binary objects, whose bytes were read. */
	readonly filesRead: unknown[] = [];

	constructor(
		private readonly parameters: Parameters = {},
		private readonly items = 1,
		private readonly onError?: INode['onError'],
	) {
		this.node = { ...NODE, onError };
	}

	/** The context in the form that the code of a node gets, which is the same object each time. */
	get n8n(): IExecuteFunctions {
		const context = {
			getNodeParameter: this.parameter.bind(this),
			getInputData: () =>
				Array.from({ length: this.items }, (_none, index) => ({ json: { index } })),
			getNode: () => this.node,
			continueOnFail: () => this.onError !== undefined,
			getExecutionCancelSignal: () => this.stop.signal,
			logger: { info: (line: string) => this.lines.push(line) },
			sendMessageToUI: (line: unknown) => this.shown.push(line),
			addExecutionHints: (...hints: NodeExecutionHint[]) => this.hints.push(...hints),
			helpers: {
				assertBinaryData: (_index: number, field: string | IBinaryData) =>
					typeof field === 'string' ? this.files[field] : field,
				getBinaryDataBuffer: async (_index: number, field: string | IBinaryData) => {
					this.filesRead.push(field);
					return Buffer.from((typeof field === 'string' ? this.files[field] : field)?.data ?? '');
				},
			},
		};
		return (this.createdContext ??= context as unknown as IExecuteFunctions);
	}

	private createdContext: IExecuteFunctions | undefined;

	private parameter(
		name: string,
		index: number,
		fallback?: unknown,
		options?: IGetNodeParameterOptions,
	): unknown {
		this.asked.push(options ? [name, index, fallback, options] : [name, index, fallback]);
		const found = name
			.split('.')
			.reduce<unknown>(
				(value, field) => (value as IDataObject | undefined)?.[field],
				this.parameters,
			);
		return found === undefined
			? fallback
			: resolved(found, index, options?.rawExpressions === true);
	}
}

/** What the user reads when input is refused: message and advice. */
export function refusal(read: () => unknown): [string, string | undefined] {
	try {
		read();
	} catch (error) {
		if (error instanceof InputError) return [error.message, error.details.advice];
		throw error;
	}
	throw new Error('It was accepted');
}
