import { definedFields, enumerated } from '../../values';
import { ENTITY_TYPES, NO_ENTITY } from './textLabels';
import { at } from './at';
import type { TextWords } from './words';

/** A whole entity: a name of one or several words. */
export interface Entity {
	text: string;
	type: string;
	meaning?: string;
	/** The first and the last word of the entity; both are part of it. */
	firstWord: number;
	lastWord: number;
	/**
	 * In UTF-16 code units of the whole text, `end` exclusive; missing if one of its words is not
	 * found.
	 */
	start?: number;
	end?: number;
}

/** The whole entities among the words, and a warning about tagged words that are part of none. */
export function readEntities(
	tags: string[],
	{ wordCounts, extent }: TextWords,
): { entities: Entity[]; warnings: string[] } {
	const { spans, strays } = readSpans(tags, wordCounts);
	const entities = spans.map(({ type, firstWord, lastWord }) => {
		const { text, span } = extent(firstWord, lastWord);
		return definedFields({
			text,
			type,
			meaning: ENTITY_TYPES.get(type),
			firstWord,
			lastWord,
			...span,
		});
	});
	return {
		entities,
		warnings:
			strays.length > 0
				? [`Tagged by ner, but part of no whole name: words ${enumerated(strays)}`]
				: [],
	};
}

/** The words `firstWord` to `lastWord`, both included, that make an entity. */
type EntitySpan = Pick<Entity, 'type' | 'firstWord' | 'lastWord'>;

/**
 * Builds entities from `ner` tags (document 1, 2.2): `S` alone, or `B`, any number of `I`, and `E`
 * of one type. Tagged words that are part of no entity are returned as `strays`. No entity goes
 * past the end of a piece, because the service saw each piece alone; `wordCounts` has the words of
 * each piece.
 */
export function readSpans(
	tags: string[],
	wordCounts: number[],
): { spans: EntitySpan[]; strays: number[] } {
	const spans: EntitySpan[] = [];
	const strays: number[] = [];
	let word = 0;
	let end = 0;
	for (const count of wordCounts) {
		end += count;
		while (word < end) {
			const lastWord = endOfEntity(tags, word);
			if (lastWord !== undefined && lastWord < end) {
				spans.push({ type: at(tags, word).slice(2), firstWord: word, lastWord });
				word = lastWord;
			} else if (tags[word] !== NO_ENTITY) {
				strays.push(word);
			}
			word++;
		}
	}
	return { spans, strays };
}

/** The last word of the entity that begins with this word; undefined if no entity begins there. */
function endOfEntity(tags: string[], word: number): number | undefined {
	const tag = at(tags, word);
	if (tag.startsWith('S-')) return word;
	if (!tag.startsWith('B-')) return undefined;
	const type = tag.slice(2);
	let last = word + 1;
	while (tags[last] === `I-${type}`) last++;
	return tags[last] === `E-${type}` ? last : undefined;
}
