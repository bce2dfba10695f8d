import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { warning, type Finding } from '../../shared/aiCall/finding';
import { checkColumns, listed, uniqueColumnNames } from '../../shared/aiCall/rows/columns';
import { columnsOfFields, sharedKey } from '../../shared/aiCall/rows/mapperColumns';
import {
	mapFields,
	namesWithValues,
	type FieldMapping,
} from '../../shared/aiCall/rows/fieldMapping';
import { PROPOSAL_ITEMS, proposalText } from '../../shared/aiCall/rows/mappingProposal';
import { prepareRow, type PreparedRow, type RowChecks } from '../../shared/aiCall/rows/preparedRow';
import { InputError } from '../../shared/failure';
import { at, isRecord, ownField, records, textOf } from '../../shared/values';
import { Item } from '../../shared/n8n/parameters/item';
import { FOUND } from '../entry/sentences';
import { rowsField } from '../parameters/rowParameters';
import { readFieldName, rowList } from './rowList';
import { fieldOfExpression, unmappedProblem } from './unmappedColumns';

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
	private readonly items: readonly IDataObject[];
	/** Whether the rows stand in a field of the items. */
	private readonly isFromField: boolean;
	/** What stands in the mapper for each column, by its key. */
	private readonly entered: unknown;
	/** The mappings of the items' own fields, for each object of columns. */
	private readonly mappings = new Map<Columns, FieldMapping>();
	/** The names of the fields that have a value in one of the items. */
	private knownFields?: ReadonlySet<string | undefined>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly loadColumns: (index: number) => Promise<string[]>,
	) {
		const items = context.getInputData();
		this.items = items.map(({ json }) => json);
		const first = new Item(context, 0);
		const fromField = first.hasOption(rowsField);
		this.isFromField = fromField;
		const mapper = fromField ? undefined : (first.raw('columns') ?? {});
		this.isMappedByHand = isRecord(mapper) && mapper.mappingMode !== 'autoMapInputData';
		if (this.isMappedByHand && isRecord(mapper)) {
			this.mapping = mappingOf(mapper);
			refuseSharedKey(mapper);
		}
		if (fromField) {
			this.rowsOf = (index) => {
				const field = readFieldName(new Item(context, index).option(rowsField));
				const rows = rowList(at(items, index).json, field);
				return rows.map((original, rowIndex) => ({ original, rowIndex }));
			};
		} else if (this.isMappedByHand) {
			this.rowsOf = (index) => {
				const values = new Item(context, index).value('columns.value', {});
				return [{ original: this.mappedRow(values ?? {}) }];
			};
			this.entered = isRecord(mapper) ? mapper.value : undefined;
		} else {
			this.rowsOf = (index) => [{ original: at(items, index).json }];
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
		const rows = this.rowsOf(index);
		if (this.isMappedByHand)
			return rows.map((row) => {
				const values = this.withEmptyCells(row.original, columns);
				return { ...row, prepared: this.prepareMapped(columns, values, checks) };
			});
		const mapping = this.isFromField
			? mapFields(
					columns.names,
					rows.map(({ original }) => original),
				)
			: this.mappingOf(columns);
		return rows.map((row) => ({
			...row,
			prepared: prepareRow(columns.originals, row.original, checks, mapping),
		}));
	}

	/**
	 * The mapping of the items' fields. A person is told once which column takes the field of another
	 * name.
	 */
	private mappingOf(columns: Columns): FieldMapping {
		const known = this.mappings.get(columns);
		if (known) return known;
		const mapping = mapFields(columns.names, this.items);
		this.mappings.set(columns, mapping);
		if (mapping.text !== undefined)
			this.context.addExecutionHints({ message: `${mapping.text}.`, location: 'outputPane' });
		return mapping;
	}

	/**
	 * What a check says of the mapping: which columns take fields of other names, and which fields may
	 * have the values of columns that have none. Rows must have been read before.
	 */
	mappingProposal(): Finding[] {
		if (this.isFromField) return [];
		const [columns] = this.mapping ? [this.mapping.columns] : this.known.values();
		if (!columns) return [];
		const mapping = this.isMappedByHand ? undefined : this.mappingOf(columns);
		const isFilled = (name: string, column: number) =>
			mapping
				? mapping.isFilled(name)
				: textOf(ownField(this.entered, this.keyOf(name, column))) !== undefined;
		const said = mapping?.text === undefined ? [] : [warning(mapping.text, MAPPED_ADVICE)];
		const text = proposalText(columns.names, isFilled, this.items.slice(0, PROPOSAL_ITEMS));
		if (text === undefined) return said;
		const place = this.isMappedByHand ? '' : ' with Map Each Column Manually';
		return [...said, warning(...FOUND.unmapped(text, place))];
	}

	/** The key of a column in the mapper. */
	private keyOf(name: string, column: number): string {
		return this.mapping?.ids[column] ?? name;
	}

	/** What a person has entered for a column; undefined if it is no expression. */
	private expressionFor(name: string, column: number): string | undefined {
		const entered = ownField(this.entered, this.keyOf(name, column));
		return typeof entered === 'string' && entered.startsWith('=') ? entered.slice(1) : undefined;
	}

	/**
	 * The values of a row with an empty cell for each that the row lacks and another has: n8n drops the
	 * empty cells of a sheet.
	 */
	private withEmptyCells(values: unknown, { names }: Columns): unknown {
		if (!isRecord(values)) return values;
		const isEmptyCell = (name: string, column: number) => {
			if (values[name] !== undefined) return false;
			return this.isKnownField(fieldOfExpression(this.expressionFor(name, column)));
		};
		const empty = names.filter(isEmptyCell).map((name) => [name, '']);
		return { ...values, ...Object.fromEntries(empty) };
	}

	private isKnownField(name: string | undefined): boolean {
		this.knownFields ??= new Set(namesWithValues(this.items));
		return this.knownFields.has(name);
	}

	/** The values of a row in the mapper, keyed by the unique names of the columns. */
	private mappedRow(values: unknown): unknown {
		if (!this.mapping || !isRecord(values)) return values;
		const { ids, columns } = this.mapping;
		return Object.fromEntries(
			columns.names.map((name, column) => [name, ownField(values, at(ids, column))]),
		);
	}

	/**
	 * Prepares a row as `prepareRow` does. If columns have no value, the problem says how to map them.
	 * Empty text is a value.
	 */
	private prepareMapped(columns: Columns, row: unknown, checks: RowChecks): PreparedRow {
		const { originals, names } = columns;
		const prepared = prepareRow(originals, row, checks);
		const values = isRecord(row) ? row : {};
		const unmapped = names.filter((name) => values[name] === undefined);
		if (prepared.ok || unmapped.length === 0) return prepared;
		// The first problem is that values are missing. It is replaced by a clearer one.
		const [, ...others] = prepared.problems;
		const first = at(unmapped, 0);
		const expression = this.expressionFor(first, names.indexOf(first));
		const isAll = unmapped.length === names.length;
		return { ok: false, problems: [unmappedProblem(unmapped, isAll, expression), ...others] };
	}
}

/** The columns that are mapped by hand; undefined if the mapper has not loaded any columns yet. */
function mappingOf(mapper: Record<string, unknown>): Mapping | undefined {
	const fields = records(mapper.schema).map(({ id, displayName, removed }) => {
		const key = textOf(id) ?? '';
		return { id: key, displayName: textOf(displayName) ?? key, removed };
	});
	const columns = columnsOfFields(fields);
	const isUsed = (_entry: unknown, index: number) => at(fields, index).removed !== true;
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
	const shared = sharedKey(Object.entries(isRecord(mapper.value) ? mapper.value : {}));
	if (!shared) return;
	throw new InputError(
		`The columns ${listed(shared.columns)} have the same key for the agent's model, ${JSON.stringify(shared.key)}, so that one value would fill both`,
		'Nothing was sent. Load the columns again (⋮ next to Values to Send > Refresh), then remove ✨ from these columns and add it again, or give each $fromAI a key of its own.',
	);
}

function withNames(columns: readonly string[]): Columns {
	return { originals: checkColumns(columns), names: uniqueColumnNames(columns) };
}

const MAPPED_ADVICE =
	'If that is wrong, rename the fields, or choose Map Each Column Manually under Values to Send.';
