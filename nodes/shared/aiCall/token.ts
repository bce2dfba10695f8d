/** The token of document 2 (2.2, 4.1, part 5): what is checked before it is asked for, kept with it and known of its life. */
import { createHash } from 'crypto';
import { InputError, PlatformError } from '../failure';
import { isRecord, numberOf, textOf, type JsonRecord } from '../values';
import { normalizeBaseAddress, TOKEN_PARAMETER } from './endpoints';
import { SECRET_PARAMETER } from './guards';
import { APP_KEY_BYTES, APP_SECRET_BYTES, DEFAULT_TOKEN_SECONDS } from './limits';
import { tryReadJson } from '../lossless';

/** What a token is made with, and bound to. */
export interface TokenSource {
	appKey: string;
	appSecret: string;
	baseAddress: string;
}

/**
 * Refuses a key or secret that cannot be right, before any request. Neither is repeated in the error.
 *
 * @throws InputError where a length in bytes is wrong; says so where the two are swapped
 */
export function checkKeys({ appKey, appSecret }: Pick<TokenSource, 'appKey' | 'appSecret'>): void {
	const keyBytes = Buffer.byteLength(appKey);
	const secretBytes = Buffer.byteLength(appSecret);
	if (keyBytes === APP_KEY_BYTES && secretBytes === APP_SECRET_BYTES) return;
	if (keyBytes === APP_SECRET_BYTES && secretBytes === APP_KEY_BYTES) {
		throw new InputError('App Key and App Secret are swapped', `Exchange the two in the credential: the key has ${APP_KEY_BYTES} bytes, the secret ${APP_SECRET_BYTES}.`);
	}
	const wrong = [lengthProblem('App Key', appKey, APP_KEY_BYTES), lengthProblem('App Secret', appSecret, APP_SECRET_BYTES)].filter((problem) => problem !== undefined);
	throw new InputError(wrong.join('; '), 'Copy both again from the application in the platform\'s console, whole and without blanks around them.');
}

function lengthProblem(name: string, value: string, expected: number): string | undefined {
	const bytes = Buffer.byteLength(value);
	if (bytes === expected) return undefined;
	return bytes === 0 ? `${name} is empty` : `${name} has ${bytes} bytes, not ${expected}`;
}

/** The body of a token request. */
export function tokenBody({ appKey, appSecret }: TokenSource): JsonRecord {
	return { app_key: appKey, app_secret: appSecret };
}

/** What the platform's requests carry. */
export interface Token {
	token: string;
	/** Milliseconds since 1970 from which on it is not used any more; a margin before the platform ends it. */
	usableUntil: number;
}

/** A token is renewed this long before its end, or after nine tenths of a life that is short. */
const MARGIN_SECONDS = 300;
const MARGIN_SHARE = 0.1;

/**
 * The token of a success.
 *
 * @param askedAt milliseconds when the request was sent: the earliest moment that its life can count from
 * @throws PlatformError where there is none in it
 */
export function readToken(result: JsonRecord, askedAt: number): Token {
	const token = textOf(result.token)?.trim() ?? '';
	if (token === '') {
		throw new PlatformError('The platform reported success but sent no token', { advice: 'Check the base address in the credential; if it is right, ask the platform\'s support.' });
	}
	const stated = numberOf(result.time_expire) ?? 0;
	const life = stated > 0 ? stated : DEFAULT_TOKEN_SECONDS;
	return { token, usableUntil: askedAt + (life - Math.min(MARGIN_SECONDS, life * MARGIN_SHARE)) * 1000 };
}

/** Tells sources apart without showing them: equal for the same key, secret and address only. */
export function fingerprint({ appKey, appSecret, baseAddress }: TokenSource): string {
	return createHash('sha256').update(JSON.stringify([appKey, appSecret, normalizeBaseAddress(baseAddress)])).digest('hex');
}

/** A token as text for keeping, bound to what it was made with. */
export function packToken({ token, usableUntil }: Token, source: TokenSource): string {
	return JSON.stringify({ token, usableUntil, source: fingerprint(source) });
}

/** The kept token; undefined where there is none, it cannot be read, or it was made with something else. */
export function unpackToken(kept: unknown, source: TokenSource): Token | undefined {
	const parsed = typeof kept === 'string' ? tryReadJson(kept)?.value : undefined;
	if (!isRecord(parsed) || parsed.source !== fingerprint(source)) return undefined;
	const { token, usableUntil } = parsed;
	return typeof token === 'string' && token !== '' && typeof usableUntil === 'number' ? { token, usableUntil } : undefined;
}

/** True until the token is to be renewed; `now` in milliseconds since 1970. */
export function isUsable(token: Token, now: number): boolean {
	return now < token.usableUntil;
}

/** What of a source no text may repeat. */
export function secretsOf({ appKey, appSecret }: TokenSource): string[] {
	return [appKey, appSecret];
}

/** Text without the given secrets and without the token of any address in it; for errors and logs. */
export function redact(text: string, secrets: readonly string[] = []): string {
	const written = secrets.filter((secret) => secret !== '').flatMap((secret) => [secret, encodeURIComponent(secret)]);
	// The longest first: a shorter one may be part of it.
	written.sort((a, b) => b.length - a.length);
	const hidden = written.reduce((rest, secret) => rest.split(secret).join('***'), text);
	// A secret may stand at the end of an address just as it is, with an & or # in it.
	return hidden
		.replace(new RegExp(`([?&]${TOKEN_PARAMETER}=)[^&#\\s"']*`, 'g'), '$1***')
		.replace(new RegExp(`([?&]${SECRET_PARAMETER}=)[^\\s"']*`, 'g'), '$1***');
}
