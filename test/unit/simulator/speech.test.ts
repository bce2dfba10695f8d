import { createHash } from 'crypto';
import { speak, startSimulator, type Simulator } from '../../simulator';
import { form, send, verdict } from './client';
import { decodeMp3 } from './decodeMp3';

// It takes long to start engines and to send large files while other tests use the processors.
jest.setTimeout(60_000);

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

const usualParam = {
	auf: 'audio/L16;rate=16000',
	aue: 'raw',
	voice_name: 'xiaoyan',
	speed: '50',
	volume: '50',
	pitch: '50',
};
const GREETING = 'Good morning, everyone.';

async function audio(param: object, text = GREETING): Promise<Buffer> {
	const { headers, data } = await send(simulator.url, 'speech', {
		param: { ...usualParam, ...param },
		body: form('text', text),
	});
	// The body is compared only so that a failure shows it.
	expect({ type: headers['content-type'], body: data.subarray(0, 200) }).toMatchObject({
		type: 'audio/mpeg',
	});
	return data;
}

/** The length of a WAV file's header. */
const WAV_HEADER = 44;
const samplesOf = (bytes: Buffer) => new Int16Array(Uint8Array.from(bytes).buffer);
const samples = async (param: object, text?: string) =>
	samplesOf((await audio(param, text)).subarray(WAV_HEADER));
/** A short summary of a wave, so that a failed comparison prints a readable difference. */
const digest = (wave: Int16Array) =>
	`${wave.length} samples, ${createHash('md5').update(new Uint8Array(wave.buffer)).digest('hex')}`;
const loudness = (wave: Int16Array) =>
	Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length);

/** How similar a section of a wave is to the section `lag` samples later. 1 means that they are identical. */
function likeness(wave: Int16Array, start: number, length: number, lag: number): number {
	let products = 0;
	let squares = 0;
	let laterSquares = 0;
	for (let position = start; position < start + length; position += 1) {
		const value = wave[position] ?? 0;
		const laterValue = wave[position + lag] ?? 0;
		products += value * laterValue;
		squares += value * value;
		laterSquares += laterValue * laterValue;
	}
	// The sections of a silent wave have likeness 0.
	return products / Math.sqrt(squares * laterSquares || 1);
}

/** The voice's pitch in Hz: the median over stretches of 40 ms that clearly repeat. */
function pitchOf(wave: Int16Array, rate: number): number {
	const length = Math.round(rate * 0.04);
	// The periods of voices from 60 to 600 Hz, in samples.
	const lags = Array.from(
		{ length: Math.floor(rate / 60 - rate / 600) },
		(_, index) => Math.ceil(rate / 600) + index,
	);
	const pitches: number[] = [];
	for (let start = 0; start + 2 * length < wave.length; start += length) {
		const likenesses = lags.map((lag) => likeness(wave, start, length, lag));
		const best = Math.max(...likenesses);
		// The shortest of the periods that repeat nearly as well as the best one.
		const lag = lags[likenesses.findIndex((value) => value > best * 0.95)];
		if (best > 0.8 && lag !== undefined) pitches.push(rate / lag);
	}
	return pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? NaN;
}

