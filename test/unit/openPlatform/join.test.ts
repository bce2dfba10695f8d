import {
	TEXT_FUNCTIONS,
	type TextFunction,
} from '../../../nodes/shared/openPlatform/protocol/services';
import {
	hasEntryPerWord,
	readAnnotations,
	requireAnnotations,
	type Annotations,
} from '../../../nodes/shared/openPlatform/text/annotations';
import { at } from '../../../nodes/shared/values';
import { joinAnnotations } from '../../../nodes/shared/openPlatform/text/join';
import { simplifyPieces } from '../../../nodes/shared/openPlatform/text/simplify';
import { splitText } from '../../../nodes/shared/openPlatform/text/sentences';
import { fc } from '../aiCall/property';
import { fakeAnalysis, sentences } from './fakeAnalyser';

/** The error for a response that is not in the documented form. */
const unreadable = (what: string, retryOnce: boolean) =>
	expect.objectContaining({
		message: `Language analysis succeeded but its response ${what}`,
		kind: 'unreadable',
		details: { sid: 'ltp01', advice: expect.any(String) as unknown },
		hints: { retryOnce },
	}) as Error;

describe('readAnnotations', () => {
	it.each([
		['cws', { word: ['我', '们'] }, ['我', '们']],
		['pos', { pos: ['r', 'k'] }, ['r', 'k']],
		['ner', { ner: ['O', 'S-Nh'] }, ['O', 'S-Nh']],
		['dp', { dp: [{ parent: -1, relate: 'HED', extra: 1 }] }, [{ parent: -1, relate: 'HED' }]],
		[
			'srl',
			{ srl: [{ beg: 0, end: 1, id: 3, type: 'A0' }] },
			[{ beg: 0, end: 1, id: 3, type: 'A0' }],
		],
		['sdp', { sdp: [{ parent: '0', relate: 'Root' }] }, [{ parent: 0, relate: 'Root' }]],
		[
			'sdgp',
			{ sdgp: [{ id: 0, parent: -1, relate: 'Root' }] },
			[{ id: 0, parent: -1, relate: 'Root' }],
		],
		['srl', { srl: null }, []],
		['srl', { srl: [] }, []],
		['sdgp', { sdgp: null }, []],
	] as const)('reads the answer of %s: %j', (func, data, answer) => {
		expect(readAnnotations(func, data)).toEqual(answer);
	});

	it.each([
		['cws', {}, 'has no list "word"'],
		['cws', [], 'has no list "word"'],
		['ner', { ner: 'O' }, 'has no list "ner"'],
		['pos', { pos: ['n', 1] }, 'has an entry (number 1) that is not of the documented form'],
		[
			'dp',
			{ dp: [{ parent: 1.5, relate: 'SBV' }] },
			'has an entry (number 0) that is not of the documented form',
		],
		[
			'srl',
			{ srl: [{ beg: 0, end: 1, type: 'A0' }] },
			'has an entry (number 0) that is not of the documented form',
		],
		['dp', { dp: [null] }, 'has an entry (number 0) that is not of the documented form'],
		[
			'dp',
			{ dp: [{ parent: 1, relate: 7 }] },
			'has an entry (number 0) that is not of the documented form',
		],
		['srl', { srl: [null] }, 'has an entry (number 0) that is not of the documented form'],
		[
			'srl',
			{ srl: [{ beg: 0, end: 1, id: 0, type: 7 }] },
			'has an entry (number 0) that is not of the documented form',
		],
		[
			'srl',
			{ srl: [{ end: 1, id: 0, type: 'A0' }] },
			'has an entry (number 0) that is not of the documented form',
		],
		[
			'srl',
			{ srl: [{ beg: 0, id: 0, type: 'A0' }] },
			'has an entry (number 0) that is not of the documented form',
		],
		[
			'sdgp',
			{ sdgp: [{ id: 0, parent: 1, relate: 7 }] },
			'has an entry (number 0) that is not of the documented form',
		],
		[
			'sdgp',
			{ sdgp: [{ parent: 1, relate: 'x' }] },
			'has an entry (number 0) that is not of the documented form',
		],
		[
			'sdgp',
			{ sdgp: [{ id: 0, relate: 'x' }] },
			'has an entry (number 0) that is not of the documented form',
		],
		['sdgp', { sdgp: [null] }, 'has an entry (number 0) that is not of the documented form'],
	] as const)('refuses the answer of %s: %j', (func, data, what) => {
		expect(() => readAnnotations(func, data, 'ltp01')).toThrow(unreadable(what, false));
	});
});

test('`at` throws an error if the list has no element with that index', () => {
	expect(() => at(['a'], 1)).toThrow(new RangeError('No element 1 in a list of 1'));
});

