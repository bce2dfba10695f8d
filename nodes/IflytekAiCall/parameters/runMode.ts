import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { normalizeMobileNumber } from '../../shared/aiCall/rows/phone';
import { InputError } from '../../shared/failure';
import { Item } from '../../shared/n8n/parameters/item';
import { noticeField } from '../../shared/n8n/parameters/properties';

/**
 * The only notice of a node that an agent uses as a tool. It stands above Mode, below the columns that
 * the model fills, so that these are on the first screen.
 */
export const toolNotice: INodeProperties = {
	...noticeField(
		'The model decides when to call. Put Human review before this tool.',
		'toolNotice',
	),
	displayOptions: { show: { '@tool': [true] } },
};

/** What a run does: only check, send one row to the user's own number, or send everything. */
type RunMode = 'check' | 'test' | 'real';

const RUN_MODE = 'runMode';
const MODE_LABEL = 'Mode';

/** A mode of an operation. Its name says what is done: `Call All Rows`. */
interface ModeTexts {
	name: string;
	description: string;
}

/**
 * The field Mode, for operations that call people or change what is called. A new node only checks.
 * The parameter is not named `mode`, because n8n's AI builder drops parameters of that name.
 * @param modes `check` is the description of Check Only; `test` is undefined for an operation
 * without rows
 */
export function runModeField(modes: {
	check: string;
	test?: ModeTexts;
	real: ModeTexts;
}): INodeProperties {
	const { check, test, real } = modes;
	return {
		displayName: MODE_LABEL,
		name: RUN_MODE,
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Check Only', value: 'check', description: check },
			...(test ? [{ ...test, value: 'test' }] : []),
			{ ...real, value: 'real' },
		],
		default: 'check',
		description: 'Whether to only check, or to send',
	};
}

/** A short warning, shown only in the mode that does everything. Agents' tools have their own. */
export function realModeNotice(text: string): INodeProperties {
	return {
		...noticeField(text),
		displayOptions: { show: { [RUN_MODE]: ['real'] }, hide: { '@tool': [true] } },
	};
}

/**
 * The phone number for a test, shown only in that mode. It cannot be an expression, because an
 * agent's model must not choose it. `readTestNumber` refuses one of a workflow that was pasted.
 */
export const testNumber: INodeProperties = {
	displayName: 'Test Number',
	name: 'testNumber',
	type: 'string',
	noDataExpression: true,
	required: true,
	default: '',
	placeholder: 'e.g. 13800000000',
	description:
		'Your own number, in place of the one of the first valid row. Calling Times do not apply.',
	displayOptions: { show: { [RUN_MODE]: ['test'] } },
};

/**
 * The mode of this run, as chosen in the node. An expression is refused, because with one a value
 * of an item, or an agent's model, could turn a check into calls. A mode that only another operation
 * has is a rest of that one: then the run only checks.
 * @param others the modes of the operation besides Check Only
 * @throws InputError for anything else
 */
export function readRunMode<Mode extends RunMode>(
	context: IExecuteFunctions,
	others: readonly Mode[],
): Mode | 'check' {
	const mode = new Item(context, 0).raw(RUN_MODE) ?? 'check';
	const found = others.find((one) => one === mode) ?? 'check';
	if (mode === found || mode === 'test') return found;
	throw new InputError(
		`${MODE_LABEL} has a value that the panel does not offer: ${JSON.stringify(mode)}`,
		`Choose ${MODE_LABEL} in the panel of the node.`,
	);
}

/**
 * The phone number for a test, in the form in which it is sent. An expression is refused, because
 * with one an item, or an agent's model, could choose who is called.
 * @param checkNumber whether it must be a Mainland China mobile number
 * @throws InputError for an expression and for an invalid number
 */
export function readTestNumber(context: IExecuteFunctions, checkNumber: boolean): string {
	const item = new Item(context, 0);
	// n8n removes the `=` of an expression in a field without expressions, but not if the expression
	// is only a `$fromAI`.
	if (item.isExpression(testNumber.name) || String(item.raw(testNumber.name)).includes('{{'))
		throw new InputError(
			`${testNumber.displayName} is an expression, so that an item or an agent's model would choose who is called`,
			'Nothing was sent. Enter a number that you can answer in place of the expression.',
		);
	const text = item.requiredText(testNumber.name, testNumber.displayName);
	const phone = normalizeMobileNumber(text, checkNumber);
	if (phone.ok) return phone.number;
	throw new InputError(
		`${testNumber.displayName}: ${phone.reason}`,
		'Nothing was sent. Enter a number that you can answer. If your line can call other numbers, turn off Check Numbers under Options.',
	);
}
