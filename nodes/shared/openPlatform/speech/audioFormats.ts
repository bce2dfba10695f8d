import {
	requireSameFormat,
	type Refuse,
	type Sound,
	type SoundFormat,
	describeFormat,
} from './audioResult';
import { beginning } from '../../errorTexts';

const FRAME_HEADER_BYTES = 4;
const ID3_HEADER_BYTES = 10;

const LAYER_III = 1;
const MONO = 3;
const VERSION_1 = 3;
/**
 * Bit rates in kbit/s, by their index in the header: those of version 1, and those of 2 and 2.5.
 * Index 0 is "free format", 15 is forbidden.
 */
const BITRATES_VERSION_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_VERSION_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Sample rates of version 1, by their index in the header. */
const SAMPLE_RATES = [44100, 48000, 32000];
/**
 * By what these sample rates are divided, by the version in the header. The versions are: 2.5, a
 * reserved value that no frame has, 2, 1.
 */
const RATE_DIVISORS = [4, 0, 2, 1];

/**
 * Reads the audio of a synthesis with `aue=lame` (document 1, 4.4): frames, possibly after an ID3
 * tag. Undefined if there is no frame.
 * @param keepsTag whether the returned bytes include the tag, as for the first piece of a file
 * @throws PlatformError if the piece is not MP3, is cut off or damaged, or changes its format
 */
export function readMp3(audio: Buffer, keepsTag: boolean, refuse: Refuse): Sound | undefined {
	const tagLength = tagBytes(audio);
	let format: SoundFormat | undefined;
	let samples = 0;
	for (let offset = tagLength; offset < audio.length;) {
		const frame = readMp3Frame(audio, offset);
		if (frame === undefined) throw noFrame(audio, offset, refuse);
		if (offset + frame.bytes > audio.length)
			throw refuse('MP3 that is cut off in the middle of a frame', 'interrupted');
		format ??= frame.format;
		requireSameFormat(format, frame.format, refuse);
		samples += frame.samples;
		offset += frame.bytes;
	}
	return format && { data: keepsTag ? audio : audio.subarray(tagLength), format, samples };
}

/** True for bytes that begin like an MP3 file: with an ID3 tag, or with two frames in a row. */
function isMp3(bytes: Buffer): boolean {
	if (tagBytes(bytes) > 0) return true;
	const frame = readMp3Frame(bytes, 0);
	return frame !== undefined && readMp3Frame(bytes, frame.bytes) !== undefined;
}

/**
 * The length of the ID3 tag (version 2) at the beginning; 0 without a tag. The tag states its size
 * in four bytes, of which only the lower seven bits count.
 */
function tagBytes(audio: Buffer): number {
	if (audio.length < ID3_HEADER_BYTES || audio.toString('latin1', 0, 3) !== 'ID3') return 0;
	return (
		[6, 7, 8, 9].reduce((sum, at) => sum * 128 + (audio.readUInt8(at) & 0x7f), 0) + ID3_HEADER_BYTES
	);
}

/** The error for a piece that has no frame where one should begin. */
function noFrame(audio: Buffer, offset: number, refuse: Refuse): Error {
	const rest = audio.length - offset;
	if (rest < FRAME_HEADER_BYTES && audio[offset] === 0xff)
		return refuse('MP3 that is cut off in the middle of a frame', 'interrupted');
	if (offset > 0) return refuse(`MP3 that is damaged at byte ${offset}`);
	return refuse(
		audio.toString('latin1', 0, 4) === 'RIFF'
			? 'WAV where MP3 was asked for'
			: 'a file that is not MP3',
	);
}

/**
 * Reads the header of a frame of layer III. Undefined if there is no such frame.
 * @returns the format, the number of samples, and the length of the whole frame in `bytes`
 */
function readMp3Frame(
	bytes: Buffer,
	offset: number,
): { format: SoundFormat; samples: number; bytes: number } | undefined {
	if (offset + FRAME_HEADER_BYTES > bytes.length) return undefined;
	const header = bytes.readUInt32BE(offset);
	const version = (header >>> 19) & 3;
	const layer = (header >>> 17) & 3;
	if (header >>> 21 !== 0x7ff || layer !== LAYER_III) return undefined;
	const isVersion1 = version === VERSION_1;
	const bitrate = (isVersion1 ? BITRATES_VERSION_1 : BITRATES_VERSION_2)[(header >>> 12) & 15];
	const baseRate = SAMPLE_RATES[(header >>> 10) & 3];
	const divisor = RATE_DIVISORS[version];
	if (!bitrate || !baseRate || !divisor) return undefined;
	const sampleRate = baseRate / divisor;
	const samples = isVersion1 ? 1152 : 576;
	const padding = (header >>> 9) & 1;
	return {
		format: { channels: ((header >>> 6) & 3) === MONO ? 1 : 2, sampleRate },
		samples,
		bytes: Math.floor(((samples / 8) * bitrate * 1000) / sampleRate) + padding,
	};
}

type PcmFormat = Required<SoundFormat>;

const WAV_HEADER_BYTES = 44;

const CHUNK_HEADER_BYTES = 8;
const RIFF_HEADER_BYTES = 12;
const FORMAT_CHUNK_BYTES = 16;
const ENCODING_PCM = 1;
/**
 * A data chunk states size 0, or this or more, if its length was not yet known when it was begun.
 */
