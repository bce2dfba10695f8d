import type { INodeProperties } from 'n8n-workflow';
import type { EncodingMark } from '../../../shared/decoded';
import { InputError } from '../../../shared/failure';
import {
	ENDPOINTS,
	ANALYSIS_PARAM,
	type TextFunction,
} from '../../../shared/openPlatform/protocol/services';
import { splitText, type TextPiece } from '../../../shared/openPlatform/text/sentences';
import { asChoice } from '../../../shared/n8n/parameters/coerce';
import { textField } from '../../../shared/n8n/parameters/properties';
import type { Item } from '../../../shared/n8n/parameters/item';
import { isAccessRefused } from '../../../shared/openPlatform/protocol/openPlatformCodes';
import {
	encodingMark,
	readEnvelope,
	sidOf,
	type OpenPlatformEnvelope,
} from '../../../shared/openPlatform/protocol/openPlatformEnvelope';
import {
	analysisRequest,
	type OpenPlatformRequest,
} from '../../../shared/openPlatform/protocol/openPlatformRequest';
import {
	hasEntryPerWord,
	readAnnotations,
	requireAnnotations,
	type Annotations,
} from '../../../shared/openPlatform/text/annotations';
import { at, definedFields } from '../../../shared/values';
import type { WordedPiece } from '../../../shared/openPlatform/text/simplify';
import type { Send } from '../../transport/openPlatformClient';

const MAX_BYTES = ENDPOINTS.cws.limits.textBytes;

/** The unit of requests in descriptions, as in "one request per 500 bytes of text". */
export const TEXT_PER_REQUEST = `${MAX_BYTES} bytes of text`;

/** The text to analyze. */
export const textInput = textField(
	'Text',
	'text',
	`The Chinese text to analyze, of any length. For text over ${MAX_BYTES} bytes, see the option Long Text (API: text).`,
	{
		typeOptions: { rows: 4 },
		required: true,
		placeholder: 'e.g. 他叫汤姆去拿外衣。',
	},
);

/** How to handle text that is too long for one request. */
export const longText: INodeProperties = {
	displayName: 'Long Text',
	name: 'longText',
	type: 'options',
	options: [
		{ name: 'Return an Error', value: 'error' },
		{
			name: 'Split Into Pieces',
			value: 'cut',
			description: 'Split at sentence ends and merge the results',
		},
	],
	default: 'cut',
	description: `How to handle text over ${MAX_BYTES} bytes (about ${Math.floor(MAX_BYTES / 3)} Chinese characters), the maximum per request`,
};

/**
 * Reads the text of an item and splits it into pieces for one request each (document 1, part 8).
 */
export function readPieces(item: Item): { text: string; pieces: TextPiece[] } {
	const text = item.requiredText('text', 'Text');
	const bytes = Buffer.byteLength(text);
	if (
		bytes > MAX_BYTES &&
		asChoice(item.options.longText ?? 'cut', 'Long Text', ['cut', 'error']) === 'error'
	) {
		throw new InputError(
			`Text has ${bytes} bytes; the maximum per request is ${MAX_BYTES}`,
			'Shorten it, or set Options > Long Text to Split Into Pieces.',
		);
	}
	return { text, pieces: splitText(text, MAX_BYTES) };
}

/**
 * How a function is requested for a piece: what is sent with the text, which response is valid, and
 * what advice an error has in addition.
 */
interface PieceOptions {
	/** Business parameters. */
	param: OpenPlatformRequest['param'];
	/**
	 * Whether empty annotations are valid. If not, a request with an empty result is repeated once.
	 */
	mayBeEmpty?: boolean;
	/** Further advice about a refusal, from its code and description. */
	advice?: (code: string, desc: string) => string | undefined;
}

