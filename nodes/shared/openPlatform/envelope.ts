import { PlatformError } from '../failure';
import { tryReadJson } from '../lossless';
import { isRecord, textOf, type JsonRecord } from '../values';
import { adviceFor, CODES, statusEntry, SUCCESS } from './codes';

/** An HTTP answer; header names in lower case. */
export interface Answer {
	status: number;
	headers: Record<string, unknown>;
	body: Buffer;
}

/** The common envelope (document 1, 2.1) as it came, ids as text: code, data, desc, sid. */
export type Envelope = JsonRecord;

/** How much of a body that is not understood is shown in the error. */
const EXCERPT_CHARACTERS = 120;

/**
 * Reads the envelope of an answer, whatever its HTTP status.
 * @throws PlatformError where the code is not 0 (compared by value: document 1 declares a string, live
 * answers also carry a number) or missing, where the body is empty, cut off or no JSON, and on an HTTP failure.
 */
export function readEnvelope(answer: Answer): Envelope {
	const envelope = tryReadJson(answer.body.toString('utf8'))?.value;
	const code = isRecord(envelope) ? textOf(envelope.code) : undefined;
	if (!isRecord(envelope) || code === undefined) throw unreadable(answer, envelope !== undefined);
	if (code !== SUCCESS) throw refusal(code, textOf(envelope.desc) ?? '', textOf(envelope.sid), answer.status);
	if (answer.status >= 300) throw statusFailure(answer.status, textOf(envelope.sid));
	return envelope;
}

/** The session id of an envelope, if it has one. */
export function sidOf(envelope: Envelope): string | undefined {
	return textOf(envelope.sid);
}

/** The error for a failure code (document 1, part 7); the HTTP status decides where the code says nothing. */
export function refusal(code: string, desc: string, sid: string | undefined, status = 200): PlatformError {
	const known = CODES[code] ?? (status >= 300 ? statusEntry(status) : undefined);
	const what = desc || known?.meaning || 'no description';
	return new PlatformError(
		`The iFLYTEK platform refused the request: ${what} (code ${code})`,
		{ code, desc, sid, advice: adviceFor(code, desc, known) },
		known?.temporary ?? false,
	);
}

function statusFailure(status: number, sid?: string): PlatformError {
	const { meaning, advice, temporary } = statusEntry(status);
	return new PlatformError(`The iFLYTEK platform answered HTTP ${status}: ${meaning}`, { code: String(status), sid, advice }, temporary ?? false);
}

function unreadable({ status, body, headers }: Answer, isJson: boolean): PlatformError {
	if (status >= 300) return statusFailure(status);
	const text = body.toString('utf8').trim();
	const advice =
		'Try again. If it stays so, check the base address of this service in the credential, and whether a proxy or firewall answers in place of the platform.';
	if (text === '') return new PlatformError('The iFLYTEK platform sent an empty answer', { advice });
	const start = text.slice(0, EXCERPT_CHARACTERS).replace(/\s+/g, ' ');
	if (isJson) return new PlatformError(`The answer of the iFLYTEK platform has no result code; it begins: ${start}`, { advice });
	if (text.startsWith('<') || String(headers['content-type']).includes('html')) {
		return new PlatformError(`A web page came in place of an answer of the iFLYTEK platform; it begins: ${start}`, { advice });
	}
	if (text.startsWith('{')) {
		return new PlatformError(`The answer of the iFLYTEK platform is cut off or damaged; it begins: ${start}`, { advice });
	}
	return new PlatformError(`The answer of the iFLYTEK platform is not JSON; it begins: ${start}`, { advice });
}
