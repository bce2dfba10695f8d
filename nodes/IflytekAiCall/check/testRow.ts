import type { IExecuteFunctions } from 'n8n-workflow';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import type { ItemHandler } from '../../shared/n8n/run/items';
import type { Delivery, PreparedItem } from '../batch/delivery';
import { deliver } from '../batch/deliver';
import type { Entry } from '../batch/entry';
import { failedDelivery } from '../batch/report';
import { entryResult } from '../batch/results';

/**
 * Sends one entry, with the number of the test instead of the entry's own number. Only its item has
 * a result: the nodes after this one get what was called, and nothing that was not. The key of the entry is not recorded, so that a real
 * run sends the row. Calling Hours do not apply, because the user has entered the number for this
 * test.
 * @param first the entry whose values are sent
 */
export async function beginTest(
	context: IExecuteFunctions,
	client: AiCallClient,
	items: readonly PreparedItem[],
	first: Entry,
	number: string,
	delivery: Delivery,
): Promise<ItemHandler> {
	const [, ...values] = first.values;
	const testEntry: Entry = {
		...first,
		label: number,
		destination: { ...first.destination, whyNotNow: undefined },
		values: [number, ...values],
		key: undefined,
	};
	const { send = deliver } = delivery;
	const outcomes = await send(context, client, [testEntry], delivery);
	const failure = context.continueOnFail() ? undefined : failedDelivery(delivery.names, outcomes);
	const rowCounts = items.map((item) => ('reason' in item ? 1 : item.entries.length));
	const rowCount = rowCounts.reduce((sum, count) => sum + count, 0);
	if (outcomes.get(testEntry)?.state === 'accepted')
		context.addExecutionHints({
			message: `Test: 1 accepted, with the number ${number} · ${rowCount - 1} not sent`,
			location: 'outputPane',
		});
	return async (index) => {
		const item = items[index];
		if (index !== first.item || !item || 'reason' in item) return [];
		if (failure) throw failure;
		const { json, ...result } = entryResult(
			context,
			delivery,
			testEntry,
			outcomes,
			item.simplified,
		);
		const { state, ...fields } = json;
		return [{ ...result, json: state === undefined ? json : { state, test: true, ...fields } }];
	};
}
