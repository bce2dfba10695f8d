import type { AudioFormat } from '../standardSpeech';

const BYTES_PER_SAMPLE = 2;
/** No voice speaks more Chinese characters in a second, at any speed. */
const CHARACTERS_PER_SECOND = 25;
/** The lowest bit rate of an MP3 frame at these sample rates: 8 kbit/s. */
const MP3_BYTES_PER_SECOND = 1000;

/** Bytes that the speech of some texts has at the very least: what is to be refused must not fit for certain. */
export function minAudioBytes(texts: string[], format: AudioFormat, sampleRate: number): number {
	const characters = texts.join().match(/\p{Script=Han}/gu)?.length ?? 0;
	return (
		(characters / CHARACTERS_PER_SECOND) *
		(format === 'mp3' ? MP3_BYTES_PER_SECOND : sampleRate * BYTES_PER_SAMPLE)
	);
}

/** Bytes that the speech of some texts has at most, if a byte of text (a digit) takes a second at the slowest speed. */
export function maxAudioBytes(texts: string[], sampleRate: number): number {
	return Buffer.byteLength(texts.join('')) * sampleRate * BYTES_PER_SAMPLE;
}
