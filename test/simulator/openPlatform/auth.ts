import { createHash } from 'crypto';
import type { IncomingHttpHeaders } from 'http';
import type { Accounts, ServiceAccount } from './accounts';
import type { Endpoint } from './endpoint';
import { categories, PlatformFailure } from './failure';
import type { Settings } from './settings';

/** Seconds for which an X-CheckSum is valid, counted from X-CurTime (document 1, part 5, rule 2). */
const VALID_SECONDS = 300;
/** A number of thirteen digits is in milliseconds, because seconds have ten digits until the year 2286. */
const MILLISECONDS = /^\d{13}$/;
const SECONDS = /^\d{1,12}$/;
const APPID = /^[0-9A-Za-z]{1,64}$/;
/** Base64 of `{}`. A request without X-Param may be signed with this text. */
const EMPTY_PARAM = 'e30=';

export interface AuthContext {
	endpoint: Endpoint;
	headers: IncomingHttpHeaders;
	/** The IP address from which the request came. */
	client: string;
	accounts: Accounts;
	settings: Settings;
	/** The platform's clock, milliseconds since 1970. */
	now: number;
	/** If a fault sets this, the caller's IP address is refused even if the whitelist contains it. */
	refuseAddress?: boolean;
	/** Counts one more call of this account, and returns the account's number of calls. */
	count(account: ServiceAccount): number;
}

/**
 * Checks a request as in document 1, part 5. The order is: App ID, clock, checksum, licence, whitelist, daily limit. In the
 * document the whitelist comes "after authorization succeeds".
 * @throws PlatformFailure 10106 for a header that is missing or malformed; 10105 or 10114 for a header with a wrong value;
 *   10110, 11201 and 40202 as in the table of codes
 */
export function authenticate(context: AuthContext): void {
	const { accounts, endpoint, headers } = context;
	const appid = headerText(headers['x-appid']);
	if (!APPID.test(appid)) throw new PlatformFailure('10106', 'invalid X-Appid');
	const app = Object.prototype.hasOwnProperty.call(accounts, appid) ? accounts[appid] : undefined;
	if (!app) throw new PlatformFailure('10105', 'invalid X-Appid');

	const curTime = headerText(headers['x-curtime']);
	checkTime(curTime, context);

	const account = app[endpoint.service];
	verifyCheckSum(account?.apiKey, curTime, context);
	if (!account) throw new PlatformFailure('10105', 'invalid X-CheckSum');
	if (account.enabled === false)
		throw new PlatformFailure('10110', `service ${endpoint.name} not enabled`);
	checkAddress(account, context);
	if (account.dailyLimit !== undefined && context.count(account) > account.dailyLimit) {
		throw new PlatformFailure('11201', 'daily limit exceeded');
	}
}

function checkTime(curTime: string, { now, settings }: AuthContext): void {
	if (MILLISECONDS.test(curTime)) {
		throw wrongTime(settings.millisecondsCode);
	}
	if (!SECONDS.test(curTime)) throw new PlatformFailure('10106', 'invalid X-CurTime');
	if (Math.abs(now / 1000 - Number(curTime)) > VALID_SECONDS) {
		throw wrongTime(settings.clockCode);
	}
}

/** With code 10114, the live services write `ilegal` instead of `illegal`. */
function wrongTime(code: '10105' | '10114'): PlatformFailure {
	return new PlatformFailure(code, code === '10114' ? 'ilegal X-CurTime' : 'invalid X-CurTime');
}

/**
 * Checks X-CheckSum. Text analysis also accepts requests without X-Param. The document does not say what the checksum of such
 * a request is made of. So the checksum may be made with an empty text or with an empty object.
 */
function verifyCheckSum(
	apiKey: string | undefined,
	curTime: string,
	{ endpoint, headers }: AuthContext,
): void {
	const given = headerText(headers['x-checksum']);
	if (given === '') throw new PlatformFailure('10106', 'invalid X-CheckSum');
	const param = headerText(headers['x-param']);
	const acceptedParams = param === '' && endpoint.withoutParam ? ['', EMPTY_PARAM] : [param];
	const isRight =
		apiKey !== undefined && acceptedParams.some((text) => md5(apiKey + curTime + text) === given);
	if (!isRight) throw new PlatformFailure('10105', 'invalid X-CheckSum');
}

function checkAddress(account: ServiceAccount, context: AuthContext): void {
	const refused =
		context.refuseAddress === true ||
		(account.whitelist !== undefined && !account.whitelist.includes(context.client));
	if (refused) throw addressRefusal(context);
}

/** The refusal of a caller's IP address. The setting selects one of the forms in documents and recordings. */
function addressRefusal({ client, endpoint, settings }: AuthContext): PlatformFailure {
	const automaticForm =
		endpoint.base === 'vision' && settings.visionDesc === 'empty' ? 'empty' : 'document';
	const form = settings.whitelistForm === 'auto' ? automaticForm : settings.whitelistForm;
	switch (form) {
		case 'address':
			return refusal('10105', `illegal client_ip: ${client}`);
		case 'forbidden':
			return refusal('40202', 'illegal client_ip: access forbidden');
		case 'empty':
			return new PlatformFailure('10105', 'illegal client_ip', {
				data: [],
				desc: '',
				code: 'number',
			});
		default:
			return refusal('10105', 'illegal client_ip');
	}
}

/** A refusal whose `data` is an empty text, and whose `desc` does not depend on the settings. */
function refusal(code: '10105' | '40202', detail: string): PlatformFailure {
	return new PlatformFailure(code, detail, { data: '', desc: `${categories[code]}|${detail}` });
}

function md5(value: string): string {
	return createHash('md5').update(value, 'utf8').digest('hex');
}

/** The header's value, or '' if the header is absent. Node.js joins duplicate headers into one text, which is then refused. */
function headerText(header: string | string[] | undefined): string {
	return typeof header === 'string' ? header : '';
}
