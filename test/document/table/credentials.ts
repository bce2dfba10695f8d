/** The credentials: document 1, part 5; document 2, 4.1 and part 5; the hosts are those of the live services, https where they have it. */
import { NOTICE } from './common';
import type { Lines } from '../page';

const SECRET = { type: 'string', default: '', secret: true } as const;
const host = (url: string) => ({ type: 'string', default: url });

/** Document 2, 4.1: the token is asked for by no operation. Asking twice is harmless. */
export const TOKEN = { url: 'https://callapi.xfyun.cn/v1/service/v1/aicall/oauth/v1/token' };

export const CREDENTIALS: Readonly<Record<string, Lines>> = {
	iflytekApi: {
		keyNotice: NOTICE,
		appId: { type: 'string', default: '', required: true },
		apiKey: { ...SECRET, required: true },
		apiSecret: SECRET,
		httpSignature: { type: 'options', default: 'checksum', values: ['checksum', 'hmac'] },
		baseUrlNotice: NOTICE,
		nlpBaseUrl: host('https://ltpapi.xfyun.cn'),
		ocrBaseUrl: host('https://webapi.xfyun.cn'),
		visionBaseUrl: host('http://tupapi.xfyun.cn'),
		apiBaseUrl: host('https://api.xfyun.cn'),
		streamingBaseUrl: host('wss://tts-api.xfyun.cn'),
	},
	iflytekAiCallApi: {
		appKey: { type: 'string', default: '', required: true },
		appSecret: { ...SECRET, required: true },
		baseUrl: host('https://callapi.xfyun.cn'),
		pushSecret: SECRET,
		sessionToken: { ...SECRET, type: 'hidden' },
	},
};
