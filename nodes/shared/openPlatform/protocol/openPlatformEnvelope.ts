import { PlatformError, type FailureKind } from '../../failure';
import { limitOfCode, platformSays } from '../../resultCodes';
import type { HttpResponse } from '../../httpResponse';
import { decoded, type EncodingMark } from '../../decoded';
import { tryReadJson } from '../../lossless';
import { kindOfStatus, retryAfterMs } from '../../retry/responseStatus';
import { isRecord, textOf, type JsonRecord } from '../../values';
import { beginning, excerpt, isShowable, shortened } from '../../errorTexts';
import {
	clockError,
	openPlatformCodeEntry,
	CORRECT_CLOCK,
	explain,
	isSignatureRejection,
	OPEN_PLATFORM_SUCCESS,
	statusEntry,
} from './openPlatformCodes';
import { withoutSecrets } from './addresses';
import type { Endpoint } from './endpoint';
import { namingField } from './keyFields';

/**
 * The envelope of every response (document 1, 2.1), with `code`, `data`, `desc` and `sid`. Ids in
 * it are text. `notUtf8` marks a response that was not UTF-8.
 */
export type OpenPlatformEnvelope = JsonRecord;

/**
 * Reads the envelope of a response, whatever its HTTP status.
 * @param endpoint where the request was sent, for errors
 * @param adviceOfService further advice on a refusal by this service
 * @throws PlatformError if the code is missing or not 0, if the body is empty, incomplete or not
 * JSON, and for an HTTP failure. In the document the code is text, in live responses it can be a
 * number.
 */
export function readEnvelope(
	response: HttpResponse,
	endpoint?: Endpoint,
	adviceOfService?: (code: string, desc: string) => string | undefined,
): OpenPlatformEnvelope {
	const envelope = envelopeIn(response.body);
	if (!envelope) throw unreadableEnvelope(response, endpoint);
	const code = textOf(envelope.code) ?? '';
	const desc = textOf(envelope.desc) ?? '';
	const sid = sidOf(envelope) ?? textOf(response.headers.sid);
	if (code !== OPEN_PLATFORM_SUCCESS)
		throw refusal(code, desc, sid, { response, endpoint, advice: adviceOfService?.(code, desc) });
	if (response.status >= 300) throw statusFailure(response, sid, endpoint);
	return envelope;
}

/**
 * The largest body that is read as JSON, because reading a text takes about 34 times its memory.
 */
const JSON_BYTES = 8 * 1024 * 1024;

/** The envelope in a body, if there is one: an object with a code. */
export function envelopeIn(body: Buffer): OpenPlatformEnvelope | undefined {
	// The look at the beginning avoids decoding a whole audio file as text.
	if (body.length > JSON_BYTES || !body.toString('utf8', 0, 64).trimStart().startsWith('{'))
		return undefined;
	const { text, ...mark } = decoded(body);
	const value = tryReadJson(text)?.value;
	return isRecord(value) && textOf(value.code) !== undefined ? { ...value, ...mark } : undefined;
}

/** The mark of a result whose responses were not all UTF-8. */
export function encodingMark(...envelopes: readonly OpenPlatformEnvelope[]): EncodingMark {
	return envelopes.some(({ notUtf8 }) => notUtf8 === true) ? { notUtf8: true } : {};
}

/** The session id of an envelope, if it has one. */
export function sidOf(envelope: OpenPlatformEnvelope): string | undefined {
	const sid = textOf(envelope.sid);
	return sid === undefined ? undefined : shortened(sid);
}

/** What is known of a refusal in addition to its code. */
interface RefusalContext {
	response?: Partial<HttpResponse>;
	/** Where the request was sent. */
	endpoint?: Endpoint;
	/** Further advice on the refusal. */
	advice?: string;
}

/**
 * The error for a failure code (document 1, part 7). An unknown code has the kind of the HTTP
 * status.
 */
