/** What is there for older versions of n8n alone. Each part says from which version it can go. */
import { N8N_NODES_API_VERSION, type INode } from 'n8n-workflow';
import type { Failure } from '../failure';

/**
 * Whether an error of n8n stands for this failure. Up to n8n 2.33, n8n wraps what a credential
 * throws and keeps only its text. Can go from 2.34: there the failure is the error's cause.
 */
export function hasTextOf(error: unknown, failure: Failure): boolean {
	return error instanceof Error && error.message === failure.message;
}

/**
 * The code of the error that n8n has wrapped. Up to n8n 2.33 the wrapper has no cause, but the code
 * as `httpCode`. Can go from 2.34.
 */
export function wrappedCode(error: Error): unknown {
	return 'httpCode' in error ? error.httpCode : undefined;
}

/**
 * Whether the engine sends an item of `error` and `details` out of the error output. There is no
 * flag for it, but every engine with this constant knows `details`.
 */
const ENGINE_KNOWS_DETAILS = N8N_NODES_API_VERSION !== undefined;

/**
 * The field in which the item that stands for a failed one has the details. Up to n8n 2.35 the engine sends only
 * items of `error` and `message` out of the error output. Can go from 2.39.
 */
export function detailsField({ onError }: INode): 'details' | 'message' {
	return !ENGINE_KNOWS_DETAILS && onError === 'continueErrorOutput' ? 'message' : 'details';
}
