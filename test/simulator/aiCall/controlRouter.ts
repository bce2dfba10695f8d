import express, { type NextFunction, type Request, type Response } from 'express';
import { isCallbackModule, isSettingName, type PushOrder, type Settings } from './config';
import {
	readCustomer,
	readFault,
	readFaultPlan,
	readLine,
	readManner,
	readRobot,
} from './controlInput';
import { isEndpoint, type Endpoint } from './endpointList';
import { isUrlModule, Refusal, type UrlModule } from './protocol';
import type { AiCallSimulator } from './simulator';
import { Fields, readJsonBody, writeJson } from './strictJson';

type Control = (platform: AiCallSimulator, fields: Fields) => unknown;

/** Lists that can be read with `GET`. With `?after=n`, the answer leaves out the first n entries. */
const LISTS: Readonly<Record<string, (platform: AiCallSimulator) => readonly object[]>> = {
	requests: (platform) => platform.requests,
	acceptedRows: (platform) => platform.acceptedRows,
	calls: (platform) => [...platform.calls, ...platform.inboundCalls],
	pushes: (platform) => platform.pushes,
	contexts: (platform) => platform.contexts,
	tasks: (platform) => platform.tasks,
};

/**
 * Controls that are called with `POST /_control/aicall/<name>` and a JSON object. Each control answers with JSON. In the
 * comments, `…manner` stands for the fields of `PushManner`.
 */
const CONTROLS: Readonly<Record<string, Control>> = {
	/** `{ tokenLifeSeconds: 5, … }`: some of `Settings`. */
	configure: (platform, fields) => {
		platform.configure(readSettings(fields, platform.setup.settings));
		return platform.setup.settings;
	},
	/** `{ endpoint: "callout" | … | "*", fault: { kind, … }, times? }`; answers with the faults that wait for requests. */
	failNext: (platform, fields) => {
		const fault = fields.optionalFields('fault');
		if (!fault) throw new Error('fault is required');
		platform.failNext(
			endpointNamed(fields.string('endpoint')),
			readFault(fault),
			fields.optionalInt('times') ?? 1,
		);
		return platform.waitingFaults;
	},
	/** `{ seed, busy?, dropBefore?, … }`; `{}` ends the plan. */
	faultPlan: (platform, fields) =>
		platform.setFaultPlan(fields.names().length === 0 ? undefined : readFaultPlan(fields)),
	clearFaults: (platform) => platform.clearFaults(),
	expireTokens: (platform) => ({ ended: platform.expireAllTokens() }),
	/** `{ url }` for all modules, or `{ receiveCallRecord?, receiveVoice?, "receiveDialog|AppX|4567"?, … }`. */
	urls: (platform, fields) => {
		const urlForAll = fields.optionalString('url');
		const urlByModule = Object.fromEntries(
			fields
				.names()
				.filter(isCallbackModule)
				.map((name) => [name, fields.string(name)]),
		);
		platform.setUrls(urlForAll ?? urlByModule);
		return platform.setup.urls;
	},
	/** `{ "13800000001": "busy", "13800000002": { result, … }, "13800000003": ["noAnswer", "answers"] }` */
	customers: (platform, fields) =>
		platform.setCustomers(
			Object.fromEntries(fields.names().map((number) => [number, readCustomer(fields, number)])),
		),
	/** `{ robots?: […], lines?: […], sensitiveNumbers?: […] }`: each list that is sent replaces the present list. */
	setup: (platform, fields) => {
		const { setup } = platform;
		setup.robots = fields.optionalList('robots')?.map(readRobot) ?? setup.robots;
		setup.lines = fields.optionalList('lines')?.map(readLine) ?? setup.lines;
		const sensitive = fields.optionalStrings('sensitiveNumbers');
		if (sensitive) setup.sensitiveNumbers = new Set(sensitive);
		return { robots: setup.robots, lines: setup.lines };
	},
	/** `{ speed?, advanceMs?, timeOfDay?: "10:00" }` of the calling clock; answers with the time that the clock then shows. */
	clock: (platform, fields) => {
		const timeOfDay = fields.optionalString('timeOfDay');
		if (timeOfDay !== undefined)
			platform.clock.advance(untilTimeOfDay(platform.clock.now(), timeOfDay));
		return moveClock(platform.clock, fields);
	},
	/** `{ speed?, advanceMs? }` of the clock of tokens. */
	tokenClock: (platform, fields) => moveClock(platform.tokenClock, fields),
	/** Runs all calls, and advances the calling clock to their end. */
	runCalls: (platform) => ({ passedMs: platform.runCalls() }),
	/** `{ timeoutMs? }` waits until calls and pushes have ended. */
	settled: async (platform, fields) => platform.settled(fields.optionalInt('timeoutMs')),
	/** `{ robot_id, call_relation_id?, business_id?, app_id?, caller?, callee?, customer?, ask? }` */
	inbound: async (platform, fields) => platform.placeInboundCall(readInbound(fields)),
	/** The fields of `inbound`, with `count` and `perSecond?`. */
	inboundMany: async (platform, fields) =>
		platform.placeInboundCalls(
			fields.int('count'),
			fields.optionalNumber('perSecond') ?? 20,
			readInbound(fields),
		),
	/** `{ module, payload?: {…}, …manner }`; the payload may hold numbers of any length. */
	push: async (platform, fields) =>
		platform.push(
			moduleNamed(fields.string('module')),
			fields.optionalFields('payload')?.everything() ?? {},
			readManner(fields),
		),
	/** `{ number, …manner }` sends the push with this number again. */
	repeatPush: async (platform, fields) =>
		platform.repeatPush(fields.int('number'), readManner(fields)),
	/** `{ callUuid, order?, …manner }` sends all pushes of a call again. */
	repeatCall: async (platform, fields) =>
		platform.repeatCall(
			fields.string('callUuid'),
			orderNamed(fields.optionalString('order') ?? 'documented'),
			readManner(fields),
		),
	/** `{ count, concurrency, seed?, shuffle?, sentTwiceShare?, cutShare?, numericIdShare?, secret?, timeoutMs?, repeats? }` */
	pushMany: async (platform, fields) =>
		platform.pushMany(fields.int('count'), fields.optionalInt('concurrency') ?? 20, {
			...fieldIfDefined('seed', fields.optionalInt('seed')),
			...fieldIfDefined('shuffle', fields.optionalBoolean('shuffle')),
			...fieldIfDefined('sentTwiceShare', fields.optionalNumber('sentTwiceShare')),
			...fieldIfDefined('cutShare', fields.optionalNumber('cutShare')),
			...fieldIfDefined('numericIdShare', fields.optionalNumber('numericIdShare')),
			...fieldIfDefined('secret', fields.optionalString('secret')),
			...fieldIfDefined('timeoutMs', fields.optionalInt('timeoutMs')),
			...fieldIfDefined('repeats', fields.optionalInt('repeats')),
		}),
	/** `{ count }` creates tasks whose states `changeTask` sets, and returns their IDs. */
	stageTasks: (platform, fields) => ({ taskIds: platform.stageTasks(fields.int('count')) }),
	/** `{ taskId, status?, rows?, calledRows?, deleted?, gone? }` */
	changeTask: (platform, fields) =>
		platform.changeTask(fields.string('taskId'), {
			...fieldIfDefined('status', fields.optionalInt('status')),
			...fieldIfDefined('rows', fields.optionalInt('rows')),
			...fieldIfDefined('calledRows', fields.optionalInt('calledRows')),
			...fieldIfDefined('deleted', fields.optionalBoolean('deleted')),
			...fieldIfDefined('gone', fields.optionalBoolean('gone')),
		}),
	clearRecords: (platform) => platform.clearRecords(),
	reset: (platform) => platform.reset(),
};

