import { spokenText } from '../../../nodes/shared/spoken/spokenText';
import { sections } from '../../../nodes/shared/spoken/sections';

const signs = (count: number) => 'a'.repeat(count);

/** How long each section of a text is, and what stands behind it. The sections are the whole text. */
function cuts(text: string) {
	const found = sections(text);
	// A failure does not print the text.
	expect(found.map((section) => section.text).join('') === text).toBe(true);
	return found.map((section) => [section.text.length, section.end]);
}

it('a short text is one section', () => {
	expect(sections('')).toEqual([]);
	expect(sections('a\n\nb\n')).toEqual([{ text: 'a\n\nb\n', end: '\n' }]);
});

describe('a section ends', () => {
	it('at the first empty line after 50,000 characters', () => {
		expect(cuts(`${signs(49_997)}\n\nb`)).toEqual([[50_000, '\n']]);
		expect(cuts(`${signs(49_998)}\n\nb`)).toEqual([
			[50_000, '\n'],
			[1, '\n'],
		]);
		expect(cuts(`${signs(60_000)}\nb\n\nc`)).toEqual([
			[60_004, '\n'],
			[1, '\n'],
		]);
	});

	it('at the first line that ends after 100,000 characters, if none is empty', () => {
		expect(cuts(`${signs(99_997)}\nb`)).toEqual([[99_999, '\n']]);
		expect(cuts(`${signs(99_999)}\nb`)).toEqual([
			[100_000, '\n'],
			[1, '\n'],
		]);
	});

	it('as far from its own beginning as the first one', () => {
		expect(cuts(`${signs(29_998)}\n\n`.repeat(4))).toEqual([
			[60_000, '\n'],
			[60_000, '\n'],
		]);
	});
});

describe('a block of code', () => {
	const code = 'a\n\n'.repeat(50_000);

	it.each([
		['```', '```'],
		['~~~', '~~~~'],
		['````\n```', '````'],
		['> ```', '> ```'],
	])('from %j to %j is not cut', (begin, end) => {
		const text = `${begin}\n${code}${end}\n`;
		expect(cuts(`b\n${text}c`)).toEqual([
			[2 + text.length, '\n'],
			[1, '\n'],
		]);
	});

	it('does not begin behind 100,000 blanks', () => {
		expect(cuts(`${' '.repeat(100_000)}\`\`\`\nb`)).toEqual([
			[100_004, '\n'],
			[1, '\n'],
		]);
	});

	it('is not cut, however long it is', () => {
		const block = `\`\`\`\n${'code\n'.repeat(50_000)}\`\`\`\n`;
		expect(sections(`${block}完`)).toEqual([
			{ text: block, end: '\n' },
			{ text: '完', end: '\n' },
		]);
		expect(spokenText(`${block}完`)).toEqual({ text: '完', leftOut: { codeBlocks: 1 } });
	});

	it('is not cut if it does not end, nor if a line of it is long', () => {
		const line = `\`\`\`\n${'好'.repeat(300_000)}`;
		expect(sections(line)).toEqual([{ text: line, end: '\n' }]);
	});

	it('stands apart from a long line behind it', () => {
		const long = '好'.repeat(200_000);
		const short = '```\ncode\n```\n';
		expect(sections(short + long).map(({ text }) => text.length)).toEqual([
			short.length,
			100_000,
			100_000,
		]);
	});
});

describe('a line of 200,000 characters', () => {
	it('is cut after 100,000, a shorter one is not', () => {
		expect(cuts(signs(199_999))).toEqual([[199_999, '\n']]);
		expect(cuts(signs(200_000))).toEqual([
			[100_000, ''],
			[100_000, '\n'],
		]);
	});

	it('is not cut within a character', () => {
		expect(cuts(`${signs(99_999)}𠮷${signs(100_000)}`)).toEqual([
			[100_001, ''],
			[100_000, '\n'],
		]);
		expect(cuts(`𠮷${signs(199_998)}`)).toEqual([
			[100_000, ''],
			[100_000, '\n'],
		]);
	});

	it('keeps the blank or the line break at which it is cut', () => {
		expect(cuts(`${signs(99_999)} ${signs(100_000)}`)).toEqual([
			[100_000, ' '],
			[100_000, '\n'],
		]);
		expect(cuts(`${signs(200_000)}\n`)).toEqual([
			[100_000, ''],
			[100_000, '\n'],
			[1, '\n'],
		]);
	});
});
