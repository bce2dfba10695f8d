import express from 'express';
import { createServer, type IncomingMessage, type Server } from 'http';
import type { Duplex } from 'stream';
import { createAiCall, type AiCallOptions, type AiCallSimulator } from './aiCall';
import { controlRouter } from './http/control';
import { RequestLog, type RequestLogEntry } from './http/log';
import { createOpenPlatform, type OpenPlatformControls } from './openPlatform';
import type { Accounts } from './openPlatform/accounts';
import type { BaseName } from './openPlatform/endpoint';
import type { Settings } from './openPlatform/settings';

export type { RequestLogEntry } from './http/log';
export type { OpenPlatformControls } from './openPlatform';
export {
	demoAccounts,
	serviceNames,
	type Accounts,
	type ServiceAccount,
} from './openPlatform/accounts';
export { speak, type SpeechOptions } from './openPlatform/engines/speech';
export type { Fault, FaultRule } from './openPlatform/faults';
export type { Settings } from './openPlatform/settings';

export interface SimulatorOptions {
	/** By default a free port. */
	port?: number;
	/** By default 127.0.0.1. */
	host?: string;
	/** The keys by App ID and service; `demoAccounts` by default. */
	accounts?: Accounts;
	/** Pause in milliseconds before each answer of document 1's platform. */
	latencyMs?: number;
	/** Other settings of document 1's platform. */
	settings?: Partial<Settings>;
	/** Options of document 2's platform. */
	aiCall?: AiCallOptions;
	/** The log keeps at least this many requests (1000 by default), and less than twice as many. */
	logSize?: number;
	/** Called when a request is answered or its connection is closed. */
	onRequest?: (entry: RequestLogEntry) => void;
}

export interface Simulator {
	/** `http://127.0.0.1:PORT`. This address serves all paths of both documents. */
	url: string;
	/** A local address for each base address of the documents. Each address serves only its own endpoints. */
	baseUrls: Record<BaseName | 'call', string> & {
		/** The address of streaming speech, `ws://…`. */
		streaming: string;
	};
	/** The last requests, oldest first, without those to `/_control`. */
	log: RequestLogEntry[];
	openPlatform: OpenPlatformControls;
	/** The platform of document 2, with its controls. */
	aiCall: AiCallSimulator;
	/** Restores the initial state of both platforms, and empties the log. */
	reset(): void;
	/** Stops both platforms and cuts all connections. */
	close(): Promise<void>;
}

/** The default port of `npm run simulator`. The tests use free ports instead. */
export const USUAL_PORT = 8377;

const baseNames = ['nlp', 'ocr', 'vision', 'api'] as const;

/** The largest size of all headers of a request: enough for an X-Param with twenty long links. */
const HEADERS_MAX = 128 * 1024;
/** Clients keep idle connections for a shorter time. So the server never closes a connection that a client is about to use. */
const KEEP_ALIVE_MS = 65_000;

/**
 * Starts the local platform.
 * @throws Error with code EADDRINUSE when the port is taken
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const { port = 0, host = '127.0.0.1', latencyMs = 0, logSize = 1000 } = options;
	const log = new RequestLog(logSize, options.onRequest);
	const openPlatform = createOpenPlatform({
		accounts: options.accounts,
		settings: { ...options.settings, latencyMs: options.settings?.latencyMs ?? latencyMs },
		log,
	});

	const aiCall = createAiCall(options.aiCall);

	function reset(): void {
		openPlatform.reset();
		aiCall.reset();
		log.clear();
	}

	const app = express();
	app.disable('x-powered-by');
	app.set('etag', false);
	app.use(logRequests(log));
	// Must come before the other controls, because their JSON reader would lose the last digits of long IDs.
	app.use(aiCall.router);
	app.use('/_control', controlRouter({ openPlatform, log, reset }));
	for (const name of baseNames) app.use(`/${name}`, openPlatform.routerOf(name));
	app.use('/call', aiCall.router);
	app.use('/streaming', openPlatform.streamingRouter);
	app.use(openPlatform.streamingRouter);
	app.use(openPlatform.router);
	app.use(notFound);
	app.use(reportError);

	const server = createServer({ maxHeaderSize: HEADERS_MAX, keepAliveTimeout: KEEP_ALIVE_MS }, app);
	server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
		const path = withoutQuery(request.url ?? '');
		log.add(request, path);
		if (!openPlatform.upgrade(request, socket, head, path.replace(/^\/streaming(?=\/)/, ''))) {
			socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
		}
	});
	const closePlatforms = async () => {
		openPlatform.close();
		await aiCall.close();
	};
	const boundPort = await listen(server, port, host).catch(async (error: unknown) => {
		await closePlatforms();
		throw error;
	});
	const url = `http://${host}:${boundPort}`;
	const addressOf = (name: string) => `${url}/${name}`;
	return {
		url,
		baseUrls: {
			nlp: addressOf('nlp'),
			ocr: addressOf('ocr'),
			vision: addressOf('vision'),
			api: addressOf('api'),
			call: addressOf('call'),
			streaming: addressOf('streaming').replace(/^http/, 'ws'),
		},
		log: log.entries,
		openPlatform,
		aiCall,
		reset,
		async close() {
			const serverClosed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await Promise.all([serverClosed, closePlatforms()]);
		},
	};
}

function withoutQuery(url: string): string {
	return url.replace(/\?.*/s, '');
}

function logRequests(log: RequestLog): express.RequestHandler {
	return (request, response, next) => {
		if (request.path.startsWith('/_control')) {
			next();
			return;
		}
		const started = performance.now();
		const entry = log.add(request, withoutQuery(request.originalUrl));
		response.once('finish', () => {
			entry.status ??= response.statusCode;
		});
		response.once('close', () => {
			entry.durationMs = Math.round(performance.now() - started);
			log.answered(entry);
		});
		next();
	};
}

const notFound: express.RequestHandler = (request, response) => {
	response
		.status(404)
		.json({ message: `No endpoint at ${request.path}: see the base addresses of the documents.` });
};

const reportError: express.ErrorRequestHandler = (error, _request, response, next) => {
	if (response.headersSent) {
		next(error);
		return;
	}
	response.status(500).json({ message: error instanceof Error ? error.message : String(error) });
};

/** Starts to listen, and returns the port. Port 0 selects a free one. */
function listen(server: Server, port: number, host: string): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			const address = server.address();
			resolve(typeof address === 'object' && address !== null ? address.port : port);
		});
	});
}
