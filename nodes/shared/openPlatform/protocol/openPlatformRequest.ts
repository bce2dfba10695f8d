import { textForm, type RequestBody } from './requestBody';
import { endpointUrl } from './addresses';
import type { Endpoint } from './endpoint';
import { userInfoIn } from '../../redact';
import { openPlatformAccount, credentialSecrets } from './openPlatformAccount';
import { ENDPOINTS, type TextFunction } from './services';
import { HEADER, encodeParam, checkSum } from './checksumSignature';

/**
 * One request to a service of the open platform: the endpoint, the business parameters of X-Param, and the
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
