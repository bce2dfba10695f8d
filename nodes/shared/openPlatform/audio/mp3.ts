import { mixedFormats, refusalOf, requireSound, type JoinedAudio, type Refuse, type SpokenPiece } from './result';

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

/** A frame that sounds, and the piece that it is of. */
interface Sound {
	frame: Frame;
	bytes: Buffer;
	sid?: string;
}

const FRAME_HEADER_BYTES = 4;
const ID3V2_HEADER_BYTES = 10;
const ID3V1_BYTES = 128;
const APE_HEADER_BYTES = 32;
const LYRICS3 = 'LYRICSBEGIN';
/** Of its two versions. */
const LYRICS3_ENDS = ['LYRICSEND', 'LYRICS200'];

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
 * whole file is put in front, since players tell the duration by it. A single piece stays as it is, with
 * its tags.
 * @throws PlatformError where a piece is not MP3, is cut off, or is of another format than the first
 */
export function joinMp3(pieces: SpokenPiece[]): JoinedAudio {
	const [only, ...others] = pieces;
	const sounds = pieces.flatMap(readMp3);
	const [first] = sounds;
	if (only === undefined) throw new RangeError('There is no audio to join');
	if (first === undefined) throw refusalOf(...pieces.map(({ sid }) => sid))('MP3 without any sound in it');
	for (const { frame, sid } of sounds) {
		if (frame.sampleRate !== first.frame.sampleRate || frame.isMono !== first.frame.isMono) {
			throw mixedFormats(describe(first.frame), describe(frame), [first.sid, sid]);
		}
	}
	const samples = sounds.reduce((sum, { frame }) => sum + frame.samples, 0);
	const { sampleRate } = first.frame;
	const bytes = others.length === 0 ? only.audio : Buffer.concat([...infoFrame(sounds), ...sounds.map((sound) => sound.bytes)]);
	return { bytes, durationSeconds: samples / sampleRate, sampleRate };
}

/** True for bytes that begin like an MP3 file: with an ID3 tag, or with two frames in a row. */
export function isMp3(bytes: Buffer): boolean {
	if (bytes.toString('latin1', 0, 3) === 'ID3') return true;
	const frame = readFrame(bytes, 0);
	return frame !== undefined && readFrame(bytes, frame.bytes) !== undefined;
}

/** The frames of a piece that sound. What else is in it must be of a known kind, because a gap may be sound that was lost. */
function readMp3(piece: SpokenPiece): Sound[] {
	const { audio, sid } = piece;
	const refuse = refusalOf(sid);
	const sounds: Sound[] = [];
	let mayBeInfo = true;
	for (let offset = 0; offset < audio.length; ) {
		const frame = readFrame(audio, offset);
		if (frame === undefined) {
			offset += skippedBytes(audio, offset, refuse);
			mayBeInfo = true;
			continue;
		}
		const bytes = audio.subarray(offset, offset + frame.bytes);
		if (bytes.length < frame.bytes) throw refuse('MP3 that is cut off in the middle of a frame');
		if (!(mayBeInfo && isInfoFrame(bytes, frame))) sounds.push({ frame, bytes, sid });
		mayBeInfo = false;
		offset += frame.bytes;
	}
	if (audio.length === 0) throw refuse('an empty piece of audio');
	requireSound(piece, sounds.length, refuse);
	return sounds;
}

/** How many bytes from `offset` on are no audio: tags, zeros that fill up, and a few at the end that can be no frame. */
function skippedBytes(audio: Buffer, offset: number, refuse: Refuse): number {
	const rest = audio.length - offset;
	const starts = (name: string) => audio.toString('latin1', offset, offset + name.length) === name;
	if (starts('ID3') && rest >= ID3V2_HEADER_BYTES) {
		const hasFooter = (audio.readUInt8(offset + 5) & 0x10) !== 0;
		// Four times seven bits.
		const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (audio.readUInt8(offset + at) & 0x7f), 0);
		return ID3V2_HEADER_BYTES + size + (hasFooter ? ID3V2_HEADER_BYTES : 0);
	}
	if (starts('TAG') && rest >= ID3V1_BYTES) return ID3V1_BYTES;
	if (starts('APETAGEX') && rest >= APE_HEADER_BYTES) {
		const isHeader = (audio.readUInt32LE(offset + 20) & 0x20000000) !== 0;
		return APE_HEADER_BYTES + (isHeader ? audio.readUInt32LE(offset + 12) : 0);
	}
	if (starts(LYRICS3)) {
		const size = lyricsBytes(audio.subarray(offset));
		if (size !== undefined) return size;
	}
	let zeros = 0;
	while (audio[offset + zeros] === 0) zeros++;
	if (zeros > 0) return zeros;
	if (rest < FRAME_HEADER_BYTES && starts('\xff')) throw refuse('MP3 that is cut off in the middle of a frame');
	if (rest < FRAME_HEADER_BYTES && offset > 0) return rest;
	if (offset > 0) throw refuse(`MP3 that is damaged at byte ${offset}`);
	throw refuse(starts('RIFF') ? 'WAV where MP3 was asked for' : 'something else than MP3');
}

/** The length of a Lyrics3 tag, which has a mark at its end as well; undefined where that is missing. */
function lyricsBytes(tag: Buffer): number | undefined {
	const ends = LYRICS3_ENDS.flatMap((end) => {
		const at = tag.indexOf(end, LYRICS3.length, 'latin1');
		return at < 0 ? [] : [at + end.length];
	});
	return ends.length === 0 ? undefined : Math.min(...ends);
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
function infoFrame(sounds: Sound[]): Buffer[] {
	const [first] = sounds;
	if (first === undefined || sounds.every(({ frame }) => frame.bitrate === first.frame.bitrate)) return [];
	const nameAt = FRAME_HEADER_BYTES + sideInfoBytes(first.frame);
	for (let index = 1; index < BITRATES_1.length; index++) {
		const header = first.bytes.readUInt32BE(0);
		const bytes = Buffer.alloc(FRAME_HEADER_BYTES);
		// The first frame's header with this bit rate, no checksum and no padding.
		bytes.writeUInt32BE(((header & ~0xf200) | 0x10000 | (index << 12)) >>> 0);
		const size = readFrame(bytes, 0)?.bytes ?? 0;
		if (size < nameAt + XING_FIELD_BYTES) continue;
		const info = Buffer.concat([bytes], size);
		info.write('Xing', nameAt, 'latin1');
		info.writeUInt32BE(XING_FRAMES_AND_BYTES, nameAt + 4);
		info.writeUInt32BE(sounds.length, nameAt + 8);
		info.writeUInt32BE(sounds.reduce((sum, { bytes: { length } }) => sum + length, size), nameAt + 12);
		return [info];
	}
	return [];
}

function describe({ sampleRate, isMono }: Frame): string {
	return `${sampleRate} Hz, ${isMono ? 'one channel' : 'two channels'}`;
}
