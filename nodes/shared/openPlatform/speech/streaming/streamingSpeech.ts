import type { JsonRecord } from '../../../values';
import { maxAudioBytes } from '../audio';
import { audioParam, type VoiceSettings } from '../standardSpeech';
import { readFrame, streamError, type StreamingBusiness } from './frames';

/** How English is read (`reg`). */
export const ENGLISH_READINGS = [
	{
		name: 'As Words If Unclear',
		value: '0',
		description: 'As words or letters, whichever fits; as words if unclear',
	},
	{
		name: 'As Letters If Unclear',
		value: '2',
		description: 'As words or letters, whichever fits; as letters if unclear',
	},
	{ name: 'Always As Letters', value: '1', description: 'Letter by letter' },
] as const;

/** How numbers are read (`rdn`). */
export const NUMBER_READINGS = [
	{ name: 'Automatic', value: '0', description: 'As a value or digit by digit, whichever fits' },
	{ name: 'As Values', value: '1', description: '110 as one hundred and ten' },
	{ name: 'As Digits', value: '2', description: '110 as one, one, zero' },
	{
		name: 'As Digits If Unclear',
		value: '3',
		description: 'As a value or digit by digit, whichever fits; digit by digit if unclear',
	},
] as const;

/** What streaming synthesis is asked for beyond what both services have; each is left out where it is not chosen. */
export interface StreamingSettings extends VoiceSettings {
	backgroundSound?: boolean;
	englishReading?: (typeof ENGLISH_READINGS)[number]['value'];
	numberReading?: (typeof NUMBER_READINGS)[number]['value'];
	/** The voice speaks a minor language: engine `mtts`, the text as UTF-16. */
	minorLanguage?: boolean;
}

/** The request frame's `business`. */
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
		// MP3 as a stream.
		sfl: format === 'mp3' ? 1 : undefined,
		vcn: voice,
		speed,
		volume,
		pitch,
		bgs: backgroundSound === undefined ? undefined : Number(backgroundSound),
		reg: englishReading,
		rdn: numberReading,
		...(minorLanguage ? { tte: 'unicode', ent: 'mtts' } : { tte: 'UTF8' }),
	};
}

/** The longest frame that is accepted, in characters. The service sends some ten thousand. */
export const FRAME_CHARACTERS = 1024 ** 2;

/** How many frames are accepted for one text: more than an hour of speech in frames of 40 milliseconds. */
export const MAX_FRAMES = 100_000;

/** Collects the speech of one text from its frames. */
export class SpeechCollector {
	private readonly chunks: Buffer[] = [];
	private readonly maxBytes: number;
	private bytes = 0;
	private sid: string | undefined;
	private lastFrame: JsonRecord | undefined;

	constructor(text: string, sampleRate: number) {
		this.maxBytes = FRAME_CHARACTERS + maxAudioBytes([text], sampleRate);
	}

	/**
	 * Reads the next frame.
	 * @returns `last` from the last one on, `empty` for one before it that has no audio
	 * @throws PlatformError for a code other than 0, a frame that cannot be understood, audio after the end or without end
	 */
	read(text: string): 'last' | 'content' | 'empty' {
		const { audio, last, sid, frame } = readFrame(text, this.sid);
		this.sid = sid;
		if (this.lastFrame && audio.length > 0)
			throw streamError('The iFLYTEK platform sent audio after the end', 'interrupted', sid);
		if (audio.length > 0) this.chunks.push(audio);
		this.bytes += audio.length;
		if (this.bytes > this.maxBytes)
			throw streamError(
				`The iFLYTEK platform sent more than ${this.maxBytes} bytes of audio for one piece of text`,
				'unreadable',
				sid,
			);
		if (last) this.lastFrame ??= frame;
		if (this.lastFrame) return 'last';
		return audio.length > 0 ? 'content' : 'empty';
	}

	/**
	 * The whole speech, with the last frame.
	 * @throws PlatformError where no frame had audio
	 */
	finish() {
		const { chunks, sid, lastFrame = {} } = this;
		if (this.bytes === 0)
			throw streamError(
				'The iFLYTEK platform reported success but sent no audio',
				'interrupted',
				sid,
			);
		return { audio: Buffer.concat(chunks), sid, lastFrame };
	}
}
