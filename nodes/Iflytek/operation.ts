import type { INodeExecutionData } from 'n8n-workflow';
import { jsonResult, type Operation } from '../shared/n8n/run/operations';
import {
	sidOf,
	type OpenPlatformEnvelope,
} from '../shared/openPlatform/protocol/openPlatformEnvelope';
import type { OpenPlatformClient } from './openPlatformClient';

/** What several operations of this node have in common. */

export type IflytekOperation = Operation<OpenPlatformClient>;

/**
 * The result of one request: its envelope, or with Simplify on the value that `read` returns, with
 * the session ID.
 */
export function envelopeResult(
	envelope: OpenPlatformEnvelope,
	simplified: boolean,
	read: (envelope: OpenPlatformEnvelope) => object,
): INodeExecutionData[] {
	return jsonResult(simplified ? { ...read(envelope), sid: sidOf(envelope) } : envelope);
}
