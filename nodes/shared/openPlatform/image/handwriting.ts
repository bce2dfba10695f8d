import { PlatformError } from '../../failure';
import {
	isRecord,
	type JsonRecord,
	allRecords,
	textOf,
	definedFields,
	numberOf,
} from '../../values';
import { SEE_RAW } from '../protocol/openPlatformCodes';
import { type OpenPlatformEnvelope, sidOf } from '../protocol/openPlatformEnvelope';

/** A line of text, or an image on the page. */
interface HandwritingLine {
	type: string;
	text?: string;
	confidence?: number;
	/** In pixels from the image's upper left corner; present if positions were requested. */
	box?: Partial<Record<'left' | 'top' | 'right' | 'bottom', number>>;
}

const CJK =
	'[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]';
const BEFORE_CJK = new RegExp(`^${CJK}`, 'u');
const AFTER_CJK = new RegExp(`${CJK}$`, 'u');
/**
 * A word that takes no space before it: closing punctuation, or an ending such as `'s`. A dot
 * before a letter or digit, as in `.NET`, is no closing punctuation.
 */
const CLOSING = /^(?:[,!?;:)\]}%”]|\.(?![\p{L}\p{N}])|['’](?:s|t|d|m|re|ve|ll)?(?![\p{L}\p{N}]))/iu;
/** A word that takes no space after it: opening punctuation. */
const OPENING = /[([{‘“]$/;

/**
 * The readable result of handwriting recognition (document 1, 2.3): the whole text, and its lines
 * with confidence (0 to 1) and box. There are spaces between Latin words, but not between Chinese
 * characters. A block of type `image` becomes a line of that type. `data` without blocks means that
 * nothing was recognized.
 * @throws PlatformError if the response does not have the documented format, because text could be
 * lost otherwise, or has no `data`, which says nothing of the image
 */
export function simplifyHandwriting(envelope: OpenPlatformEnvelope): {
	text: string;
	lines: HandwritingLine[];
} {
	const { data } = envelope;
	const lines = isRecord(data) ? readAll(data.block, readBlock)?.flat() : undefined;
	if (!lines) {
		throw new PlatformError(
			'Handwriting recognition succeeded but returned an unexpected format',
			'unreadable',
			{
				sid: sidOf(envelope),
				advice: SEE_RAW,
			},
		);
	}
	const text = lines.flatMap((line) => line.text ?? []).join('\n');
	return { text, lines };
}

/** Reads every object of an array; undefined if it is no array, or if an entry cannot be read. */
function readAll<T>(list: unknown, read: (value: JsonRecord) => T | undefined): T[] | undefined {
	const results = allRecords(list)?.map(read);
	const complete = results?.filter((result) => result !== undefined);
	return complete?.length === results?.length ? complete : undefined;
}

function readBlock(block: JsonRecord): HandwritingLine[] | undefined {
	const type = textOf(block.type) ?? 'text';
	const lines = readAll(block.line, (line) =>
		type === 'text' ? readLine(line) : { type, ...position(line) },
	);
	return lines?.length === 0 && type !== 'text' ? [{ type }] : lines;
}

function readLine(line: JsonRecord): HandwritingLine | undefined {
	const words = readAll(line.word, ({ content }) => textOf(content ?? ''));
	return words && { type: 'text', text: joinWords(words), ...position(line) };
}

function position(line: JsonRecord): Pick<HandwritingLine, 'confidence' | 'box'> {
	return definedFields({ confidence: numberOf(line.confidence), box: readBox(line.location) });
}

function readBox(location: unknown): HandwritingLine['box'] {
	if (!isRecord(location) || !isRecord(location.top_left) || !isRecord(location.right_bottom))
		return undefined;
	const { top_left: topLeft, right_bottom: bottomRight } = location;
	const box = {
		left: numberOf(topLeft.x),
		top: numberOf(topLeft.y),
		right: numberOf(bottomRight.x),
		bottom: numberOf(bottomRight.y),
	};
	return Object.values(box).includes(undefined) ? undefined : box;
}

/** Joins words with spaces, except next to Chinese characters and attached punctuation. */
function joinWords(words: string[]): string {
	const notBlank = words.map((word) => word.trim()).filter((word) => word !== '');
	return notBlank
		.map((word, index) => (needsNoSpace(notBlank[index - 1], word) ? word : ` ${word}`))
		.join('');
}

/** Whether there is no space before a word. `previous` is undefined for the first word. */
function needsNoSpace(previous: string | undefined, word: string): boolean {
	if (previous === undefined || BEFORE_CJK.test(word) || CLOSING.test(word)) return true;
	// The last character can have two code units. Without the slice, a long word would take more
	// time.
	const end = previous.slice(-2);
	return AFTER_CJK.test(end) || OPENING.test(end);
}
