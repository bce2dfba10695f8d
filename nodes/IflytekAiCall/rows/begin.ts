import type { IExecuteFunctions } from 'n8n-workflow';
import { outsideHours, type CallingHours } from '../../shared/aiCall/callingHours';
import { checkMappedColumns, problemOf, warning } from '../../shared/aiCall/checks';
import { MAX_ROWS_PER_REQUEST } from '../../shared/aiCall/limits';
import { acceptedIds, type RowProblem } from '../../shared/aiCall/rows';
import type { AiCallClient } from '../../shared/n8n/aiCall/client';
import { isCheckOnly } from '../checkOnly';
import { beginDelivery } from '../delivery/begin';
import type { CheckStep } from '../delivery/check';
import type { DeliveryEntry } from '../delivery/deliver';
import { invalidEntry, isEntry, type PreparedEntry } from '../delivery/prepare';
import { nameOf, type DeliveryNames } from '../delivery/report';
import { asFlag, asText, isOff, listIn } from '../../shared/n8n/parameters/coerce';
import type { Clock } from '../../shared/n8n/retry/clock';
import { Item } from '../../shared/n8n/parameters/item';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { perItem } from '../../shared/n8n/parameters/perItem';
import { InputError } from '../../shared/failure';
import { settle } from '../../shared/settle';
import type { JsonRecord } from '../../shared/values';
import { ColumnSource } from '../lookups/columns';
import { concurrencyOf, readNumber, timeoutOf } from '../../shared/n8n/parameters/settings';
import { RowKeys } from '../delivery/rowKeys';
import { rememberedRowKeys, rowKey } from './parameters';
import { RowReader, type CheckedRow, type Columns } from './read';

/** An operation that sends rows. */
export interface RowOperation<Target> {
	names: Pick<DeliveryNames, 'method' | 'action'>;
	/** The target of the rows of an item; rows with the same target share a request. */
	target(index: number, columns: readonly string[]): Target;
	/** Loads the columns from the platform, if they were not mapped manually. */
	columns(source: ColumnSource, index: number): Promise<string[]>;
	body(target: Target, rows: string[][]): JsonRecord;
	/** The hours within which the rows of an item may be sent. */
	hours?(index: number): CallingHours;
	/** Whether to search a rejected batch for invalid rows. */
	isolate: boolean;
	/** The part of the target that results contain. */
	shown(target: Target): JsonRecord;
	/** What Check Only checks of an item: what it names on the platform. */
	check(source: ColumnSource, index: number): CheckStep[];
}

/** A target with the unique column names, which are not sent. */
interface RowTarget<Target> {
	target: Target;
	names: Columns['names'];
	hours?: CallingHours;
}

/** Sends the rows of all items in batches (document 2, 4.3 and 4.5). */
export async function beginRows<Target>(context: IExecuteFunctions, client: AiCallClient, clock: Clock, rows: RowOperation<Target>): Promise<ItemHandler> {
	const first = new Item(context, 0);
	const timeoutMs = timeoutOf(first);
	const checking = isCheckOnly(context);
	const source = new ColumnSource(client, { timeoutMs }, checking ? 'all' : 'scripts');
	const reader = new RowReader(context, async (index) => await rows.columns(source, index));
	const checkNumber = perItem(context, 'options', (index) => !isOff(new Item(context, index).options.checkNumbers));
	const keys = rowKey.name in first.options ? new RowKeys(context, readNumber(first.options[rememberedRowKeys.name], rememberedRowKeys)) : undefined;
	const keyOf = perItem(context, 'options', (index) => new Item(context, index).options[rowKey.name]);

	return await beginDelivery<RowTarget<Target>>(context, client, {
		names: { ...rows.names, idName: 'task_data_id', nouns: ['row', 'rows'] },
		options: {
			batchSize: MAX_ROWS_PER_REQUEST,
			body: ({ target }, values) => rows.body(target, values),
			ids: acceptedIds,
			concurrency: concurrencyOf(context),
			timeoutMs,
			notNow: ({ hours }) => hours && outsideHours(hours, clock.date()),
			isolate: rows.isolate,
			keys,
		},
		async prepare(index) {
			const columns = await reader.columnsOf(index);
			const target = await settle(Promise.resolve(index).then(() => ({ target: rows.target(index, columns.columns), names: columns.names, hours: rows.hours?.(index) })));
			// A check names what is wrong with the rows, too.
			if (target.status === 'rejected' && !checking) throw target.reason;
			const entries = reader.rows(index, columns, { checkNumber: checkNumber(index) }).map((row) => entryOf(index, row, target));
			return keys ? withKeys(entries, keyOf(index)) : entries;
		},
		...(asFlag(first.options.refuseRepeatedNumbers) && { review: refuseRepeats() }),
		checkOnly: checking,
		check: {
			ofItem: (index) => [...rows.check(source, index), async () => (reader.mapped ? checkMappedColumns(reader.mapped, await rows.columns(source, index)) : [])],
			ofEntry: warnOfRepeats(),
			shown: (entry) => shownRow(entry),
		},
		raw: (id, sent) => ({ task_data_id: id, response: sent }),
		result: (entry, id) => ({ ...(id !== undefined && { task_data_id: id }), ...shownRow(entry) }),
	});

	function shownRow({ target: { target, names }, values }: DeliveryEntry<RowTarget<Target>>): object {
		const row = Object.fromEntries(names.map((name, rowIndex) => [name, values[rowIndex]]));
		return { ...rows.shown(target), phoneNumber: values[0], row };
	}
}

