import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { TransportError, type TransportFailure } from '../failure';
import { isRecord } from '../values';

/** An HTTP answer as it came, whatever its status; header names in lower case. */
export interface HttpAnswer {
	status: number;
	headers: Record<string, unknown>;
	body: Buffer;
}

const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'CERT', 'SSL', 'TLS', 'EPROTO'];
const TIMED_OUT = ['ECONNABORTED', 'ETIMEDOUT'];
const CANCELED = ['ERR_CANCELED', 'ABORT_ERR'];

/**
 * Sends a POST through n8n, authorised by the credential, and gives back the answer's bytes.
 * @throws TransportError where no complete answer came; its text names the host but never the query.
 */
export async function post(
	context: IExecuteFunctions,
	credentialType: string,
	request: Pick<IHttpRequestOptions, 'url' | 'headers' | 'body' | 'qs'> & { timeoutMs: number },
): Promise<HttpAnswer> {
	const { timeoutMs, ...rest } = request;
	const sent = context.helpers.httpRequestWithAuthentication.call(context, credentialType, {
		...rest,
		method: 'POST',
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: timeoutMs,
	});
	const [outcome] = await Promise.allSettled([sent]);
	if (outcome.status === 'rejected') throw transportError(outcome.reason, rest.url, timeoutMs);
	const answer: unknown = outcome.value;
	if (!isRecord(answer)) throw transportError(undefined, rest.url, timeoutMs);
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

/** The error codes along the chain of causes: n8n wraps what its HTTP client throws. */
function* errorCodes(error: unknown): Generator<string> {
	for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
		if ('code' in current && typeof current.code === 'string') yield current.code;
	}
}

function failureKind(error: unknown): TransportFailure {
	const codes = [...errorCodes(error)];
	const anyOf = (list: string[]) => codes.some((code) => list.some((part) => code.includes(part)));
	if (anyOf(CANCELED)) return 'canceled';
	if (anyOf(NOT_CONNECTED)) return 'notConnected';
	return anyOf(TIMED_OUT) ? 'timedOut' : 'broken';
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
				'Try again, or allow more time under Options, Timeout.',
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
