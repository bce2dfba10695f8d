/** The ways in which an answer of the platform is not what was asked for. */
import { Failure, NotSentError, PlatformError, type FailureKind } from '../failure';
import { kindOfStatus, limitOfCode } from '../retry/http';
import { codeAdvice, codeMeaning, isBusy, isDocumented, WRONG_TASK } from './codes';
import { API_METHODS, type ApiMethod } from './methods';
import { DEFAULT_BASE_ADDRESS } from './limits';

/** What stands in the body where an envelope should be. */
export type UnreadableBody = 'empty' | 'cutOff' | 'html' | 'notJson' | 'notEnvelope';

const WHAT_CAME: Record<UnreadableBody, string> = {
	empty: 'it is empty',
	cutOff: 'it is cut off or damaged',
	html: 'it is a web page, not JSON',
	notJson: 'it is not JSON',
	notEnvelope: 'it is JSON, but has no result code',
};

/** The body of the answer is not an envelope. Nothing of it is quoted: it may repeat the address with its token. */
export class UnreadableResponseError extends PlatformError {
	constructor(
		readonly body: UnreadableBody,
		readonly httpStatus: number | undefined,
		retryAfterMs?: number,
	) {
		const status = httpStatus === undefined ? '' : ` (HTTP status ${httpStatus})`;
		super(`The answer of the AI call platform cannot be understood: ${WHAT_CAME[body]}${status}`, kindOfBody(body, httpStatus), { advice: unreadableAdvice(body, httpStatus) }, { retryAfterMs });
	}
}

/** A success that is empty or cut off is like a connection that broke off: the same request may be answered in full. */
function kindOfBody(body: UnreadableBody, httpStatus = 200): FailureKind {
	if (httpStatus >= 300) return kindOfStatus(httpStatus);
	return body === 'empty' || body === 'cutOff' ? 'interrupted' : 'unreadable';
}

function unreadableAdvice(body: UnreadableBody, httpStatus: number | undefined): string {
	if (httpStatus !== undefined && httpStatus >= 500) return 'The platform or a proxy before it is in trouble. Try again later; if it stays, check the base address in the credential.';
	if (httpStatus !== undefined && httpStatus >= 300 && httpStatus < 400) return 'The base address in the credential leads on to another address. Enter that one; often it is the same with https.';
	if (body === 'html' || httpStatus === 404) return `The base address in the credential may lead to another site, a login page or a proxy. The usual one is ${DEFAULT_BASE_ADDRESS}.`;
	return 'Check the base address in the credential, and whether a proxy or firewall stands between n8n and the platform.';
}

/** The platform answered with a code other than 0. */
export class RefusalError extends PlatformError {
	/** The code as text, digits as sent. */
	readonly code: string;

	constructor(
		readonly method: ApiMethod,
		code: string,
		/** The platform's own `message`. */
		desc: string,
		readonly httpStatus?: number,
		retryAfterMs?: number,
	) {
		const documented = isDocumented(code);
		const verb = documented ? 'refused' : 'failed';
		const status = documented || httpStatus === undefined ? '' : `, HTTP status ${httpStatus}`;
		const said = desc.trim() === '' ? '' : `, the platform says: ${desc.trim()}`;
		super(`The AI call platform ${verb} to ${API_METHODS[method].title}: ${codeMeaning(code)} (code ${code}${status}${said})`, kindOfRefusal(code, httpStatus), { code, desc, advice: codeAdvice(code, method) }, { limit: limitOfCode(code), retryAfterMs });
		this.code = code;
	}
}

/** A query of a task has found none. */
export function noSuchTask(taskId: string): PlatformError {
	return new PlatformError(`The AI call platform knows no task ${taskId}`, 'refused', { advice: codeAdvice(WRONG_TASK) });
}

/** Any code that is not the document's may be of a gateway, and says less than the status. */
function kindOfRefusal(code: string, httpStatus = 200): FailureKind {
	if (isDocumented(code)) return isBusy(code) ? 'unavailable' : 'refused';
	if (limitOfCode(code)) return 'rateLimited';
	return httpStatus < 300 ? 'refused' : kindOfStatus(httpStatus);
}

