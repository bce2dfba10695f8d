import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestHelper,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import type { HttpResponse } from '../../httpResponse';
import { settle } from '../../settle';
import { isRecord } from '../../values';
import { requestFailure, transportError, type Recover } from './transportErrors';

/** URL, headers, body, and how long the server may send no data. */
type HttpRequest = Pick<IHttpRequestOptions, 'url' | 'headers' | 'body' | 'qs'> & {
	timeoutMs: number;
};

/** Where requests are sent from with a credential. */
export type RequestContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

interface PostOptions {
	/** The credential's data, if it does not renew itself: otherwise n8n reads it from its database for each request (about 1 ms). */
	credential?: ICredentialDataDecryptedObject;
	recover?: Recover;
}

/**
 * Sends a POST through n8n, authorised by the credential, and returns the response with its bytes.
 * @throws TransportError without a complete response; its text names the host but never the query
 */
export async function post(
	context: RequestContext,
	credentialType: string,
	request: HttpRequest,
	{ credential, recover }: PostOptions,
): Promise<HttpResponse> {
	const credentialsDecrypted = credential && {
		id: '',
		name: '',
		type: credentialType,
		data: credential,
	};
	const sent = context.helpers.httpRequestWithAuthentication.call(
		context,
		credentialType,
		optionsFor(request),
		{ credentialsDecrypted },
	);
	return await responseTo(request, sent, recover);
}

/** Sends a POST without any credential; throws as `post`. */
export async function postPlain(
	{ helpers }: IHttpRequestHelper,
	request: HttpRequest,
): Promise<HttpResponse> {
	return await responseTo(request, helpers.httpRequest(optionsFor(request)));
}

/** Sends a GET likewise. */
export async function getPlain(
	{ helpers }: IHttpRequestHelper,
	request: HttpRequest,
): Promise<HttpResponse> {
	return await responseTo(request, helpers.httpRequest({ ...optionsFor(request), method: 'GET' }));
}

function optionsFor({ timeoutMs, ...rest }: HttpRequest): IHttpRequestOptions {
	return {
		...rest,
		method: 'POST',
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: timeoutMs,
	};
}

async function responseTo(
	{ url, timeoutMs }: HttpRequest,
	sent: Promise<unknown>,
	recover?: Recover,
): Promise<HttpResponse> {
	const outcome = await settle(sent);
	if (outcome.status === 'fulfilled') return toResponse(outcome.value);
	throw requestFailure(outcome.reason, url, timeoutMs, recover);
}

/** A request of a credential test. */
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
export async function testRequest(
	{ helpers }: ICredentialTestFunctions,
	{ method = 'POST', url, headers, body }: TestRequest,
): Promise<HttpResponse> {
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

/** A full response of one of n8n's request helpers. */
function toResponse(response: unknown): HttpResponse {
	const { statusCode, headers, body } = isRecord(response) ? response : {};
	return {
		status: Number(statusCode),
		headers: isRecord(headers) ? { ...headers } : {},
		body: toBuffer(body),
	};
}

function toBuffer(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	return body instanceof ArrayBuffer
		? Buffer.from(body)
		: Buffer.from(typeof body === 'string' ? body : '');
}
