import type { IExecuteFunctions } from 'n8n-workflow';
import type { CallingHours } from '../../shared/aiCall/time/callingHours';
import { errorText } from '../../shared/failure';
import { settle } from '../../shared/settle';
import type { AiCallClient } from '../../shared/n8n/aiCall/aiCallClient';
import { isOff, Item, perItem, timeoutOf } from '../../shared/n8n/parameters';
import type { PreparedEntry } from '../delivery/entry';
import { PlatformData } from '../lookups/platformData';
import { isCheckOnly } from '../operation';
import { rowKeysOf, withKeys } from './keys';
import { RowReader, type CheckedRow } from './read';

export interface Destination<Target> {
	/** The target of the rows of an item; rows with the same target share a request. */
	target(index: number, columns: readonly string[]): Target;
	/** Loads the columns from the platform, if they were not mapped manually. */
	columns(platform: PlatformData, index: number): Promise<string[]>;
	/** The hours within which the rows of an item may be sent. */
	hours?(index: number): CallingHours;
}

/** A target with the unique column names, which are not sent. */
export interface RowTarget<Target> {
	target: Target;
	names: readonly string[];
	hours?: CallingHours;
}

/** The rows of all items, read and checked each by itself. */
export class RowInput<Target> {
	readonly checkOnly: boolean;
	readonly platform: PlatformData;
	/** Where rows have keys: those that were sent before. */
	readonly keys: ReturnType<typeof rowKeysOf>;
	private readonly reader: RowReader;
	private readonly optionsOf: (index: number) => Item['options'];

	constructor(
		context: IExecuteFunctions,
		client: AiCallClient,
		private readonly destination: Destination<Target>,
	) {
		this.checkOnly = isCheckOnly(context);
		this.platform = new PlatformData(
			client,
			{ timeoutMs: timeoutOf(new Item(context, 0)) },
			this.checkOnly ? 'all' : 'scripts',
		);
		this.keys = rowKeysOf(context);
		this.reader = new RowReader(
			context,
			async (index) => await destination.columns(this.platform, index),
		);
		this.optionsOf = perItem(context, 'options', (index) => new Item(context, index).options);
	}

	get mapped(): readonly string[] | undefined {
		return this.reader.mapped;
	}

	/**
	 * The rows of an item as entries.
	 * @throws InputError, PlatformError where the item is invalid as a whole
	 */
	async entries(index: number): Promise<PreparedEntry<RowTarget<Target>>[]> {
		const { target: targetOf, hours } = this.destination;
		const { columns, names } = await this.reader.columnsOf(index);
		const target = await settle(
			Promise.resolve().then(() => ({
				target: targetOf(index, columns),
				names,
				hours: hours?.(index),
			})),
		);
		// A check names what is wrong with the rows, too.
		if (target.status === 'rejected' && !this.checkOnly) throw target.reason;
		const { checkNumbers, rowKey } = this.optionsOf(index);
		const entries = this.reader
			.rows(index, { columns, names }, { checkNumber: !isOff(checkNumbers) })
			.map((row) => entryOf(index, row, target));
		return this.keys ? withKeys(entries, rowKey) : entries;
	}
}

function entryOf<Target>(
	item: number,
	{ prepared, ...row }: CheckedRow,
	target: PromiseSettledResult<Target>,
): PreparedEntry<Target> {
	if (!prepared.ok) return { problems: prepared.problems, ...row };
	if (target.status === 'rejected')
		return { problems: [{ reason: errorText(target.reason), advice: '' }], ...row };
	return {
		item,
		label: prepared.values[0] ?? '',
		target: target.value,
		values: prepared.values,
		...row,
	};
}
