/** Reading the platform's JSON without losing a digit. */
import { isRecord } from './values';
import { isLosslessNumber, parseLossless, splitNumber } from './bundled';

/**
 * Fields with IDs. They are read as text: responses carry `task_data_ids` as numbers beyond 2^53,
 * and pushes carry the same ids as text.
 */
export const ID_FIELDS: ReadonlySet<string> = new Set([
	'answer_id',
	'app_id',
	'business_id',
	'call_relation_id',
	'call_uuid',
	'callee',
	'caller',
	'content_id',
	'image_id',
	'line_num',
	'node_id',
	'question_id',
	'robot_id',
	'task_data_id',
	'task_data_ids',
	'task_id',
	'voice_code',
]);

/** The deepest nesting that is read. n8n could not pass on deeper data. */
const MAX_DEPTH = 100;

/** Integers with more digits than this (`1e999`) keep their notation. */
const MAX_DIGITS = 40;

/**
 * Parses JSON text into plain values. IDs (`ID_FIELDS`) become text, digit for digit, including
 * those in arrays. Other numbers become numbers, or text if digits would be lost. Of duplicate keys
 * the last one counts, as with `JSON.parse`.
 *
 * @throws Error if the text is not JSON or is nested too deeply
 */
export function readJson(text: string): unknown {
	const parsed = parseLossless(text.replace(/^\uFEFF/, ''), undefined, {
		onDuplicateKey: ({ newValue }) => newValue,
	});
	return plain(parsed, false, 0);
}

/** The value of JSON text, boxed because it may be anything; undefined if the text is not JSON. */
export function tryReadJson(text: string): { value: unknown } | undefined {
	try {
		return { value: readJson(text) };
	} catch {
		return undefined;
	}
}

/** A parsed value with plain numbers. `isId`: the value belongs to one of `ID_FIELDS`. */
function plain(value: unknown, isId: boolean, depth: number): unknown {
	if (depth > MAX_DEPTH) throw new Error('The JSON is nested too deeply');
	if (isLosslessNumber(value)) return isId ? plainDigits(value.value) : numberOrText(value.value);
	if (Array.isArray(value)) return value.map((entry) => plain(entry, isId, depth + 1));
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [key, plain(entry, ID_FIELDS.has(key), depth + 1)]),
	);
}

/**
 * A JSON number in plain digits: integers without point and exponent, `1.5E3` as `1500`. A number
 * with an exponent beyond `maxExponent` keeps its notation.
 */
export function plainDigits(written: string, maxExponent = MAX_DIGITS): string {
	const { sign, digits, exponent } = splitNumber(written);
	if (Math.abs(exponent) > maxExponent) return written;
	const pointIndex = exponent + 1;
	if (pointIndex <= 0) return `${sign}0.${'0'.repeat(-pointIndex)}${digits}`;
	const whole = digits.slice(0, pointIndex).padEnd(pointIndex, '0');
	const fraction = digits.slice(pointIndex);
	return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

function numberOrText(written: string): number | string {
	const value = Number(written);
	if (!Number.isFinite(value)) return written;
	if (Number.isInteger(value) && !Number.isSafeInteger(value) && isWhole(written))
		return plainDigits(written);
	// `-0` becomes 0.
	return value === 0 ? 0 : value;
}

/** True for an integer, even one that is written with a point or an exponent: `20.0`, `1.5e3`. */
function isWhole(written: string): boolean {
	const { digits, exponent } = splitNumber(written);
	return exponent + 1 >= digits.length;
}
