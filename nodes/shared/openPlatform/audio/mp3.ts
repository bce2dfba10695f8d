import { badAudio, type JoinedAudio } from './result';

/** An MPEG audio frame of layer III, as its header describes it. */
interface Frame {
	/** MPEG version 1; otherwise 2 or 2.5. */
	isVersion1: boolean;
	isMono: boolean;
	sampleRate: number;
	bitrate: number;
	samples: number;
	/** With its header. */
	bytes: number;
}

interface Mp3 {
	/** The frames that sound, and where each lies. */
	frames: { frame: Frame; offset: number }[];
}

const FRAME_HEADER_BYTES = 4;
const ID3V2_HEADER_BYTES = 10;
const ID3V1_BYTES = 128;
const APE_HEADER_BYTES = 32;

const LAYER_III = 1;
const MONO = 3;
const VERSION_1 = 3;
const VERSION_RESERVED = 1;
/** In kbit/s, by the header's index; index 0 is "free format", 15 is forbidden. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44100, 48000, 32000];
/** By the header's version: 2.5, reserved, 2, 1. */
const RATE_DIVISORS = [4, 0, 2, 1];

/** Fields of a Xing frame that are present: number of frames, number of bytes. */
const XING_FRAMES_AND_BYTES = 3;
const XING_FIELD_BYTES = 16;

/**
 * Joins what the synthesis gave for `aue=lame` (document 1, 4.4) into one MP3 file. Tags, and the info
 * frames that describe one piece alone, are taken out; where the bit rate varies, one info frame for the
 * whole file is put in front, since players tell the duration by it. A single piece stays as it is.
 * @throws PlatformError where a piece is not MP3, is cut off, or is of another format than the first
 */
export function joinMp3(pieces: Buffer[]): JoinedAudio {
	const parsed = pieces.map((piece) => ({ piece, frames: readMp3(piece).frames }));
	const frames = parsed.flatMap((part) => part.frames.map(({ frame }) => frame));
	const first = frames[0];
	if (first === undefined) throw new RangeError('There is no audio to join');
	for (const frame of frames) {
		if (frame.sampleRate !== first.sampleRate || frame.isMono !== first.isMono) {
			throw badAudio(`pieces of different formats, which make no one file: ${describe(first)} and ${describe(frame)}`);
		}
	}
	const sound = parsed.flatMap(({ piece, frames: own }) => own.map(({ frame, offset }) => piece.subarray(offset, offset + frame.bytes)));
	const samples = frames.reduce((sum, frame) => sum + frame.samples, 0);
	const [only, ...others] = pieces;
	const bytes = only !== undefined && others.length === 0 ? only : Buffer.concat([...infoFrame(frames, sound), ...sound]);
	return { bytes, durationSeconds: samples / first.sampleRate, sampleRate: first.sampleRate };
}

/** True for bytes that begin like an MP3 file: with an ID3 tag, or with two frames in a row. */
export function isMp3(bytes: Buffer): boolean {
	if (bytes.toString('latin1', 0, 3) === 'ID3') return true;
	const frame = readFrame(bytes, 0);
	return frame !== undefined && readFrame(bytes, frame.bytes) !== undefined;
}

function readMp3(piece: Buffer): Mp3 {
	const frames: Mp3['frames'] = [];
	let mayBeInfo = true;
	for (let offset = 0; offset < piece.length; ) {
		const frame = readFrame(piece, offset);
		if (frame === undefined) {
			offset += skippedBytes(piece, offset);
			mayBeInfo = true;
			continue;
		}
		if (offset + frame.bytes > piece.length) throw badAudio('MP3 that is cut off in the middle of a frame');
		if (!(mayBeInfo && isInfoFrame(piece.subarray(offset, offset + frame.bytes), frame))) frames.push({ frame, offset });
		mayBeInfo = false;
		offset += frame.bytes;
	}
	if (frames.length === 0) throw badAudio(piece.length === 0 ? 'an empty piece of audio' : 'MP3 without any sound in it');
	return { frames };
}

