import { excerpt } from '../../values';
import { isMp3 } from './mp3';
import { mixedFormats, refusalOf, requireSound, type JoinedAudio, type Refuse, type SpokenPiece } from './result';

/** How samples are written: all that a WAV header says of them. */
interface PcmFormat {
	channels: number;
	sampleRate: number;
	bitsPerSample: number;
}

interface PcmAudio {
	format: PcmFormat;
	/** Whole frames only; a frame is one sample of each channel. */
	samples: Buffer;
	sid?: string;
}

const HEADER_BYTES = 44;
const CHUNK_HEADER_BYTES = 8;
const RIFF_HEADER_BYTES = 12;
const FORMAT_CHUNK_BYTES = 16;
const ENCODING_PCM = 1;
const ENCODING_EXTENSIBLE = 0xfffe;
/** Where an extensible format chunk carries the encoding proper. */
const SUBFORMAT_OFFSET = 24;
/** From here on a size is a stand-in of one who did not know the length yet; 0 is another. */
const UNKNOWN_SIZE = 0x7fff0000;
/** Behind the samples: padding, too short for a chunk or for a sound. */
const TRAILING_BYTES = CHUNK_HEADER_BYTES;
/** How what stands behind the samples begins where it is no sound, whole or not: chunks, and tags of MP3 files. */
const TRAILER = /^(?:LIST|INFO|data|fact|cue |smpl|bext|JUNK|PAD |id3 |ID3|TAG)/i;

/**
 * Joins what the synthesis gave for `aue=raw` (document 1, 4.4) into one WAV file with one 44-byte header.
 * @param pieces WAV files, or bare samples: 16 bits, one channel, at `sampleRate`
 * @throws PlatformError where a piece is neither, is cut off, is silent without reason, or is of another format than the first
 */
export function joinWav(pieces: SpokenPiece[], sampleRate: number): JoinedAudio {
	const { format, samples } = joinSamples(pieces, sampleRate);
	const padding = Buffer.alloc(samples.length % 2);
	return { bytes: Buffer.concat([header(format, samples.length), samples, padding]), ...measure(format, samples) };
}

/** Like joinWav, but gives the samples alone, without a header. */
export function joinPcm(pieces: SpokenPiece[], sampleRate: number): JoinedAudio {
	const { format, samples } = joinSamples(pieces, sampleRate);
	return { bytes: samples, ...measure(format, samples) };
}

function joinSamples(pieces: SpokenPiece[], sampleRate: number): PcmAudio {
	const [first, ...others] = pieces.map((piece) => readPcm(piece, sampleRate));
	if (first === undefined) throw new RangeError('There is no audio to join');
	for (const { format, sid } of others) {
		if (describe(format) !== describe(first.format)) throw mixedFormats(describe(first.format), describe(format), [first.sid, sid]);
	}
	return { format: first.format, samples: Buffer.concat([first, ...others].map(({ samples }) => samples)) };
}

function readPcm(piece: SpokenPiece, sampleRate: number): PcmAudio {
	const { audio, sid } = piece;
	const refuse = refusalOf(sid);
	if (audio.length === 0) throw refuse('an empty piece of audio');
	const { format, samples } = isWav(audio) ? readWav(audio, refuse) : readBare(audio, sampleRate, refuse);
	requireSound(piece, samples.length, refuse);
	return { format, samples, sid };
}

function isWav(audio: Buffer): boolean {
	return audio.toString('latin1', 0, 4) === 'RIFF' && audio.toString('latin1', 8, 12) === 'WAVE';
}

function readBare(audio: Buffer, sampleRate: number, refuse: Refuse): PcmAudio {
	const name = audio.toString('latin1', 0, 4);
	if (name === 'RIFF' || name === 'RIFX' || name === 'RF64') throw refuse(`a kind of WAV file that is not understood (${name})`);
	if (isMp3(audio)) throw refuse('MP3 where uncompressed audio was asked for');
	if (isPlainText(audio)) throw refuse(`text where audio was asked for; it begins: ${excerpt(audio.toString('latin1'))}`);
	const format = { channels: 1, sampleRate, bitsPerSample: 16 };
	return { format, samples: wholeFrames(audio, format) };
}

function readWav(audio: Buffer, refuse: Refuse): PcmAudio {
	let format: PcmFormat | undefined;
	const samples: Buffer[] = [];
	for (const { name, size, body } of chunksOf(audio)) {
		if (name === 'fmt ') format = readFormat(body, refuse);
		if (name !== 'data') continue;
		// Some writers count the header in; that much too little is no sign of a cut.
		if (size < UNKNOWN_SIZE && size - body.length > HEADER_BYTES) {
			throw refuse(`audio that is cut off: ${body.length} of ${size} bytes`);
		}
		samples.push(body);
	}
	if (format === undefined) throw refuse('a WAV file that does not say its format');
	if (samples.length === 0) throw refuse('a WAV file without audio data');
	return { format, samples: wholeFrames(Buffer.concat(samples), format) };
}

