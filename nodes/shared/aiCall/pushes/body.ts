import { decoded, type EncodingMark } from '../../decoded';
import { tryReadJson } from '../../lossless';
import { type JsonRecord, isRecord } from '../../values';

/**
 * A JSON object with IDs as text, or the reason why the body is not such an object. The reason does
 * not quote the body.
 */
type BodyReading =
	({ ok: true; fields: JsonRecord } & EncodingMark) | { ok: false; reason: string };

/**
 * Reads the body of a request without losing a digit.
 * @param body the raw body, because n8n's parsed one has lost the last digits of long IDs
 * @param expected a sentence at the end of the reason, which says what the body should be
 */
export function readBody(body: string | Buffer, expected: string): BodyReading {
	const { text: whole, ...mark } = decoded(body);
	const text = whole.trim();
	const parsed = tryReadJson(text);
	if (parsed && isRecord(parsed.value)) return { ok: true, fields: parsed.value, ...mark };
	const problem = text === '' ? 'is empty' : parsed ? 'is not a JSON object' : 'is not JSON';
	return { ok: false, reason: `The body ${problem}. ${expected}` };
}
