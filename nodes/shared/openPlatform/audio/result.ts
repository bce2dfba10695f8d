import { PlatformError } from '../../failure';

/** Audio in one file. */
export interface JoinedAudio {
	bytes: Buffer;
	durationSeconds: number;
	/** Samples per second, of each channel. */
	sampleRate: number;
}

/** The error for audio that cannot be used; `what` goes on after "The speech synthesis sent". */
export function badAudio(what: string): PlatformError {
	return new PlatformError(`The speech synthesis sent ${what}`, {
		advice: 'Try again. If it stays so with this text and voice, choose another audio format or report the sid to iFLYTEK.',
	});
}
