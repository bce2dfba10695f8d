import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import { textForm } from '../../shared/openPlatform/body';
import { isAccessRefused } from '../../shared/openPlatform/codes';
import { readEnvelope, sidOf, type Envelope } from '../../shared/openPlatform/envelope';
import { LIMITS } from '../../shared/openPlatform/limits';
import { ANALYSIS_PARAM, analysisEndpoint, type TextFunction } from '../../shared/openPlatform/services';
import { splitText, joinAnnotations, needsWordCounts, NOT_PER_WORD, readAnnotations, requireAnnotations, type Annotations, type TextPiece, type WordedPiece } from '../../shared/openPlatform/text';
import { at } from '../../shared/openPlatform/text/at';
import type { Send } from '../client';
import { asChoice, type Item } from '../operation';

/** The text to analyze. */
export const textInput: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. 他叫汤姆去拿外衣。',
	description: 'The Chinese text to analyze, of any length. For text over 500 bytes, see the option Long Text (API: text).',
};

/** How to handle text that is too long for one request. */
export const longText: INodeProperties = {
	displayName: 'Long Text',
	name: 'longText',
	type: 'options',
	options: [
		{ name: 'Split Into Pieces', value: 'cut', description: 'Split at sentence ends and merge the results' },
		{ name: 'Return an Error', value: 'error' },
	],
	default: 'cut',
	description: 'How to handle text over 500 bytes (about 166 Chinese characters), the maximum per request',
};

/** Reads the text of an item and splits it into pieces for one request each (document 1, part 8). */
export function readPieces(item: Item): { text: string; pieces: TextPiece[] } {
	const text = item.requiredText('text', 'Text');
	const pieces = splitText(text, LIMITS.analysisTextBytes);
	if (Buffer.byteLength(text) > LIMITS.analysisTextBytes && asChoice(item.options.longText ?? 'cut', 'Long Text', ['cut', 'error']) === 'error') {
		throw new InputError(
			`Text has ${Buffer.byteLength(text)} bytes; the maximum per request is ${LIMITS.analysisTextBytes}`,
			'Shorten it, or set Options > Long Text to Split Into Pieces.',
		);
	}
	return { text, pieces };
}

/** How a request differs from that of a function alone. */
interface PieceOptions {
	/** Whether empty annotations are valid. Otherwise the request is retried once. */
	mayBeEmpty?: boolean;
	/** What else can be done about a refusal, by its code and description. */
	advice?: (code: string, desc: string) => string | undefined;
}

/** Runs a function on a piece of text (document 1, 4.1). */
export async function requestPiece(send: Send, func: TextFunction, { text }: TextPiece, { mayBeEmpty = NOT_PER_WORD.includes(func), advice }: PieceOptions = {}): Promise<Envelope> {
	return await send({ endpoint: analysisEndpoint(func), param: ANALYSIS_PARAM, body: textForm({ text }) }, (response, endpoint) => {
		const envelope = readEnvelope(response, endpoint, advice);
		if (!mayBeEmpty) requireAnnotations(func, envelope.data, sidOf(envelope));
		return envelope;
	});
}

/** Runs a function on all pieces, in parallel as far as the client allows. */
export async function requestPieces(send: Send, func: TextFunction, pieces: TextPiece[], options?: PieceOptions): Promise<Envelope[]> {
	return await Promise.all(pieces.map(async (piece) => await requestPiece(send, func, piece, options)));
}

/** Word segmentation may need another key than the function for which the words are wanted. */
const FOR_WORDS: PieceOptions = {
	advice: (code, desc) => (isAccessRefused(code, desc) ? 'To go without the words, turn off Include Words.' : undefined),
};

/** The annotations in the responses of a function, one per piece. */
function annotationsOf<F extends TextFunction>(func: F, envelopes: Envelope[]): Annotations[F][] {
	return envelopes.map((envelope) => readAnnotations(func, envelope.data, sidOf(envelope)));
}

/** The session ids of responses for a result: `sid` for one, `sids` for several. */
export function sidsOf(envelopes: Envelope[]): { sid?: string } | { sids: string[] } {
	const sids = envelopes.flatMap((envelope) => sidOf(envelope) ?? []);
	const [sid] = sids;
	return envelopes.length === 1 ? { ...(sid === undefined ? {} : { sid }) } : { sids };
}

/** What a function gave for a text in pieces. */
export interface FunctionResult<F extends TextFunction> {
	/** Of all pieces, joined. */
	annotations: Annotations[F];
	/** Piece by piece; `words` is empty where they were not requested. */
	pieces: WordedPiece<Annotations[F]>[];
	/** The responses of the function, then those with the words. */
	envelopes: Envelope[];
}

/**
 * Runs a function on a text in pieces and merges the results. Word segmentation is run too if the words are wanted, and if
 * the results do not contain the number of words.
 */
export async function requestJoined<F extends TextFunction>(send: Send, func: F, pieces: TextPiece[], wantsWords: boolean): Promise<FunctionResult<F>> {
	const needsWords = wantsWords || (pieces.length > 1 && needsWordCounts(func));
	const [result, segmentation] = await Promise.allSettled([
		requestPieces(send, func, pieces),
		needsWords ? requestPieces(send, 'cws', pieces, wantsWords ? FOR_WORDS : {}) : [],
	]);
	if (result.status === 'rejected') throw result.reason;
	if (segmentation.status === 'rejected') throw segmentation.reason;
	const [own, segmented] = [result.value, segmentation.value];
	const annotations = annotationsOf(func, own);
	const words = annotationsOf('cws', segmented);
	const sids = own.map((envelope, piece) => [envelope, segmented[piece] ?? {}].map(sidOf));
	return {
		annotations: joinAnnotations(func, annotations, words.map(({ length }) => length), sids),
		pieces: pieces.map((piece, index) => ({ ...piece, annotations: at(annotations, index), words: words[index] ?? [] })),
		envelopes: [...own, ...segmented],
	};
}
