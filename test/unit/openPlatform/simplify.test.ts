import { simplifyAnnotations } from '../../../nodes/shared/openPlatform/text';

describe('simplifyAnswer', () => {
	it('cws', () => {
		expect(simplifyAnnotations('cws', ['我们', '走'])).toStrictEqual({ words: ['我们', '走'] });
	});

	it('pos', () => {
		expect(simplifyAnnotations('pos', ['r', 'nl', '?'])).toStrictEqual({
			tags: [{ tag: 'r', meaning: 'pronoun' }, { tag: 'nl', meaning: 'location noun or organization name' }, { tag: '?' }],
		});
	});

	it('ner', () => {
		expect(simplifyAnnotations('ner', ['O', 'B-Ni', 'E-Ni', 'S-Nx'])).toStrictEqual({
			entities: [
				{ tag: 'O', meaning: 'not part of an entity' },
				{ tag: 'B-Ni', position: 'begin', type: 'Ni', meaning: 'organization name' },
				{ tag: 'E-Ni', position: 'end', type: 'Ni', meaning: 'organization name' },
				{ tag: 'S-Nx', position: 'single-word entity', type: 'Nx' },
			],
		});
	});

	it('dp', () => {
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

	it('srl', () => {
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

	it('sdp', () => {
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

	it('sdgp', () => {
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
