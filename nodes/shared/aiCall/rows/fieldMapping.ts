/** Which field of the rows fills which column, decided once for all rows of a list. */
import { enteredName } from '../../entered';
import { quoted } from '../../errorTexts';
import { isRecord, type JsonRecord } from '../../values';
import { isMojibake } from '../../noValue';
import { namesBy } from './fieldNames';
import { readPhone } from './phone';
import {
	inputFields,
	mapByName,
	MAX_FIELDS,
	plainName,
	PROPOSAL_ITEMS,
	proposalText,
} from './mappingProposal';

export interface FieldMapping {
	/** The field of another name that a column takes; undefined if there is none. */
	fieldOf(column: string): string | undefined;
	/** Whether a field that fills the column has a value in one of the rows. */
	isFilled(column: string): boolean;
	/** The fields whose names are like that of a column. */
	alike(column: string): readonly string[];
	/** Says which column takes which field of another name; undefined if none does. */
	text?: string;
	/** What to do about columns that no field fills; undefined if nothing better is known. */
	advice?: string;
}

/**
 * Maps the fields of rows to columns by their names, with the rule by which the panel fills its
 * fields.
 * @param columns the unique names; the first column is the phone number
 * @param rows all rows; only objects have fields
 */
export function mapFields(columns: readonly string[], rows: readonly unknown[]): FieldMapping {
	const objects = rows.filter(isRecord);
	const first = objects.slice(0, PROPOSAL_ITEMS);
	const names = namesWithValues(objects);
	// A field that is exactly the name of a column belongs to that column alone.
	const known = new Set(names);
	const exact = new Set(columns);
	const similar = new Set(names.filter((name) => !exact.has(name)).map(enteredName));
	// A field is known by its name also if the first rows have no text in it.
	const values = new Map(inputFields(first).map((field) => [field.name, field.values]));
	const fields = names
		.slice(0, MAX_FIELDS)
		.map((name) => ({ name, values: values.get(name) ?? [] }));
	const pairs = mapByName(columns, fields).flatMap((field, index) => {
		const column = columns[index] ?? '';
		const isOther = field !== undefined && enteredName(field) !== enteredName(column);
		return isOther ? [[column, field] as const] : [];
	});
	const others = new Map(pairs);
	const isFilled = (column: string) =>
		known.has(column) || similar.has(enteredName(column)) || others.has(column);
	const like = namesBy(names, plainName);
	return {
		fieldOf: (column) => others.get(column),
		isFilled,
		alike: (column) => like.get(plainName(column)) ?? [],
		text: mappedText(pairs),
		advice: adviceFor(columns, isFilled, first),
	};
}

/** The names of the fields that have a value in one of the rows. */
export function namesWithValues(rows: readonly JsonRecord[]): string[] {
	const names = new Set<string>();
	for (const row of rows)
		for (const name of Object.keys(row)) if (row[name] !== undefined) names.add(name);
	return [...names];
}

function mappedText(
	pairs: readonly (readonly [column: string, field: string])[],
): string | undefined {
	if (pairs.length === 0) return undefined;
	const texts = pairs.map(
		([column, field]) => `${quoted(column)} takes the field ${quoted(field)}`,
	);
	return `Mapped by name: ${texts.join(', ')}`;
}

/** How n8n names the columns of a sheet whose first line has no heading for them. */
const NO_HEADING = /^__EMPTY(?:_\d+)?$/;

const TITLE_ADVICE =
	'The first line of the sheet seems to be a title, and the next one to have the headings. Say so in the node that reads the sheet: Range 1 in Extract from File, Header Row 2 under Data Location on Sheet in Google Sheets. Or delete the first line.';

const ENCODING_ADVICE =
	'The headings were read in another encoding than the file has, often GBK. Save the file as an Excel workbook, or as CSV UTF-8, and read it again.';
const DELIMITER_ADVICE =
	'The sheet was read as one column. In the node that reads it, such as Extract from File, set Delimiter under Options to the sign between the headings.';
const NO_HEADINGS_ADVICE =
	'The first line of the sheet seems to have no headings but a row. Turn off Header Row under Options in the node that reads the sheet, or add a line of headings: otherwise the first row is lost.';

/** What is wrong with the headings of a sheet, by the names of the fields. */
function headingAdvice(names: readonly string[], columns: readonly string[]): string | undefined {
	if (names.some(isMojibake)) return ENCODING_ADVICE;
	const [only = '', other] = names;
	const parts = only.split(/[;\t|\uFF1B]/).map(plainName);
	const known = new Set(columns.map(plainName));
	if (other === undefined && parts.length > 1 && parts.some((part) => known.has(part)))
		return DELIMITER_ADVICE;
	return names.some((name) => readPhone(name).mobile.ok) ? NO_HEADINGS_ADVICE : undefined;
}

function adviceFor(
	columns: readonly string[],
	isFilled: (column: string) => boolean,
	first: readonly JsonRecord[],
): string | undefined {
	const missing = new Set(columns.filter((column) => !isFilled(column)).map(plainName));
	if (missing.size === 0) return undefined;
	const [row = {}] = first;
	const isHeading = (value: unknown) => typeof value === 'string' && missing.has(plainName(value));
	if (Object.values(row).some(isHeading) || Object.keys(row).some((name) => NO_HEADING.test(name)))
		return TITLE_ADVICE;
	const heading = headingAdvice(Object.keys(row), columns);
	if (heading !== undefined) return heading;
	const proposal = proposalText(columns, isFilled, first);
	return (
		proposal &&
		`The input may have what is missing: ${proposal}. If that is right, enter it under Values to Send with Map Each Column Manually.`
	);
}
