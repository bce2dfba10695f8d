import type { IExecuteFunctions } from 'n8n-workflow';
import { checkMappedColumns, warning, type Finding } from '../../shared/aiCall/checks';
import {
	distinctNumber,
	NEVER_CALL,
	otherNumbersWarning,
	readNumbers,
	type NumberList,
} from '../../shared/aiCall/rows/neverCall';
import { numbersIn } from '../../shared/aiCall/rows/phone';
import { acceptedIds, type RowProblem } from '../../shared/aiCall/rows/rows';
import { outsideHours, type CallingHours } from '../../shared/aiCall/time/callingHours';
import { asFailure, InputError } from '../../shared/failure';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import {
	asEntries,
	asFlag,
	asText,
	optionOfFirst,
	isOff,
	Item,
	optionPerItem,
	readTimeout,
} from '../../shared/n8n/parameters';
import { isRecord, ownField, textOf, type JsonRecord } from '../../shared/values';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { beginDelivery } from '../batch/beginDelivery';
import type { CheckStep, Delivery } from '../batch/delivery';
import {
	rowName,
	Repeats,
	type Destination,
	type Entry,
	type InvalidEntry,
	type RowsTask,
} from '../batch/entry';
import { lookupClient, PlatformData } from '../methods/platformData';
import { readRunMode, readTestNumber } from '../actions/runMode';
import { doubtfulColumns, doubtfulTexts } from './doubtfulTexts';
import { readKeys, readSentRowsSettings } from './keys';
import { allowDuplicates, checkNumbers, neverCall, readSendOthers } from './parameters';
import { RowReader, type ReadRow, type Columns } from './read';

/** An operation that sends rows. */
export interface RowOperation extends Pick<Delivery, 'isolate' | 'send'> {
	names: Pick<Delivery['names'], 'method' | 'action' | 'done'>;
	/**
	 * Where the rows of an item go. Rows with the same `choices` and `hours` share requests.
	 * @throws InputError if a parameter of the item is invalid
	 */
	describeDestination(
		index: number,
		columns: readonly string[],
	): {
		choices: object;
		body: Destination['body'];
		hours?: CallingHours;
		/** What tells the rows apart from others with the same number, such as their task. */
		target?: string;
		/** The task to which the rows are added, if the run creates it. */
		task?: RowsTask;
		/** What a result shows in addition to the row. */
		shown?: object;
	};
	/** Loads the columns of the script of an item from the platform. */
	columns(platform: PlatformData, index: number): Promise<string[]>;
	/**
	 * Steps that check whether the platform has what the parameters of an item name, such as its
	 * script.
	 */
	check(platform: PlatformData, index: number): CheckStep[];
	/**
	 * Why the rows of an item must not be sent; undefined if they may be. It needs the lines of the
	 * configuration.
	 */
	refusal?(configuration: JsonRecord, index: number): InputError | undefined;
	/** What happens after the rows of an item were sent, such as when their calls begin. */
	afterwards?(index: number): string;
	/** Checks all rows of the run together. */
	checkRun?(): Finding[];
}

/** Sends the rows of all items in batches (document 2, 4.3 and 4.5). */
export async function beginRows(
	context: IExecuteFunctions,
	client: AiCallClient,
	clock: Clock,
	operation: RowOperation,
): Promise<ItemHandler> {
	const mode = readRunMode(context, ['check', 'test', 'real']);
	const timeoutMs = readTimeout(new Item(context, 0));
	const reader = new RowReader(context, async (index) => await operation.columns(platform, index));
	const { mappedColumns } = reader;
	const platform = new PlatformData(lookupClient(client, timeoutMs), neededConfiguration());
	const destinationOf = destinationFinder(operation, clock);
	const sent = readSentRowsSettings(context);
	const keysOf = sent.rememberedKeys === undefined ? undefined : readKeys(context);
	const checkNumber = optionPerItem(context, checkNumbers, (value) => !isOff(value));
	const { numbers, others } = readNeverCall(context);
	const isNeverCalled = (number: string) =>
		numbers.size > 0 && numbersIn(number).some((found) => numbers.has(found));
	const neverCallWarnings = otherNumbersWarning(others);
	if (mode === 'real')
		for (const { text: message } of neverCallWarnings)
			context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	const allowsDuplicates = asFlag(new Item(context, 0).options[allowDuplicates.name]);

	/**
	 * Which part of the configuration is requested, in one query: all if lines are looked at too,
	 * otherwise the scripts.
	 */
	function neededConfiguration(): 'all' | 'scripts' {
		return mode === 'check' || operation.refusal ? 'all' : 'scripts';
	}

	/**
	 * A real run whose columns are mapped by hand asks nothing before it sends: there the platform
	 * itself refuses the rows.
	 * @throws InputError if the rows of an item must not be sent
	 */
	async function refuse(index: number): Promise<void> {
		if (!operation.refusal || mode === 'check' || (mode === 'real' && mappedColumns)) return;
		const error = operation.refusal(await platform.configuration(), index);
		if (error) throw error;
	}

	/** Reads the rows of an item and prepares them for sending. */
	async function prepare(index: number): Promise<(Entry | InvalidEntry)[]> {
		const columns = await reader.columnsOf(index);
		await refuse(index);
		const destination = destinationOf(index, columns, mode === 'check');
		const rows = reader.rows(index, columns, { checkNumber: checkNumber(index) });
		const entries = rows.map((row) => entryOf(index, row, columns, destination, isNeverCalled));
		return keysOf ? keysOf(index, entries) : entries;
	}

	return await beginDelivery(context, client, {
		names: { ...operation.names, idName: 'task_data_id', nouns: ['row', 'rows'] },
		prepare,
		...(!allowsDuplicates && { review: duplicateMarker() }),
		ids: acceptedIds,
		raw: (id, response) => ({ task_data_id: id, response }),
		isolate: operation.isolate,
		send: operation.send,
		sendOthers: readSendOthers(context),
		sent,
		clock,
		date: () => clock.date(),
		mode: mode === 'test' ? { number: readTestNumber(context, checkNumber(0)) } : mode,
		checks: {
			ofItem: (index) => [
				...operation.check(platform, index),
				async () =>
					mappedColumns
						? checkMappedColumns(mappedColumns, await operation.columns(platform, index))
						: [],
			],
			...(operation.afterwards && {
				afterwards: ({ item }) => operation.afterwards?.(item) ?? '',
			}),
			ofEntries: (entries) => merged(repeatWarnings(entries), doubtfulTexts(entries)),
			ofRun: (entries) => [
				...neverCallWarnings,
				...(operation.checkRun?.() ?? []),
				...doubtfulColumns(entries),
				...reader.mappingProposal(),
			],
		},
	});
}

