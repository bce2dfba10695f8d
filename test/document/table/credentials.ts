/**
 * The credentials: document 1, part 5; document 2, 4.1 and part 5. The hosts are those of the live services, with https if
 * they support it.
 */
import { NOTICE } from './common';
import { TOKEN_RESPONSE } from './responses';
import type { Line, Lines } from '../page';

const SECRET = { type: 'string', default: '', secret: true } as const;
const SEPARATE = { shown: { separateKeys: [true] } };
const ADVANCED = { shown: { advanced: [true] } };
const SWITCH = { type: 'boolean', default: false };
const host = (url: string) => ({ type: 'string', default: url });

/**
 * The field for the key of one service, because each service has its own key (document 1, part 5). `service` is the value
 * that Service of This Key has for this service.
 */
export const keyLine = (service: string): [name: string, line: Line] => [
	`${service}Key`,
	{ ...SECRET, ...SEPARATE },
];

/** The request for a token (document 2, 4.1). It belongs to no operation, and may be repeated. */
export const TOKEN = {
	url: 'https://callapi.xfyun.cn/v1/service/v1/aicall/oauth/v1/token',
	response: TOKEN_RESPONSE,
};

export const CREDENTIALS: Readonly<Record<string, Lines>> = {
	iflytekApi: {
		keyNotice: NOTICE,
		appId: { type: 'string', default: '', required: true },
		'apiKey{separateKeys=false}': { ...SECRET, required: true },
		'apiKey{separateKeys=true}': SECRET,
		apiSecret: SECRET,
		separateKeys: SWITCH,
		...Object.fromEntries(
			['handwriting', 'image', 'speech', 'text'].map((group) => [
				`${group}Notice`,
				{ ...NOTICE, ...SEPARATE },
			]),
		),
		advanced: SWITCH,
		httpSignature: {
			type: 'options',
			default: 'checksum',
			values: ['checksum', 'hmac'],
			...ADVANCED,
		},
		baseUrlNotice: { ...NOTICE, ...ADVANCED },
		nlpBaseUrl: { ...host('https://ltpapi.xfyun.cn'), ...ADVANCED },
		ocrBaseUrl: { ...host('https://webapi.xfyun.cn'), ...ADVANCED },
		visionBaseUrl: { ...host('http://tupapi.xfyun.cn'), ...ADVANCED },
		apiBaseUrl: { ...host('https://api.xfyun.cn'), ...ADVANCED },
		streamingBaseUrl: { ...host('wss://tts-api.xfyun.cn'), ...ADVANCED },
	},
	iflytekAiCallApi: {
		keyNotice: NOTICE,
		appKey: { type: 'string', default: '', required: true },
		appSecret: { ...SECRET, required: true },
		baseUrl: host('https://callapi.xfyun.cn'),
		pushSecret: SECRET,
		sessionToken: { ...SECRET, type: 'hidden' },
	},
};