describe('requireAnnotations', () => {
	it.each([
		['cws', {}, 'has no list "word"'],
		['cws', undefined, 'has no list "word"'],
		['cws', { word: null }, 'has no list "word"'],
		['cws', { word: [] }, 'has nothing in its list "word"'],
		['dp', { dp: [] }, 'has nothing in its list "dp"'],
		['pos', { pos: null }, 'has no list "pos"'],
	] as const)(
		'an incomplete answer of %s is requested again, because the service then answers in full: %j',
		(func, data, what) => {
			expect(() => requireAnnotations(func, data, 'ltp01')).toThrow(unreadable(what, true));
		},
	);

	it.each([
		['cws', { word: ['我'] }],
		['dp', { dp: [null] }],
		['ner', { ner: 'O' }],
		['ner', { ner: '' }],
	] as const)(
		'accepts this answer of %s, because readAnnotations checks the entries later: %j',
		(func, data) => {
			expect(() => requireAnnotations(func, data)).not.toThrow();
		},
	);
});

describe('hasEntryPerWord', () => {
	it('hasEntryPerWord is false for srl and sdgp', () => {
		expect(TEXT_FUNCTIONS.filter((func) => !hasEntryPerWord(func))).toEqual(['srl', 'sdgp']);
	});
});

const join = <F extends TextFunction>(
	func: F,
	pieces: Annotations[F][],
	wordCounts: number[] = [],
) => joinAnnotations(func, pieces, wordCounts);

