import { Failure } from '../../../nodes/shared/failure';
import type { Work } from './growth';

/** A hostile input that can be made in any size. */
export interface Shape {
	name: string;
	/** The smaller of the two sizes that are measured. */
	size: number;
	work: Work;
}

/** A reader of data from outside, and the hostile input for it. */
export interface Reader {
	name: string;
	shapes: Shape[];
	/** Huge inputs, each of which is read once. They overflow the stack if the code puts each entry on it. */
	huge: Shape[];
}

/**
 * Sizes of the smaller input. The larger input has ten times this size. A size is the number of characters of a text, of
 * bytes of a file, or of entries, fields or levels of a value.
 */
const TEXT_SIZE = 2_000;
/** Ten times this size is a million characters. */
const LONG_TEXT_SIZE = 100_000;
const VALUE_SIZE = 300;
const ENTRIES_SIZE = 2_000;
/** Of whole files: in a smaller file, a search for each of its parts would be too quick to be measured. */
const FILE_SIZE = 20_000;
/** Huge inputs have only this size. */
const HUGE_SIZE = 130_000;

/** The work of reading an input. The reader may refuse it with a Failure, which is meant for users. Any other error is a bug. */
function readingWork<T>(read: (input: T) => unknown, input: T): () => Promise<void> {
	return async () => {
		try {
			await read(input);
		} catch (error) {
			if (!(error instanceof Failure)) throw error;
		}
	};
}

const shape = <T>(
	name: string,
	size: number,
	make: (size: number) => T,
	read: (input: T) => unknown,
): Shape => ({
	name,
	size,
	work: (measuredSize) => readingWork(read, make(measuredSize)),
});

/** A piece, repeated until it has at least `size` characters. */
export const repeated = (piece: string, size: number) =>
	piece.repeat(Math.ceil(size / piece.length));

const CHARACTERS = [
	' ',
	'\n',
	'\t',
	'\u3000',
	'\u200b',
	'\0',
	',',
	';',
	'.',
	':',
	'/',
	'?',
	'&',
	'#',
	'=',
	'%',
	'@',
	'-',
	'_',
	'+',
	'"',
	"'",
	'\\',
	'(',
	'[',
	'{',
	'<',
	'0',
	'1',
	'9',
	'a',
	'中',
	'。',
	'😀',
	'\u0301',
	'\u0e33',
	'\ud800',
];
const SEQUENCES = [
	' ,',
	', ',
	'a ',
	' a',
	'a/',
	'./',
	'\r\n',
	'1.',
	'1:',
	'::',
	'a:',
	'[]',
	'{}',
	'"a",',
	'a\u0301',
	'1 ',
	'\\u',
];
/** Characters that are repeated a million times. */
const LONG_TEXT_CHARACTERS = [' ', ',', '[', '0', '\u0301'];

/** A text as the name of a shape shows it. */
const shown = (text: string) => JSON.stringify(text).slice(0, 40);

interface TextOptions {
	/**
	 * Texts before and after the repeated piece, which is also tried without them. They let a pattern begin to match and fail
	 * only at the end.
	 */
	frames?: [before: string, after: string][];
	/** Texts that this reader looks for. They are repeated, too. */
	pieces?: string[];
	/** A smaller size for a reader that is linear but slow. No character is then repeated a million times. */
	size?: number;
}

/** A reader of texts. */
export function ofTexts(
	name: string,
	read: (text: string) => unknown,
	{ frames = [], pieces = [], size: ownSize }: TextOptions = {},
): Reader {
	const allFrames = [['', ''], ['x', 'x'], ...frames] as const;
	const shapes = [...CHARACTERS, ...SEQUENCES, ...pieces].flatMap((piece) =>
		allFrames.map(([before, after]) =>
			shape(
				`${before}${shown(piece)}…${shown(after)}`,
				ownSize ?? TEXT_SIZE,
				(size) => before + repeated(piece, size) + after,
				read,
			),
		),
	);
	const longTexts = (ownSize === undefined ? LONG_TEXT_CHARACTERS : []).map((character) =>
		shape(
			`${shown(character)}…, a million`,
			LONG_TEXT_SIZE,
			(size) => repeated(character, size),
			read,
		),
	);
	return { name, shapes: [...shapes, ...longTexts], huge: [] };
}

/** Names that could lead to the prototype of objects, and the name of a field that such a change would add. */
const PROTOTYPE_NAMES = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'valueOf',
	'polluted',
];

/** The JSON of a list with this many entries. */
const list = (size: number, entry: (index: number) => string) =>
	`[${Array.from({ length: size }, (_, index) => entry(index)).join(',')}]`;
/** The JSON of a record with this many fields. */
const record = (size: number, field: (index: number) => string) =>
	`{${Array.from({ length: size }, (_, index) => field(index)).join(',')}}`;

