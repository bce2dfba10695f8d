import * as labels from '../../../nodes/shared/openPlatform/labels';

describe('labels', () => {
	it('has every entry of the tables', () => {
		const sizes = Object.entries(labels).flatMap(([name, value]) => (value instanceof Map ? [[name, value.size]] : []));
		expect(Object.fromEntries(sizes)).toEqual({
			PARTS_OF_SPEECH: 27,
			DEPENDENCY_RELATIONS: 15,
			ENTITY_POSITIONS: 4,
			ENTITY_TYPES: 3,
			SEMANTIC_ROLES: 22,
			SEMANTIC_RELATION_ROLES: 33,
			DERIVED_ROLE_PREFIXES: 2,
			SEMANTIC_RELATIONS: 37,
			EXPRESSIONS: 9,
			SCENES: 44,
			OBJECTS: 1,
			VIOLENCE_CLASSES: 8,
		});
	});

	it('keeps tables of numbers in the order of the numbers', () => {
		expect([...labels.SCENES.keys()]).toEqual([...Array.from({ length: 43 }, (_, label) => String(label)), '-1']);
	});

	it.each([
		['n', 'general noun'],
		['nl', 'location noun or organization name'],
		['ws', 'foreign word'],
		['N', undefined],
		['constructor', undefined],
		['', undefined],
	])('part of speech %p is %p', (tag, meaning) => {
		expect(labels.PARTS_OF_SPEECH.get(tag)).toBe(meaning);
	});

	it.each([
		['HED', 'head (core of the sentence)'],
		['POB', 'preposition-object'],
		['hed', undefined],
	])('dependency %p is %p', (relation, meaning) => {
		expect(labels.DEPENDENCY_RELATIONS.get(relation)).toBe(meaning);
	});

	it.each([
		['A0', 'agent of the action (usually)'],
		['A4', 'core role, varies with the predicate'],
		['PSE', 'possessee'],
		['A6', undefined],
	])('semantic role %p is %p', (type, meaning) => {
		expect(labels.SEMANTIC_ROLES.get(type)).toBe(meaning);
	});

	it.each([
		['Agt', 'agent'],
		['Desc', 'description'],
		['Feat', 'description'],
		['rAgt', 'agent (reverse role)'],
		['dPoss', 'possessor (nested role)'],
		['rDesc', 'description (reverse role)'],
		['dFeat', 'description (nested role)'],
		['eCau', 'cause'],
		['mPept', 'repetition'],
		['Root', 'root node of the sentence'],
		['rRoot', undefined],
		['dmPunc', undefined],
		['rdAgt', undefined],
		['xAgt', undefined],
		['r', undefined],
		['', undefined],
	])('semantic relation %p is %p', (relation, meaning) => {
		expect(labels.semanticRelationMeaning(relation)).toBe(meaning);
	});

	it.each([
		['O', { tag: 'O', meaning: 'not part of an entity' }],
		['B-Ns', { tag: 'B-Ns', position: 'begin', type: 'Ns', meaning: 'place name' }],
		['I-Ni', { tag: 'I-Ni', position: 'middle', type: 'Ni', meaning: 'organization name' }],
		['E-Nh', { tag: 'E-Nh', position: 'end', type: 'Nh', meaning: 'person name' }],
		['S-Nh', { tag: 'S-Nh', position: 'single-word entity', type: 'Nh', meaning: 'person name' }],
		['S-Nz', { tag: 'S-Nz', position: 'single-word entity', type: 'Nz' }],
		['M-Ns', { tag: 'M-Ns', position: 'M', type: 'Ns', meaning: 'place name' }],
		['Ns', { tag: 'Ns' }],
		['', { tag: '' }],
	])('entity tag %p', (tag, parts) => {
		expect(labels.readEntityTag(tag)).toStrictEqual(parts);
	});

	it('names labels of images by the number as text', () => {
		expect(['0', '2', '7', '-1', '8', '1.5'].map((label) => labels.EXPRESSIONS.get(label))).toEqual([
			'other (not a face-expression image)',
			'joy',
			'neutral',
			'faulty image file or unsupported format',
			undefined,
			undefined,
		]);
		expect(['0', '42', '-1', '43'].map((label) => labels.SCENES.get(label))).toEqual(['bedroom/living room', 'parking lot', 'image error', undefined]);
		expect(['-1', '0', '5304'].map((label) => labels.OBJECTS.get(label))).toEqual(['faulty or unsupported image', undefined, undefined]);
		expect(['0', '1', '7', '8'].map((type) => labels.VIOLENCE_CLASSES.get(type))).toEqual(['normal image', 'contains weapons', 'contains terror/gore content', undefined]);
	});
});
