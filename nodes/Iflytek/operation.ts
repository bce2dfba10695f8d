/** What the operations of this node are made with, in one import. */
export { openPlatformOptions } from './properties';
export type { IflytekOperation } from './types';
export { asChoice, asFlag, asText, listIn } from '../shared/n8n/parameters/coerce';
export { Item } from '../shared/n8n/parameters/item';
export { binaryInput, simplify, type NumberField } from '../shared/n8n/parameters/properties';
export { readNumber, requestOptionsOf } from '../shared/n8n/parameters/settings';
export { jsonResult, rawResponse } from '../shared/n8n/run/operations';
