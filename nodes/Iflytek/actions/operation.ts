import type { INodeExecutionData } from 'n8n-workflow';
import { jsonResult, type Operation } from '../../shared/n8n/run/operations';
import {
	sidOf,
	type OpenPlatformEnvelope,
} from '../../shared/openPlatform/protocol/openPlatformEnvelope';
import type { OpenPlatformClient } from '../transport/openPlatformClient';

/** What several operations of this node have in common. */

export type IflytekOperation = Operation<OpenPlatformClient>;

/**
 * The result of one request. With Simplify on, it is the value that `read` returns, with the
 * session ID; otherwise it is the whole envelope.
 */
export function envelopeResult(
	envelope: OpenPlatformEnvelope,
	simplified: boolean,
	read: (envelope: OpenPlatformEnvelope) => object,
): INodeExecutionData[] {
	return jsonResult(simplified ? { ...read(envelope), sid: sidOf(envelope) } : envelope);
}
