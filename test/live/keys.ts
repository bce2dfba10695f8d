import { ENDPOINTS } from '../../nodes/shared/openPlatform/protocol/services';

/** The data of each credential. A field without a value is missing. */
export type Keys = Record<'iflytekApi' | 'iflytekAiCallApi', Record<string, string>>;

/** The environment variable of a credential's field: `IFLYTEK_API_KEY`, `IFLYTEK_AI_CALL_APP_SECRET`. */
const variableOf = (credential: keyof Keys, field: string): string =>
	`${credential.replace('Api', '')}_${field}`.replace(/[A-Z]/g, '_$&').toUpperCase();

/** The credentials in environment variables. IFLYTEK_API_KEY is for each service that has no key of its own. */
export function keysIn(env: Readonly<Record<string, string | undefined>>): Keys {
	const keys: Keys = { iflytekApi: {}, iflytekAiCallApi: {} };
	for (const [name, value = ''] of Object.entries(env)) {
		const [, ofCalls, words = ''] = /^IFLYTEK_(AI_CALL_)?(\w+)$/.exec(name) ?? [];
		const field = words.toLowerCase().replace(/_./g, (part) => part.charAt(1).toUpperCase());
		if (value.trim()) keys[ofCalls ? 'iflytekAiCallApi' : 'iflytekApi'][field] = value.trim();
	}
	return keys;
}

const SERVICES = new Map(Object.entries(ENDPOINTS));

/** The name of an endpoint's service. */
export const serviceOf = (name: string) => SERVICES.get(name)?.service ?? 'AI call platform';

/** The environment variable that an endpoint still needs; undefined if there is a key for it. */
export function missingFor(endpoint: string, keys: Keys): string | undefined {
	const service = SERVICES.get(endpoint)?.test.value;
	const key = keys.iflytekApi.apiKey ? 'apiKey' : `${service}Key`;
	const ofService = ['appId', key, service === 'streaming' ? 'apiSecret' : key];
	const credential = service ? 'iflytekApi' : 'iflytekAiCallApi';
	const needed = service ? ofService : ['appKey', 'appSecret'];
	const field = needed.find((name) => !keys[credential][name]);
	return field && variableOf(credential, field);
}
