import { createHash } from 'crypto';
import { CONSOLE } from '../../console';
import { InputError } from '../../failure';
import { APP_KEY_BYTES, APP_SECRET_BYTES } from './limits';
import { DEFAULT_BASE_URL, normalizeBaseUrl } from './apiMethods';
import { isPlain, withoutInvisibleEnds } from '../../entered';

/**
 * App Key, App Secret and base URL of a credential, with which a token is requested (document 2,
 * part 5). A stored token is only used for the same account.
 */
export interface AiCallAccount {
	appKey: string;
	appSecret: string;
	/** As `aiCallAccount` returns it: checked, without a slash at its end. */
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
		.update(JSON.stringify([appKey, appSecret, baseUrl]))
		.digest('hex');
}
