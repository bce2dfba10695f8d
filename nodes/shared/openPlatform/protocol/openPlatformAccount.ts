/** App ID, keys and secret of a credential (document 1, part 5). */
import { CONSOLE } from '../../console';
import { InputError } from '../../failure';
import { textOf } from '../../values';
import { enumeration } from '../../errorTexts';
import { isPlain, withoutInvisibleEnds } from '../../entered';
import type { HmacKeys } from './hmacSignature';
import { ENDPOINTS, TESTED_ENDPOINTS } from './services';
import type { Service } from './endpoint';
import { keyLabel, namingField, OTHER_KEY } from './keyFields';

/** The App ID and the key with which requests are signed. */
export interface OpenPlatformAccount {
	appId: string;
	apiKey: string;
}

/** A field of the credential with the key of one service. */
interface KeyField {
	name: string;
	label: string;
	/** The name of the service in messages. */
	service: string;
}

/** The field for the key of a service. */
export function keyFieldOf({ service, test }: Pick<Service, 'service' | 'test'>): KeyField {
	return { name: `${test.value}Key`, label: keyLabel({ test }), service };
}

/** The fields for the keys of all services. n8n only passes on the fields that it shows. */
export const KEY_FIELDS: readonly KeyField[] = TESTED_ENDPOINTS.map(keyFieldOf);

/** Every API Key has this form, and no App ID has it. */
const API_KEY_FORM = /^[0-9a-f]{32}$/i;
/** No App ID is longer than this. All known App IDs have 8 characters. */
const MAX_APP_ID_CHARACTERS = 16;

/** A field of a credential as text, without surrounding spaces and invisible characters. */
export function entered(data: Record<string, unknown>, name: string): string {
	return withoutInvisibleEnds(textOf(data[name]) ?? '');
}

/**
 * The account for a service. Its key is the service's own key if the credential has one, otherwise
 * the API Key. Without `service` it is the API Key.
 * @throws InputError if App ID or key are missing or swapped, or have invalid characters
 */
export function openPlatformAccount(
	data: Record<string, unknown>,
	service?: Service,
): OpenPlatformAccount {
	const appId = entered(data, 'appId');
	if (!appId)
		throw new InputError('App ID is empty', `Enter the APPID of the application from ${CONSOLE}.`);
	requireKeys(data, service === undefined ? [] : [service]);
	const apiKey = usedKey(data, service);
	if (!apiKey)
		throw new InputError('API Key is empty', `Enter the APIKey of the service from ${CONSOLE}.`);
	if (API_KEY_FORM.test(appId) && apiKey.length <= MAX_APP_ID_CHARACTERS) {
		throw new InputError(
			'App ID and API Key are swapped',
			'Exchange the two in the credential: the API Key is the one with 32 characters.',
		);
	}
	requirePlain(appId, 'App ID', 'APPID');
	requirePlain(apiKey, fieldOfKey(data, service), 'APIKey');
	return { appId, apiKey };
}

/**
 * @param label the field of the credential
 * @param name how the console calls it
 * @throws InputError for a character that no key and no App ID has
 */
function requirePlain(value: string, label: string, name: string): void {
	if (!isPlain(value))
		throw new InputError(
			`The ${label} contains invalid characters`,
			`Copy the ${name} again from ${CONSOLE} into the credential.`,
		);
}

/** The title of the field whose key is used. */
function fieldOfKey(data: Record<string, unknown>, service?: Service): string {
	if (service === undefined) return 'API Key';
	const { name, label } = keyFieldOf(service);
	return entered(data, name) === '' ? 'API Key' : label;
}

function usedKey(data: Record<string, unknown>, service?: Service): string {
	const ownKey = service === undefined ? '' : entered(data, keyFieldOf(service).name);
	return ownKey || entered(data, 'apiKey');
}

/**
 * Checks the account for each of these services.
 * @throws InputError that names all services without a key; other errors as in
 * `openPlatformAccount`
 */
export function requireAccounts(data: Record<string, unknown>, services: readonly Service[]): void {
	requireKeys(data, services);
	for (const service of services) openPlatformAccount(data, service);
}

function requireKeys(data: Record<string, unknown>, services: readonly Service[]): void {
	if (data.separateKeys !== true) return;
	const emptyFields = services.filter((service) => usedKey(data, service) === '').map(keyFieldOf);
	// A field that several of the services share is named once.
	const serviceByLabel = new Map(emptyFields.map(({ label, service }) => [label, service]));
	if (serviceByLabel.size === 0) return;
	const needsSecret = serviceByLabel.has(keyLabel(ENDPOINTS.streaming)) && !hasSecret(data);
	throw new InputError(
		`The credential has no key for ${enumeration([...serviceByLabel.values()], 'and')}`,
		`Nothing was sent. Under Separate Keys per Service in the credential, enter the APIKey from ${CONSOLE} under ${enumeration([...serviceByLabel.keys()], 'and')}.${needsSecret ? ' Enter the APISecret, too.' : ''}`,
	);
}

const hasSecret = (data: Record<string, unknown>) => entered(data, 'apiSecret') !== '';

/** The keys and the secret in a credential, which no text may show. Empty ones are included. */
export function credentialSecrets(data: Record<string, unknown>): string[] {
	const names = ['apiKey', 'apiSecret', ...KEY_FIELDS.map(({ name }) => name)];
	return names.map((name) => entered(data, name));
}

/**
 * The account in a credential's data, including the API Secret. The API Key is that of streaming
 * speech, because iFLYTEK gives the same key to all services with this signature.
 * @param adviceWithoutSecret the advice on what works without an API Secret
 * @throws InputError as `openPlatformAccount`, and if the API Secret is missing or has invalid
 * characters
 */
export function hmacAccount(
	data: Record<string, unknown>,
	adviceWithoutSecret?: string,
): OpenPlatformAccount & HmacKeys {
	const account = openPlatformAccount(data, ENDPOINTS.streaming);
	const apiSecret = entered(data, 'apiSecret');
	if (!hasSecret(data)) {
		const hasOwnKey = entered(data, keyFieldOf(ENDPOINTS.streaming).name) !== '';
		const advice = [
			`Enter the APISecret of the application from ${CONSOLE} in the credential: requests to this service are signed with it.`,
			...(hasOwnKey ? [] : [namingField(OTHER_KEY, ENDPOINTS.streaming)]),
			...(adviceWithoutSecret === undefined ? [] : [adviceWithoutSecret]),
		];
		throw new InputError('API Secret is empty', advice.join(' '));
	}
	requirePlain(apiSecret, 'API Secret', 'APISecret');
	return { ...account, apiSecret };
}
