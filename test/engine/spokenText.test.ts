import { provideWebSocket } from '../setup/webSocket';
import { engines } from '../simulator/openPlatform/engines';
import { fileOf } from './harness';
import { Bench, speechParameters } from './iflytek';

provideWebSocket();

const bench = new Bench();
const DEFAULTS = { voice: 'xiaoyan', sampleRate: 16000, speed: 50, volume: 50, pitch: 50 } as const;
const SERVICES = ['streaming', 'standard'] as const;
const KEYS = { streaming: 'streaming', standard: 'speech' };

/** Synthesizes a text per item, as PCM. */
async function synthesize(
	texts: string[],
	options = {},
	service: (typeof SERVICES)[number] = 'streaming',
) {
	const { outputs, error, run } = await bench.run(
		KEYS[service],
		speechParameters(service)('={{ $json.text }}', { format: 'pcm', options }),
		texts.map((text) => ({ json: { text } })),
		{ settings: { onError: 'continueRegularOutput' } },
	);
	const all = run.data.resultData.runData.Node?.[0]?.hints ?? [];
	// Others are about the time that the run took.
	const hints = all.filter(({ type }) => type === 'warning');
	return { items: outputs[0] ?? [], error, hints };
}

async function samplesOf(text: string): Promise<Buffer> {
	const { buffer, byteOffset, byteLength } = await engines.speech.speak(text, DEFAULTS);
	return Buffer.from(buffer, byteOffset, byteLength);
}

const FORMATTED = '# 通知\n\n- **第一项** 😀\n- [第二项](https://example.com)\n\n```\ncode\n```';
const SPOKEN = '通知\n第一项\n第二项';

describe.each(SERVICES)('%s', (service) => {
	it('speaks a formatted text as a person reads it, and says what is left out', async () => {
		const { items } = await synthesize([FORMATTED], { cues: true }, service);
		const [item] = items;
		expect(item?.json).toMatchObject({
			pieces: 1,
			spokenText: SPOKEN,
			leftOut: {
				codeBlocks: { count: 1, characters: 4 },
				emoji: { count: 1, characters: 1 },
				linkAddresses: { count: 1, characters: 19 },
			},
		});
		expect((item?.json.cues as { text: string }[]).map(({ text }) => text)).toEqual([
			'通知',
			'第一项',
			'第二项',
		]);
		const bytes = item ? await fileOf(item, 'data') : Buffer.alloc(0);
		expect(bytes.equals(await samplesOf(SPOKEN))).toBe(true);
	});

	it('speaks readings, and subtitles show the words', async () => {
		const readings = {
			words: [
				{ word: '行长', reading: '行[=hang2]长[=zhang3]' },
				{ word: 'iFLYTEK', reading: '讯飞' },
			],
		};
		const { items } = await synthesize(
			['**iFLYTEK**的行长来了。着[=zhuo2]手吧！'],
			{ cues: true, subtitles: 'srt', readings },
			service,
		);
		const [item] = items;
		const sent = '讯飞的行[=hang2]长[=zhang3]来了。着[=zhuo2]手吧！';
		expect(item?.json).toMatchObject({ spokenText: sent, leftOut: {} });
		expect((item?.json.cues as { text: string }[]).map(({ text }) => text)).toEqual([
			'iFLYTEK的行长来了。',
			'着手吧！',
		]);
		const subtitles = item ? (await fileOf(item, 'subtitles')).toString() : '';
		expect(subtitles).toContain('\niFLYTEK的行长来了。\n');
		const bytes = item ? await fileOf(item, 'data') : Buffer.alloc(0);
		expect(bytes.equals(await samplesOf(sent))).toBe(true);
	});

	it('with Formatting on Keep every character is sent', async () => {
		const { items } = await synthesize(['**您好**'], { formatting: 'keep' }, service);
		expect(Object.keys(items[0]?.json ?? {})).not.toContain('spokenText');
		const bytes = items[0] ? await fileOf(items[0], 'data') : Buffer.alloc(0);
		expect(bytes.equals(await samplesOf('**您好**'))).toBe(true);
	});
});

it('a text without formatting has no further field', async () => {
	const { items } = await synthesize(['3 * 4 = 12，$5 > $3。']);
	expect(Object.keys(items[0]?.json ?? {})).toEqual([
		...['bytes', 'durationSeconds', 'sampleRate', 'format', 'pieces', 'sids'],
	]);
});

