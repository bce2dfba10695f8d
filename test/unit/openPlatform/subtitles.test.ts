import type { SpokenPart } from '../../../nodes/shared/openPlatform/speech/audioJoiner';
import {
	columnWidth,
	cueTexts,
	spokenCues,
} from '../../../nodes/shared/openPlatform/speech/cueTexts';
import {
	overallTiming,
	speechCues,
	subtitleFile,
} from '../../../nodes/shared/openPlatform/speech/cues';
import { isBlank } from '../../../nodes/shared/values';
import { fc, numRuns } from '../aiCall/property';

const linesOf = (text: string) => cueTexts(text).map(({ lines }) => lines);
const width = (text: string) =>
	[...text].reduce((sum, character) => sum + columnWidth(character), 0);
const family = '👨‍👩‍👧‍👦';
const ten = '一二三四五六七八九十';
/** A sentence that just fits on a line. */
const fullLine = `${ten}${ten}。`;

describe('the cues of a text', () => {
	it.each<[string, string, string[][]]>([
		[
			'are its sentences',
			'今天天气很好。我们去公园吧！真的吗？',
			[['今天天气很好。'], ['我们去公园吧！'], ['真的吗？']],
		],
		['are one empty cue if the text is only spaces', '  ', [['']]],
		[
			'have two lines, broken between words, if the text is too long for one line',
			'The quick brown fox jumps over the lazy dog and runs away. Yes.',
			[['The quick brown fox jumps over', 'the lazy dog and runs away.'], ['Yes.']],
		],
		[
			'break a line at a clause rather than elsewhere',
			'今天的天气非常好，我们一起去公园散步，然后回家。',
			[['今天的天气非常好，', '我们一起去公园散步，然后回家。']],
		],
		[
			'are several for a long sentence, which is cut between its clauses',
			`${ten.repeat(3)}，${'甲乙丙丁戊己庚辛壬癸'.repeat(3)}，完了。`,
			[
				['一二三四五六七八九十一二三四五', '六七八九十一二三四五六七八九十，'],
				['甲乙丙丁戊己庚辛壬癸甲乙丙丁戊己庚', '辛壬癸甲乙丙丁戊己庚辛壬癸，完了。'],
			],
		],
		[
			'are not cut at a clause that ends in the first sixth of the sentence',
			`${fullLine}是的，${ten.repeat(6)}。`,
			[
				[fullLine],
				['是的，一二三四五六七八九十一二三', '四五六七八九十一二三四五六七八九'],
				['十一二三四五六七八九十一二三四五', '六七八九十一二三四五六七八九十。'],
			],
		],
		[
			'are not cut at a clause that ends in the last sixth of the sentence',
			`${fullLine}${ten.repeat(6)}，好吧。`,
			[
				[fullLine],
				['一二三四五六七八九十一二三四五六', '七八九十一二三四五六七八九十一二'],
				['三四五六七八九十一二三四五六七八', '九十一二三四五六七八九十，好吧。'],
			],
		],
		[
			'are cut after a clause that is the first sixth of the sentence',
			`${fullLine}一二三四五六七八九，${ten.repeat(4)}一二三四五六七八九。`,
			[
				[fullLine],
				['一二三四五六七八九，'],
				['一二三四五六七八九十一二', '三四五六七八九十一二三四五'],
				['六七八九十一二三四五六七', '八九十一二三四五六七八九。'],
			],
		],
		[
			'are cut before a clause that is the last sixth of the sentence',
			`${fullLine}${ten.repeat(4)}一二三四五六七八九，一二三四五六七八九。`,
			[
				[fullLine],
				['一二三四五六七八九十一二', '三四五六七八九十一二三四五'],
				['六七八九十一二三四五六七', '八九十一二三四五六七八九，'],
				['一二三四五六七八九。'],
			],
		],
		[
			'cut a word only if it is too long for a line',
			`Go ${'b'.repeat(80)}`,
			[['Go'], ['b'.repeat(40)], ['b'.repeat(40)]],
		],
		[
			'do not begin with the space after a word that is too long for a line',
			`${'b'.repeat(50)}. Yes. `,
			[['b'.repeat(26)], [`${'b'.repeat(24)}.`], ['Yes.']],
		],
		[
			'have full lines of 42 columns, not counting the spaces at their ends',
			`  ${fullLine}  ${fullLine}`,
			[[fullLine], [fullLine]],
		],
		['have one space instead of several', 'so \t  it  is', [['so it is']]],
		[
			'count joined emoji as two columns',
			family.repeat(22),
			[[family.repeat(11), family.repeat(11)]],
		],
		[
			'keep signs that are not spoken with the sentence before them, or with the first sentence if none is before them',
			'！好。😀。……再见。',
			[['！好。😀。……'], ['再见。']],
		],
		['are a single cue if nothing in the text is spoken', '！？', [['！？']]],
		[
			'leave out the line breaks of the text',
			'好的，\r\n再见。\r\n\r\n嗯。',
			[['好的，'], ['再见。'], ['嗯。']],
		],
		[
			'keep marks of direction and joined emoji',
			`שלום\u200f עולם. ${family}好。`,
			[['שלום\u200f עולם.'], [`${family}好。`]],
		],
		['are none for an empty text', '', []],
	])('the cues of a text %s', (_name, text, lines) => {
		expect(linesOf(text)).toEqual(lines);
	});

	it('cues cover the text and have at most two lines, and no line is too long, has a line break or is blank', () => {
		const anyUnit = fc.constantFrom(
			...[
				'字',
				'word ',
				' ',
				'，',
				'。',
				'. ',
				'\r\n',
				'1',
				'😀',
				family,
				'\u200f',
				'é',
				'ว',
				'a'.repeat(50),
				'<b>',
			],
		);
		fc.assert(
			fc.property(fc.array(anyUnit, { maxLength: 120 }), (units) => {
				const text = units.join('');
				const cues = cueTexts(text);
				expect(cues.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
				for (const { lines } of cues) {
					expect(lines.length).toBeLessThanOrEqual(2);
					for (const line of lines)
						expect(width(line.replaceAll(family, '国'))).toBeLessThanOrEqual(42);
					expect(lines.join('')).not.toMatch(/[\r\n]/);
					if (!isBlank(text)) expect(lines.filter(isBlank)).toEqual([]);
				}
			}),
			{ numRuns: 3 * numRuns },
		);
	});
});

describe('the cues of a text that are spoken one by one', () => {
	const dashes = '-'.repeat(80);
	const manyDashes = '-'.repeat(200);

	it.each<[string, string, string[]]>([
		['are its cues', '好。\n再见。', ['好。\n', '再见。']],
		[
			'have a cue without a letter or digit with the cue before it',
			`Chapter one.\n${dashes}\nIt was late.`,
			[`Chapter one.\n${dashes}\n`, 'It was late.'],
		],
		[
			'have several cues without a letter or digit with the cue before them',
			`1.\n${manyDashes}\n2.`,
			[`1.\n${manyDashes}\n`, '2.'],
		],
		[
			'have cues without a letter or digit at the beginning with the first cue that has one',
			`${manyDashes}\nChapter one.\n${dashes}`,
			[`${manyDashes}\nChapter one.\n${dashes}`],
		],
		['are one if nothing in the text is spoken', manyDashes, [manyDashes]],
	])('the cues that are spoken one by one %s', (_name, text, cues) => {
		expect(spokenCues(text)).toEqual(cues);
	});
});

describe('the times of the cues', () => {
	const text = '一二。三四五六。';
	const part = (changes: Partial<SpokenPart> = {}): SpokenPart => ({
		text,
		start: 10,
		end: 20,
		...changes,
	});
	const times = (parts: SpokenPart[]) =>
		speechCues(parts).map(({ start, end, timing }) => [start, end, timing]);

	it('the only cue of a part has the times of the part', () => {
		expect(speechCues([part({ text: '好。' })])).toEqual([
			{ text: '好。', lines: ['好。'], start: 10, end: 20, timing: 'measured' },
		]);
	});

	it('the time of a cue within a part is estimated by its share of the text of the part', () => {
		expect(times([part()])).toEqual([
			[10, 13.75, 'estimated'],
			[13.75, 20, 'estimated'],
		]);
		// A Chinese character counts as two letters.
		expect(times([part({ text: 'abcdef\n三四五' })])[0]?.[1]).toBe(15);
	});

	it('each cue has only its own text', () => {
		expect(speechCues([part()]).map((cue) => cue.text)).toEqual(['一二。', '三四五六。']);
	});

	it('the last cue ends with the part, even if the service marks the end of the text earlier', () => {
		const marks = [
			{ position: 3, share: 0.3 },
			{ position: 8, share: 0.9 },
		];
		expect(times([part({ marks })])).toEqual([
			[10, 13, 'measured'],
			[13, 20, 'measured'],
		]);
	});

	it('times are measured if the service marks the end of a sentence', () => {
		const marks = [
			{ position: 3, share: 0.3 },
			{ position: 8, share: 1 },
		];
		expect(times([part({ marks })])).toEqual([
			[10, 13, 'measured'],
			[13, 20, 'measured'],
		]);
	});

	it('a time is measured if only punctuation and spaces are between the end of the cue and the mark', () => {
		const marks = [{ position: 2, share: 0.4 }];
		expect(times([part({ marks })]).map(([start]) => start)).toEqual([10, 14]);
	});

	it('the times between two marks are estimated if the service counts several sentences as one', () => {
		const parts = [part({ text: '一二。三四。五六。', marks: [{ position: 6, share: 0.6 }] })];
		expect(times(parts)).toEqual([
			[10, 13, 'estimated'],
			[13, 16, 'estimated'],
			[16, 20, 'measured'],
		]);
	});

	it('after a mark, the time of a cue is estimated by its share of the text from there on', () => {
		const marks = [{ position: 3, share: 0.2 }];
		expect(times([part({ text: '一二。𠮷四。五六。', marks })])).toEqual([
			[10, 12, 'measured'],
			[12, 16, 'estimated'],
			[16, 20, 'estimated'],
		]);
	});

	it('a cue without any sound is left out, and the result says whether all times are measured', () => {
		const silent = part({ text: '！', start: 20, end: 20 });
		const cues = speechCues([part({ text: '好。' }), silent, part()]);
		expect(cues).toHaveLength(3);
		expect([overallTiming(cues), overallTiming(cues.slice(0, 1))]).toEqual([
			'estimated',
			'measured',
		]);
	});
});

describe('a subtitle file', () => {
	const cue = (lines: string[], start: number, end: number) => ({
		text: lines.join(' '),
		lines,
		start,
		end,
		timing: 'measured' as const,
	});
	const cues = [
		cue(['a < b & c --> d', '二'], 0, 1.2344),
		cue(['שלום\u200f 😀'], 1.2346, 360_061.9996),
	];

	it('cues are written as SRT', () => {
		expect(subtitleFile(cues, 'srt')).toBe(
			[
				'1\n00:00:00,000 --> 00:00:01,234\na < b & c → d\n二\n',
				'2\n00:00:01,235 --> 100:01:02,000\nשלום\u200f 😀\n',
			].join('\n'),
		);
	});

	it('cues are written as WebVTT', () => {
		expect(subtitleFile(cues, 'vtt')).toBe(
			[
				'WEBVTT\n',
				'00:00:00.000 --> 00:00:01.234\na &lt; b &amp; c --&gt; d\n二\n',
				'00:00:01.235 --> 100:01:02.000\nשלום\u200f 😀\n',
			].join('\n'),
		);
	});
});
