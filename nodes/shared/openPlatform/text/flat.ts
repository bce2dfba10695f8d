import type { TextFunction } from '../protocol/services';
import type { TextAnalysis } from './analysis';

/** The functions whose results fit into a few columns of a sheet. */
export const FLAT_FUNCTIONS: readonly TextFunction[] = ['cws', 'pos', 'ner'];

/**
 * An analysis as text alone, for a sheet: the same fields for each text, whatever was found in it.
 * @param functions the functions that were requested
 * @param sids the session ids
 */
export function flatAnalysis(
	{ tokens, entities = [], warnings, raw }: TextAnalysis,
	functions: readonly TextFunction[],
	sids: readonly string[],
): Record<string, string> {
	const names = (type: string) =>
		joinedOnce(entities.filter((entity) => entity.type === type).map(({ text }) => text));
	return {
		words: tokens.map(({ text }) => text).join(' '),
		...(functions.includes('pos') && {
			tags: tokens
				.map(({ tag = '' }) => tag)
				.join(' ')
				.trim(),
		}),
		...(functions.includes('ner') && {
			people: names('Nh'),
			places: names('Ns'),
			organizations: names('Ni'),
		}),
		warnings: warnings.join('; '),
		...(raw && { raw: JSON.stringify(raw) }),
		sids: sids.join(', '),
	};
}

/** Each value once, as one text. */
const joinedOnce = (values: readonly string[]) => [...new Set(values)].join(', ');
