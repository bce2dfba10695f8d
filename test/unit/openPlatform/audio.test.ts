import { joinAudio as joinPieces } from '../../../nodes/shared/openPlatform/audio';
import type { AudioFormat } from '../../../nodes/shared/openPlatform/speech';
import { fc } from '../aiCall/property';
import { decodeMp3 } from '../simulator/decodeMp3';
import { encodeMp3 } from './encodeMp3';

/** Joins what came for pieces of this text. */
const joinAudio = (format: AudioFormat, files: Buffer[], rate: number, text = '好') =>
	joinPieces(format, files.map((audio, index) => ({ text, audio, sid: `sid-${index}` })), rate);

function chunk(name: string, body: Buffer, size = body.length): Buffer {
	const header = Buffer.alloc(8);
	header.write(name, 'latin1');
	header.writeUInt32LE(size, 4);
	return Buffer.concat([header, body, Buffer.alloc(body.length % 2)]);
}

function riff(...chunks: Buffer[]): Buffer {
	return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...chunks]));
}

function format({ encoding = 1, channels = 1, rate = 16000, bits = 16, extra = Buffer.alloc(0) } = {}): Buffer {
	const body = Buffer.alloc(16);
	body.writeUInt16LE(encoding, 0);
	body.writeUInt16LE(channels, 2);
	body.writeUInt32LE(rate, 4);
	body.writeUInt32LE((rate * channels * bits) / 8, 8);
	body.writeUInt16LE((channels * bits) / 8, 12);
	body.writeUInt16LE(bits, 14);
	return chunk('fmt ', Buffer.concat([body, extra]));
}

const list = chunk('LIST', Buffer.from('INFOISFT\x05\0\0\0abcde', 'latin1'));
const samples = (...values: number[]) => Buffer.from(Int16Array.from(values).buffer);

