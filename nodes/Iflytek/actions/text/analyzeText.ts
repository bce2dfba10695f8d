import { ANALYSIS_PARAM, type TextFunction } from '../../../shared/openPlatform/protocol/services';
import {
	encodingMark,
	sidOf,
	type OpenPlatformEnvelope,
} from '../../../shared/openPlatform/protocol/openPlatformEnvelope';
import {
	joinAnalysis,
	type AnalyzedPiece,
	type TextAnalysis,
} from '../../../shared/openPlatform/text/analysis';
import { readAnnotations, type Annotations } from '../../../shared/openPlatform/text/annotations';
import { flatAnalysis } from '../../../shared/openPlatform/text/flat';
import type { TextPiece } from '../../../shared/openPlatform/text/sentences';
import { asFlag } from '../../../shared/n8n/parameters/coerce';
import type { Item } from '../../../shared/n8n/parameters/item';
import { switchField } from '../../../shared/n8n/parameters/properties';
import { at } from '../../../shared/values';
import type { Send } from '../../transport/openPlatformClient';
import { requestPiece, sidsOf } from './textRequest';

/** Several functions for one text, joined word by word, and their form for a sheet. */

export const flatOutput = switchField(
	'Flat Output',
	'flatOutput',
	'Whether to return words, parts of speech, people, places and organizations as text, one column each, for a sheet or a CSV file. Other analyses are left out, and not requested.',
	{ displayOptions: { show: { '/simplify': [true] } } },
);

/** Whether the result of an item is flat. The raw response never is. */
export function readFlatOutput(item: Item): boolean {
	return item.flag('simplify') && asFlag(item.option(flatOutput));
}

/** The responses of several functions for the pieces of a text. */
interface Analyzed {
	text: string;
	functions: readonly TextFunction[];
	envelopes: OpenPlatformEnvelope[];
	/** @throws PlatformError if a response cannot be read */
	join: () => TextAnalysis;
}

/** Runs several functions on the pieces of a text. */
export async function analyzeText(
	send: Send,
	functions: readonly TextFunction[],
	{ text, pieces }: { text: string; pieces: TextPiece[] },
): Promise<Analyzed> {
	const responses = await Promise.all(
		pieces.map(async (piece) => ({
			piece,
			envelopes: await Promise.all(
				functions.map(async (func) => await requestFunction(send, func, piece)),
			),
		})),
	);
	return {
		text,
		functions,
		envelopes: responses.flatMap(({ envelopes }) => envelopes),
		join: () =>
			joinAnalysis(
				text,
				responses.map(({ piece, envelopes }) => readAnalyzed(piece, functions, envelopes)),
			),
	};
}

/**
 * Only the words must not be empty. Other empty annotations do not match the words, and the result
 * then has a warning and the raw data.
 */
async function requestFunction(send: Send, func: TextFunction, piece: TextPiece) {
	return await requestPiece(send, func, piece, {
		param: ANALYSIS_PARAM,
		mayBeEmpty: func !== 'cws',
	});
}

/** A piece with the annotations of the functions that were run on it. */
function readAnalyzed(
	piece: TextPiece,
	functions: readonly TextFunction[],
	envelopes: OpenPlatformEnvelope[],
): AnalyzedPiece {
	const annotations: AnalyzedPiece['annotations'] = { cws: [] };
	for (const [index, func] of functions.entries())
		addAnnotations(annotations, func, at(envelopes, index));
	return { ...piece, annotations };
}

function addAnnotations<F extends TextFunction>(
	annotations: Partial<Annotations>,
	func: F,
	envelope: OpenPlatformEnvelope,
): void {
	annotations[func] = readAnnotations(func, envelope.data, sidOf(envelope));
}

/** The result for a sheet. */
export function flatResult({ text, functions, envelopes, join }: Analyzed) {
	return {
		text,
		...flatAnalysis(join(), functions, sidsOf(envelopes)),
		...encodingMark(...envelopes),
	};
}
