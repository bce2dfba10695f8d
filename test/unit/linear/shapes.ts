import { Failure } from '../../../nodes/shared/failure';
import type { Work } from './growth';

/** One hostile input, at any size. */
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
	/** Huge inputs, each of which is read once. Code that puts each entry on the stack would overflow it. */
	huge: Shape[];
}

/** Sizes in characters of a text, bytes of a file, or entries, fields or levels of a value. Ten times as much is also tried. */
const TEXT_SIZE = 2_000;
const MILLION = 100_000;
const VALUE_SIZE = 300;
const ENTRIES_SIZE = 2_000;
const HUGE_SIZE = 130_000;

/** An input may be refused with an error for the user; any other error is a bug. */
function refusing<T>(read: (input: T) => unknown, input: T): () => Promise<void> {
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
	work: (actual) => refusing(read, make(actual)),
});

/** A piece repeated up to a length in characters. */
const repeated = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));

const MARKS = [
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
const PAIRS = [
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
/** Repeated a million times. */
const MILLIONS = [' ', ',', '[', '0', '\u0301'];

const shown = (text: string) => JSON.stringify(text).slice(0, 40);

interface TextOptions {
	/** Texts before and after the repeated piece, tried in addition to none. A match begins, and fails only at the end. */
	frames?: [before: string, behind: string][];
	/** The texts that this reader looks for. */
	pieces?: string[];
	/** For readers that are linear but slow: a smaller size, and no piece is repeated a million times. */
	size?: number;
}

/** A reader of texts. */
export function ofTexts(
	name: string,
	read: (text: string) => unknown,
	{ frames = [], pieces = [], size: own }: TextOptions = {},
): Reader {
	const all = [['', ''], ['x', 'x'], ...frames] as const;
	const shapes = [...MARKS, ...PAIRS, ...pieces].flatMap((piece) =>
		all.map(([before, behind]) =>
			shape(
				`${before}${shown(piece)}…${shown(behind)}`,
				own ?? TEXT_SIZE,
				(size) => before + repeated(piece, size) + behind,
				read,
			),
		),
	);
	const millions = (own === undefined ? MILLIONS : []).map((piece) =>
		shape(`${shown(piece)}…, a million`, MILLION, (size) => repeated(piece, size), read),
	);
	return { name, shapes: [...shapes, ...millions], huge: [] };
}

const NAMES = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'valueOf',
	'polluted',
];

const list = (size: number, entry: (index: number) => string) =>
	`[${Array.from({ length: size }, (_, index) => entry(index)).join(',')}]`;
const record = (size: number, field: (index: number) => string) =>
	`{${Array.from({ length: size }, (_, index) => field(index)).join(',')}}`;

/** JSON of hostile values; some of it is cut off. */
const VALUES: [name: string, make: (size: number) => string][] = [
	['equal names', (size) => list(size, () => '"a"')],
	['nearly equal names', (size) => list(size, (index) => `"a (${index})"`)],
	[
		'equal names among nearly equal ones',
		(size) => list(size, (index) => (index % 2 === 0 ? '"a"' : `"a (${size - index})"`)),
	],
	[
		'names of two numbers',
		(size) => list(size, (index) => (index % 2 === 0 ? '"a (2)"' : `"a (2) (${index})"`)),
	],
	['empty names', (size) => list(size, () => '""')],
	['names of prototypes', (size) => list(size, (index) => `"${NAMES[index % NAMES.length]}"`)],
	['nulls', (size) => list(size, () => 'null')],
	['small numbers', (size) => list(size, (index) => String(index))],
	['equal numbers', (size) => list(size, () => '0')],
	['long numbers', (size) => list(size, (index) => String(346252615123869699n + BigInt(index)))],
	['numbers with exponents', (size) => list(size, () => '1e300')],
	['empty lists', (size) => list(size, () => '[]')],
	['empty records', (size) => list(size, () => '{}')],
	[
		'records of prototypes',
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
	/** The entries of a list in the form that this reader expects. */
	entries?: ((index: number) => string)[];
}

/** A reader of JSON; `read` gets the JSON of a hostile value and inserts it into the right place. */
export function ofJson(
	name: string,
	read: (json: string) => unknown,
	{ entries = [] }: ValueOptions = {},
): Reader {
	const own = entries.map((entry, place): [string, (size: number) => string] => [
		`entries ${place + 1} as expected`,
		(size) => list(size, entry),
	]);
	return {
		name,
		shapes: [
			...VALUES.map(([title, make]) => shape(title, VALUE_SIZE, make, read)),
			...own.map(([title, make]) => shape(title, ENTRIES_SIZE, make, read)),
		],
		huge: entries
			.slice(0, 1)
			.map((entry) => shape('very many entries', HUGE_SIZE, (size) => list(size, entry), read)),
	};
}

/** A reader of parsed values; JSON that is cut off gives it undefined. */
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

/** A reader of files: each file begins with one of `beginnings` and then repeats one of `pieces`. */
export function ofBytes(
	name: string,
	read: (bytes: Buffer) => unknown,
	beginnings: string[],
	pieces: string[],
): Reader {
	const latin = (text: string) => Buffer.from(text, 'latin1');
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
	return { name, shapes, huge: [] };
}
