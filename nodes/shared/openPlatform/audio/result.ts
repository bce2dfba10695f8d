import { PlatformError, quoted } from '../../failure';
import { excerpt } from '../../values';

/** What the synthesis gave for a piece of a text. */
export interface SpokenPiece {
	/** What was to be spoken. */
	text: string;
	audio: Buffer;
	sid?: string;
}

/** Audio in one file. */
export interface JoinedAudio {
	bytes: Buffer;
	durationSeconds: number;
	/** Samples per second, of each channel. */
	sampleRate: number;
}

/** Makes the error for a piece of audio that cannot be used; `what` goes on after "The speech synthesis sent". */
export type Refuse = (what: string) => PlatformError;

/** Errors about audio that came with these session ids. */
export function refusalOf(...sids: (string | undefined)[]): Refuse {
	const advice = 'Try again. If it stays so with this text and voice, choose another audio format or report the sid to iFLYTEK.';
	return (what) => new PlatformError(`The speech synthesis sent ${what}`, { ...quoted(sids), advice });
}

/** The error for pieces of two formats, each with its session id. */
export function mixedFormats(first: string, other: string, sids: (string | undefined)[]): PlatformError {
	return refusalOf(...sids)(`pieces of different formats, which make no one file: ${first} and ${other}`);
}

/**
 * Checks that a piece sounds, for a part of a text must not go unspoken.
 * @throws PlatformError for one without a sample, unless there is no letter or digit to speak
 */
export function requireSound({ text }: SpokenPiece, samples: number, refuse: Refuse): void {
	if (samples === 0 && /[\p{L}\p{N}]/u.test(text)) throw refuse(`audio without any sound for this part of the text: ${excerpt(text)}`);
}
