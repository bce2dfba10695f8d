import { PlatformError } from '../../../failure';
import { tryReadJson } from '../../../lossless';
import { beginning, isRecord, type JsonRecord, numberOf, textOf } from '../../../values';
import { OPEN_PLATFORM_SUCCESS } from '../../protocol/openPlatformCodes';
import { refusal } from '../../protocol/openPlatformEnvelope';
import { ENDPOINTS } from '../../protocol/services';

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
	if (!isRecord(frame)) throw unreadable('is not a JSON object', text, knownSid);
	const sid = textOf(frame.sid) ?? knownSid;
	const code = textOf(frame.code);
	if (code === undefined) throw unreadable('has no result code', text, sid);
	if (code !== OPEN_PLATFORM_SUCCESS)
		throw refusal(code, textOf(frame.message) ?? '', sid, { endpoint: ENDPOINTS.streaming });
	const data = frame.data ?? undefined;
	if (data === undefined) return { sid, audio: '', audioBytes: 0, last: false, frame };
	if (!isRecord(data)) throw unreadable('has data that are no object', text, sid);
	const status = numberOf(data.status);
	if (status !== 0 && status !== 1 && status !== 2)
		throw unreadable('does not say whether it is the last', text, sid);
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
	if (!isRecord(frame) || !isRecord(frame.data)) throw unreadable('cannot be read', text, sid);
	const data = { ...frame.data };
	delete data.audio;
	return { ...frame, data };
}

function audioIn(audio: unknown, text: string, sid: string | undefined): string {
	if (audio === undefined || audio === null) return '';
	if (typeof audio !== 'string' || audio.length % 4 !== 0 || !BASE64.test(audio))
		throw unreadable('has audio that is not Base64', text, sid);
	return audio;
}

function unreadable(problem: string, text: string, sid: string | undefined): PlatformError {
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
