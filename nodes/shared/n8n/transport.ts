import type { ICredentialDataDecryptedObject, IExecuteFunctions, IHookFunctions, IHttpRequestHelper, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import { Failure, TransportError, type TransportFailure } from '../failure';
import { isRecord } from '../values';

/** An HTTP answer as it came, whatever its status; header names in lower case. */
export interface HttpAnswer {
	status: number;
	headers: Record<string, unknown>;
	body: Buffer;
}

/** One POST: where to, what, and how long it may take. */
export type PostRequest = Pick<IHttpRequestOptions, 'url' | 'headers' | 'body' | 'qs'> & { timeoutMs: number };

/** A connection that was never made, whenever these are seen. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CERT', 'UNABLE_TO_VERIFY'];
const TIMED_OUT = ['ECONNABORTED', 'ETIMEDOUT'];
const CANCELED = ['ERR_CANCELED', 'ABORT_ERR'];

/**
 * Sends a POST through n8n, authorised by the credential, and gives back the answer's bytes. n8n reads the credential
 * from its database for each request (about 1 ms), unless it is given one that is `known` and does not renew itself.
 * @param recover finds the failure of our own that n8n 1 has wrapped, keeping but its text
 * @throws TransportError where no complete answer came; its text names the host but never the query.
 */
export async function post(
	context: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions,
	credentialType: string,
	request: PostRequest,
	known?: ICredentialDataDecryptedObject,
	recover?: (error: unknown) => Failure | undefined,
): Promise<HttpAnswer> {
	const credentialsDecrypted = known && { id: '', name: '', type: credentialType, data: known };
	const sent = context.helpers.httpRequestWithAuthentication.call(context, credentialType, optionsFor(request), { credentialsDecrypted });
	return await answerTo(request, sent, recover);
}

/**
 * Sends a POST without any credential.
 * @throws TransportError as `post`
 */
export async function postPlain({ helpers }: IHttpRequestHelper, request: PostRequest): Promise<HttpAnswer> {
	return await answerTo(request, helpers.httpRequest(optionsFor(request)));
}

/** n8n's options of a POST whose answer comes as bytes, whatever its status. */
function optionsFor({ timeoutMs, ...rest }: PostRequest): IHttpRequestOptions {
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

async function answerTo({ url, timeoutMs }: PostRequest, sent: Promise<unknown>, recover?: (error: unknown) => Failure | undefined): Promise<HttpAnswer> {
	const [outcome] = await Promise.allSettled([sent]);
	if (outcome.status === 'rejected') throw failureIn(outcome.reason) ?? recover?.(outcome.reason) ?? transportError(outcome.reason, url, timeoutMs);
	const answer = outcome.value;
	if (!isRecord(answer)) throw transportError(undefined, url, timeoutMs);
	return {
		status: Number(answer.statusCode),
		headers: isRecord(answer.headers) ? { ...answer.headers } : {},
		body: toBuffer(answer.body),
	};
}

/** A body as bytes, in whatever form n8n gave it. */
export function toBuffer(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	return body instanceof ArrayBuffer ? Buffer.from(body) : Buffer.from(typeof body === 'string' ? body : '');
}

/** An error and its causes: n8n wraps what its HTTP client throws, and what a credential throws. */
function* chainOf(error: unknown): Generator<Error> {
	for (let current = error, depth = 0; current instanceof Error && depth < 6; current = current.cause, depth++) yield current;
}

/** A failure of our own that n8n has wrapped: one that came up while the request was being authorised. */
function failureIn(error: unknown): Failure | undefined {
	return [...chainOf(error)].find((link) => link instanceof Failure);
}

function failureKind(error: unknown): TransportFailure {
	const chain = [...chainOf(error)];
	const codes = chain.flatMap(codesOf);
	const anyOf = (list: string[]) => codes.some((code) => list.some((part) => code.includes(part)));
	if (anyOf(CANCELED)) return 'canceled';
	if (anyOf(NOT_CONNECTED) || chain.some(isConnecting)) return 'notConnected';
	return anyOf(TIMED_OUT) ? 'timedOut' : 'broken';
}

/** n8n 1 drops the cause of what it wraps, and keeps its code as `httpCode`. */
function codesOf(error: Error): string[] {
	const codes = ['code' in error && error.code, 'httpCode' in error && error.httpCode];
	return codes.filter((code) => typeof code === 'string');
}

/**
 * True for a failed attempt to connect, to one address or (with a list of errors) to several. The codes alone do not
 * tell: a host can become unreachable, or time out, after the request was sent.
 */
function isConnecting(error: Error): boolean {
	return ('syscall' in error && error.syscall === 'connect') || error instanceof AggregateError;
}

/** Says what became of a request that got no complete answer; names the host but never the query. */
export function transportError(error: unknown, url: string, timeoutMs: number): TransportError {
	const host = URL.canParse(url) ? new URL(url).host : url;
	const kind = failureKind(error);
	switch (kind) {
		case 'canceled':
			return new TransportError('The execution was stopped', 'Nothing is wrong with the request.', kind);
		case 'notConnected':
			return new TransportError(
				`No connection to ${host} could be made`,
				'Check the base address in the credential, and that n8n can reach this host (DNS, firewall, proxy, certificate).',
				kind,
			);
		case 'timedOut':
			return new TransportError(
				`${host} did not finish its answer within ${timeoutMs / 1000} seconds`,
				'Try again. In a node, more time can be allowed under Options, Timeout.',
				kind,
			);
		case 'broken':
			return new TransportError(
				`The connection to ${host} broke off before the answer was complete`,
				'Try again. If it keeps happening, look for a proxy or firewall that cuts connections.',
				kind,
			);
	}
}
