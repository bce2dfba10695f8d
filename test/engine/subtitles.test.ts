import { provideWebSocket } from '../setup/webSocket';
import { FULL_SIZE } from '../setup/size';
import { engines } from '../simulator/openPlatform/engines';
import { fileOf } from './harness';
import { Bench, speechParameters } from './iflytek';

provideWebSocket();

const bench = new Bench();
const DEFAULTS = { voice: 'xiaoyan', sampleRate: 16000, speed: 50, volume: 50, pitch: 50 } as const;

interface Cue {
	text: string;
	start: number;
	end: number;
	timing: string;
}

async function synthesize(
	text: string,
	options: object,
	service: 'streaming' | 'standard' = 'streaming',
	change = {},
) {
	const parameters = speechParameters(service)(text, { options, ...change });
	const { outputs, error } = await bench.run(
		service === 'standard' ? 'speech' : 'streaming',
		parameters,
		[{}],
	);
	const item = outputs[0]?.[0];
	const file = async (field: string) =>
		item?.binary?.[field] ? await fileOf(item, field) : undefined;
	return {
		error,
		json: item?.json ?? {},
		binary: item?.binary ?? {},
		cues: (item?.json.cues ?? []) as unknown as Cue[],
		subtitles: (await file('subtitles'))?.toString(),
		audio: (await file('data')) ?? Buffer.alloc(0),
	};
}

const TEXT = '今天的天气非常好。我们一起去公园散步，好不好？好。';

test('each sentence has a cue with the time at which the service speaks it', async () => {
	const { json, binary, cues, subtitles } = await synthesize(TEXT, {
		subtitles: 'srt',
		cues: true,
	});
	const { sentences } = await engines.speech.sentences(TEXT, DEFAULTS, 'pcm');
	let seconds = 0;
	const expected = sentences.map(({ text, samples }) => {
		const start = seconds;
		seconds = start + samples / 16000;
		return { text, start, end: seconds, timing: 'measured' };
	});
	expect(cues.map(({ text, timing }) => [text, timing])).toEqual(
		expected.map(({ text, timing }) => [text, timing]),
	);
	for (const [index, cue] of cues.entries()) {
		expect(cue.start).toBeCloseTo(expected[index]?.start ?? -1, 6);
		expect(cue.end).toBeCloseTo(expected[index]?.end ?? -1, 6);
	}
	expect(json).toMatchObject({ pieces: 1, timing: 'measured' });
	expect(Object.keys(binary).sort()).toEqual(['data', 'subtitles']);
	expect(binary.subtitles).toMatchObject({
		fileName: 'speech.srt',
		mimeType: 'application/x-subrip',
	});
	const stamp = (time: number) => {
		const milliseconds = String(Math.round(time * 1000)).padStart(4, '0');
		return `00:00:0${milliseconds.slice(0, -3)},${milliseconds.slice(-3)}`;
	};
	expect(subtitles).toBe(
		cues
			.map(
				({ text, start, end }, index) =>
					`${index + 1}\n${stamp(start)} --> ${stamp(end)}\n${text}\n`,
			)
			.join('\n'),
	);
});

test('if the service does not report times, they are estimated, but are exact at the start and the end of the audio', async () => {
	const { json, cues, subtitles } = await synthesize(
		TEXT,
		{ subtitles: 'vtt', cues: true },
		'standard',
	);
	expect(json.timing).toBe('estimated');
	expect(cues[0]?.start).toBe(0);
	expect(cues.at(-1)?.end).toBe(json.durationSeconds);
	expect(cues.map(({ timing }) => timing)).toEqual(['estimated', 'estimated', 'estimated']);
	expect(subtitles).toMatch(/^WEBVTT\n\n00:00:00\.000 --> /);
});

test.each(['streaming', 'standard'] as const)(
	'with One Request per Cue, the %s service gets one request per cue, and the times are measured',
	async (service) => {
		const options = { cues: true, requestPerCue: true };
		const { json, cues } = await synthesize(TEXT, options, service);
		expect(json).toMatchObject({ pieces: 3, timing: 'measured' });
		expect(cues).toHaveLength(3);
		const [, second] = cues;
		const audioOfSecond = await engines.speech.speak(second?.text ?? '', DEFAULTS);
		expect((second?.end ?? 0) - (second?.start ?? 0)).toBeCloseTo(audioOfSecond.length / 16000, 6);
	},
);

test('with One Request per Cue, a line of dashes is sent with the sentence before it', async () => {
	const text = `Chapter one.\n${'-'.repeat(80)}\nIt was late.`;
	const options = { formatting: 'keep', cues: true, requestPerCue: true };
	const { json, cues } = await synthesize(text, options);
	expect(json).toMatchObject({ pieces: 2, timing: 'measured' });
	expect(cues.map((cue) => cue.text)).toEqual([`Chapter one. ${'-'.repeat(34)}`, 'It was late.']);
	expect(bench.simulator.log).toHaveLength(2);
});

