import { createHash } from 'crypto';
import { CONSOLE } from '../../console';
import { InputError, PlatformError } from '../../failure';
import { APP_KEY_BYTES, APP_SECRET_BYTES, DEFAULT_TOKEN_SECONDS } from './limits';
import { DEFAULT_BASE_URL, normalizeBaseUrl } from './apiMethods';
import { isPlain, withoutInvisibleEnds } from '../../entered';
import { tryReadJson } from '../../lossless';
import { isRecord, numberOf, textOf, type JsonRecord } from '../../values';

/**
 * App Key, App Secret and base URL of a credential, with which a token is requested (document 2,
 * part 5). A stored token is only used for the same account.
 */
export interface AiCallAccount {
	appKey: string;
	appSecret: string;
	baseUrl: string;
}

type Keys = Pick<AiCallAccount, 'appKey' | 'appSecret'>;

/**
 * The account in a credential's data, without surrounding spaces and invisible characters. Nothing
 * is checked.
 */
export function enteredAccount({
	appKey,
	appSecret,
	baseUrl,
}: Record<string, unknown>): AiCallAccount {
	const address = typeof baseUrl === 'string' ? withoutInvisibleEnds(baseUrl) : '';
	return {
		appKey: withoutInvisibleEnds(String(appKey ?? '')),
		appSecret: withoutInvisibleEnds(String(appSecret ?? '')),
		baseUrl: address || DEFAULT_BASE_URL,
	};
}

/**
 * The account in a credential's data.
 * @throws InputError if key or secret are empty or have invalid characters, or the base URL cannot
 * be right
 */
export function aiCallAccount(data: Record<string, unknown>): AiCallAccount {
	const account = enteredAccount(data);
	checkKeys(account);
	return { ...account, baseUrl: normalizeBaseUrl(account.baseUrl) };
}

/** @throws InputError that says which of the two is empty or has invalid characters */
export function checkKeys({ appKey, appSecret }: Keys): void {
	const problems = [
		appKey === '' && 'App Key is empty',
		!isPlain(appKey) && 'App Key contains invalid characters',
		appSecret === '' && 'App Secret is empty',
		!isPlain(appSecret) && 'App Secret contains invalid characters',
	].filter((problem) => problem !== false);
	if (problems.length > 0)
		throw new InputError(
			problems.join('; '),
			`Copy both from ${CONSOLE}: your application, Opened Services.`,
		);
}

/**
 * A warning if key or secret are not as long as the document says. It is not an error, because keys
 * of other lengths have been seen to work.
 */
export function keyLengthWarning({ appKey, appSecret }: Keys): string | undefined {
	const [keyBytes, secretBytes] = [Buffer.byteLength(appKey), Buffer.byteLength(appSecret)];
	if (keyBytes === APP_KEY_BYTES && secretBytes === APP_SECRET_BYTES) return undefined;
	const lengths = `App Key has ${keyBytes} characters and App Secret ${secretBytes}; the platform's documentation says ${APP_KEY_BYTES} and ${APP_SECRET_BYTES}`;
	const swapped = keyBytes === APP_SECRET_BYTES && secretBytes === APP_KEY_BYTES;
	return `${lengths}: ${swapped ? 'they look swapped' : 'check that both were copied whole'}.`;
}

/** Identifies an account without revealing its keys. */
export function fingerprint({ appKey, appSecret, baseUrl }: AiCallAccount): string {
	return createHash('sha256')
		.update(JSON.stringify([appKey, appSecret, normalizeBaseUrl(baseUrl)]))
		.digest('hex');
}

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
