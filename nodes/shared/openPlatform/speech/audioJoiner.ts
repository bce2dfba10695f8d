import { InputError } from '../../failure';
import { excerpt } from '../../errorTexts';
import type { AudioFormat } from '../protocol/voiceSettings';
import { readMp3, readPcm, wavHeader } from './audioFormats';
import {
	refusedAudio,
	requireSameFormat,
	silence,
	type Sound,
	type SoundFormat,
} from './audioResult';

/**
 * The speech of a piece of a text, or of a part of a piece if the service refused the whole piece.
 */
export interface SpeechPart {
	text: string;
	audio: Buffer;
	sid?: string;
	marks?: Mark[];
}

/** After this share of the audio, the text up to `position` has been spoken. */
export interface Mark {
	/** Counted in UTF-16 code units. */
	position: number;
	/** From 0 to 1. */
	share: number;
}

/** A part of a text with the time of its speech within the file, in seconds. */
export interface SpokenPart {
	text: string;
	start: number;
	end: number;
	marks?: Mark[];
}

const MEGABYTE = 1024 ** 2;
/**
 * The most bytes of a file: about 2.7 hours of WAV at 16000 Hz. n8n can keep such a file in memory,
 * where it is a Base64 text, and in its database.
 */
export const MAX_FILE_BYTES = 300 * MEGABYTE;

/** Joins the speech of the pieces of a text into one file: one header, then the sound of each piece. */
export class AudioJoiner {
	/** The parts of each piece, by the number of the piece. */
	private readonly pieces: SpeechPart[][] = [];
	private bytes = 0;
	/** Of the pieces that were added. */
	private characters = 0;
	private added = 0;
	/** Pieces that were begun, and further parts of pieces that the service refused as too long. */
	private requests = 0;
	private readonly allCharacters: number;

	/**
	 * @param sampleRate the rate of pieces that do not state it (bare PCM)
	 * @param texts the pieces of the text, in their order
	 * @throws InputError if the file is certain to be larger than `MAX_FILE_BYTES`
	 */
	constructor(
		private readonly format: AudioFormat,
		private readonly sampleRate: number,
		private readonly texts: string[],
	) {
		requireRoom(minAudioBytes(texts, format, sampleRate));
		this.allCharacters = texts.reduce((sum, { length }) => sum + length, 0);
	}

	/** Counts the request for a piece, which is sent next. */
	begin(): void {
		this.requests++;
	}

	/**
	 * Checks the audio of a part of a text while its request can still be repeated.
	 * @throws PlatformError if the audio is of another kind, cut off, or silent although the text
	 * has words
	 */
	check(part: SpeechPart): void {
		this.read(part, false);
	}

	/**
	 * Adds the audio of piece number `index`, in one or several parts. The pieces may arrive in any
	 * order.
	 * @throws InputError if the file becomes larger than `MAX_FILE_BYTES`, or is sure to
	 */
	add(index: number, ...parts: SpeechPart[]): void {
		for (const { audio } of parts) this.bytes += audio.length;
		this.requests += parts.length - 1;
		this.characters += this.texts[index]?.length ?? 0;
		this.added++;
		requireRoom(this.bytes);
		this.pieces[index] = parts;
		this.requireRoomForRest();
	}

	/** Stops as soon as the pace so far tells that the file will be too large. */
	private requireRoomForRest(): void {
		if (this.added < PACE_PIECES || this.characters < PACE_CHARACTERS) return;
		const pace = this.bytes / this.characters;
		const fewest = this.bytes + ((this.allCharacters - this.characters) * pace) / SURE_FACTOR;
		if (fewest > MAX_FILE_BYTES) throw this.willBeTooLarge();
	}

	private willBeTooLarge(): InputError {
		const share = this.allCharacters / this.characters;
		const hours = (this.secondsSoFar() * share) / 3600;
		const size = Math.round((this.bytes * share) / MEGABYTE);
		const holdsAsMp3 = this.format !== 'mp3' && hours <= MP3_HOURS;
		return new InputError(
			`The speech of this text would last about ${hours.toFixed(1)} hours and have ${size} MB. A file may have ${MAX_FILE_BYTES / MEGABYTE} MB, so the rest of the text was not sent after ${this.requests} requests`,
			holdsAsMp3
				? 'Set Audio Format to MP3, which holds it, or split the text across several items.'
				: 'Split the text across several items.',
		);
	}

	private secondsSoFar(): number {
		let seconds = 0;
		for (const part of this.pieces.flat()) {
			const sound = this.read(part, false);
			if (sound) seconds += sound.samples / sound.format.sampleRate;
		}
		return seconds;
	}

