/** App Key and App Secret, with which a token is requested (document 2, part 5). */
import { createHash } from 'crypto';
import { InputError } from '../failure';
import { APP_KEY_BYTES, APP_SECRET_BYTES } from './limits';
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
