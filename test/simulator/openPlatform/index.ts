import express from 'express';
import type { IncomingMessage } from 'http';
import type { Duplex } from 'stream';
import type { RequestLog } from '../http/log';
import { checkAccounts, demoAccounts, type Accounts, type ServiceAccount } from './accounts';
import type { BaseName, Endpoint } from './endpoint';
import { endpoints } from './endpoints';
import { engines } from './engines';
import { FaultQueue } from './faults';
import { ImageMemory } from './images';
import { Rates } from './rates';
import { serve, type Platform } from './serve';
import { StreamingService, STREAMING_PATH } from './streaming/serve';
import { checkSettings, defaultSettings, type Settings } from './settings';

export interface OpenPlatformOptions {
	accounts?: Accounts;
	settings?: Partial<Settings>;
	log: RequestLog;
}

/** What a test can change while the simulator runs. Tests in other processes use `/_control` over HTTP. */
export interface OpenPlatformControls {
	/** The faults that a test has ordered, the earliest first. */
	readonly faults: FaultQueue;
	/** The present settings. */
	readonly settings: Readonly<Settings>;
	/** The key, whitelist and licence of each App ID's services. A change takes effect with the next request. */
	readonly accounts: Accounts;
	/** @throws Error for an unknown setting or an invalid value */
	configure(settings: Partial<Settings>): void;
	/** Replaces the whitelist of a service. `undefined` allows all addresses. The next request uses the new whitelist. */
	setWhitelist(appid: string, service: string, addresses: string[] | undefined): void;
	/** Restores the initial settings and accounts. Forgets faults, image IDs and how many calls each account made. */
	reset(): void;
}

export interface OpenPlatform extends OpenPlatformControls {
	/** The endpoints of one base address. */
	routerOf(base: BaseName): express.Router;
	/** All endpoints. */
	router: express.Router;
	/** Answers plain HTTP requests to streaming speech, which do not open a WebSocket. */
	streamingRouter: express.Router;
	/**
	 * Takes over a connection that asks to become a WebSocket.
	 * @param path the requested path without the query
	 * @returns false if no service is at this path
	 */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): boolean;
	close(): void;
}

/** The platform of document 1: its routers and controls. */
export function createOpenPlatform(options: OpenPlatformOptions): OpenPlatform {
	const initialSettings: Settings = {
		...defaultSettings,
		...checkSettings({ ...options.settings }),
	};
	const initialAccounts = options.accounts ?? demoAccounts;
	checkAccounts(initialAccounts);

	const callCounts = new Map<ServiceAccount, number>();
	const platform: Platform = {
		accounts: structuredClone(initialAccounts),
		settings: { ...initialSettings },
		faults: new FaultQueue(),
		images: new ImageMemory(),
		rates: new Rates(),
		engines,
		log: options.log,
		count(account) {
			const count = (callCounts.get(account) ?? 0) + 1;
			callCounts.set(account, count);
			return count;
		},
	};

	const streaming = new StreamingService(platform);

	return {
		faults: platform.faults,
		get settings() {
			return platform.settings;
		},
		get accounts() {
			return platform.accounts;
		},
		configure(settings) {
			Object.assign(platform.settings, checkSettings({ ...settings }));
		},
		setWhitelist(appid, service, addresses) {
			const account = platform.accounts[appid]?.[service];
			if (!account) throw new Error(`App ${appid} has no service ${service}.`);
			const changed = { ...account, whitelist: addresses };
			checkAccounts({ [appid]: { [service]: changed } });
			Object.assign(account, changed);
		},
		reset() {
			platform.settings = { ...initialSettings };
			platform.accounts = structuredClone(initialAccounts);
			platform.faults.clear();
			platform.images.clear();
			streaming.clear();
			platform.rates.reset();
			callCounts.clear();
		},
		routerOf: (base) =>
			routerFor(
				platform,
				endpoints.filter((endpoint) => endpoint.base === base),
			),
		router: routerFor(platform, endpoints),
		streamingRouter: routerForStreaming(streaming),
		upgrade(request, socket, head, path) {
			if (path !== STREAMING_PATH) return false;
			streaming.upgrade(request, socket, head, request.url ?? '');
			return true;
		},
		close() {
			streaming.close();
		},
	};
}

function routerFor(platform: Platform, served: readonly Endpoint[]): express.Router {
	const router = express.Router({ caseSensitive: true, strict: true });
	for (const endpoint of served) {
		router.post(endpoint.path, (request, response) => serve(platform, endpoint, request, response));
		router.all(endpoint.path, (request, response) => {
			platform.log.of(request).endpoint = endpoint.name;
			response
				.status(405)
				.set('Allow', 'POST')
				.json({ message: 'Requests are HTTP POST (document 1, part 1).' });
		});
	}
	return router;
}

function routerForStreaming(streaming: StreamingService): express.Router {
	const router = express.Router({ caseSensitive: true, strict: true });
	router.get(STREAMING_PATH, (request, response) => {
		const { status, headers, body } = streaming.answerPlain(request, request.originalUrl);
		response.status(status).set(headers).send(body);
	});
	return router;
}
