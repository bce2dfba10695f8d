/** App Key, App Secret, and the token that they give (document 2: 2.2, 4.1, part 5). */
import { createHash } from 'crypto';
import { InputError, PlatformError } from '../failure';
import { tryReadJson } from '../lossless';
import { isRecord, numberOf, textOf, type JsonRecord } from '../values';
import { APP_KEY_BYTES, APP_SECRET_BYTES, DEFAULT_TOKEN_SECONDS } from './limits';
import { normalizeBaseUrl } from './methods';

/** Key, secret and base URL: what a token is requested with and bound to. */
export interface TokenSource {
	appKey: string;
	appSecret: string;
	baseUrl: string;
}

type Keys = Pick<TokenSource, 'appKey' | 'appSecret'>;

/** @throws InputError that says which is empty */
export function checkKeys({ appKey, appSecret }: Keys): void {
	const empty = [appKey === '' && 'App Key is empty', appSecret === '' && 'App Secret is empty'].filter((problem) => problem !== false);
	if (empty.length > 0) throw new InputError(empty.join('; '), 'Copy both from the application in the platform\'s console.');
}

/**
 * A sentence on the lengths of key and secret, if they are not those of the document. This is no error: others have been
 * seen at work.
 */
export function keyLengthWarning({ appKey, appSecret }: Keys): string | undefined {
	const [keyBytes, secretBytes] = [Buffer.byteLength(appKey), Buffer.byteLength(appSecret)];
	if (keyBytes === APP_KEY_BYTES && secretBytes === APP_SECRET_BYTES) return undefined;
	const usual = `App Key has ${keyBytes} characters and App Secret ${secretBytes}; the platform's documentation says ${APP_KEY_BYTES} and ${APP_SECRET_BYTES}`;
	const swapped = keyBytes === APP_SECRET_BYTES && secretBytes === APP_KEY_BYTES;
	return `${usual}: ${swapped ? 'they look swapped' : 'check that both were copied whole'}.`;
}

/** Identifies key, secret and base URL without revealing them. */
export function fingerprint({ appKey, appSecret, baseUrl }: TokenSource): string {
	return createHash('sha256').update(JSON.stringify([appKey, appSecret, normalizeBaseUrl(baseUrl)])).digest('hex');
}

/** What no text may contain. */
export function secretsOf({ appKey, appSecret }: TokenSource): string[] {
	return [appKey, appSecret];
}

export function tokenBody({ appKey, appSecret }: TokenSource): JsonRecord {
	return { app_key: appKey, app_secret: appSecret };
}

export interface Token {
	token: string;
	/** Milliseconds since 1970, some time before the platform ends it. */
	usableUntil: number;
}

/** A token is renewed this long before it expires; a short-lived one after 90% of its lifetime. */
const MARGIN_SECONDS = 300;
const MARGIN_SHARE = 0.1;

/**
 * The token of a success.
 * @param askedAt when the request was sent (milliseconds), from which its lifetime counts at the earliest
 * @throws PlatformError where there is none
 */
export function readToken(result: JsonRecord, askedAt: number): Token {
	const token = textOf(result.token)?.trim();
	if (!token) throw new PlatformError('The platform reported success but returned no token', 'unreadable', { advice: 'Check the base URL in the credential. If it is correct, contact iFLYTEK support.' });
	const stated = numberOf(result.time_expire) ?? 0;
	const life = stated > 0 ? stated : DEFAULT_TOKEN_SECONDS;
	return { token, usableUntil: askedAt + (life - Math.min(MARGIN_SECONDS, life * MARGIN_SHARE)) * 1000 };
}

/** Serializes a token, bound to key, secret and base URL. */
export function packToken({ token, usableUntil }: Token, source: TokenSource): string {
	return JSON.stringify({ token, usableUntil, source: fingerprint(source) });
}

/** The stored token; undefined if there is none, it cannot be read, or it belongs to another key. */
export function unpackToken(kept: unknown, source: TokenSource): Token | undefined {
	const parsed = typeof kept === 'string' ? tryReadJson(kept)?.value : undefined;
	if (!isRecord(parsed) || parsed.source !== fingerprint(source)) return undefined;
	const { token, usableUntil } = parsed;
	return typeof token === 'string' && token !== '' && typeof usableUntil === 'number' ? { token, usableUntil } : undefined;
}

/** True until the token has to be renewed; `now` in milliseconds since 1970. */
export function isUsable(token: Token, now: number): boolean {
	return now < token.usableUntil;
}
