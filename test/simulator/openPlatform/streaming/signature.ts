import { createHmac } from 'crypto';
import type { Accounts, ServiceAccount } from '../accounts';

/** The seconds by which `date` may differ from the platform's clock. */
const VALID_SECONDS = 300;

/** The decoded authorization. Clients name their key in one of two ways. The other parts are always the same. */
const AUTHORIZATION =
	/^(?:api_key|hmac username)="([^"]*)", *algorithm="hmac-sha256", *headers="host date request-line", *signature="([^"]*)"$/;

/** A date of RFC 1123. It ends with GMT, or with UTC from older clients. */
const DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (GMT|UTC)$/;

export const REFUSED_DATE =
	'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication';

/** The refusal of a handshake by the gateway. It is sent as an HTTP answer with `{"message": …}`. */
export class HandshakeRefusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

export interface Handshake {
	method: string;
	/** The path as it was sent, without the query. */
	path: string;
	query: URLSearchParams;
	/** The IP address from which the request came. */
	client: string;
	/** The platform's clock, milliseconds since 1970. */
	now: number;
	accounts: Accounts;
	/** The message for a key that does not exist. Nobody knows the live service's message. */
	unknownKey: 'cannot be verified' | 'does not match';
	/** Set by a fault: the caller's IP address is refused whatever the whitelist says. */
	refuseAddress?: boolean;
}

/** The account that opened a connection. */
export interface Caller {
	appid: string;
	account: ServiceAccount;
}

/**
 * Checks authorization, date, key, signature and address, in this order.
 * @throws HandshakeRefusal 401 or 403, with the gateway's message
 */
export function checkHandshake(handshake: Handshake): Caller {
	const { query, accounts, now, unknownKey } = handshake;
	const authorization = query.get('authorization') ?? '';
	if (authorization === '') throw new HandshakeRefusal(401, 'Unauthorized');
	const date = query.get('date') ?? '';
	const differenceMs = Math.abs(Date.parse(date) - now);
	// `differenceMs` is NaN for a date that does not exist.
	if (!DATE.test(date) || Number.isNaN(differenceMs) || differenceMs > VALID_SECONDS * 1000)
		throw new HandshakeRefusal(403, REFUSED_DATE);

	const [, key = '', signature = ''] = AUTHORIZATION.exec(decodeBase64(authorization)) ?? [];
	const host = query.get('host') ?? '';
	if (key === '' || signature === '' || host === '')
		throw new HandshakeRefusal(401, 'HMAC signature cannot be verified');
	const callers = callersWithKey(accounts, key);
	if (callers.length === 0) throw new HandshakeRefusal(401, `HMAC signature ${unknownKey}`);

	const signedText = `host: ${host}\ndate: ${date}\n${handshake.method} ${handshake.path} HTTP/1.1`;
	const caller = callers.find(
		({ account }) => hmac(signedText, account.apiSecret ?? '') === signature,
	);
	if (!caller) throw new HandshakeRefusal(401, 'HMAC signature does not match');
	const { whitelist } = caller.account;
	if (
		handshake.refuseAddress === true ||
		(whitelist !== undefined && !whitelist.includes(handshake.client))
	) {
		throw new HandshakeRefusal(403, 'Your IP address is not allowed');
	}
	return caller;
}

function callersWithKey(accounts: Accounts, key: string): Caller[] {
	return Object.entries(accounts).flatMap(([appid, { streaming }]) =>
		streaming?.apiKey === key ? [{ appid, account: streaming }] : [],
	);
}

function decodeBase64(base64: string): string {
	return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && base64.length % 4 === 0
		? Buffer.from(base64, 'base64').toString('utf8')
		: '';
}

function hmac(text: string, secret: string): string {
	return createHmac('sha256', secret).update(text, 'utf8').digest('base64');
}
