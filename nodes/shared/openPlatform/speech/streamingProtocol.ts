import { CONSOLE } from '../../console';
import { platformSays } from '../../resultCodes';
import type { HttpResponse } from '../../httpResponse';
import { InputError, PlatformError } from '../../failure';
import { kindOfStatus, retryAfterMs } from '../../retry/responseStatus';
import { credentialSecrets, hmacAccount } from '../protocol/openPlatformAccount';
import {
	CHECK_WHITELIST,
	CLOCK_DIFFERS,
	clockError,
	CORRECT_CLOCK,
	OPEN_PLATFORM_SUCCESS,
	statusEntry,
} from '../protocol/openPlatformCodes';
import { namingField, OTHER_KEY } from '../protocol/keyFields';
import { descriptionIn, redirectTarget, refusal } from '../protocol/openPlatformEnvelope';
import { secretsInAddress, signAddress } from '../protocol/hmacSignature';
import { endpointUrl } from '../protocol/addresses';
import { ENDPOINTS } from '../protocol/services';
import { tryReadJson } from '../../lossless';
import { isRecord, numberOf, textOf, type JsonRecord } from '../../values';
import { beginning } from '../../errorTexts';

/**
 * What a connection needs: the App ID, the address, the signed address in `url`, and the secrets
 * that no error may show. The signed address must never be shown, either.
 * @param adviceWithoutSecret says what works without an API Secret
 * @throws InputError if the credential cannot be right, or its base URL has a user name or password
 */
export function signHandshake(
	credential: Record<string, unknown>,
	now: number,
	adviceWithoutSecret?: string,
): { appId: string; address: string; url: string; secrets: string[] } {
	const account = hmacAccount(credential, adviceWithoutSecret);
	const address = endpointUrl(ENDPOINTS.streaming, credential[ENDPOINTS.streaming.base]);
	requireNoUserInfo(address);
	const url = signAddress(address, 'GET', account, now);
	const secrets = [...credentialSecrets(credential), ...secretsInAddress(url)];
	return { appId: account.appId, address, url, secrets };
}

/** Without this check, a proxy would refuse the connection, and the error would blame the keys. */
function requireNoUserInfo(address: string): void {
	const { username, password } = new URL(address);
	if (username !== '' || password !== '')
		throw new InputError(
			`The base URL for ${SERVICE} has a user name or password, which cannot be sent over a WebSocket`,
			'Remove them from the base URL in the credential, and let the proxy recognize n8n by something else, such as its IP address.',
		);
}

/**
 * A plain GET to the address of a handshake. Unlike a WebSocket, its response shows why the
 * handshake is refused.
 */
export function plainRequest(url: string): { url: string; maxBytes: number } {
	return { url: url.replace(/^ws/i, 'http'), maxBytes: ENDPOINTS.streaming.responseBytes };
}

const { service: SERVICE } = ENDPOINTS.streaming;

const OTHER_STREAMING_KEY = namingField(OTHER_KEY, ENDPOINTS.streaming);

/** How the platform describes refused signatures, with the headline and advice for each. */
const SIGNATURE_PROBLEMS = [
	{
		says: /ip address/i,
		headline: `This machine's IP address is not on the whitelist of ${SERVICE}`,
		advice: CHECK_WHITELIST,
	},
	{
		says: /date header|date is/i,
		headline: CLOCK_DIFFERS,
		advice: CORRECT_CLOCK,
		isAboutClock: true,
	},
	{
		says: /does not match/i,
		headline: `API Key or API Secret is wrong for ${SERVICE}`,
		advice: `Copy APIKey and APISecret again from the same page of ${CONSOLE}, and check that they are not swapped. ${OTHER_STREAMING_KEY}`,
	},
	{
		says: /cannot be verified/i,
		headline: `API Key is wrong for ${SERVICE}`,
		advice: `Copy the APIKey again from the page of this service in ${CONSOLE}, and check that APIKey and APISecret are not swapped. ${OTHER_STREAMING_KEY} The key of the older speech service is another one, too.`,
	},
];

/**
 * Why a handshake is refused, from the response to a plain GET to the same address. Undefined if
 * the signature was accepted: the GET is then refused only because it is no WebSocket handshake.
 * @param now this machine's clock in milliseconds
 * @param url the requested address, of which only host and path are shown
 */
export function handshakeRefusal(
	response: HttpResponse,
	now: number,
	url: string,
): PlatformError | undefined {
	const { status, headers } = response;
	if (status === 404 || (status >= 300 && status < 400)) return wrongAddress(response, url);
	const isAboutSignature = status === 401 || status === 403;
	if (!isAboutSignature && status < 500 && status !== 429) return undefined;
	const said = descriptionIn(response) ?? '';
	const problem = isAboutSignature
		? SIGNATURE_PROBLEMS.find(({ says }) => says.test(said))
		: undefined;
	const clock = problem?.isAboutClock ? clockError(headers.date, now) : undefined;
	const { meaning, advice } = statusEntry(status);
	const cause = clock ?? problem?.headline;
	return new PlatformError(
		cause === undefined
			? `The iFLYTEK platform refused the connection: ${said || meaning} (HTTP ${status})`
			: `${cause} (HTTP ${status}${platformSays(said)})`,
		kindOfStatus(status),
		{
			code: String(status),
			desc: said,
			advice: problem?.advice ?? namingField(advice, ENDPOINTS.streaming),
		},
		{ retryAfterMs: retryAfterMs(headers, now) },
	);
}

