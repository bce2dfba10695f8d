import type { FailureKind } from '../failure';

/** What the status and the headers of a response mean for retries, on both platforms. */

const SECOND_MS = 1000;
export const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;

/**
 * The kind of a failure of which only the status is known. With the status of a success it is
 * `unreadable`, because then the body could not be read.
 */
export function kindOfStatus(status: number): FailureKind {
	if (status === REQUEST_TIMEOUT) return 'timedOut';
	if (status === TOO_MANY_REQUESTS) return 'rateLimited';
	if (status >= 500) return 'unavailable';
	return status >= 300 ? 'refused' : 'unreadable';
}

/**
 * How long a server asks to wait (RFC 9110, 10.2.3), in milliseconds. Undefined without a
 * `Retry-After` header that can be understood. A date in this header is compared with the `Date`
 * header, because this machine's clock may be wrong. Without a `Date` header `now` is used.
 */
export function retryAfterMs(headers: Record<string, unknown>, now: number): number | undefined {
	const value = text(headers['retry-after']);
	if (/^\d+$/.test(value)) return Number(value) * SECOND_MS;
	const until = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
	if (Number.isNaN(until)) return undefined;
	const serverTime = Date.parse(text(headers.date));
	return Math.max(0, until - (Number.isNaN(serverTime) ? now : serverTime));
}

function text(header: unknown): string {
	return typeof header === 'string' ? header.trim() : '';
}
