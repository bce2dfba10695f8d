import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import {
	exchangeFrames,
	hasWebSocket,
	type FrameExchange,
} from '../../nodes/shared/n8n/http/webSocket';
import { provideWebSocket } from '../setup/webSocket';

provideWebSocket();

let server: WebSocketServer;
let address: string;
/** What the server does with the client's frame. */
let answer: (socket: WebSocket, frame: string) => void;
const received: string[] = [];

beforeAll(async () => {
	server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
	server.on('connection', (socket) => {
		socket.on('message', (data: Buffer) => {
			received.push(data.toString());
			answer(socket, data.toString());
		});
	});
	await new Promise((resolve) => server.once('listening', resolve));
	address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v2/tts?authorization=c2VjcmV0`;
});
beforeEach(() => received.splice(0));
afterEach(() => {
	for (const client of server.clients) client.terminate();
});
afterAll(async () => await new Promise<void>((resolve) => server.close(() => resolve())));

function exchange(
	read: FrameExchange['read'],
	changes: Partial<FrameExchange> = {},
): Promise<void> {
	return exchangeFrames({
		url: address,
		frame: '{"你":1}',
		timeoutMs: 5000,
		frameCharacters: 1000,
		maxFrames: 100,
		read,
		...changes,
	});
}

async function failureOf(read: FrameExchange['read'], changes: Partial<FrameExchange> = {}) {
	const [outcome] = await Promise.allSettled([exchange(read, changes)]);
	if (outcome.status === 'fulfilled') throw new Error('It did not fail');
	const { name, message, kind, details } = outcome.reason as Error & {
		kind?: string;
		details?: { advice?: string };
	};
	expect(JSON.stringify([message, details])).not.toContain('c2VjcmV0');
	return { name, message, kind };
}

const host = () => new URL(address).host;

test('an exchange sends one frame, reads frames until the last one, and then closes', async () => {
	answer = (socket) => {
		for (const frame of ['one', 'two', 'last']) socket.send(frame);
	};
	const closed = new Promise((resolve) =>
		server.once('connection', (socket) => socket.once('close', resolve)),
	);
	const frames: string[] = [];
	await exchange((frame) => {
		frames.push(frame);
		return frame === 'last' ? 'last' : 'content';
	});
	expect(frames).toEqual(['one', 'two', 'last']);
	expect(received).toEqual(['{"你":1}']);
	await closed;
});

test.each<[string, (stopped: AbortSignal) => Promise<unknown>]>([
	['ended', async (stopped) => await exchange(() => 'last', { stopped })],
	['failed', async (stopped) => await failureOf(() => 'content', { stopped, maxFrames: 0 })],
])('after an exchange that %s, its timers and a stop do nothing', async (_how, run) => {
	const stop = new AbortController();
	answer = (socket) => socket.send('one');
	const timers = jest.spyOn(AbortSignal, 'timeout');
	await run(stop.signal);
	const signals = [stop.signal, ...timers.mock.results.map(({ value }) => value as AbortSignal)];
	timers.mockRestore();
	expect(signals.length).toBeGreaterThan(1);
	expect(signals.map((signal) => getEventListeners(signal, 'abort').length)).toEqual(
		signals.map(() => 0),
	);
});

test('a frame that comes while a failed exchange closes is not read', async () => {
	let connection: WebSocket | undefined;
	answer = (socket) => {
		connection = socket;
		// So the client's close is not seen before the next frame is sent.
		socket.pause();
		socket.send('one');
	};
	const frames: string[] = [];
	const outcome = await failureOf((frame) => {
		frames.push(frame);
		throw new Error('It is not what was expected');
	});
	expect(outcome.message).toBe('It is not what was expected');
	const closed = new Promise((resolve) => connection?.once('close', resolve));
	connection?.send('late');
	connection?.resume();
	await closed;
	expect(frames).toEqual(['one']);
});

test('frames that come together with the last frame are read, even if the server closes the connection', async () => {
	answer = (socket) => {
		for (const frame of ['last', 'late']) socket.send(frame);
		socket.close();
	};
	await expect(
		exchange((frame) => {
			if (frame === 'late') throw new Error('There is more after the end');
			return 'last';
		}),
	).rejects.toThrow('There is more after the end');
});

test('a connection that ends before the last frame is an error', async () => {
	answer = (socket) => {
		socket.send('one');
		socket.close(1000);
	};
	expect(await failureOf(() => 'content')).toEqual({
		name: 'TransportError',
		kind: 'interrupted',
		message: `The connection to ${host()} was closed before the response was complete`,
	});
	answer = (socket) => socket.terminate();
	expect(await failureOf(() => 'content')).toMatchObject({ kind: 'interrupted' });
});

test('a refused handshake is an error, and so is a port on which no server listens', async () => {
	const refusingServer = createServer((_request, response) =>
		response.writeHead(401).end('{"message":"HMAC signature does not match"}'),
	);
	await new Promise<void>((resolve) => refusingServer.listen(0, '127.0.0.1', resolve));
	const { port } = refusingServer.address() as AddressInfo;
	const notConnected = {
		name: 'TransportError',
		kind: 'notConnected',
		message: `Could not open a WebSocket connection to 127.0.0.1:${port}`,
	};
	expect(
		await failureOf(() => 'content', {
			url: `ws://127.0.0.1:${port}/v2/tts?authorization=c2VjcmV0`,
		}),
	).toEqual(notConnected);
	await new Promise((resolve) => refusingServer.close(resolve));
	expect(await failureOf(() => 'content', { url: `ws://127.0.0.1:${port}/v2/tts` })).toEqual(
		notConnected,
	);
});

