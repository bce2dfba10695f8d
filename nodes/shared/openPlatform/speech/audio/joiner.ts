import { InputError } from '../../../failure';
import { excerpt } from '../../../values';
import type { AudioFormat } from '../standardSpeech';
import { GrowingBuffer } from './growingBuffer';
import { minAudioBytes } from './size';
import { readMp3 } from './mp3';
import { refusalOf, requireSameFormat, type Sound, type SoundFormat } from './result';
import { readPcm, WAV_HEADER_BYTES, WAV_MAX_BYTES, wavHeader } from './wav';

/** The most that can be kept in a file, and who sets that. */
export interface FileLimit {
	bytes: number;
	/** Subject and verb, as in "n8n keeps at most …". */
	subject: string;
	advice?: string;
}

export const UNLIMITED: FileLimit = { bytes: Infinity, subject: '' };

const MEGABYTE = 1024 ** 2;
const WAV_LIMIT: FileLimit = { bytes: WAV_MAX_BYTES, subject: 'A WAV file holds' };

/** What the synthesis gave for a piece of a text. */
interface SpeechPiece {
	text: string;
	audio: Buffer;
	sid?: string;
}

/**
 * Joins the speech of the pieces of a text into one file: one header, then the sound of each piece. Pieces are copied into
 * the file's own memory as they arrive, so that little more than the file is held.
 */
export class AudioJoiner {
	/** Pieces that arrived before one in front of them. */
	private readonly early = new Map<number, SpeechPiece>();
	private readonly file = new GrowingBuffer();
	private readonly limit: FileLimit;
	private readonly textBytes: number;
	private readonly joined = { pieces: 0, samples: 0, textBytes: 0 };
	private first: { format: SoundFormat; sid?: string } | undefined;
	private readonly sids = new Set<string | undefined>();

	/**
	 * @param sampleRate for pieces that do not say it (bare PCM)
	 * @param texts the pieces of the text, in their order
	 * @throws InputError where the file would be larger than `limit` for certain
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
		if (format === 'wav') this.file.append(Buffer.alloc(WAV_HEADER_BYTES), WAV_HEADER_BYTES);
	}

	/**
	 * Takes what came for the piece number `index`; the order does not matter.
	 * @throws PlatformError for another kind of audio, another format, and a piece that is cut off or silent without reason
	 * @throws InputError where the file becomes larger than the limit
	 */
	add(index: number, audio: Buffer, sid?: string): void {
		const arrived = { text: this.texts[index] ?? '', audio, sid };
		// Checked now, while its own request can be sent again.
		this.read(arrived);
		this.early.set(index, arrived);
		for (let piece = this.next(); piece; piece = this.next()) this.append(piece);
	}

	finish() {
		const { format } = this.first ?? {};
		if (this.joined.pieces < this.texts.length) throw new RangeError('Pieces of audio are missing');
		if (format === undefined) throw refusalOf(...this.sids)('MP3 without any sound in it');
		if (this.format === 'wav') this.writeHeader(format);
		return {
			bytes: this.file.bytes,
			durationSeconds: this.joined.samples / format.sampleRate,
			sampleRate: format.sampleRate,
		};
	}

	private next(): SpeechPiece | undefined {
		const piece = this.early.get(this.joined.pieces);
		this.early.delete(this.joined.pieces);
		return piece;
	}

	private append(piece: SpeechPiece): void {
		const { joined, file } = this;
		const sound = this.read(piece);
		joined.pieces += 1;
		joined.textBytes += Buffer.byteLength(piece.text);
		this.sids.add(piece.sid);
		if (sound === undefined) return;
		this.first ??= { format: sound.format, sid: piece.sid };
		requireSameFormat(this.first.format, sound.format, refusalOf(this.first.sid, piece.sid));
		const length = file.length + sound.data.length;
		this.requireRoom(length);
		file.append(
			sound.data,
			Math.min(length * (this.textBytes / joined.textBytes), this.limit.bytes),
		);
		joined.samples += sound.samples;
	}

	private read({ text, audio, sid }: SpeechPiece): Sound | undefined {
		const refuse = refusalOf(sid);
		if (audio.length === 0) throw refuse('an empty piece of audio', 'interrupted');
		const sound =
			this.format === 'mp3'
				? readMp3(audio, this.first === undefined, refuse)
				: readPcm(audio, this.sampleRate, refuse);
		// No letter or digit of a text may go unspoken.
		if (!sound?.samples && /[\p{L}\p{N}]/u.test(text))
			throw refuse(
				`audio without any sound for this part of the text: ${excerpt(text)}`,
				'interrupted',
			);
		return sound;
	}

	private writeHeader(format: SoundFormat): void {
		const { file } = this;
		const samplesBytes = file.length - WAV_HEADER_BYTES;
		// Chunks have an even length.
		if (samplesBytes % 2 > 0) file.append(Buffer.alloc(1), file.length + 1);
		wavHeader(format, samplesBytes).copy(file.bytes);
	}

	private requireRoom(bytes: number): void {
		const { limit } = this;
		if (bytes <= limit.bytes) return;
		throw new InputError(
			`The speech of this text has more than ${Math.floor(bytes / MEGABYTE)} MB. ${limit.subject} at most ${Math.floor(limit.bytes / MEGABYTE)} MB`,
			['Split the text across several items, or choose MP3 or 8000 Hz.', limit.advice]
				.filter(Boolean)
				.join(' '),
		);
	}
}
