import { isObject, watched } from '../param';
import { voices } from '../endpoints/speech';
import type { SpeechOptions } from '../engines/speech';
import type { Settings } from '../settings';

/** A refusal by the service. It is sent as an answer frame with this code. */
export class FrameFailure extends Error {
	constructor(
		readonly code: number,
		message: string,
	) {
		super(message);
	}
}

/** The content of a client's request. */
export interface Synthesis {
	appid: string;
	/** The `business` parameters as they were sent, for the log. */
	business: Record<string, unknown>;
	/** Names in `business` that the simulator does not read. */
	unread: string[];
	text: string;
	/** The length of the text in bytes before Base64. The last `ced` has this value. */
	textBytes: number;
	encoding: 'raw' | 'lame';
	/** Whether the text came in UTF-16. */
	unicode: boolean;
	/** Whether MP3 is sent in several frames. */
	streamed: boolean;
	options: SpeechOptions;
}

/**
 * The text must have fewer bytes than this. The vendor's page says "below 8000 bytes, about 2000 Chinese characters".
 * 2000 Chinese characters are 6000 bytes before Base64 and 8000 bytes after it. The setting `textLimit` says whether the
 * limit counts the bytes before or after Base64.
 */
const TEXT_LIMIT_BYTES = 8000;

/** The sample rates that `auf` can name. */
const sampleRates: Readonly<Record<string, 8000 | 16000>> = {
	'audio/L16;rate=8000': 8000,
	'audio/L16;rate=16000': 16000,
};

/**
 * Reads the one frame that a client sends.
 * @throws FrameFailure 10160 if the frame is not a JSON object, 10161 for invalid Base64, 10163 for missing fields, 10007 for
 *   values that are not allowed, 10109 for a text that is empty or too long, 11200 for an unknown voice
 */
export function readRequest(frame: string, { textLimit }: Pick<Settings, 'textLimit'>): Synthesis {
	const { common, business: sentBusiness, data } = parse(frame);
	if (!isObject(common) || typeof common.app_id !== 'string' || common.app_id === '')
		throw new FrameFailure(10163, 'param validate error: app_id');
	if (!isObject(sentBusiness)) throw new FrameFailure(10163, 'param validate error: business');
	const { param: business, unread } = watched(sentBusiness);
	if (!isObject(data) || data.status !== 2)
		throw new FrameFailure(10163, 'param validate error: data.status');
	const encoding = choice(business, 'aue', ['raw', 'lame']);
	const unicode = choice(business, 'tte', ['UTF8', 'utf8', 'unicode'], 'UTF8') === 'unicode';
	const sampleRate =
		sampleRates[choice(business, 'auf', Object.keys(sampleRates), 'audio/L16;rate=16000')];
	// `bgs`, `reg`, `rdn` and `ent` are only checked. They do not change the speech.
	numberChoice(business, 'bgs', [0, 1]);
	const streamed = numberChoice(business, 'sfl', [0, 1]) === 1;
	choice(business, 'reg', ['0', '1', '2'], '0');
	choice(business, 'rdn', ['0', '1', '2', '3'], '0');
	if (business.ent !== undefined && typeof business.ent !== 'string') throw invalid('ent');
	const speed = level(business, 'speed');
	const volume = level(business, 'volume');
	const pitch = level(business, 'pitch');
	const { text, textBytes } = textIn(data.text, unicode, textLimit);
	const voice = business.vcn;
	if (typeof voice !== 'string' || voice === '')
		throw new FrameFailure(10163, 'param validate error: vcn');
	if (!voices.includes(voice)) throw new FrameFailure(11200, 'licc failed: voice not authorised');
	return {
		appid: common.app_id,
		business: sentBusiness,
		unread: unread(),
		text,
		textBytes,
		encoding,
		unicode,
		streamed,
		options: { voice, speed, volume, pitch, sampleRate },
	};
}

function parse(frame: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(frame);
		if (isObject(value)) return value;
	} catch {
		// Unreadable text is refused below like anything else that is not an object.
	}
	throw new FrameFailure(10160, 'parse request json error');
}

function textIn(
	value: unknown,
	unicode: boolean,
	limit: Settings['textLimit'],
): { text: string; textBytes: number } {
	if (typeof value !== 'string') throw new FrameFailure(10163, 'param validate error: data.text');
	if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value) || value.length % 4 !== 0)
		throw new FrameFailure(10161, 'parse base64 string error');
	const bytes = Buffer.from(value, 'base64');
	const length = limit === 'base64' ? value.length : bytes.length;
	if (length >= TEXT_LIMIT_BYTES) throw new FrameFailure(10109, 'invalid text length');
	let text: string;
	try {
		text = new TextDecoder(unicode ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw invalid('data.text');
	}
	if (text.trim() === '') throw new FrameFailure(10109, 'invalid text length');
	return { text, textBytes: bytes.length };
}

/** Reads a parameter that has a text as its value. It is required if there is no `fallback`. */
function choice<Value extends string>(
	business: Record<string, unknown>,
	name: string,
	allowed: readonly Value[],
	fallback?: Value,
): Value {
	const given = business[name] ?? fallback;
	if (given === undefined) throw new FrameFailure(10163, `param validate error: ${name}`);
	const found = allowed.find((value) => value === given);
	if (found === undefined) throw invalid(name);
	return found;
}

/** Reads a parameter that has a number as its value. The first allowed number is the default. */
function numberChoice(
	business: Record<string, unknown>,
	name: string,
	allowed: readonly number[],
): number {
	const given = business[name] ?? allowed[0];
	const found = allowed.find((value) => value === given);
	if (found === undefined) throw invalid(name);
	return found;
}

/** Reads `speed`, `volume` or `pitch`: a whole number from 0 to 100, by default 50. */
function level(business: Record<string, unknown>, name: string): number {
	const given = business[name] ?? 50;
	if (typeof given !== 'number' || !Number.isInteger(given) || given < 0 || given > 100)
		throw invalid(name);
	return given;
}

function invalid(name: string): FrameFailure {
	return new FrameFailure(10007, `invalid parameter: ${name}`);
}
