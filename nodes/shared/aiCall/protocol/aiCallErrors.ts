import { CONSOLE } from '../../console';
import { limitOfCode, platformSays, TOO_MANY_REQUESTS_ADVICE } from '../../resultCodes';
import { statusMeaning } from '../../httpResponse';
import { enumerated, ERROR_ENTRIES, shortened } from '../../errorTexts';
import { Failure, InputError, NotSentError, PlatformError, type FailureKind } from '../../failure';
import { kindOfStatus } from '../../retry/responseStatus';
import { codeAdvice, aiCallCodeEntry, codeMeaning, isDocumented, WRONG_TASK } from './aiCallCodes';
import { API_METHODS, DEFAULT_BASE_URL, type ApiMethod, type ApiMethodInfo } from './apiMethods';

/** Responses of the platform other than a success. */

/** The texts for what a body contains instead of an envelope. */
const BODY_TEXTS = {
	empty: 'an empty body',
	cutOff: 'it is cut off or damaged',
	html: 'a web page instead of JSON',
	notJson: 'not JSON',
	notEnvelope: 'JSON without a result code',
	noResult: 'a success (code 0) without its result',
};
export type UnreadableBody = keyof typeof BODY_TEXTS;

/**
 * The body of a response is not an envelope. The message does not quote the body, because it may
 * contain the URL with the token.
 */
export class UnreadableResponseError extends PlatformError {
	constructor(
		readonly body: UnreadableBody,
		readonly httpStatus: number,
		retryAfterMs?: number,
	) {
		const message = isRejection(httpStatus)
			? rejectionText(httpStatus)
			: `Unexpected response from the AI call platform: ${BODY_TEXTS[body]} (HTTP status ${httpStatus})`;
		const advice = unreadableAdvice(body, httpStatus);
		super(message, kindOfBody(body, httpStatus), { advice }, { retryAfterMs });
	}
}

/**
 * Whether the status is 3xx or 4xx. Such a status says what happened, whatever the body contains, but
 * not who sent it: the platform, or a gateway, proxy or firewall on the way.
 */
function isRejection(httpStatus: number): boolean {
	return httpStatus >= 300 && httpStatus < 500;
}

function rejectionText(httpStatus: number, desc = ''): string {
	const said = desc.trim() === '' ? '' : ` (${desc.trim()})`;
	return `HTTP ${httpStatus} instead of an answer of the AI call platform: ${statusMeaning(httpStatus)}${said}`;
}

const REJECTION_ADVICE: Readonly<Record<string, string>> = {
	403: 'Check that the application is authorized for this service, and whether a proxy or firewall between n8n and the platform blocks the request.',
	413: 'A proxy between n8n and the platform limits the size of requests.',
	429: TOO_MANY_REQUESTS_ADVICE,
};

/**
 * A successful response that is empty or cut off counts as a broken connection: if the request is
 * repeated, the response may be complete.
 */
function kindOfBody(body: UnreadableBody, httpStatus: number): FailureKind {
	if (httpStatus >= 300) return kindOfStatus(httpStatus);
	return body === 'empty' || body === 'cutOff' ? 'interrupted' : 'unreadable';
}

function unreadableAdvice(body: UnreadableBody, httpStatus: number): string {
	const advice = REJECTION_ADVICE[httpStatus];
	if (advice !== undefined) return advice;
	if (httpStatus >= 500)
		return "The platform or a proxy has a problem. Try again later. If it goes on, check the credential's base URL.";
	if (httpStatus >= 300 && httpStatus < 400)
		return 'The base URL in the credential redirects. Enter the target URL instead (often the same with https).';
	if (body === 'html' || httpStatus === 404)
		return `The base URL in the credential may point to another site, a login page or a proxy. The default is ${DEFAULT_BASE_URL}.`;
	return 'Check the base URL in the credential, and whether there is a proxy or firewall between n8n and the platform.';
}

/** The platform returned a code other than 0. */
export class RefusalError extends PlatformError {
	/**
	 * @param code as text, with the digits that the platform sent
	 * @param desc the platform's own `message`
	 */
	constructor(
		method: ApiMethod,
		readonly code: string,
		desc: string,
		readonly httpStatus = 200,
		retryAfterMs?: number,
	) {
		// If the code in the JSON is only the HTTP status, a gateway sent it, and it says no more than
		// the status.
		const isOnlyStatus = isRejection(httpStatus) && code === String(httpStatus);
		const message = isOnlyStatus
			? rejectionText(Number(code), desc)
			: refusalText(method, code, desc, httpStatus);
		const advice = (isOnlyStatus ? REJECTION_ADVICE[code] : undefined) ?? codeAdvice(code, method);
		super(
			message,
			kindOfRefusal(code, httpStatus),
			{ code, desc, advice },
			{ limit: limitOfCode(code), retryAfterMs },
		);
	}
}

