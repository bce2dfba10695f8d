import { textForm, type RequestBody } from './requestBody';
import { endpointUrl } from './addresses';
import type { Endpoint } from './endpoint';
import { userInfoIn } from '../../redact';
import {
	openPlatformAccount,
	credentialSecrets,
	type OpenPlatformAccount,
} from './openPlatformAccount';
import { ENDPOINTS, type TextFunction } from './services';
import { createHash } from 'node:crypto';

/**
 * One request to a service of document 1: the endpoint, the business parameters of X-Param, and the
 * body.
 */
export interface OpenPlatformRequest {
	endpoint: Endpoint;
	param: Record<string, unknown>;
	body: RequestBody;
	/** Headers besides those of every request. */
	headers?: Record<string, string>;
}

/** A request for a function of language analysis (4.1). */
export function analysisRequest(
	func: TextFunction,
	text: string,
	param: OpenPlatformRequest['param'],
): OpenPlatformRequest {
	return { endpoint: ENDPOINTS[func], param, body: textForm({ text }) };
}

/**
 * The HTTP request without its signature, which n8n adds when it sends the request.
 * @throws InputError if the base URL in the credential is not valid
 */
export function openPlatformHttpRequest(
	{ endpoint, param, body, headers }: OpenPlatformRequest,
	credential: Record<string, unknown>,
) {
	return {
		url: endpointUrl(endpoint, credential[endpoint.base]),
		headers: {
			...headers,
			[HEADER.param]: encodeParam(param),
			'Content-Type': body.contentType,
		},
		body: body.content,
		maxBytes: endpoint.responseBytes,
	};
}

/** n8n signs a request at most this many seconds after the node has passed it on. */
const SIGNED_WITHIN_SECONDS = 10;

/**
 * The secrets of a sent request, which no error may show: the keys of the credential, the
 * X-CheckSum, and user names and passwords in URLs.
 * @param sentAt when the request was handed to n8n, in milliseconds
 */
export function openPlatformSecrets(
	{ endpoint, param }: OpenPlatformRequest,
	credential: Record<string, unknown>,
	sentAt: number,
): string[] {
	const { apiKey } = openPlatformAccount(credential, endpoint);
	const second = Math.floor(sentAt / 1000);
	// The X-CheckSum depends on the second in which n8n signs, so there is one for each possible
	// second.
	const checkSums = Array.from({ length: SIGNED_WITHIN_SECONDS }, (_, secondsLater) =>
		checkSum(apiKey, String(second + secondsLater), encodeParam(param)),
	);
	const addresses = [param.image_url, credential[endpoint.base]];
	return [...credentialSecrets(credential), ...checkSums, ...addresses.flatMap(userInfoIn)];
}

/** Names of the authorization headers (document 1, part 5). */
const HEADER = {
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
