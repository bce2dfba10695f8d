import { splitText } from '../../../nodes/shared/openPlatform/text/sentences';
import { joinAnalysis, type AnalyzedPiece } from '../../../nodes/shared/openPlatform/text/analysis';
import { readSpans, locateWords } from '../../../nodes/shared/openPlatform/text/words';
import { fc } from '../aiCall/property';
import { fakeAnalysis, sentences } from './fakeAnalyser';

/** Joins the analysis of a text that was sent in one piece. */
const joinWhole = (text: string, annotations: AnalyzedPiece['annotations']) =>
	joinAnalysis(text, [{ text, start: 0, annotations }]);

describe('joinAnalysis', () => {
	it('joins all functions into tokens, entities and predicates', () => {
		const analysis = joinWhole('李 明在New York读书。', {
			cws: ['李明', '在', 'New', 'York', '读书', '。'],
			pos: ['nh', 'p', 'ws', 'ws', 'v', '?'],
			ner: ['S-Nh', 'O', 'B-Ns', 'E-Ns', 'O', 'O'],
			dp: [
				{ parent: 4, relate: 'SBV' },
				{ parent: 4, relate: 'ADV' },
				{ parent: 3, relate: 'ATT' },
				{ parent: 1, relate: 'POB' },
				{ parent: -1, relate: 'HED' },
				{ parent: 4, relate: 'NEW' },
			],
			srl: [
				{ beg: 0, end: 0, id: 4, type: 'A0' },
				{ beg: 1, end: 3, id: 4, type: 'LOC' },
				{ beg: 5, end: 5, id: 1, type: 'X' },
			],
			sdp: [
				{ parent: 5, relate: 'Agt' },
				{ parent: 4, relate: 'mPrep' },
				{ parent: 4, relate: 'dNmod' },
				{ parent: 5, relate: 'Loc' },
				{ parent: 0, relate: 'Root' },
				{ parent: 5, relate: 'mNew' },
			],
			sdgp: [
				{ id: 0, parent: 4, relate: 'Agt' },
				{ id: 0, parent: 1, relate: 'Exp' },
				{ id: 4, parent: -1, relate: 'Root' },
			],
		});
		expect(analysis).toStrictEqual({
			tokens: [
				{
					index: 0,
					text: '李明',
					start: 0,
					end: 3,
					tag: 'nh',
					tagMeaning: 'person name',
					entity: {
						tag: 'S-Nh',
						position: 'single-word entity',
						type: 'Nh',
						meaning: 'person name',
					},
					head: 4,
					headText: '读书',
					relation: 'SBV',
					relationMeaning: 'subject-verb',
					semanticHead: 4,
					semanticHeadText: '读书',
					semanticRelation: 'Agt',
					semanticRelationMeaning: 'agent',
					arcs: [
						{ parent: 4, parentText: '读书', relation: 'Agt', meaning: 'agent' },
						{ parent: 1, parentText: '在', relation: 'Exp', meaning: 'experiencer' },
					],
				},
				{
					index: 1,
					text: '在',
					start: 3,
					end: 4,
					tag: 'p',
					tagMeaning: 'preposition',
					head: 4,
					headText: '读书',
					relation: 'ADV',
					relationMeaning: 'adverbial',
					semanticHead: 3,
					semanticHeadText: 'York',
					semanticRelation: 'mPrep',
					semanticRelationMeaning: 'preposition',
					arcs: [],
				},
				{
					index: 2,
					text: 'New',
					start: 4,
					end: 7,
					tag: 'ws',
					tagMeaning: 'foreign word',
					entity: { tag: 'B-Ns', position: 'begin', type: 'Ns', meaning: 'place name' },
					head: 3,
					headText: 'York',
					relation: 'ATT',
					relationMeaning: 'attribute',
					semanticHead: 3,
					semanticHeadText: 'York',
					semanticRelation: 'dNmod',
					semanticRelationMeaning: 'name-modifier (nested role)',
					arcs: [],
				},
				{
					index: 3,
					text: 'York',
					start: 8,
					end: 12,
					tag: 'ws',
					tagMeaning: 'foreign word',
					entity: { tag: 'E-Ns', position: 'end', type: 'Ns', meaning: 'place name' },
					head: 1,
					headText: '在',
					relation: 'POB',
					relationMeaning: 'preposition-object',
					semanticHead: 4,
					semanticHeadText: '读书',
					semanticRelation: 'Loc',
					semanticRelationMeaning: 'location',
					arcs: [],
				},
				{
					index: 4,
					text: '读书',
					start: 12,
					end: 14,
					tag: 'v',
					tagMeaning: 'verb',
					head: -1,
					relation: 'HED',
					relationMeaning: 'head (core of the sentence)',
					semanticHead: -1,
					semanticRelation: 'Root',
					semanticRelationMeaning: 'root node of the sentence',
					arcs: [{ parent: -1, relation: 'Root', meaning: 'root node of the sentence' }],
				},
				{
					index: 5,
					text: '。',
					start: 14,
					end: 15,
					tag: '?',
					head: 4,
					headText: '读书',
					relation: 'NEW',
					semanticHead: 4,
					semanticHeadText: '读书',
					semanticRelation: 'mNew',
					arcs: [],
				},
			],
			entities: [
				{
					text: '李 明',
					type: 'Nh',
					meaning: 'person name',
					firstWord: 0,
					lastWord: 0,
					start: 0,
					end: 3,
				},
				{
					text: 'New York',
					type: 'Ns',
					meaning: 'place name',
					firstWord: 2,
					lastWord: 3,
					start: 4,
					end: 12,
				},
			],
			predicates: [
				{ index: 1, text: '在', roles: [{ type: 'X', text: '。', begin: 5, end: 5 }] },
				{
					index: 4,
					text: '读书',
					roles: [
						{
							type: 'A0',
							meaning: 'agent of the action (usually)',
							text: '李 明',
							begin: 0,
							end: 0,
						},
						{ type: 'LOC', meaning: 'locative', text: '在New York', begin: 1, end: 3 },
					],
				},
			],
			warnings: [],
		});
	});

	it('joinAnalysis has no fields for functions that were not requested', () => {
		expect(joinWhole('你好。', { cws: ['你好', '。'] })).toStrictEqual({
			tokens: [
				{ index: 0, text: '你好', start: 0, end: 2 },
				{ index: 1, text: '。', start: 2, end: 3 },
			],
			warnings: [],
		});
	});

	it('a role or name has its words as text if one of these words is not in the analyzed text', () => {
		const { predicates, entities, warnings } = joinWhole('他去ＮＢＡ看球', {
			cws: ['他', '去', 'NBA', 'Live', '看', '球'],
			ner: ['O', 'O', 'B-Ni', 'E-Ni', 'O', 'O'],
			srl: [
				{ beg: 1, end: 3, id: 4, type: 'MNR' },
				{ beg: 2, end: 4, id: 4, type: 'MNR' },
			],
		});
		expect(warnings).toEqual(['Not found in the text, and so without start and end: words 2, 3']);
		expect(entities).toStrictEqual([
			{ text: 'NBA Live', type: 'Ni', meaning: 'organization name', firstWord: 2, lastWord: 3 },
		]);
		expect(predicates).toStrictEqual([
			{
				index: 4,
				text: '看',
				roles: [
					{ type: 'MNR', meaning: 'manner', text: '去NBA Live', begin: 1, end: 3 },
					{ type: 'MNR', meaning: 'manner', text: 'NBA Live看', begin: 2, end: 4 },
				],
			},
		]);
	});

	it('words that are not in the text are joined, with spaces only between Latin words', () => {
		const words = ['NBA', 'Live', '!', 'a b', 'c 。', 'd', '山b', '水', 'e', ''];
		const roles = words.map((_, index) => ({
			beg: index,
			end: words.length - 1,
			id: 0,
			type: 'X',
		}));
		const [predicate] =
			joinWhole('Ａ', { cws: words, srl: [...roles, { beg: 1, end: 3, id: 0, type: 'X' }] })
				.predicates ?? [];
		expect(predicate?.roles.map(({ text }) => text)).toEqual([
			'NBA Live!a b c。d山b水e',
			'Live!a b c。d山b水e',
			'!a b c。d山b水e',
			'a b c。d山b水e',
			'c。d山b水e',
			'd山b水e',
			'山b水e',
			'水e',
			'e',
			'',
			'Live!a b',
		]);
	});

	it.each<[keyof AnalyzedPiece['annotations'], unknown[], string]>([
		['pos', ['n'], 'it has 1 entry for 2 words'],
		['ner', ['O', 'O', 'S-Ni'], 'it has 3 entries for 2 words'],
		['dp', [{ parent: -1, relate: 'HED' }], 'it has 1 entry for 2 words'],
		[
			'dp',
			[
				{ parent: -1, relate: 'HED' },
				{ parent: 2, relate: 'WP' },
			],
			'it points to word 2, but the text has only 2 words (numbered from 0)',
		],
		[
			'sdp',
			[
				{ parent: 0, relate: 'Root' },
				{ parent: 3, relate: 'mPunc' },
			],
			'it points to word 2, but the text has only 2 words (numbered from 0)',
		],
		[
			'sdp',
			[
				{ parent: -1, relate: 'Root' },
				{ parent: -2, relate: 'mPunc' },
			],
			'it points to word -2, but the text has only 2 words (numbered from 0)',
		],
		[
			'srl',
			[{ beg: 0, end: 2, id: 0, type: 'A0' }],
			'it points to word 2, but the text has only 2 words (numbered from 0)',
		],
		[
			'srl',
			[{ beg: 0, end: 0, id: -1, type: 'A0' }],
			'it points to word -1, but the text has only 2 words (numbered from 0)',
		],
		[
			'srl',
			[
				{ beg: 0, end: 1, id: 0, type: 'A0' },
				{ beg: 1, end: 0, id: 0, type: 'A0' },
			],
			'a role ends before it begins',
		],
		[
			'sdgp',
			[{ id: 2, parent: -1, relate: 'Root' }],
			'it points to word 2, but the text has only 2 words (numbered from 0)',
		],
		[
			'sdgp',
			[{ id: 0, parent: 7, relate: 'Agt' }],
			'it points to word 7, but the text has only 2 words (numbered from 0)',
		],
	])(
		'returns the answer of %s under `raw` if it does not fit the words: %j',
		(func, answer, reason) => {
			expect(joinWhole('你好。', { cws: ['你好', '。'], [func]: answer })).toStrictEqual({
				tokens: [
					{ index: 0, text: '你好', start: 0, end: 2 },
					{ index: 1, text: '。', start: 2, end: 3 },
				],
				warnings: [`${func} is not joined with the words, but given under raw: ${reason}`],
				raw: { [func]: answer },
			});
		},
	);

	it('if the answers of one function do not fit, joins the other functions and lists the answers of that function by piece', () => {
		const pieces: AnalyzedPiece[] = [
			{
				text: '你好。',
				start: 0,
				annotations: { cws: ['你好', '。'], pos: ['v', 'wp'], ner: ['O', 'O'] },
			},
			{
				text: '她来。',
				start: 5,
				annotations: { cws: ['她', '来', '。'], pos: ['r', 'v', 'wp'], ner: ['O', 'O'] },
			},
		];
		expect(joinAnalysis('你好。\n\n她来。', pieces)).toStrictEqual({
			tokens: [
				{ index: 0, text: '你好', start: 0, end: 2, tag: 'v', tagMeaning: 'verb' },
				{ index: 1, text: '。', start: 2, end: 3, tag: 'wp', tagMeaning: 'punctuation' },
				{ index: 2, text: '她', start: 5, end: 6, tag: 'r', tagMeaning: 'pronoun' },
				{ index: 3, text: '来', start: 6, end: 7, tag: 'v', tagMeaning: 'verb' },
				{ index: 4, text: '。', start: 7, end: 8, tag: 'wp', tagMeaning: 'punctuation' },
			],
			warnings: [
				'ner is not joined with the words, but given under raw: it has 2 entries for 3 words in piece 2 of 2',
			],
			raw: {
				ner: [
					['O', 'O'],
					['O', 'O'],
				],
			},
		});
	});

	it('warns of words that are not in the text, of answers that do not fit the words, and of tagged words that are in no complete name', () => {
		const { entities, warnings } = joinWhole('北京大学Ａ', {
			cws: ['北京', '大学', 'A'],
			pos: [],
			ner: ['B-Ni', 'O', 'E-Ni'],
			dp: [],
		});
		expect({ entities, warnings }).toEqual({
			entities: [],
			warnings: [
				'Not found in the text, and so without start and end: words 2',
				'pos is not joined with the words, but given under raw: it has 0 entries for 3 words',
				'dp is not joined with the words, but given under raw: it has 0 entries for 3 words',
				'Tagged by ner, but part of no whole name: words 0, 2',
			],
		});
	});

	it('analyzes a text in pieces with the same result as in one piece', () => {
		fc.assert(
			fc.property(
				sentences,
				fc.integer({ min: 150, max: 400 }),
				// The sdp answer of a piece may count words from 0 or from 1.
				fc.infiniteStream(fc.constantFrom<0 | 1>(0, 1)),
				(text, maxBytes, bases) => {
					const pieces = splitText(text, maxBytes).map((piece) => ({
						...piece,
						annotations: fakeAnalysis(piece.text, bases.next().value),
					}));
					const analysis = joinAnalysis(text, pieces);
					expect(analysis).toEqual(joinWhole(text, fakeAnalysis(text)));
					expect(analysis.tokens.map(({ start, end }) => text.slice(start, end))).toEqual(
						fakeAnalysis(text).cws,
					);
					expect(analysis.warnings).toEqual([]);
				},
			),
		);
	});
});

