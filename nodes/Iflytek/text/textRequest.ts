import { isAccessRefused } from '../../shared/openPlatform/protocol/openPlatformCodes';
import {
	readEnvelope,
	sidOf,
	type OpenPlatformEnvelope,
} from '../../shared/openPlatform/protocol/openPlatformEnvelope';
import {
	analysisRequest,
	type OpenPlatformRequest,
} from '../../shared/openPlatform/protocol/openPlatformRequest';
import { ANALYSIS_PARAM, type TextFunction } from '../../shared/openPlatform/protocol/services';
import {
	hasEntryPerWord,
	readAnnotations,
	requireAnnotations,
	type AnalyzedPiece,
	type Annotations,
	type TextPiece,
	type WordedPiece,
} from '../../shared/openPlatform/text';
import { at } from '../../shared/openPlatform/text/at';
import type { Send } from '../openPlatformClient';

/**
 * How a function is requested for a piece: what is sent with the text, which response is valid, and
 * what is added to the advice of an error.
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
async function requestPiece(
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

/** How word segmentation is requested to count the words. */
const TO_COUNT: PieceOptions = { param: ANALYSIS_PARAM };

/** How word segmentation is requested for the words themselves. It may need a key of its own. */
const FOR_WORDS: PieceOptions = {
	...TO_COUNT,
	advice: (code, desc) =>
		isAccessRefused(code, desc) ? 'To go without the words, turn off Include Words.' : undefined,
};

function annotationsOf<F extends TextFunction>(
	func: F,
	envelopes: OpenPlatformEnvelope[],
): Annotations[F][] {
	return envelopes.map((envelope) => readAnnotations(func, envelope.data, sidOf(envelope)));
}

/** The session ids of responses for a result: `sid` for one, `sids` for several. */
export function sidFields(
	envelopes: OpenPlatformEnvelope[],
): { sid?: string } | { sids: string[] } {
	const sids = envelopes.flatMap((envelope) => sidOf(envelope) ?? []);
	if (envelopes.length > 1) return { sids };
	const [sid] = sids;
	return sid === undefined ? {} : { sid };
}

/**
 * Whether the words must be counted to merge the results of several pieces. They must be if the
 * results do not show how many words each piece has.
 */
export function mustCountWords(func: TextFunction, pieces: TextPiece[]): boolean {
	return pieces.length > 1 && !hasEntryPerWord(func);
}

/**
 * Runs a function on the pieces of a text. Also runs word segmentation if `needsWords` is true, for
 * the words themselves (`withWords`) or only to count them.
 * @param param business parameters of the function
 * @returns the annotations of each piece, with its words if they were requested; and all responses
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
	const [result, segmentation] = await Promise.allSettled([
		requestPieces(send, func, pieces, { param }),
		needsWords ? requestPieces(send, 'cws', pieces, withWords ? FOR_WORDS : TO_COUNT) : [],
	]);
	if (result.status === 'rejected') throw result.reason;
	if (segmentation.status === 'rejected') throw segmentation.reason;
	const [own, segmented] = [result.value, segmentation.value];
	const annotations = annotationsOf(func, own);
	const words = annotationsOf('cws', segmented);
	return {
		worded: pieces.map((piece, index): WordedPiece<Annotations[F]> => ({
			...piece,
			annotations: at(annotations, index),
			words: words[index] ?? [],
		})),
		envelopes: [...own, ...segmented],
	};
}

/** Runs several functions on a piece of text. */
export async function requestFunctions(
	send: Send,
	functions: TextFunction[],
	piece: TextPiece,
	param: PieceOptions['param'],
): Promise<Map<TextFunction, OpenPlatformEnvelope>> {
	const request = async (func: TextFunction) => {
		const options = { param, mayBeEmpty: mayBeEmpty(func) };
		return [func, await requestPiece(send, func, piece, options)] as const;
	};
	return new Map(await Promise.all(functions.map(request)));
}

/** A piece with the annotations of the functions that were run on it. */
export function readAnalyzed(
	piece: TextPiece,
	envelopes: Map<TextFunction, OpenPlatformEnvelope>,
): AnalyzedPiece {
	const annotations: AnalyzedPiece['annotations'] = { cws: [] };
	for (const [func, envelope] of envelopes) addAnnotations(annotations, func, envelope);
	return { ...piece, annotations };
}

function addAnnotations<F extends TextFunction>(
	annotations: Partial<Annotations>,
	func: F,
	envelope: OpenPlatformEnvelope,
): void {
	annotations[func] = readAnnotations(func, envelope.data, sidOf(envelope));
}

/**
 * Only the words must not be empty. Other empty annotations do not match the words, so the result
 * contains a warning and the raw data.
 */
const mayBeEmpty = (func: TextFunction) => func !== 'cws';
