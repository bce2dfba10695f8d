import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import { textForm } from '../../shared/openPlatform/body';
import { readEnvelope, sidOf, type Envelope } from '../../shared/openPlatform/envelope';
import { LIMITS } from '../../shared/openPlatform/limits';
import { ANALYSIS_PARAM, analysisEndpoint, type TextFunction } from '../../shared/openPlatform/services';
import { splitText, joinAnnotations, needsWordCounts, NOT_PER_WORD, readAnnotations, requireAnnotations, type Annotations, type TextPiece } from '../../shared/openPlatform/text';
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

/**
 * Runs a function on a piece of text (document 1, 4.1).
 * @param mayBeEmpty whether empty annotations are valid. Otherwise the request is retried once.
 */
export async function requestPiece(send: Send, func: TextFunction, { text }: TextPiece, mayBeEmpty = NOT_PER_WORD.includes(func)): Promise<Envelope> {
	return await send({ endpoint: analysisEndpoint(func), param: ANALYSIS_PARAM, body: textForm({ text }) }, (response) => {
		const envelope = readEnvelope(response);
		if (!mayBeEmpty) requireAnnotations(func, envelope.data, sidOf(envelope));
		return envelope;
	});
}

/** Runs a function on all pieces, in parallel as far as the client allows. */
export async function requestPieces(send: Send, func: TextFunction, pieces: TextPiece[]): Promise<Envelope[]> {
	return await Promise.all(pieces.map(async (piece) => await requestPiece(send, func, piece)));
}

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

/**
 * Runs a function on a text in pieces and merges the results. If they do not contain the number of words, word
 * segmentation is run too.
 */
export async function requestJoined<F extends TextFunction>(
	send: Send,
	func: F,
	pieces: TextPiece[],
): Promise<{ annotations: Annotations[F]; envelopes: Envelope[] }> {
	const counting = pieces.length > 1 && needsWordCounts(func) ? requestPieces(send, 'cws', pieces) : [];
	const [envelopes, counts] = await Promise.all([requestPieces(send, func, pieces), counting]);
	const wordCounts = annotationsOf('cws', counts).map(({ length }) => length);
	const sids = envelopes.map((envelope, piece) => [envelope, counts[piece] ?? {}].map(sidOf));
	return { annotations: joinAnnotations(func, annotationsOf(func, envelopes), wordCounts, sids), envelopes: [...envelopes, ...counts] };
}