const UNKNOWN_SIZE = 0x7fff0000;

/**
 * Reads the audio of a synthesis with `aue=raw` (document 1, 4.4): a WAV file, or bare 16-bit
 * samples of one channel.
 * @throws PlatformError if the piece is neither of these, or is cut off
 */
export function readPcm(audio: Buffer, sampleRate: number, refuse: Refuse): Sound {
	const { format, data } = isWav(audio)
		? readWav(audio, refuse)
		: readBareSamples(audio, sampleRate, refuse);
	const samples = Math.floor(data.length / frameBytes(format));
	// An incomplete sample at the end is dropped: it would shift all later pieces by a byte.
	return { format, samples, data: data.subarray(0, samples * frameBytes(format)) };
}

/** The 44 bytes of a WAV header, for `dataBytes` bytes of samples. */
export function wavHeader(
	{ channels, sampleRate, bitsPerSample = 16 }: SoundFormat,
	dataBytes: number,
): Buffer {
	const bytesPerFrame = frameBytes({ channels, sampleRate, bitsPerSample });
	const bytes = Buffer.alloc(WAV_HEADER_BYTES);
	bytes.write('RIFF', 0);
	bytes.writeUInt32LE(WAV_HEADER_BYTES - CHUNK_HEADER_BYTES + dataBytes + (dataBytes % 2), 4);
	bytes.write('WAVEfmt ', 8);
	bytes.writeUInt32LE(FORMAT_CHUNK_BYTES, 16);
	bytes.writeUInt16LE(ENCODING_PCM, 20);
	bytes.writeUInt16LE(channels, 22);
	bytes.writeUInt32LE(sampleRate, 24);
	bytes.writeUInt32LE(sampleRate * bytesPerFrame, 28);
	bytes.writeUInt16LE(bytesPerFrame, 32);
	bytes.writeUInt16LE(bitsPerSample, 34);
	bytes.write('data', 36);
	bytes.writeUInt32LE(dataBytes, 40);
	return bytes;
}

function isWav(audio: Buffer): boolean {
	return audio.toString('latin1', 0, 4) === 'RIFF' && audio.toString('latin1', 8, 12) === 'WAVE';
}

function readBareSamples(
	audio: Buffer,
	sampleRate: number,
	refuse: Refuse,
): { format: PcmFormat; data: Buffer } {
	if (isMp3(audio)) throw refuse('MP3 where uncompressed audio was asked for');
	if (isPlainText(audio))
		throw refuse(`text where audio was asked for. ${beginning(audio.toString('latin1', 0, 1000))}`);
	return { format: { channels: 1, sampleRate, bitsPerSample: 16 }, data: audio };
}

function readWav(audio: Buffer, refuse: Refuse): { format: PcmFormat; data: Buffer } {
	let format: PcmFormat | undefined;
	for (let offset = RIFF_HEADER_BYTES; offset + CHUNK_HEADER_BYTES <= audio.length;) {
		const name = audio.toString('latin1', offset, offset + 4);
		const size = audio.readUInt32LE(offset + 4);
		const start = offset + CHUNK_HEADER_BYTES;
		const chunk = audio.subarray(start, start + size);
		if (name === 'fmt ') format = readFormat(chunk, refuse);
		if (name === 'data') {
			if (format === undefined) break;
			if (size === 0 || size >= UNKNOWN_SIZE) return { format, data: audio.subarray(start) };
			if (chunk.length < size)
				throw refuse(`audio that is cut off: ${chunk.length} of ${size} bytes`, 'interrupted');
			return { format, data: chunk };
		}
		// Chunks begin at even offsets.
		offset = start + size + (size % 2);
	}
	throw refuse(
		format === undefined
			? 'a WAV file without format information'
			: 'a WAV file without audio data',
		'interrupted',
	);
}

function readFormat(chunk: Buffer, refuse: Refuse): PcmFormat {
	if (chunk.length < FORMAT_CHUNK_BYTES)
		throw refuse('a WAV file whose format is cut off', 'interrupted');
	const encoding = chunk.readUInt16LE(0);
	if (encoding !== ENCODING_PCM)
		throw refuse(`a WAV file that is not uncompressed (encoding ${encoding})`);
	const format = {
		channels: chunk.readUInt16LE(2),
		sampleRate: chunk.readUInt32LE(4),
		bitsPerSample: chunk.readUInt16LE(14),
	};
	const valid =
		format.channels > 0 &&
		format.sampleRate > 0 &&
		format.bitsPerSample > 0 &&
		format.bitsPerSample % 8 === 0;
	if (!valid) throw refuse(`a WAV file of an impossible format: ${describeFormat(format)}`);
	return format;
}

/** How many bytes one sample of every channel takes together. */
function frameBytes({ channels, bitsPerSample }: PcmFormat): number {
	return (channels * bitsPerSample) / 8;
}

/**
 * Whether audio begins like plain text. Speech has bytes that text does not have, above all the
 * zeros of silence.
 */
function isPlainText(audio: Buffer): boolean {
	return audio
		.subarray(0, 64)
		.every(
			(byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d,
		);
}
