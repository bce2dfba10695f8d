/**
 * Code that only older versions of n8n need. Each part can go when no version before the one that
 * it names is supported any more.
 */
import { N8N_NODES_API_VERSION, type INode } from 'n8n-workflow';
import type { Failure } from '../failure';

/**
 * Whether an error of n8n contains this failure. Up to n8n 2.33, n8n wraps what a credential
 * throws and keeps only its text. Unnecessary from 2.34 on: there the failure is the error's cause.
 */
export function hasTextOf(error: unknown, failure: Failure): boolean {
	return error instanceof Error && error.message === failure.message;
}

/**
 * The code of the error that n8n has wrapped. Up to n8n 2.33 the wrapper has no cause; its
 * `httpCode` is the code. Unnecessary from 2.34 on.
 */
export function wrappedCode(error: Error): unknown {
	return 'httpCode' in error ? error.httpCode : undefined;
}

/**
 * Whether the engine sends an item with the fields `error` and `details` out of the error output.
 * There is no flag for it, but every engine with this constant does.
 */
const ENGINE_KNOWS_DETAILS = N8N_NODES_API_VERSION !== undefined;

/**
 * The name of the field with the details in an error item. Up to n8n 2.35, the engine only sends an
 * item out of the error output if its fields are `error` and `message`. Unnecessary from 2.39 on.
 */
export function detailsField({ onError }: INode): 'details' | 'message' {
	return !ENGINE_KNOWS_DETAILS && onError === 'continueErrorOutput' ? 'message' : 'details';
}
