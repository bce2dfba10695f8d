/** Requests and responses of document 2 as they go over HTTP. */
import { shownFailure } from '../../failure';
import type { HttpResponse } from '../../httpResponse';
import { retryAfterMs } from '../../retry/httpRetry';
import type { JsonRecord } from '../../values';
import { aiCallSecrets, type AiCallAccount } from './aiCallAccount';
import { readResponse, type AiCallEnvelope } from './aiCallEnvelope';
import { methodUrl, REQUEST_HEADERS, maxResponseBytes, type ApiMethod } from './methods';

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
		throw shownFailure(error, [...aiCallSecrets(account), token]);
	}
}
