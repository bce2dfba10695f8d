import { AudioJoiner, maxAudioBytes } from '../../../nodes/shared/openPlatform/speech/audioJoiner';
import type { AudioFormat } from '../../../nodes/shared/openPlatform/protocol/voiceSettings';
import { fc } from '../aiCall/property';
import { decodeMp3 } from '../simulator/decodeMp3';
import { testInFull } from '../../setup/size';
import { encodeMp3 } from './encodeMp3';

const MAX_FILE_BYTES = 300 * 1024 ** 2;

/** Joins these files as the audio of several pieces. Each piece has the same text. `order` is the order of their arrival. */
function joinAudio(
	format: AudioFormat,
	files: Buffer[],
	rate: number,
	text = '好',
	order = [...files.keys()],
) {
	const joiner = new AudioJoiner(
		format,
		rate,
		files.map(() => text),
	);
	for (const index of order) {
		const part = { text, audio: files[index] ?? Buffer.alloc(0), sid: `sid-${index}` };
		joiner.check(part);
		joiner.add(index, part);
	}
	const { timeline, ...file } = joiner.finish();
	expect(timeline).toHaveLength(files.length);
	return file;
}

/** A RIFF chunk. Its header states `size`, which may be wrong. */
function chunk(name: string, body: Buffer, size = body.length): Buffer {
	const header = Buffer.alloc(8);
	header.write(name, 'latin1');
	header.writeUInt32LE(size, 4);
	return Buffer.concat([header, body, Buffer.alloc(body.length % 2)]);
}

function riff(...chunks: Buffer[]): Buffer {
	return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...chunks]));
}

function formatChunk({
	encoding = 1,
	channels = 1,
	rate = 16000,
	bits = 16,
	extra = Buffer.alloc(0),
} = {}): Buffer {
	const body = Buffer.alloc(16);
	body.writeUInt16LE(encoding, 0);
	body.writeUInt16LE(channels, 2);
	body.writeUInt32LE(rate, 4);
	body.writeUInt32LE((rate * channels * bits) / 8, 8);
	body.writeUInt16LE((channels * bits) / 8, 12);
	body.writeUInt16LE(bits, 14);
	return chunk('fmt ', Buffer.concat([body, extra]));
}

const listChunk = chunk('LIST', Buffer.from('INFOISFT\x05\0\0\0abcde', 'latin1'));
/** The kind of the error with this message. Audio that is cut off is `interrupted`: the next attempt may return all of it. */
const kindOf = (message: string) =>
	/cut off|an empty piece|without format information|without audio data/.test(message)
		? 'interrupted'
		: 'unreadable';
const ADVICE =
	'Try again. If it keeps happening with this text and voice, choose another audio format or report the sid to iFLYTEK.';
const samples = (...values: number[]) => Buffer.from(Int16Array.from(values).buffer);

