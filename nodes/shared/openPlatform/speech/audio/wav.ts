import { beginning } from '../../../values';
import { isMp3 } from './mp3';
import { describeFormat, type Refuse, type Sound, type SoundFormat } from './result';

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
