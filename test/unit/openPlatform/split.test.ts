import { splitInTwo, splitText } from '../../../nodes/shared/openPlatform/text/sentences';
import { isBlank } from '../../../nodes/shared/values';
import { fc, numRuns } from '../aiCall/property';

const piecesOf = (text: string, maxBytes: number) =>
	splitText(text, maxBytes).map((piece) => piece.text);
const size = (text: string) => Buffer.byteLength(text, 'utf8');
const family = '👨‍👩‍👧‍👦';

describe('splitInTwo', () => {
	it.each<[string, string[]]>([
		['一二三。四五六。七八九。', ['一二三。', '四五六。七八九。']],
		['一二三四，五六七八九十', ['一二三四，', '五六七八九十']],
		['一。二三四五六七八九十', ['一。二三四', '五六七八九十']],
		['一。二三四五六七', ['一。', '二三四五六七']],
		['一二三四五。六七', ['一二三四五。', '六七']],
		['ab', ['a', 'b']],
		[`${family}${family}`, [family, family]],
		[family, [family]],
		['', ['']],
	])('cuts %s near its middle, if possible between two sentences', (text, parts) => {
		expect(splitInTwo(text)).toEqual(parts);
	});
});

describe('splitText', () => {
	it('splits only a text above the limit, and returns no pieces of a blank text', () => {
		const text = '山'.repeat(166) + 'ab';
		expect(size(text)).toBe(500);
		expect(splitText(text, 500)).toEqual([{ text, start: 0 }]);
		expect(splitText(`${text}c`, 500).map((piece) => size(piece.text))).toEqual([498, 3]);
		expect(['', ' \n'].map((blank) => splitText(blank, 500))).toEqual([[], []]);
	});

	it('reports the start of each piece in UTF-16 code units', () => {
		expect(splitText('我爱𠮷野家。她也爱😀。', 20)).toEqual([
			{ text: '我爱𠮷野家。', start: 0 },
			{ text: '她也爱😀。', start: 7 },
		]);
	});

	it.each<[string, string, number, string[]]>([
		[
			'packs sentences up to the limit',
			'一。二！三？四；五…六!七?八。',
			18,
			['一。二！三？', '四；五…六!', '七?八。'],
		],
		[
			'does not cut between several signs that end a sentence',
			'真的吗？！！走吧……好的',
			24,
			['真的吗？！！', '走吧……好的'],
		],
		['ends a sentence at an ellipsis', '天气好……走吧', 18, ['天气好……', '走吧']],
		['does not end a sentence at a period before Chinese', '甲.乙丙丁', 9, ['甲.乙', '丙丁']],
		['cuts after a line break, whatever follows', 'ab\n。cd', 5, ['ab\n', '。cd']],
		[
			'keeps closing quotes and brackets with their sentence',
			'他说：“好。”（真的！）我走了。',
			21,
			['他说：“好。”', '（真的！）', '我走了。'],
		],
		[
			'cuts between the end of a sentence and a straight quote that opens the next',
			'春夏。"秋',
			9,
			['春夏。', '"秋'],
		],
		[
			'keeps a closing straight quote with its sentence',
			'他说"好。"我走了。',
			17,
			['他说"好。"', '我走了。'],
		],
		[
			'cuts at line breaks and keeps them',
			'ab\ncd\r\nef\n\ngh',
			5,
			['ab\n', 'cd\r\n', 'ef\n\n', 'gh'],
		],
		[
			'keeps white space with the sentence before it',
			'好。  走！　吧。',
			9,
			['好。  ', '走！　', '吧。'],
		],
		[
			'ends a sentence at a period only before white space',
			'It is 3.14. See a.b.c (now.) Yes.',
			17,
			['It is 3.14. ', 'See a.b.c (now.) ', 'Yes.'],
		],
		[
			'cuts between clauses if a sentence is too long',
			'春天来了，花都开了，鸟也叫了。走。',
			30,
			['春天来了，花都开了，', '鸟也叫了。走。'],
		],
		[
			'prefers the end of a sentence to a later clause',
			'春来了。花都开了，鸟也叫了。',
			30,
			['春来了。', '花都开了，鸟也叫了。'],
		],
		['does not cut a number at its comma or colon', 'at 12:30:45 o', 9, ['at ', '12:30:45 ', 'o']],
		[
			'cuts between characters if a clause is too long',
			'春夏秋冬东南西北',
			9,
			['春夏秋', '冬东南', '西北'],
		],
		[
			'does not cut a word that fits, in scripts with spaces between words',
			'alpha beta gamma',
			8,
			['alpha ', 'beta ', 'gamma'],
		],
		['does not cut a word at its apostrophe', "we don't go", 7, ['we ', "don't ", 'go']],
		['cuts a word that is too long', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
		['does not begin a piece with a sign that ends a sentence', '春夏秋。', 9, ['春夏', '秋。']],
		['does not end a piece with an opening bracket', '春夏（秋）', 9, ['春夏', '（秋）']],
		[
			'does not cut what a reader sees as one character',
			`e\u0301${family}🇨🇳🇯🇵か\u3099`,
			25,
			['e\u0301', family, '🇨🇳🇯🇵か\u3099'],
		],
		[
			'does not separate a letter from its accent, or an emoji from its skin tone',
			'ae\u0301e\u0301👍🏽👍🏽',
			9,
			['ae\u0301e\u0301', '👍🏽', '👍🏽'],
		],
		[
			'does not cut a Korean syllable that consists of several code points',
			'\u1100\u1161\u11a8'.repeat(2),
			12,
			['\u1100\u1161\u11a8', '\u1100\u1161\u11a8'],
		],
		['leaves out a line break at the end', '你好你\n', 9, ['你好你']],
		['leaves out blank pieces', `${' '.repeat(25)}你`, 10, ['     你']],
		[
			'does not cut a word because of a long run of white space',
			`春夏秋${' '.repeat(30)}冬`,
			12,
			['春夏秋   ', '   冬'],
		],
		['leaves out a line break at the beginning', '\n春夏秋冬', 8, ['春夏', '秋冬']],
	])('splitText %s', (_, text, maxBytes, expected) => {
		expect(piecesOf(text, maxBytes)).toEqual(expected);
	});

	it.each([
		'“”',
		'‘’',
		'「」',
		'『』',
		'﹁﹂',
		'﹃﹄',
		'（）',
		'()',
		'【】',
		'〖〗',
		'《》',
		'〈〉',
		'〔〕',
		'［］',
		'[]',
		'｛｝',
		'{}',
		'«»',
		'‹›',
	])('splitText separates neither sign of the pair %s from the text inside', (pair) => {
		const [first, second] = pair;
		expect(piecesOf(`春夏${first}秋冬`, 9)).toEqual(['春夏', `${first}秋冬`]);
		expect(piecesOf(`春夏秋${second}冬`, 9)).toEqual(['春夏', `秋${second}冬`]);
	});

	it('accepts a character that is as long as the limit, and advises to remove a longer one', () => {
		expect(piecesOf('😀😀', 4)).toEqual(['😀', '😀']);
		expect(() => splitText('😀', 3)).toThrow('The text has a character of 4 bytes at position 0');
		expect(() => splitText('😀', 3)).toThrow(
			expect.objectContaining({
				details: { advice: expect.stringContaining('Remove it from the text') as unknown },
			}),
		);
	});

	it('refuses a character longer than the limit, and says where it is', () => {
		expect(() => splitText(`好${family}`, 10)).toThrow(
			'The text has a character of 25 bytes at position 1, and a request takes at most 10 bytes',
		);
	});

	it('splits a megabyte', () => {
		const sentence = '今天的天气很好，我们一起去公园看花。';
		const pieces = piecesOf(sentence.repeat(20_000), 500);
		expect(new Set(pieces)).toEqual(new Set([sentence.repeat(9), sentence.repeat(20_000 % 9)]));
	});
});

/** Any code point. fast-check's own unit `binary` would take seconds to set up. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));

const characters = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom(...'山水人天大学中国好') },
	{ weight: 3, arbitrary: fc.constantFrom(...'。！？!?；…，、,;：:.”’"\'」）)（(“') },
	{ weight: 3, arbitrary: fc.constantFrom(' ', '  ', '\n', '\r\n', '\u3000', '\t') },
	{ weight: 3, arbitrary: fc.constantFrom(...'abcXYZ0189éж한') },
	{ weight: 2, arbitrary: fc.constantFrom('Dr. ', 'U.S.', '\n1. ', '://a?b=1', '山……山', 'I...I') },
	{
		weight: 2,
		arbitrary: fc.constantFrom(
			'😀',
			family,
			'🇨🇳',
			'e\u0301',
			'𠮷',
			'\u0301',
			'\u200d',
			'\ud83d',
			'\udc00',
		),
	},
	// More bytes than any piece, so that a cut must fall between two of the flags.
	{ weight: 1, arbitrary: fc.constant('🇨🇳'.repeat(30)) },
	{ weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 3 }) },
);
const anyText = fc.array(characters, { maxLength: 120 }).map((parts) => parts.join(''));

describe('splitText, any text', () => {
	/**
	 * Matches two UTF-16 code units that no split may separate. A lone surrogate or combining character counts as a
	 * character.
	 */
	const inseparable = /\ud83d\udc68|e\u0301|\r\n|\u{20bb7}/u;
	/**
	 * Whether a flag, which is a pair of regional indicators, would be cut at this position. This is so if a regional
	 * indicator comes next, and the number of those directly before it is odd.
	 */
	const cutsFlag = (text: string, position: number) =>
		/(?<!\p{RI})\p{RI}(?:\p{RI}{2})*$/u.test(text.slice(0, position)) &&
		/^\p{RI}/u.test(text.slice(position));

	it('returns pieces of the text within the limit, and leaves out only white space', () => {
		fc.assert(
			fc.property(anyText, fc.integer({ min: 60, max: 200 }), (text, maxBytes) => {
				// A character with very many marks could be longer than the limit.
				fc.pre(!/[\p{M}\u200d]{10}/u.test(text));
				let end = 0;
				for (const piece of splitText(text, maxBytes)) {
					expect(isBlank(text.slice(end, piece.start))).toBe(true);
					end = piece.start + piece.text.length;
					expect(piece.text).toBe(text.slice(piece.start, end));
					expect(size(piece.text)).toBeLessThanOrEqual(maxBytes);
					expect(isBlank(piece.text)).toBe(false);
					const [found] = inseparable.exec(text.slice(end - 1, end + 1)) ?? [];
					expect(found).toBeUndefined();
					expect(cutsFlag(text, end)).toBe(false);
				}
				expect(isBlank(text.slice(end))).toBe(true);
			}),
			{ numRuns: 10 * numRuns },
		);
	});

	it('cuts at the boundaries that Unicode defines if there is no better place', () => {
		const emoji = fc
			.array(fc.constantFrom(family, '👍🏽', '🇨🇳', 'e\u0301', '😀'), { minLength: 20, maxLength: 60 })
			.map((parts) => parts.join(''));
		fc.assert(
			fc.property(emoji, (text) => {
				const boundaries = new Set(
					Array.from(
						new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text),
						({ index }) => index,
					),
				);
				expect(splitText(text, 60).filter(({ start }) => !boundaries.has(start))).toEqual([]);
			}),
		);
	});

	it('puts as many whole sentences into a piece as fit', () => {
		const sentence = fc
			.string({ unit: fc.constantFrom(...'山水人天大'), minLength: 1, maxLength: 12 })
			.map((text) => `${text}。`);
		fc.assert(
			fc.property(
				fc.array(sentence, { maxLength: 30 }),
				fc.integer({ min: 39, max: 200 }),
				(sentences, maxBytes) => {
					const packed: string[] = [];
					for (const next of sentences) {
						const last = packed.at(-1);
						if (last !== undefined && size(last + next) <= maxBytes)
							packed[packed.length - 1] = last + next;
						else packed.push(next);
					}
					expect(piecesOf(sentences.join(''), maxBytes)).toEqual(packed);
				},
			),
		);
	});
});