interface Chunk {
	name: string;
	/** As the chunk's header says. */
	size: number;
	/** What is there of it. */
	body: Buffer;
}

function chunksOf(audio: Buffer): Chunk[] {
	const chunks: Chunk[] = [];
	for (let offset = RIFF_HEADER_BYTES; offset + CHUNK_HEADER_BYTES <= audio.length; ) {
		const name = audio.toString('latin1', offset, offset + 4);
		const size = audio.readUInt32LE(offset + 4);
		const start = offset + CHUNK_HEADER_BYTES;
		const isOpen = name === 'data' && (size >= UNKNOWN_SIZE || isTooSmall(audio, start, size));
		const end = isOpen ? audio.length : Math.min(start + size, audio.length);
		chunks.push({ name, size, body: audio.subarray(start, end) });
		// Chunks begin at even offsets.
		offset = end + (end % 2);
	}
	return chunks;
}

/** Whether samples follow behind what the size of their chunk counts: nobody has counted them, or not all. */
function isTooSmall(audio: Buffer, start: number, size: number): boolean {
	if (size === 0) return !areChunks(audio, start);
	const next = start + size + (size % 2);
	return audio.length - next > TRAILING_BYTES && !TRAILER.test(audio.toString('latin1', next, next + 4)) && !areChunks(audio, next);
}

/** True where the bytes from `offset` on are other chunks to the last: a size of 0 before them was meant so. */
function areChunks(audio: Buffer, offset: number): boolean {
	while (offset + CHUNK_HEADER_BYTES <= audio.length && /^[ -~]{4}$/.test(audio.toString('latin1', offset, offset + 4))) {
		const end = offset + CHUNK_HEADER_BYTES + audio.readUInt32LE(offset + 4);
		if (end > audio.length) return false;
		offset = end + (end % 2);
	}
	return offset >= audio.length;
}

function readFormat(chunk: Buffer, refuse: Refuse): PcmFormat {
	if (chunk.length < FORMAT_CHUNK_BYTES) throw refuse('a WAV file whose format is cut off');
	const declared = chunk.readUInt16LE(0);
	const encoding = declared === ENCODING_EXTENSIBLE && chunk.length >= SUBFORMAT_OFFSET + 2 ? chunk.readUInt16LE(SUBFORMAT_OFFSET) : declared;
	if (encoding !== ENCODING_PCM) throw refuse(`a WAV file that is not uncompressed (encoding ${encoding})`);
	const format = { channels: chunk.readUInt16LE(2), sampleRate: chunk.readUInt32LE(4), bitsPerSample: chunk.readUInt16LE(14) };
	const valid = format.channels > 0 && format.sampleRate > 0 && format.bitsPerSample > 0 && format.bitsPerSample % 8 === 0;
	if (!valid) throw refuse(`a WAV file of an impossible format: ${describe(format)}`);
	return format;
}

function header(format: PcmFormat, dataBytes: number): Buffer {
	const bytes = Buffer.alloc(HEADER_BYTES);
	bytes.write('RIFF', 0, 'latin1');
	bytes.writeUInt32LE(HEADER_BYTES - CHUNK_HEADER_BYTES + dataBytes + (dataBytes % 2), 4);
	bytes.write('WAVEfmt ', 8, 'latin1');
	bytes.writeUInt32LE(FORMAT_CHUNK_BYTES, 16);
	bytes.writeUInt16LE(ENCODING_PCM, 20);
	bytes.writeUInt16LE(format.channels, 22);
	bytes.writeUInt32LE(format.sampleRate, 24);
	bytes.writeUInt32LE(format.sampleRate * frameBytes(format), 28);
	bytes.writeUInt16LE(frameBytes(format), 32);
	bytes.writeUInt16LE(format.bitsPerSample, 34);
	bytes.write('data', 36, 'latin1');
	bytes.writeUInt32LE(dataBytes, 40);
	return bytes;
}

function measure(format: PcmFormat, samples: Buffer): { durationSeconds: number; sampleRate: number } {
	return { durationSeconds: samples.length / frameBytes(format) / format.sampleRate, sampleRate: format.sampleRate };
}

/** Without a frame begun at the end: it would set all that follows off by a byte. */
function wholeFrames(samples: Buffer, format: PcmFormat): Buffer {
	return samples.subarray(0, samples.length - (samples.length % frameBytes(format)));
}

function frameBytes({ channels, bitsPerSample }: PcmFormat): number {
	return (channels * bitsPerSample) / 8;
}

function describe({ channels, sampleRate, bitsPerSample }: PcmFormat): string {
	return `${sampleRate} Hz, ${bitsPerSample} bits, ${channels} channel${channels === 1 ? '' : 's'}`;
}

/** Samples of speech hold bytes that no text has, silence first of all. */
function isPlainText(audio: Buffer): boolean {
	return audio.subarray(0, 64).every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}
