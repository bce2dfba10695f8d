import type { ICredentialTestFunctions } from 'n8n-workflow';
import type { HttpResponse } from '../../http';
import { settle } from '../../settle';
import { toResponse, transportError } from './transport';

interface TestRequest {
	method?: 'GET' | 'POST';
	url: string;
	headers?: Record<string, unknown>;
	body?: string | Buffer;
}

/** How long a credential test waits for data, in milliseconds. */
export const TEST_TIMEOUT_MS = 20_000;

/**
 * Sends a request in a credential test, where n8n offers only its older request helper.
 * @returns the response whatever its status
 * @throws TransportError where none arrived
 */
export async function testRequest({ helpers }: ICredentialTestFunctions, { method = 'POST', url, headers, body }: TestRequest): Promise<HttpResponse> {
	const sent = helpers.request({
		method,
		uri: url,
		headers,
		body,
		timeout: TEST_TIMEOUT_MS,
		encoding: null,
		resolveWithFullResponse: true,
		simple: false,
		followRedirect: false,
	});
	const outcome = await settle(sent);
	if (outcome.status === 'rejected') throw transportError(outcome.reason, url, TEST_TIMEOUT_MS);
	return toResponse(outcome.value);
}
