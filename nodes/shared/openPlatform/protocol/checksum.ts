import { createHash } from 'node:crypto';
import type { OpenPlatformAccount } from './openPlatformAccount';

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

/** True for text that an HTTP header can carry unchanged. */
export function fitsHeader(text: string): boolean {
	return /^[\x20-\x7e]*$/.test(text);
}

function isParam(name: string): boolean {
	return name.toLowerCase() === HEADER.param.toLowerCase();
}

/** True for headers with an X-Param that is not empty. */
export function hasParam(headers: Record<string, unknown>): boolean {
	return Object.entries(headers).some(([name, value]) => Boolean(value) && isParam(name));
}

/**
 * Signs the headers of a request (document 1, part 5); existing signatures are replaced. Header
 * names are compared case-insensitively. A request without X-Param gets one with an empty object.
 * `now` is in milliseconds.
 */
export function signHeaders(
	headers: Record<string, unknown>,
	account: OpenPlatformAccount,
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
