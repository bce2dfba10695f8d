import { setTimeout as delay } from 'timers/promises';
import express, { type NextFunction, type Request, type Response } from 'express';
import { type Answers, failure, success, type Envelope } from './answers';
import type { Account, Setup } from './config';
import type { Fault, Faults } from './faults';
import { CODE, ENDPOINTS, PATHS, Refusal, type Endpoint } from './protocol';
import { queryTasks } from './query';
import type { Records, RequestRecord } from './records';
import { Fields, readJsonBody } from './strictJson';
import type { Taken, Tasks } from './tasks';
import type { Tokens } from './token';

/** What a handled request ends with: the result, and a refusal where it was carried out only in part. */
interface Outcome {
	result: object;
	refusal?: Refusal | undefined;
}

export interface EndpointParts {
	setup: Setup;
	tokens: Tokens;
	tasks: Tasks;
	faults: Faults;
	records: Records;
	answers: Answers;
	/** Calls under way on a line. */
	activeOn(lineNum: string): number;
}

/** What `type` of a configuration query asks for (document 2, 4.2). */
const CONFIG_PARTS: Readonly<Record<number, readonly ('robots' | 'lines' | 'urls' | 'voices')[]>> =
	{
		0: ['lines', 'robots', 'urls', 'voices'],
		1: ['robots'],
		2: ['lines'],
		3: ['urls'],
		4: ['voices'],
	};

/** The endpoints of document 2, part 4, at their documented paths; other paths are passed on. */
export function createEndpoints(parts: EndpointParts): express.Router {
	const router = express.Router();
	const readBody = express.raw({ type: () => true, limit: '12mb' });
	for (const endpoint of ENDPOINTS) {
		router.post(PATHS[endpoint], readBody, async (req: Request, res: Response) =>
			serve(parts, endpoint, req, res),
		);
		router.all(PATHS[endpoint], (_req: Request, res: Response) => {
			res.status(405).set('Allow', 'POST').json(failure(CODE.badParameter));
		});
	}
	router.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
		const ours = ENDPOINTS.some((endpoint) => PATHS[endpoint] === req.path);
		if (!ours || res.headersSent) return next(error);
		res.status(200).json(failure(CODE.badParameter));
	});
	return router;
}

async function serve(
	parts: EndpointParts,
	endpoint: Endpoint,
	req: Request,
	res: Response,
): Promise<void> {
	const { setup, faults, records, answers, tokens } = parts;
	const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
	const record = records.begin(endpoint, req.headers['content-type'] ?? '', body.toString('utf8'));
	const fault = faults.next(endpoint);
	record.fault = fault;
	if (setup.settings.latencyMs > 0) await delay(setup.settings.latencyMs);
	if (failsBefore(fault, res, record, answers)) return;
	if (fault?.kind === 'expireToken') tokens.end(req.query.token);
	const { status, envelope } = decide(parts, endpoint, req, body, record);
	answers.send(res, record, status, envelope, fault);
}

/** Faults that keep a request from being carried out, as opposed to those that spoil its answer. */
function failsBefore(
	fault: Fault | undefined,
	res: Response,
	record: RequestRecord,
	answers: Answers,
): boolean {
	if (fault === undefined || !('when' in fault) || fault.when === 'after') return false;
	switch (fault.kind) {
		case 'http':
			answers.page(res, record, fault);
			return true;
		case 'drop':
			answers.cut(res);
			return true;
		case 'stall':
			answers.hold(res, fault.ms, () => answers.cut(res));
			return true;
	}
}

/** Carries a request out, or refuses it, and notes which. */
function decide(
	parts: EndpointParts,
	endpoint: Endpoint,
	req: Request,
	body: Buffer,
	record: RequestRecord,
): { status: number; envelope: Envelope } {
	const { setup } = parts;
	const { fault } = record;
	try {
		const operation = authorize(parts, endpoint, req.query.token, record);
		if (fault?.kind === 'code') throw new Refusal(fault.code, 'on order');
		const outcome = operation(new Fields(readJsonBody(req.headers['content-type'], body)));
		record.carriedOut = true;
		if (outcome.refusal) throw outcome.refusal;
		record.code = CODE.ok;
		return {
			status: 200,
			envelope: success(
				fault?.kind === 'miscount' ? miscounted(outcome.result, fault) : outcome.result,
			),
		};
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		record.code = error.code;
		record.reason = error.reason;
		const ordered = fault?.kind === 'code' ? fault : undefined;
		const usual =
			error.code === CODE.invalidToken
				? setup.settings.tokenFailureStatus
				: setup.settings.failureStatus;
		return { status: ordered?.status ?? usual, envelope: failure(error.code, ordered?.message) };
	}
}

