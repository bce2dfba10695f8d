import { blocks, sections } from '../../../nodes/shared/spoken/blocks';
import { spokenText } from '../../../nodes/shared/spoken/spokenText';

const signs = (count: number) => 'a'.repeat(count);
const spoken = (text: string) => spokenText(text).text;

/** How long each section of a text is. The sections are the whole text. */
function cuts(text: string): number[] {
	const found = sections(text);
	// A failure does not print the text.
	expect(found.join('') === text).toBe(true);
	return found.map(({ length }) => length);
}

describe('a text of more than 100,000 characters is cut', () => {
	it('and a shorter one is not', () => {
		expect(sections('')).toEqual(['']);
		expect(cuts(`${signs(99_000)}\n\nb`)).toEqual([99_003]);
		expect(cuts(signs(100_000))).toEqual([100_000]);
	});

	it('behind the first empty line after 50,000 characters', () => {
		expect(cuts(`${signs(60_000)}\nb\n \n${signs(60_000)}`)).toEqual([60_005, 60_000]);
		expect(cuts(`${signs(10)}\n\n${signs(60_000)}\n\n${signs(60_000)}`)).toEqual([60_014, 60_000]);
	});

	it('else behind a line, else behind a sentence or at a blank', () => {
		expect(cuts(`${signs(60_000)}。b\n${signs(60_000)}`)).toEqual([60_003, 60_000]);
		expect(cuts(`${signs(60_000)}。”${signs(60_000)}`)).toEqual([60_002, 60_000]);
		expect(cuts(`${signs(60_000)} ${signs(60_000)}`)).toEqual([60_001, 60_000]);
	});

	it('else after 100,000 characters, but not within one', () => {
		expect(cuts(signs(150_000))).toEqual([100_000, 50_000]);
		expect(cuts(`${signs(99_999)}𠮷${signs(50_000)}`)).toEqual([100_001, 50_000]);
		expect(cuts(`𠮷${signs(149_998)}`)).toEqual([100_000, 50_000]);
	});

	it('and nothing is spoken where a line is cut', () => {
		for (const word of ['𠮷', 'b c ', '。'])
			// A failure does not print the text.
			expect(spoken(`**a**${word.repeat(200_000)}`) === `a${word.repeat(200_000)}`.trim()).toBe(
				true,
			);
	});
});

it.each<[string, [text: string, language?: string][]]>([
	['a\n```JS\nb\n```\nc', [['a\n'], ['b\n', 'js'], ['c']]],
	['```\nb\n```', [[''], ['b\n', ''], ['']]],
	['````\n```\nb\n````\nc', [[''], ['```\nb\n', ''], ['c']]],
	['> ```\n> b\n> ```\nc', [['> '], ['> b\n', ''], ['c']]],
	['1. ```\n   b\n   ```\r\nc', [['1. '], ['   b\n', ''], ['c']]],
	['~~~\nb\n~~~\nc', [[''], ['b\n', ''], ['c']]],
	['~~~py\nb\n~~~~\nc', [[''], ['b\n', 'py'], ['c']]],
	// No block: without an end, or lines of tildes.
	['a\n```js\nb', [['a\n'], ['b']]],
	['a\n~~~~\nb\n~~~~\nc', [['a\n'], ['***'], ['b\n'], ['***'], ['c']]],
	['a\n~~~\nb', [['a\n'], ['***'], ['b']]],
	['~~~~\na\n~~~\nb', [[''], ['***'], ['a\n'], ['***'], ['b']]],
	['~~~\na\n~~~~\nb', [[''], ['***'], ['a\n'], ['***'], ['b']]],
	['~~~py\nb', [[''], ['***'], ['b']]],
	['~~~~\na\n~~~~py\nb\n~~~~', [[''], ['***'], ['a\n'], ['b\n', 'py'], ['']]],
	['a ``` b ``` c', [['a ``` b ``` c']]],
	// A block with fewer marks has an end, one with more has none.
	['````\na\n```\nb\n```\nc', [[''], ['a\n'], ['b\n', ''], ['c']]],
])('the blocks of %j', (text, expected) => {
	expect(blocks(text).map((block) => [block.text, block.language])).toEqual(
		expected.map(([part, language]) => [part, language]),
	);
});

it('a block of code is not cut, however long it is', () => {
	const block = `\`\`\`\n${'code\n\n'.repeat(50_000)}\`\`\`\n`;
	expect(spokenText(`${block}完`)).toEqual({
		text: '完',
		leftOut: { codeBlocks: { count: 1, characters: 200_000 } },
	});
});
