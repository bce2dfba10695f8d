import { endpoints } from './endpoints';

/**
 * The services for which an account has keys: the services of the endpoints, and streaming speech. Each service has its own
 * API key and whitelist, as in the platform's console (document 1, part 5).
 */
export const serviceNames: readonly string[] = [
	...new Set([...endpoints.map(({ service }) => service), 'streaming']),
];

export interface ServiceAccount {
	apiKey: string;
	/** Only requests to streaming speech are signed with the secret. */
	apiSecret?: string;
	/** The IP addresses that may call, at most five (part 5, rule 3); by default all addresses. */
	whitelist?: string[];
	/** By default true. If false, even a request with the right key is refused with 10110. */
	enabled?: boolean;
	/** After this number of calls, further calls are refused with 11201. Unlimited by default. `reset` restarts the count. */
	dailyLimit?: number;
}

/** For each App ID, the console's entry of each service. A service that was never added has no entry. */
export type Accounts = Record<string, Record<string, ServiceAccount>>;

const WHITELIST_MAX = 5;

function forEachService(createAccount: (service: string) => ServiceAccount) {
	return Object.fromEntries(serviceNames.map((service) => [service, createAccount(service)]));
}

/**
 * The accounts with which `npm run simulator` and the tests start:
 * - `5a1c0de1` has one key for all services, so that one credential is enough
 * - `5a1c0de2` has a different key for each service, as on the live platform
 * - `5a1c0de3` has the right key, but no service is enabled (10110)
 * - `5a1c0de4` has a whitelist that does not contain this machine
 */
export const demoAccounts: Accounts = {
	'5a1c0de1': forEachService(() => ({
		apiKey: 'f1e2d3c4b5a697887766554433221100',
		apiSecret: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
	})),
	'5a1c0de2': forEachService((service) => ({
		apiKey: `key-of-${service}`,
		apiSecret: `secret-of-${service}`,
	})),
	'5a1c0de3': forEachService(() => ({
		apiKey: 'key-without-licence',
		apiSecret: 'secret-without-licence',
		enabled: false,
	})),
	'5a1c0de4': forEachService(() => ({
		apiKey: 'key-from-elsewhere',
		apiSecret: 'secret-from-elsewhere',
		whitelist: ['203.0.113.7'],
	})),
};

/**
 * Refuses accounts that the console would not accept.
 * @throws Error for a whitelist of more than five addresses
 */
export function checkAccounts(accounts: Accounts): void {
	for (const [appid, services] of Object.entries(accounts)) {
		for (const [service, account] of Object.entries(services)) {
			const length = account.whitelist?.length ?? 0;
			if (length > WHITELIST_MAX) {
				throw new Error(
					`App ${appid}, service ${service}: a whitelist holds at most ${WHITELIST_MAX} addresses, this one has ${length}.`,
				);
			}
		}
	}
}
