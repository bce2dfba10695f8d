/** App ID, keys and secret of a credential (document 1, part 5). */
import { CONSOLE } from '../../console';
import { InputError } from '../../failure';
import { textOf } from '../../values';
import { fitsHeader } from './checksum';

/** What requests are signed with. */
export interface OpenPlatformAccount {
	appId: string;
	apiKey: string;
}

/** What every API Key looks like, and no App ID. */
const KEY = /^[0-9a-f]{32}$/i;
/** App IDs that have been seen have 8. */
const MOST_APP_ID_CHARACTERS = 16;

/**
 * The account in a credential, without surrounding spaces.
 * @throws InputError if App ID or key are missing or swapped, or the App ID cannot be sent in a
 * header
 */
export function openPlatformAccount(data: Record<string, unknown>): OpenPlatformAccount {
	const [appId, apiKey] = [data.appId, data.apiKey].map((value) => (textOf(value) ?? '').trim());
	if (!appId)
		throw new InputError('App ID is empty', `Enter the APPID of the application from ${CONSOLE}.`);
	if (!apiKey)
		throw new InputError('API Key is empty', `Enter the APIKey of the service from ${CONSOLE}.`);
	if (KEY.test(appId) && apiKey.length <= MOST_APP_ID_CHARACTERS) {
		throw new InputError(
			'App ID and API Key are swapped',
			'Exchange the two in the credential: the API Key is the one with 32 characters.',
		);
	}
	if (!fitsHeader(appId)) {
		throw new InputError(
			'The App ID contains invalid characters',
			`Copy the APPID again from ${CONSOLE} into the credential.`,
		);
	}
	return { appId, apiKey };
}

/**
 * The keys in a credential, which no text may show: the API Key, and the API Secret where there is
 * one.
 */
export function keysOf({ apiKey, apiSecret }: Record<string, unknown>): string[] {
	return [apiKey, apiSecret].map((value) => (textOf(value) ?? '').trim());
}
