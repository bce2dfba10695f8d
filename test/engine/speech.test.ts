import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Container } from '@n8n/di';
import { MPEGDecoder } from 'mpg123-decoder';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { searchVoices } from '../../nodes/Iflytek/methods/voiceSearch';
import { engines } from '../simulator/openPlatform/engines';
import { silentWav, withAnswers, type GivenAnswer } from './answers';
import { fileOf, useBinaryMode } from './harness';
import { Bench, speechParameters } from './iflytek';

const bench = new Bench();
const parameters = speechParameters('standard');
const sentParameters = () => bench.simulator.log.map((entry) => entry.param);
const sids = () => bench.simulator.log.map(({ sid }) => sid);
/** The session IDs of the pieces of `LONG`, in the order of the text: each piece is shorter than the one before. */
const sidsOfPieces = () =>
	[...bench.simulator.log].sort((one, other) => other.bytesIn - one.bytesIn).map(({ sid }) => sid);
/**
 * A text of about 1500 bytes, which is sent in two pieces. It consists mostly of ideographic spaces, because the local platform
 * needs no time to speak them.
 */
const LONG = `今天的天气${'\u3000'.repeat(93)}。`.repeat(5);

async function synthesize(text: string, change = {}) {
	const { outputs, error } = await bench.run('speech', parameters(text, change));
	const item = outputs[0]?.[0];
	return {
		item,
		error,
		bytes: item ? await fileOf(item, Object.keys(item.binary ?? {})[0]) : Buffer.alloc(0),
	};
}

/** Expects the same samples. A failure does not print all of them. */
function expectSame(actual: Int16Array, expected: Int16Array): void {
	expect(actual.length).toBe(expected.length);
	expect(actual.findIndex((sample, index) => sample !== expected[index])).toBe(-1);
}

/** Checks the 44-byte header of a WAV file, and returns its samples. */
function samplesOf(wav: Buffer, rate = 16000): Int16Array {
	expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
	// The size after this field, the size of the format, PCM, and one channel.
	expect([
		wav.readUInt32LE(4),
		wav.readUInt32LE(16),
		wav.readUInt16LE(20),
		wav.readUInt16LE(22),
	]).toEqual([wav.length - 8, 16, 1, 1]);
	// The sample rate, the bytes per second, the bytes per sample and the bits per sample.
	expect([
		wav.readUInt32LE(24),
		wav.readUInt32LE(28),
		wav.readUInt16LE(32),
		wav.readUInt16LE(34),
	]).toEqual([rate, rate * 2, 2, 16]);
	expect([wav.toString('latin1', 36, 40), wav.readUInt32LE(40)]).toEqual(['data', wav.length - 44]);
	return samplesOfPcm(wav.subarray(44));
}

const samplesOfPcm = (bytes: Buffer) =>
	Int16Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2));
/** The samples that the engine of the local platform makes of a text. */
const referenceSamples = async (text: string, options = {}) =>
	await engines.speech.speak(text, {
		voice: 'xiaoyan',
		sampleRate: 16000 as const,
		speed: 50,
		volume: 50,
		pitch: 50,
		...options,
	});

test('a text becomes one WAV, with exactly the samples that the engine makes of it', async () => {
	const { item, bytes } = await synthesize('您好，您的订单已发货。');
	expect(sentParameters()).toEqual([
		{
			auf: 'audio/L16;rate=16000',
			aue: 'raw',
			voice_name: 'xiaoyan',
			speed: '50',
			volume: '50',
			pitch: '50',
			text_type: 'text',
		},
	]);
	const samples = await referenceSamples('您好，您的订单已发货。');
	expectSame(samplesOf(bytes), samples);
	expect(item).toEqual({
		json: {
			bytes: bytes.length,
			durationSeconds: samples.length / 16000,
			sampleRate: 16000,
			format: 'wav',
			pieces: 1,
			sids: sids(),
		},
		binary: {
			data: expect.objectContaining({
				fileName: 'speech.wav',
				mimeType: 'audio/wav',
				fileExtension: 'wav',
			}),
		},
		pairedItem: { item: 0 },
	});
});

