import type { IExecuteFunctions } from 'n8n-workflow';
import { checkMappedColumns } from '../../shared/aiCall/check/checks';
import type { Finding } from '../../shared/aiCall/finding';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { asFlag, isOff } from '../../shared/n8n/parameters/coerce';
import { Item, readTimeout } from '../../shared/n8n/parameters/item';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { ItemHandler } from '../../shared/n8n/run/items';
import type { Outcomes } from '../entry/audit';
import type { CheckStep, Delivery, DeliveryMode, RepeatSettings } from '../entry/delivery';
import { Repeats, type Entry, type InvalidEntry } from '../entry/entry';
import type { Outcome } from '../entry/outcomes';
import { readRepeat } from '../fields/repeat';
import { allowDuplicates, checkNumbers, readSendOthers } from '../fields/rowFields';
import { readRunMode, readTestNumber } from '../fields/runMode';
import { platformOfRun, type PlatformData } from '../methods/platformData';
import { doubtfulColumns, doubtfulTexts } from '../rows/doubtfulTexts';
import { readNeverCall } from '../rows/neverCall';
import { repeatedNumbers, repeatWarning } from '../rows/repeatedNumbers';
import { destinationFinder, entryOf, type RowDestination } from '../rows/rowEntries';
import { readKeys } from '../rows/rowKeys';
import { RowReader } from '../rows/rowReader';
import { showHint } from '../report/hints';
import { nodeRunOf, type NodeRun } from '../send/nodeRun';
import { openStore, type OpenStore } from '../sentBefore/openStore';
import { checkCapacity } from '../sentBefore/capacity';
import { runDelivery } from './runDelivery';

/** How the rows of a run are sent. */
export interface RowRun {
	node: NodeRun;
	client: AiCallClient;
	clock: Clock;
	mode: DeliveryMode;
	sendOthers: boolean;
	repeat: RepeatSettings;
	names: Delivery['names'];
	/** The time zone of the workflow. */
	zone: string;
	/** Shows a text in the output panel. */
	tell(message: string): void;
	/** Opens the node's memory of its rows, for the day in this time zone (see `openStore`). */
	openStore(operation: 'place' | 'addRows' | 'run', zone?: string): Promise<OpenStore | undefined>;
}

/** An operation that sends rows. */
export interface RowOperation {
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
	send(run: RowRun, rows: readonly Entry[]): Promise<Outcomes>;
	/** Finds the rows that a run would leave out, because they were sent before. */
	findSent(run: RowRun, rows: readonly Entry[]): Promise<ReadonlyMap<Entry, Outcome>>;
}

/** Sends the rows of all items in batches (document 2, 4.3 and 4.5). */
export async function runRows(
	context: IExecuteFunctions,
	client: AiCallClient,
	clock: Clock,
	operation: RowOperation,
): Promise<ItemHandler> {
	const first = new Item(context, 0);
	const choice = readRunMode(context, ['check', 'test', 'real']);
	const checkNumber = (index: number) => !isOff(new Item(context, index).option(checkNumbers));
	const mode = choice === 'test' ? { number: readTestNumber(context, checkNumber(0)) } : choice;
	const platform = platformOfRun(client, readTimeout(first));
	const reader = new RowReader(context, async (index) => await operation.columns(platform, index));
	const { mappedColumns } = reader;
	const destinationOf = destinationFinder({
		describeDestination: (index, columns) =>
			operation.describeDestination(index, columns, platform),
	});
	const repeat = readRepeat(context);
	const keysOf = repeat.repeat === 'oncePerKey' ? readKeys(context) : undefined;
	const neverCall = readNeverCall(first);
	const allowsDuplicates = asFlag(first.option(allowDuplicates));
	const numbers = new Repeats();
	const rules = { isNeverCalled: neverCall.includes, allowsDuplicates };
	const sendOthers = readSendOthers(first, context.continueOnFail());
	const names: Delivery['names'] = {
		...operation.names,
		idName: 'task_data_id',
		nouns: ['row', 'rows'],
	};
	const run: RowRun = {
		client,
		clock,
		mode,
		sendOthers,
		repeat,
		names,
		node: nodeRunOf(context),
		zone: context.getTimezone(),
		tell: (message) => showHint(context, message),
		openStore: async (kind, zone) => await openStore(context, kind, repeat, clock, zone),
	};

	/** Reads the rows of an item and prepares them for sending. */
	async function prepare(index: number): Promise<(Entry | InvalidEntry)[]> {
		const columns = await reader.columnsOf(index);
		const destination = await destinationOf(index, columns);
		const rows = reader.rows(index, columns, { checkNumber: checkNumber(index) });
		const entries = rows.map((row) => entryOf(index, row, columns, destination, rules));
		return keysOf ? keysOf(index, entries) : entries;
	}

	return await runDelivery(context, {
		names,
		clock,
		mode,
		sendOthers,
		repeat,
		prepare,
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
			ofEntry: (entry) => [
				...(allowsDuplicates ? repeatWarning(entry, numbers) : []),
				...doubtfulTexts(entry),
			],
			// If duplicates are not allowed, they are left out.
			ofRun: async (entries) => [
				...checkCapacity(entries.length, repeat),
				...neverCall.warnings,
				...(operation.checkRun?.() ?? []),
				...(allowsDuplicates ? repeatedNumbers(entries) : []),
				...(await doubtfulColumns(entries)),
				...reader.mappingProposal(),
			],
		},
		send: async (rows) => await operation.send(run, rows),
		findSent: async (rows) => await operation.findSent(run, rows),
	});
}
