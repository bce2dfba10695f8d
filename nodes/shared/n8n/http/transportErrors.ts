/** Errors of n8n's request helpers as failures that say what happened and what to do. */
import { NodeOperationError, UserError } from 'n8n-workflow';
import { Failure, InputError, stoppedError, TransportError } from '../../failure';
import { wrappedCode } from '../olderN8n';

/**
 * Errors that prove that no connection was made, with advice for each. Each entry of `codes` is a
 * whole code or a part of one: an error matches if one of its codes contains an entry.
 */
const NOT_CONNECTED = [
	{
		codes: ['ECONNREFUSED'],
		advice:
			'Check the base URL in the credential: the server is not running, or a firewall blocks the connection.',
	},
	{
		codes: ['ENOTFOUND', 'EAI_AGAIN'],
		advice:
			'The host name could not be resolved. Check the base URL in the credential for typos, then the DNS of n8n.',
	},
	{
		codes: ['CERT', 'UNABLE_TO_VERIFY'],
		advice:
			'n8n does not trust the certificate of the host. A proxy or firewall may be replacing it.',
	},
];
const UNREACHABLE =
	'Check the base URL in the credential, and that n8n can reach this host (firewall, proxy).';
/**
 * Codes that usually mean that the host does not support https. They do not prove that nothing was
 * sent.
 */
const NOT_SECURE = ['EPROTO', 'ERR_SSL'];
const TIMED_OUT = ['ECONNABORTED', 'ETIMEDOUT'];
const CANCELED = ['ERR_CANCELED', 'ABORT_ERR'];

/** Finds the failure behind an error of n8n; for a caller that knows more than the error's text. */
export type Recover = (error: unknown) => Failure | undefined;

/** The failure of a request that n8n has sent, or has refused to send. */
export function requestFailure(
	error: unknown,
	url: string,
	timeoutMs: number,
	recover?: Recover,
): Failure {
	return (
		failureIn(error) ??
		refusedByN8n(error) ??
		recover?.(error) ??
		transportError(error, url, timeoutMs)
	);
}

/** An error and its causes: n8n wraps what its HTTP client throws, and what a credential throws. */
function chainOf(error: unknown, depth = 6): Error[] {
	return error instanceof Error && depth > 0 ? [error, ...chainOf(error.cause, depth - 1)] : [];
}

/** A failure of this package that n8n has wrapped, thrown while the request was authorized. */
function failureIn(error: unknown): Failure | undefined {
	return chainOf(error).find((link) => link instanceof Failure);
}

/**
 * n8n's own rejection before anything is sent: a credential that is missing or not allowed for the
 * node, or a blocked address. Recognized by its class; any other error may come from a request that
 * was sent.
 */
function refusedByN8n(error: unknown): InputError | undefined {
	const refusal = chainOf(error).find(
		(link) => link instanceof NodeOperationError || link instanceof UserError,
	);
	return (
		refusal &&
		new InputError(
			refusal.message,
			refusal.description ??
				'n8n blocked the request. Check the credential of the node and the network restrictions of n8n.',
		)
	);
}

/** Whether one of the codes contains one of the parts. */
function containsAny(codes: string[], parts: string[]): boolean {
	return codes.some((code) => parts.some((part) => code.includes(part)));
}

/** The codes of an error and its causes. */
function codesOf(error: unknown): string[] {
	const codes = chainOf(error).flatMap((link) => ['code' in link && link.code, wrappedCode(link)]);
	// If a response broke off, n8n uses its HTTP status as the code. That status is not the cause.
	return codes.filter((code) => typeof code === 'string').filter((code) => !/^\d+$/.test(code));
}

/**
 * True for a failed attempt to connect to one address, or to several (then Node.js lists the errors
 * in an AggregateError). The codes are not enough: a host can become unreachable, or time out,
 * after the request was sent.
 */
function isConnecting(error: Error): boolean {
	return ('syscall' in error && error.syscall === 'connect') || error instanceof AggregateError;
}

/**
 * No response, or no further part of one, arrived in time.
 * @param awaited the data that did not come
 * @param cause what is added to the end of the advice: the code of the error in parentheses
 */
export function timeoutError(
	host: string,
	timeoutMs: number,
	{ awaited = 'data', cause = '' } = {},
): TransportError {
	return new TransportError(
		`${host} sent no ${awaited} for ${timeoutMs / 1000} ${timeoutMs === 1000 ? 'second' : 'seconds'}`,
		`Try again. To allow more time, increase Timeout under Options.${cause}`,
		'timedOut',
	);
}

/** A response that keeps arriving, but too slowly. */
export function slowError(host: string, wholeMs: number): TransportError {
	return new TransportError(
		`${host} had not sent its whole response after ${wholeMs / 1000} seconds`,
		'Try again. To allow more time, increase Timeout under Options: a whole response may take ten times as long.',
		'timedOut',
	);
}

/**
 * The connection was closed before the response was complete.
 * @param connections what a proxy or firewall may be closing
 * @param cause as for `timeoutError`
 */
export function brokenError(host: string, connections: string, cause = ''): TransportError {
	return new TransportError(
		`The connection to ${host} was closed before the response was complete`,
		`Try again. If it keeps happening, check for a proxy or firewall that closes ${connections}.${cause}`,
		'interrupted',
	);
}

/** Describes a request without a complete response; names the host but never the query. */
export function transportError(error: unknown, url: string, timeoutMs: number): TransportError {
	const host = URL.canParse(url) ? new URL(url).host : url;
	const codes = codesOf(error);
	// The code goes into the advice, because n8n replaces messages that contain such codes.
	const cause = codes[0] === undefined ? '' : ` (${codes[0]})`;
	if (containsAny(codes, CANCELED)) return stoppedError();
	const reason = NOT_CONNECTED.find((known) => containsAny(codes, known.codes));
	if (reason || chainOf(error).some(isConnecting)) {
		return new TransportError(
			`Could not connect to ${host}`,
			(reason?.advice ?? UNREACHABLE) + cause,
			'notConnected',
		);
	}
	if (containsAny(codes, TIMED_OUT)) return timeoutError(host, timeoutMs, { cause });
	if (!containsAny(codes, NOT_SECURE)) return brokenError(host, 'connections', cause);
	return new TransportError(
		`Could not establish a secure connection to ${host}`,
		`If this host uses http, change the base URL in the credential to http:// (for streaming speech to ws://). Otherwise, check any proxies in between.${cause}`,
		'interrupted',
	);
}