describe('joinAnnotations', () => {
	it('joins the words or tags of all pieces', () => {
		expect(join('cws', [['我', '来'], ['好']])).toEqual(['我', '来', '好']);
		expect(join('pos', [['r', 'v'], ['a']])).toEqual(['r', 'v', 'a']);
		expect(join('ner', [['O'], ['S-Nh', 'O']])).toEqual(['O', 'S-Nh', 'O']);
	});

	it('shifts the parents of dp, except -1, which stands for no parent', () => {
		const piece = [
			{ parent: 1, relate: 'SBV' },
			{ parent: -1, relate: 'HED' },
			{ parent: 1, relate: 'WP' },
		];
		expect(join('dp', [piece, piece])).toEqual([
			...piece,
			{ parent: 4, relate: 'SBV' },
			{ parent: -1, relate: 'HED' },
			{ parent: 4, relate: 'WP' },
		]);
	});

	it('shifts the first word, the last word and the predicate of a role', () => {
		const role = { beg: 0, end: 1, id: 2, type: 'A1' };
		expect(join('srl', [[role], [], [role]], [3, 4, 5])).toEqual([
			role,
			{ beg: 7, end: 8, id: 9, type: 'A1' },
		]);
	});

	it('shifts both ends of all arcs of a word, except the parent -1 of a root', () => {
		const arcs = [
			{ id: 0, parent: 1, relate: 'Agt' },
			{ id: 0, parent: 2, relate: 'Exp' },
			{ id: 1, parent: -1, relate: 'Root' },
		];
		expect(join('sdgp', [arcs, arcs], [3, 3])).toEqual([
			...arcs,
			{ id: 3, parent: 4, relate: 'Agt' },
			{ id: 3, parent: 5, relate: 'Exp' },
			{ id: 4, parent: -1, relate: 'Root' },
		]);
	});

	it('returns the answer for a single piece as it came, except that sdp is counted from 0', () => {
		const role = { beg: 0, end: 12, id: 9, type: 'A1' };
		expect(join('srl', [[role]])).toEqual([role]);
		expect(join('dp', [[{ parent: 7, relate: 'SBV' }]])).toEqual([{ parent: 7, relate: 'SBV' }]);
		expect(
			join('sdp', [
				[
					{ parent: 2, relate: 'Agt' },
					{ parent: 0, relate: 'Root' },
				],
			]),
		).toEqual([
			{ parent: 1, relate: 'Agt' },
			{ parent: -1, relate: 'Root' },
		]);
	});

	describe('sdp', () => {
		const tree = (...entries: [number, string][]) =>
			entries.map(([parent, relate]) => ({ parent, relate }));

		it.each([
			['one-based, as its root shows', tree([2, 'Agt'], [0, 'Root'], [2, 'mPunc']), [1, -1, 1]],
			[
				'one-based, as only its root shows',
				tree([2, 'Agt'], [0, 'Root'], [1, 'Agt'], [2, 'mPunc']),
				[1, -1, 0, 1],
			],
			[
				'zero-based, because the parent of its root shows nothing',
				tree([1, 'Agt'], [2, 'Root'], [1, 'mPunc']),
				[1, -1, 1],
			],
			['zero-based, as its root shows', tree([1, 'Agt'], [-1, 'Root'], [1, 'mPunc']), [1, -1, 1]],
			[
				'one-based with two roots',
				tree([2, 'Agt'], [0, 'Root'], [4, 'Agt'], [0, 'Root']),
				[1, -1, 3, -1],
			],
			[
				'zero-based with two roots',
				tree([1, 'Agt'], [-1, 'Root'], [3, 'Agt'], [-1, 'Root']),
				[1, -1, 3, -1],
			],
			[
				'without Root: one-based, because an index would be past the end',
				tree([2, 'Agt'], [2, 'mPunc']),
				[1, 1],
			],
			[
				'without Root: one-based, because a word would be its own parent',
				tree([0, 'Top'], [1, 'Agt'], [1, 'Agt']),
				[-1, 0, 0],
			],
			[
				'without Root: zero-based, because a word would be its own parent',
				tree([1, 'Agt'], [0, 'Agt'], [1, 'Agt']),
				[1, 0, 1],
			],
			[
				'without Root: zero-based, because one parent is -1',
				tree([1, 'Agt'], [-1, 'Top']),
				[1, -1],
			],
			['zero-based if nothing shows the base', tree([2, 'Agt'], [0, 'Agt'], [1, 'Agt']), [2, 0, 1]],
			[
				'an entry with Root is a root, whatever its parent',
				tree([1, 'Agt'], [-1, 'Root'], [0, 'Root']),
				[1, -1, -1],
			],
			['empty', [], []],
		])('the parents of sdp: %s', (_, answer, parents) => {
			expect(join('sdp', [answer]).map(({ parent }) => parent)).toEqual(parents);
		});

		it('reads each piece by its own base, or by the base of the other pieces if it does not show its own', () => {
			const oneBased = tree([2, 'Agt'], [0, 'Root'], [2, 'Pat']);
			const zeroBased = tree([1, 'Agt'], [-1, 'Root'], [1, 'Pat']);
			expect(
				join('sdp', [oneBased, tree([-1, 'Top'], [0, 'Agt'])]).map(({ parent }) => parent),
			).toEqual([1, -1, 1, -1, 3]);
			const zeroBasedWithoutRoot = tree([1, 'Agt'], [0, 'Agt'], [1, 'Agt']);
			expect(join('sdp', [oneBased, zeroBasedWithoutRoot]).map(({ parent }) => parent)).toEqual([
				1, -1, 1, 4, 3, 4,
			]);
			const unknownBase = tree([2, 'Agt'], [3, 'Pat'], [1, 'Pat'], [2, 'Pat']);
			expect(join('sdp', [unknownBase, oneBased]).map(({ parent }) => parent)).toEqual([
				1, 2, 0, 1, 5, -1, 5,
			]);
			expect(join('sdp', [oneBased, zeroBased, unknownBase]).map(({ parent }) => parent)).toEqual([
				1, -1, 1, 4, -1, 4, 7, 8, 6, 7,
			]);
		});
	});

	it.each([
		[
			'dp',
			[[{ parent: 1, relate: 'SBV' }], [{ parent: -1, relate: 'HED' }]],
			[1, 1],
			'word 1, but piece 1 of 2 has only 1 word (numbered from 0)',
		],
		[
			'sdp',
			[
				[{ parent: -1, relate: 'Root' }],
				[
					{ parent: -1, relate: 'Root' },
					{ parent: 5, relate: 'Agt' },
				],
			],
			[1, 2],
			'word 5, but piece 2 of 2 has only 2 words (numbered from 0)',
		],
		[
			'srl',
			[[{ beg: 0, end: 3, id: 0, type: 'A0' }], []],
			[3, 2],
			'word 3, but piece 1 of 2 has only 3 words (numbered from 0)',
		],
		[
			'srl',
			[[{ beg: -1, end: 0, id: 0, type: 'A0' }], []],
			[3, 2],
			'word -1, but piece 1 of 2 has only 3 words (numbered from 0)',
		],
		[
			'sdgp',
			[[], [{ id: 2, parent: -1, relate: 'Root' }]],
			[3, 2],
			'word 2, but piece 2 of 2 has only 2 words (numbered from 0)',
		],
	] as const)(
		'an answer of %s that points outside its piece is not merged',
		(func, pieces, counts, what) => {
			const piecesWithWords = pieces.map((annotations, index) => ({
				text: '',
				start: 0,
				annotations: [...annotations],
				words: Array.from({ length: counts[index] ?? 0 }, () => '字'),
			}));
			for (const withWords of [true, false]) {
				expect(simplifyPieces(func, '', piecesWithWords as never, withWords)).toEqual({
					raw: pieces,
					warnings: [`${func} is not merged, but given under raw: it points to ${what}`],
				});
			}
		},
	);

	it('the answer for a single piece stays as it came, whatever it points to', () => {
		const piece = { text: '字', start: 0, annotations: [{ parent: 7, relate: 'SBV' }], words: [] };
		expect(simplifyPieces('dp', '字', [piece], false)).toEqual({
			dependencies: [{ parent: 7, relation: 'SBV', meaning: 'subject-verb' }],
		});
	});

	it.each(TEXT_FUNCTIONS)(
		'the joined answers of %s equal the answer for the whole text',
		(func) => {
			fc.assert(
				fc.property(
					sentences,
					fc.integer({ min: 150, max: 400 }),
					// The sdp answer of a piece may count words from 0 or from 1.
					fc.infiniteStream(fc.constantFrom<0 | 1>(0, 1)),
					(text, maxBytes, bases) => {
						const answers = splitText(text, maxBytes).map((piece) =>
							fakeAnalysis(piece.text, bases.next().value),
						);
						const joined = join(
							func,
							answers.map((answer) => answer[func]) as never,
							answers.map(({ cws }) => cws.length),
						);
						expect(joined).toEqual(fakeAnalysis(text)[func]);
					},
				),
			);
		},
	);
});
