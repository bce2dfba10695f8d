import { PlatformError } from '../../failure';
import type { JsonRecord } from '../../values';
import { maxAudioBytes, type Mark } from './audioJoiner';
import { SilentSpeechError } from './audioResult';
import { audioParam, type VoiceSettings } from '../protocol/voiceSettings';
import { readFrame, REPORT_SID, streamError, type StreamingBusiness } from './streamingProtocol';

/** How English is read (`reg`). */
export const ENGLISH_READINGS = [
	{ name: 'Always As Letters', value: '1', description: 'Letter by letter' },
	{
		name: 'As Letters If Unclear',
		value: '2',
		description: 'As words or letters, whichever fits; as letters if unclear',
	},
	{
		name: 'As Words If Unclear',
		value: '0',
		description: 'As words or letters, whichever fits; as words if unclear',
	},
] as const;

/** How numbers are read (`rdn`). */
export const NUMBER_READINGS = [
	{ name: 'As Digits', value: '2', description: '110 as one, one, zero' },
	{
		name: 'As Digits If Unclear',
		value: '3',
		description: 'As a value or digit by digit, whichever fits; digit by digit if unclear',
	},
	{ name: 'As Values', value: '1', description: '110 as one hundred and ten' },
	{ name: 'Automatic', value: '0', description: 'As a value or digit by digit, whichever fits' },
] as const;

/**
 * Whether the voice speaks a minority language, and how its text is encoded (`ent`, `tte`). iFLYTEK
 * states both for each voice.
 */
export const MINOR_LANGUAGES = [
	{ name: 'Off', value: 'off', description: 'The voice speaks Chinese or English' },
	{
		name: 'UTF-16',
		value: 'utf16',
		description: 'As the examples of iFLYTEK say (API: ent mtts, tte unicode)',
	},
	{
		name: 'UTF-8',
		value: 'utf8',
		description: 'As the page of the service recommends (API: ent mtts, tte UTF8)',
	},
] as const;
type MinorLanguageSetting = (typeof MINOR_LANGUAGES)[number]['value'];

/**
 * Voices that are known to speak a minority language, with the language, or with empty text if the
 * language is not known.
 */
export const MINOR_LANGUAGE_VOICES: Readonly<Record<string, string>> = {
	abha: 'Hindi',
	allabent: 'Russian',
	gabriela: 'Spanish',
	mariane: 'French',
	qianhui: '',
	xiaoyun: 'Vietnamese',
};

function isMinorLanguage(choice: MinorLanguageSetting | undefined): boolean {
	return choice === 'utf8' || choice === 'utf16';
}

/** Codes that may be caused by the wrong encoding for a minority language. */
const MINOR_LANGUAGE_CODES = new Set<string | undefined>(['10163', '11200']);

/**
 * Adds to the advice of an error that a wrong Minor Language may have caused: the service has
 * refused a frame or a voice, or has sent no sound. The user should try the other encoding, or set
 * Minor Language for a voice that needs it.
 * @returns the same error
 */
export function adviseMinorLanguage(
	error: unknown,
	voice: string,
	choice: MinorLanguageSetting | undefined,
): unknown {
	if (!(error instanceof PlatformError)) return error;
	const { code, advice = '' } = error.details;
	const moreAdvice = minorLanguageAdvice(voice, choice);
	const mayBeCause = MINOR_LANGUAGE_CODES.has(code) || error instanceof SilentSpeechError;
	if (mayBeCause && moreAdvice !== undefined)
		error.details.advice = `${advice} ${moreAdvice}`.trim();
	return error;
}

function minorLanguageAdvice(
	voice: string,
	choice: MinorLanguageSetting | undefined,
): string | undefined {
	if (isMinorLanguage(choice)) {
		const other = choice === 'utf8' ? 'UTF-16' : 'UTF-8';
		return `If the voice speaks a minor language, set Minor Language to ${other} under Options.`;
	}
	return Object.hasOwn(MINOR_LANGUAGE_VOICES, voice.toLowerCase())
		? `The voice ${voice} speaks a minor language: set Minor Language under Options.`
		: undefined;
}

/** The code with which the service refuses a text that is too long or empty. */
const TEXT_LENGTH_CODE = '10109';

export function isTooLong(error: unknown): boolean {
	return error instanceof PlatformError && error.details.code === TEXT_LENGTH_CODE;
}

/**
 * The settings of streaming synthesis. A setting that the standard service does not have is only
 * sent if the user chooses it.
 */
