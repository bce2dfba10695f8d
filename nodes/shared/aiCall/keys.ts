/** App Key and App Secret (document 2, part 5). */
import { createHash } from 'crypto';
import { InputError } from '../failure';
import { APP_KEY_BYTES, APP_SECRET_BYTES } from './limits';
import { normalizeBaseAddress } from './methods';

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

/** Tells sources apart without showing them: equal for the same key, secret and address only. */
export function fingerprint({ appKey, appSecret, baseAddress }: TokenSource): string {
	return createHash('sha256').update(JSON.stringify([appKey, appSecret, normalizeBaseAddress(baseAddress)])).digest('hex');
}

/** What of a source no text may repeat. */
export function secretsOf({ appKey, appSecret }: TokenSource): string[] {
	return [appKey, appSecret];
}