/** Runs a function on a piece of text (document 1, 4.1). */
export async function requestPiece(
	send: Send,
	func: TextFunction,
	{ text }: TextPiece,
	{ param, mayBeEmpty = !hasEntryPerWord(func), advice }: PieceOptions,
): Promise<OpenPlatformEnvelope> {
	return await send(analysisRequest(func, text, param), (response, endpoint) => {
		const envelope = readEnvelope(response, endpoint, advice);
		if (!mayBeEmpty) requireAnnotations(func, envelope.data, sidOf(envelope));
		return envelope;
	});
}

/** Runs a function on all pieces. The client limits how many run in parallel. */
export async function requestPieces(
	send: Send,
	func: TextFunction,
	pieces: TextPiece[],
	options: PieceOptions,
): Promise<OpenPlatformEnvelope[]> {
	return await Promise.all(
		pieces.map(async (piece) => await requestPiece(send, func, piece, options)),
	);
}

/** The options of a word segmentation that only counts the words. */
const COUNTING_OPTIONS: PieceOptions = { param: ANALYSIS_PARAM };

/**
 * The options of a word segmentation whose words are returned. The error may advise to do without
 * it, because word segmentation may need a key of its own.
 */
const WORDS_OPTIONS: PieceOptions = {
	...COUNTING_OPTIONS,
	advice: (code, desc) =>
		isAccessRefused(code, desc) ? 'To go without the words, turn off Include Words.' : undefined,
};

function annotationsOf<F extends TextFunction>(
	func: F,
	envelopes: OpenPlatformEnvelope[],
): Annotations[F][] {
	return envelopes.map((envelope) => readAnnotations(func, envelope.data, sidOf(envelope)));
}

/** The session ids of responses that have one. */
export const sidsOf = (envelopes: OpenPlatformEnvelope[]): string[] =>
	envelopes.map(sidOf).filter((sid) => sid !== undefined);

/**
 * What a result says of its responses: their session ids, as `sid` for one and `sids` for several, and
 * whether one was not UTF-8.
 */
export function responseFields(
	envelopes: OpenPlatformEnvelope[],
): EncodingMark & ({ sid?: string } | { sids: string[] }) {
	const sids = sidsOf(envelopes);
	const mark = encodingMark(...envelopes);
	if (envelopes.length > 1) return { sids, ...mark };
	const [sid] = sids;
	return definedFields({ sid, ...mark });
}

/**
 * Whether the words must be counted to merge the results of several pieces. They must be if the
 * results do not show how many words each piece has.
 */
export function mustCountWords(func: TextFunction, pieces: TextPiece[]): boolean {
	return pieces.length > 1 && !hasEntryPerWord(func);
}

/**
 * Runs a function on the pieces of a text, and word segmentation too if `needsWords` is true. With
 * `withWords` the result shows the words, otherwise they are only counted.
 * @param param business parameters of the function
 * @returns all responses, and each piece with its annotations and, if they were requested, its
 * words
 */
export async function requestWorded<F extends TextFunction>(
	send: Send,
	func: F,
	pieces: TextPiece[],
	{
		param,
		needsWords,
		withWords,
	}: { param: PieceOptions['param']; needsWords: boolean; withWords: boolean },
) {
	// Both requests are awaited: if both fail, the error of the function itself is thrown.
	const [result, segmentation] = await Promise.allSettled([
		requestPieces(send, func, pieces, { param }),
		needsWords
			? requestPieces(send, 'cws', pieces, withWords ? WORDS_OPTIONS : COUNTING_OPTIONS)
			: [],
	]);
	if (result.status === 'rejected') throw result.reason;
	if (segmentation.status === 'rejected') throw segmentation.reason;
	const annotations = annotationsOf(func, result.value);
	const words = annotationsOf('cws', segmentation.value);
	return {
		worded: pieces.map((piece, index): WordedPiece<Annotations[F]> => ({
			...piece,
			annotations: at(annotations, index),
			words: words[index] ?? [],
		})),
		envelopes: [...result.value, ...segmentation.value],
	};
}
