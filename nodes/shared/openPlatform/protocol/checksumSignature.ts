import { createHash } from 'crypto';
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

function isParamHeader(name: string): boolean {
	return name.toLowerCase() === HEADER.param.toLowerCase();
}

/** True if one of the headers is an X-Param that is not empty. */
export function hasParam(headers: Record<string, unknown>): boolean {
	return Object.entries(headers).some(([name, value]) => Boolean(value) && isParamHeader(name));
}

/**
 * Signs the headers of a request (document 1, part 5). An existing signature is replaced. Upper and
 * lower case in header names does not matter. A request without X-Param gets one for an empty
 * object.
 * @param now this machine's clock in milliseconds
 */
export function signHeaders(
	headers: Record<string, unknown>,
	account: OpenPlatformAccount,
	now: number,
): Record<string, unknown> {
	const replaced: readonly string[] = [HEADER.appId, HEADER.curTime, HEADER.checkSum].map((name) =>
		name.toLowerCase(),
	);
	const kept = Object.entries(headers).filter(
		([name, value]) => !replaced.includes(name.toLowerCase()) && (value || !isParamHeader(name)),
	);
	const existingParam = kept.find(([name]) => isParamHeader(name));
	const param = existingParam ? String(existingParam[1]) : encodeParam({});
	const curTime = String(Math.floor(now / 1000));
	return {
		...Object.fromEntries(kept),
		...(existingParam ? {} : { [HEADER.param]: param }),
		[HEADER.appId]: account.appId,
		[HEADER.curTime]: curTime,
		[HEADER.checkSum]: checkSum(account.apiKey, curTime, param),
	};
}