function issueToken({ tokens, setup }: EndpointParts, fields: Fields): object {
	const key = fields.string('app_key');
	const secret = fields.string('app_secret');
	if (setup.settings.refuseUnknownFields) fields.end();
	return tokens.issue(key, secret);
}

/** Checks the token first, as everything else is nobody's business without one. */
function authorize(
	parts: EndpointParts,
	endpoint: Endpoint,
	token: unknown,
	record: RequestRecord,
): (fields: Fields) => Outcome {
	if (endpoint === 'token') return (fields) => ({ result: issueToken(parts, fields) });
	const account = parts.tokens.check(token, endpoint);
	return (fields) => perform(parts, endpoint, account, fields, record);
}

function perform(
	parts: EndpointParts,
	endpoint: Exclude<Endpoint, 'token'>,
	account: Account,
	fields: Fields,
	record: RequestRecord,
): Outcome {
	const { tasks, setup } = parts;
	const nothing: Outcome = { result: {} };
	switch (endpoint) {
		case 'configQuery':
			return { result: configuration(parts, fields) };
		case 'callout':
			return tasks.callout(account, fields, record);
		case 'taskCreate':
			return { result: tasks.create(account, fields) };
		case 'taskInsert':
			return tasks.insert(account, fields, record);
		case 'taskStart':
			tasks.start(account, fields);
			return nothing;
		case 'taskPause':
			tasks.pause(account, fields);
			return nothing;
		case 'taskDelete':
			tasks.delete(account, fields);
			return nothing;
		case 'taskQuery':
			return { result: queryTasks(setup, tasks.ownedBy(account), fields) };
	}
}

function configuration({ setup, tasks, activeOn }: EndpointParts, fields: Fields): object {
	// The document has a number; the vendor's own client sends text.
	const type = fields.optionalIntOrText('type') ?? 0;
	const page = { size: fields.optionalInt('pageSize'), index: fields.optionalInt('pageIndex') };
	if (setup.settings.refuseUnknownFields) fields.end();
	const wanted = CONFIG_PARTS[type];
	if (!wanted) throw new Refusal(CODE.badParameter, `type is ${type}`);
	const all = {
		lines: setup.lines.map(({ line_num, concurrents, time_work, time_apply, time_expire }) => ({
			line_num,
			concurrents,
			time_work,
			status: tasks.isOccupied(line_num) || activeOn(line_num) > 0 ? 1 : 0,
			time_apply,
			time_expire,
		})),
		robots: pageOf(setup, page),
		urls: setup.urls,
		voices: setup.voices.map(({ voice_code, voice_name }) => ({ voice_code, voice_name })),
	};
	const totals =
		setup.settings.scriptsPerPage > 0 && wanted.includes('robots')
			? { robotTotal: setup.robots.length }
			: {};
	return { ...Object.fromEntries(wanted.map((part) => [part, all[part]])), ...totals };
}

/** The scripts of a page; all of them where the platform knows no pages, whatever is asked for. */
function pageOf(
	{ robots, settings }: Setup,
	{ size, index = 1 }: { size?: number | undefined; index?: number | undefined },
): readonly object[] {
	const { scriptsPerPage } = settings;
	if (scriptsPerPage === 0) return robots;
	const length = Math.min(size ?? scriptsPerPage, scriptsPerPage);
	if (length < 1) throw new Refusal(CODE.badParameter, `pageSize is ${length}`);
	if (index < 1) throw new Refusal(CODE.badParameter, `pageIndex is ${index}`);
	return robots.slice((index - 1) * length, index * length);
}

/** The answer to a request with rows, with a wrong count. */
function miscounted(result: object, fault: { total?: number; missingIds?: number }): object {
	if (!isTaken(result)) return result;
	return {
		total: result.total + (fault.total ?? 0),
		task_data_ids: result.task_data_ids.slice(
			0,
			Math.max(0, result.task_data_ids.length - (fault.missingIds ?? 0)),
		),
	};
}

function isTaken(result: object): result is Taken['result'] {
	return 'task_data_ids' in result && 'total' in result;
}