/**
 * The platform accepted rows, but its `total` or its count of ids is not the count of rows sent:
 * which id belongs to which row cannot be known, and is not guessed.
 */
export class CountMismatchError extends PlatformError {
	constructor(
		readonly sent: number,
		/** `total`; undefined where the platform sent no number as such. */
		readonly total: number | undefined,
		/** The ids that came, as text. */
		readonly ids: readonly string[],
	) {
		super(
			`${sent} rows were sent, the platform reports ${total === undefined ? 'no total' : `a total of ${total}`} and ${countOf(ids)}: which row got which id is not known`,
			'unreadable',
			{
				advice: `The rows were accepted at least in part: do not send them again before you have looked in the platform's console. The ids that came: ${ids.length === 0 ? 'none' : ids.join(', ')}.`,
				facts: { sent, total, ids },
			},
		);
	}
}

function countOf(ids: readonly string[]): string {
	const different = new Set(ids).size;
	return different === ids.length ? `${ids.length} ids` : `${ids.length} ids, only ${different} of them different`;
}

/** No token could be had, so that the request that needed it was never sent. */
export class TokenError extends NotSentError {
	constructor(reason: Failure) {
		super(`There is no token for the AI call platform: ${reason.message}`, reason.kind, reason.details);
	}
}

/** The operations that change the state of a task; repeating one does no harm. */
const CHANGES: readonly ApiMethod[] = ['startTask', 'pauseTask', 'deleteTask'];

/**
 * The failure of a change of which an earlier try got no answer: what the last try says is then not all. Any other
 * failure as it is.
 */
export function inDoubtError(method: ApiMethod, last: unknown): unknown {
	if (!CHANGES.includes(method) || !(last instanceof Failure)) return last;
	const { message, kind, details } = last;
	const advice = `An earlier try got no answer, and may have been carried out: look at the task with Task, Get first. ${details.advice ?? ''}`.trim();
	return new PlatformError(`It is not known whether the attempt to ${API_METHODS[method].title} was carried out. The last try: ${message}`, kind, { ...details, advice });
}

/** What an operation that must not be repeated hands over. */
export type DeliveryMethod = 'placeCalls' | 'addRows' | 'createTask';

/** How a user finds out whether a request was carried out of which that is not known. */
export const HOW_TO_CHECK: Record<DeliveryMethod, string> = {
	placeCalls:
		'Do not send these rows again before you know: look for calls to their numbers in the platform\'s console, or wait for their call records (AI Call Trigger). Send only those of which there is no call.',
	addRows:
		'Do not send these rows again before you know: Task, Get says under count_tel how many numbers the task holds; compare that with the rows known to be accepted, or look into the task in the platform\'s console.',
	createTask: 'Do not create it again before you know: Task, Get Many with the name as filter shows whether the task is there.',
};

/**
 * A request that must not be repeated may have been carried out, or not. Says what was in it and how to
 * find out.
 */
export class UnknownOutcomeError extends Failure {
	constructor(
		readonly method: DeliveryMethod,
		/** What went wrong. */
		readonly reason: Failure,
		/** The rows of the request in the caller's words, such as `item 3: 13912345678`; none for a task. */
		readonly rows: readonly string[] = [],
	) {
		const what = method === 'createTask' ? 'whether the task was created' : `whether ${rows.length === 1 ? 'this row was' : `these ${rows.length} rows were`} accepted`;
		const list = rows.length === 0 ? '' : ` Rows: ${rows.join('; ')}.`;
		// Advice on a lost connection would be to try again; that on a refusal says what to look at.
		const why = reason instanceof RefusalError ? ` ${reason.details.advice ?? ''}` : '';
		super(`It is not known ${what}: ${reason.message}`, reason.kind, { ...reason.details, advice: `${HOW_TO_CHECK[method]}${list}${why}` });
	}
}
