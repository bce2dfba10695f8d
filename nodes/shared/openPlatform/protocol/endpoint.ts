/**
 * What is known of an endpoint of document 1: its service, its address, its key and its limits. Also
 * the bodies of requests.
 */
import type { HttpResponse } from '../../iflytek';
import { InputError } from '../../failure';
import { withoutInvisibleEnds } from '../../entered';
import { withoutEnd } from '../../values';

/**
 * The four base addresses of document 1, and the one of streaming speech. Each has a field in the
 * credential.
 */
export type BaseUrl =
	'nlpBaseUrl' | 'ocrBaseUrl' | 'visionBaseUrl' | 'apiBaseUrl' | 'streamingBaseUrl';

/** Reads the response of an endpoint. */
export type ReadResponse<T> = (response: HttpResponse, endpoint: Endpoint) => T;

/** A minimal request that shows whether a key is accepted. */
export interface Probe {
	param: Record<string, unknown>;
	body: RequestBody;
	/** Reads the response to the request; by default it is read as an envelope. */
	read?: ReadResponse<unknown>;
	/**
	 * Codes that the service returns only after it has accepted the key, each with the message that
	 * the test then shows. From other services these codes mean something else.
	 */
	keyAccepted?: Readonly<Record<string, string>>;
	/** Further advice if the key is refused. */
	keyRefused?: string;
}

/** How the credential tests the key of a service. */
export interface KeyTest {
	/** The title of the entry in the list Service of This Key. */
	name: string;
	/** The value of that entry, which n8n stores. */
	value: string;
	/** What that entry says after the name of the service. */
	note?: string;
	probe: Probe | 'webSocket';
}

/** What the endpoints with the same key share. */
export interface Service {
	base: BaseUrl;
	/**
	 * The name in messages. iFLYTEK's console lists the service under a Chinese name, which is in
	 * docs/console.md.
	 */
	service: string;
	test: KeyTest;
}

export interface Endpoint extends Service {
	path: string;
	/** The limits of one request, by name (part 8). */
	limits?: Readonly<Record<string, unknown>>;
	/**
	 * The largest response that is accepted. It is several times as large as any response that the
	 * service's limits allow. No document states such a size.
	 */
	responseBytes: number;
}

/** The addresses of document 1, part 1. */

/**
 * Default base URLs. The platform offers expression, scene and object recognition only over http.
 * All other services are encrypted.
 */
export const DEFAULT_BASE_URLS: Record<BaseUrl, string> = {
	nlpBaseUrl: 'https://ltpapi.xfyun.cn',
	ocrBaseUrl: 'https://webapi.xfyun.cn',
	visionBaseUrl: 'http://tupapi.xfyun.cn',
	apiBaseUrl: 'https://api.xfyun.cn',
	streamingBaseUrl: 'wss://tts-api.xfyun.cn',
};

/**
 * The URL of an endpoint. An empty base URL means the default. The base URL may have a path, as
 * behind a proxy, and trailing slashes or spaces.
 * @throws InputError unless it starts with http or https (for streaming speech: ws or wss)
 */
export function endpointUrl(endpoint: Endpoint, baseUrl: unknown): string {
	const defaultUrl = DEFAULT_BASE_URLS[endpoint.base];
	const url = (typeof baseUrl === 'string' && withoutInvisibleEnds(baseUrl)) || defaultUrl;
	const scheme = defaultUrl.startsWith('ws') ? 'ws' : 'http';
	if (!isWebAddress(url, scheme) || /[?#]/.test(url)) {
		throw new InputError(
			`The base URL for ${endpoint.service} must start with ${scheme}:// or ${scheme}s://, without ? or #, but is ${withoutSecrets(url)}`,
			`Correct it in the credential. The default is ${defaultUrl}.`,
		);
	}
	return withoutEnd(url, /\//) + endpoint.path;
}

/** True for a complete URL with http or https, or with ws or wss if `scheme` is `ws`. */
export function isWebAddress(text: string, scheme: 'http' | 'ws' = 'http'): boolean {
	return new RegExp(`^${scheme}s?://`, 'i').test(text) && URL.canParse(text);
}

/** A URL, complete or not, without user name, password, query and fragment. */
export function withoutSecrets(url: string): string {
	return url.replace(/^((?:[^/?#]*:)?\/\/+)?[^/?#]*@/, '$1').replace(/([?#]).+/s, '$1…');
}

/** A request body of document 1 (part 4), as it is sent. */
export interface RequestBody {
	contentType: string;
	content: string | Buffer;
}

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
const BYTES = 'application/octet-stream';

/**
 * Half of a surrogate pair, which stays behind if a text was cut inside a character. UTF-8 has no
 * form for such a half, so it is replaced by a character of the same length.
 */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * How many bytes of a file are encoded in one step: a multiple of three bytes, which Base64 turns
 * into four characters.
 */
const SLICE_BYTES = 3 * 64 * 1024;

/** A form with text fields, URL-encoded in UTF-8. */
export function textForm(fields: Record<string, string>): RequestBody {
	const pairs = Object.entries(fields).map(
		([name, value]) => `${name}=${encodeURIComponent(value.replace(LONE_SURROGATE, '\ufffd'))}`,
	);
	return { contentType: FORM, content: pairs.join('&') };
}

/**
 * A form with one file, which is encoded in Base64 and then URL-encoded (4.2, 4.5). The file is
 * encoded in slices, because encoding it as a whole needs several times its memory.
 */
export function fileForm(name: string, file: Buffer): RequestBody {
	const slices = Array.from(encodedSlices(file), (slice) => Buffer.from(slice, 'latin1'));
	return { contentType: FORM, content: Buffer.concat([Buffer.from(`${name}=`), ...slices]) };
}

/** How many bytes the encoded file takes in a form, without the name of the field. */
export function fileFormLength(file: Buffer): number {
	let length = 0;
	for (const slice of encodedSlices(file)) length += slice.length;
	return length;
}

function* encodedSlices(file: Buffer): Generator<string> {
	for (let start = 0; start < file.length; start += SLICE_BYTES) {
		yield encodeURIComponent(file.toString('base64', start, start + SLICE_BYTES));
	}
}

/** The bytes of an image as the whole body (4.3). */
export function rawBody(bytes: Buffer): RequestBody {
	return { contentType: BYTES, content: bytes };
}