test.each([
	[['1. 打开设置。', '2. 点击保存。', '10. 完成。']],
	[['1. Open the settings.', '2. Click Save.']],
	[['步骤如下：', '1. 请访问 https://example.com/a?b=1&c=2 查看。', '2. 找 Dr. Smith。']],
])('with One Request per Cue, the number of an entry is sent with it: %j', async (lines) => {
	const { json, cues } = await synthesize(lines.join('\n'), { cues: true, requestPerCue: true });
	expect(json).toMatchObject({ pieces: lines.length, timing: 'measured' });
	expect(cues.map((cue) => cue.text)).toEqual(lines);
});

test('subtitles can contain emoji, direction marks, CRLF and special characters of their format', async () => {
	const text = 'Good <b>morning</b> & welcome 😀.\r\nשלום\u200f עולם. See you --> there.';
	const options = { formatting: 'keep', subtitles: 'vtt', cues: true };
	const { cues, subtitles } = await synthesize(text, options);
	expect(cues.map((cue) => cue.text)).toEqual([
		'Good <b>morning</b> & welcome 😀.',
		'שלום\u200f עולם.',
		'See you --> there.',
	]);
	expect(subtitles?.split('\n').filter((line) => line !== '' && !/ --> \d/.test(line))).toEqual([
		'WEBVTT',
		'Good &lt;b&gt;morning&lt;/b&gt; &amp; welcome 😀.',
		'שלום\u200f עולם.',
		'See you --&gt; there.',
	]);
});

test.each([
	['mp3', 'news', 'news.srt'],
	['wav', 'news.wav', 'news.srt'],
	['pcm', 'news.srt', 'news.srt'],
])(
	'for %s audio and the file name %s, the subtitles are called %s',
	async (format, fileName, name) => {
		const { binary, json } = await synthesize(TEXT, { subtitles: 'srt', fileName }, 'streaming', {
			format,
		});
		expect(binary.subtitles?.fileName).toBe(name);
		expect(json).toHaveProperty('timing');
		expect(json).not.toHaveProperty('cues');
	},
);

test('without the options, the item has neither subtitles nor times', async () => {
	const { binary, json } = await synthesize(TEXT, {});
	expect(Object.keys(binary)).toEqual(['data']);
	expect(Object.keys(json)).not.toContain('timing');
});

test('audio and subtitles cannot be put into the same field', async () => {
	const { error } = await synthesize(TEXT, { subtitles: 'srt', outputField: 'subtitles' });
	expect(error?.message).toBe(
		'Put Output File in Field must not be "subtitles": the subtitles are put there',
	);
	expect(bench.simulator.log).toHaveLength(0);
});

/** Samples below this value are silence. */
const QUIET = 200;
/** The shortest silence between two sentences, in samples. */
const PAUSE = 16000 / 10;

/** The silent parts of an audio, with their start and end in seconds. */
function silences(audio: Buffer): [from: number, to: number][] {
	const found: [from: number, to: number][] = [];
	let from = 0;
	const count = audio.length / 2;
	for (let at = 0; at <= count; at++) {
		if (at < count && Math.abs(audio.readInt16LE(at * 2)) < QUIET) continue;
		if (at - from >= PAUSE) found.push([from / 16000, at / 16000]);
		from = at + 1;
	}
	return found;
}

/** The seconds between a time and the nearest silence; 0 if the time is in a silence. */
function distanceToSilence(time: number, silentParts: [from: number, to: number][]): number {
	return Math.min(...silentParts.map(([from, to]) => Math.max(from - time, time - to, 0)));
}

const SENTENCES = [
	'今天的天气非常好，我们一起去公园散步。',
	'您的订单已经发货，请注意查收！',
	'会议在下午三点开始，对吗？',
	'请把门关上。',
];

test('the cues do not drift from the voice: even in long audio, each cue begins in the silence between two sentences', async () => {
	const minutes = FULL_SIZE ? 30 : 1;
	// Four sentences take about nine seconds, so 32 sentences take more than a minute.
	const text = Array.from({ length: minutes * 32 }, (_, index) => SENTENCES[index % 4]).join('');
	const { json, cues, audio } = await synthesize(text, { cues: true });
	expect(json.durationSeconds).toBeGreaterThan(minutes * 60);
	expect(json.timing).toBe('measured');
	expect(cues).toHaveLength(minutes * 32);
	const silentParts = silences(audio.subarray(44));
	const drifts = cues.slice(1).map(({ start }) => distanceToSilence(start, silentParts));
	expect(Math.max(...drifts)).toBeLessThan(0.2);
}, 600_000);