/** How many bytes from `offset` on are no audio by right: tags, or zeros that fill up. */
function skippedBytes(piece: Buffer, offset: number): number {
	const rest = piece.length - offset;
	const starts = (name: string) => piece.toString('latin1', offset, offset + name.length) === name;
	if (starts('ID3') && rest >= ID3V2_HEADER_BYTES) {
		const hasFooter = (piece.readUInt8(offset + 5) & 0x10) !== 0;
		// Four times seven bits.
		const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (piece.readUInt8(offset + at) & 0x7f), 0);
		return ID3V2_HEADER_BYTES + size + (hasFooter ? ID3V2_HEADER_BYTES : 0);
	}
	if (starts('TAG') && rest >= ID3V1_BYTES) return ID3V1_BYTES;
	if (starts('APETAGEX') && rest >= APE_HEADER_BYTES) {
		const isHeader = (piece.readUInt32LE(offset + 20) & 0x20000000) !== 0;
		return APE_HEADER_BYTES + (isHeader ? piece.readUInt32LE(offset + 12) : 0);
	}
	let zeros = 0;
	while (piece[offset + zeros] === 0) zeros++;
	if (zeros > 0) return zeros;
	const isStart = offset === 0;
	if (isStart && starts('RIFF')) throw badAudio('WAV where MP3 was asked for');
	if (!isStart && rest < FRAME_HEADER_BYTES) throw badAudio('MP3 that is cut off in the middle of a frame');
	throw badAudio(isStart ? 'something else than MP3' : `MP3 that is damaged at byte ${offset}`);
}

/** Reads a frame's header: eleven bits set, version, layer, protection; bit rate, sample rate, padding; channels. */
function readFrame(bytes: Buffer, offset: number): Frame | undefined {
	if (offset + FRAME_HEADER_BYTES > bytes.length) return undefined;
	const header = bytes.readUInt32BE(offset);
	const version = (header >>> 19) & 3;
	const layer = (header >>> 17) & 3;
	if (header >>> 21 !== 0x7ff || version === VERSION_RESERVED || layer !== LAYER_III) return undefined;
	const isVersion1 = version === VERSION_1;
	const bitrate = (isVersion1 ? BITRATES_1 : BITRATES_2)[(header >>> 12) & 15];
	const baseRate = SAMPLE_RATES[(header >>> 10) & 3];
	const divisor = RATE_DIVISORS[version];
	if (!bitrate || !baseRate || !divisor) return undefined;
	const sampleRate = baseRate / divisor;
	const samples = isVersion1 ? 1152 : 576;
	const padding = (header >>> 9) & 1;
	return {
		isVersion1,
		isMono: ((header >>> 6) & 3) === MONO,
		sampleRate,
		bitrate,
		samples,
		bytes: Math.floor(((samples / 8) * bitrate * 1000) / sampleRate) + padding,
	};
}

/** True for a frame that holds no sound but the number of frames and the like (Xing, Info, VBRI). */
function isInfoFrame(bytes: Buffer, frame: Frame): boolean {
	const after = FRAME_HEADER_BYTES + sideInfoBytes(frame);
	const nameAt = (offset: number) => bytes.toString('latin1', offset, offset + 4);
	// With a checksum behind the header some writers move the name by its two bytes.
	return [after, after + 2].some((offset) => ['Xing', 'Info'].includes(nameAt(offset))) || nameAt(FRAME_HEADER_BYTES + 32) === 'VBRI';
}

function sideInfoBytes({ isVersion1, isMono }: Frame): number {
	if (isVersion1) return isMono ? 17 : 32;
	return isMono ? 9 : 17;
}

/** A Xing frame with the number of frames and bytes of the whole file; none where the bit rate is constant. */
function infoFrame(frames: Frame[], sound: Buffer[]): Buffer[] {
	const [first] = frames;
	const [firstBytes] = sound;
	if (first === undefined || firstBytes === undefined || frames.every(({ bitrate }) => bitrate === first.bitrate)) return [];
	const nameAt = FRAME_HEADER_BYTES + sideInfoBytes(first);
	for (let index = 1; index < BITRATES_1.length; index++) {
		const header = firstBytes.readUInt32BE(0);
		const bytes = Buffer.alloc(FRAME_HEADER_BYTES);
		// The first frame's header with this bit rate, no checksum and no padding.
		bytes.writeUInt32BE(((header & ~0xf200) | 0x10000 | (index << 12)) >>> 0);
		const size = readFrame(bytes, 0)?.bytes ?? 0;
		if (size < nameAt + XING_FIELD_BYTES) continue;
		const info = Buffer.concat([bytes], size);
		info.write('Xing', nameAt, 'latin1');
		info.writeUInt32BE(XING_FRAMES_AND_BYTES, nameAt + 4);
		info.writeUInt32BE(frames.length, nameAt + 8);
		info.writeUInt32BE(frames.reduce((sum, frame) => sum + frame.bytes, size), nameAt + 12);
		return [info];
	}
	return [];
}

function describe({ sampleRate, isMono }: Frame): string {
	return `${sampleRate} Hz, ${isMono ? 'one channel' : 'two channels'}`;
}
