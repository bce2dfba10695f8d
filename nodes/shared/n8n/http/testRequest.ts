import type { ICredentialTestFunctions } from 'n8n-workflow';
import type { TransportError } from '../../failure';
import type { HttpResponse } from '../../http';
import { isRecord } from '../../values';
import { toBuffer, transportError } from './transport';
import { settle } from '../../settle';

/** A request of a credential test. */
export interface TestRequest {
	/** POST where none is named. */
	method?: 'GET' | 'POST';
	url: string;
	headers?: Record<string, unknown>;
	body?: string | Buffer;
	timeoutMs: number;
}

/**
 * Sends a request in a credential test, where n8n offers only its older request helper.
 * Returns the response whatever its status, or what went wrong on the way.
 */
export async function testRequest(
	context: ICredentialTestFunctions,
	request: TestRequest,
): Promise<HttpResponse | TransportError> {
	const { method = 'POST', url, headers, body, timeoutMs } = request;
	const sent = context.helpers.request({
		method,
		uri: url,
		headers,
		body,
		timeout: timeoutMs,
		encoding: null,
		resolveWithFullResponse: true,
		simple: false,
		followRedirect: false,
	});
	const outcome = await settle(sent);
	if (outcome.status === 'fulfilled' && isRecord(outcome.value)) {
		const { statusCode, headers: answered, body: received } = outcome.value;
		return { status: Number(statusCode), headers: isRecord(answered) ? { ...answered } : {}, body: toBuffer(received) };
	}
	return transportError(outcome.status === 'rejected' ? outcome.reason : undefined, url, timeoutMs);
}
