import { InputError } from '../failure';
import { withoutEnd } from '../values';

/** The services of document 1: where each is found (parts 1 and 4). */

/** The four base addresses of document 1, part 1, and that of streaming speech; each is a field of the credential. */
export type BaseUrl = 'nlpBaseUrl' | 'ocrBaseUrl' | 'visionBaseUrl' | 'apiBaseUrl' | 'streamingBaseUrl';

/** Default base URLs: encrypted wherever the service is (expression, scene and object are not). */
export const DEFAULT_BASE_URLS: Record<BaseUrl, string> = {
	nlpBaseUrl: 'https://ltpapi.xfyun.cn',
	ocrBaseUrl: 'https://webapi.xfyun.cn',
	visionBaseUrl: 'http://tupapi.xfyun.cn',
	apiBaseUrl: 'https://api.xfyun.cn',
	streamingBaseUrl: 'wss://tts-api.xfyun.cn',
};

/** The seven functions of language analysis (4.1). */
export const TEXT_FUNCTIONS = ['cws', 'pos', 'ner', 'dp', 'srl', 'sdp', 'sdgp'] as const;
export type TextFunction = (typeof TEXT_FUNCTIONS)[number];

export interface Endpoint {
	base: BaseUrl;
	path: string;
	/** The name of the service in messages. */
	service: string;
}

/** Language analysis is several services in the console; the first takes the functions without a name here. */
const TEXT_SERVICES: Partial<Record<TextFunction, string>> = {
	dp: 'dependencies',
	srl: 'semantic roles',
	sdp: 'semantic tree and graph',
	sdgp: 'semantic tree and graph',
};

/** Business parameters of every language analysis (4.1). */
export const ANALYSIS_PARAM = { type: 'dependent' } as const;

/** Endpoint of a language analysis function (4.1). */
export function analysisEndpoint(func: TextFunction): Endpoint {
	const part = TEXT_SERVICES[func];
	return { base: 'nlpBaseUrl', path: `/v1/${func}`, service: `language analysis${part === undefined ? '' : ` (${part})`}` };
}

/** The endpoints with one path each (4.2 to 4.7). */
export const ENDPOINTS = {
	handwriting: { base: 'ocrBaseUrl', path: '/v1/service/v1/ocr/handwriting', service: 'handwriting recognition' },
	expression: { base: 'visionBaseUrl', path: '/v1/expression', service: 'facial expression recognition' },
	scene: { base: 'visionBaseUrl', path: '/v1/scene', service: 'scene recognition' },
	object: { base: 'visionBaseUrl', path: '/v1/currency', service: 'object recognition' },
	speech: { base: 'apiBaseUrl', path: '/v1/service/v1/tts', service: 'speech synthesis' },
	violence: {
		base: 'apiBaseUrl',
		path: '/v1/service/v1/image_identify/terror_filter',
		service: 'violent-content filter',
	},
} as const satisfies Record<string, Endpoint>;

/** Speech over a WebSocket: the one speech service that a new application can have. */
export const STREAMING_SPEECH: Endpoint = { base: 'streamingBaseUrl', path: '/v2/tts', service: 'streaming speech synthesis' };

/**
 * The URL of an endpoint. An empty base URL means the default. The base URL may have a path, as behind a proxy, and
 * trailing slashes or spaces.
 * @throws InputError unless it is a http or https address, or for streaming speech a ws or wss one
 */
export function addressOf(endpoint: Endpoint, baseUrl: unknown): string {
	const usual = DEFAULT_BASE_URLS[endpoint.base];
	const url = (typeof baseUrl === 'string' && baseUrl.trim()) || usual;
	const scheme = usual.startsWith('ws') ? 'ws' : 'http';
	const fits = isAddress(url, scheme);
	if (!fits || /[?#]/.test(url)) {
		throw new InputError(
			`The base URL for ${endpoint.service} is not valid: ${withoutSecrets(url)}`,
			`Correct it in the credential: it must start with ${scheme}:// or ${scheme}s://, without ? or #. The default is ${usual}.`,
		);
	}
	return withoutEnd(url, /\//) + endpoint.path;
}

/** True for a complete http or https URL. */
export function isWebAddress(text: string): boolean {
	return isAddress(text, 'http');
}

function isAddress(text: string, scheme: 'http' | 'ws'): boolean {
	return new RegExp(`^${scheme}s?://`, 'i').test(text) && URL.canParse(text);
}

/** A URL, complete or not, without user name, password, query and fragment. */
export function withoutSecrets(url: string): string {
	return url.replace(/^((?:[^/?#]*:)?\/\/+)?[^/?#]*@/, '$1').replace(/([?#]).+/s, '$1…');
}