/** A row on its way to its target. */
function entryOf<Target>(item: number, { prepared, original, rowIndex }: CheckedRow, target: PromiseSettledResult<Target>): PreparedEntry<Target> {
	const row = { original, ...(rowIndex !== undefined && { rowIndex }) };
	if (!prepared.ok) return { problems: prepared.problems, ...row };
	if (target.status === 'rejected') return { problems: [{ reason: problemOf(target.reason).text, advice: '' }], ...row };
	return { item, label: prepared.values[0] ?? '', target: target.value, values: prepared.values, ...row };
}

const EMPTY_KEY: RowProblem = { reason: 'Row Key is empty', advice: 'Use an expression that returns a unique text for each row, such as an order number.' };

/**
 * Gives each row its key: an item's one row the text that Row Key is for it, the rows of a list those of a list.
 * @throws InputError where Row Key is no text, or no list with one for each row
 */
function withKeys<Target>(entries: PreparedEntry<Target>[], given: unknown): PreparedEntry<Target>[] {
	const keys = listIn(given) ?? [given];
	if (entries.length > 0 && keys.length !== entries.length) {
		throw new InputError(
			`Row Key gives ${keys.length} ${keys.length === 1 ? 'key' : 'keys'} for ${entries.length} ${entries.length === 1 ? 'row' : 'rows'}`,
			'For an array of rows, return an array of keys in the same order, such as {{ $json.rows.map((row) => row.order) }}.',
		);
	}
	return entries.map((entry, index) => {
		const key = asText(keys[index], rowKey.displayName).trim();
		if (key !== '') return isEntry(entry) ? { ...entry, key } : entry;
		return isEntry(entry) ? invalidEntry(entry, EMPTY_KEY) : { ...entry, problems: [...entry.problems, EMPTY_KEY] };
	});
}

/** Finds each phone number that an earlier row of the run has. */
function repeatsOfNumbers<Target>(): (entry: DeliveryEntry<Target>) => string | undefined {
	const seen = new Map<string, DeliveryEntry<Target>>();
	return (entry) => {
		const earlier = seen.get(entry.label);
		seen.set(entry.label, earlier ?? entry);
		return earlier && `Duplicate number: already used in this run (${nameOf(earlier)})`;
	};
}

/** Warns of each phone number that an earlier row of the run has. */
function warnOfRepeats<Target>(): (entry: DeliveryEntry<Target>) => CheckStep[] {
	const repeatOf = repeatsOfNumbers<Target>();
	return (entry) => {
		const repeat = repeatOf(entry);
		return repeat === undefined ? [] : [() => [warning(repeat, 'It would be called again. Remove the row, or turn on Reject Duplicate Numbers under Options.')]];
	};
}

/** Accepts each phone number once. */
function refuseRepeats<Target>(): (entry: DeliveryEntry<Target>) => PreparedEntry<Target> {
	const repeatOf = repeatsOfNumbers<Target>();
	return (entry) => {
		const repeat = repeatOf(entry);
		return repeat === undefined ? entry : invalidEntry(entry, { reason: repeat, advice: 'Remove the row, or turn off Reject Duplicate Numbers under Options.' });
	};
}
