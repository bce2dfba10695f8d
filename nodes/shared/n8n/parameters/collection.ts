import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isRecord, type JsonRecord } from '../../values';

/** A collection parameter of a trigger, which has no items (an operation has `Item`); empty if nothing was added. */
export function collectionOf(
	context: IWebhookFunctions | IHookFunctions | IPollFunctions,
	name: string,
): JsonRecord {
	const value: unknown = context.getNodeParameter(name, {});
	return isRecord(value) ? value : {};
}
