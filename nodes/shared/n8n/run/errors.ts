import {
	ExpressionError,
	N8N_NODES_API_VERSION,
	NodeApiError,
	NodeOperationError,
	UserError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { Failure, InputError, type FailureDetails, type FailureKind } from '../../failure';

type NodeFailure = NodeApiError | NodeOperationError;

/** The details of a failure, in the form in which items and error panels show them. */
function known({ kind, details }: Failure): IDataObject {
	const { facts, ...named } = details;
	return JSON.parse(JSON.stringify({ kind, ...named, ...facts }));
}

/** An error that n8n threw is about the input or a parameter where it is one of those that n8n means for users. */
function foreignKind(error: unknown): FailureKind {
	const isInput = error instanceof NodeOperationError || error instanceof ExpressionError || error instanceof UserError;
	return isInput ? 'invalidInput' : 'unexpected';
}

function foreignData({ description }: NodeFailure, kind: FailureKind): IDataObject {
	return { kind, ...(description && { advice: description }) };
}

/** An error that is none of ours, with its kind and its advice where a failure carries them. */
function withKind(error: NodeFailure, kind: FailureKind, itemIndex: number): NodeFailure {
	error.context.itemIndex = itemIndex;
	error.context.data ??= foreignData(error, kind);
	return error;
}

function describe({ advice, sid, sids }: FailureDetails): string | undefined {
	const quote = sids ? `Session IDs (sids) for iFLYTEK support: ${sids.join(', ')}` : sid && `Session ID (sid) for iFLYTEK support: ${sid}`;
	return [advice, quote].filter(Boolean).join(' ') || undefined;
}

/**
 * Converts a failure into the error of n8n: a NodeOperationError if it was found before sending, a NodeApiError if a
 * request failed. Message, advice (as the description), code and sid appear in the error panel; `context.data` contains
 * them for programs.
 */
export function toNodeError(node: INode, error: unknown, itemIndex: number): NodeFailure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return withKind(error, foreignKind(error), itemIndex);
	if (!(error instanceof Failure)) {
		return withKind(new NodeOperationError(node, error instanceof Error ? error : String(error)), foreignKind(error), itemIndex);
	}
	const { message, details } = error;
	const description = describe(details);
	const wrapped =
		error instanceof InputError
			? new NodeOperationError(node, message, { itemIndex, description })
			: new NodeApiError(node, { message, ...known(error) }, { message, description, httpCode: details.code, itemIndex });
	// n8n replaces messages that contain words like ECONNRESET.
	wrapped.message = message;
	wrapped.messages = [];
	wrapped.context.data = known(error);
	return wrapped;
}

/**
 * Whether the engine sends an item of `error` and `details` out of the error output. Up to n8n 2.35 it takes only `error`,
 * alone or with `message`, and lets any other out as a good one. Nothing tells that itself; every engine that has this
 * constant (n8n 2.39 and later) does.
 */
const ENGINE_KNOWS_DETAILS = N8N_NODES_API_VERSION !== undefined;

/**
 * The item that stands for a failed one when the user chose to continue: `error` and `details`, or for the error output of
 * older engines `error` and `message`, which then holds the details.
 */
export function errorItem({ onError }: INode, error: NodeFailure, itemIndex: number): INodeExecutionData {
	const details = (error.context.data as IDataObject | undefined) ?? foreignData(error, foreignKind(error));
	const asMessage = !ENGINE_KNOWS_DETAILS && onError === 'continueErrorOutput';
	return {
		json: { error: error.message, ...(asMessage ? { message: details } : { details }) },
		pairedItem: { item: itemIndex },
	};
}