it('an item of which nothing is left to speak is an error before sending; the others go on', async () => {
	const { items } = await synthesize(['👍👍', '您好。', '```js\na\n```', '---', '**，**']);
	const nothing = 'The text has nothing to speak: it only has formatting, emoji, code or images';
	expect(items.map(({ json }) => json.error ?? json.pieces)).toEqual([
		nothing,
		1,
		nothing,
		nothing,
		nothing,
	]);
	expect(items[0]?.json.details).toMatchObject({
		advice:
			'Enter a text with words. To speak every character, set Formatting to Keep under Options.',
	});
	expect(bench.simulator.log).toHaveLength(1);
});

it('another value of Formatting is refused by its name', async () => {
	const { items } = await synthesize(['**您好**'], { formatting: 'loud' });
	expect(items[0]?.json.error).toMatch(/^Formatting /);
	expect(bench.simulator.log).toEqual([]);
});

it('the pieces are those of the spoken text', async () => {
	// 999 bytes fit into a request. With its marks, the text would need two.
	const { items } = await synthesize([`**${'好'.repeat(333)}**`], {}, 'standard');
	expect(items[0]?.json).toMatchObject({ pieces: 1, spokenText: '好'.repeat(333), leftOut: {} });
});

it('a text with nothing but reasoning is an error that says so', async () => {
	const { items } = await synthesize(['<think>用户想知道', '</think>\n\n好。']);
	expect(items[0]?.json.error).toBe(
		"The text has nothing to speak: it only has a model's reasoning, without an answer behind it",
	);
	expect(items[0]?.json.details).toMatchObject({
		advice:
			'Let the model write more (its maximum number of tokens may be too low), or turn its reasoning off.',
	});
	expect(items[1]?.json).toMatchObject({ spokenText: '好。', leftOut: {} });
});

describe('a text that is no value', () => {
	const PROGRAMS = ['undefined', ' null ', '[object Object],[object Object]', '#N/A', '**NaN**'];
	const UNFILLED = [
		'{{ $json.text }}',
		"$('Sheet').item.json.text",
		'{姓名}',
		'undefined。',
		'#名称?',
	];

	it.each([...PROGRAMS, ...UNFILLED])('%j is an error before sending', async (text) => {
		const { items, hints } = await synthesize([text]);
		expect(items[0]?.json.error).toMatch(
			/^The text is ".*", which stands in the place of a value$/,
		);
		expect(items[0]?.json.details).toMatchObject({
			advice:
				'Check the field or expression that provides the text. To speak it all the same, set Formatting to Keep under Options.',
		});
		expect([hints, bench.simulator.log]).toEqual([[], []]);
	});

	it('is quoted without the white space around it', async () => {
		const { items } = await synthesize(['NULL \n']);
		expect(items[0]?.json.error).toBe('The text is "NULL", which stands in the place of a value');
	});

	it('is a text of signs alone, too', async () => {
		const { items } = await synthesize(['……']);
		expect(items[0]?.json.error).toBe('The text is "……", which stands in the place of a value');
	});

	it('is spoken with Formatting on Keep, with a warning; so is a text of which it is a part', async () => {
		const kept = await synthesize(['None'], { formatting: 'keep' });
		expect(kept.items[0]?.json.pieces).toBe(1);
		expect(kept.hints.map(({ message }) => message)).toEqual([
			'A text has a part that stands in the place of a value and is spoken: "None". Check the fields or expressions that provide it.',
		]);
		const { items, hints } = await synthesize(['undefined您好', '您好', '尊敬的{name}，您好']);
		expect(items.map(({ json }) => json.pieces)).toEqual([1, 1, 1]);
		expect(hints.map(({ message }) => message)).toEqual([
			'2 texts have a part that stands in the place of a value and is spoken: "undefined", "{name}". Check the fields or expressions that provide it.',
		]);
	});
});

