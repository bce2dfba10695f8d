import type { AiCallClient } from '../shared/n8n/aiCall/client';
import type { Operation, Resource } from '../shared/n8n/run/operations';

/** What the operations of this node are made with, in one import. */
export { callingHours, callingHoursZone, hoursOf } from './callingHours';
export { isCheckOnly } from './checkOnly';
export { aiCallOptions, deliveryOptions, line, script, task, voice } from './properties';
export { asChoice, asFlag, asInteger, asText, given, isOff, listIn, valuesOf } from '../shared/n8n/parameters/coerce';
export { Item } from '../shared/n8n/parameters/item';
export { perItem } from '../shared/n8n/parameters/perItem';
export { choicesOf, collectionField, noticeOf, numberField, simplify, switchField, textField } from '../shared/n8n/parameters/properties';
export { concurrencyOf, readNumber, requestOptionsOf, timeoutOf } from '../shared/n8n/parameters/settings';
export type { Clock } from '../shared/n8n/retry/clock';
export type { ItemHandler } from '../shared/n8n/run/items';
export { oncePerKey } from '../shared/n8n/run/once';
export { jsonResult, rawResponse } from '../shared/n8n/run/operations';
export type { AiCallClient };

export type AiCallOperation = Operation<AiCallClient>;
export type AiCallResource = Resource<AiCallClient>;