/** JSON texts of hostile values. Some of these texts are cut off. */
const VALUES: [name: string, make: (size: number) => string][] = [
	['equal names', (size) => list(size, () => '"a"')],
	['nearly equal names', (size) => list(size, (index) => `"a (${index})"`)],
	[
		'equal names among nearly equal ones',
		(size) => list(size, (index) => (index % 2 === 0 ? '"a"' : `"a (${size - index})"`)),
	],
	[
		'names with two numbers',
		(size) => list(size, (index) => (index % 2 === 0 ? '"a (2)"' : `"a (2) (${index})"`)),
	],
	['empty names', (size) => list(size, () => '""')],
	[
		'names of prototypes',
		(size) => list(size, (index) => `"${PROTOTYPE_NAMES[index % PROTOTYPE_NAMES.length]}"`),
	],
	['nulls', (size) => list(size, () => 'null')],
	['small numbers', (size) => list(size, (index) => String(index))],
	['equal numbers', (size) => list(size, () => '0')],
	['long numbers', (size) => list(size, (index) => String(346252615123869699n + BigInt(index)))],
	['numbers with exponents', (size) => list(size, () => '1e300')],
	['empty lists', (size) => list(size, () => '[]')],
	['empty records', (size) => list(size, () => '{}')],
	[
		'records with names of prototypes',
		(size) =>
			list(
				size,
				() => '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
			),
	],
	['nested lists', (size) => '['.repeat(size) + ']'.repeat(size)],
	['nested records', (size) => '{"a":'.repeat(size) + '1' + '}'.repeat(size)],
	['lists that are not closed', (size) => '['.repeat(size)],
	['records that are not closed', (size) => '{"a":'.repeat(size)],
	['many fields', (size) => record(size, (index) => `"a${index}":"b"`)],
	['many numbered fields', (size) => record(size, (index) => `"${index}":${index}`)],
	['one field many times', (size) => record(size, (index) => `"a":${index % 2}`)],
	[
		'one large field twice',
		(size) => `{"a":${list(size, () => '{"a":1,"a":1}')},"a":${list(size, () => '{"a":1,"a":2}')}}`,
	],
	['__proto__ many times', (size) => record(size, () => '"__proto__":{"polluted":true}')],
	['one long text', (size) => `"${'a'.repeat(size * 10)}"`],
	['one text of blanks', (size) => `"${' '.repeat(size * 10)}x"`],
	['one text of escapes', (size) => `"${'\\u0041'.repeat(size)}"`],
	['one long number', (size) => '9'.repeat(size * 10)],
	['one long fraction', (size) => `0.${'0'.repeat(size * 10)}1`],
	['blanks', (size) => ' '.repeat(size * 10)],
];

interface ValueOptions {
	/** Entries in forms that this reader expects. Each form makes a list of its own. */
	entries?: ((index: number) => string)[];
}

/** A reader of JSON. `read` gets the JSON of a hostile value and may put it into a field. */
export function ofJson(
	name: string,
	read: (json: string) => unknown,
	{ entries = [] }: ValueOptions = {},
): Reader {
	const expectedLists = entries.map((entry, index): [string, (size: number) => string] => [
		`entries ${index + 1} as expected`,
		(size) => list(size, entry),
	]);
	return {
		name,
		shapes: [
			...VALUES.map(([title, make]) => shape(title, VALUE_SIZE, make, read)),
			...expectedLists.map(([title, make]) => shape(title, ENTRIES_SIZE, make, read)),
		],
		huge: entries
			.slice(0, 1)
			.map((entry) => shape('very many entries', HUGE_SIZE, (size) => list(size, entry), read)),
	};
}

/** A reader of parsed values. If the JSON is cut off, the value is undefined. */
export function ofValues(
	name: string,
	read: (value: unknown) => unknown,
	options: ValueOptions = {},
): Reader {
	return ofJson(name, (json) => read(parsed(json)), options);
}

function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

/**
 * A reader of files: each file begins with one of `beginnings` and then repeats one of `pieces`. `whole` makes files whose
 * beginning depends on their size.
 */
export function ofBytes(
	name: string,
	read: (bytes: Buffer) => unknown,
	beginnings: string[],
	pieces: string[],
	whole: [title: string, make: (size: number) => string][] = [],
): Reader {
	const latin = (text: string) => Buffer.from(text, 'latin1');
	const wholeFiles = whole.map(([title, make]) =>
		shape(title, FILE_SIZE, (size) => latin(make(size)), read),
	);
	const shapes = ['', ...beginnings].flatMap((beginning) =>
		['\0', '\x01', '\xff', ' ', 'a', '<', ...pieces].map((piece) =>
			shape(
				`${shown(beginning)} ${shown(piece)}…`,
				TEXT_SIZE,
				(size) => latin(beginning + repeated(piece, size)),
				read,
			),
		),
	);
	return { name, shapes: [...shapes, ...wholeFiles], huge: [] };
}