function refusalText(method: ApiMethod, code: string, desc: string, httpStatus: number): string {
	const headline = aiCallCodeEntry(code)?.headline;
	if (headline !== undefined) return `${headline} (code ${code}${platformSays(desc)})`;
	const [verb, statusText] = isDocumented(code)
		? ['refused', '']
		: ['failed', httpStatus < 300 ? '' : `, HTTP status ${httpStatus}`];
	return `The AI call platform ${verb} to ${API_METHODS[method].title}: ${codeMeaning(code)} (code ${code}${statusText}${platformSays(desc)})`;
}

/** The error if the configuration has no such script. */
export function noSuchScript(robotId: string): InputError {
	return new InputError(
		`Script ${robotId} not found in this application`,
		'Choose a script from the list, or enter its ID (see Configuration > Get).',
	);
}

/** The error if a query found no such task. */
export function noSuchTask(taskId: string): PlatformError {
	return new PlatformError(`Task ${taskId} not found`, 'refused', {
		advice: codeAdvice(WRONG_TASK),
	});
}

/**
 * A code that is not in the document may come from a gateway. Such a code says less than the HTTP
 * status.
 */
function kindOfRefusal(code: string, httpStatus: number): FailureKind {
	const entry = aiCallCodeEntry(code);
	if (entry) return entry.kind ?? 'refused';
	if (limitOfCode(code)) return 'rateLimited';
	return httpStatus < 300 ? 'refused' : kindOfStatus(httpStatus);
}

/**
 * The platform accepted rows, but `total` (undefined if it is no number) or the ids do not match
 * the rows sent.
 */
export class CountMismatchError extends PlatformError {
	constructor(sent: number, total: number | undefined, ids: readonly string[]) {
		const distinctIds = new Set(ids).size;
		const received = `${ids.length} ids${distinctIds === ids.length ? '' : `, only ${distinctIds} of them different`}`;
		const advice = `At least some rows were accepted. Check ${CONSOLE} before sending them again. IDs received: ${enumerated(ids) || 'none'}.`;
		const leftOut = ids.length > ERROR_ENTRIES && { idsLeftOut: ids.length - ERROR_ENTRIES };
		super(
			`${sent} rows were sent, the platform reports ${total === undefined ? 'no total' : `a total of ${total}`} and ${received}, so the IDs cannot be matched to the rows`,
			'unreadable',
			{
				advice,
				facts: { sent, total, ids: ids.slice(0, ERROR_ENTRIES).map(shortened), ...leftOut },
			},
		);
	}
}

/** No token was issued, so the request was not sent. */
export class TokenError extends NotSentError {
	constructor(reason: Failure) {
		// A message with the headline of a code already says all that a user needs.
		const saysAll = aiCallCodeEntry(reason.details.code ?? '')?.headline !== undefined;
		super(
			saysAll ? reason.message : `Could not sign in to the AI call platform: ${reason.message}`,
			reason.kind,
			reason.details,
		);
	}
}

/**
 * A query failed that a run makes before it sends anything, such as for the columns of a script. It
 * says nothing about the items.
 */
export class LookupError extends NotSentError {
	constructor({ message, kind, details }: Failure) {
		super(message, kind, { ...details, facts: { ...details.facts, state: 'notSent' } });
	}
}

/** An earlier attempt of a request that changes a task may have succeeded. */
export class InDoubtError extends PlatformError {
	/** @param last the error of the last attempt */
	constructor(
		title: string,
		readonly last: Failure,
	) {
		const advice =
			`An earlier attempt got no response and may have succeeded. Check the task first (Task > Get). ${last.details.advice ?? ''}`.trim();
		super(
			`It is unclear whether the request to ${title} succeeded. Last attempt: ${last.message}`,
			last.kind,
			{ ...last.details, advice },
		);
	}
}

/**
 * The error of a request that changes a task, if an earlier attempt may have succeeded. The errors
 * of other requests are returned unchanged.
 * @param lastError the error of the last attempt
 */
export function inDoubtError(method: ApiMethod, lastError: unknown): unknown {
	const { changesTask, title }: ApiMethodInfo = API_METHODS[method];
	if (!changesTask || !(lastError instanceof Failure)) return lastError;
	return new InDoubtError(title, lastError);
}