describe('joining WAV', () => {
	// This file was written by Python's wave module.
	const file = Buffer.from(
		'524946462a00000057415645666d74201000000001000100803e0000007d00000200100064617461' +
			'06000000' +
			'010002000300',
		'hex',
	);

	it.each<[string, Buffer[]]>([
		['one file', [file]],
		[
			'two files',
			[
				riff(formatChunk(), chunk('data', samples(1))),
				riff(formatChunk(), chunk('data', samples(2, 3))),
			],
		],
		['bare samples', [samples(1, 2), samples(3)]],
		['a file and bare samples', [riff(formatChunk(), chunk('data', samples(1))), samples(2, 3)]],
		[
			'other chunks before and after',
			[riff(listChunk, formatChunk(), listChunk, chunk('data', samples(1, 2, 3)), listChunk)],
		],
		['a stream that left the size at 0', [riff(formatChunk(), chunk('data', samples(1, 2, 3), 0))]],
		[
			'a stream that states the greatest 32-bit size',
			[riff(formatChunk(), chunk('data', samples(1, 2, 3), 0xffffffff))],
		],
		[
			'a stream that states the smallest size that counts as unknown',
			[riff(formatChunk(), chunk('data', samples(1, 2, 3), 0x7fff0000))],
		],
		[
			'a stream that states the greatest signed 32-bit size without the header',
			[riff(formatChunk(), chunk('data', samples(1, 2, 3), 0x7fffffff - 36))],
		],
		[
			'padding after the samples',
			[Buffer.concat([riff(formatChunk(), chunk('data', samples(1, 2, 3))), Buffer.alloc(3)])],
		],
		[
			'half a sample at the end',
			[
				riff(formatChunk(), chunk('data', Buffer.concat([samples(1), Buffer.from([9])]))),
				Buffer.concat([samples(2, 3), Buffer.from([9])]),
			],
		],
	])('joins %s', (_, pieces) => {
		expect(joinAudio('wav', pieces, 16000)).toEqual({
			bytes: file,
			durationSeconds: 3 / 16000,
			sampleRate: 16000,
		});
		expect(joinAudio('pcm', pieces, 16000)).toEqual({
			bytes: samples(1, 2, 3),
			durationSeconds: 3 / 16000,
			sampleRate: 16000,
		});
	});

	const silent = riff(formatChunk(), chunk('data', Buffer.alloc(0)));

	it.each<[string, Buffer]>([
		['a bare header', silent],
		[
			'a file cut off after its header',
			riff(formatChunk(), chunk('data', Buffer.alloc(0), 0xffffffff)),
		],
		['half a sample', Buffer.from([0])],
	])('refuses %s if its text has something to speak, and otherwise accepts it', (_, piece) => {
		const joinSpoken = () => joinAudio('wav', [file, piece], 16000, '第2部分');
		expect(joinSpoken).toThrow(
			'The speech synthesis sent audio without any sound for this part of the text: 第2部分',
		);
		expect(joinSpoken).toThrow(
			expect.objectContaining({ kind: 'interrupted', details: { sid: 'sid-1', advice: ADVICE } }),
		);
		expect(joinAudio('wav', [file, piece], 16000, '……！\n').bytes).toEqual(file);
	});

	it('if two pieces do not fit together, quotes the session IDs of both', () => {
		const other = riff(formatChunk({ rate: 8000 }), chunk('data', samples(1)));
		expect(() => joinAudio('wav', [file, file, other], 16000)).toThrow(
			expect.objectContaining({ details: expect.objectContaining({ sids: ['sid-0', 'sid-2'] }) }),
		);
	});

	it('uses the format of the pieces, not the requested one', () => {
		const piece = riff(
			formatChunk({ channels: 2, rate: 44100, bits: 24 }),
			chunk('data', Buffer.alloc(12, 7)),
		);
		expect(joinAudio('wav', [piece, piece], 16000)).toEqual({
			bytes: riff(
				formatChunk({ channels: 2, rate: 44100, bits: 24 }),
				chunk('data', Buffer.alloc(24, 7)),
			),
			durationSeconds: 4 / 44100,
			sampleRate: 44100,
		});
	});

	it('pads a file with an odd number of bytes', () => {
		const eightBits = formatChunk({ bits: 8 });
		const pieces = [
			riff(eightBits, chunk('data', Buffer.from([1]))),
			riff(eightBits, chunk('data', Buffer.from([2, 3]))),
		];
		expect(joinAudio('wav', pieces, 16000)).toEqual({
			bytes: riff(eightBits, chunk('data', Buffer.from([1, 2, 3]))),
			durationSeconds: 3 / 16000,
			sampleRate: 16000,
		});
	});

	it.each<[string, Buffer[], string]>([
		[
			'another rate',
			[file, riff(formatChunk({ rate: 8000 }), chunk('data', samples(1)))],
			'pieces of different formats, which cannot be one file: 16000 Hz, 16 bits, 1 channel and 8000 Hz, 16 bits, 1 channel',
		],
		[
			'bare samples of another rate',
			[riff(formatChunk({ rate: 8000 }), chunk('data', samples(1))), samples(1)],
			'pieces of different formats, which cannot be one file: 8000 Hz, 16 bits, 1 channel and 16000 Hz, 16 bits, 1 channel',
		],
		[
			'a file cut off',
			[riff(formatChunk(), chunk('data', Buffer.alloc(500), 1000))],
			'audio that is cut off: 500 of 1000 bytes',
		],
		['a file cut off in its header', [file.subarray(0, 30)], 'a WAV file whose format is cut off'],
		['no format chunk', [riff(chunk('data', samples(1)))], 'a WAV file without format information'],
		['no data chunk', [riff(formatChunk(), listChunk)], 'a WAV file without audio data'],
		[
			'A-law',
			[riff(formatChunk({ encoding: 6, bits: 8 }), chunk('data', samples(1)))],
			'a WAV file that is not uncompressed (encoding 6)',
		],
		[
			'no rate',
			[riff(formatChunk({ rate: 0 }), chunk('data', samples(1)))],
			'a WAV file of an impossible format: 0 Hz, 16 bits, 1 channel',
		],
		[
			'no bits',
			[riff(formatChunk({ bits: 0 }), chunk('data', samples(1)))],
			'a WAV file of an impossible format: 16000 Hz, 0 bits, 1 channel',
		],
		[
			'samples of one and a half bytes',
			[riff(formatChunk({ bits: 12 }), chunk('data', samples(1)))],
			'a WAV file of an impossible format: 16000 Hz, 12 bits, 1 channel',
		],
		[
			'another number of bits',
			[riff(formatChunk({ bits: 8 }), chunk('data', Buffer.from([1]))), file],
			'pieces of different formats, which cannot be one file: 16000 Hz, 8 bits, 1 channel and 16000 Hz, 16 bits, 1 channel',
		],
		[
			'text with white space',
			[Buffer.from('not\tfound\r\n or so')],
			'text where audio was asked for. It starts with: not found or so',
		],
		[
			'no channels',
			[riff(formatChunk({ channels: 0 }), chunk('data', samples(1)))],
			'a WAV file of an impossible format: 16000 Hz, 16 bits, 0 channels',
		],
		[
			'text',
			[Buffer.from('{"code":"10700","data":""}')],
			'text where audio was asked for. It starts with: {"code":"10700","data":""}',
		],
		[
			'an MP3 tag',
			[Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')],
			'MP3 where uncompressed audio was asked for',
		],
		['nothing', [Buffer.alloc(0)], 'an empty piece of audio'],
	])('refuses %s', (_, pieces, what) => {
		expect(() => joinAudio('wav', pieces, 16000)).toThrow(`The speech synthesis sent ${what}`);
		expect(() => joinAudio('pcm', pieces, 16000)).toThrow(`The speech synthesis sent ${what}`);
		expect(() => joinAudio('pcm', pieces, 16000)).toThrow(
			expect.objectContaining({ kind: kindOf(what) }),
		);
	});

	it.each<[string, Buffer]>([
		[
			'bytes with RIFF but without WAVE',
			Buffer.concat([Buffer.from('RIFF'), samples(0, 1, 2, 3, 4)]),
		],
		[
			'bytes with WAVE but without RIFF',
			Buffer.concat([samples(0, 1, 2, 3), Buffer.from('WAVE'), samples(4)]),
		],
		['bytes with the value 127', Buffer.alloc(8, 0x7f)],
		[
			'samples that begin like an MP3 frame',
			Buffer.concat([Buffer.from([0xff, 0xf3, 0x48, 0xc4]), Buffer.alloc(300)]),
		],
	])('reads %s as bare samples', (_, piece) => {
		expect(joinAudio('pcm', [piece], 16000).bytes).toEqual(piece);
	});

	it('loses no sample and repeats none, in whatever form the pieces come', () => {
		const wraps = [
			// Bare samples that look like text or MP3 are refused. Therefore each piece begins with silence.
			(body: Buffer) => Buffer.concat([samples(0), body]),
			(body: Buffer) => riff(formatChunk(), chunk('data', Buffer.concat([samples(0), body]))),
			(body: Buffer) =>
				riff(listChunk, formatChunk(), chunk('data', Buffer.concat([samples(0), body])), listChunk),
			(body: Buffer) =>
				riff(formatChunk(), chunk('data', Buffer.concat([samples(0), body]), 0xffffffff)),
		];
		const piece = fc.tuple(
			fc.constantFrom(...wraps),
			fc.array(fc.integer({ min: -32768, max: 32767 }), { maxLength: 50 }),
		);
		fc.assert(
			fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
				const all = samples(...pieces.flatMap(([, values]) => [0, ...values]));
				const joined = joinAudio(
					'wav',
					pieces.map(([wrap, values]) => wrap(samples(...values))),
					16000,
				);
				expect(joined.bytes).toEqual(riff(formatChunk(), chunk('data', all)));
			}),
		);
	});
});