describe('a text of 1000 bytes or more', () => {
	test('a text of 1000 bytes or more becomes one WAV in which nothing is lost or heard twice', async () => {
		// The answer to the first piece comes last.
		bench.simulator.openPlatform.faults.add({ kind: 'latency', latencyMs: 800 });
		const { item, bytes } = await synthesize(LONG);
		const sent = cutBySentences(LONG);
		const parts = await Promise.all(sent.map(async (text) => [...(await referenceSamples(text))]));
		expect(sent.length).toBeGreaterThan(1);
		expectSame(samplesOf(bytes), Int16Array.from(parts.flat()));
		expect(item?.json).toMatchObject({
			pieces: sent.length,
			durationSeconds: parts.flat().length / 16000,
		});
		expect(item?.json.sids).toEqual(sidsOfPieces());
	});

	test('a text of 1000 bytes or more as MP3 has the duration that its item says', async () => {
		const { item, bytes } = await synthesize(LONG, { format: 'mp3' });
		expect(item?.binary?.data).toMatchObject({ fileName: 'speech.mp3', mimeType: 'audio/mpeg' });
		const decoder = new MPEGDecoder();
		await decoder.ready;
		const { samplesDecoded, sampleRate, errors } = decoder.decode(bytes);
		decoder.free();
		expect(errors).toEqual([]);
		expect(sampleRate).toBe(16000);
		expect(item?.json).toMatchObject({
			format: 'mp3',
			durationSeconds: samplesDecoded / sampleRate,
			pieces: 2,
		});
	});

	/** The pieces of a text whose sentences are all the same. */
	function cutBySentences(text: string): string[] {
		const sentence = text.slice(0, text.indexOf('。') + 1);
		const perPiece = Math.floor(999 / Buffer.byteLength(sentence));
		const count = text.length / sentence.length;
		return Array.from({ length: Math.ceil(count / perPiece) }, (_, piece) =>
			sentence.repeat(Math.min(perPiece, count - piece * perPiece)),
		);
	}
});

test('every setting is sent; numbers are sent as text, and the voice is sent by its name', async () => {
	const options = { speed: 0, volume: 100, pitch: 37, engine: 'intp65', outputField: 'audio' };
	const { item } = await synthesize('Good morning.', {
		voice: { __rl: true, mode: 'name', value: 'x_xiaofeng' },
		sampleRate: 8000,
		options,
	});
	expect(sentParameters()).toEqual([
		{
			auf: 'audio/L16;rate=8000',
			aue: 'raw',
			voice_name: 'x_xiaofeng',
			speed: '0',
			volume: '100',
			pitch: '37',
			engine_type: 'intp65',
			text_type: 'text',
		},
	]);
	expect(Object.keys(item?.binary ?? {})).toEqual(['audio']);
});

test.each([
	['好消息', 'wav', '好消息.wav'],
	[' news.MP3 ', 'mp3', 'news.MP3'],
	['news.wav', 'mp3', 'news.wav.mp3'],
	['', 'pcm', 'speech.pcm'],
])('the file name %j as %s becomes %s', async (fileName, format, name) => {
	const { item } = await synthesize('好。', { format, options: { fileName } });
	expect(item?.binary?.data?.fileName).toBe(name);
});

test('an expression may give a number as text', async () => {
	const { error } = await synthesize('Good morning.', {
		sampleRate: '={{ "8000" }}',
		options: { speed: '={{ "7" }}', retries: '={{ "0" }}' },
	});
	expect(error).toBeUndefined();
	expect(sentParameters()).toMatchObject([{ auf: 'audio/L16;rate=8000', speed: '7' }]);
});

test.each([
	[
		'a file name',
		{ options: { fileName: '={{ ["a"] }}' } },
		'File Name must be text, but is an array',
	],
	['a sample rate', { sampleRate: 44100 }, 'Sample Rate must be one of: 16000, 8000, but is 44100'],
	['a format', { format: 'ogg' }, 'Audio Format must be one of: mp3, pcm, wav, but is "ogg"'],
	['no voice', { voice: { __rl: true, mode: 'name', value: ' ' } }, 'Voice is empty'],
])(
	'an invalid parameter is refused before anything is sent: %s',
	async (_name, change, message) => {
		const { error } = await synthesize('好', change);
		expect(error?.message).toBe(message);
		expect(bench.simulator.log).toHaveLength(0);
	},
);

