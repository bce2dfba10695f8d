import {
	ExpressionError,
	NodeApiError,
	NodeOperationError,
	UserError,
	type IDataObject,
	type IHookFunctions,
	type INode,
	type INodeExecutionData,
	type IPollFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import {
	asFailure,
	Failure,
	InputError,
	type FailureDetails,
	type FailureKind,
} from '../../failure';
import { detailsField } from '../olderN8n';

/** An error that n8n shows. */
export type NodeFailure = NodeApiError | NodeOperationError;

/** The details of a failure, in the form in which items and error panels show them. */
function detailsOf({ kind, details: { facts, ...named } }: Failure): IDataObject {
	return JSON.parse(JSON.stringify({ kind, ...named, ...facts }));
}

/**
 * The details of an error that n8n threw. With some classes of errors n8n addresses the user: their
 * cause is in the input or in a parameter.
 */
function foreignDetails(
	error: NodeFailure,
	thrown: unknown,
): { kind: FailureKind; advice?: string } {
	const isInput =
		thrown instanceof NodeOperationError ||
		thrown instanceof ExpressionError ||
		thrown instanceof UserError;
	const kind: FailureKind = isInput ? 'invalidInput' : 'unexpected';
	return { kind, ...(error.description && { advice: error.description }) };
}

/** An error as a failure. Of an error that n8n threw, its description is the advice. */
export function failureOf(error: unknown): Failure {
	if (!(error instanceof NodeOperationError || error instanceof NodeApiError))
		return error instanceof ExpressionError || error instanceof UserError
			? new InputError(error.message, error.description ?? undefined)
			: asFailure(error);
	const { kind, ...details } = foreignDetails(error, error);
	return new Failure(error.message, kind, details);
}

function descriptionOf({ advice, sid, sids, sidsLeftOut }: FailureDetails): string | undefined {
	const andMore = sidsLeftOut === undefined ? '' : ` and ${sidsLeftOut} more`;
	const sidText = sids
		? `Session IDs (sids) for iFLYTEK support: ${sids.join(', ')}${andMore}`
		: sid && `Session ID (sid) for iFLYTEK support: ${sid}`;
	return [advice, sidText].filter(Boolean).join(' ') || undefined;
}

/**
 * Converts a failure into the error of n8n: a NodeOperationError for invalid input, a NodeApiError
 * otherwise. Message, advice (as the description), code and sid appear in the error panel;
 * `context.data` contains the same for programs.
 */
export function toNodeError(node: INode, error: unknown, itemIndex: number): NodeFailure {
	if (!(error instanceof Failure)) {
		const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
		const foreign = isNodeError
			? error
			: new NodeOperationError(node, error instanceof Error ? error : String(error));
		foreign.context.itemIndex = itemIndex;
		foreign.context.data ??= foreignDetails(foreign, error);
		return foreign;
	}
	const { message, details } = error;
	const description = descriptionOf(details);
	const wrapped =
		error instanceof InputError
			? new NodeOperationError(node, message, { itemIndex, description })
			: new NodeApiError(
					node,
					{ message, ...detailsOf(error) },
					{ message, description, httpCode: details.code, itemIndex },
				);
	// n8n has replaced a message that contains a word like ECONNRESET.
	wrapped.message = message;
	wrapped.messages = [];
	wrapped.context.data = detailsOf(error);
	return wrapped;
}

/** The error of a whole run, which n8n shows without an item. */
export function runFailure(node: INode, error: unknown): NodeFailure {
	const failure = toNodeError(node, error, 0);
	delete failure.context.itemIndex;
	return failure;
}

/**
 * The item that replaces a failed one if the user chose to continue.
 * @param error made by `toNodeError`
 */
export function errorItem(node: INode, error: NodeFailure, itemIndex: number): INodeExecutionData {
	return {
		json: { error: error.message, [detailsField(node)]: error.context.data as IDataObject },
		pairedItem: { item: itemIndex },
	};
}

/**
 * Writes a failure of a trigger to n8n's log. The line itself names the kind of the failure,
 * because the log does not show other fields. The line must not contain anything from a request.
 * @param text what the line says after the node's name
 */
export function logFailure(
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
	kind: FailureKind,
	text: string,
	level: 'warn' | 'debug' = 'warn',
): void {
	context.logger[level](`${context.getNode().name}${text} (kind: ${kind})`, {
		workflowId: context.getWorkflow().id,
		kind,
	});
}