const tone = (length: number, period: number) =>
	Array.from({ length }, (_, index) => Math.round(9000 * Math.sin((2 * Math.PI * index) / period)));
const [low, middle, high, at64Kbps, at128Kbps, stereo, telephone] = encodeMp3([
	{ channels: 1, sampleRate: 16000, kbps: 32, samples: tone(9000, 80) },
	{ channels: 1, sampleRate: 16000, kbps: 32, samples: tone(12345, 40) },
	{ channels: 1, sampleRate: 16000, kbps: 32, samples: tone(7000, 20) },
	{ channels: 1, sampleRate: 44100, kbps: 64, samples: tone(9000, 80) },
	{ channels: 1, sampleRate: 44100, kbps: 128, samples: tone(9000, 40) },
	{ channels: 2, sampleRate: 16000, kbps: 32, samples: tone(9000, 40) },
	{ channels: 1, sampleRate: 8000, kbps: 16, samples: tone(9000, 40) },
]);
if (!low || !middle || !high || !at64Kbps || !at128Kbps || !stereo || !telephone)
	throw new Error('The encoder gave fewer files than tracks');

describe('joining MP3', () => {
	/** The file `low` with one byte replaced in the header of its first frame. */
	const patched = (position: number, byte: number) =>
		Buffer.concat([low.subarray(0, position), Buffer.from([byte]), low.subarray(position + 1)]);
	/** A tag with 130 bytes after its header. The header states this size in groups of 7 bits: 128 + 2. */
	const id3v2 = Buffer.concat([
		Buffer.from('ID3\x04\0\0\0\0\x01\x02', 'latin1'),
		Buffer.alloc(130, 0xff),
	]);

	it('returns a single piece unchanged, with its duration', async () => {
		const tagged = Buffer.concat([id3v2, low]);
		const decoded = await decodeMp3(low);
		expect(joinAudio('mp3', [tagged], 8000)).toEqual({
			bytes: tagged,
			durationSeconds: decoded.samples.length / 16000,
			sampleRate: 16000,
		});
	});

	it('leaves out a piece without sound if its text has nothing to speak', () => {
		expect(joinAudio('mp3', [low, id3v2, low], 16000, '—')).toEqual(
			joinAudio('mp3', [low, low], 16000),
		);
		expect(() => joinAudio('mp3', [id3v2, id3v2], 16000, '—')).toThrow(
			'The speech synthesis sent MP3 without any sound in it',
		);
		expect(() => joinAudio('mp3', [low, id3v2], 16000)).toThrow(
			'The speech synthesis sent audio without any sound for this part of the text: 好',
		);
	});

	it('joins pieces so that each is heard once and in full', async () => {
		const pieces = [low, middle, high];
		const { bytes, ...sound } = joinAudio('mp3', pieces, 16000);
		const heard = await decodeMp3(bytes);
		const decodedPieces = await Promise.all(pieces.map(decodeMp3));
		const length = decodedPieces.reduce((sum, piece) => sum + piece.samples.length, 0);
		expect(sound).toEqual({ durationSeconds: length / 16000, sampleRate: 16000 });
		expect({ ...heard, samples: heard.samples.length }).toEqual({
			sampleRate: 16000,
			errors: 0,
			samples: length,
		});
		let start = 0;
		for (const piece of decodedPieces) {
			// The first 1152 samples are left out, because the decoder mixes them with the end of the previous piece.
			const differences = piece.samples
				.slice(1152)
				.map((value, index) =>
					Math.abs(value - (heard.samples[start + 1152 + index] ?? Number.NaN)),
				);
			expect(Math.max(...differences)).toBeLessThanOrEqual(1);
			start += piece.samples.length;
		}
	});

	it('joining MP3 keeps the tag of the first piece', () => {
		const { bytes, ...sound } = joinAudio('mp3', [low, middle, high], 16000);
		const tagged = joinAudio(
			'mp3',
			[low, middle, high].map((file) => Buffer.concat([id3v2, file])),
			16000,
		);
		expect(tagged).toEqual({ ...sound, bytes: Buffer.concat([id3v2, bytes]) });
	});

	it('joins pieces of different bit rates', async () => {
		const joined = joinAudio('mp3', [at64Kbps, at128Kbps], 44100);
		expect(joined.bytes).toEqual(Buffer.concat([at64Kbps, at128Kbps]));
		const decoded = await Promise.all([at64Kbps, at128Kbps].map(decodeMp3));
		expect(joined.durationSeconds).toBe(
			decoded.reduce((sum, piece) => sum + piece.samples.length, 0) / 44100,
		);
	});

	it.each([
		['MPEG 1', () => at64Kbps, 44100],
		['MPEG 2', () => low, 16000],
		['MPEG 2, two channels', () => stereo, 16000],
		['MPEG 2.5', () => telephone, 8000],
	])('measures the duration of %s', async (_, file, sampleRate) => {
		const decoded = await decodeMp3(file());
		expect(decoded.sampleRate).toBe(sampleRate);
		const { durationSeconds } = joinAudio('mp3', [file()], sampleRate);
		expect({ durationSeconds, sampleRate }).toEqual({
			durationSeconds: decoded.samples.length / sampleRate,
			sampleRate,
		});
	});

	it.each<[string, Buffer[], string]>([
		[
			'a cut-off piece',
			[low, middle.subarray(0, 1000)],
			'MP3 that is cut off in the middle of a frame',
		],
		[
			"a piece cut off in a frame's header",
			[low, middle.subarray(0, 144 * 3 + 2)],
			'MP3 that is cut off in the middle of a frame',
		],
		[
			'damage',
			[low, Buffer.concat([low.subarray(0, 288), Buffer.from('damaged'), low.subarray(288)])],
			'MP3 that is damaged at byte 288',
		],
		[
			'another rate',
			[low, telephone],
			'pieces of different formats, which cannot be one file: 16000 Hz, 1 channel and 8000 Hz, 1 channel',
		],
		[
			'another rate within a piece',
			[Buffer.concat([low, telephone])],
			'pieces of different formats, which cannot be one file: 16000 Hz, 1 channel and 8000 Hz, 1 channel',
		],
		[
			'stray bytes at the end',
			[Buffer.concat([low, Buffer.from('ab')])],
			`MP3 that is damaged at byte ${low.length}`,
		],
		[
			'another number of channels',
			[low, stereo],
			'pieces of different formats, which cannot be one file: 16000 Hz, 1 channel and 16000 Hz, 2 channels',
		],
		['WAV', [riff(formatChunk(), chunk('data', samples(1)))], 'WAV where MP3 was asked for'],
		['text', [Buffer.from('{"code":"10700"}')], 'a file that is not MP3'],
		[
			'a single piece that is cut off',
			[middle.subarray(0, 1000)],
			'MP3 that is cut off in the middle of a frame',
		],
		[
			'a single piece with damage',
			[Buffer.concat([low.subarray(0, 288), Buffer.alloc(3000, 'damaged'), low.subarray(288)])],
			'MP3 that is damaged at byte 288',
		],
		[
			'a single piece with stray bytes in its middle',
			[Buffer.concat([low.subarray(0, 288), Buffer.from('ab'), low.subarray(288)])],
			'MP3 that is damaged at byte 288',
		],
		[
			'a single piece that ends in a web page',
			[Buffer.concat([low.subarray(0, 288), Buffer.from('<html>error 502</html>')])],
			'MP3 that is damaged at byte 288',
		],
		['the beginning of a tag', [Buffer.from('ID3')], 'a file that is not MP3'],
		[
			"a piece cut off after a frame's header",
			[low.subarray(0, 144 * 3 + 4)],
			'MP3 that is cut off in the middle of a frame',
		],
		[
			'four bytes that begin like a frame',
			[Buffer.concat([low.subarray(0, 288), Buffer.from([0xff, 0, 0, 0])])],
			'MP3 that is damaged at byte 288',
		],
		[
			'five bytes that begin like a frame',
			[Buffer.concat([low.subarray(0, 288), Buffer.from([0xff, 0, 0, 0, 0])])],
			'MP3 that is damaged at byte 288',
		],
		['a version that does not exist', [patched(1, 0xeb)], 'a file that is not MP3'],
		['layer II', [patched(1, 0xf5)], 'a file that is not MP3'],
		['a free bit rate', [patched(2, 0x08)], 'a file that is not MP3'],
		['a forbidden bit rate', [patched(2, 0xf8)], 'a file that is not MP3'],
		['a rate that does not exist', [patched(2, 0x4c)], 'a file that is not MP3'],
		['two bytes', [Buffer.from('ok')], 'a file that is not MP3'],
		['nothing', [Buffer.alloc(0)], 'an empty piece of audio'],
	])('refuses %s', (_, pieces, what) => {
		expect(() => joinAudio('mp3', pieces, 16000)).toThrow(`The speech synthesis sent ${what}`);
		expect(() => joinAudio('mp3', pieces, 16000)).toThrow(
			expect.objectContaining({ kind: kindOf(what) }),
		);
	});

	it('quotes the session ID of a piece whose format changes', () => {
		expect(() => joinAudio('mp3', [Buffer.concat([low, telephone])], 16000)).toThrow(
			expect.objectContaining({ details: { sid: 'sid-0', advice: ADVICE } }),
		);
	});

	it('speech that is too large as MP3 must be split', () => {
		const texts = Array.from({ length: 12 }, () => 'a'.repeat(125));
		const joiner = new AudioJoiner('mp3', 44100, texts);
		// Eight of twelve pieces have 250 MB, at twice the bit rate that speech has.
		const copies = Math.floor(MAX_FILE_BYTES / 9.6 / at128Kbps.length);
		const audio = Buffer.concat(Array.from({ length: copies }, () => at128Kbps));
		const addAll = () => {
			// The second part of each piece has no sound.
			for (let index = 0; index < 8; index++)
				joiner.add(index, { text: 'a', audio }, { text: '！', audio: id3v2 });
		};
		expect(addAll).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(/^The speech of this text would last about 6\.8 hours/),
				details: { advice: 'Split the text across several items.' },
			}),
		);
	});

	it('MP3 without any sound names the session IDs of all its pieces', () => {
		expect(() => joinAudio('mp3', [id3v2, id3v2], 16000, '—')).toThrow(
			expect.objectContaining({ details: { sids: ['sid-0', 'sid-1'], advice: ADVICE } }),
		);
	});

	it('MP3 is refused if uncompressed audio was asked for', () => {
		expect(() => joinAudio('wav', [low], 16000)).toThrow(
			'The speech synthesis sent MP3 where uncompressed audio was asked for',
		);
	});
});