describe('readSpans', () => {
	it.each<
		[
			name: string,
			tags: string[],
			wordsOfPieces: number[],
			spans: [type: string, firstWord: number, lastWord: number][],
			strays: number[],
		]
	>([
		[
			'whole entities',
			['S-Nh', 'B-Ns', 'E-Ns', 'O', 'B-Ni', 'I-Ni', 'I-Ni', 'E-Ni'],
			[8],
			[
				['Nh', 0, 0],
				['Ns', 1, 2],
				['Ni', 4, 7],
			],
			[],
		],
		['a beginning without an end', ['B-Ns', 'O', 'B-Ns'], [3], [], [0, 2]],
		['a beginning before another beginning', ['B-Ns', 'B-Ns', 'E-Ns'], [3], [['Ns', 1, 2]], [0]],
		['a single-word entity inside another', ['B-Ns', 'S-Ns', 'E-Ns'], [3], [['Ns', 1, 1]], [0, 2]],
		['another type', ['B-Ns', 'I-Ni', 'E-Ns'], [3], [], [0, 1, 2]],
		['a middle or an end without a beginning', ['I-Ns', 'O', 'E-Ns'], [3], [], [0, 2]],
		['unknown types', ['B-Nz', 'E-Nz'], [2], [['Nz', 0, 1]], []],
		['unknown prefixes', ['B-Ns', 'M-Ns', 'E-Ns', 'Ns', ''], [5], [], [0, 1, 2, 3, 4]],
		['the end of a piece', ['B-Ns', 'E-Ns', 'S-Nh'], [1, 2], [['Nh', 2, 2]], [0, 1]],
	])('reads %s', (_, tags, wordsOfPieces, spans, strays) => {
		expect(readSpans(tags, wordsOfPieces)).toEqual({
			spans: spans.map(([type, firstWord, lastWord]) => ({ type, firstWord, lastWord })),
			strays,
		});
	});
});

