import type { IExecuteFunctions } from 'n8n-workflow';
import { checkMappedColumns, warning, type Finding } from '../../shared/aiCall/checks';
import { acceptedIds } from '../../shared/aiCall/rows/rows';
import { outsideHours, type CallingHours } from '../../shared/aiCall/time/callingHours';
import { asFailure, errorText } from '../../shared/failure';
import type { AiCallClient } from '../../shared/n8n/aiCall/aiCallClient';
import { asFlag, isOff, Item, optionPerItem, timeoutOf } from '../../shared/n8n/parameters';
import type { Clock } from '../../shared/n8n/retry/clock';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { beginDelivery, type Delivery } from '../delivery/beginDelivery';
import type { CheckStep } from '../delivery/check';
import {
	invalidEntry,
	nameOf,
	Repeats,
	repeatsIn,
	type Destination,
	type Entry,
	type InvalidEntry,
} from '../delivery/entry';
import { PlatformData } from '../lookups/platformData';
import { isCheckOnly } from '../operation';
import { readKeys, rowKeysOf } from './keys';
import { checkNumbers, refuseRepeatedNumbers } from './parameters';
import { RowReader, type CheckedRow, type Columns } from './read';

/** An operation that sends rows. */
export interface RowOperation extends Pick<Delivery, 'isolate'> {
	names: Pick<Delivery['names'], 'method' | 'action'>;
	/**
	 * Where the rows of an item go: rows with the same choices share requests.
	 * @throws InputError where a parameter of the item is invalid
	 */
	to(
		index: number,
		columns: readonly string[],
	): {
		choices: object;
		body: Destination['body'];
		hours?: CallingHours;
		/** What a result shows beside the row. */
		shown?: object;
	};
	/** Loads the columns from the platform, if they were not mapped manually. */
	columns(platform: PlatformData, index: number): Promise<string[]>;
	/** What an item names on the platform. */
	check(platform: PlatformData, index: number): CheckStep[];
}

/** Sends the rows of all items in batches (document 2, 4.3 and 4.5). */
export async function beginRows(
	context: IExecuteFunctions,
	client: AiCallClient,
	clock: Clock,
	operation: RowOperation,
): Promise<ItemHandler> {
	const checkOnly = isCheckOnly(context);
	const timeoutMs = timeoutOf(new Item(context, 0));
	const platform = new PlatformData(client, { timeoutMs }, checkOnly ? 'all' : 'scripts');
	const reader = new RowReader(context, async (index) => await operation.columns(platform, index));
	const destinationOf = destinations(operation, clock);
	const keys = rowKeysOf(context);
	const keysOf = keys && readKeys(context);
	const checkNumber = optionPerItem(context, checkNumbers, (value) => !isOff(value));
	const refusesRepeats = asFlag(new Item(context, 0).options[refuseRepeatedNumbers.name]);
	const { mapped } = reader;

	/** The rows of an item, from its parameters to what is sent. */
	async function prepare(index: number): Promise<(Entry | InvalidEntry)[]> {
		const columns = await reader.columnsOf(index);
		const to = destinationOf(index, columns, checkOnly);
		const rows = reader.rows(index, columns, { checkNumber: checkNumber(index) });
		const entries = rows.map((row) => entryOf(index, row, to));
		return keysOf ? keysOf(index, entries) : entries;
	}

	return await beginDelivery(context, client, {
		names: { ...operation.names, idName: 'task_data_id', nouns: ['row', 'rows'] },
		prepare,
		...(refusesRepeats && { review: refuseRepeats() }),
		ids: acceptedIds,
		raw: (id, sent) => ({ task_data_id: id, response: sent }),
		isolate: operation.isolate,
		keys,
		checkOnly,
		checks: {
			ofItem: (index) => [
				...operation.check(platform, index),
				async () =>
					mapped ? checkMappedColumns(mapped, await operation.columns(platform, index)) : [],
			],
			ofEntries: repeatWarnings,
		},
	});
}

/**
 * Where the rows of items go: the same one where the choices are the same. A check gets the error
 * instead, and names what is wrong with the rows, too.
 */
function destinations(operation: RowOperation, clock: Clock) {
	const known = new Map<string, Destination>();
	const choose = (index: number, columns: Columns) => {
		const { choices, body, hours, shown } = operation.to(index, columns.columns);
		const key = JSON.stringify([choices, hours]);
		const destination = known.get(key) ?? {
			body,
			shown: (values) => ({ ...shown, phoneNumber: values[0], row: rowOf(columns, values) }),
			notNow: () => hours && outsideHours(hours, clock.date()),
		};
		known.set(key, destination);
		return destination;
	};
	return (index: number, columns: Columns, isCheck: boolean): Destination | Error => {
		if (!isCheck) return choose(index, columns);
		try {
			return choose(index, columns);
		} catch (error) {
			return asFailure(error);
		}
	};
}

const rowOf = ({ names }: Columns, values: readonly string[]) =>
	Object.fromEntries(names.map((name, column) => [name, values[column]]));

function entryOf(
	item: number,
	{ prepared, ...row }: CheckedRow,
	to: Destination | Error,
): Entry | InvalidEntry {
	if (!prepared.ok) return { problems: prepared.problems, ...row };
	if (to instanceof Error) return { problems: [{ reason: errorText(to), advice: '' }], ...row };
	const { values } = prepared;
	return { item, label: values[0] ?? '', to, values, ...row };
}

const repeated = (first: Entry) => `Duplicate number: already used in this run (${nameOf(first)})`;

/** Refuses rows whose phone number an earlier row of the run has. */
export function refuseRepeats(): (entry: Entry) => Entry | InvalidEntry {
	const numbers = new Repeats();
	return (entry) => {
		const first = numbers.firstOf(entry, entry.label);
		if (!first) return entry;
		const advice = 'Remove the row, or turn off Reject Duplicate Numbers under Options.';
		return invalidEntry(entry, { reason: repeated(first), advice });
	};
}

export function repeatWarnings(entries: readonly Entry[]): Map<Entry, Finding[]> {
	const advice =
		'It would be called again. Remove the row, or turn on Reject Duplicate Numbers under Options.';
	return new Map(
		[...repeatsIn(entries, ({ label }) => label)].map(([entry, first]) => [
			entry,
			[warning(repeated(first), advice)],
		]),
	);
}
