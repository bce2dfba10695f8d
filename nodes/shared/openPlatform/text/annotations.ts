import { PlatformError } from '../../failure';
import { isRecord, numberOf } from '../../values';
import { SEE_RAW } from '../codes';
import type { TextFunction } from '../services';

/** An entry of `dp` and `sdp`: the word's parent and how it relates to it (document 1, 2.2). */
export interface Relation {
	parent: number;
	relate: string;
}

/** An entry of `srl`: the words `beg` to `end`, both included, play the role `type` to the predicate, word `id`. */
export interface Role {
	beg: number;
	end: number;
	id: number;
	type: string;
}

/** An entry of `sdgp`: an arc from the word `parent` to the word `id`. */
export interface Arc {
	id: number;
	parent: number;
	relate: string;
}

/** What each function of language analysis answers (document 1, 2.2). */
export interface Annotations {
	cws: string[];
	pos: string[];
	ner: string[];
	dp: Relation[];
	srl: Role[];
	sdp: Relation[];
	sdgp: Arc[];
}

/** The field of `data` that holds a function's answer (document 1, 2.2). */
export const ANNOTATION_FIELD: Readonly<Record<TextFunction, string>> = {
	cws: 'word',
	pos: 'pos',
	ner: 'ner',
	dp: 'dp',
	srl: 'srl',
	sdp: 'sdp',
	sdgp: 'sdgp',
};

/**
 * The functions whose answers do not have an entry for each word: they may be empty, and do not tell how many words their
 * text has.
 */
export const NOT_PER_WORD: readonly TextFunction[] = ['srl', 'sdgp'];

type Reader<Entry> = (value: unknown) => Entry | undefined;

/** Makes the error for an answer of another shape. */
type Fail = (what: string) => PlatformError;

const readText: Reader<string> = (value) => (typeof value === 'string' ? value : undefined);

const readRelation: Reader<Relation> = (value) => {
	if (!isRecord(value) || typeof value.relate !== 'string') return undefined;
	const parent = indexOf(value.parent);
	return parent === undefined ? undefined : { parent, relate: value.relate };
};

const readRole: Reader<Role> = (value) => {
	if (!isRecord(value) || typeof value.type !== 'string') return undefined;
	const [beg, end, id] = [indexOf(value.beg), indexOf(value.end), indexOf(value.id)];
	return beg === undefined || end === undefined || id === undefined ? undefined : { beg, end, id, type: value.type };
};

const readArc: Reader<Arc> = (value) => {
	if (!isRecord(value) || typeof value.relate !== 'string') return undefined;
	const [id, parent] = [indexOf(value.id), indexOf(value.parent)];
	return id === undefined || parent === undefined ? undefined : { id, parent, relate: value.relate };
};

const READERS: { [F in TextFunction]: (list: unknown[], fail: Fail) => Annotations[F] } = {
	cws: listOf(readText),
	pos: listOf(readText),
	ner: listOf(readText),
	dp: listOf(readRelation),
	srl: listOf(readRole),
	sdp: listOf(readRelation),
	sdgp: listOf(readArc),
};

/**
 * Reads a function's answer about a text that is not blank out of an envelope's `data`.
 * @param mayBeEmpty whether there may be nothing in the answer; a null in place of the list is then an empty one
 * @throws PlatformError where the answer is missing or not of the documented shape; `sid` goes into it
 */
export function readAnnotations<F extends TextFunction>(func: F, data: unknown, sid?: string, mayBeEmpty = NOT_PER_WORD.includes(func)): Annotations[F] {
	const field = ANNOTATION_FIELD[func];
	const list = isRecord(data) ? data[field] : undefined;
	if (!mayBeEmpty) requireAnnotations(func, data, sid);
	const fail = failureOf(sid);
	if (list === null && mayBeEmpty) return READERS[func]([], fail);
	if (!Array.isArray(list)) throw fail(`has no list "${field}"`);
	return READERS[func](list, fail);
}

/**
 * Checks that the annotations of a text are not empty. The live service sometimes answers with success but without words,
 * and completely when asked again.
 * @throws PlatformError, to be retried once
 */
export function requireAnnotations(func: TextFunction, data: unknown, sid?: string): void {
	const field = ANNOTATION_FIELD[func];
	const list = (isRecord(data) ? data[field] : undefined) ?? undefined;
	if (list === undefined) throw failureOf(sid, true)(`has no list "${field}"`);
	if (Array.isArray(list) && list.length === 0) throw failureOf(sid, true)(`has nothing in its list "${field}"`);
}

function failureOf(sid: string | undefined, retryOnce = false): Fail {
	return (what) => new PlatformError(`Language analysis succeeded but its response ${what}`, 'unreadable', { sid, advice: SEE_RAW }, { retryOnce });
}

function listOf<Entry>(read: Reader<Entry>): (list: unknown[], fail: Fail) => Entry[] {
	return (list, fail) =>
		list.map((value, index) => {
			const entry = read(value);
			if (entry === undefined) throw fail(`has an entry (number ${index}) that is not of the documented form`);
			return entry;
		});
}

function indexOf(value: unknown): number | undefined {
	const index = numberOf(value);
	return Number.isInteger(index) ? index : undefined;
}
