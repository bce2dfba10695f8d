import { leaveOut, type LeftOut } from './leftOut';

/** Stands where something within a line is left out. */
export const GAP = '\ufdee';

/** What belongs to the emoji before it: the form of an emoji, a color of skin, a tag of a flag. */
const PARTS = '[\\ufe0e\\ufe0f\\p{EMod}\\u{e0020}-\\u{e007f}]*';
/**
 * Pictographs that are also letters, punctuation or signs of a text, and are spoken: ©, ®, ™, ‼, ⁉,
 * ℹ, arrows, Ⓜ, 〰, 〽, ㊗, ㊙, ♀ and ♂. Blood groups are letters, too.
 */
const SPOKEN =
	'\\u00a9\\u00ae\\u2122\\u203c\\u2049\\u2139\\u2190-\\u21ff\\u24c2\\u2934\\u2935\\u2b05-\\u2b07\\u3030\\u303d\\u3297\\u3299\\u2640\\u2642\\u{1f170}\\u{1f171}\\u{1f17e}\\u{1f17f}\\u{1f18e}';
const PICTOGRAPH = `(?![${SPOKEN}])[\\p{Extended_Pictographic}\\p{Emoji_Presentation}]${PARTS}`;
const JOINED = `(?:\\p{RI}{1,2}|${PICTOGRAPH})(?:\\u200d[\\p{Extended_Pictographic}]${PARTS})*`;
/** Emoji and gaps in a row, with the blanks around them. */
const EMOJI = new RegExp(
	`(?<![ \\t])[ \\t]*(?:${GAP}|${JOINED})(?:[ \\t]*(?:${GAP}|${JOINED}))*[ \\t]*`,
	'gu',
);
const ONE_EMOJI = new RegExp(JOINED, 'gu');

/** A key such as 1️⃣, of which the digit is spoken. */
const KEY = /([0-9#*])\ufe0f?\u20e3/g;

/** Behind full-width punctuation, and before any, there is no blank. */
const NO_BLANK_AFTER = /^$|[\s\u2018-\u201f\u2026\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]/;
const NO_BLANK_BEFORE = /^$|[\p{Po}\p{Pe}\p{Pf}\n]/u;

/** A text with a blank, or nothing, in the place of emoji and gaps. */
export function withoutEmoji(text: string, leftOut: LeftOut): string {
	const source = text.replace(KEY, '$1 ');
	return source.replace(EMOJI, (found, at: number) => {
		leaveOut(leftOut, 'emoji', found.match(ONE_EMOJI)?.length ?? 0);
		const [before, after] = [source.charAt(at - 1), source.charAt(at + found.length)] as const;
		return NO_BLANK_AFTER.test(before) || NO_BLANK_BEFORE.test(after) ? '' : ' ';
	});
}
