import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { warning, type Finding } from '../../shared/aiCall/finding';
import {
	checkColumns,
	columnsOfFields,
	listed,
	sharedKey,
	uniqueColumnNames,
} from '../../shared/aiCall/rows/columns';
import { PROPOSAL_ITEMS, proposalText } from '../../shared/aiCall/rows/mappingProposal';
import {
	prepareRow,
	type PreparedRow,
	type RowChecks,
	type RowProblem,
} from '../../shared/aiCall/rows/rows';
import { enteredName } from '../../shared/entered';
import { InputError } from '../../shared/failure';
import { isRecord, ownField, records, textOf } from '../../shared/values';
import { Item } from '../../shared/n8n/parameters/item';
import { rowsField } from '../fields/rowFields';
import { readFieldName, rowList } from './rowList';

/**
 * The columns of an item's rows, and a unique name for each column. Items with the same columns
 * share one object.
 */
export interface Columns {
	/** As the platform or the mapping by hand names them. Two may have the same name. */
	originals: readonly string[];
	/** The unique names, in the same order. */
	names: readonly string[];
}

/** Fields that are mapped by hand: their keys in the mapper, and their columns. */
interface Mapping {
	ids: string[];
	columns: Columns;
}

/** A row as it came, and as it would be sent. It has an index if the item contains an array. */
export interface ReadRow {
	prepared: PreparedRow;
	original: unknown;
	rowIndex?: number;
}

/**
 * Reads the rows of items. Either a field of the item contains a list of rows, or the item is one
 * row. In the second case the user maps the columns by hand, or each column takes the field of the
 * same name. Without a mapping by hand, `loadColumns` returns the columns.
 */
export class RowReader {
	private readonly isMappedByHand: boolean;
	private readonly mapping?: Mapping;
	private readonly rowsOf: (index: number) => Omit<ReadRow, 'prepared'>[];
	private readonly known = new Map<string, Columns>();
	/** The first items, from whose fields a mapping is proposed. */
	private readonly items: readonly IDataObject[];
	/** Whether a column gets a value; undefined if the rows stand in a field. */
	private readonly isFilled?: (name: string, column: number) => boolean;

	constructor(
		context: IExecuteFunctions,
		private readonly loadColumns: (index: number) => Promise<string[]>,
	) {
		const items = context.getInputData();
		this.items = items.slice(0, PROPOSAL_ITEMS).map(({ json }) => json);
		const first = new Item(context, 0);
		const fromField = first.hasOption(rowsField);
		const mapper = fromField ? undefined : (first.raw('columns') ?? {});
		this.isMappedByHand = isRecord(mapper) && mapper.mappingMode !== 'autoMapInputData';
		if (this.isMappedByHand && isRecord(mapper)) {
			this.mapping = mappingOf(mapper);
			refuseSharedKey(mapper);
		}
		if (fromField) {
			this.rowsOf = (index) => {
				const field = readFieldName(new Item(context, index).option(rowsField));
				const rows = rowList(items[index]?.json, field);
				return rows.map((original, rowIndex) => ({ original, rowIndex }));
			};
		} else if (this.isMappedByHand) {
			this.rowsOf = (index) => {
				const values = new Item(context, index).value('columns.value', {});
				return [{ original: this.mappedRow(values ?? {}) }];
			};
			const entered: unknown = isRecord(mapper) ? mapper.value : undefined;
			this.isFilled = (name, column) =>
				textOf(ownField(entered, this.mapping?.ids[column] ?? name)) !== undefined;
		} else {
			this.rowsOf = (index) => [{ original: items[index]?.json }];
			const names = new Set(this.items.flatMap(Object.keys).map(enteredName));
			this.isFilled = (name) => names.has(enteredName(name));
		}
	}

	/** The columns that were mapped by hand; undefined if there are none. */
	get mappedColumns(): readonly string[] | undefined {
		return this.mapping?.columns.originals;
	}

	/**
	 * The columns of the rows of an item.
	 * @throws InputError if there are no columns, or if one has no name
	 */
	async columnsOf(index: number): Promise<Columns> {
		if (this.mapping) return this.mapping.columns;
		const columns = await this.loadColumns(index);
		const key = JSON.stringify(columns);
		const known = this.known.get(key) ?? withNames(columns);
		this.known.set(key, known);
		return known;
	}

