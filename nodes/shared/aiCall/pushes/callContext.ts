/**
 * The platform's request for dynamic data at the start of an inbound call, and the response to it
 * (document 2, 4.8).
 */
import { InputError } from '../../failure';
import { hasLostDigits, isRecord, LOST_DIGITS_ADVICE, textOf, type JsonRecord } from '../../values';
import type { EncodingMark } from '../../decoded';
import { tryReadJson } from '../../lossless';
import { enteredName } from '../../entered';
import { noValueIn } from '../../noValue';
import { cellText, isNested } from '../rows/cells';
import { readBody } from './body';

/** The four fields of the request, from the SIP headers of the call. */
const CONTEXT_FIELDS = ['business_id', 'app_id', 'robot_id', 'call_relation_id'] as const;

/**
 * All fields of the request, or the reason why the body is not such a request. Of the four fields,
 * those that were not sent are null.
 */
type ContextReading =
	({ ok: true; request: JsonRecord } & EncodingMark) | { ok: false; reason: string };

const EXPECTED = `Expected a JSON object with ${CONTEXT_FIELDS.join(', ')}.`;

/**
 * Reads the raw body of a `getDialogContext` request. At least one of the four fields must be
 * filled.
 */
export function readContextRequest(body: string | Buffer): ContextReading {
	const read = readBody(body, EXPECTED);
	if (!read.ok) return read;
	const sent = read.fields;
	if (CONTEXT_FIELDS.every((field) => !textOf(sent[field])?.trim()))
		return { ok: false, reason: `The body has none of the fields. ${EXPECTED}` };
	const fields = Object.fromEntries(CONTEXT_FIELDS.map((field) => [field, sent[field] ?? null]));
	// The four fields come first.
	const { notUtf8 } = read;
	return { ok: true, request: { ...fields, ...sent }, ...(notUtf8 && { notUtf8 }) };
}

/** The response: dynamic variables by name, as text. */
export type ContextResponse = Record<string, string>;

/**
 * Makes the response from an item of the workflow, or from a fallback. Of an item with a single field
 * that is an object, such as an agent's answer, this object is taken. Names are as a script has them:
 * without blanks and invisible characters around them, composed. Values stay as they are.
 * @throws InputError if it is not an object, is a failed item, has no text at all, has two fields of
 * one name, or a value cannot be sent as text or is a number that has lost its last digits
 */
export function contextResponse(item: unknown): ContextResponse {
	if (!isRecord(item))
		throw new InputError(
			'The response is not an object',
			'Make the last node return one item whose fields are the dynamic variables of the script.',
		);
	const variables = variablesIn(item);
	if ([item, variables].some(isFailedItem))
		throw new InputError('The last node failed', 'See its error in the execution.');
	// An error ends up in n8n's log, which must not show values.
	const fields = Object.entries(variables);
	if (fields.some(([, value]) => hasLostDigits(value)))
		throw new InputError('A value is a number that lost its last digits', LOST_DIGITS_ADVICE);
	if (fields.length > 0 && fields.every(([, value]) => isNested(value)))
		throw new InputError(
			'The response has none of the variables of the script, only objects or lists',
			'End the workflow with an Edit Fields node whose fields are the variables, such as {{ $json.output.name }}.',
		);
	const response = Object.fromEntries(
		fields.map(([name, value]) => [enteredName(name), cellText(value)]),
	);
	if (Object.keys(response).length < fields.length)
		throw new InputError(
			'Two fields of the response have one name, apart from blanks and invisible characters',
			'Remove or rename one of them.',
		);
	return response;
}

/**
 * The variables of an item: its fields, or those of the only field if that is an object, or text with
 * one, as the structured answer of an agent is (`output`).
 */
function variablesIn(item: JsonRecord): JsonRecord {
	const values = Object.values(item).filter((value) => value !== undefined);
	if (values.length !== 1) return item;
	const [only] = values;
	const inner = typeof only === 'string' ? tryReadJson(only)?.value : only;
	return isRecord(inner) && Object.values(inner).some((value) => !isNested(value)) ? inner : item;
}

/** The variables whose values stand in the place of a value, such as `undefined` or `{name}`. */
export function variablesWithoutValue(response: ContextResponse): string[] {
	return Object.keys(response).filter((name) => noValueIn(response[name] ?? '') !== undefined);
}

/**
 * Whether an item comes from a node that failed and continued. Such an item only has fields that
 * describe the error.
 */
function isFailedItem(item: JsonRecord): boolean {
	return (
		'error' in item &&
		Object.keys(item).every((key) => ['error', 'message', 'details'].includes(key))
	);
}

/**
 * Reads the fallback response: a JSON object, or text with one. Empty text stands for an empty
 * object.
 * @throws InputError if it is no JSON object
 */
export function fallbackResponse(fallback: unknown): ContextResponse {
	const isEmpty = typeof fallback === 'string' && fallback.trim() === '';
	const value = isEmpty ? {} : fallback;
	const parsed = typeof value === 'string' ? tryReadJson(value) : { value };
	if (!isRecord(parsed?.value))
		throw new InputError(
			`Fallback Response is not ${parsed ? 'a JSON object' : 'JSON'}`,
			'Enter it like {"name": "value", "other": "value"}.',
		);
	return contextResponse(parsed.value);
}
