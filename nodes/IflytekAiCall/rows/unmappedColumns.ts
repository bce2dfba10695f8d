import { listed } from '../../shared/aiCall/rows/columns';
import type { RowProblem } from '../../shared/aiCall/rows/preparedRow';

/** Columns that are mapped by hand and have no value in a row. */

const NOTHING_MAPPED: RowProblem = {
	reason: 'No columns are mapped',
	advice:
		'Choose the script and enter its columns under Values to Send, or choose Map Automatically above them.',
};

const EMPTY_TEXT = '{{ "" }}';

/**
 * Why a row whose columns are mapped by hand cannot be sent.
 * @param unmapped the columns without a value
 * @param isAll whether no column has one
 * @param expression what a person has entered for the first of them, if it is an expression
 */
export function unmappedProblem(
	unmapped: readonly string[],
	isAll: boolean,
	expression: string | undefined,
): RowProblem {
	if (expression !== undefined) return nothingFound(unmapped, expression);
	return isAll ? NOTHING_MAPPED : nothingEntered(unmapped);
}

function nothingEntered(unmapped: readonly string[]): RowProblem {
	const [subject, pronoun] =
		unmapped.length === 1
			? [`The column ${listed(unmapped)} has`, 'it']
			: [`The columns ${listed(unmapped)} have`, 'them'];
	return {
		reason: `${subject} no value. To send ${pronoun} empty, enter ${EMPTY_TEXT} as an expression`,
		advice: `Enter a value under Values to Send, or check the field its expression refers to. For an empty value, switch the field from Fixed to Expression and enter exactly ${EMPTY_TEXT}.`,
	};
}

/** The field of a simple expression such as `{{ $json.name }}` or `{{ $json["姓名"] }}`. */
const SIMPLE =
	/^\s*\{\{\s*\$json(?:\.([\p{L}_$][\p{L}\p{N}_$]*)|\[(["'])(.{1,200}?)\2\])\s*\}\}\s*$/u;

/** Undefined for any other expression, and if there is none. */
export function fieldOfExpression(expression: string | undefined): string | undefined {
	const found = SIMPLE.exec(String(expression));
	return found?.[1] ?? found?.[3];
}

/** The problem of a column whose expression gives nothing: it keeps the expression. */
function nothingFound(unmapped: readonly string[], expression: string): RowProblem {
	const inner = /^\s*\{\{(.{1,200})\}\}\s*$/s.exec(expression)?.[1];
	const how =
		inner === undefined ? 'add ?? "" to the expression' : `enter {{ ${inner.trim()} ?? "" }}`;
	const [subject, its] =
		unmapped.length === 1
			? [`The column ${listed(unmapped)} has`, 'Its expression']
			: [`The columns ${listed(unmapped)} have`, 'The expression of the first'];
	return {
		reason: `${subject} no value`,
		advice: `${its} gives nothing: check the field that it refers to. If the field may be empty, ${how}.`,
	};
}
