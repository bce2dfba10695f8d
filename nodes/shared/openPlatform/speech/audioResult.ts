import { PlatformError, sessionIds, type FailureDetails } from '../../failure';

/** The sound in a piece of audio. */
export interface Sound {
	/** The sound without headers. It shares memory with the piece. */
	data: Buffer;
	/** The format, which is the same in all pieces of a file. */
	format: SoundFormat;
	/** How many samples each channel has. */
	samples: number;
}

/** The format of sound. That of MP3 has no `bitsPerSample`. */
export interface SoundFormat {
	channels: number;
	/** Samples per second, of each channel. */
	sampleRate: number;
	bitsPerSample?: number;
}

/**
 * Makes the error for audio that cannot be used. `what` is the end of a sentence that begins with
 * "The speech synthesis sent". Audio that is empty or cut off is `interrupted`, because another
 * attempt may return it in full.
 */
export type Refuse = (what: string, kind?: 'unreadable' | 'interrupted') => PlatformError;

/** The service sent no sound for a text; another attempt may succeed. */
export class SilentSpeechError extends PlatformError {
	constructor(message: string, details: FailureDetails) {
		super(message, 'interrupted', details);
	}
}

const ADVICE =
	'Try again. If it keeps happening with this text and voice, choose another audio format or report the sid to iFLYTEK.';

/** The error for a piece without sound. `what` is as in `Refuse`. */
export function silence(what: string, sid: string | undefined): SilentSpeechError {
	return new SilentSpeechError(`The speech synthesis sent ${what}`, { sid, advice: ADVICE });
}

/** Returns a function that makes errors about audio with these session ids. */
export function refusedAudio(...sids: (string | undefined)[]): Refuse {
	return (what, kind = 'unreadable') =>
		new PlatformError(`The speech synthesis sent ${what}`, kind, {
			...sessionIds(sids),
			advice: ADVICE,
		});
}

/**
 * Checks that two formats are the same.
 * @throws PlatformError if they differ
 */
export function requireSameFormat(first: SoundFormat, other: SoundFormat, refuse: Refuse): void {
	if (
		first.sampleRate === other.sampleRate &&
		first.channels === other.channels &&
		first.bitsPerSample === other.bitsPerSample
	)
		return;
	throw refuse(
		`pieces of different formats, which cannot be one file: ${describeFormat(first)} and ${describeFormat(other)}`,
	);
}

export function describeFormat({ channels, sampleRate, bitsPerSample }: SoundFormat): string {
	const bits = bitsPerSample === undefined ? '' : `${bitsPerSample} bits, `;
	return `${sampleRate} Hz, ${bits}${channels} channel${channels === 1 ? '' : 's'}`;
}
