import { isRecord, numberOf, records, textOf, type JsonRecord } from '../values';
import type { Envelope } from './envelope';

/** Languages of handwriting recognition: the document's `en` and the live service's default `cn|en`. */
export const HANDWRITING_LANGUAGES = ['cn|en', 'en'] as const;

/** A box in pixels from the image's upper left corner. */
export interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** A line of text, or an image that the service found on the page. */
export interface HandwritingLine {
	type: string;
	text?: string;
	confidence?: number;
	/** Present where positions were asked for. */
	box?: Box;
}

const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]';
const BEFORE_CJK = new RegExp(`^${CJK}`, 'u');
const AFTER_CJK = new RegExp(`${CJK}$`, 'u');
const CLOSING = /^[,.!?;:)\]}%'’”]/;
const OPENING = /[([{‘“]$/;

/**
 * The result of handwriting recognition (document 1, 2.3) as people read it: the text, one line per
 * line, Chinese characters without spaces and Latin words with them, and the lines in their order with
 * confidence (0 to 1) and box; a block of type `image` is an entry of that type.
 */
export function simplifyHandwriting(envelope: Envelope): { text: string; lines: HandwritingLine[] } {
	const blocks = isRecord(envelope.data) ? records(envelope.data.block) : [];
	const lines = blocks.flatMap(readBlock);
	const text = lines.flatMap((line) => line.text ?? []).join('\n');
	return { text, lines };
}

function readBlock(block: JsonRecord): HandwritingLine[] {
	const type = textOf(block.type) ?? 'text';
	const lines = records(block.line);
	if (type !== 'text') return lines.length === 0 ? [{ type }] : lines.map((line) => ({ type, ...position(line) }));
	return lines.map((line) => ({
		type,
		text: joinWords(records(line.word).map(({ content }) => textOf(content) ?? '')),
		...position(line),
	}));
}

function position(line: JsonRecord): Pick<HandwritingLine, 'confidence' | 'box'> {
	const confidence = numberOf(line.confidence);
	const box = readBox(line.location);
	return { ...(confidence === undefined ? {} : { confidence }), ...(box && { box }) };
}

function readBox(location: unknown): Box | undefined {
	if (!isRecord(location) || !isRecord(location.top_left) || !isRecord(location.right_bottom)) return undefined;
	const { top_left: first, right_bottom: last } = location;
	const [left, top, right, bottom] = [first.x, first.y, last.x, last.y].map(numberOf);
	return left === undefined || top === undefined || right === undefined || bottom === undefined
		? undefined
		: { left, top, right, bottom };
}

/** Puts a space between two words unless one side is Chinese or punctuation that sticks to its word. */
export function joinWords(words: string[]): string {
	return words
		.map((word) => word.trim())
		.filter((word) => word !== '')
		.reduce((text, word) => (text === '' || sticks(text, word) ? text + word : `${text} ${word}`), '');
}

function sticks(text: string, word: string): boolean {
	return AFTER_CJK.test(text.slice(-2)) || BEFORE_CJK.test(word) || CLOSING.test(word) || OPENING.test(text);
}
