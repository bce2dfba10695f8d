import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { errorText } from '../../shared/failure';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import type { ItemHandler } from '../../shared/n8n/run/items';
import type { Delivery, PreparedItem } from '../batch/delivery';
import { deliver } from '../batch/deliver';
import { isEntry, shownEntry, type Entry, type InvalidEntry } from '../batch/entry';
import { problemErrors } from '../batch/prepare';
import { failedDelivery } from '../batch/report';
import { entryResult } from '../batch/results';

/**
 * Sends one entry, with the number of the test instead of the entry's own number. All other entries
 * are left out, whether they are valid or not. The key of the entry is not recorded, so that a real
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
	const outcomes = await deliver(context, client, [testEntry], delivery);
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
		if (!item) return [];
		if (failure && index === first.item) throw failure;
		if ('reason' in item) return [leftOut({ problems: [errorText(item.reason)] })];
		return item.entries.map((entry) =>
			entry === first ? resultOfTest(item.simplified) : leftOut(shownOf(entry)),
		);
	};

	function resultOfTest(simplified: boolean): INodeExecutionData {
		const { json, ...result } = entryResult(context, delivery, testEntry, outcomes, simplified);
		const { state, ...fields } = json;
		return { ...result, json: state === undefined ? json : { state, test: true, ...fields } };
	}
}

function leftOut(shown: object): INodeExecutionData {
	return { json: { state: 'notInTest', ...shown } };
}

function shownOf(entry: Entry | InvalidEntry): object {
	const shown = shownEntry(entry);
	return isEntry(entry) ? shown : { ...shown, problems: problemErrors(entry).map(errorText) };
}
