import type { IExecuteFunctions } from 'n8n-workflow';
import { outsideHours } from '../../shared/aiCall/time/callingHours';
import { acceptedIds } from '../../shared/aiCall/rows/rows';
import type { AiCallClient } from '../../shared/n8n/aiCall/aiCallClient';
import { asFlag, Item } from '../../shared/n8n/parameters';
import type { Clock } from '../../shared/n8n/retry/clock';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { beginDelivery, type Delivery } from '../delivery/begin';
import { checksOf, refusedRepeats, type CheckedDestination } from './check';
import { RowInput, type RowTarget } from './input';

export interface RowOperation<Target>
	extends CheckedDestination<Target>, Pick<Delivery<Target>, 'body' | 'isolate'> {
	names: Pick<Delivery<Target>['names'], 'method' | 'action'>;
	/** The part of the target that results contain. */
	shown?(target: Target): object;
}

/** Sends the rows of all items in batches (document 2, 4.3 and 4.5). */
export async function beginRows<Target>(
	context: IExecuteFunctions,
	client: AiCallClient,
	clock: Clock,
	rows: RowOperation<Target>,
): Promise<ItemHandler> {
	const input = new RowInput(context, client, rows);
	const shown: Delivery<RowTarget<Target>>['checks']['shown'] = ({
		target: { target, names },
		values,
	}) => {
		const row = Object.fromEntries(names.map((name, column) => [name, values[column]]));
		return { ...rows.shown?.(target), phoneNumber: values[0], row };
	};
	return await beginDelivery<RowTarget<Target>>(context, client, {
		names: { ...rows.names, idName: 'task_data_id', nouns: ['row', 'rows'] },
		body: ({ target }, values) => rows.body(target, values),
		ids: acceptedIds,
		notNow: ({ hours }) => hours && outsideHours(hours, clock.date()),
		isolate: rows.isolate,
		keys: input.keys,
		prepare: async (index) => await input.entries(index),
		...(asFlag(new Item(context, 0).options.refuseRepeatedNumbers) && { review: refusedRepeats }),
		checkOnly: input.checkOnly,
		checks: { ...checksOf(input, rows, clock), shown },
		raw: (id, sent) => ({ task_data_id: id, response: sent }),
		result: (entry, id) => ({ ...(id !== undefined && { task_data_id: id }), ...shown(entry) }),
	});
}
