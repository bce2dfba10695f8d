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
import { isRecord } from '../../values';
import { readResponseBody, type ResponseBounds } from './responseBody';
import { requestFailure, type Recover } from './transportErrors';

/** URL, headers, body, and the limits of the response. */
type HttpRequest = Pick<IHttpRequestOptions, 'headers' | 'body' | 'qs'> & ResponseBounds;

/** The context from which requests with a credential are sent. */
export type RequestContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

interface PostOptions {
	/**
	 * The credential's data; only for a credential that does not renew itself. Without this option
	 * n8n reads the data from its database for each request (about 1 ms).
	 */
	credential?: ICredentialDataDecryptedObject;
	recover?: Recover;
}

/**
 * Sends a POST through n8n, authorized by the credential, and returns the response with its bytes.
 * @throws TransportError if no complete response came; its text names the host but never the query
 * @throws PlatformError for a response with more bytes than are accepted
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
	const abort = new AbortController();
	const pending = context.helpers.httpRequestWithAuthentication.call(
		withAbortSignal(context, abort.signal),
		credentialType,
		optionsFor(request, abort.signal),
		{ credentialsDecrypted },
	);
	return await awaitResponse(request, pending, abort, recover);
}

/**
 * A copy of the context whose requests also end when this signal is aborted. n8n itself only passes
 * on the signal of the execution.
 */
function withAbortSignal(context: RequestContext, signal: AbortSignal): RequestContext {
	if (!('getExecutionCancelSignal' in context)) return context;
	const stopped = context.getExecutionCancelSignal();
	const anySignal = stopped === undefined ? signal : AbortSignal.any([stopped, signal]);
	return Object.create(context, { getExecutionCancelSignal: { value: () => anySignal } });
}

/** Sends a request without any credential. Throws the same errors as `post`. */
export async function sendPlain(
	{ helpers }: IHttpRequestHelper,
	method: 'GET' | 'POST',
	request: HttpRequest,
): Promise<HttpResponse> {
	const abort = new AbortController();
	const pending = helpers.httpRequest({ ...optionsFor(request, abort.signal), method });
	return await awaitResponse(request, pending, abort);
}

function optionsFor(
	{ url, headers, body, qs, timeoutMs }: HttpRequest,
	abortSignal: AbortSignal,
): IHttpRequestOptions {
	return {
		url,
		headers,
		body,
		qs,
		abortSignal,
		method: 'POST',
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: timeoutMs,
	};
}

async function awaitResponse(
	request: HttpRequest,
	pending: Promise<unknown>,
	abort: AbortController,
	recover?: Recover,
): Promise<HttpResponse> {
	try {
		return await httpResponseOf(await pending, request, abort);
	} catch (error) {
		throw requestFailure(error, request.url, request.timeoutMs, recover);
	}
}

/** A request of a credential test. */
interface TestRequest {
	method?: 'GET' | 'POST';
	url: string;
	headers?: Record<string, unknown>;
	body?: string | Buffer;
	maxBytes: number;
}

/** How long a credential test waits for data, in milliseconds. */
export const TEST_TIMEOUT_MS = 20_000;

/**
 * Sends a request in a credential test, where n8n offers only its older request helper.
 * @returns the response whatever its status
 * @throws TransportError if no response came
 * @throws PlatformError for a response with more bytes than are accepted
 */
export async function testRequest(
	{ helpers }: ICredentialTestFunctions,
	{ method = 'POST', url, headers, body, maxBytes }: TestRequest,
): Promise<HttpResponse> {
	const timeoutMs = TEST_TIMEOUT_MS;
	try {
		const response: unknown = await helpers.request({
			method,
			uri: url,
			headers,
			body,
			timeout: timeoutMs,
			useStream: true,
			resolveWithFullResponse: true,
			simple: false,
			followRedirect: false,
		});
		return await httpResponseOf(response, { url, timeoutMs, maxBytes });
	} catch (error) {
		throw requestFailure(error, url, timeoutMs);
	}
}

/** Converts a full response of one of n8n's request helpers. */
async function httpResponseOf(
	response: unknown,
	bounds: ResponseBounds,
	abort?: AbortController,
): Promise<HttpResponse> {
	const { statusCode, headers, body } = isRecord(response) ? response : {};
	return {
		status: Number(statusCode),
		headers: isRecord(headers) ? { ...headers } : {},
		body: await readResponseBody(body, bounds, abort),
	};
}
