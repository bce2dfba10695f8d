/** What the status and the headers of a response mean for retries, on both platforms. */
import type { FailureKind } from '../failure';

const SECOND_MS = 1000;
export const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;

/**
 * The kind of failure by the status alone. A success without a body that can be read is
 * `unreadable`.
 */
export function kindOfStatus(status: number): FailureKind {
	if (status === REQUEST_TIMEOUT) return 'timedOut';
	if (status === TOO_MANY_REQUESTS) return 'rateLimited';
	if (status >= 500) return 'unavailable';
	return status >= 300 ? 'refused' : 'unreadable';
}

/**
 * How long a server asks to wait (RFC 9110, 10.2.3), in milliseconds; undefined without a header
 * that can be understood. A date is compared with the server's own if there is one, since this
 * machine's clock may be wrong.
 */
export function retryAfterMs(headers: Record<string, unknown>, now: number): number | undefined {
	const value = text(headers['retry-after']);
	if (/^\d+$/.test(value)) return Number(value) * SECOND_MS;
	const until = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
	if (Number.isNaN(until)) return undefined;
	const served = Date.parse(text(headers.date));
	return Math.max(0, until - (Number.isNaN(served) ? now : served));
}

function text(header: unknown): string {
	return typeof header === 'string' ? header.trim() : '';
}
