import { sleep } from 'n8n-workflow';
import { InputError, PlatformError, TransportError } from '../../failure';
import { timeoutError } from './transport';

/** One exchange over a WebSocket: one frame is sent, several are answered. */
export interface FrameExchange {
	/** Signed, and so never shown: errors name its host alone. */
	url: string;
	/** The one frame that is sent, as text. */
	frame: string;
	/** How long the server may send no data, in milliseconds: while connecting, and between two frames. */
	timeoutMs: number;
	/** The longest frame that is accepted, in characters. */
	frameCharacters: number;
	/** Ends the exchange when it is aborted. */
	stopped?: AbortSignal;
	/**
	 * Reads each frame that comes; true once it was the last one. It is also given frames that come right after the
	 * last one. What it throws ends the exchange.
	 */
	read(frame: string): boolean;
}

/** The part of Node's own WebSocket that is used here. */
interface NodeWebSocket {
	binaryType: string;
	send(data: string): void;
	close(): void;
	addEventListener(type: 'open' | 'message' | 'error' | 'close', listener: (event: { data?: unknown }) => void): void;
}

/** Node has it from version 22 on. */
declare const WebSocket: (new (url: string) => NodeWebSocket) | undefined;

/** True where this Node can open WebSockets. */
export function hasWebSocket(): boolean {
	return typeof WebSocket !== 'undefined';
}

const FORM_ADVICE = 'Try again. If it persists, check the base URL of this service in the credential, and whether a proxy is responding instead of the platform.';

/**
 * Sends one frame and gives each answer to `read`, until that has the last one. The connection is closed in any case.
 * A refused handshake is `notConnected`, like a host that cannot be reached: a WebSocket does not show the answer.
 * @throws InputError where Node has no WebSocket
 * @throws TransportError `notConnected`, `interrupted` (closed before the last frame), `timedOut`, `stopped`
 * @throws PlatformError for a frame that is too long or not text; and whatever `read` throws
 */
export async function exchangeFrames(exchange: FrameExchange): Promise<void> {
	if (typeof WebSocket === 'undefined') {
		throw new InputError(
			'Streaming speech needs Node.js 22 or newer, but n8n runs on an older version',
			'Update Node.js (n8n 2.41 needs 24), or choose the service Standard (HTTP) where the application has it.',
		);
	}
	const { url, stopped } = exchange;
	const host = new URL(url).host;
	if (stopped?.aborted) throw canceled();
	const socket = new WebSocket(url);
	socket.binaryType = 'arraybuffer';
	const idle = new IdleWatch(exchange.timeoutMs);
	let onStop = (): void => undefined;
	try {
		await new Promise<void>((resolve, reject) => {
			onStop = () => reject(canceled());
			stopped?.addEventListener('abort', onStop);
			idle.start(() => reject(timeoutError(host, exchange.timeoutMs)));
			follow(socket, exchange, host, idle, resolve, reject);
		});
	} finally {
		idle.stop();
		stopped?.removeEventListener('abort', onStop);
		socket.close();
	}
}

/** Sends the frame once the connection is open, and reads what comes until the last frame. */
function follow(
	socket: NodeWebSocket,
	{ frame, frameCharacters, read }: FrameExchange,
	host: string,
	idle: IdleWatch,
	resolve: () => void,
	reject: (reason: unknown) => void,
): void {
	let [opened, complete] = [false, false];
	const ended = () => {
		if (complete) resolve();
		else reject(opened ? broken(host) : notConnected(host));
	};
	socket.addEventListener('open', () => {
		opened = true;
		idle.sign();
		socket.send(frame);
	});
	socket.addEventListener('message', ({ data }) => {
		idle.sign();
		try {
			if (!read(textIn(data, host, frameCharacters))) return;
			complete = true;
			// Frames that have come together with the last one are read too: after closing they would be dropped.
			void sleep(0).then(resolve);
		} catch (error) {
			reject(error);
		}
	});
	socket.addEventListener('error', ended);
	socket.addEventListener('close', ended);
}

function textIn(data: unknown, host: string, frameCharacters: number): string {
	if (typeof data !== 'string') throw new PlatformError(`${host} sent a frame that is not text`, 'unreadable', { advice: FORM_ADVICE });
	if (data.length <= frameCharacters) return data;
	throw new PlatformError(`${host} sent a frame of ${data.length} characters; at most ${frameCharacters} are accepted`, 'unreadable', { advice: FORM_ADVICE });
}

/** Reports when nothing was received for some time. */
class IdleWatch {
	private lastSign = Date.now();

	private timer: AbortSignal | undefined;

	private onIdle = (): void => undefined;

	constructor(private readonly timeoutMs: number) {}

	start(onIdle: () => void): void {
		this.onIdle = onIdle;
		this.arm(this.timeoutMs);
	}

	sign(): void {
		this.lastSign = Date.now();
	}

	/** Lets go of what `onIdle` holds: the timer itself lives on until its time is over. */
	stop(): void {
		this.timer?.removeEventListener('abort', this.look);
		this.timer = undefined;
	}

	private arm(ms: number): void {
		this.timer = AbortSignal.timeout(ms);
		this.timer.addEventListener('abort', this.look);
	}

	private readonly look = (): void => {
		const left = this.lastSign + this.timeoutMs - Date.now();
		if (left > 0) this.arm(left);
		else this.onIdle();
	};
}

function notConnected(host: string): TransportError {
	return new TransportError(
		`Could not open a WebSocket connection to ${host}`,
		'Check the base URL of streaming speech in the credential, and that n8n can reach this host over a WebSocket (firewall). These connections do not use the proxy configured in n8n.',
		'notConnected',
	);
}

function broken(host: string): TransportError {
	return new TransportError(
		`The connection to ${host} was closed before the response was complete`,
		'Try again. If it keeps happening, check for a proxy or firewall that closes WebSocket connections.',
		'interrupted',
	);
}

function canceled(): TransportError {
	return new TransportError('The execution was stopped', 'Nothing is wrong with the request.', 'stopped');
}