	/** Reads the rows of an item and checks them. */
	rows(index: number, columns: Columns, checks: RowChecks): ReadRow[] {
		return this.rowsOf(index).map((row) => ({
			...row,
			prepared: this.isMappedByHand
				? prepareMapped(columns, row.original, checks)
				: prepareRow(columns.originals, row.original, checks),
		}));
	}

	/**
	 * Proposes fields of the input for columns that are not mapped, or have no field of their name.
	 * Rows must have been read before.
	 */
	mappingProposal(): Finding[] {
		const [columns] = this.mapping ? [this.mapping.columns] : this.known.values();
		const isFilled = this.isFilled;
		if (!columns || !isFilled) return [];
		const text = proposalText(columns.names, isFilled, this.items);
		if (text === undefined) return [];
		const place = this.isMappedByHand ? '' : ' with Map Each Column Manually';
		return [
			warning(
				`The input may have the values of the columns that have none: ${text}`,
				`If they are right, enter them under Values to Send${place}.`,
			),
		];
	}

	/** The values of a row in the mapper, keyed by the unique names of the columns. */
	private mappedRow(values: unknown): unknown {
		if (!this.mapping || !isRecord(values)) return values;
		const { ids, columns } = this.mapping;
		return Object.fromEntries(
			columns.names.map((name, column) => [name, ownField(values, ids[column] ?? '')]),
		);
	}
}

/** The columns that are mapped by hand; undefined if the mapper has not loaded any columns yet. */
function mappingOf(mapper: Record<string, unknown>): Mapping | undefined {
	const fields = records(mapper.schema).map(({ id, displayName, removed }) => {
		const key = textOf(id) ?? '';
		return { id: key, displayName: textOf(displayName) ?? key, removed };
	});
	const columns = columnsOfFields(fields);
	const isUsed = (_entry: unknown, index: number) => fields[index]?.removed !== true;
	const ids = fields.map(({ id }) => id).filter(isUsed);
	if (ids.length === 0) return undefined;
	return { ids, columns: withNames(columns.filter(isUsed)) };
}

/**
 * Refuses two columns with the same key. n8n asks the model of an agent for one value per key, and
 * gives this value to every column with that key.
 * @throws InputError
 */
function refuseSharedKey(mapper: Record<string, unknown>): void {
	const values = isRecord(mapper.value) ? Object.entries(mapper.value) : [];
	const shared = sharedKey(values);
	if (!shared) return;
	throw new InputError(
		`The columns ${listed(shared.columns)} have the same key for the agent's model, ${JSON.stringify(shared.key)}, so that one value would fill both`,
		'Nothing was sent. Load the columns again (⋮ next to Values to Send > Refresh), then remove ✨ from these columns and add it again, or give each $fromAI a key of its own.',
	);
}

function withNames(columns: readonly string[]): Columns {
	return { originals: checkColumns(columns), names: uniqueColumnNames(columns) };
}

/**
 * Prepares a row as `prepareRow` does. If columns have no value, the problem says how to map them.
 * Empty text is a value.
 */
function prepareMapped(
	{ originals, names }: Columns,
	row: unknown,
	checks: RowChecks,
): PreparedRow {
	const prepared = prepareRow(originals, row, checks);
	const values = isRecord(row) ? row : {};
	const unmapped = names.filter((name) => values[name] === undefined);
	if (prepared.ok || unmapped.length === 0) return prepared;
	// The first problem is that values are missing. It is replaced by a clearer one.
	const [, ...others] = prepared.problems;
	return {
		ok: false,
		problems: [
			unmapped.length === names.length ? NOTHING_MAPPED : unmappedProblem(unmapped),
			...others,
		],
	};
}

const NOTHING_MAPPED: RowProblem = {
	reason: 'No columns are mapped',
	advice:
		'Choose the script and enter its columns under Values to Send, or choose Map Automatically above them.',
};

const EMPTY_TEXT = '{{ "" }}';

function unmappedProblem(unmapped: readonly string[]): RowProblem {
	const [subject, pronoun] =
		unmapped.length === 1
			? [`The column ${listed(unmapped)} has`, 'it']
			: [`The columns ${listed(unmapped)} have`, 'them'];
	return {
		reason: `${subject} no value. To send ${pronoun} empty, enter ${EMPTY_TEXT} as an expression`,
		advice: `Enter a value under Values to Send, or check the field its expression refers to. For an empty value, switch the field from Fixed to Expression and enter exactly ${EMPTY_TEXT}.`,
	};
}
