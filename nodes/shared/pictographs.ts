/** Emoji as patterns, for what reads a text aloud and for what warns of them. */

/** What belongs to the emoji before it: the form of an emoji, a color of skin, a tag of a flag. */
const PARTS = '[\\ufe0e\\ufe0f\\p{EMod}\\u{e0020}-\\u{e007f}]*';
/**
 * Pictographs that are also letters, punctuation or signs of a text, and are spoken: ©, ®, ™, ‼, ⁉,
 * ℹ, arrows, Ⓜ, 〰, 〽, ㊗, ㊙, ♀ and ♂. Blood groups are letters, too.
 */
const SPOKEN =
	'\\u00a9\\u00ae\\u2122\\u203c\\u2049\\u2139\\u2190-\\u21ff\\u24c2\\u2934\\u2935\\u2b05-\\u2b07\\u3030\\u303d\\u3297\\u3299\\u2640\\u2642\\u{1f170}\\u{1f171}\\u{1f17e}\\u{1f17f}\\u{1f18e}';
const PICTOGRAPH = `(?![${SPOKEN}])[\\p{Extended_Pictographic}\\p{Emoji_Presentation}]${PARTS}`;

/** One emoji, perhaps of several that are joined. */
export const EMOJI = `(?:\\p{RI}{1,2}|${PICTOGRAPH})(?:\\u200d[\\p{Extended_Pictographic}]${PARTS})*`;

/** A key such as 1️⃣, of which the digit is spoken. */
export const KEY = '([0-9#*])\\ufe0f?\\u20e3';
