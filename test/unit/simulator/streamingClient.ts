import { createHmac } from 'crypto';
import { WebSocket } from 'ws';

/** The demo account. Its one key works for all services. */
export const APPID = '5a1c0de1';
export const KEY = 'f1e2d3c4b5a697887766554433221100';
export const SECRET = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';

export interface SignedCall {
	key?: string;
	secret?: string;
	host?: string;
	date?: string;
	/** The request line that is signed. */
	requestLine?: string;
	/** The name of the key in `authorization`. */
	keyName?: 'api_key' | 'hmac username';
	/** The text between the parts of `authorization`. */
	separator?: string;
	/** Changes the computed signature. */
	signature?: (computed: string) => string;
}

/** The query of a signed request, as real clients make it. */
export function queryOf({
	key = KEY,
	secret = SECRET,
	host = 'tts-api.xfyun.cn',
	...call
}: SignedCall = {}): Record<string, string> {
	const {
		date = new Date().toUTCString(),
		requestLine = 'GET /v2/tts HTTP/1.1',
		keyName = 'api_key',
		separator = ', ',
	} = call;
	const computed = createHmac('sha256', secret)
		.update(`host: ${host}\ndate: ${date}\n${requestLine}`)
		.digest('base64');
	const parts = [
		`${keyName}="${key}"`,
		'algorithm="hmac-sha256"',
		'headers="host date request-line"',
		`signature="${call.signature?.(computed) ?? computed}"`,
	];
	return { authorization: Buffer.from(parts.join(separator)).toString('base64'), date, host };
}

/** An address with a query. A space is written as `%20`, or as `+` like in a form. */
export function withQuery(
	address: string,
	query: Record<string, string>,
	space: '+' | '%20' = '%20',
): string {
	return `${address}?${Object.entries(query)
		.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%20', space)}`)
		.join('&')}`;
}

export interface Frame {
	code: number;
	message: string;
	sid: string;
	data: { audio: string; status: number; ced: string } | null;
}

export interface Exchange {
	frames: Frame[];
	/** The number of bytes in frames that were not text. */
	binary: number;
	/** How the connection ended: the close code, or the HTTP status of a refused handshake. */
	ended: number;
	/** The body of the answer that refused the handshake. */
	refusal?: string;
}

/**
 * Opens a connection, sends the frame if there is one, and returns what the server sends until the connection closes.
 * `onFrame` gets the number of text frames so far.
 */
export function exchange(
	url: string,
	frame: string | undefined,
	onFrame: (count: number, socket: WebSocket) => void = () => undefined,
	onOpen: (socket: WebSocket) => void = () => undefined,
): Promise<Exchange> {
	return new Promise((resolve, reject) => {
		const frames: Frame[] = [];
		const socket = new WebSocket(url);
		let binary = 0;
		socket.on('open', () => {
			if (frame !== undefined) socket.send(frame);
			onOpen(socket);
		});
		socket.on('message', (data: Buffer, isBinary) => {
			if (isBinary) binary += data.length;
			else frames.push(parse(data));
			onFrame(frames.length, socket);
		});
		socket.on('unexpected-response', (_request, response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('end', () =>
				resolve({
					frames,
					binary,
					ended: response.statusCode ?? 0,
					refusal: Buffer.concat(chunks).toString(),
				}),
			);
		});
		socket.on('error', reject);
		socket.on('close', (code) => resolve({ frames, binary, ended: code }));
	});
}

/** A frame that is not JSON gets the code -1, and its text as the message. */
function parse(data: Buffer): Frame {
	try {
		return JSON.parse(data.toString()) as Frame;
	} catch {
		return { code: -1, message: data.toString(), sid: '', data: null };
	}
}
