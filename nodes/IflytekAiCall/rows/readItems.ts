import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { LOOP_MS, mapConcurrently, turns } from '../../shared/n8n/run/items';
import { failureOf } from '../../shared/n8n/run/nodeErrors';
import { definedFields, isRecord, numberOf, type JsonRecord } from '../../shared/values';
import type { Delivery, PreparedItem } from '../entry/delivery';
import { isEntry, type Entry, type Row } from '../entry/entry';
import { hasNoValue } from './rowEntries';

/** How items are read. */
interface Reading {
	/** How many are read at the same time. */
	concurrency: number;
	isSimplified(index: number): boolean;
	/** Aborted when the user stops the execution. */
	stopped: AbortSignal | undefined;
}

/**
 * Reads the items, several at the same time, because some need a query to the platform. After the
 * execution was stopped, no further item is read.
 */
export async function readItems(
	data: readonly INodeExecutionData[],
	{ names, prepare }: Pick<Delivery, 'names' | 'prepare'>,
	{ concurrency, isSimplified, stopped }: Reading,
): Promise<PreparedItem[]> {
	const nextTurn = turns(LOOP_MS);
	const read = async (json: IDataObject, index: number): Promise<PreparedItem | undefined> => {
		await nextTurn();
		if (stopped?.aborted) return undefined;
		const leftUnknown = unknownOutcomeIn(json);
		let simplified = true;
		let rows: Row[];
		try {
			simplified = isSimplified(index);
			rows = await prepare(index);
		} catch (error) {
			// A task needs no value of its item.
			const isBlank = names.method !== 'createTask' && hasNoValue(json);
			const blank = isBlank && { isBlank: true as const };
			rows = [{ item: index, problems: [failureOf(error)], ...blank }];
		}
		const marks = definedFields({ leftUnknown, sheetRow: sheetRowOf(json) });
		return { simplified, rows: rows.map((row) => ({ ...row, ...marks })) };
	};
	const items = await mapConcurrently(
		data,
		concurrency,
		async ({ json }, index) => await read(json, index),
	);
	const known = items.filter((item) => item !== undefined);
	return names.method === 'createTask' ? withSharedTasks(known) : known;
}

/** Items with the same task share it: the first of them creates it. */
function withSharedTasks(items: readonly PreparedItem[]): PreparedItem[] {
	const firsts = new Map<string, Entry>();
	const shared = (row: Row): Row => {
		if (!isEntry(row) || row.distinct === undefined) return row;
		const { distinct, ...task } = row;
		const first = firsts.get(distinct);
		if (first) return { ...task, sharedWith: first };
		firsts.set(distinct, task);
		return task;
	};
	return items.map((item) => ({ ...item, rows: item.rows.map(shared) }));
}

/** n8n's nodes that read sheets say from which row an item comes. */
const sheetRowOf = ({ row_number: row }: IDataObject) => numberOf(row);

/**
 * The details of an item from the error output of an earlier run that did not know whether the item
 * was accepted: it must not be sent again. In older versions of n8n they are in `message` (see
 * `detailsField`).
 */
function unknownOutcomeIn(json: IDataObject): JsonRecord | undefined {
	const { error, details, message } = json;
	if (error === undefined) return undefined;
	return [details, message, json].filter(isRecord).find(({ state }) => state === 'unknown');
}
