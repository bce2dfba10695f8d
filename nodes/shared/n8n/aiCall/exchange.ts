import { readResponse, type Envelope } from '../../aiCall/envelope';
import { methodUrl, REQUEST_HEADERS, type ApiMethod } from '../../aiCall/methods';
import { secretsOf, type TokenSource } from '../../aiCall/keys';
import type { HttpResponse } from '../../http';
import { retryAfterMs } from '../../retry/http';
import type { JsonRecord } from '../../values';

/** A request of document 2; the token is the sender's affair. */
interface AiCallRequest {
	url: string;
	headers: Record<string, string>;
	body: string;
}

/**
 * Sends a request once and reads its response.
 * @param token the token that was sent, which no error may contain
 * @throws what `send` throws; RefusalError, UnreadableResponseError
 */
export async function exchange(source: TokenSource, method: ApiMethod, body: JsonRecord, send: (request: AiCallRequest) => Promise<HttpResponse>, token?: () => string | undefined): Promise<Envelope> {
	const response = await send({ url: methodUrl(source.baseUrl, method), headers: { ...REQUEST_HEADERS }, body: JSON.stringify(body) });
	return readResponse(method, response.body, response.status, [...secretsOf(source), token?.() ?? ''], retryAfterMs(response.headers, Date.now()));
}
