/** The envelope around every answer of the platform (document 2, 2.1). */
import { isRecord, type JsonRecord } from '../values';
import { isAlreadyDone } from './codes';
import type { ApiMethod } from './methods';
import { RefusalError, UnreadableResponseError, type UnreadableBody } from './errors';
import { tryReadJson } from '../lossless';
import { redact } from './redact';

/** `code` of a success. */
export const AI_CALL_SUCCESS = '0';

/** An answer of the platform. */
export interface Envelope {
	/** Result code as text: `0` and `"0"` are the same. */
	code: string;
	/** The platform's description, empty where it sent none. */
	message: string;
	/** The result set, empty where the operation returns nothing. */
	result: JsonRecord;
	/** The whole envelope as it came, ids as text. */
	sent: JsonRecord;
}

/**
 * Reads an answer's body, whatever the HTTP status.
 *
 * @throws UnreadableResponseError where it is empty, cut off, a web page, not JSON or has no code
 */
export function parseEnvelope(body: string | Buffer, httpStatus?: number, retryAfterMs?: number): Envelope {
	const text = body.toString().trim();
	const unreadable = (form: UnreadableBody) => new UnreadableResponseError(form, httpStatus, retryAfterMs);
	if (text === '') throw unreadable('empty');
	if (text.startsWith('<')) throw unreadable('html');
	const parsed = tryReadJson(text);
	if (parsed === undefined) throw unreadable(text.startsWith('{') ? 'cutOff' : 'notJson');
	const sent = parsed.value;
	const code = isRecord(sent) ? codeText(sent.code) : undefined;
	if (!isRecord(sent) || code === undefined) throw unreadable('notEnvelope');
	return {
		code,
		message: typeof sent.message === 'string' ? sent.message : '',
		result: isRecord(sent.result) ? sent.result : {},
		sent,
	};
}

/**
 * Reads the answer to an operation and insists on success, or on the refusal that says that what was asked for is
 * already so (`isAlreadyDone`).
 *
 * @param secrets what must not stand in an error, should the platform repeat it in its description
 * @param retryAfterMs for how long the server asks not to be asked again
 * @throws UnreadableResponseError as `parseEnvelope`
 * @throws RefusalError otherwise
 */
export function readResponse(method: ApiMethod, body: string | Buffer, httpStatus?: number, secrets: readonly string[] = [], retryAfterMs?: number): Envelope {
	const envelope = parseEnvelope(body, httpStatus, retryAfterMs);
	const { code, message } = envelope;
	if (code !== AI_CALL_SUCCESS && !isAlreadyDone(method, code)) throw new RefusalError(method, code, redact(message, secrets), httpStatus, retryAfterMs);
	return envelope;
}

function codeText(code: unknown): string | undefined {
	if (typeof code === 'number') return String(code);
	return typeof code === 'string' && /^-?\d+$/.test(code.trim()) ? code.trim() : undefined;
}
