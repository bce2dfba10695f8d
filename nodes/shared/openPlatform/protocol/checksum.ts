import { CONSOLE } from '../../console';
import { createHash } from 'node:crypto';
import { InputError } from '../../failure';
import { textOf } from '../../values';

/** Names of the authorization headers (document 1, part 5). */
export const HEADER = {
	appId: 'X-Appid',
	curTime: 'X-CurTime',
	param: 'X-Param',
	checkSum: 'X-CheckSum',
} as const;

/**
 * The X-Param header: Base64 (standard alphabet) of the JSON of the business parameters, in UTF-8
 * (document 1, 1 and 5).
 */
export function encodeParam(parameters: Record<string, unknown>): string {
	return Buffer.from(JSON.stringify(parameters)).toString('base64');
}

/**
 * The X-CheckSum header: MD5 as 32 lowercase hex characters (document 1, part 5). `curTime` is in
 * seconds since 1970.
 */
export function checkSum(apiKey: string, curTime: string, param: string): string {
	return createHash('md5').update(`${apiKey}${curTime}${param}`).digest('hex');
}

/** What requests are signed with (document 1, part 5). */
export interface Account {
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
export function accountOf(data: Record<string, unknown>): Account {
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

/** True for text that an HTTP header can carry unchanged. */
export function fitsHeader(text: string): boolean {
	return /^[\x20-\x7e]*$/.test(text);
}

function isParam(name: string): boolean {
	return name.toLowerCase() === HEADER.param.toLowerCase();
}

/** True for the headers of a request whose X-Param says something. */
export function hasParam(headers: Record<string, unknown>): boolean {
	return Object.entries(headers).some(([name, value]) => Boolean(value) && isParam(name));
}

/**
 * Signs the headers of a request (document 1, part 5); existing signatures are replaced. Header
 * names are compared case-insensitively. A request without X-Param gets that of an empty object.
 * `now` is in milliseconds.
 */
export function signHeaders(
	headers: Record<string, unknown>,
	account: Account,
	now: number,
): Record<string, unknown> {
	const ours: readonly string[] = [HEADER.appId, HEADER.curTime, HEADER.checkSum].map((name) =>
		name.toLowerCase(),
	);
	const kept = Object.entries(headers).filter(
		([name, value]) => !ours.includes(name.toLowerCase()) && (value || !isParam(name)),
	);
	const given = kept.find(([name]) => isParam(name));
	const param = given ? String(given[1]) : encodeParam({});
	const curTime = String(Math.floor(now / 1000));
	return {
		...Object.fromEntries(kept),
		...(given ? {} : { [HEADER.param]: param }),
		[HEADER.appId]: account.appId,
		[HEADER.curTime]: curTime,
		[HEADER.checkSum]: checkSum(account.apiKey, curTime, param),
	};
}
