import { endpoints } from './endpoints';

/**
 * Services as the platform's console lists them: each has its own API key and whitelist (document 1, part 5). An account
 * has those of the endpoints, and streaming speech.
 */
export const serviceNames: readonly string[] = [
	...new Set([...endpoints.map(({ service }) => service), 'streaming']),
];

export interface ServiceAccount {
	apiKey: string;
	/** Only for streaming speech, which signs with it. */
	apiSecret?: string;
	/** Callers that are let in; by default everyone. At most five (part 5, rule 3). */
	whitelist?: string[];
	/** Off: the right key is answered with 10110. On by default. */
	enabled?: boolean;
	/** Calls until 11201; by default unlimited. `reset` restarts the count. */
	dailyLimit?: number;
}

/** App ID → service → its entry in the console. A service that was never added has no entry. */
export type Accounts = Record<string, Record<string, ServiceAccount>>;

const WHITELIST_MAX = 5;

function everywhere(account: (service: string) => ServiceAccount) {
	return Object.fromEntries(serviceNames.map((service) => [service, account(service)]));
}

/**
 * What `npm run simulator` and the tests start with, by purpose:
 * - `5a1c0de1`: one key that serves everything, so that one credential does
 * - `5a1c0de2`: as on the live platform, another key for every service
 * - `5a1c0de3`: right key, but no service is enabled (10110)
 * - `5a1c0de4`: whitelist without this machine
 */
export const demoAccounts: Accounts = {
	'5a1c0de1': everywhere(() => ({
		apiKey: 'f1e2d3c4b5a697887766554433221100',
		apiSecret: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
	})),
	'5a1c0de2': everywhere((service) => ({
		apiKey: `key-of-${service}`,
		apiSecret: `secret-of-${service}`,
	})),
	'5a1c0de3': everywhere(() => ({
		apiKey: 'key-without-licence',
		apiSecret: 'secret-without-licence',
		enabled: false,
	})),
	'5a1c0de4': everywhere(() => ({
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
