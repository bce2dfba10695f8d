import { setTimeout as delay } from 'timers/promises';
import express, { type NextFunction, type Request, type Response } from 'express';
import { type Answers, failure, success, type Envelope } from './answers';
import type { Settings } from './config';
import type { CallEndpoint, EndpointParts, Outcome } from './endpoint';
import { endpoints } from './endpointList';
import type { Fault } from './faults';
import { CODE, Refusal } from './protocol';
import type { RequestRecord } from './records';
import { Fields, readJsonBody } from './strictJson';
import type { RowsOutcome } from './tasks';

/** A router for the endpoints of document 2, part 4. It leaves other paths to the next router. */
export function createEndpoints(parts: EndpointParts): express.Router {
	const router = express.Router();
	const readBody = express.raw({ type: () => true, limit: '12mb' });
	for (const endpoint of endpoints) {
		router.post(endpoint.path, readBody, async (req: Request, res: Response) =>
			serve(parts, endpoint, req, res),
		);
		router.all(endpoint.path, (_req: Request, res: Response) => {
			res.status(405).set('Allow', 'POST').json(failure(CODE.badParameter));
		});
	}
	// The body of a request could not be received, for example because it is too large.
	router.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
		const isOurPath = endpoints.some(({ path }) => path === req.path);
		if (!isOurPath || res.headersSent) return next(error);
		res.status(200).json(failure(CODE.badParameter));
	});
	return router;
}

async function serve(
	parts: EndpointParts,
	endpoint: CallEndpoint,
	req: Request,
	res: Response,
): Promise<void> {
	const { setup, faults, records, answers, tokens } = parts;
	const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
	const record = records.begin(
		endpoint.name,
		req.headers['content-type'] ?? '',
		body.toString('utf8'),
	);
	const fault = faults.next(endpoint.name);
	record.fault = fault;
	if (setup.settings.latencyMs > 0) await delay(setup.settings.latencyMs);
	if (failsBefore(fault, res, record, answers)) return;
	if (fault?.kind === 'expireToken') tokens.end(req.query.token);
	const { status, envelope } = decide(parts, endpoint, req, body, record);
	answers.send(res, record, status, inForm(envelope, setup.settings), fault);
}

/** Applies the fault if it acts before the request is carried out. Returns true if it did. The request then ends here. */
function failsBefore(
	fault: Fault | undefined,
	res: Response,
	record: RequestRecord,
	answers: Answers,
): boolean {
	if (fault === undefined || !('when' in fault) || fault.when === 'after') return false;
	switch (fault.kind) {
		case 'http':
			answers.sendPage(res, record, fault);
			return true;
		case 'drop':
			answers.cut(res);
			return true;
		case 'stall':
			answers.hold(res, fault.ms, () => answers.cut(res));
			return true;
	}
}

/** Carries a request out or refuses it, and records the outcome. */
function decide(
	parts: EndpointParts,
	endpoint: CallEndpoint,
	req: Request,
	body: Buffer,
	record: RequestRecord,
): { status: number; envelope: Envelope } {
	const { setup } = parts;
	const { fault } = record;
	try {
		const operation = authorize(parts, endpoint, req.query.token, record);
		if (fault?.kind === 'code') throw new Refusal(fault.code, 'on order');
		const fields = new Fields(readJsonBody(req.headers['content-type'], body));
		const outcome = operation(fields);
		record.carriedOut = true;
		record.unread = fields.unread();
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
		const orderedRefusal = fault?.kind === 'code' ? fault : undefined;
		const usualStatus =
			error.code === CODE.invalidToken
				? setup.settings.tokenFailureStatus
				: setup.settings.failureStatus;
		return {
			status: orderedRefusal?.status ?? usualStatus,
			envelope: failure(error.code, orderedRefusal?.message),
		};
	}
}

/** Checks the token, and returns the function that carries the request out. The body is parsed after this check. */
function authorize(
	parts: EndpointParts,
	endpoint: CallEndpoint,
	token: unknown,
	record: RequestRecord,
): (fields: Fields) => Outcome {
	if ('handleWithoutToken' in endpoint) {
		return (fields) => endpoint.handleWithoutToken(parts, fields);
	}
	const account = parts.tokens.check(token, endpoint.name);
	return (fields) => endpoint.handle({ parts, account, fields, record });
}

/** An envelope whose `code` and row IDs have the types that the settings choose. */
function inForm({ code, result, ...rest }: Envelope, settings: Settings): object {
	const { codeAsText, rowIdsAsText } = settings;
	return {
		code: codeAsText ? String(code) : code,
		...rest,
		result:
			rowIdsAsText && isAcceptedRows(result)
				? { ...result, task_data_ids: result.task_data_ids.map(String) }
				: result,
	};
}

/** The same result, but its total is wrong, or its last IDs are missing. Only results with IDs are changed. */
function miscounted(result: object, fault: { total?: number; missingIds?: number }): object {
	if (!isAcceptedRows(result)) return result;
	const ids = result.task_data_ids;
	const remainingIds = Math.max(0, ids.length - (fault.missingIds ?? 0));
	return {
		total: result.total + (fault.total ?? 0),
		task_data_ids: ids.slice(0, remainingIds),
	};
}

function isAcceptedRows(result: object): result is RowsOutcome['result'] {
	return 'task_data_ids' in result && 'total' in result;
}
