import type { IExecuteFunctions } from 'n8n-workflow';
import type { AiCallClient } from '../../shared/n8n/aiCall/aiCallClient';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { beginCheck, type Checks } from './check';
import { refuseRetryOnFail } from './claim';
import { deliver, type Sending } from './deliver';
import { entriesOf, isInvalid, prepareItems, type Preparation } from './prepare';
import { handlerOf, invalidHandler, type Results } from './results';

export interface Delivery<Target> extends Preparation<Target>, Sending<Target>, Results<Target> {
	checkOnly: boolean;
	checks: Checks<Target>;
}

/**
 * Sends the entries of all items and returns the handler that gives each item the outcome of its own entries. Everything is
 * checked before the first request: if an entry is invalid and On Error is not set to continue, nothing is sent.
 * @throws InputError if n8n would run the node again after a failure
 */
export async function beginDelivery<Target>(
	context: IExecuteFunctions,
	client: AiCallClient,
	delivery: Delivery<Target>,
): Promise<ItemHandler> {
	const { names, keys, checkOnly } = delivery;
	if (!checkOnly) refuseRetryOnFail(context, names.action);
	const items = await prepareItems(context, delivery);
	const entries = entriesOf(items);
	if (checkOnly)
		return await beginCheck(context, items, delivery, [
			() => void refuseRetryOnFail(context, names.action),
			() => void keys?.check(entries.length),
		]);
	if (!context.continueOnFail() && items.some(isInvalid)) return invalidHandler(context, items);
	keys?.check(entries.length);
	return handlerOf(context, items, await deliver(context, client, entries, delivery), delivery);
}
