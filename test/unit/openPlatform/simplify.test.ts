import { joinAnnotations, type WordedFunction } from '../../../nodes/shared/openPlatform/text/join';
import {
	simplifyAnnotations,
	simplifyPieces,
	simplifyWithWords,
} from '../../../nodes/shared/openPlatform/text/simplify';
import type { Annotations } from '../../../nodes/shared/openPlatform/text/annotations';

describe('simplifyAnnotations', () => {
	it('simplifies an answer of cws', () => {
		expect(simplifyAnnotations('cws', ['我们', '走'])).toStrictEqual({ words: ['我们', '走'] });
	});

	it('simplifies an answer of pos', () => {
		expect(simplifyAnnotations('pos', ['r', 'nl', '?'])).toStrictEqual({
			tags: [
				{ tag: 'r', meaning: 'pronoun' },
				{ tag: 'nl', meaning: 'location noun or organization name' },
				{ tag: '?' },
			],
		});
	});

	it('simplifies an answer of ner', () => {
		expect(simplifyAnnotations('ner', ['O', 'B-Ni', 'E-Ni', 'S-Nx'])).toStrictEqual({
			entities: [
				{ tag: 'O', meaning: 'not part of an entity' },
				{ tag: 'B-Ni', position: 'begin', type: 'Ni', meaning: 'organization name' },
				{ tag: 'E-Ni', position: 'end', type: 'Ni', meaning: 'organization name' },
				{ tag: 'S-Nx', position: 'single-word entity', type: 'Nx' },
			],
		});
	});

	it('simplifies an answer of dp', () => {
		const answer = [
			{ parent: 1, relate: 'SBV' },
			{ parent: -1, relate: 'HED' },
			{ parent: 1, relate: 'NEW' },
		];
		expect(simplifyAnnotations('dp', answer)).toStrictEqual({
			dependencies: [
				{ parent: 1, relation: 'SBV', meaning: 'subject-verb' },
				{ parent: -1, relation: 'HED', meaning: 'head (core of the sentence)' },
				{ parent: 1, relation: 'NEW' },
			],
		});
	});

	it('simplifies an answer of srl', () => {
		const answer = [
			{ beg: 0, end: 1, id: 2, type: 'A0' },
			{ beg: 3, end: 3, id: 2, type: 'A9' },
		];
		expect(simplifyAnnotations('srl', answer)).toStrictEqual({
			roles: [
				{ predicate: 2, begin: 0, end: 1, type: 'A0', meaning: 'agent of the action (usually)' },
				{ predicate: 2, begin: 3, end: 3, type: 'A9' },
			],
		});
	});

	it('simplifies an answer of sdp', () => {
		const answer = [
			{ parent: 1, relate: 'rAgt' },
			{ parent: -1, relate: 'Root' },
			{ parent: 1, relate: 'mNew' },
		];
		expect(simplifyAnnotations('sdp', answer)).toStrictEqual({
			tree: [
				{ parent: 1, relation: 'rAgt', meaning: 'agent (reverse role)' },
				{ parent: -1, relation: 'Root', meaning: 'root node of the sentence' },
				{ parent: 1, relation: 'mNew' },
			],
		});
	});

	it('simplifies an answer of sdgp', () => {
		const answer = [
			{ id: 0, parent: 1, relate: 'Feat' },
			{ id: 0, parent: -1, relate: 'xNew' },
		];
		expect(simplifyAnnotations('sdgp', answer)).toStrictEqual({
			graph: [
				{ id: 0, parent: 1, relation: 'Feat', meaning: 'description' },
				{ id: 0, parent: -1, relation: 'xNew' },
			],
		});
	});
});

