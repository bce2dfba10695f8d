import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import { WebSocket as WebSocketClient } from 'ws';
import { ENDPOINTS } from '.';
import type { Seen } from './silences';

/** A response as it came from an endpoint. */
export interface Response extends Seen {
	endpoint: string;
}

type Keep = (url: string, status: number, content: unknown) => void;

/** Does some work, and returns its result and the responses that endpoints have sent meanwhile. */
export async function recorded<T>(work: () => Promise<T>): Promise<[T, Response[]]> {
	const responses: Response[] = [];
	const keep: Keep = (url, status, content) => {
		const { pathname } = new URL(url, 'http://localhost');
		const found = Object.entries(ENDPOINTS).find(([, endpoint]) =>
			pathname.endsWith(new URL(endpoint.url).pathname),
		);
		if (found) responses.push({ endpoint: found[0], status, content });
	};
	const ends = [keepBodies(keep), keepFrames(keep)];
	try {
		return [await work(), responses];
	} finally {
		for (const end of ends) end();
	}
}

/** Keeps what is read of the bodies of all responses over HTTP. Returns what ends it. */
function keepBodies(keep: Keep): () => void {
	const onResponse = (message: unknown) => {
		const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
		const parts: Buffer[] = [];
		const push = response.push.bind(response);
		response.push = (part: Buffer | null, encoding?: BufferEncoding) => {
			if (part !== null) parts.push(part);
			else keep(request.path, response.statusCode ?? 0, contentOf(response.headers, parts));
			return push(part, encoding);
		};
	};
	subscribe('http.client.response.finish', onResponse);
	return () => unsubscribe('http.client.response.finish', onResponse);
}

/** Keeps the frames of every WebSocket, which is that of the package ws meanwhile. Returns what ends it. */
function keepFrames(keep: Keep): () => void {
	class RecordedWebSocket extends WebSocketClient {
		constructor(url: string) {
			super(url);
			this.addEventListener('message', ({ data }) =>
				keep(url, 101, contentOf({}, [Buffer.from(String(data))])),
			);
		}
	}
	const { WebSocket } = globalThis;
	Object.assign(globalThis, { WebSocket: RecordedWebSocket });
	return () => void Object.assign(globalThis, { WebSocket });
}

const DECODERS = new Map([
	['gzip', unzipSync],
	['deflate', unzipSync],
	['br', brotliDecompressSync],
]);

/** JSON as it is. Of another body, its type, its beginning, and the session ID in the headers. */
export function contentOf(headers: IncomingMessage['headers'], parts: Buffer[]): unknown {
	const body = Buffer.concat(parts);
	try {
		const decode = DECODERS.get(headers['content-encoding'] ?? '');
		return JSON.parse((decode?.(body) ?? body).toString()) as unknown;
	} catch {
		const { 'content-type': contentType, sid } = headers;
		return { contentType, begin: body.toString('latin1', 0, 4), sid };
	}
}
