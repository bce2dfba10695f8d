import { PlatformError, sessionIds } from '../../../failure';

export interface Sound {
	/** Without headers; shares memory with the piece. */
	data: Buffer;
	/** The same in all pieces of a file. */
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

/**
 * Makes the error for audio that cannot be used; `what` goes on after "The speech synthesis sent". What is empty or cut off
 * is `interrupted`: another attempt may return it in full.
 */
export type Refuse = (what: string, kind?: 'unreadable' | 'interrupted') => PlatformError;

/** Errors about audio that came with these session ids. */
export function refusalOf(...sids: (string | undefined)[]): Refuse {
	const advice =
		'Try again. If it keeps happening with this text and voice, choose another audio format or report the sid to iFLYTEK.';
	return (what, kind = 'unreadable') =>
		new PlatformError(`The speech synthesis sent ${what}`, kind, { ...sessionIds(sids), advice });
}

/** @throws PlatformError for two formats */
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
