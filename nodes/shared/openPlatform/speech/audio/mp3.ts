import { requireSameFormat, type Refuse, type Sound, type SoundFormat } from './result';

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
		const frame = readFrame(audio, offset);
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
export function isMp3(bytes: Buffer): boolean {
	if (tagBytes(bytes) > 0) return true;
	const frame = readFrame(bytes, 0);
	return frame !== undefined && readFrame(bytes, frame.bytes) !== undefined;
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
function readFrame(
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