/** The error if there is no such service at the address, or if the service has moved. */
function wrongAddress(response: HttpResponse, url: string): PlatformError {
	const { status } = response;
	const { host, pathname } = new URL(url);
	const target = redirectTarget(response);
	const said = target === undefined ? '' : `, which redirects to ${target}`;
	return new PlatformError(
		`There is no ${SERVICE} at ${host}${pathname}${said} (HTTP ${status})`,
		'refused',
		{
			code: String(status),
			advice: `Check the base URL of ${SERVICE} in the credential. It has a path only where a proxy needs one.`,
		},
	);
}

/** How the text is encoded (`tte`); `unicode` is only for minority languages. */
export const TEXT_ENCODINGS = { UTF8: 'utf8', unicode: 'utf16le' } as const;

/** The parameters of a streaming synthesis, as they are in the `business` of the frame. */
export interface StreamingBusiness extends JsonRecord {
	tte: keyof typeof TEXT_ENCODINGS;
}

/** The one frame that a client sends: JSON text with the whole text in it. */
export function requestFrame(appId: string, business: StreamingBusiness, text: string): string {
	const encoded = Buffer.from(text, TEXT_ENCODINGS[business.tte]).toString('base64');
	return JSON.stringify({
		common: { app_id: appId },
		business,
		data: { status: 2, text: encoded },
	});
}

/** A received frame whose code says that the request succeeded. */
interface ReceivedFrame {
	sid?: string;
	/** The audio in Base64; empty if the frame has no audio. */
	audio: string;
	/** How many bytes the audio has when decoded. */
	audioBytes: number;
	last: boolean;
	/** The number of bytes in the text up to the end of the sentence to which this audio belongs. */
	ced?: number;
	/** The whole frame. The last frame is without its audio. */
	frame: JsonRecord;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Reads one received frame.
 * @param knownSid the session ID of an earlier frame, for errors if this frame has none
 * @throws PlatformError for a code other than 0, and for a frame that cannot be understood. The
 * latter is `interrupted`, because the frame may be damaged.
 */
export function readFrame(text: string, knownSid?: string): ReceivedFrame {
	const frame = parseFrame(text);
	if (!isRecord(frame)) throw unreadableFrame('is not a JSON object', text, knownSid);
	const sid = textOf(frame.sid) ?? knownSid;
	const code = textOf(frame.code);
	if (code === undefined) throw unreadableFrame('has no result code', text, sid);
	if (code !== OPEN_PLATFORM_SUCCESS)
		throw refusal(code, textOf(frame.message) ?? '', sid, { endpoint: ENDPOINTS.streaming });
	const data = frame.data ?? undefined;
	if (data === undefined) return { sid, audio: '', audioBytes: 0, last: false, frame };
	if (!isRecord(data)) throw unreadableFrame('has data that are no object', text, sid);
	const status = numberOf(data.status);
	if (status !== 0 && status !== 1 && status !== 2)
		throw unreadableFrame('does not say whether it is the last', text, sid);
	const audio = audioIn(data.audio, text, sid);
	const last = status === 2;
	return {
		sid,
		audio,
		audioBytes: Buffer.byteLength(audio, 'base64'),
		last,
		ced: numberOf(data.ced),
		frame: last ? shownFrame(text, sid) : frame,
	};
}

/** Parses a frame of audio forty times as fast as `tryReadJson`, which is slow with long texts. */
function parseFrame(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The last frame as the raw response shows it: without audio, and with every digit. */
function shownFrame(text: string, sid: string | undefined): JsonRecord {
	const frame = tryReadJson(text)?.value;
	if (!isRecord(frame) || !isRecord(frame.data)) throw unreadableFrame('cannot be read', text, sid);
	const data = { ...frame.data };
	delete data.audio;
	return { ...frame, data };
}

function audioIn(audio: unknown, text: string, sid: string | undefined): string {
	if (audio === undefined || audio === null) return '';
	if (typeof audio !== 'string' || audio.length % 4 !== 0 || !BASE64.test(audio))
		throw unreadableFrame('has audio that is not Base64', text, sid);
	return audio;
}

function unreadableFrame(problem: string, text: string, sid: string | undefined): PlatformError {
	return streamError(
		`A frame of the iFLYTEK platform ${problem}. ${beginning(text)}`,
		'interrupted',
		sid,
	);
}

export const REPORT_SID =
	'Try again. If it keeps happening with this text, report the sid to iFLYTEK.';

/** An error about a frame from the service; after `interrupted` another attempt may succeed. */
export function streamError(
	message: string,
	kind: 'interrupted' | 'unreadable',
	sid: string | undefined,
): PlatformError {
	return new PlatformError(message, kind, { sid, advice: REPORT_SID });
}
