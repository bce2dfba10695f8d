import express from 'express';
import type { OpenPlatformControls } from '../openPlatform';
import type { FaultRule } from '../openPlatform/faults';
import { isObject } from '../openPlatform/param';
import { checkSettings } from '../openPlatform/settings';
import type { RequestLog } from './log';

export interface Controlled {
	openPlatform: OpenPlatformControls;
	log: RequestLog;
	reset(): void;
}

/**
 * The controls for tests in other processes. They only answer callers on this machine:
 * - `GET  /_control/health`    `{ ok: true }`
 * - `GET  /_control/log`       the request log, oldest first; `?last=n` returns its last n entries
 * - `GET  /_control/faults`    ordered faults that no request has used up yet
 * - `POST /_control/faults`    adds a fault rule, or an array of rules, after the existing rules
 * - `GET  /_control/settings`  the settings
 * - `POST /_control/settings`  changes some settings
 * - `POST /_control/reset`     restores the initial state and empties the log
 */
export function controlRouter({ openPlatform, log, reset }: Controlled): express.Router {
	const router = express.Router();
	// Only used where it is needed, because the controls of document 2 read their bodies themselves.
	const json = express.json();
	router.use(onlyFromThisMachine);

	router.get('/health', (_request, response) => {
		response.json({ ok: true });
	});
	router.get('/log', (request, response) => {
		const last = Number(request.query.last ?? log.entries.length);
		// `slice(-0)` would return all entries.
		response.json(last > 0 ? log.entries.slice(-last) : []);
	});
	router.get('/faults', (_request, response) => {
		response.json(openPlatform.faults.pending());
	});
	router.post('/faults', json, (request, response) => {
		openPlatform.faults.add(...faultRules(request.body));
		response.json(openPlatform.faults.pending());
	});
	router.get('/settings', (_request, response) => {
		response.json(openPlatform.settings);
	});
	router.post('/settings', json, (request, response) => {
		const body: unknown = request.body;
		if (!isObject(body)) throw new Error('Settings are a JSON object.');
		openPlatform.configure(checkSettings(body));
		response.json(openPlatform.settings);
	});
	router.post('/reset', (_request, response) => {
		reset();
		response.json({ ok: true });
	});
	router.use(reportError);
	return router;
}

const onlyFromThisMachine: express.RequestHandler = (request, response, next) => {
	const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
	if (address === '127.0.0.1' || address === '::1') next();
	else response.status(403).json({ message: 'The controls answer this machine only.' });
};

const reportError: express.ErrorRequestHandler = (error, _request, response, next) => {
	if (response.headersSent) {
		next(error);
		return;
	}
	response.status(400).json({ message: error instanceof Error ? error.message : String(error) });
};

function faultRules(body: unknown): FaultRule[] {
	const rules: unknown[] = Array.isArray(body) ? body : [body];
	return rules.map((rule) => {
		if (!isFaultRule(rule)) throw new Error('A fault is a JSON object with a "kind".');
		return rule;
	});
}

/** Only checks that the value has a kind. `FaultQueue.add` checks the other fields. */
function isFaultRule(value: unknown): value is FaultRule {
	return isObject(value) && typeof value.kind === 'string';
}