describe('joining WAV', () => {
	// Written by Python's wave module.
	const file = Buffer.from('524946462a00000057415645666d74201000000001000100803e0000007d00000200100064617461' + '06000000' + '010002000300', 'hex');

	const extensible = Buffer.concat([
		Buffer.from([22, 0, 16, 0, 4, 0, 0, 0]),
		Buffer.from('0100000000001000800000aa00389b71', 'hex'),
	]);
	it.each<[string, Buffer[]]>([
		['one file', [file]],
		['two files', [riff(format(), chunk('data', samples(1))), riff(format(), chunk('data', samples(2, 3)))]],
		['bare samples', [samples(1, 2), samples(3)]],
		['a file and bare samples', [riff(format(), chunk('data', samples(1))), samples(2, 3)]],
		['other chunks before and behind', [riff(list, format(), list, chunk('data', samples(1, 2, 3)), list)]],
		['a stream that left the size at 0', [riff(format(), chunk('data', samples(1, 2, 3), 0))]],
		['a stream of greatest size', [riff(format(), chunk('data', samples(1, 2, 3), 0xffffffff))]],
		['a stream of greatest size less the header', [riff(format(), chunk('data', samples(1, 2, 3), 0x7fffffff - 36))]],
		['a writer that counted its header in', [riff(format(), chunk('data', samples(1, 2, 3), 6 + 44))]],
		['an extensible header', [riff(format({ encoding: 0xfffe, extra: extensible }), chunk('data', samples(1, 2, 3)))]],
		['padding behind the samples', [Buffer.concat([riff(format(), chunk('data', samples(1, 2, 3))), Buffer.alloc(3)])]],
		['half a sample at the end', [riff(format(), chunk('data', Buffer.concat([samples(1), Buffer.from([9])]))), Buffer.concat([samples(2, 3), Buffer.from([9])])]],
	])('%s', (_, pieces) => {
		expect(joinAudio('wav', pieces, 16000)).toEqual({ bytes: file, durationSeconds: 3 / 16000, sampleRate: 16000 });
		expect(joinAudio('pcm', pieces, 16000)).toEqual({ bytes: samples(1, 2, 3), durationSeconds: 3 / 16000, sampleRate: 16000 });
	});

	it.each([
		['a chunk and padding', Buffer.concat([list, Buffer.alloc(9)])],
		['a chunk that is cut off', Buffer.concat([Buffer.from('LIST'), Buffer.from([200, 0, 0, 0]), Buffer.alloc(30)])],
		['a tag of MP3 files', Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 32)])],
	])('takes %s behind the samples for no sound', (_, trailer) => {
		expect(joinAudio('pcm', [Buffer.concat([riff(format(), chunk('data', samples(1, 2, 3))), trailer])], 16000).bytes).toEqual(samples(1, 2, 3));
	});

	it.each([1, 4, 1000, 3100])('loses no sound to a header that counts only %d of its bytes', (counted) => {
		const sound = Buffer.alloc(3200, 7);
		const short = riff(format(), chunk('data', sound, counted));
		expect(joinAudio('pcm', [short], 16000)).toEqual({ bytes: sound, durationSeconds: 0.1, sampleRate: 16000 });
	});

	const silent = riff(format(), chunk('data', Buffer.alloc(0)));

	it.each<[string, Buffer]>([
		['a bare header', silent],
		['a header with other chunks behind', riff(format(), chunk('data', Buffer.alloc(0)), list, list)],
		['a file cut off behind its header', riff(format(), chunk('data', Buffer.alloc(0), 0xffffffff))],
		['half a sample', Buffer.from([0])],
	])('refuses %s where there is something to speak, and takes it where there is not', (_, piece) => {
		const sent = () => joinAudio('wav', [file, piece], 16000, '第2部分');
		expect(sent).toThrow('The speech synthesis sent audio without any sound for this part of the text: 第2部分');
		expect(sent).toThrow(expect.objectContaining({ details: expect.objectContaining({ sid: 'sid-1' }) }));
		expect(joinAudio('wav', [file, piece], 16000, '……！\n').bytes).toEqual(file);
	});

	it('quotes the session ids of both pieces that do not fit together', () => {
		const other = riff(format({ rate: 8000 }), chunk('data', samples(1)));
		expect(() => joinAudio('wav', [file, file, other], 16000)).toThrow(expect.objectContaining({ details: expect.objectContaining({ sids: ['sid-0', 'sid-2'] }) }));
	});

	it('takes the format from the pieces, not from what was asked for', () => {
		const piece = riff(format({ channels: 2, rate: 44100, bits: 24 }), chunk('data', Buffer.alloc(12, 7)));
		expect(joinAudio('wav', [piece, piece], 16000)).toEqual({
			bytes: riff(format({ channels: 2, rate: 44100, bits: 24 }), chunk('data', Buffer.alloc(24, 7))),
			durationSeconds: 4 / 44100,
			sampleRate: 44100,
		});
	});

	it('fills up a file of an odd number of bytes', () => {
		const eight = format({ bits: 8 });
		const pieces = [riff(eight, chunk('data', Buffer.from([1]))), riff(eight, chunk('data', Buffer.from([2, 3])))];
		expect(joinAudio('wav', pieces, 16000)).toEqual({ bytes: riff(eight, chunk('data', Buffer.from([1, 2, 3]))), durationSeconds: 3 / 16000, sampleRate: 16000 });
	});

	it.each<[string, Buffer[], string]>([
		['another rate', [file, riff(format({ rate: 8000 }), chunk('data', samples(1)))], 'pieces of different formats, which make no one file: 16000 Hz, 16 bits, 1 channel and 8000 Hz, 16 bits, 1 channel'],
		['bare samples of another rate', [riff(format({ rate: 8000 }), chunk('data', samples(1))), samples(1)], 'pieces of different formats, which make no one file: 8000 Hz, 16 bits, 1 channel and 16000 Hz, 16 bits, 1 channel'],
		['a file cut off', [riff(format(), chunk('data', Buffer.alloc(500), 1000))], 'audio that is cut off: 500 of 1000 bytes'],
		['a file cut off in its header', [file.subarray(0, 30)], 'a WAV file whose format is cut off'],
		['no format', [riff(chunk('data', samples(1)))], 'a WAV file that does not say its format'],
		['no data', [riff(format(), list)], 'a WAV file without audio data'],
		['A-law', [riff(format({ encoding: 6, bits: 8 }), chunk('data', samples(1)))], 'a WAV file that is not uncompressed (encoding 6)'],
		['no channels', [riff(format({ channels: 0 }), chunk('data', samples(1)))], 'a WAV file of an impossible format: 16000 Hz, 16 bits, 0 channels'],
		['another byte order', [Buffer.concat([Buffer.from('RIFX'), file.subarray(4)])], 'a kind of WAV file that is not understood (RIFX)'],
		['text', [Buffer.from('{"code":"10700","data":""}')], 'text where audio was asked for; it begins: {"code":"10700","data":""}'],
		['an MP3 tag', [Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')], 'MP3 where uncompressed audio was asked for'],
		['nothing', [Buffer.alloc(0)], 'an empty piece of audio'],
	])('refuses %s', (_, pieces, what) => {
		expect(() => joinAudio('wav', pieces, 16000)).toThrow(`The speech synthesis sent ${what}`);
		expect(() => joinAudio('pcm', pieces, 16000)).toThrow(`The speech synthesis sent ${what}`);
	});

	it('loses and repeats no sample, whatever the pieces are wrapped in', () => {
		const wraps = [
			// Bare samples that look like text or MP3 are refused; these begin with silence.
			(body: Buffer) => Buffer.concat([samples(0), body]),
			(body: Buffer) => riff(format(), chunk('data', Buffer.concat([samples(0), body]))),
			(body: Buffer) => riff(list, format(), chunk('data', Buffer.concat([samples(0), body])), list),
			(body: Buffer) => riff(format(), chunk('data', Buffer.concat([samples(0), body]), 0xffffffff)),
		];
		const piece = fc.tuple(fc.constantFrom(...wraps), fc.array(fc.integer({ min: -32768, max: 32767 }), { maxLength: 50 }));
		fc.assert(
			fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
				const all = samples(...pieces.flatMap(([, values]) => [0, ...values]));
				const joined = joinAudio('wav', pieces.map(([wrap, values]) => wrap(samples(...values))), 16000);
				expect(joined.bytes).toEqual(riff(format(), chunk('data', all)));
			}),
		);
	});
});