/**
 * The platform's controls for tests in other processes on this machine. Lists, `summary` and `state` are read with
 * `GET`, everything else is done with `POST` and a JSON object.
 */
export function controlRouter(platform: AiCallSimulator): express.Router {
	const router = express.Router();
	const send = (res: Response, status: number, value: unknown): void => {
		res
			.status(status)
			.type('application/json')
			.end(writeJson(value ?? {}));
	};
	router.use(onlyFromHere);
	router.get('/summary', (_req, res) => send(res, 200, platform.summary()));
	router.get('/state', (_req, res) => send(res, 200, stateOf(platform)));
	router.get('/:list', (req, res, next) => {
		const list = LISTS[req.params.list];
		if (!list) return next();
		send(res, 200, list(platform).slice(Number(req.query.after ?? 0)));
	});
	router.post(
		'/:control',
		express.raw({ type: () => true, limit: '50mb' }),
		async (req: Request<{ control: string }>, res: Response, next: NextFunction) => {
			const control = CONTROLS[req.params.control];
			if (!control) return next();
			try {
				const fields = new Fields(bodyOf(req));
				const answer = await control(platform, fields);
				fields.end();
				send(res, 200, answer);
			} catch (error) {
				send(res, 400, { error: textOf(error) });
			}
		},
	);
	router.use((req, res) => {
		send(res, 404, {
			error: `There is no control ${req.path}`,
			get: ['summary', 'state', ...Object.keys(LISTS)],
			post: Object.keys(CONTROLS),
		});
	});
	return router;
}

function textOf(error: unknown): string {
	if (error instanceof Refusal) return error.reason;
	return error instanceof Error ? error.message : String(error);
}

