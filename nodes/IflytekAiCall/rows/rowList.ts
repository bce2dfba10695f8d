import { rowsField } from '../parameters/rowParameters';
import { enteredName } from '../../shared/entered';
import { fieldAt } from '../../shared/aiCall/rows/fieldNames';
import { InputError } from '../../shared/failure';
import { asText, listIn } from '../../shared/n8n/parameters/coerce';
import { isRecord } from '../../shared/values';

/** Rows in an array field of an item. */

/** The name of the field that has the rows. */
export function readFieldName(value: unknown): string {
	const name = enteredName(asText(value, rowsField.displayName));
	if (name !== '') return name;
	throw new InputError(
		`${rowsField.displayName} is empty`,
		'Enter the name of the field, or remove the option if each item is a row.',
	);
}

/** The rows in a field. `field` is a name or a path with dots. The rows may be JSON text. */
export function rowList(json: unknown, field: string): unknown[] {
	const value = fieldAt(json, field);
	const list = listIn(value);
	if (list && (list.length === 0 || list.some(isRow))) return list;
	if (list)
		throw new InputError(
			`The field "${field}" contains the values of a row, but no row`,
			'A row must stand in a list, also if it is the only one: [["13800000000", "Ms Wang"]], not ["13800000000", "Ms Wang"].',
		);
	throw new InputError(
		value === undefined
			? `The item has no field "${field}"`
			: `The field "${field}" does not contain an array of rows`,
		'Enter the name of a field containing an array of rows. Each row must be an array of values or an object keyed by column name.',
	);
}

function isRow(value: unknown): boolean {
	return Array.isArray(value) || isRecord(value);
}
