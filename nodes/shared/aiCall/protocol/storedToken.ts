import { PlatformError } from '../../failure';
import { tryReadJson } from '../../lossless';
import { type JsonRecord, textOf, numberOf, isRecord } from '../../values';
import { type AiCallAccount, fingerprint } from './aiCallAccount';
import { DEFAULT_TOKEN_SECONDS } from './limits';

/** The body of a request for a token (document 2: 2.2, 4.1, part 5). */
export function tokenBody({ appKey, appSecret }: AiCallAccount): JsonRecord {
	return { app_key: appKey, app_secret: appSecret };
}

export interface Token {
	token: string;
	/** When the token must be renewed, in milliseconds since 1970: some time before it expires. */
	usableUntil: number;
}

/** A token is renewed this long before it expires, or after 90% of its lifetime if it is short. */
const MARGIN_SECONDS = 300;
const MARGIN_SHARE = 0.1;

/**
 * Reads the token from the `result` of a successful response.
 * @param askedAt when the request was sent, in milliseconds: the earliest moment at which the
 * lifetime of the token can begin
 * @throws PlatformError if the result has no token
 */
export function readToken(result: JsonRecord, askedAt: number): Token {
	const token = textOf(result.token)?.trim();
	if (!token)
		throw new PlatformError('The platform reported success but returned no token', 'unreadable', {
			advice: 'Check the base URL in the credential. If it is correct, contact iFLYTEK support.',
		});
	const statedSeconds = numberOf(result.time_expire) ?? 0;
	const lifetimeSeconds = statedSeconds > 0 ? statedSeconds : DEFAULT_TOKEN_SECONDS;
	const marginSeconds = Math.min(MARGIN_SECONDS, lifetimeSeconds * MARGIN_SHARE);
	return {
		token,
		usableUntil: askedAt + (lifetimeSeconds - marginSeconds) * 1000,
	};
}

/** A token as text to be stored, with the fingerprint of its account. */
export function packToken({ token, usableUntil }: Token, account: AiCallAccount): string {
	return JSON.stringify({ token, usableUntil, source: fingerprint(account) });
}

/**
 * The stored token; undefined if there is none, it cannot be read, or it belongs to another
 * account.
 */
export function unpackToken(stored: unknown, account: AiCallAccount): Token | undefined {
	const parsed = typeof stored === 'string' ? tryReadJson(stored)?.value : undefined;
	if (!isRecord(parsed) || parsed.source !== fingerprint(account)) return undefined;
	const { token, usableUntil } = parsed;
	return typeof token === 'string' && token !== '' && typeof usableUntil === 'number'
		? { token, usableUntil }
		: undefined;
}

/** True until the token has to be renewed; `now` in milliseconds since 1970. */
export function isUsable(token: Token, now: number): boolean {
	return now < token.usableUntil;
}