function stateOf(platform: AiCallSimulator): object {
	return {
		clock: { now: platform.clock.now(), speed: platform.clock.speed },
		tokenClock: { now: platform.tokenClock.now(), speed: platform.tokenClock.speed },
		settings: platform.setup.settings,
		urls: platform.setup.urls,
		tasks: platform.tasks,
		peaks: platform.peaks,
		waitingFaults: platform.waitingFaults,
	};
}

function onlyFromHere(req: Request, res: Response, next: NextFunction): void {
	const address = req.socket.remoteAddress ?? '';
	if (['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address)) return next();
	res.status(403).json({ error: 'Controls are for this machine only' });
}

/** The body as an object, which is empty if there is no body. Another part of the server may already have parsed the body. */
function bodyOf(req: Request): Record<string, unknown> {
	const body: unknown = req.body;
	if (Buffer.isBuffer(body))
		return body.length === 0 ? {} : readJsonBody(req.headers['content-type'], body);
	return body === undefined
		? {}
		: readJsonBody('application/json', Buffer.from(JSON.stringify(body)));
}

const DAY_MS = 86_400_000;

/** The milliseconds from a moment to the next one at which it is this time of day in China, as `HH:MM`. */
function untilTimeOfDay(now: number, timeOfDay: string): number {
	const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(timeOfDay) ?? [];
	if (hours === undefined)
		throw new Error(`timeOfDay must be a time such as 10:00, not ${timeOfDay}`);
	const [day = ''] = new Date(now).toISOString().split('T');
	const moment = Date.parse(`${day}T${hours}:${minutes}:00+08:00`);
	return (moment - now + 2 * DAY_MS) % DAY_MS;
}

function moveClock(clock: AiCallSimulator['clock'], fields: Fields): object {
	const speed = fields.optionalNumber('speed');
	const advanceMs = fields.optionalInt('advanceMs');
	if (speed !== undefined) clock.setSpeed(speed);
	if (advanceMs !== undefined) clock.advance(advanceMs);
	return { now: clock.now(), speed: clock.speed };
}

/** Reads settings. Each value must have the type of the present value. */
function readSettings(fields: Fields, present: Settings): Partial<Settings> {
	const entries = fields.names().map((name): [string, unknown] => {
		if (!isSettingName(name)) throw new Error(`There is no setting ${name}`);
		const type = typeof present[name];
		if (type === 'number') return [name, fields.optionalNumber(name)];
		if (type === 'boolean') return [name, fields.optionalBoolean(name)];
		return [name, fields.optionalString(name)];
	});
	const settings: Partial<Settings> = Object.fromEntries(entries);
	// Throws if there is no such order.
	if (settings.pushOrder !== undefined) orderNamed(settings.pushOrder);
	for (const [name, choices] of Object.entries(CHOICES)) {
		const value = fields.peek(name);
		if (value !== undefined && !choices.some((choice) => choice === value))
			throw new Error(`${name} cannot be ${String(value)}`);
	}
	return settings;
}

/** The settings that are one of several texts. */
const CHOICES: { readonly [Name in keyof Settings]?: readonly Settings[Name][] } = {
	insertBadRows: ['refuse', 'partlyRefused', 'partlyAccepted'],
	outboundRecords: ['both', 'basic', 'outbound'],
	recordTimes: ['milliseconds', 'seconds'],
	durations: ['seconds', 'milliseconds'],
	recordingUrl: ['path', 'whole', 'withToken'],
	queryTimes: ['creation', 'start'],
};

function readInbound(fields: Fields) {
	return {
		robot_id: fields.string('robot_id'),
		...fieldIfDefined('call_relation_id', fields.optionalString('call_relation_id')),
		...fieldIfDefined('business_id', fields.optionalString('business_id')),
		...fieldIfDefined('app_id', fields.optionalString('app_id')),
		...fieldIfDefined('caller', fields.optionalString('caller')),
		...fieldIfDefined('callee', fields.optionalString('callee')),
		...fieldIfDefined(
			'customer',
			fields.has('customer') ? readCustomer(fields, 'customer') : undefined,
		),
		...fieldIfDefined('ask', fields.optionalBoolean('ask')),
	};
}

/** An object with this field, or an empty object if the value is undefined. */
function fieldIfDefined<Name extends string, Value>(
	name: Name,
	value: Value | undefined,
): Partial<Record<Name, Value>> {
	return value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, Value>>);
}

function endpointNamed(name: string): Endpoint | '*' {
	if (name === '*' || isEndpoint(name)) return name;
	throw new Error(`There is no endpoint ${name}`);
}

function moduleNamed(name: string): UrlModule {
	if (isUrlModule(name)) return name;
	throw new Error(`There is no module ${name}`);
}

function orderNamed(name: string): PushOrder {
	if (name === 'documented' || name === 'reversed' || name === 'random') return name;
	throw new Error(`There is no order ${name}`);
}
