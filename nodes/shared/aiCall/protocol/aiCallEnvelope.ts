import { PlatformError, shownFailure } from '../../failure';
import { isRecord, records, textOf, type JsonRecord } from '../../values';
import { isAlreadyDone } from './aiCallCodes';
import { RefusalError, UnreadableResponseError, type UnreadableBody } from './aiCallErrors';
import {
	maxResponseBytes,
	methodUrl,
	promisesResult,
	REQUEST_HEADERS,
	type ApiMethod,
} from './apiMethods';
import { decoded, type EncodingMark } from '../../decoded';
import { tryReadJson } from '../../lossless';
import type { HttpResponse } from '../../httpResponse';
import { retryAfterMs } from '../../retry/responseStatus';
import type { AiCallAccount } from './aiCallAccount';

/** The envelope around every response of the platform (document 2, 2.1). */

export const AI_CALL_SUCCESS = '0';

export interface AiCallEnvelope {
	/** The code as text, so that `0` and `"0"` are the same. */
	code: string;
	/** The platform's description, empty if it sent none. */
	message: string;
	/** Empty if the operation returns nothing. */
	result: JsonRecord;
	/**
	 * The whole envelope as it came, except that ids are text, and that `notUtf8` marks a response that
	 * was not UTF-8.
	 */
	sent: JsonRecord;
}

/**
 * Reads a response's body, whatever the HTTP status: a success, or a refusal which says that the
 * requested state is already reached.
 * @param retryAfterMs how long the server asks to wait
 * @throws RefusalError for any other refusal
 * @throws UnreadableResponseError if it is empty, cut off, a web page, not JSON, without a code, or
 * a success without the result that the document promises
 */
export function readResponse(
	method: ApiMethod,
	body: string | Buffer,
	httpStatus = 200,
	retryAfterMs?: number,
): AiCallEnvelope {
	const { text: whole, ...mark } = decoded(body);
	const text = whole.trim();
	const sent = tryReadJson(text)?.value;
	const unreadable = (content: UnreadableBody) =>
		new UnreadableResponseError(content, httpStatus, retryAfterMs);
	if (!isRecord(sent)) throw unreadable(contentOf(text, sent));
	const code = String(textOf(sent.code)).trim();
	if (!/^-?\d+$/.test(code)) throw unreadable(contentOf(text, sent));
	const message = typeof sent.message === 'string' ? sent.message : '';
	if (code !== AI_CALL_SUCCESS && !isAlreadyDone(method, code))
		throw new RefusalError(method, code, message, httpStatus, retryAfterMs);
	if (code === AI_CALL_SUCCESS && promisesResult(method) && !isRecord(sent.result))
		throw unreadable('noResult');
	const marked = mark.notUtf8 ? withMark(sent, mark) : sent;
	return { code, message, result: isRecord(marked.result) ? marked.result : {}, sent: marked };
}

/** An envelope with a mark on itself, on its result, and on each script, line or task in it. */
function withMark(envelope: JsonRecord, mark: EncodingMark): JsonRecord {
	const { result } = envelope;
	if (!isRecord(result)) return { ...envelope, ...mark };
	const lists = Object.entries(result).map(([name, list]) => [
		name,
		Array.isArray(list)
			? list.map((entry) => (isRecord(entry) ? { ...entry, ...mark } : entry))
			: list,
	]);
	return { ...envelope, ...mark, result: { ...Object.fromEntries(lists), ...mark } };
}

/**
 * What a body contains instead of an envelope.
 * @param json the value of the body; undefined if the body is not JSON
 */
function contentOf(text: string, json: unknown): UnreadableBody {
	if (json !== undefined) return 'notEnvelope';
	if (text === '') return 'empty';
	if (text.startsWith('<')) return 'html';
	return text.startsWith('{') ? 'cutOff' : 'notJson';
}

/**
 * The objects of a list in a result.
 * @param isRequired whether something must be in the list, so that the field must not be missing
 * @throws PlatformError if the field is not a list
 */
export function resultList(result: JsonRecord, name: string, isRequired = false): JsonRecord[] {
	const list = result[name] ?? (isRequired ? undefined : []);
	if (Array.isArray(list)) return records(list);
	throw new PlatformError(
		`The platform reported success, but "${name}" in its response is not a list`,
		'unreadable',
		{ advice: 'Try again later. If it keeps happening, check the base URL in the credential.' },
	);
}

/** The POST request of a method, without the token. */
export function aiCallHttpRequest({ baseUrl }: AiCallAccount, method: ApiMethod, body: JsonRecord) {
	return {
		url: methodUrl(baseUrl, method),
		headers: { ...REQUEST_HEADERS },
		body: JSON.stringify(body),
		maxBytes: maxResponseBytes(method),
	};
}

/**
 * Reads the response to a request made by `aiCallHttpRequest`.
 * @param token the token that was sent, which no error may contain
 * @throws RefusalError, UnreadableResponseError
 */
export function readHttpResponse(
	account: AiCallAccount,
	method: ApiMethod,
	{ status, headers, body }: HttpResponse,
	token = '',
): AiCallEnvelope {
	try {
		return readResponse(method, body, status, retryAfterMs(headers, Date.now()));
	} catch (error) {
		throw shownFailure(error, [account.appKey, account.appSecret, token]);
	}
}