	/**
	 * Returns the finished file, and each part of the text with the time at which it is spoken.
	 * @throws PlatformError as `check` does, for parts of different formats, and for an MP3 file of
	 * which no part has any sound
	 */
	finish() {
		const parts = this.texts.flatMap((_text, index) => this.partsOf(index));
		let first: { format: SoundFormat; sid?: string } | undefined;
		const sounds: Buffer[] = [];
		/** With times measured in samples. */
		const spoken: SpokenPart[] = [];
		let samples = 0;
		for (const part of parts) {
			const { text, marks, sid } = part;
			const start = samples;
			const sound = this.read(part, first === undefined);
			if (sound) {
				first ??= { format: sound.format, sid };
				requireSameFormat(first.format, sound.format, refusedAudio(first.sid, sid));
				sounds.push(sound.data);
				samples += sound.samples;
			}
			spoken.push({ text, marks, start, end: samples });
		}
		if (!first) {
			const refuse = refusedAudio(...new Set(parts.map(({ sid }) => sid)));
			throw refuse('MP3 without any sound in it');
		}
		const { format } = first;
		const inSeconds = (count: number) => count / format.sampleRate;
		return {
			bytes: this.format === 'wav' ? wavFile(format, sounds) : Buffer.concat(sounds),
			durationSeconds: inSeconds(samples),
			sampleRate: format.sampleRate,
			timeline: spoken.map((part) => ({
				...part,
				start: inSeconds(part.start),
				end: inSeconds(part.end),
			})),
		};
	}

	private partsOf(index: number): SpeechPart[] {
		const parts = this.pieces[index];
		if (!parts) throw new RangeError('Pieces of audio are missing');
		return parts;
	}

	/** @param isFirst whether no part before this one has sound: an MP3 file keeps its first tag */
	private read({ text, audio, sid }: SpeechPart, isFirst: boolean): Sound | undefined {
		const refuse = refusedAudio(sid);
		if (audio.length === 0) throw silence('an empty piece of audio', sid);
		const sound =
			this.format === 'mp3'
				? readMp3(audio, isFirst, refuse)
				: readPcm(audio, this.sampleRate, refuse);
		// A text with a letter or digit must have sound.
		if (!sound?.samples && /[\p{L}\p{N}]/u.test(text))
			throw silence(`audio without any sound for this part of the text: ${excerpt(text)}`, sid);
		return sound;
	}
}

function wavFile(format: SoundFormat, sounds: Buffer[]): Buffer {
	const bytes = sounds.reduce((sum, { length }) => sum + length, 0);
	// The chunks of a WAV file have an even length.
	return Buffer.concat([wavHeader(format, bytes), ...sounds, Buffer.alloc(bytes % 2)]);
}

function requireRoom(bytes: number): void {
	if (bytes <= MAX_FILE_BYTES) return;
	throw new InputError(
		`The speech of this text has more than ${Math.floor(bytes / MEGABYTE)} MB. A file may have ${MAX_FILE_BYTES / MEGABYTE} MB`,
		'Split the text across several items, or choose MP3 or 8000 Hz.',
	);
}

/** From so many pieces and characters on, the pace of the speech is known. */
const PACE_PIECES = 8;
const PACE_CHARACTERS = 1000;
/** The rest of a text is surely not spoken more than so many times faster than its beginning. */
const SURE_FACTOR = 2;
/** So much MP3 fits into a file: at 64 kbit/s, which no MP3 of speech exceeds. */
const MP3_HOURS = MAX_FILE_BYTES / 8000 / 3600;

const BYTES_PER_SAMPLE = 2;
/** No voice speaks more Chinese characters per second than this, at any speed. */
const CHARACTERS_PER_SECOND = 25;
/** The lowest bit rate of an MP3 frame at these sample rates: 8 kbit/s. */
const MP3_BYTES_PER_SECOND = 1000;

/**
 * The fewest bytes that the speech of these texts can have: a text is only refused if its speech is
 * certain not to fit.
 */
function minAudioBytes(texts: string[], format: AudioFormat, sampleRate: number): number {
	const chinese = texts.join().replace(/\P{Script=Han}+/gu, '');
	// A rare character has two code units, which begin with this one.
	const characters = chinese.replace(/[\uD800-\uDBFF]/g, '').length;
	return (
		(characters / CHARACTERS_PER_SECOND) *
		(format === 'mp3' ? MP3_BYTES_PER_SECOND : sampleRate * BYTES_PER_SAMPLE)
	);
}

/**
 * The most bytes that the speech of these texts can have. No byte of text takes more than a second,
 * not even a digit at the slowest speed.
 */
export function maxAudioBytes(texts: string[], sampleRate: number): number {
	return Buffer.byteLength(texts.join('')) * sampleRate * BYTES_PER_SAMPLE;
}
