/** What the operations of this node are made with, in one import. */
export { aiCallOptions, deliveryOptions, line, script, task, voice } from './properties';
export type { AiCallOperation } from './types';
export { asChoice, asFlag, asInteger, asText } from '../shared/n8n/parameters/coerce';
export { Item } from '../shared/n8n/parameters/item';
export { perItem } from '../shared/n8n/parameters/perItem';
export { noticeOf, simplify } from '../shared/n8n/parameters/properties';
export { concurrencyOf, requestOptionsOf, timeoutOf } from '../shared/n8n/parameters/settings';
export { oncePerKey } from '../shared/n8n/run/once';
export { jsonResult, rawResponse } from '../shared/n8n/run/operations';
