import { tryReadJson } from '../../lossless';
import { type JsonRecord, isRecord } from '../../values';

/**
 * A JSON object with IDs as text, or the reason why the body is not such an object. The reason does
 * not quote the body.
 */
type BodyReading = ({ ok: true; fields: JsonRecord } & Damage) | { ok: false; reason: string };

/** What an item shows of a body whose bytes are not UTF-8, as JSON must be: its text is damaged. */
export interface Damage {
	notUtf8?: true;
}

/**
 * Reads the body of a request without losing a digit.
 * @param body the raw body, because n8n's parsed one has lost the last digits of long IDs
 * @param expected a sentence at the end of the reason, which says what the body should be
 */
export function readBody(body: string | Buffer, expected: string): BodyReading {
	const decoded = body.toString();
	const isUtf8 = typeof body === 'string' || Buffer.from(decoded).equals(body);
	const text = decoded.trim();
	const parsed = tryReadJson(text);
	if (parsed && isRecord(parsed.value))
		return { ok: true, fields: parsed.value, ...(!isUtf8 && { notUtf8: true }) };
	const problem = text === '' ? 'is empty' : parsed ? 'is not a JSON object' : 'is not JSON';
	return { ok: false, reason: `The body ${problem}. ${expected}` };
}
