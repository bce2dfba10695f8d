import type { AudioFormat } from '../speech';

/** No voice speaks more Chinese characters in a second, at any speed. */
const CHARACTERS_PER_SECOND = 25;
const HAN = /\p{Script=Han}/gu;
const BYTES_PER_SAMPLE = 2;
/** The lowest bit rate of an MP3 frame at these sample rates: 8 kbit/s. */
const MP3_BYTES_PER_SECOND = 1000;

/** Bytes that the speech of some texts has at the very least: what is to be refused must not fit for certain. */
export function leastAudioBytes(texts: string[], format: AudioFormat, sampleRate: number): number {
	const characters = texts.reduce((sum, text) => sum + (text.match(HAN)?.length ?? 0), 0);
	return (characters / CHARACTERS_PER_SECOND) * (format === 'mp3' ? MP3_BYTES_PER_SECOND : sampleRate * BYTES_PER_SAMPLE);
}

/** Seconds that a byte of text takes at the very most: a digit, at the slowest speed. */
const SECONDS_PER_BYTE = 1;

/** Bytes that the speech of some texts has at most; only far above it is anything certain. */
export function mostAudioBytes(texts: string[], sampleRate: number): number {
	return Buffer.byteLength(texts.join('')) * SECONDS_PER_BYTE * sampleRate * BYTES_PER_SAMPLE;
}
