import type { VirtualClock } from './clock';
import type { Account, Setup } from './config';
import type { Endpoint } from './endpointList';
import { CODE, Refusal } from './protocol';
import { randomBytes } from '../../setup/chance';

interface IssuedToken {
	account: Account;
	/** When the token expires: a millisecond timestamp of the token clock. */
	expires: number;
}

/** Issues and checks tokens (document 2, 4.1 and part 5). */
export class Tokens {
	private readonly issued = new Map<string, IssuedToken>();

	constructor(
		private readonly setup: Setup,
		private readonly clock: VirtualClock,
	) {}

	/** Issues a token. A key and secret that no application has are refused with 200101. */
	issue(appKey: string, appSecret: string): { token: string; time_expire: number } {
		const account = this.setup.accounts.find(
			(known) => known.appKey === appKey && known.appSecret === appSecret,
		);
		if (!account)
			throw new Refusal(
				CODE.wrongAccount,
				`no application has this key (${Buffer.byteLength(appKey)} bytes) and secret (${Buffer.byteLength(appSecret)} bytes)`,
			);
		const { tokenLifeSeconds, newTokenEndsFormer } = this.setup.settings;
		if (newTokenEndsFormer) this.forget((issued) => issued.account === account);
		const token = randomBytes(16).toString('hex');
		this.issued.set(token, { account, expires: this.clock.now() + tokenLifeSeconds * 1000 });
		return { token, time_expire: tokenLifeSeconds };
	}

	/**
	 * Returns the application to which the token belongs.
	 * @throws Refusal 10001 if the token is missing, unknown or expired; 10002 if the application may not use the endpoint
	 */
	check(token: unknown, endpoint: Endpoint): Account {
		if (typeof token !== 'string' || token === '')
			throw new Refusal(CODE.invalidToken, 'no token in the query string');
		const issued = this.issued.get(token);
		if (!issued) throw new Refusal(CODE.invalidToken, 'unknown token, or one that was ended');
		if (this.clock.now() >= issued.expires)
			throw new Refusal(CODE.invalidToken, 'the token has expired');
		const { account } = issued;
		if (account.permits !== 'all' && !account.permits.includes(endpoint)) {
			throw new Refusal(CODE.noPermission, `application ${account.appId} may not use ${endpoint}`);
		}
		return account;
	}

	/** Ends one token. */
	end(token: unknown): void {
		if (typeof token === 'string') this.issued.delete(token);
	}

	/** Ends all tokens, and returns how many of them were still valid. */
	endAll(): number {
		const valid = [...this.issued.values()].filter(({ expires }) => expires > this.clock.now());
		this.issued.clear();
		return valid.length;
	}

	private forget(matches: (issued: IssuedToken) => boolean): void {
		for (const [token, issued] of this.issued) if (matches(issued)) this.issued.delete(token);
	}
}
