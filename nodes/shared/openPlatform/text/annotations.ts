import { PlatformError } from '../../failure';
import { isRecord, numberOf, type JsonRecord } from '../../values';
import { SEE_RAW } from '../protocol/openPlatformCodes';
import type { TextFunction } from '../protocol/services';

/**
 * An entry of `dp` or `sdp`, one for each word: the word's parent, and its relation to the parent.
 * Words are numbered from 0, or from 1 in `sdp` as the document shows it.
 */
export interface Relation {
	parent: number;
	relate: string;
}

/**
 * An entry of `srl`: the words `beg` to `end`, both included, play the role `type` for a predicate.
 * The predicate is the word `id`.
 */
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

/** What each function of language analysis returns for a text (document 1, 2.2). */
export interface Annotations {
	cws: string[];
	pos: string[];
	ner: string[];
	dp: Relation[];
	srl: Role[];
	sdp: Relation[];
	sdgp: Arc[];
}

/**
 * Whether a function returns an entry for each word. The annotations of `srl` and `sdgp` can be
 * empty, and do not show how many words the text has.
 */
export function hasEntryPerWord(func: TextFunction): boolean {
	return func !== 'srl' && func !== 'sdgp';
}

const textOnly = (value: unknown) => (typeof value === 'string' ? value : undefined);

const READERS: {
	[F in TextFunction]: (values: unknown[], sid: string | undefined) => Annotations[F];
} = {
	cws: listReader(textOnly),
	pos: listReader(textOnly),
	ner: listReader(textOnly),
	dp: listReader(entryReader('relate', 'parent')),
	srl: listReader(entryReader('type', 'beg', 'end', 'id')),
	sdp: listReader(entryReader('relate', 'parent')),
	sdgp: listReader(entryReader('relate', 'id', 'parent')),
};

function listReader<Entry>(read: (value: unknown) => Entry | undefined) {
	return (values: unknown[], sid: string | undefined): Entry[] =>
		values.map((value, index) => {
			const entry = read(value);
			if (entry === undefined)
				throw unreadable(`has an entry (number ${index}) that is not of the documented form`, sid);
			return entry;
		});
}

/** Returns a reader for objects with a text in one field, and indexes of words in other fields. */
function entryReader<Label extends string, Index extends string>(
	textField: Label,
	...indexFields: Index[]
) {
	type Entry = Record<Label, string> & Record<Index, number>;
	return (value: unknown): Entry | undefined => {
		if (!isRecord(value) || typeof value[textField] !== 'string') return undefined;
		const entry: JsonRecord = {};
		for (const field of indexFields) entry[field] = numberOf(value[field]);
		entry[textField] = value[textField];
		const isWhole = indexFields.every((field) => Number.isInteger(entry[field]));
		return isWhole ? (entry as Entry) : undefined;
	};
}

/**
 * Reads a function's annotations of a text from the `data` of an envelope. Null counts as an empty
 * list.
 * @throws PlatformError with the `sid` if the annotations are missing or not of the documented form
 */
export function readAnnotations<F extends TextFunction>(
	func: F,
	data: unknown,
	sid?: string,
): Annotations[F] {
	const list = listOf(func, data);
	if (list !== null && !Array.isArray(list))
		throw unreadable(`has no list "${annotationField(func)}"`, sid);
	return READERS[func](list ?? [], sid);
}

/**
 * Checks that the annotations of a text are not empty. The live service sometimes returns a success
 * without words. When it is called again, it returns the complete result.
 * @throws PlatformError, which makes the request repeat once, if they are missing or empty
 */
export function requireAnnotations(func: TextFunction, data: unknown, sid?: string): void {
	const list = listOf(func, data);
	if (list === undefined || list === null)
		throw unreadable(`has no list "${annotationField(func)}"`, sid, true);
	if (Array.isArray(list) && list.length === 0)
		throw unreadable(`has nothing in its list "${annotationField(func)}"`, sid, true);
}

function listOf(func: TextFunction, data: unknown): unknown {
	return isRecord(data) ? data[annotationField(func)] : undefined;
}

function annotationField(func: TextFunction): string {
	return func === 'cws' ? 'word' : func;
}

function unreadable(problem: string, sid: string | undefined, retryOnce = false): PlatformError {
	return new PlatformError(
		`Language analysis succeeded but its response ${problem}`,
		'unreadable',
		{ sid, advice: SEE_RAW },
		{ retryOnce },
	);
}
