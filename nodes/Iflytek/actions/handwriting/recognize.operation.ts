import type { INodeProperties } from 'n8n-workflow';
import { fileForm } from '../../../shared/openPlatform/protocol/requestBody';
import {
	ACCEPTED_FILES,
	checkBytes,
	checkHandwritingImage,
} from '../../../shared/openPlatform/image/images';
import { ENDPOINTS } from '../../../shared/openPlatform/protocol/services';
import { asChoice, asFlag, valuesOf } from '../../../shared/n8n/parameters/coerce';
import {
	binaryInput,
	requestOptions,
	simplify,
	switchField,
} from '../../../shared/n8n/parameters/properties';
import { Item, readRequestOptions } from '../../../shared/n8n/parameters/item';
import { envelopeResult, type IflytekOperation } from '../../transport/openPlatformClient';
import { PlatformError } from '../../../shared/failure';
import {
	allRecords,
	definedFields,
	isRecord,
	numberOf,
	textOf,
	type JsonRecord,
} from '../../../shared/values';
import { SEE_RAW } from '../../../shared/openPlatform/protocol/openPlatformCodes';
import {
	sidOf,
	type OpenPlatformEnvelope,
} from '../../../shared/openPlatform/protocol/openPlatformEnvelope';

/**
 * Languages of handwriting recognition: `en` from the document, and `cn|en`, the default of the
 * live service.
 */
const LANGUAGES = [
	{ name: 'Chinese and English', value: 'cn|en' },
	{ name: 'English', value: 'en' },
] as const;
const DEFAULT_LANGUAGE = 'cn|en';

const language: INodeProperties = {
	displayName: 'Language',
	name: 'language',
	type: 'options',
	options: [...LANGUAGES],
	default: DEFAULT_LANGUAGE,
	description: 'The language of the text in the image (API: language)',
};

const returnPositions = switchField(
	'Return Positions',
	'location',
	'Whether to return the position of each line in the image, in pixels (API: location)',
);

/** Handwriting recognition (document 1, 4.2). */
export const recognize: IflytekOperation = {
	option: {
		name: 'Recognize',
		value: 'recognize',
		action: 'Recognize handwriting',
		description:
			'Extract handwritten or printed text from an image file (API: ocr/handwriting). Not available to AI agents, which cannot pass files.',
	},
	properties: [
		{ ...binaryInput, description: ACCEPTED_FILES.handwriting },
		simplify,
		requestOptions(language, returnPositions),
	],
	execute: async (context, client, index) => {
		const item = new Item(context, index);
		const { options } = item;
		const param = {
			language: asChoice(options.language ?? DEFAULT_LANGUAGE, 'Language', valuesOf(LANGUAGES)),
			location: String(asFlag(options.location)),
		};
		const simplified = item.flag('simplify');
		const send = client.sender(readRequestOptions(item), ENDPOINTS.handwriting);
		const { data } = await item.file('binaryPropertyName', checkBytes.handwriting);
		checkHandwritingImage(data);
		const envelope = await send({
			endpoint: ENDPOINTS.handwriting,
			param,
			body: fileForm('image', data),
		});
		return envelopeResult(envelope, simplified, simplifyHandwriting);
	},
};

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
 * characters. A block of type `image` becomes a line of that type. Empty `data` means that nothing
 * was recognized.
 * @throws PlatformError if the response does not have the documented format, because text could be
 * lost otherwise
 */
export function simplifyHandwriting(envelope: OpenPlatformEnvelope): {
	text: string;
	lines: HandwritingLine[];
} {
	const { data } = envelope;
	const isEmpty =
		data === '' ||
		data === null ||
		data === undefined ||
		(Array.isArray(data) && data.length === 0);
	const page = isEmpty ? {} : data;
	const lines = isRecord(page) ? readAll(page.block, readBlock)?.flat() : undefined;
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