describe('simplifyWithWords', () => {
	const WORDS = ['王芳', '在', '北京', '大学', '。'];

	/** The result for texts that all have these words and annotations. */
	function withWords<F extends WordedFunction>(
		func: F,
		annotations: Annotations[F],
		texts = ['王芳在北京大学。'],
		words = WORDS,
	): object {
		const pieces = texts.map((text, index) => ({
			text,
			start: texts.slice(0, index).join('').length,
			annotations,
			words,
		}));
		const joined = joinAnnotations(
			func,
			pieces.map(() => annotations),
			pieces.map(() => words.length),
		);
		return simplifyWithWords(func, texts.join(''), pieces, joined);
	}

	const relations = [
		{ parent: 3, relate: 'Agt' },
		{ parent: 3, relate: 'mPrep' },
		{ parent: 3, relate: 'New' },
		{ parent: -1, relate: 'Root' },
		{ parent: 3, relate: 'mPunc' },
	];

	it.each<[string, object, object]>([
		[
			'pos',
			withWords('pos', ['nh', 'p', 'ns', '?', 'wp']),
			{
				tags: [
					{ word: '王芳', tag: 'nh', meaning: 'person name' },
					{ word: '在', tag: 'p', meaning: 'preposition' },
					{ word: '北京', tag: 'ns', meaning: 'geographical name' },
					{ word: '大学', tag: '?' },
					{ word: '。', tag: 'wp', meaning: 'punctuation' },
				],
			},
		],
		[
			'ner',
			withWords('ner', ['S-Nh', 'O', 'B-Ni', 'E-Ni', 'O']),
			{
				names: [
					{
						text: '王芳',
						type: 'Nh',
						meaning: 'person name',
						firstWord: 0,
						lastWord: 0,
						start: 0,
						end: 2,
					},
					{
						text: '北京大学',
						type: 'Ni',
						meaning: 'organization name',
						firstWord: 2,
						lastWord: 3,
						start: 3,
						end: 7,
					},
				],
				entities: [
					{
						word: '王芳',
						tag: 'S-Nh',
						position: 'single-word entity',
						type: 'Nh',
						meaning: 'person name',
					},
					{ word: '在', tag: 'O', meaning: 'not part of an entity' },
					{
						word: '北京',
						tag: 'B-Ni',
						position: 'begin',
						type: 'Ni',
						meaning: 'organization name',
					},
					{ word: '大学', tag: 'E-Ni', position: 'end', type: 'Ni', meaning: 'organization name' },
					{ word: '。', tag: 'O', meaning: 'not part of an entity' },
				],
			},
		],
		[
			'dp',
			withWords(
				'dp',
				relations.map(({ parent }) => ({ parent, relate: parent < 0 ? 'HED' : 'SBV' })),
			),
			{
				dependencies: [
					...['王芳', '在', '北京'].map((word) => ({
						word,
						parent: 3,
						parentWord: '大学',
						relation: 'SBV',
						meaning: 'subject-verb',
					})),
					{ word: '大学', parent: -1, relation: 'HED', meaning: 'head (core of the sentence)' },
					{ word: '。', parent: 3, parentWord: '大学', relation: 'SBV', meaning: 'subject-verb' },
				],
			},
		],
		[
			'srl',
			withWords('srl', [
				{ beg: 0, end: 0, id: 3, type: 'A0' },
				{ beg: 1, end: 3, id: 4, type: 'A9' },
			]),
			{
				roles: [
					{
						predicate: 3,
						predicateWord: '大学',
						begin: 0,
						end: 0,
						text: '王芳',
						type: 'A0',
						meaning: 'agent of the action (usually)',
					},
					{ predicate: 4, predicateWord: '。', begin: 1, end: 3, text: '在北京大学', type: 'A9' },
				],
			},
		],
		[
			'sdp',
			withWords('sdp', relations),
			{
				tree: [
					{ word: '王芳', parent: 3, parentWord: '大学', relation: 'Agt', meaning: 'agent' },
					{ word: '在', parent: 3, parentWord: '大学', relation: 'mPrep', meaning: 'preposition' },
					{ word: '北京', parent: 3, parentWord: '大学', relation: 'New' },
					{ word: '大学', parent: -1, relation: 'Root', meaning: 'root node of the sentence' },
					{ word: '。', parent: 3, parentWord: '大学', relation: 'mPunc', meaning: 'punctuation' },
				],
			},
		],
		[
			'sdgp',
			withWords('sdgp', [
				{ id: 0, parent: 3, relate: 'Agt' },
				{ id: 3, parent: -1, relate: 'New' },
			]),
			{
				graph: [
					{ id: 0, word: '王芳', parent: 3, parentWord: '大学', relation: 'Agt', meaning: 'agent' },
					{ id: 3, word: '大学', parent: -1, relation: 'New' },
				],
			},
		],
	])('each entry in the result of %s has its words', (_func, result, expected) => {
		expect(result).toStrictEqual({ ...expected, warnings: [] });
	});

	it('counts words across all pieces', () => {
		const result = withWords(
			'srl',
			[{ beg: 0, end: 1, id: 1, type: 'A9' }],
			['山 水', '山水'],
			['山', '水'],
		);
		expect(result).toStrictEqual({
			roles: [
				{ predicate: 1, predicateWord: '水', begin: 0, end: 1, text: '山 水', type: 'A9' },
				{ predicate: 3, predicateWord: '水', begin: 2, end: 3, text: '山水', type: 'A9' },
			],
			warnings: [],
		});
	});

	it('warns of words that are not in the text, and of words that are tagged as part of a name but form no whole name', () => {
		expect(withWords('ner', ['S-Nh', 'B-Ni'], ['Ａ水'], ['A', '水'])).toStrictEqual({
			names: [{ text: 'A', type: 'Nh', meaning: 'person name', firstWord: 0, lastWord: 0 }],
			entities: [
				{
					word: 'A',
					tag: 'S-Nh',
					position: 'single-word entity',
					type: 'Nh',
					meaning: 'person name',
				},
				{ word: '水', tag: 'B-Ni', position: 'begin', type: 'Ni', meaning: 'organization name' },
			],
			warnings: [
				'Not found in the text, and so without start and end: words 0',
				'Tagged by ner, but part of no whole name: words 1',
			],
		});
	});

	it('leaves out the words if there are more or fewer words than entries', () => {
		expect(withWords('pos', ['n', 'v'], ['山水'], ['山水'])).toStrictEqual({
			tags: [
				{ tag: 'n', meaning: 'general noun' },
				{ tag: 'v', meaning: 'verb' },
			],
			warnings: [
				'No words are included, because pos does not match them: it has 2 entries for 1 word',
			],
		});
	});
});

describe('simplifyPieces', () => {
	const piece = { text: '山水', start: 0, words: ['山', '水'] };

	it('gives each entry its word if words are requested', () => {
		const pieces = [{ ...piece, annotations: ['n', 'n'] }];
		const tag = { tag: 'n', meaning: 'general noun' };
		expect(simplifyPieces('pos', '山水', pieces, true)).toStrictEqual({
			tags: [
				{ word: '山', ...tag },
				{ word: '水', ...tag },
			],
			warnings: [],
		});
		expect(simplifyPieces('pos', '山水', pieces, false)).toStrictEqual({ tags: [tag, tag] });
	});

	it('returns the words of cws unchanged', () => {
		const pieces = [{ ...piece, annotations: ['山', '水'] }];
		expect(simplifyPieces('cws', '山水', pieces, true)).toStrictEqual({ words: ['山', '水'] });
	});
});