/**
 * Returns a function that gives the destination of an item's rows. Items with the same choices
 * share a destination. In a check, an error is returned instead of thrown, so that the check also
 * reports the problems of the rows.
 */
function destinationFinder(operation: RowOperation, clock: Clock) {
	const known = new Map<string, Destination>();
	const destinationOf = (index: number, columns: Columns) => {
		const { choices, body, hours, target, task, shown } = operation.describeDestination(
			index,
			columns.originals,
		);
		const key = JSON.stringify([choices, hours]);
		const destination = known.get(key) ?? {
			body,
			identity: { target },
			task,
			shown: (values) => ({ ...shown, phoneNumber: values[0], row: rowOf(columns, values) }),
			whyNotNow: () => hours && outsideHours(hours, clock.date()),
		};
		known.set(key, destination);
		return destination;
	};
	return (index: number, columns: Columns, isCheck: boolean): Destination | Error => {
		if (!isCheck) return destinationOf(index, columns);
		try {
			return destinationOf(index, columns);
		} catch (error) {
			return asFailure(error);
		}
	};
}

const rowOf = ({ names }: Columns, values: readonly string[]) =>
	Object.fromEntries(names.map((name, column) => [name, values[column]]));

function entryOf(
	item: number,
	{ prepared, ...row }: ReadRow,
	columns: Columns,
	destination: Destination | Error,
	isNeverCalled: (number: string) => boolean,
): Entry | InvalidEntry {
	if (!prepared.ok) {
		const [first, ...others] = prepared.problems;
		const errorOf = ({ reason, advice }: RowProblem) => new InputError(reason, advice);
		const problems: InvalidEntry['problems'] = [errorOf(first), ...others.map(errorOf)];
		return { label: numberAsItCame(row.original, columns), problems, ...row };
	}
	const { values } = prepared;
	const label = values[0] ?? '';
	if (destination instanceof Error) return { label, problems: [destination], ...row };
	return {
		item,
		label,
		destination,
		values,
		...row,
		...(isNeverCalled(label) && { neverCall: true }),
	};
}

/** The phone number of an invalid row, to name the row; undefined if it has none. */
function numberAsItCame(row: unknown, { originals, names }: Columns): string | undefined {
	const [name = ''] =
		isRecord(row) && ownField(row, names[0] ?? '') !== undefined ? names : originals;
	return textOf(Array.isArray(row) ? row[0] : ownField(row, name));
}

/** The numbers that must never be called. */
function readNeverCall(context: IExecuteFunctions): NumberList {
	const option = optionOfFirst(context, neverCall);
	if (!option) return readNumbers([]);
	return readNumbers(asEntries(option.value, NEVER_CALL).map((entry) => asText(entry, NEVER_CALL)));
}

/**
 * Returns a function that marks a row as a duplicate if an earlier row of the run has the same
 * phone number.
 */
export function duplicateMarker(): (entry: Entry) => Entry {
	const numbers = new Repeats();
	return (entry) => {
		if (entry.neverCall) return entry;
		const duplicateOf = numbers.firstOf(entry, distinctNumber(entry.label));
		return duplicateOf ? { ...entry, duplicateOf } : entry;
	};
}

/** Warnings for rows that have the phone number of an earlier row. */
export function repeatWarnings(entries: readonly Entry[]): Map<Entry, Finding[]> {
	const advice =
		'It would be called again. Remove the row, or turn off Allow Duplicate Numbers under Options.';
	const numbers = new Repeats();
	return new Map(
		entries.flatMap((entry): [Entry, Finding[]][] => {
			const first = numbers.firstOf(entry, distinctNumber(entry.label));
			if (!first) return [];
			return [[entry, [warning(`An earlier row has the same number (${rowName(first)})`, advice)]]];
		}),
	);
}

function merged<Key>(...maps: ReadonlyMap<Key, Finding[]>[]): Map<Key, Finding[]> {
	const all = new Map<Key, Finding[]>();
	for (const map of maps)
		for (const [key, findings] of map) all.set(key, [...(all.get(key) ?? []), ...findings]);
	return all;
}
