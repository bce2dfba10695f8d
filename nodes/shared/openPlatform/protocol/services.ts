import { InputError } from '../../failure';
import { withoutEnd } from '../../values';

/** The services of document 1: where each is found (parts 1 and 4). */

/** The four base addresses of document 1, part 1, and that of streaming speech; each is a field of the credential. */
export type BaseUrl =
	'nlpBaseUrl' | 'ocrBaseUrl' | 'visionBaseUrl' | 'apiBaseUrl' | 'streamingBaseUrl';

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
	/** The name under which iFLYTEK's console lists the service: each has a key of its own. */
	console: string;
}

/** Language analysis is several services in the console; the first takes the functions without a name here. */
const TEXT_SERVICES: Partial<Record<TextFunction, Pick<Endpoint, 'service' | 'console'>>> = {
	dp: { service: 'language analysis (dependencies)', console: '依存句法分析' },
	srl: { service: 'language analysis (semantic roles)', console: '语义角色标注' },
	sdp: { service: 'language analysis (semantic tree and graph)', console: '语义依存分析' },
	sdgp: { service: 'language analysis (semantic tree and graph)', console: '语义依存分析' },
};

const WORD_SERVICE = { service: 'language analysis', console: '词法分析' };

/** Endpoint of a language analysis function (4.1). */
export function analysisEndpoint(func: TextFunction): Endpoint {
	return { base: 'nlpBaseUrl', path: `/v1/${func}`, ...(TEXT_SERVICES[func] ?? WORD_SERVICE) };
}

/** The endpoints with one path each (4.2 to 4.7). */
export const ENDPOINTS = {
	handwriting: {
		base: 'ocrBaseUrl',
		path: '/v1/service/v1/ocr/handwriting',
		service: 'handwriting recognition',
		console: '手写文字识别',
	},
	expression: {
		base: 'visionBaseUrl',
		path: '/v1/expression',
		service: 'facial expression recognition',
		console: '人脸表情识别',
	},
	scene: {
		base: 'visionBaseUrl',
		path: '/v1/scene',
		service: 'scene recognition',
		console: '场景识别',
	},
	object: {
		base: 'visionBaseUrl',
		path: '/v1/currency',
		service: 'object recognition',
		console: '物体识别',
	},
	speech: {
		base: 'apiBaseUrl',
		path: '/v1/service/v1/tts',
		service: 'speech synthesis',
		console: '语音合成',
	},
	violence: {
		base: 'apiBaseUrl',
		path: '/v1/service/v1/image_identify/terror_filter',
		service: 'violent-content filter',
		console: '图片类暴恐识别',
	},
} as const satisfies Record<string, Endpoint>;

/** Speech over a WebSocket: the one speech service that a new application can have. */
export const STREAMING_SPEECH: Endpoint = {
	base: 'streamingBaseUrl',
	path: '/v2/tts',
	service: 'streaming speech synthesis',
	console: '语音合成（流式版）',
};

/**
 * The URL of an endpoint. An empty base URL means the default. The base URL may have a path, as behind a proxy, and
 * trailing slashes or spaces.
 * @throws InputError unless it is a http or https address, or for streaming speech a ws or wss one
 */
export function addressOf(endpoint: Endpoint, baseUrl: unknown): string {
	const usual = DEFAULT_BASE_URLS[endpoint.base];
	const url = (typeof baseUrl === 'string' && baseUrl.trim()) || usual;
	const scheme = usual.startsWith('ws') ? 'ws' : 'http';
	if (!isWebAddress(url, scheme) || /[?#]/.test(url)) {
		throw new InputError(
			`The base URL for ${endpoint.service} must start with ${scheme}:// or ${scheme}s://, without ? or #, but is ${withoutSecrets(url)}`,
			`Correct it in the credential. The default is ${usual}.`,
		);
	}
	return withoutEnd(url, /\//) + endpoint.path;
}

/** True for a complete http or https URL, or one of the other scheme. */
export function isWebAddress(text: string, scheme: 'http' | 'ws' = 'http'): boolean {
	return new RegExp(`^${scheme}s?://`, 'i').test(text) && URL.canParse(text);
}

/** A URL, complete or not, without user name, password, query and fragment. */
export function withoutSecrets(url: string): string {
	return url.replace(/^((?:[^/?#]*:)?\/\/+)?[^/?#]*@/, '$1').replace(/([?#]).+/s, '$1…');
}