describe('audio', () => {
	it('the answer with audio has the documented headers', async () => {
		const { headers } = await send(simulator.url, 'speech', {
			param: usualParam,
			body: form('text', GREETING),
		});
		expect(headers).toMatchObject({
			'content-type': 'audio/mpeg',
			'cache-control': 'no-cache',
			connection: 'keep-alive',
			sid: expect.stringMatching(/^hts[0-9a-f]{8}@ch[0-9a-f]{18}$/),
		});
		expect(simulator.log.at(-1)).toMatchObject({ endpoint: 'speech', code: '0', sid: headers.sid });
	});

	it.each([8000, 16000] as const)(
		'audio is a WAV file at %d Hz with exactly the samples of the engine',
		async (sampleRate) => {
			const file = await audio({ auf: `audio/L16;rate=${sampleRate}` });
			const dataSize = file.length - WAV_HEADER;
			const header = Buffer.concat([
				Buffer.from('RIFF'),
				uint32(36 + dataSize),
				Buffer.from('WAVEfmt '),
				uint32(16),
				uint16(1),
				uint16(1),
				uint32(sampleRate),
				uint32(sampleRate * 2),
				uint16(2),
				uint16(16),
				Buffer.from('data'),
				uint32(dataSize),
			]);
			expect(file.subarray(0, WAV_HEADER)).toEqual(header);
			const reference = await speak(GREETING, { sampleRate });
			expect(digest(samplesOf(file.subarray(WAV_HEADER)))).toBe(digest(reference));
			expect(reference.length / sampleRate).toBeGreaterThan(0.8);
			expect(reference.length / sampleRate).toBeLessThan(3);
			expect(loudness(reference)).toBeGreaterThan(1000);
		},
	);

	it('audio is bare PCM if the setting says so', async () => {
		simulator.openPlatform.configure({ rawAudio: 'pcm' });
		expect(digest(samplesOf(await audio({})))).toBe(digest(await speak(GREETING)));
	});

	it.each([8000, 16000] as const)(
		'audio is an MP3 file at %d Hz that a decoder plays',
		async (sampleRate) => {
			const file = await audio({ auf: `audio/L16;rate=${sampleRate}`, aue: 'lame' });
			const decoded = await decodeMp3(file);
			const reference = await speak(GREETING, { sampleRate });
			expect(decoded).toMatchObject({ errors: 0, sampleRate });
			// An MP3 encoder adds silence at both ends.
			expect(decoded.samples.length).toBeGreaterThanOrEqual(reference.length);
			expect(decoded.samples.length).toBeLessThan(reference.length + 4 * 1152);
			const heard = Int16Array.from(decoded.samples);
			expect(loudness(heard) / loudness(reference)).toBeGreaterThan(0.7);
			expect(loudness(heard) / loudness(reference)).toBeLessThan(1.3);
		},
	);

	it('audio is faster, louder and higher if requested', async () => {
		const [slow, fast] = [await samples({ speed: '10' }), await samples({ speed: '90' })];
		expect(slow.length / fast.length).toBeGreaterThan(2);
		const [soft, loud] = [await samples({ volume: '10' }), await samples({ volume: '90' })];
		expect(loudness(loud) / loudness(soft)).toBeGreaterThan(4);
		expect(loudness(await samples({ volume: '0' }))).toBe(0);
		const [low, high] = [await samples({ pitch: '0' }), await samples({ pitch: '100' })];
		expect(pitchOf(high, 16000) / pitchOf(low, 16000)).toBeGreaterThan(1.2);
	});

	it('Chinese text is spoken, and each voice sounds different', async () => {
		const chinese = await samples({}, '今天天气很好');
		expect(chinese.length / 16000).toBeGreaterThan(0.8);
		const voices = [
			'xiaoyan',
			'aisjiuxu',
			'aisxping',
			'x_xiaowei',
			'x_xiaofeng',
			'x2_xiaoyan',
			'x4_yezi',
			'x4_xiaoyan',
			'x4_lingxiaoxuan_en',
			'aisjinger',
			'aisbabyxu',
			'qianhui',
		];
		const recordings = await Promise.all(
			voices.map(async (voice_name) =>
				Buffer.from(await audio({ voice_name }, '好')).toString('base64'),
			),
		);
		expect(new Set(recordings).size).toBe(voices.length);
	});

	it('espeak’s own notation in a text is read as ordinary text', async () => {
		expect((await samples({}, '[[h@loU')).length).toBeGreaterThan(
			(await samples({}, 'h')).length * 2,
		);
	});

	it('a text always has the same audio, even if other texts are synthesized at the same time', async () => {
		const texts = ['one two three', '你好', GREETING];
		const spokenOneByOne: string[] = [];
		for (const text of texts) spokenOneByOne.push(digest(await speak(text, { speed: 60 })));
		const spokenTogether = await Promise.all(
			[...texts, ...texts].map(async (text) => digest(await samples({ speed: '60' }, text))),
		);
		expect(spokenTogether).toEqual([...spokenOneByOne, ...spokenOneByOne]);
	});

	it('audio does not depend on the time of day', async () => {
		const first = digest(await speak(GREETING));
		await new Promise((resolve) => setTimeout(resolve, 1100));
		expect(digest(await speak(GREETING))).toBe(first);
	});
});

describe('rules', () => {
	it.each([
		[{ auf: undefined }, '10106 invalid parameter|invalid auf'],
		[{ auf: 'audio/L16;rate=44100' }, '10106 invalid parameter|invalid auf'],
		[{ aue: 'mp3' }, '10106 invalid parameter|invalid aue'],
		[{ voice_name: undefined }, '10106 invalid parameter|invalid voice_name'],
		[{ voice_name: 'somebody' }, '11200 no vcn auth|voice not authorised'],
		[{ speed: 50 }, '10106 invalid parameter|invalid speed'],
		[{ speed: '101' }, '10106 invalid parameter|invalid speed'],
		[{ speed: '-1' }, '10106 invalid parameter|invalid speed'],
		[{ speed: '5.5' }, '10106 invalid parameter|invalid speed'],
		[{ speed: '' }, '10106 invalid parameter|invalid speed'],
		[{ volume: 'loud' }, '10106 invalid parameter|invalid volume'],
		[{ pitch: null }, '10106 invalid parameter|invalid pitch'],
		[{ engine_type: 'ptts' }, '10106 invalid parameter|invalid engine_type'],
		[{ text_type: 'ssml' }, '10106 invalid parameter|invalid text_type'],
		[
			{
				speed: undefined,
				volume: undefined,
				pitch: undefined,
				engine_type: 'intp65',
				text_type: 'text',
			},
			'audio',
		],
		[{ speed: '0', volume: '100', pitch: '0' }, 'audio'],
	])('with %j in X-Param, the answer is "%s"', async (change, expected) => {
		const { headers, data } = await send(simulator.url, 'speech', {
			param: { ...usualParam, ...change },
			body: form('text', 'a'),
		});
		if (expected === 'audio') {
			expect(headers['content-type']).toBe('audio/mpeg');
			return;
		}
		expect(headers['content-type']).toBe('text/plain');
		const { code, desc, data: empty, sid } = JSON.parse(data.toString()) as Record<string, string>;
		expect(`${code} ${desc}`).toBe(expected);
		expect(empty).toBe('');
		expect(sid).toMatch(/^hts/);
	});

	it('a text must be shorter than 1000 bytes, and must not be blank', async () => {
		await expect(audio({ speed: '100' }, '字'.repeat(333))).resolves.toBeInstanceOf(Buffer);
		await expect(
			verdict(simulator, 'speech', {
				param: usualParam,
				body: form('text', '字'.repeat(333) + 'a'),
			}),
		).resolves.toBe('10109 illegal text/audio length|invalid text');
		await expect(
			verdict(simulator, 'speech', { param: usualParam, body: form('text', ' ') }),
		).resolves.toBe('10106 invalid parameter|invalid text');
	});
});

function uint32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
}

function uint16(value: number): Buffer {
	const bytes = Buffer.alloc(2);
	bytes.writeUInt16LE(value);
	return bytes;
}