describe('a text of which more than half is left out is a warning in the panel', () => {
	const WARNING = { type: 'warning', location: 'outputPane' };

	it('with what is left out', async () => {
		const { hints, items } = await synthesize(['您好😀\n```js\nabcd\n```']);
		expect(hints).toEqual([
			{
				...WARNING,
				message:
					'More than half of the text is not spoken. Characters left out: codeBlocks 4, emoji 1. To speak every character, set Formatting to Keep under Options.',
			},
		]);
		expect(items[0]?.json.leftOut).toEqual({
			codeBlocks: { count: 1, characters: 4 },
			emoji: { count: 1, characters: 1 },
		});
	});

	it('once for several items', async () => {
		const long = `好\n\`\`\`js\n${'a'.repeat(1000)}\n\`\`\``;
		const { hints } = await synthesize([long, '您好**吗**', '<think>想一想</think>好', long]);
		expect(hints).toEqual([
			{
				...WARNING,
				message:
					'More than half of 3 texts is not spoken. Characters left out: codeBlocks 2,000, reasoning 3. To speak every character, set Formatting to Keep under Options.',
			},
		]);
	});

	it('and no warning if it is half, or if every character is sent', async () => {
		expect((await synthesize(['您好\n```js\nab\n```'])).hints).toEqual([]);
		const { hints } = await synthesize(['好\n```js\nab\n```'], { formatting: 'keep' });
		expect(hints).toEqual([]);
	});
});

describe('Readings', () => {
	const read = async (words: unknown, text = '行长好') =>
		(await synthesize([text], { readings: { words }, formatting: 'keep' })).items[0]?.json;

	it('are put in with Formatting on Keep, too', async () => {
		expect(await read([{ word: '行长', reading: 'hang zhang' }], '**行长**')).toMatchObject({
			spokenText: '**hang zhang**',
			leftOut: {},
		});
	});

	it('that the text does not have change nothing', async () => {
		expect(await read([{ word: '校长', reading: 'x' }])).not.toHaveProperty('spokenText');
	});

	it('that are incomplete or too many are an error before sending', async () => {
		const failed = (error: string, advice: string) => ({
			error,
			details: { kind: 'invalidInput', advice },
		});
		const enterBoth = 'Enter both, or remove the entry.';
		expect(await read([{ word: ' ', reading: 'x' }])).toEqual(
			failed('Readings has an entry without a word', enterBoth),
		);
		expect(await read([{ word: '行长' }])).toEqual(
			failed('Readings has no reading for "行长"', enterBoth),
		);
		expect(await read(Array(501).fill({ word: 'a', reading: 'b' }))).toEqual(
			failed(
				'Readings has 501 words; at most 500 are allowed',
				'Remove the words that the text does not have.',
			),
		);
		expect(bench.simulator.log).toEqual([]);
	});

	it('are put in without the blanks around them, up to 500', async () => {
		const words = [{ word: ' 行长 ', reading: ' hang zhang ' }];
		expect(await read(words)).toMatchObject({ spokenText: 'hang zhang好' });
		const most = Array.from({ length: 500 }, () => ({ word: '行长', reading: 'hang' }));
		expect(await read(most)).toMatchObject({ spokenText: 'hang好' });
	});

	it('of another type are an error with the name of the field', async () => {
		const errorOf = async (entry: object) => (await read([entry]))?.error;
		expect(await errorOf({ word: {}, reading: 'x' })).toMatch(/^Word /);
		expect(await errorOf({ word: 'x', reading: {} })).toMatch(/^Reading /);
	});

	it('are measured with the text: the sentences and pieces are those of what is sent', async () => {
		const words = [{ word: '甲', reading: '乙'.repeat(200) }];
		const { items } = await synthesize(
			['甲。甲。'],
			{ readings: { words }, cues: true },
			'standard',
		);
		expect(items[0]?.json).toMatchObject({ pieces: 2 });
		expect((items[0]?.json.cues as { text: string }[]).map(({ text }) => text)).toEqual([
			'甲。',
			'甲。',
		]);
	});

	it('with a request per cue, each word is shown once', async () => {
		const words = [{ word: '甲', reading: '乙'.repeat(60) }];
		const { items } = await synthesize(
			['甲好。丙。'],
			{ readings: { words }, cues: true, requestPerCue: true },
			'standard',
		);
		const cues = items[0]?.json.cues as { text: string; timing: string }[];
		expect(cues.map(({ text }) => text).join('')).toBe('甲好。丙。');
		expect(items[0]?.json.pieces).toBeGreaterThan(2);
	});
});
