import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { WebSocket as WebSocketClient } from 'ws';
import type { Simulator } from '../simulator';

/** A request as the node made it, before it was redirected. */
export interface SentRequest {
	/** The URL with the host of the live service. */
	url: string;
	/** The fields of the header X-Param, and of a body that is a form or JSON. Any other body is in the field `body`. */
	fields: Record<string, unknown>;
	/** In milliseconds. */
	timeout?: number;
}

/** The base URL of the local platform that replaces each host of the live services. */
const HOSTS: Record<string, 'nlp' | 'ocr' | 'vision' | 'api' | 'call'> = {
	'https://ltpapi.xfyun.cn': 'nlp',
	'https://webapi.xfyun.cn': 'ocr',
	'http://tupapi.xfyun.cn': 'vision',
	'https://api.xfyun.cn': 'api',
	'https://callapi.xfyun.cn': 'call',
};
const STREAMING_HOST = 'wss://tts-api.xfyun.cn';

/**
 * Records the requests to the live services, and sends them to the local platform instead. A request to any other host
 * fails.
 */
export class Recorder {
	readonly sent: SentRequest[] = [];

	constructor(private readonly simulator: () => Simulator) {}

	/** A copy of the credential type. It records and redirects the requests that it signs. */
	watch(type: ICredentialType): ICredentialType {
		const { authenticate, preAuthentication } = type;
		// In `preAuthentication`, `this` is another object, so this function calls `this.redirect`.
		const redirected = async (options: IHttpRequestOptions) => this.redirect(options);
		const watched: Partial<ICredentialType> = {
			authenticate: async (data, options) => {
				// Without a token, this throws an error, and n8n tries again with one.
				const signed =
					typeof authenticate === 'function' ? await authenticate(data, options) : options;
				this.sent.push(readRequest(options));
				return await redirected(signed);
			},
			...(preAuthentication && {
				async preAuthentication(
					this: IHttpRequestHelper,
					data: ICredentialDataDecryptedObject,
				): Promise<IDataObject> {
					const httpRequest = async (options: IHttpRequestOptions): Promise<unknown> =>
						await this.helpers.httpRequest(await redirected(options));
					return await preAuthentication.call(
						{ helpers: { ...this.helpers, httpRequest } } as IHttpRequestHelper,
						data,
					);
				},
			}),
		};
		return Object.assign(Object.create(type) as ICredentialType, watched);
	}

	/**
	 * Replaces the global WebSocket, which Node.js has from version 22 on, with one that records its connections. The frames
	 * are not recorded here. They are in the log of the local platform.
	 */
	provideWebSocket(): void {
		const record = (url: string) => {
			const [base = ''] = /^wss?:\/\/[^/]+/.exec(url) ?? [];
			if (base !== STREAMING_HOST) throw new Error(`A connection to ${base}`);
			this.sent.push({ url: url.split('?')[0] ?? '', fields: {} });
			return url.replace(base, this.simulator().url.replace('http', 'ws'));
		};
		class RecordingWebSocket extends WebSocketClient {
			constructor(url: string) {
				super(record(url));
			}
		}
		Object.assign(globalThis, { WebSocket: RecordingWebSocket });
	}

	private redirect(options: IHttpRequestOptions): IHttpRequestOptions {
		const { origin } = new URL(options.url);
		const base = HOSTS[origin];
		if (base === undefined) throw new Error(`A request to ${origin}`);
		return { ...options, url: options.url.replace(origin, this.simulator().baseUrls[base]) };
	}
}

function readRequest({ url, headers = {}, body, timeout }: IHttpRequestOptions): SentRequest {
	const param = headers['X-Param'];
	const fields =
		typeof param === 'string'
			? (JSON.parse(Buffer.from(param, 'base64').toString()) as Record<string, unknown>)
			: {};
	return {
		url,
		fields: { ...fields, ...readBody(String(headers['Content-Type']), body) },
		timeout,
	};
}

/** The greatest length of a form that is decoded. */
const MAX_FORM_LENGTH = 1024 ** 2;

function readBody(contentType: string, body: unknown): Record<string, unknown> {
	if (contentType.includes('json')) return JSON.parse(String(body)) as Record<string, unknown>;
	// Decoding a longer form would take long, and its length is enough for the tests.
	if (contentType.includes('form') && String(body).length > MAX_FORM_LENGTH)
		return { length: String(body).length };
	if (contentType.includes('form')) return Object.fromEntries(new URLSearchParams(String(body)));
	return Buffer.isBuffer(body) && body.length > 0 ? { body } : {};
}