test('audio is recognized by its content type in upper or lower case, and needs no session ID', async () => {
	const seen: unknown[] = [];
	const server = createServer((request, response) => {
		seen.push(request.headers['content-type']);
		response.writeHead(200, { 'Content-Type': 'Audio/X-WAV' }).end(Buffer.alloc(320));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const apiBaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const credentials = [{ ...bench.signer(), data: { ...bench.credential('speech'), apiBaseUrl } }];
	const { outputs } = await bench.run('speech', parameters('好。'), [{}], { credentials });
	server.closeAllConnections();
	server.close();
	expect(seen).toEqual(['application/x-www-form-urlencoded; charset=utf-8']);
	expect(outputs[0]?.[0]?.json).toEqual({
		bytes: 364,
		durationSeconds: 0.01,
		sampleRate: 16000,
		format: 'wav',
		pieces: 1,
		sids: [],
	});
});

test('voices are listed with their speaker and gender, and can be searched by any part of this text', async () => {
	const search = async (filter?: string) =>
		(await searchVoices.call({} as ILoadOptionsFunctions, filter)).results;
	expect(await search()).toEqual([
		{ name: 'Xiaoyan (Female, xiaoyan)', value: 'xiaoyan' },
		{ name: 'Xujiu (Male, aisjiuxu)', value: 'aisjiuxu' },
		{ name: 'Xiaoping (Female, aisxping)', value: 'aisxping' },
		{ name: 'Xiaowei (x_xiaowei)', value: 'x_xiaowei' },
		{ name: 'Xiaofeng (Male, x_xiaofeng)', value: 'x_xiaofeng' },
		{ name: 'Xiaoyan (Female, x2_xiaoyan)', value: 'x2_xiaoyan' },
	]);
	const valuesFor = async (filter: string) => (await search(filter)).map(({ value }) => value);
	expect([await valuesFor('XiaoY'), await valuesFor(' xuj'), await valuesFor('(male')]).toEqual([
		['xiaoyan', 'x2_xiaoyan'],
		['aisjiuxu'],
		['aisjiuxu', 'x_xiaofeng'],
	]);
});

test('without the option Simplify, the result is simplified', async () => {
	const { item } = await synthesize('好。', { simplify: undefined });
	expect(item?.json).toMatchObject({ format: 'wav', pieces: 1, sids: sids() });
});

test('with Simplify off, the headers of the responses are returned unchanged', async () => {
	const headersWith = (sid: string | undefined) => ({
		headers: expect.objectContaining({ 'content-type': 'audio/mpeg', sid }),
	});
	expect((await synthesize('好。', { simplify: false })).item?.json).toEqual(
		headersWith(sids()[0]),
	);
	bench.simulator.log.length = 0;
	// The answer to the first piece comes last.
	bench.simulator.openPlatform.faults.add({ kind: 'latency', latencyMs: 800 });
	const { item } = await synthesize(LONG, { simplify: false });
	expect(item?.json).toEqual({ pieces: sidsOfPieces().map(headersWith) });
});

test.each([
	['an empty text', '={{ "" }}', {}, 'Text is empty'],
	[
		'a speed over 100',
		'好',
		{ speed: 101 },
		'Speed must be a whole number from 0 to 100, but is 101',
	],
	[
		'a volume below 0',
		'好',
		{ volume: -1 },
		'Volume must be a whole number from 0 to 100, but is -1',
	],
	[
		'a pitch that is no whole number',
		'好',
		{ pitch: 49.5 },
		'Pitch must be a whole number from 0 to 100, but is 49.5',
	],
	[
		'an engine that does not exist',
		'好',
		{ engine: 'turbo' },
		'Engine must be one of: intp65, intp65_en, mtts, aisound, x, but is "turbo"',
	],
	[
		'a field name that is a list',
		'好',
		{ outputField: '={{ ["a"] }}' },
		'Put Output File in Field must be text, but is an array',
	],
	[
		'a negative number of retries',
		'好',
		{ retries: -1 },
		'Retries must be a whole number from 0 to 10, but is -1',
	],
])('%s is refused before anything is sent', async (_name, text, options, message) => {
	const { error } = await synthesize(text, { options });
	expect(error?.message).toBe(message);
	expect(bench.simulator.log).toHaveLength(0);
});

/** One silent frame of MPEG 2, layer III: 576 samples at 16000 Hz, mono. */
const MP3_FRAME = Buffer.concat([Buffer.from('fff348c0', 'hex'), Buffer.alloc(140)]);

const audio = (body: string | Buffer, index = 0): GivenAnswer => ({
	headers: { 'Content-Type': 'audio/mpeg', sid: `tts-${index}` },
	body,
});

describe('audio that cannot be used is an error with the session ID', () => {
	test.each<[string, 'wav' | 'mp3', GivenAnswer]>([
		['cut off', 'wav', audio(silentWav(1000, 5000))],
		['cut off in its header', 'wav', audio(silentWav(1000).subarray(0, 40))],
		['a header without samples', 'wav', audio(silentWav(0))],
		['empty', 'wav', audio('')],
		['empty', 'mp3', audio('')],
		['cut off', 'mp3', audio(MP3_FRAME.subarray(0, 100))],
	])(
		'a piece is requested again if its audio is unusable, and the file is then complete (%s, %s)',
		async (_name, format, broken) => {
			const usable = format === 'wav' ? silentWav(320) : MP3_FRAME;
			const second = '第二段从这里开始，一直到最后。';
			const text = `${'今天的天气非常好，我们一起去公园散步。'.repeat(17)}${second}`;
			const requests = { first: 0, second: 0 };
			// Both pieces fail at first. The audio of the second piece is broken, and arrives before any audio of the first.
			const answer = (piece: string | null, index: number): GivenAnswer => {
				if (piece === second) return requests.second++ === 0 ? broken : audio(usable, index);
				return requests.first++ === 0 ? { status: 503, body: '' } : audio(usable, index);
			};
			await withAnswers(
				({ body }, index) => answer(new URLSearchParams(body.toString()).get('text'), index),
				async (url) => {
					const { outputs, error } = await bench.run(
						'speech',
						parameters(text, { format }),
						[{}],
						bench.elsewhere(url),
					);
					expect(error).toBeUndefined();
					expect(requests).toEqual({ first: 2, second: 2 });
					expect(outputs[0]?.[0]?.json).toMatchObject({
						pieces: 2,
						format,
						durationSeconds: format === 'wav' ? 0.02 : 0.072,
					});
				},
			);
		},
	);
});

describe('a file that cannot be kept', () => {
	/** A text whose WAV has more than 300 MB, even if a voice spoke 25 characters a second. No voice is so fast. */
	const HUGE_TEXT = '好'.repeat(250_000);

	afterEach(async () => await useBinaryMode('default'));

	test('more audio than a file may have is refused before the first request', async () => {
		const { error } = await synthesize(HUGE_TEXT);
		expect(error?.message).toBe(
			'The speech of this text has more than 305 MB. A file may have 300 MB',
		);
		expect(error?.description).toBe(
			'Split the text across several items, or choose MP3 or 8000 Hz.',
		);
		expect(bench.simulator.log).toHaveLength(0);
	});

	test('a text whose pace tells that its file will be too large is stopped after a few requests', async () => {
		let requests = 0;
		await withAnswers(
			() => {
				requests++;
				// 333 characters in 80 seconds.
				return audio(silentWav(80 * 32_000), requests);
			},
			async (url) => {
				const text = '今天的天气非常好。'.repeat(11_112);
				const { error } = await bench.run('speech', parameters(text), [{}], bench.elsewhere(url));
				expect(error?.message).toMatch(
					/^The speech of this text would last about 6\.\d hours and have 7\d\d MB\. A file may have 300 MB, so the rest of the text was not sent after \d+ requests$/,
				);
				expect(error?.description).toBe(
					'Set Audio Format to MP3, which holds it, or split the text across several items.',
				);
				// Five pieces are spoken at once. The last requests may not have arrived yet.
				const told = Number(/(\d+) requests$/.exec(error?.message ?? '')?.[1]);
				expect(told).toBeGreaterThanOrEqual(Math.max(8, requests));
				expect(told).toBeLessThanOrEqual(12);
			},
		);
	});

	test('if n8n cannot store the audio, the error says that n8n could not keep the file', async () => {
		await useBinaryMode('filesystem');
		// n8n cannot create its folder at this path, because a file is there.
		Container.get(BinaryDataConfig).localStoragePath = __filename;
		await Container.get(BinaryDataService)
			.init()
			.catch(() => undefined);
		const { error } = await synthesize('好。');
		expect(error?.message).toMatch(
			/^n8n could not keep the file speech\.wav of \d+ bytes: (Error: )?ENOTDIR/,
		);
		expect(error?.description).toMatch(/check where n8n keeps binary data/);
	});
});

test('if n8n keeps files on disk, the audio is stored there', async () => {
	await useBinaryMode('filesystem');
	try {
		const { item, bytes } = await synthesize('好的。');
		expect(item?.binary?.data?.id).toMatch(/^filesystem-v2:/);
		expectSame(samplesOf(bytes), await referenceSamples('好的。'));
	} finally {
		await useBinaryMode('default');
	}
});
