import { definedFields, enumerated } from '../../values';
import { ENTITY_TYPES, NO_ENTITY } from './textLabels';
import { at } from './annotations';
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
	 * Where the entity is in the whole text, in UTF-16 code units. `end` is exclusive. Both are
	 * missing if the first or the last word is not found.
	 */
	start?: number;
	end?: number;
}

/** The whole entities of a text, and a warning that names tagged words outside of any entity. */
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
 * Builds entities from `ner` tags (document 1, 2.2). An entity is one `S`, or a `B`, any number of
 * `I` and an `E` of the same type. Tagged words that are part of no entity are returned as
 * `strays`. No entity goes past the end of a piece, because the service saw only one piece at a
 * time.
 * @param wordCounts words per piece
 */
export function readSpans(
	tags: string[],
	wordCounts: number[],
): { spans: EntitySpan[]; strays: number[] } {
	const spans: EntitySpan[] = [];
	const strays: number[] = [];
	let word = 0;
	let pieceEnd = 0;
	for (const count of wordCounts) {
		pieceEnd += count;
		while (word < pieceEnd) {
			const lastWord = endOfEntity(tags, word);
			if (lastWord !== undefined && lastWord < pieceEnd) {
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

/** The last word of the entity that begins with this word. Undefined if no entity begins here. */
function endOfEntity(tags: string[], word: number): number | undefined {
	const tag = at(tags, word);
	if (tag.startsWith('S-')) return word;
	if (!tag.startsWith('B-')) return undefined;
	const type = tag.slice(2);
	let last = word + 1;
	while (tags[last] === `I-${type}`) last++;
	return tags[last] === `E-${type}` ? last : undefined;
}