describe('any kind of audio', () => {
	const pcm = [samples(1, 2), samples(3), samples(0, 4)];

	it.each<[AudioFormat, Buffer[]]>([
		['wav', pcm],
		['pcm', pcm],
		['mp3', [low, middle, high]],
	])('the joined %s file is the same in whatever order the pieces arrive', (format, pieces) => {
		const inOrder = joinAudio(format, pieces, 16000);
		for (const order of [
			[0, 2, 1],
			[1, 0, 2],
			[1, 2, 0],
			[2, 0, 1],
			[2, 1, 0],
		]) {
			expect(joinAudio(format, pieces, 16000, '好', order)).toEqual(inOrder);
		}
	});

	it('the file can become much longer or shorter than the first piece suggests', () => {
		for (const lengths of [
			[10, 5000, 20000, 1],
			[20000, 1, 1, 1],
			[1, 1, 1, 100000],
		]) {
			const pieces = lengths.map((length, index) => Buffer.alloc(length * 2, index + 128));
			expect(joinAudio('pcm', pieces, 16000).bytes).toEqual(Buffer.concat(pieces));
		}
	});

	it('audio is checked before it becomes part of the file', () => {
		const joiner = new AudioJoiner('pcm', 16000, ['好']);
		expect(() => {
			joiner.check({ text: '好', audio: Buffer.alloc(0) });
		}).toThrow('The speech synthesis sent an empty piece of audio');
	});

	it('the timeline has the times of all parts, measured at the sample rate of the file', () => {
		const telephone = (...values: number[]) =>
			riff(formatChunk({ rate: 8000 }), chunk('data', samples(...values)));
		const joiner = new AudioJoiner('pcm', 16000, ['一二', '！', '三']);
		const marks = [{ position: 1, share: 0.5 }];
		joiner.add(1, {
			text: '！',
			audio: riff(formatChunk({ rate: 8000 }), chunk('data', samples())),
		});
		joiner.add(
			0,
			{ text: '一', audio: telephone(1, 2, 3), marks },
			{ text: '二', audio: telephone(4) },
		);
		joiner.add(2, { text: '三', audio: telephone(5, 6) });
		expect(joiner.finish().timeline).toEqual([
			{ text: '一', marks, start: 0, end: 3 / 8000 },
			{ text: '二', start: 3 / 8000, end: 4 / 8000 },
			{ text: '！', start: 4 / 8000, end: 4 / 8000 },
			{ text: '三', start: 4 / 8000, end: 6 / 8000 },
		]);
	});

	it('the longest audio has one second for each byte of the text', () => {
		expect(maxAudioBytes(['好', 'a'], 16000)).toBe(4 * 2 * 16000);
	});

	it('a missing piece is an error', () => {
		for (const order of [
			[0, 2],
			[1, 2],
		])
			expect(() => joinAudio('pcm', pcm, 16000, '好', order)).toThrow(
				'Pieces of audio are missing',
			);
	});

	const advice = 'Split the text across several items, or choose MP3 or 8000 Hz.';

	it('a text is refused before the first piece of audio if its speech is certain to be too large', () => {
		const beginJoining =
			(characters: number, format: AudioFormat = 'pcm') =>
			() =>
				new AudioJoiner(format, 16000, ['好', '好'.repeat(characters - 1)]);
		// No voice speaks more than 25 characters in a second. A second has 32,000 bytes, or at least 1,000 as MP3.
		expect(beginJoining(245_760)).not.toThrow();
		expect(beginJoining(245_761, 'mp3')).not.toThrow();
		// A rare character is one, although it has two code units.
		expect(() => new AudioJoiner('pcm', 16000, ['𠀀'.repeat(245_760)])).not.toThrow();
		expect(beginJoining(245_761)).toThrow(
			expect.objectContaining({
				message: 'The speech of this text has more than 300 MB. A file may have 300 MB',
				details: { advice },
			}),
		);
	});

	testInFull('as MP3, a text may have 32 times as many characters', () => {
		const beginJoining = (characters: number) => () =>
			new AudioJoiner('mp3', 16000, ['好'.repeat(characters)]);
		expect(beginJoining(7_864_320)).not.toThrow();
		expect(beginJoining(7_864_321)).toThrow('A file may have 300 MB');
	});

	describe('a text of 100 pieces of 1000 characters', () => {
		const TEXTS = Array.from({ length: 100 }, () => '好'.repeat(1000));
		/** Adds pieces of so many bytes, until the joiner throws. */
		function addPieces(bytes: number, texts = TEXTS) {
			const joiner = new AudioJoiner('pcm', 16000, texts);
			const piece = Buffer.alloc(bytes, 128);
			for (const [index, text] of texts.entries()) {
				joiner.begin();
				try {
					joiner.add(index, { text, audio: piece });
				} catch (error) {
					return { pieces: index + 1, error };
				}
			}
			return { pieces: texts.length, error: undefined };
		}

		it('is stopped after eight pieces if even half their pace is too much for the rest', () => {
			// Four characters a second: 8,000,000 bytes a piece.
			const { pieces, error } = addPieces(8_000_000);
			expect([pieces, error]).toEqual([
				8,
				expect.objectContaining({
					message:
						'The speech of this text would last about 6.9 hours and have 763 MB. A file may have 300 MB, so the rest of the text was not sent after 8 requests',
					details: {
						advice:
							'Set Audio Format to MP3, which holds it, or split the text across several items.',
					},
				}),
			]);
		});

		it('goes on as long as the rest may fit at half the pace', () => {
			// 4,000,000 bytes a piece: after 58 pieces 42 are left, and do not fit even at half the pace.
			const pieces = Math.ceil((2 * MAX_FILE_BYTES) / 4_000_000 - 100);
			expect(addPieces(4_000_000).pieces).toBe(pieces);
			expect(addPieces(3_000_000)).toEqual({ pieces: 100, error: undefined });
		});

		it('goes on if the rest fits exactly at half the pace', () => {
			const texts = Array.from({ length: 24 }, () => '好'.repeat(1024));
			expect(addPieces(MAX_FILE_BYTES / 16, texts).pieces).toBe(9);
		});

		it('is judged once 1000 characters are spoken', () => {
			const texts = Array.from({ length: 800 }, () => '好'.repeat(125));
			expect(addPieces(8_000_000, texts).pieces).toBe(8);
		});

		it('is not judged by a few short pieces', () => {
			const texts = [...Array.from({ length: 20 }, () => '一'), ...TEXTS];
			expect(addPieces(100_000, texts)).toEqual({ pieces: 120, error: undefined });
		});
	});

	it('the requests of a piece that was cut in two are counted, and more than MP3 holds must be split', () => {
		const joiner = new AudioJoiner(
			'wav',
			16000,
			Array.from({ length: 1000 }, () => '好'.repeat(200)),
		);
		const part = { text: '好', audio: Buffer.alloc(2_000_000, 128) };
		const addAll = () => {
			for (let index = 0; index < 8; index++) {
				joiner.begin();
				joiner.add(index, part, part);
			}
		};
		expect(addAll).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(/ 34\.7 hours .* after 16 requests$/),
				details: { advice: 'Split the text across several items.' },
			}),
		);
	});

	it('audio is refused at the piece that makes the file too large', () => {
		const half = Buffer.alloc(MAX_FILE_BYTES / 2, 128);
		const joiner = new AudioJoiner('pcm', 16000, ['好', '好', '好']);
		joiner.add(1, { text: '好', audio: half });
		joiner.add(0, { text: '好', audio: half });
		expect(() => joiner.add(2, { text: '好', audio: samples(1) })).toThrow(
			'A file may have 300 MB',
		);
	});
});
