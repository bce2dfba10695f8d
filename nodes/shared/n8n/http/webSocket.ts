import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { InputError, PlatformError, stoppedError, TransportError } from '../../failure';
import { watchIdle, type IdleWatch } from './idleWatch';
import { brokenError, timeoutError } from './transportErrors';

/** The kind of a received frame: the last one, another one with content, or one without content. */
export type ReceivedFrame = 'last' | 'content' | 'empty';

/** One exchange over a WebSocket: one frame is sent, several are received. */
export interface FrameExchange {
	/** The URL is signed, and therefore never shown: errors only name its host. */
	url: string;
	frame: string;
	/**
	 * How long the server may send nothing, in milliseconds: while connecting, and between two frames
	 * with content.
	 */
	timeoutMs: number;
	/** The most characters that a frame may have. */
	frameCharacters: number;
	/** The most frames that are accepted. */
	maxFrames: number;
	stopped?: AbortSignal;
	/**
	 * Reads a frame and returns its kind. It is also called for frames that arrive together with the
	 * `last` one.
	 */
	read(frame: string): ReceivedFrame;
}

/** The part of Node.js's WebSocket that is used here. */
interface NodeWebSocket {
	binaryType: string;
	send(data: string): void;
	close(): void;
	addEventListener(type: EventType, listener: Listener): void;
	removeEventListener(type: EventType, listener: Listener): void;
}

type EventType = 'open' | 'message' | 'error' | 'close';
type Listener = (event: { data?: unknown }) => void;

/** Node.js has `WebSocket` from version 22 on. */
declare const WebSocket: (new (url: string) => NodeWebSocket) | undefined;

export function hasWebSocket(): boolean {
	return typeof WebSocket !== 'undefined';
}

/**
 * Checks an address against n8n's policy, for a connection that n8n's own helpers do not make.
 * @throws InputError if n8n does not allow the address; older versions have no such policy
 */
export async function requireAllowedAddress(
	{ helpers }: IExecuteFunctions,
	address: string,
): Promise<void> {
	if (!('getSecureEgressFilter' in helpers)) return;
	const allowed = await helpers.getSecureEgressFilter().validateUrl(address);
	if (allowed.ok) return;
	throw new InputError(
		`n8n does not allow connections to ${new URL(address).host}: ${allowed.error.message}`,
		'Check the base URL in the credential, and the addresses that n8n may reach (N8N_SSRF_ALLOWED_HOSTNAMES, N8N_SSRF_ALLOWED_IP_RANGES).',
	);
}

const FRAME_ADVICE =
	'Try again. If it keeps happening, check the base URL of this service in the credential, and whether a proxy is responding instead of the platform.';

/**
 * Sends one frame and passes each received frame to `read`, up to the last one. The connection is
 * closed in any case. A refused handshake is `notConnected`, as if the host could not be reached,
 * because a WebSocket does not show the response to a handshake.
 * @throws InputError if Node has no WebSocket
 * @throws TransportError `notConnected`, `interrupted` (closed before the last frame), `timedOut`,
 * `stopped`
 * @throws PlatformError for a frame that is too long or not text, and for too many frames
 * @throws the errors of `read`
 */
export async function exchangeFrames(exchange: FrameExchange): Promise<void> {
	if (typeof WebSocket === 'undefined') {
		throw new InputError(
			'Streaming speech needs Node.js 22 or newer, but n8n runs on an older version',
			'Update Node.js (n8n 2.41 needs 24), or choose the service Standard (HTTP) where the application has it.',
		);
	}
	const { url, timeoutMs, stopped } = exchange;
	const host = new URL(url).host;
	if (stopped?.aborted) throw stoppedError();
	const socket = new WebSocket(url);
	socket.binaryType = 'arraybuffer';
	// Closing takes a while. Until then, a socket of the package ws needs a listener for errors.
	socket.addEventListener('error', () => undefined);
	const done = new AbortController();
	let idle: IdleWatch | undefined;
	let removeListeners = (): void => undefined;
	try {
		await new Promise<void>((resolve, reject) => {
			stopped?.addEventListener('abort', () => reject(stoppedError()), { signal: done.signal });
			const seen = { frames: 0 };
			const onIdle = () =>
				reject(timeoutError(host, timeoutMs, { awaited: seen.frames > 0 ? 'audio' : 'data' }));
			idle = watchIdle(timeoutMs, onIdle);
			const { restart: restartIdleTime } = idle;
			removeListeners = sendAndRead(socket, exchange, {
				host,
				seen,
				restartIdleTime,
				resolve,
				reject,
			});
		});
	} finally {
		done.abort();
		idle?.end();
		// What was read must not stay in memory until the closing handshake has ended.
		removeListeners();
		socket.close();
	}
}

/** What `sendAndRead` counts, and what it calls while frames arrive. */
interface ExchangeProgress {
	host: string;
	/** The number of frames received so far. */
	seen: { frames: number };
	/** Called when the connection is open, and whenever the server has sent a frame with content. */
	restartIdleTime: () => void;
	resolve: () => void;
	reject: (reason: unknown) => void;
}

/**
 * Sends the frame once the connection is open, and reads all frames up to the last one. Then calls
 * `resolve`, or `reject` with the error.
 * @returns a function that removes the listeners
 */
function sendAndRead(
	socket: NodeWebSocket,
	{ frame, frameCharacters, maxFrames, read }: FrameExchange,
	{ host, seen, restartIdleTime, resolve, reject }: ExchangeProgress,
): () => void {
	let opened = false;
	let complete = false;
	const ended = () => {
		if (complete) resolve();
		else reject(opened ? brokenError(host, 'WebSocket connections') : notConnected(host));
	};
	const open = () => {
		opened = true;
		restartIdleTime();
		socket.send(frame);
	};
	const message: Listener = ({ data }) => {
		try {
			if (++seen.frames > maxFrames) throw badFrame(`more than ${maxFrames} frames`, host);
			const received = read(frameText(data, host, frameCharacters));
			if (received !== 'empty') restartIdleTime();
			if (received !== 'last' || complete) return;
			complete = true;
			// Frames received together with the last one are read too: after closing they would be
			// dropped.
			void sleep(0).then(resolve);
		} catch (error) {
			reject(error);
		}
	};
	const listeners: [EventType, Listener][] = [
		['open', open],
		['message', message],
		['error', ended],
		['close', ended],
	];
	for (const [type, listener] of listeners) socket.addEventListener(type, listener);
	return () => {
		for (const [type, listener] of listeners) socket.removeEventListener(type, listener);
	};
}

function frameText(data: unknown, host: string, frameCharacters: number): string {
	if (typeof data !== 'string') throw badFrame('a frame that is not text', host);
	if (data.length <= frameCharacters) return data;
	throw badFrame(
		`a frame of ${data.length} characters; at most ${frameCharacters} are accepted`,
		host,
	);
}

function badFrame(content: string, host: string): PlatformError {
	return new PlatformError(`${host} sent ${content}`, 'unreadable', { advice: FRAME_ADVICE });
}

function notConnected(host: string): TransportError {
	return new TransportError(
		`Could not open a WebSocket connection to ${host}`,
		'Check the base URL of streaming speech in the credential, and that n8n can reach this host over a WebSocket (firewall). These connections do not use the proxy configured in n8n.',
		'notConnected',
	);
}
