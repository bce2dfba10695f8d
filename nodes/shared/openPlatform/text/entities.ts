import { ENTITY_TYPES, NO_ENTITY } from '../labels';
import { at } from './at';
import { given } from './given';
import type { TextWords } from './words';

/** A whole entity: a name of one or several words. */
export interface Entity {
	text: string;
	type: string;
	meaning?: string;
	/** Both included. */
	firstWord: number;
	lastWord: number;
	/** In UTF-16 code units of the whole text, `end` exclusive; missing where a word of it is not found. */
	start?: number;
	end?: number;
}

/** The whole entities among the words, and a warning about tagged words that are part of none. */
export function readEntities(tags: string[], { wordCounts, extent }: TextWords): { entities: Entity[]; warnings: string[] } {
	const { spans, strays } = readSpans(tags, wordCounts);
	const entities = spans.map(({ type, firstWord, lastWord }) => {
		const { text, span } = extent(firstWord, lastWord);
		return { text, type, ...given('meaning', ENTITY_TYPES.get(type)), firstWord, lastWord, ...span };
	});
	return { entities, warnings: strays.length > 0 ? [`Tagged by ner, but part of no whole name: words ${strays.join(', ')}`] : [] };
}

/** The words `firstWord` to `lastWord`, both included, that make an entity. */
export interface EntitySpan {
	type: string;
	firstWord: number;
	lastWord: number;
}

/**
 * Puts entities together from `ner` tags (document 1, 2.2): `S` alone, or `B`, any number of `I`, and `E`
 * of one type. What is not whole is no entity; its words are the strays. None reaches over the end of a
 * piece, of which each has `wordCounts` words: the service saw each piece alone.
 */
export function readSpans(tags: string[], wordCounts: number[]): { spans: EntitySpan[]; strays: number[] } {
	const spans: EntitySpan[] = [];
	const strays: number[] = [];
	let offset = 0;
	for (const count of wordCounts) {
		let open: { type: string; firstWord: number } | undefined;
		/** The words from the beginning of what is open to the one before `end` make no entity. */
		const abandon = (end: number) => {
			for (let word = open?.firstWord ?? end; word < end; word++) strays.push(word);
			open = undefined;
		};
		for (let word = offset; word < offset + count; word++) {
			const tag = at(tags, word);
			const prefix = tag.slice(0, 2);
			const type = tag.slice(2);
			const goesOn = (prefix === 'I-' || prefix === 'E-') && open?.type === type;
			if (!goesOn) abandon(word);
			const firstWord: number = open?.firstWord ?? word;
			if (prefix === 'B-' || (prefix === 'I-' && goesOn)) {
				open = { type, firstWord };
			} else if (prefix === 'S-' || goesOn) {
				spans.push({ type, firstWord, lastWord: word });
				open = undefined;
			} else if (tag !== NO_ENTITY) {
				strays.push(word);
			}
		}
		offset += count;
		abandon(offset);
	}
	return { spans, strays };
}
