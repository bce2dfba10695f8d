import { EMOJI, KEY } from '../pictographs';
import { leaveOut, type LeftOut } from './leftOut';

/** Stands where something within a line is left out. */
export const GAP = '\ufdee';

/** Emoji and gaps in a row, with the blanks around them. */
const EMOJI_AND_GAPS = new RegExp(
	`(?<![ \\t])[ \\t]*(?:${GAP}|${EMOJI})(?:[ \\t]*(?:${GAP}|${EMOJI}))*[ \\t]*`,
	'gu',
);
const ONE_EMOJI = new RegExp(EMOJI, 'gu');
const KEYS = new RegExp(KEY, 'gu');

/** Behind full-width punctuation, and before any, there is no blank. */
const NO_BLANK_AFTER = /^$|[\s\u2018-\u201f\u2026\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]/;
const NO_BLANK_BEFORE = /^$|[\p{Po}\p{Pe}\p{Pf}\n]/u;

/** A text with a blank, or nothing, in the place of emoji and gaps. */
export function withoutEmoji(text: string, leftOut: LeftOut): string {
	const source = text.replace(KEYS, '$1 ');
	return source.replace(EMOJI_AND_GAPS, (found, at: number) => {
		const emoji = found.match(ONE_EMOJI) ?? [];
		leaveOut(leftOut, 'emoji', emoji.join(''), emoji.length);
		const [before, after] = [source.charAt(at - 1), source.charAt(at + found.length)] as const;
		return NO_BLANK_AFTER.test(before) || NO_BLANK_BEFORE.test(after) ? '' : ' ';
	});
}
