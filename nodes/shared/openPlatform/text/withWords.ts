import type { EntityTag } from '../labels';
import type { TextFunction } from '../services';
import type { Annotations } from './annotations';
import { at } from './at';
import { readEntities, type Entity } from './entities';
import { misfitOf } from './fit';
import { given } from './given';
import { simplifyAnnotations, type SimpleArc, type SimpleRelation, type SimpleRole, type SimpleTag, type SimplifiedAnnotations } from './simplify';
import type { TextPiece } from './split';
import { wordsOfText, warnOfLostWords, type TextWords } from './words';

/** An entry with the word that it is about. */
type OfWord<Entry> = { word: string } & Entry;

/** A relation with both of its words; a root has no parent and no `parentWord`. */
type Between<Entry> = OfWord<Entry> & { parentWord?: string };

/** The words of a role: those of the predicate and of the span from `begin` to `end`. */
type WordedRole = SimpleRole & { predicateWord: string; text: string };

/** The functions whose results refer to words: all but the one that gives the words. */
export type WordedFunction = Exclude<TextFunction, 'cws'>;

/** The simplified results with the words that they refer to. Field by field they contain those without words. */
interface WordedAnnotations {
	pos: { tags: OfWord<SimpleTag>[] };
	/** `names` are the whole entities, each of one or several words; `entities` has one entry for each word. */
	ner: { names: Entity[]; entities: OfWord<EntityTag>[] };
	dp: { dependencies: Between<SimpleRelation>[] };
	srl: { roles: WordedRole[] };
	sdp: { tree: Between<SimpleRelation>[] };
	sdgp: { graph: Between<SimpleArc>[] };
}

type AddWords<F extends WordedFunction> = (simplified: SimplifiedAnnotations[F], joined: TextWords) => WordedAnnotations[F] & { warnings?: string[] };

const ADD_WORDS: { [F in WordedFunction]: AddWords<F> } = {
	pos: ({ tags }, { words }) => ({ tags: ofWords(tags, words) }),
	ner: ({ entities }, joined) => {
		const { entities: names, warnings } = readEntities(entities.map(({ tag }) => tag), joined);
		return { names, entities: ofWords(entities, joined.words), warnings: [...warnOfLostWords(joined), ...warnings] };
	},
	dp: ({ dependencies }, { words }) => ({ dependencies: betweenWords(dependencies, words) }),
	srl: ({ roles }, { words, extent }) => ({
		roles: roles.map((role) => {
			const { predicate, begin, end, ...rest } = role;
			return { predicate, predicateWord: at(words, predicate), begin, end, text: extent(begin, end).text, ...rest };
		}),
	}),
	sdp: ({ tree }, { words }) => ({ tree: betweenWords(tree, words) }),
	sdgp: ({ graph }, { words }) => ({ graph: graph.map(({ id, ...arc }) => ({ id, ...between(arc, at(words, id), words) })) }),
};

function ofWords<Entry>(entries: Entry[], words: string[]): OfWord<Entry>[] {
	return entries.map((entry, index) => ({ word: at(words, index), ...entry }));
}

function betweenWords(entries: SimpleRelation[], words: string[]): Between<SimpleRelation>[] {
	return entries.map((entry, index) => between(entry, at(words, index), words));
}

function between({ parent, ...rest }: SimpleRelation, word: string, words: string[]): Between<SimpleRelation> {
	return { word, parent, ...given('parentWord', words[parent]), ...rest };
}

/** A piece of a text with a function's annotations and the words of it. */
export interface WordedPiece<Annotation> extends TextPiece {
	annotations: Annotation;
	words: string[];
}

/**
 * The simplified form of joined annotations, each entry with its words. Annotations that do not match the words get none,
 * because wrong words would look right: `warnings` says why, and is empty otherwise.
 * @param joined the annotations of all pieces (see joinAnnotations)
 */
export function simplifyWithWords<F extends WordedFunction>(func: F, text: string, pieces: WordedPiece<Annotations[F]>[], joined: Annotations[F]): object {
	const simplified = simplifyAnnotations(func, joined);
	const misfit = misfitOf(func, pieces.map(({ annotations }) => annotations), pieces.map(({ words }) => words.length));
	if (misfit !== undefined) return { ...simplified, warnings: [`No words are included, because ${func} does not match them: ${misfit}`] };
	const { warnings = [], ...worded } = ADD_WORDS[func](simplified, wordsOfText(text, pieces));
	return { ...worded, warnings };
}
