import { InputError } from '../../../failure';
import { excerpt } from '../../../values';
import type { AudioFormat } from '../standardSpeech';
import { GrowingBuffer } from './growingBuffer';
import { readMp3 } from './mp3';
import { refusedAudio, requireSameFormat, silence, type Sound, type SoundFormat } from './result';
import { readPcm, WAV_HEADER_BYTES, WAV_MAX_BYTES, wavHeader } from './wav';

/** The most bytes that a file can have, and what sets this limit. */
export interface FileLimit {
	bytes: number;
	/** The beginning of a sentence that goes on with "at most … MB". */
	sentenceStart: string;
	advice?: string;
}

export const UNLIMITED: FileLimit = { bytes: Infinity, sentenceStart: '' };

const MEGABYTE = 1024 ** 2;
const WAV_LIMIT: FileLimit = { bytes: WAV_MAX_BYTES, sentenceStart: 'A WAV file holds' };

/**
 * The speech of a piece of a text, or of a part of a piece if the service refused the whole piece.
 */
export interface SpeechPart {
	text: string;
	audio: Buffer;
	sid?: string;
	marks?: Mark[];
	/** Frees the memory of the audio. It is called when the audio has been copied into the file. */
	release?(): void;
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

/**
 * Joins the speech of the pieces of a text into one file: one header, then the sound of each piece.
 * Each piece is copied into the memory of the file when it arrives, so that little more memory than
 * that of the file is needed.
 */
export class AudioJoiner {
	/** Pieces that arrived before an earlier piece of the text. */
	private readonly early = new Map<number, SpeechPart[]>();
	private readonly file: GrowingBuffer;
	private readonly limit: FileLimit;
	/** The bytes of the whole text. */
	private readonly textBytes: number;
	/** How much is in the file so far. `textBytes` are the bytes of the text that is spoken in it. */
	private readonly joined = { pieces: 0, samples: 0, textBytes: 0 };
	/** The format of the first sound, which all others must have. */
	private first: { format: SoundFormat; sid?: string } | undefined;
	private readonly sids = new Set<string | undefined>();
	/** The parts so far, with times measured in samples. */
	private readonly parts: SpokenPart[] = [];

	/**
	 * @param sampleRate the rate of pieces that do not state it (bare PCM)
	 * @param texts the pieces of the text, in their order
	 * @throws InputError if the file is certain to be larger than `limit`
	 */
	constructor(
		private readonly format: AudioFormat,
		private readonly sampleRate: number,
		private readonly texts: string[],
		limit = UNLIMITED,
	) {
		this.textBytes = Buffer.byteLength(texts.join(''));
		this.limit = format === 'wav' && limit.bytes > WAV_MAX_BYTES ? WAV_LIMIT : limit;
		this.requireRoom(minAudioBytes(texts, format, sampleRate));
		this.file = new GrowingBuffer(this.limit.bytes);
		if (format === 'wav') this.file.append(Buffer.alloc(WAV_HEADER_BYTES), WAV_HEADER_BYTES);
	}

	/**
	 * Checks the audio of a part of a text while its request can still be repeated.
	 * @throws PlatformError if the audio is of another kind, cut off, or silent although the text
	 * has words
	 */
	check(part: SpeechPart): void {
		this.read(part);
	}

	/**
	 * Adds the audio of piece number `index`, in one or several parts. The pieces may arrive in any
	 * order.
	 * @throws PlatformError as `check` does, and for parts of different formats
	 * @throws InputError if the file becomes larger than the limit
	 */
	add(index: number, ...parts: SpeechPart[]): void {
		this.early.set(index, parts);
		for (let piece = this.takeNext(); piece; piece = this.takeNext()) {
			for (const part of piece) this.append(part);
			this.joined.pieces += 1;
		}
	}

	/**
	 * Returns the finished file.
	 * @throws PlatformError for an MP3 file of which no piece had any sound
	 */
	finish() {
		const { format } = this.first ?? {};
		if (this.joined.pieces < this.texts.length) throw new RangeError('Pieces of audio are missing');
		if (format === undefined) {
			const refuse = refusedAudio(...this.sids);
			throw refuse('MP3 without any sound in it');
		}
		if (this.format === 'wav') this.writeHeader(format);
		return {
			bytes: this.file.bytes,
			durationSeconds: this.joined.samples / format.sampleRate,
			sampleRate: format.sampleRate,
		};
	}

	/** The parts of the text, each with the time at which it is spoken. */
	timeline(): SpokenPart[] {
		const sampleRate = this.first?.format.sampleRate ?? this.sampleRate;
		return this.parts.map((part) => ({
			...part,
			start: part.start / sampleRate,
			end: part.end / sampleRate,
		}));
	}

	/** Takes the piece that follows in the text; undefined if it has not arrived. */
	private takeNext(): SpeechPart[] | undefined {
		const piece = this.early.get(this.joined.pieces);
		this.early.delete(this.joined.pieces);
		return piece;
	}

	private append(part: SpeechPart): void {
		const { joined, file } = this;
		const sound = this.read(part);
		joined.textBytes += Buffer.byteLength(part.text);
		this.sids.add(part.sid);
		if (sound) {
			this.first ??= { format: sound.format, sid: part.sid };
			requireSameFormat(this.first.format, sound.format, refusedAudio(this.first.sid, part.sid));
			const length = file.length + sound.data.length;
			this.requireRoom(length);
			// As if the rest of the text were spoken at the same speed.
			file.append(sound.data, length * (this.textBytes / joined.textBytes));
			joined.samples += sound.samples;
		}
		const { text, marks } = part;
		const end = joined.samples;
		this.parts.push({ text, marks, start: end - (sound?.samples ?? 0), end });
		part.release?.();
	}

	private read({ text, audio, sid }: SpeechPart): Sound | undefined {
		const refuse = refusedAudio(sid);
		if (audio.length === 0) throw silence('an empty piece of audio', sid);
		const sound =
			this.format === 'mp3'
				? readMp3(audio, this.first === undefined, refuse)
				: readPcm(audio, this.sampleRate, refuse);
		// A text with a letter or digit must have sound.
		if (!sound?.samples && /[\p{L}\p{N}]/u.test(text))
			throw silence(`audio without any sound for this part of the text: ${excerpt(text)}`, sid);
		return sound;
	}

	private writeHeader(format: SoundFormat): void {
		const { file } = this;
		const samplesBytes = file.length - WAV_HEADER_BYTES;
		// The chunks of a WAV file have an even length.
		if (samplesBytes % 2 > 0) file.append(Buffer.alloc(1), file.length + 1);
		wavHeader(format, samplesBytes).copy(file.bytes);
	}

	private requireRoom(bytes: number): void {
		const { limit } = this;
		if (bytes <= limit.bytes) return;
		throw new InputError(
			`The speech of this text has more than ${Math.floor(bytes / MEGABYTE)} MB. ${limit.sentenceStart} at most ${Math.floor(limit.bytes / MEGABYTE)} MB`,
			['Split the text across several items, or choose MP3 or 8000 Hz.', limit.advice]
				.filter(Boolean)
				.join(' '),
		);
	}
}

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
	const characters = texts.join().match(/\p{Script=Han}/gu)?.length ?? 0;
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
