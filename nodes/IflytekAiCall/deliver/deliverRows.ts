import type { IExecuteFunctions } from 'n8n-workflow';
import { checkMappedColumns } from '../../shared/aiCall/lookup/acceptance';
import type { Finding } from '../../shared/aiCall/finding';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { asFlag, isOff } from '../../shared/n8n/parameters/coerce';
import { Item, readTimeout } from '../../shared/n8n/parameters/item';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { at } from '../../shared/values';
import type {
	Checks,
	CheckStep,
	Delivery,
	DeliveryMode,
	OpenDelivery,
	SkipSettings,
} from '../entry/delivery';
import type { Entry } from '../entry/entry';
import { readSkip } from '../parameters/skip';
import { allowDuplicates, checkNumbers, readSendOthers } from '../parameters/rowParameters';
import { readRunMode, readTestNumber } from '../parameters/runMode';
import { platformOfRun, type PlatformData } from '../../shared/aiCall/lookup/platformData';
import { doubtfulColumns, doubtfulTexts } from '../rows/doubtfulTexts';
import { readNeverCall } from '../rows/neverCall';
import { RepeatedNumbers } from '../rows/repeatedNumbers';
import { destinationFinder, entryOf, isBlankRow, type RowDestination } from '../rows/rowEntries';
import { readKeys } from '../rows/rowKeys';
import { RowReader } from '../rows/rowReader';
import { showHint } from '../report/hints';
import { nodeRunOf, type NodeRun } from '../send/nodeRun';
import { openMemory, type Memory } from '../sentBefore/memory';
import { checkCapacity } from '../sentBefore/capacity';
import { deliverEntries } from './deliverEntries';

/** How the rows of a run are sent. */
export interface RowRun {
	node: NodeRun;
	client: AiCallClient;
	clock: Clock;
	mode: DeliveryMode;
	sendOthers: boolean;
	skip: SkipSettings;
	names: Delivery['names'];
	/** Shows a text in the output panel. */
	tell(message: string): void;
	/** Opens the node's memory of these rows. Undefined in a test, which may be repeated. */
	remember(rows: readonly Entry[], sendsToTask: boolean): Promise<Memory | undefined>;
}

/** An operation that sends rows. */
export interface RowOperation {
	/** Whether rows can have keys of the user; by default they can. */
	hasKeys?: false;
	names: Pick<Delivery['names'], 'method' | 'done'>;
	/**
	 * Where the rows of an item go.
	 * @throws InputError if a parameter of the item is invalid
	 */
	describeDestination(
		index: number,
		columns: readonly string[],
		platform: PlatformData,
	): RowDestination | Promise<RowDestination>;
	/** Loads the columns of the script of an item from the platform. */
	columns(platform: PlatformData, index: number): Promise<string[]>;
	/**
	 * Steps that check whether the platform has what the parameters of an item name, such as its
	 * script.
	 */
	check(platform: PlatformData, index: number): CheckStep[];
	/** What happens after the rows of an item were sent, such as when their calls begin. */
	afterwards?(index: number): string;
	/** Checks all rows of the run together. */
	checkRun?(): Finding[];
	/** Opens what the node remembers of the rows, and says how they are looked up and sent. */
	open(run: RowRun, rows: readonly Entry[]): Promise<OpenDelivery>;
}

/** Sends the rows of all items in batches (document 2, 4.3 and 4.5). */
export async function deliverRows(
	context: IExecuteFunctions,
	client: AiCallClient,
	clock: Clock,
	operation: RowOperation,
): Promise<ItemHandler> {
	const mode = readMode(context);
	const platform = platformOfRun(client, readTimeout(new Item(context, 0)));
	const reader = new RowReader(context, async (index) => await operation.columns(platform, index));
	const settings = readRowSettings(context, operation);
	const { skip, names, sendOthers } = settings;
	const tell = (message: string) => showHint(context, message);
	const shared = { clock, mode, sendOthers, skip, names };
	const run: RowRun = {
		...shared,
		client,
		node: nodeRunOf(context),
		tell,
		remember: async (rows, sendsToTask) => {
			if (typeof mode !== 'string' || rows.length === 0) return undefined;
			const memory = await openMemory(context, client, skip, { sendsToTask, tell }, clock);
			await memory?.note(rows);
			return memory;
		},
	};
	return await deliverEntries(context, {
		...shared,
		prepare: rowsOfItems(context, operation, platform, reader, settings),
		checks: checksOf(operation, platform, reader, settings),
		open: async (rows) => await operation.open(run, rows),
	});
}