interface StreamingSettings extends VoiceSettings {
	backgroundSound?: boolean;
	englishReading?: (typeof ENGLISH_READINGS)[number]['value'];
	numberReading?: (typeof NUMBER_READINGS)[number]['value'];
	/**
	 * Whether the voice speaks a minority language. If so, the request names the engine `mtts` and
	 * this encoding of the text.
	 */
	minorLanguage?: MinorLanguageSetting;
}

/** The `business` of a request frame with these settings. */
export function streamingBusiness({
	voice,
	speed,
	volume,
	pitch,
	...options
}: StreamingSettings): StreamingBusiness {
	const { format, backgroundSound, englishReading, numberReading, minorLanguage } = options;
	return {
		...audioParam(options),
		// `sfl` asks for MP3 as a stream.
		sfl: format === 'mp3' ? 1 : undefined,
		vcn: voice,
		speed,
		volume,
		pitch,
		bgs: backgroundSound === undefined ? undefined : Number(backgroundSound),
		reg: englishReading,
		rdn: numberReading,
		ent: isMinorLanguage(minorLanguage) ? 'mtts' : undefined,
		tte: minorLanguage === 'utf16' ? 'unicode' : 'UTF8',
	};
}

/** The most characters that a frame may have. The service's frames have some ten thousand. */
export const FRAME_CHARACTERS = 1024 ** 2;

/**
 * The most frames that are accepted for one text. In frames of 40 milliseconds this is more than an
 * hour of speech.
 */
export const MAX_FRAMES = 100_000;

/** Collects the speech of one text from its frames. */
export class SpeechCollector {
	private readonly maxBytes: number;
	private readonly audio: Buffer[] = [];
	private bytes = 0;
	private sid: string | undefined;
	private lastFrame: JsonRecord | undefined;
	/** The bytes of audio up to the end of each sentence, by the bytes of the text up to there. */
	private readonly sentences = new Map<number, number>();

	/** @param encoding how the text was encoded when it was sent; the service counts these bytes */
	constructor(
		private readonly text: string,
		sampleRate: number,
		private readonly encoding: BufferEncoding,
	) {
		this.maxBytes = FRAME_CHARACTERS + maxAudioBytes([text], sampleRate);
	}

	/**
	 * Reads the next frame.
	 * @returns `last` for the last frame and any frame after it, `empty` for an earlier frame without
	 * audio
	 * @throws PlatformError for a code other than 0, a frame that cannot be understood, audio after
	 * the last frame, and too much audio
	 */
	read(text: string): 'last' | 'content' | 'empty' {
		const { audio, audioBytes, last, ced, sid, frame } = readFrame(text, this.sid);
		this.sid = sid;
		if (this.lastFrame && audioBytes > 0)
			throw streamError('The iFLYTEK platform sent audio after the end', 'interrupted', sid);
		if (this.bytes + audioBytes > this.maxBytes)
			throw streamError(
				`The iFLYTEK platform sent more than ${this.maxBytes} bytes of audio for one piece of text`,
				'unreadable',
				sid,
			);
		this.audio.push(Buffer.from(audio, 'base64'));
		this.bytes += audioBytes;
		if (ced !== undefined && audioBytes > 0) this.sentences.set(ced, this.bytes);
		if (last) this.lastFrame ??= frame;
		if (this.lastFrame) return 'last';
		return audioBytes > 0 ? 'content' : 'empty';
	}

	/**
	 * The whole speech, with the last frame.
	 * @throws PlatformError if no frame had audio
	 */
	finish() {
		const { bytes, sid, lastFrame = {} } = this;
		if (bytes === 0)
			throw new SilentSpeechError('The iFLYTEK platform reported success but sent no audio', {
				sid,
				advice: REPORT_SID,
			});
		return { audio: Buffer.concat(this.audio), sid, lastFrame, marks: this.marks() };
	}

	/**
	 * Where sentences end. All frames of a sentence have the same `ced`: the bytes of the text up to
	 * the end of the sentence. Undefined if these values are impossible: if they become smaller, lie
	 * within a character, or leave out the end of the text.
	 */
	private marks(): Mark[] | undefined {
		const { text, encoding } = this;
		const marks: Mark[] = [];
		let position = 0;
		let bytes = 0;
		let spokenBytes = 0;
		for (const [end, audioBytes] of this.sentences) {
			while (bytes < end && position < text.length) {
				const character = String.fromCodePoint(text.codePointAt(position) ?? 0);
				position += character.length;
				bytes += Buffer.byteLength(character, encoding);
			}
			if (bytes !== end || audioBytes < spokenBytes) return undefined;
			spokenBytes = audioBytes;
			marks.push({ position, share: audioBytes / this.bytes });
		}
		return /[\p{L}\p{N}]/u.test(text.slice(position)) ? undefined : marks;
	}
}
