import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { concurrentRequests, optionsCollection, retries, timeout } from '../shared/n8n/parameters/properties';
import { jsonResult, type Operation } from '../shared/n8n/run/operations';
import { sidOf, type Envelope } from '../shared/openPlatform/envelope';
import type { OpenPlatformClient } from './client';

/** What the operations of this node are made with, in one import. */
export { asChoice, asFlag, asList, asText, given, valuesOf } from '../shared/n8n/parameters/coerce';
export { Item } from '../shared/n8n/parameters/item';
export { binaryInput, numberField, simplify, switchField, textField } from '../shared/n8n/parameters/properties';
export { readNumber, requestOptionsOf } from '../shared/n8n/parameters/settings';
export { jsonResult, rawResponse } from '../shared/n8n/run/operations';

export type IflytekOperation = Operation<OpenPlatformClient>;

/** The Options of every operation, and those of one operation. */
export function openPlatformOptions(...own: INodeProperties[]): INodeProperties {
	return optionsCollection(concurrentRequests, retries, timeout, ...own);
}

/** The result of one request: its envelope, or with Simplify on what `read` makes of it, with the session id. */
export function envelopeResult(envelope: Envelope, simplified: boolean, read: (envelope: Envelope) => object): INodeExecutionData[] {
	return jsonResult(simplified ? { ...read(envelope), sid: sidOf(envelope) } : envelope);
}
