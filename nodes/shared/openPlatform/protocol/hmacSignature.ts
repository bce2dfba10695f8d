/**
 * The signature of iFLYTEK's newer services, in the query of the address. Streaming speech uses it
 * over a WebSocket, other services use it over HTTP.
 */
import { createHmac } from 'node:crypto';
import { InputError } from '../../failure';

/** The keys with which a request is signed. */
export interface HmacKeys {
	apiKey: string;
	apiSecret: string;
}

/** The parts of a request that are signed. */
export interface SignedRequest extends HmacKeys {
	/** The host, and its port if it is not the default port of the scheme. */
	host: string;
	/** The path as it is sent, without the query. */
	path: string;
	/**
	 * As in RFC 1123, in GMT: `Thu, 01 Aug 2019 01:53:21 GMT`. It may differ by 300 seconds from the
	 * platform's clock.
	 */
	date: string;
	/** The HTTP method; GET for a WebSocket. */
	method: string;
}

/**
 * The query parameters that sign a request, not yet URL-encoded. None of them contains the API
 * Secret; `authorization` contains the API Key in Base64.
 */
export function signedQuery({ apiKey, apiSecret, host, path, date, method }: SignedRequest) {
	const signedText = `host: ${host}\ndate: ${date}\n${method.toUpperCase()} ${path} HTTP/1.1`;
	const signature = createHmac('sha256', apiSecret).update(signedText).digest('base64');
	const authorization = `api_key="${apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`;
	return { authorization: Buffer.from(authorization).toString('base64'), date, host };
}

/**
 * A whole address with its signature in the query. An old signature is replaced; other parameters,
 * user name and password stay as they are. Never show the address: whoever has it can call the
 * service for five minutes, and it contains the API Key.
 * @param now this machine's clock in milliseconds
 */
export function signAddress(address: string, method: string, keys: HmacKeys, now: number): string {
	const url = new URL(address);
	const query = signedQuery({
		host: url.host,
		path: url.pathname,
		date: new Date(now).toUTCString(),
		method,
		...keys,
	});
	const otherParameters = url.search
		.slice(1)
		.split('&')
		.filter((pair) => pair !== '' && !Object.hasOwn(query, pair.replace(/=.*/s, '')));
	const signed = Object.entries(query).map(
		([name, value]) => `${name}=${encodeURIComponent(value)}`,
	);
	url.search = [...otherParameters, ...signed].join('&');
	url.hash = '';
	return url.href;
}

/**
 * The secrets in a signed address: the parameter `authorization`, and the signature inside it. The
 * address does not contain the keys themselves in clear text.
 */
export function secretsInAddress(signed: string): string[] {
	const authorization = new URL(signed).searchParams.get('authorization') ?? '';
	const decoded = Buffer.from(authorization, 'base64').toString();
	const signature = /(?<=signature=")[^"]*/.exec(decoded)?.[0] ?? '';
	return [authorization, signature];
}

/**
 * A copy of n8n's request options whose address is signed. The HTTP Request node calls the address
 * `uri`.
 * @throws InputError if the address is not a full URL
 */
export function signOptions<Options extends { uri?: string; url?: string; method?: string }>(
	options: Options,
	keys: HmacKeys,
	now: number,
): Options {
	const field = options.uri === undefined ? 'url' : 'uri';
	const address = options[field] ?? '';
	if (!URL.canParse(address))
		throw new InputError(
			'The URL must be a full URL starting with https:// or http://',
			'Correct the URL of the HTTP Request node.',
		);
	return { ...options, [field]: signAddress(address, options.method ?? 'GET', keys, now) };
}
