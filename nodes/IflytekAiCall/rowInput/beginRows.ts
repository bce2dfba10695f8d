import type { IExecuteFunctions } from 'n8n-workflow';
import { checkMappedColumns } from '../../shared/aiCall/checks';
import { warning, type Finding } from '../../shared/aiCall/finding';
import {
	distinctNumber,
	NEVER_CALL,
	numbersIn,
	otherNumbersWarning,
	readNumbers,
	type NumberList,
} from '../../shared/aiCall/rows/phone';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { asEntries, asFlag, asText, isOff } from '../../shared/n8n/parameters/coerce';
import { Item, readTimeout } from '../../shared/n8n/parameters/item';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { beginDelivery } from '../batch/beginDelivery';
import type { CheckStep, Delivery } from '../batch/delivery';
import {
	isEntry,
	namesText,
	Repeats,
	rowName,
	type Entry,
	type InvalidEntry,
} from '../batch/entry';
import { platformOfRun, type PlatformData } from '../methods/platformData';
import { readRunMode, readTestNumber } from '../actions/runMode';
import { missingValueIn, SOURCE_ADVICE } from '../../shared/aiCall/rows/rows';
import { quoted } from '../../shared/values';
import {
	destinationFinder,
	entryOf,
	readKeys,
	readSentRowsSettings,
	type RowDestination,
} from './entries';
import { allowDuplicates, checkNumbers, neverCall, readSendOthers } from './parameters';
import { RowReader } from './read';

/** An operation that sends rows. */
export interface RowOperation extends Pick<Delivery, 'isolate' | 'send'> {
	names: Pick<Delivery['names'], 'method' | 'action' | 'done'>;
	/**
	 * Where the rows of an item go.
	 * @throws InputError if a parameter of the item is invalid
	 */
	describeDestination(index: number, columns: readonly string[]): RowDestination;
	/** Loads the columns of the script of an item from the platform. */
	columns(platform: PlatformData, index: number): Promise<string[]>;
	/**
	 * Steps that check whether the platform has what the parameters of an item name, such as its
	 * script.
	 */
	check(platform: PlatformData, index: number): CheckStep[];
	/**
	 * The lines that call the rows of an item, separated by semicolons. Without it, the rows go to a
	 * task that has its lines already.
	 */
	lines?(index: number): string;
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
	const first = new Item(context, 0);
	const timeoutMs = readTimeout(first);
	const reader = new RowReader(context, async (index) => await operation.columns(platform, index));
	const { mappedColumns } = reader;
	const platform = platformOfRun(client, timeoutMs, neededConfiguration());
	const destinationOf = destinationFinder(operation);
	const sent = readSentRowsSettings(context);
	const keysOf = sent.rememberedKeys === undefined ? undefined : readKeys(context);
	const checkNumber = (index: number) => !isOff(new Item(context, index).option(checkNumbers));
	const { numbers, others } = readNeverCall(first);
	const isNeverCalled = (number: string) =>
		numbers.size > 0 && numbersIn(number).some((found) => numbers.has(found));
	const neverCallWarnings = otherNumbersWarning(others);
	if (mode === 'real')
		for (const { text: message } of neverCallWarnings)
			context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	const allowsDuplicates = asFlag(first.option(allowDuplicates));
	const rules = { isNeverCalled, allowsDuplicates };

	/**
	 * Which part of the configuration is requested, in one query. A run whose columns are mapped by
	 * hand needs only the lines.
	 */
	function neededConfiguration(): 'all' | 'lines' | 'scripts' {
		if (mode !== 'check' && mappedColumns) return 'lines';
		return mode === 'check' || operation.lines ? 'all' : 'scripts';
	}

	/** Reads the rows of an item and prepares them for sending. */
	async function prepare(index: number): Promise<(Entry | InvalidEntry)[]> {
		const columns = await reader.columnsOf(index);
		const destination = destinationOf(index, columns, mode === 'check');
		const rows = reader.rows(index, columns, { checkNumber: checkNumber(index) });
		const entries = rows.map((row) => entryOf(index, row, columns, destination, rules));
		if (operation.lines && mode !== 'check' && entries.some(isEntry))
			await platform.refuseExpiredLines(operation.lines(index), clock.date());
		return keysOf ? keysOf(index, entries) : entries;
	}

	return await beginDelivery(context, client, {
		names: { ...operation.names, idName: 'task_data_id', nouns: ['row', 'rows'] },
		prepare,
		isolate: operation.isolate,
		send: operation.send,
		sendOthers: readSendOthers(first),
		sent,
		clock,
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
			// If duplicates are not allowed, they are left out.
			ofEntries: (entries) =>
				merged(allowsDuplicates ? repeatWarnings(entries) : new Map(), doubtfulTexts(entries)),
			ofRun: (entries) => [
				...neverCallWarnings,
				...(operation.checkRun?.() ?? []),
				...doubtfulColumns(entries),
				...reader.mappingProposal(),
			],
		},
	});
}

/** The numbers that must never be called. */
function readNeverCall(first: Item): NumberList {
	if (!first.hasOption(neverCall)) return readNumbers([]);
	const entries = asEntries(first.option(neverCall), NEVER_CALL);
	return readNumbers(entries.map((entry) => asText(entry, NEVER_CALL)));
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

/** Warnings of a check for rows with texts that look as if a value was not there. */

/** The columns of a row with such a text, each with the text; empty columns have the text ''. */
function doubtfulCells({ destination, values }: Entry): [column: string, text: string][] {
	return (destination.columns ?? []).flatMap((column, index) => {
		const value = values[index] ?? '';
		const text = value.trim() === '' ? '' : missingValueIn(value);
		return text === undefined ? [] : [[column, text]];
	});
}

/** A warning for each such text of a row. */
export function doubtfulTexts(entries: readonly Entry[]): Map<Entry, Finding[]> {
	const found = entries.map((entry): [Entry, Finding[]] => [
		entry,
		doubtfulCells(entry).map(([column, text]) =>
			text === ''
				? warning(
						`Column ${quoted(column)} is empty, so the robot says nothing for it`,
						EMPTY_ADVICE,
					)
				: warning(
						`Column ${quoted(column)} has ${quoted(text)}, which would be spoken`,
						SOURCE_ADVICE,
					),
		),
	]);
	return new Map(found.filter(([, findings]) => findings.length > 0));
}

const EMPTY_ADVICE = 'Enter a value if the script speaks it.';

/** A warning for each column with such texts, and for each with empty ones. It names the rows. */
export function doubtfulColumns(entries: readonly Entry[]): Finding[] {
	const found = new Map<string, { column: string; text: string; rows: Entry[] }>();
	for (const entry of entries)
		for (const [column, text] of doubtfulCells(entry)) {
			const key = JSON.stringify([column, text === '']);
			const known = found.get(key) ?? { column, text, rows: [] };
			known.rows.push(entry);
			found.set(key, known);
		}
	return [...found.values()].map(({ column, text, rows }) => {
		const count = rows.length === 1 ? '1 row' : `${rows.length} rows`;
		const where = `in ${count} (${namesText(rows)})`;
		return text === ''
			? warning(`Column ${quoted(column)} is empty ${where}`, EMPTY_ADVICE)
			: warning(
					`Column ${quoted(column)} has ${quoted(text)} or the like ${where}`,
					'They would be spoken. Check the field or expression that provides the values.',
				);
	});
}
