import * as labels from '../../../nodes/shared/openPlatform/text/textLabels';

describe('labels', () => {
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
	])('the semantic relation %p means %p', (relation, meaning) => {
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
		['-Ns', { tag: '-Ns', position: '', type: 'Ns', meaning: 'place name' }],
		['Ns', { tag: 'Ns' }],
		['', { tag: '' }],
	])('the entity tag %p is read into its parts', (tag, parts) => {
		expect(labels.readEntityTag(tag)).toStrictEqual(parts);
	});
});
