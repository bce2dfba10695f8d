import { PlatformError, sessionIds } from '../../failure';
import { excerpt } from '../../values';

/** What the synthesis gave for a piece of a text. */
export interface SpeechPiece {
	/** The text to convert. */
	text: string;
	audio: Buffer;
	sid?: string;
}

/** The sound of a piece. */
export interface Sound {
	/** Without headers; shares memory with the piece. */
	data: Buffer;
	/** What must be the same in all pieces of a file. */
	format: SoundFormat;
	/** Samples of each channel. */
	samples: number;
}

/** How samples are written; MP3 has no `bitsPerSample`. */
export interface SoundFormat {
	channels: number;
	/** Samples per second, of each channel. */
	sampleRate: number;
	bitsPerSample?: number;
}

/** Audio in one file. */
export interface JoinedAudio {
	bytes: Buffer;
	durationSeconds: number;
	/** Samples per second, of each channel. */
	sampleRate: number;
}

/**
 * Makes the error for a piece of audio that cannot be used; `what` goes on after "The speech synthesis sent". One that is
 * empty or cut off is `interrupted`: the same request may be answered in full.
 */
export type Refuse = (what: string, kind?: 'unreadable' | 'interrupted') => PlatformError;

/** Errors about audio that came with these session ids. */
export function refusalOf(...sids: (string | undefined)[]): Refuse {
	const advice = 'Try again. If it persists with this text and voice, choose another audio format or report the sid to iFLYTEK.';
	return (what, kind = 'unreadable') => new PlatformError(`The speech synthesis sent ${what}`, kind, { ...sessionIds(sids), advice });
}

export function isSameFormat(one: SoundFormat, other: SoundFormat): boolean {
	return one.channels === other.channels && one.sampleRate === other.sampleRate && one.bitsPerSample === other.bitsPerSample;
}

/** The error for sound of two formats, with the session ids that it came with. */
export function mixedFormats(first: SoundFormat, other: SoundFormat, sids: (string | undefined)[]): PlatformError {
	return refusalOf(...sids)(`pieces of different formats, which cannot be one file: ${describeFormat(first)} and ${describeFormat(other)}`);
}

/** A format in words. */
export function describeFormat({ channels, sampleRate, bitsPerSample }: SoundFormat): string {
	const bits = bitsPerSample === undefined ? '' : `${bitsPerSample} bits, `;
	return `${sampleRate} Hz, ${bits}${channels} channel${channels === 1 ? '' : 's'}`;
}

/**
 * Checks that a piece has sound, since no part of a text may go unspoken.
 * @throws PlatformError for one without a sample, unless there is no letter or digit to speak
 */
export function requireSound({ text }: SpeechPiece, samples: number, refuse: Refuse): void {
	if (samples === 0 && /[\p{L}\p{N}]/u.test(text)) throw refuse(`audio without any sound for this part of the text: ${excerpt(text)}`, 'interrupted');
}