describe('locateWords', () => {
	it.each<[name: string, text: string, words: string[], places: (string | undefined)[]]>([
		['words without gaps', '我们走。', ['我们', '走', '。'], ['0-2', '2-3', '3-4']],
		[
			'white space and invisible signs',
			' 我\u200b们\n走 ',
			['我', '们', '走'],
			['1-2', '3-4', '5-6'],
		],
		['equal words', '走走走', ['走', '走', '走'], ['0-1', '1-2', '2-3']],
		['surrogate pairs', '𠮷野😀', ['𠮷', '野', '😀'], ['0-2', '2-3', '3-5']],
		[
			'a word with an invisible sign, but without a space that the text has',
			'好 \u200d好 人',
			['好', '\u200d好人'],
			['0-1', '3-6'],
		],
		['a word of white space', '好 人', ['好', ' ', '人'], ['0-1', '1-2', '2-3']],
		[
			'words that consist of invisible signs',
			'一👨\u200d👩\u200b\u202e\u0000。',
			['一', '👨', '\u200d', '👩', '\u200b', '\u202e\u0000', '。'],
			['0-1', '1-3', '3-4', '4-6', '6-7', '7-9', '9-10'],
		],
		[
			'a word of invisible signs that the text lacks there',
			'好人\u200d',
			['好', '\u200d', '人', '\u200d'],
			['0-1', undefined, '1-2', '2-3'],
		],
		[
			'a word of invisible signs after a word that the text lacks',
			'\u200d走',
			['来', '\u200d', '走'],
			[undefined, undefined, '1-2'],
		],
		['emoji', '👨‍👩‍👧走', ['👨‍👩‍👧', '走'], ['0-8', '8-9']],
		[
			'a flag of tag signs, which the service leaves out',
			'我🏴\u{e0067}\u{e0062}\u{e007f}走',
			['我', '🏴', '走'],
			['0-1', '1-3', '9-10'],
		],
		[
			'a word that the text lacks',
			'我Ａ来。',
			['我', 'A', '来', '。'],
			['0-1', undefined, '2-3', '3-4'],
		],
		[
			'words between two that the text lacks',
			'甲①的②乙',
			['甲', '1', '的', '2', '乙'],
			['0-1', undefined, undefined, undefined, '4-5'],
		],
		['one word more than the text has', '走', ['走', '走'], ['0-1', undefined]],
		[
			'a word that occurs twice, but only once in the text',
			'走',
			['走', '来', '走'],
			['0-1', undefined, undefined],
		],
		['an empty word', '我走', ['我', '', '走'], ['0-1', undefined, '1-2']],
		['only words that the text lacks', '我走', ['你', '来'], [undefined, undefined]],
		['no words', '我走', [], []],
	])('locates %s', (_, text, words, places) => {
		// The text begins at index 10, so all places are shifted by 10.
		const expected = places.map((place) => {
			if (place === undefined) return undefined;
			const [start = 0, end = 0] = place.split('-').map(Number);
			return { start: 10 + start, end: 10 + end };
		});
		expect(locateWords(text, words, 10)).toEqual(expected);
	});
});