function readMode(context: IExecuteFunctions): DeliveryMode {
	const choice = readRunMode(context, ['test', 'real']);
	return choice === 'test' ? { number: readTestNumber(context, checksNumber(context, 0)) } : choice;
}

const checksNumber = (context: IExecuteFunctions, index: number) =>
	!isOff(new Item(context, index).option(checkNumbers));

/** What the fields say that all operations with rows share. */
type Settings = ReturnType<typeof readRowSettings>;

function readRowSettings(context: IExecuteFunctions, operation: RowOperation) {
	const first = new Item(context, 0);
	const allowsDuplicates = asFlag(first.sharedOption(allowDuplicates));
	const skip: SkipSettings = {
		...readSkip(context, operation.hasKeys !== false),
		allowsDuplicates,
	};
	const names: Delivery['names'] = {
		...operation.names,
		idName: 'task_data_id',
		nouns: ['row', 'rows'],
	};
	return {
		skip,
		keysOf: skip.skip === 'sentKey' ? readKeys(context) : undefined,
		neverCall: readNeverCall(first),
		sendOthers: readSendOthers(first, context.continueOnFail()),
		names,
	};
}

/** Returns a function that reads the rows of an item and prepares them for sending. */
function rowsOfItems(
	context: IExecuteFunctions,
	operation: RowOperation,
	platform: PlatformData,
	reader: RowReader,
	{ skip: { allowsDuplicates }, keysOf, neverCall }: Settings,
): Delivery['prepare'] {
	const items = context.getInputData();
	const rules = { isNeverCalled: neverCall.includes, allowsDuplicates };
	const destinationOf = destinationFinder({
		describeDestination: (index, columns) =>
			operation.describeDestination(index, columns, platform),
	});
	return async (index) => {
		const columns = await reader.columnsOf(index);
		const destination = await destinationOf(index, columns);
		const rows = reader.rows(index, columns, { checkNumber: checksNumber(context, index) });
		const entries = rows.map((row) => {
			const source = row.rowIndex === undefined ? at(items, index).json : row.original;
			const entry = entryOf(index, row, columns, destination, rules);
			return isBlankRow(row.original, columns, source)
				? { ...entry, isBlank: true as const }
				: entry;
		});
		return keysOf ? keysOf(index, entries) : entries;
	};
}

/** What is checked beyond single rows, and the warnings of a check. */
function checksOf(
	operation: RowOperation,
	platform: PlatformData,
	reader: RowReader,
	{ skip, neverCall }: Settings,
): Checks {
	const repeated = new RepeatedNumbers();
	const { mappedColumns } = reader;
	const { afterwards } = operation;
	// If duplicates are not allowed, they are left out.
	const { allowsDuplicates } = skip;
	return {
		ofItem: (index) => [
			...operation.check(platform, index),
			async () =>
				mappedColumns
					? checkMappedColumns(mappedColumns, await operation.columns(platform, index))
					: [],
		],
		...(afterwards && { afterwards: ({ item }) => afterwards(item) }),
		ofEntry: (entry) => [
			...(allowsDuplicates ? repeated.warningFor(entry) : []),
			...doubtfulTexts(entry),
		],
		ofRun: async (entries) => [
			...checkCapacity(entries.length, skip),
			...neverCall.warnings,
			...(operation.checkRun?.() ?? []),
			...(allowsDuplicates ? RepeatedNumbers.countedIn(entries) : []),
			...(await doubtfulColumns(entries)),
			...reader.mappingProposal(),
		],
	};
}
