import { PlatformError } from '../../failure';
import type { JsonRecord } from '../../values';
import { mostAudioBytes } from '../audio';
import type { VoiceSettings } from '../speech';
import { readFrame, type StreamingBusiness } from './frames';

/** How English is read (`reg`): as words or letters by what it looks like, in doubt as words or as letters; or always as letters. */
export const ENGLISH_READINGS = ['0', '1', '2'] as const;

/** How numbers are read (`rdn`): by what they look like, as values, digit by digit, in doubt digit by digit. */
export const NUMBER_READINGS = ['0', '1', '2', '3'] as const;

/** What streaming synthesis is asked for beyond what both services have; each is left out where it is not chosen. */
export interface StreamingSettings extends VoiceSettings {
	backgroundSound?: boolean;
	englishReading?: (typeof ENGLISH_READINGS)[number];
	numberReading?: (typeof NUMBER_READINGS)[number];
	/** The voice speaks a minor language: engine `mtts`, the text as UTF-16. */
	minorLanguage?: boolean;
}

/** The request frame's `business`. */
export function streamingBusiness({ format, sampleRate, voice, speed, volume, pitch, ...options }: StreamingSettings): StreamingBusiness {
	const { backgroundSound, englishReading, numberReading, minorLanguage } = options;
	return {
		...(format === 'mp3' ? { aue: 'lame', sfl: 1 } : { aue: 'raw' }),
		auf: `audio/L16;rate=${sampleRate}`,
		vcn: voice,
		speed,
		volume,
		pitch,
		...(backgroundSound !== undefined && { bgs: backgroundSound ? 1 : 0 }),
		...(englishReading !== undefined && { reg: englishReading }),
		...(numberReading !== undefined && { rdn: numberReading }),
		...(minorLanguage === true ? { tte: 'unicode', ent: 'mtts' } : { tte: 'UTF8' }),
	};
}

/** The longest frame that is accepted, in characters. The service sends some ten thousand. */
export const FRAME_CHARACTERS = 1024 ** 2;
const ADVICE = 'Try again. If it persists with this text, report the sid to iFLYTEK.';

/** The speech of one text, as the service sent it. */
export interface StreamedSpeech {
	audio: Buffer;
	sid?: string;
	/** The last frame, without its audio. */
	lastFrame: JsonRecord;
}

/** Puts the speech of one text together from the frames that come. */
export class SpeechCollector {
	private readonly chunks: Buffer[] = [];
	private readonly mostBytes: number;
	private bytes = 0;
	private sid: string | undefined;
	private lastFrame: JsonRecord | undefined;

	constructor(text: string, sampleRate: number) {
		this.mostBytes = FRAME_CHARACTERS + mostAudioBytes([text], sampleRate);
	}

	/**
	 * Reads the next frame.
	 * @returns true once the last one has come
	 * @throws PlatformError for a code other than 0, a frame that cannot be understood, audio after the end or without end
	 */
	read(text: string): boolean {
		const { audio, last, sid, frame } = readFrame(text, this.sid);
		this.sid = sid;
		if (this.lastFrame && audio.length > 0) throw new PlatformError('The iFLYTEK platform sent audio after the end', 'interrupted', { sid, advice: ADVICE });
		this.chunks.push(audio);
		this.bytes += audio.length;
		if (this.bytes > this.mostBytes) throw new PlatformError(`The iFLYTEK platform sent more than ${this.mostBytes} bytes of audio for one piece of text`, 'unreadable', { sid, advice: ADVICE });
		if (last) this.lastFrame ??= frame;
		return this.lastFrame !== undefined;
	}

	/**
	 * The whole speech.
	 * @throws PlatformError where no frame had audio
	 */
	finish(): StreamedSpeech {
		const { chunks, sid, lastFrame = {} } = this;
		if (this.bytes === 0) throw new PlatformError('The iFLYTEK platform reported success but sent no audio', 'interrupted', { sid, advice: ADVICE });
		return { audio: Buffer.concat(chunks), sid, lastFrame };
	}
}