test('if the server sends nothing for too long, at the beginning or after a frame, the exchange times out', async () => {
	answer = () => undefined;
	expect(await failureOf(() => 'content', { timeoutMs: 100 })).toEqual({
		name: 'TransportError',
		kind: 'timedOut',
		message: `${host()} sent no data for 0.1 seconds`,
	});
	answer = (socket) => socket.send('one');
	expect(await failureOf(() => 'content', { timeoutMs: 100 })).toMatchObject({ kind: 'timedOut' });
});

test('if the server sends nothing for too long, the exchange times out even if the clock is set back meanwhile', async () => {
	answer = () => void jest.spyOn(Date, 'now').mockReturnValue(0);
	expect(await failureOf(() => 'content', { timeoutMs: 100 })).toMatchObject({ kind: 'timedOut' });
	jest.restoreAllMocks();
});

test('each frame with content restarts the time-out', async () => {
	answer = (socket) => {
		let sent = 0;
		const timer = setInterval(() => {
			socket.send(String(++sent));
			if (sent === 11) clearInterval(timer);
		}, 100);
	};
	// The frames take 1100 ms in all, and each comes 100 ms after the one before.
	await exchange((frame) => (frame === '11' ? 'last' : 'content'), { timeoutMs: 1000 });
});

/** Sends frame after frame until the client closes the connection. */
const sendEndlessly = (socket: WebSocket) => {
	const next = () => {
		if (socket.readyState === socket.OPEN) socket.send('x', () => setImmediate(next));
	};
	next();
};

test('frames without content do not restart the time-out', async () => {
	answer = sendEndlessly;
	expect(
		await failureOf(() => 'empty', { timeoutMs: 200, maxFrames: Number.POSITIVE_INFINITY }),
	).toEqual({
		name: 'TransportError',
		kind: 'timedOut',
		message: `${host()} sent no audio for 0.2 seconds`,
	});
});

test('an exchange fails after the largest allowed number of frames', async () => {
	answer = sendEndlessly;
	let frames = 0;
	const read = () => {
		frames++;
		return 'content' as const;
	};
	expect(await failureOf(read)).toEqual({
		name: 'PlatformError',
		kind: 'unreadable',
		message: `${host()} sent more than 100 frames`,
	});
	expect(frames).toBe(100);
});

test('if the execution is stopped between two frames or before the handshake, the exchange is canceled', async () => {
	const stop = new AbortController();
	answer = (socket) => socket.send('one');
	const read = () => {
		stop.abort();
		return 'content' as const;
	};
	expect(await failureOf(read, { stopped: stop.signal })).toEqual({
		name: 'TransportError',
		kind: 'stopped',
		message: 'The execution was stopped',
	});
	received.splice(0);
	expect(await failureOf(read, { stopped: stop.signal })).toMatchObject({ kind: 'stopped' });
	expect(received).toEqual([]);
});

test('a frame that is too long or not text is an error', async () => {
	answer = (socket) => socket.send('x'.repeat(1001));
	expect(await failureOf(() => 'last')).toMatchObject({
		name: 'PlatformError',
		message: `${host()} sent a frame of 1001 characters; at most 1000 are accepted`,
	});
	answer = (socket) => socket.send(Buffer.from('binary'));
	expect(await failureOf(() => 'last')).toMatchObject({
		name: 'PlatformError',
		message: `${host()} sent a frame that is not text`,
	});
});

test('if Node.js has no WebSocket, the error says which version is needed', async () => {
	const original = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
	Reflect.deleteProperty(globalThis, 'WebSocket');
	expect(hasWebSocket()).toBe(false);
	expect(await failureOf(() => 'last')).toMatchObject({
		name: 'InputError',
		message: 'Streaming speech needs Node.js 22 or newer, but n8n runs on an older version',
	});
	if (original) Object.defineProperty(globalThis, 'WebSocket', original);
	expect(hasWebSocket()).toBe(true);
});