describe('joining MP3', () => {
	const tone = (length: number, period: number) => Array.from({ length }, (_, at) => Math.round(9000 * Math.sin((2 * Math.PI * at) / period)));
	const [low, middle, high, slow, fast, stereo, telephone] = encodeMp3([
		{ channels: 1, sampleRate: 16000, kbps: 32, samples: tone(9000, 80) },
		{ channels: 1, sampleRate: 16000, kbps: 32, samples: tone(12345, 40) },
		{ channels: 1, sampleRate: 16000, kbps: 32, samples: tone(7000, 20) },
		{ channels: 1, sampleRate: 44100, kbps: 64, samples: tone(9000, 80) },
		{ channels: 1, sampleRate: 44100, kbps: 128, samples: tone(9000, 40) },
		{ channels: 2, sampleRate: 16000, kbps: 32, samples: tone(9000, 40) },
		{ channels: 1, sampleRate: 8000, kbps: 16, samples: tone(9000, 40) },
	]);
	if (!low || !middle || !high || !slow || !fast || !stereo || !telephone) throw new Error('The encoder gave fewer files than tracks');

	/** A frame of silence with the given name where Xing frames have theirs, like the first of `file`. */
	const infoFrame = (file: Buffer, name: string, nameAt: number, length: number) => {
		const frame = Buffer.alloc(length);
		file.copy(frame, 0, 0, 4);
		frame.write(name, nameAt, 'latin1');
		return frame;
	};
	const id3v2 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x01\x02', 'latin1'), Buffer.alloc(130, 0xff)]);
	const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)]);
	const ape = (flags: number) => {
		const part = Buffer.alloc(32);
		part.write('APETAGEX', 'latin1');
		part.writeUInt32LE(2000, 8);
		part.writeUInt32LE(32 + 10, 12);
		part.writeUInt32LE(flags, 20);
		return part;
	};
	const apeTag = Buffer.concat([ape(0xa0000000), Buffer.alloc(10, 0xff), ape(0x80000000)]);

	it('gives one piece as it came, with its duration', () => {
		const tagged = Buffer.concat([id3v2, low, id3v1]);
		const decoded = decodeMp3(low);
		expect(joinAudio('mp3', [tagged], 8000)).toEqual({ bytes: tagged, durationSeconds: decoded.samples.length / 16000, sampleRate: 16000 });
	});

	it.each([
		['stray bytes behind', [low, Buffer.from([1, 2])]],
		['lyrics behind', [low, Buffer.from('LYRICSBEGININD0000210LYR00002好000027LYRICS200'), id3v1]],
		['lyrics of the older kind behind', [low, Buffer.from('LYRICSBEGIN[00:01]好LYRICSEND'), apeTag]],
	])('gives one piece as it came, with %s', (_, parts) => {
		const piece = Buffer.concat(parts);
		expect(joinAudio('mp3', [piece], 8000)).toEqual({ bytes: piece, durationSeconds: decodeMp3(low).samples.length / 16000, sampleRate: 16000 });
	});

	it('leaves out a piece without sound where there is nothing to speak', () => {
		expect(joinAudio('mp3', [low, id3v2, low], 16000, '—')).toEqual(joinAudio('mp3', [low, low], 16000));
		expect(() => joinAudio('mp3', [id3v2, id3v2], 16000, '—')).toThrow('The speech synthesis sent MP3 without any sound in it');
		expect(() => joinAudio('mp3', [low, id3v2], 16000)).toThrow('The speech synthesis sent audio without any sound for this part of the text: 好');
	});

	it('joins pieces so that each is heard once and whole', () => {
		const pieces = [low, middle, high];
		const joined = joinAudio('mp3', pieces, 16000);
		const heard = decodeMp3(joined.bytes);
		const alone = pieces.map((piece) => decodeMp3(piece).samples);
		const length = alone.reduce((sum, part) => sum + part.length, 0);
		expect({ ...joined, bytes: 0 }).toEqual({ bytes: 0, durationSeconds: length / 16000, sampleRate: 16000 });
		expect({ ...heard, samples: heard.samples.length }).toEqual({ sampleRate: 16000, errors: 0, samples: length });
		let start = 0;
		for (const part of alone) {
			// At a join the decoder still blends in the frame before.
			const differences = part.slice(1152).map((value, at) => Math.abs(value - (heard.samples[start + 1152 + at] ?? Number.NaN)));
			expect(Math.max(...differences)).toBeLessThanOrEqual(1);
			start += part.length;
		}
	});

	it.each<[string, (file: Buffer) => Buffer]>([
		['ID3 tags', (file) => Buffer.concat([id3v2, file, id3v1])],
		['an ID3 tag with a footer', (file) => Buffer.concat([Buffer.from('ID3\x04\0\x10\0\0\0\x05', 'latin1'), Buffer.alloc(5, 0xff), Buffer.from('3DI\x04\0\x10\0\0\0\x05', 'latin1'), file])],
		['an APE tag', (file) => Buffer.concat([file, apeTag, id3v1])],
		['lyrics', (file) => Buffer.concat([file, Buffer.from('LYRICSBEGIN…000014LYRICS200'), id3v1])],
		['stray bytes behind', (file) => Buffer.concat([file, Buffer.from('\r\n')])],
		['filling zeros', (file) => Buffer.concat([Buffer.alloc(7), file, Buffer.alloc(100)])],
		['a Xing frame', (file) => Buffer.concat([infoFrame(file, 'Xing', 13, 144), file])],
		['an Info frame behind a tag', (file) => Buffer.concat([id3v2, infoFrame(file, 'Info', 13, 144), file])],
		['a Xing frame with a checksum', (file) => Buffer.concat([infoFrame(file, 'Xing', 15, 144), file])],
		['a VBRI frame', (file) => Buffer.concat([infoFrame(file, 'VBRI', 36, 144), file])],
	])('takes out %s', (_, wrap) => {
		const pieces = [low, middle, high];
		expect(joinAudio('mp3', pieces.map(wrap), 16000)).toEqual(joinAudio('mp3', pieces, 16000));
	});

	it('takes out what the service itself left between two parts', () => {
		const [info, pieces] = [infoFrame(low, 'Info', 13, 144), [low, middle, high]];
		expect(joinAudio('mp3', [Buffer.concat([low, id3v2, info, middle]), high], 16000)).toEqual(joinAudio('mp3', pieces, 16000));
	});

	it('says the length of the whole where the bit rate varies', () => {
		const joined = joinAudio('mp3', [slow, fast], 44100);
		const samplesAlone = [slow, fast].map((piece) => decodeMp3(piece).samples.length);
		const length = samplesAlone.reduce((sum, part) => sum + part, 0);
		expect(joined.durationSeconds).toBe(length / 44100);
		// Where a file has an info frame, mpg123 leaves out its own delay of 529 samples.
		expect(decodeMp3(joined.bytes).samples).toEqual(decodeMp3(Buffer.concat([slow, fast])).samples.slice(529));
		const infoBytes = joined.bytes.length - slow.length - fast.length;
		expect(joined.bytes.subarray(infoBytes)).toEqual(Buffer.concat([slow, fast]));
		expect(joined.bytes.toString('latin1', 21, 25)).toBe('Xing');
		expect([25, 29, 33].map((at) => joined.bytes.readUInt32BE(at))).toEqual([3, length / 1152, joined.bytes.length]);
	});

	it.each([
		['MPEG 1', () => slow, 44100],
		['MPEG 2', () => low, 16000],
		['MPEG 2, two channels', () => stereo, 16000],
		['MPEG 2.5', () => telephone, 8000],
	])('measures %s', (_, file, sampleRate) => {
		const decoded = decodeMp3(file());
		expect(decoded.sampleRate).toBe(sampleRate);
		const { durationSeconds } = joinAudio('mp3', [file()], sampleRate);
		expect({ durationSeconds, sampleRate }).toEqual({ durationSeconds: decoded.samples.length / sampleRate, sampleRate });
	});

	it.each<[string, Buffer[], string]>([
		['a cut-off piece', [low, middle.subarray(0, 1000)], 'MP3 that is cut off in the middle of a frame'],
		['a piece cut off in a frame\'s header', [low, middle.subarray(0, 144 * 3 + 2)], 'MP3 that is cut off in the middle of a frame'],
		['damage', [low, Buffer.concat([low.subarray(0, 288), Buffer.from('damaged'), low.subarray(288)])], 'MP3 that is damaged at byte 288'],
		['another rate', [low, telephone], 'pieces of different formats, which make no one file: 16000 Hz, one channel and 8000 Hz, one channel'],
		['another number of channels', [low, stereo], 'pieces of different formats, which make no one file: 16000 Hz, one channel and 16000 Hz, two channels'],
		['WAV', [riff(format(), chunk('data', samples(1)))], 'WAV where MP3 was asked for'],
		['text', [Buffer.from('{"code":"10700"}')], 'something else than MP3'],
		['a single piece cut off', [middle.subarray(0, 1000)], 'MP3 that is cut off in the middle of a frame'],
		['a single piece with damage', [Buffer.concat([low.subarray(0, 288), Buffer.alloc(3000, 'damaged'), low.subarray(288)])], 'MP3 that is damaged at byte 288'],
		['a single piece with a few bytes in its middle', [Buffer.concat([low.subarray(0, 288), Buffer.from('ab'), low.subarray(288)])], 'MP3 that is damaged at byte 288'],
		['a single piece that ends in a page', [Buffer.concat([low.subarray(0, 288), Buffer.from('<html>error 502</html>')])], 'MP3 that is damaged at byte 288'],
		['a single piece that ends in lyrics without an end', [Buffer.concat([low.subarray(0, 288), Buffer.from('LYRICSBEGIN好')])], 'MP3 that is damaged at byte 288'],
		['two bytes', [Buffer.from('ok')], 'something else than MP3'],
		['nothing', [Buffer.alloc(0)], 'an empty piece of audio'],
	])('refuses %s', (_, pieces, what) => {
		expect(() => joinAudio('mp3', pieces, 16000)).toThrow(`The speech synthesis sent ${what}`);
	});

	it('is told from uncompressed audio', () => {
		expect(() => joinAudio('wav', [low], 16000)).toThrow('The speech synthesis sent MP3 where uncompressed audio was asked for');
	});
});