export function refusal(
	code: string,
	desc: string,
	sid: string | undefined,
	{ response = {}, endpoint, advice: furtherAdvice }: RefusalContext = {},
): PlatformError {
	const { status = 200, headers } = response;
	const known = openPlatformCodeEntry(code) ?? (status < 300 ? undefined : statusEntry(status));
	const clock = clockError(headers?.date, Date.now());
	// For a wrong clock the platform can return the code of a time-out. But a repetition would not
	// help, so this is a refusal.
	const wrongSignature =
		isSignatureRejection(code, desc) || (known?.signature === true && clock !== undefined);
	const { message, advice } = explain(code, desc, { entry: known, endpoint, clock });
	return new PlatformError(
		message,
		wrongSignature ? 'refused' : kindOfCode(code, status),
		{
			code,
			desc,
			sid,
			// Nothing else helps while the clock is wrong.
			advice:
				furtherAdvice === undefined || advice === CORRECT_CLOCK
					? advice
					: `${advice} ${furtherAdvice}`,
		},
		{ limit: limitOfCode(code), retryAfterMs: retryAfterMs(headers ?? {}, Date.now()) },
	);
}

/** The kind of a refusal. An unknown code may come from a gateway, so the HTTP status says more. */
function kindOfCode(code: string, status: number): FailureKind {
	const known = openPlatformCodeEntry(code);
	return known || status < 300 ? (known?.kind ?? 'refused') : kindOfStatus(status);
}

/** The error for an HTTP failure without a failure code. */
function statusFailure(
	response: HttpResponse,
	sid: string | undefined,
	endpoint: Endpoint | undefined,
): PlatformError {
	const { status, headers } = response;
	const entry = statusEntry(status);
	const desc = descriptionIn(response);
	const clock = entry.signature ? clockError(headers.date, Date.now()) : undefined;
	return new PlatformError(
		clock === undefined
			? `HTTP ${status} instead of an answer of the iFLYTEK platform: ${entry.meaning}${desc === undefined ? '' : ` (${desc})`}`
			: `${clock} (HTTP ${status}${platformSays(desc ?? '')})`,
		kindOfStatus(status),
		{
			code: String(status),
			desc,
			sid,
			advice: clock === undefined ? namingField(entry.advice, endpoint) : CORRECT_CLOCK,
		},
		{ retryAfterMs: retryAfterMs(headers, Date.now()) },
	);
}

/** The address that a response redirects to, shortened and without secrets, for a message. */
export function redirectTarget({ status, headers }: HttpResponse): string | undefined {
	const location = status < 400 ? textOf(headers.location) : undefined;
	return location === undefined ? undefined : excerpt(withoutSecrets(location));
}

/**
 * Describes an HTTP failure without a code: the redirect target, the message, or the start of the
 * text. Undefined for a web page, for an empty body, and for one that is not text.
 */
export function descriptionIn(response: HttpResponse): string | undefined {
	const target = redirectTarget(response);
	if (target !== undefined) return target;
	const text = beginningOf(response);
	const json = tryReadJson(text)?.value;
	const message = isRecord(json) ? textOf(json.message) : undefined;
	const said = message ?? text;
	if (!isShowable(said) || (message === undefined && isPage(response, text))) return undefined;
	return excerpt(said) || undefined;
}

function beginningOf({ body }: HttpResponse): string {
	return decoded(body.subarray(0, JSON_BYTES)).text.trim();
}

function isPage({ headers }: HttpResponse, text: string): boolean {
	return text.startsWith('<') || String(headers['content-type']).includes('html');
}

/** The error for a response without an envelope. */
function unreadableEnvelope(response: HttpResponse, endpoint: Endpoint | undefined): PlatformError {
	const sid = textOf(response.headers.sid);
	if (response.status >= 300) return statusFailure(response, sid, endpoint);
	const text = beginningOf(response);
	const advice =
		'Try again. If it keeps happening, check the base URL of this service in the credential, and whether a proxy or firewall is responding instead of the platform.';
	// An empty response is `interrupted`, so that the request is repeated.
	if (text === '')
		return new PlatformError('The iFLYTEK platform sent an empty response', 'interrupted', {
			sid,
			advice,
		});
	const startNote = beginning(text);
	if (tryReadJson(text))
		return new PlatformError(
			`The response from the iFLYTEK platform has no result code. ${startNote}`,
			'unreadable',
			{ sid, advice },
		);
	if (isPage(response, text))
		return new PlatformError(
			`The iFLYTEK platform returned a web page instead of a result. ${startNote}`,
			'unreadable',
			{ sid, advice },
		);
	if (text.startsWith('{'))
		return new PlatformError(
			`The response from the iFLYTEK platform is incomplete. ${startNote}`,
			'interrupted',
			{ sid, advice },
		);
	return new PlatformError(
		`The response from the iFLYTEK platform is not JSON. ${startNote}`,
		'unreadable',
		{ sid, advice },
	);
}
