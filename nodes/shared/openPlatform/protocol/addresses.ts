import { InputError } from '../../failure';
import { withoutInvisibleEnds } from '../../entered';
import { withoutEnd } from '../../values';
import type { BaseUrl, Endpoint } from './endpoint';

/** The addresses of the open platform (document 1, part 1). */

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
