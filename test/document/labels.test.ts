import type { IDataObject } from 'n8n-workflow';
import { fileItem, fixture } from '../engine/images';
import { DocumentBench } from './bench';
import * as document1 from './table/labels';
import type { Labels } from './table/labels';

const bench = new DocumentBench();

/**
 * Runs an operation and returns its result.
 * @param data the answer of the service at this endpoint
 * @param wordCount the number of words that segmentation finds in the text
 */
async function resultFor(
	parameters: IDataObject,
	endpoint: 'pos' | 'ner' | 'dp' | 'srl' | 'sdp' | 'sdgp' | 'expression' | 'scene' | 'violence',
	data: object,
	wordCount: number,
): Promise<IDataObject> {
	const envelope = (value: object) =>
		JSON.stringify({ code: '0', data: value, desc: 'success', sid: 's' });
	const answerWith = (name: typeof endpoint | 'cws', value: object) =>
		bench.simulator.openPlatform.faults.add({
			kind: 'body',
			body: 'text',
			endpoint: name,
			text: envelope(value),
			times: 'always',
		});
	answerWith(endpoint, data);
	answerWith('cws', { word: Array.from({ length: wordCount }, () => '字') });
	const { error, outputs } = await bench.run(
		'iflytek',
		{ text: '字'.repeat(wordCount), ...parameters },
		fileItem(fixture('tiny.png'), 'a.png'),
	);
	expect(error).toBeUndefined();
	return outputs[0]?.[0]?.json ?? {};
}

const valuesOf = (labels: Labels) => labels.map(([value]) => value);
const textOperation = (operation: string) => ({ resource: 'text', operation });

test('parts of speech get their meanings', async () => {
	const labels = document1.PARTS_OF_SPEECH;
	const { tags } = await resultFor(
		textOperation('tagPartsOfSpeech'),
		'pos',
		{ pos: valuesOf(labels) },
		labels.length,
	);
	expect(tags).toMatchObject(labels.map(([tag, meaning]) => ({ tag, meaning })));
});

test('entities get their positions and the meanings of their types', async () => {
	const { ENTITY_POSITIONS: positions, ENTITY_TYPES: types } = document1;
	const tags = positions.flatMap(([prefix, position]) =>
		types.map(([type, meaning]) => ({ tag: `${prefix}-${type}`, position, type, meaning })),
	);
	const result = await resultFor(
		textOperation('recognizeEntities'),
		'ner',
		{ ner: ['O', ...tags.map(({ tag }) => tag)] },
		tags.length + 1,
	);
	expect(listsIn(result)).toContainEqual([
		expect.objectContaining({ tag: 'O', meaning: 'not part of an entity' }),
		...tags.map((tag) => expect.objectContaining(tag)),
	]);
});

/** The lists among the fields of a result. */
const listsIn = (result: object) => Object.values(result).filter(Array.isArray);

test('dependencies get their meanings', async () => {
	const labels = document1.DEPENDENCY_RELATIONS;
	// The head is the last word, and the parent of all other words.
	const dp = valuesOf(labels).map((relate) => ({
		parent: relate === 'HED' ? -1 : labels.length - 1,
		relate,
	}));
	const { dependencies } = await resultFor(
		textOperation('parseDependencies'),
		'dp',
		{ dp },
		labels.length,
	);
	expect(dependencies).toMatchObject(labels.map(([relation, meaning]) => ({ relation, meaning })));
});

test('semantic roles get their meanings', async () => {
	const labels = document1.SEMANTIC_ROLES;
	const srl = valuesOf(labels).map((type, index) => ({ beg: index, end: index, id: 0, type }));
	const { roles } = await resultFor(
		textOperation('labelSemanticRoles'),
		'srl',
		{ srl },
		labels.length,
	);
	expect(roles).toMatchObject(labels.map(([type, meaning]) => ({ type, meaning })));
});

describe('semantic relations', () => {
	const { SEMANTIC_RELATIONS, SEMANTIC_RELATION_ROLES, DERIVED_ROLE_PREFIXES } = document1;
	/** Each role with each prefix. Its meaning names the role, and the prefix in brackets. */
	const derivedRoles = DERIVED_ROLE_PREFIXES.flatMap(([prefix, kind]) =>
		SEMANTIC_RELATION_ROLES.map(
			([role, meaning]) => [`${prefix}${role}`, `${meaning} (${kind})`] as const,
		),
	);
	/** The last one is the root, which is the parent of all others. */
	const all: Labels = [...SEMANTIC_RELATION_ROLES, ...derivedRoles, ...SEMANTIC_RELATIONS];
	const expected = all.map(([relation, meaning]) => ({ relation, meaning }));

	test('relations of the semantic tree get their meanings', async () => {
		const sdp = valuesOf(all).map((relate) => ({
			parent: relate === 'Root' ? -1 : all.length - 1,
			relate,
		}));
		expect(
			(await resultFor(textOperation('parseSemanticTree'), 'sdp', { sdp }, all.length)).tree,
		).toMatchObject(expected);
	});

	test('relations of the semantic graph get their meanings', async () => {
		const sdgp = valuesOf(all).map((relate, id) => ({
			id,
			parent: relate === 'Root' ? -1 : all.length - 1,
			relate,
		}));
		expect(
			(await resultFor(textOperation('parseSemanticGraph'), 'sdgp', { sdgp }, all.length)).graph,
		).toMatchObject(expected);
	});
});

describe.each([
	['expression', 'recognizeExpression', document1.EXPRESSIONS],
	['scene', 'recognizeScene', document1.SCENES],
] as const)('%s', (endpoint, operation, labels) => {
	// Label -1 stands for a faulty image.
	const namedLabels = labels.filter(([label]) => label !== '-1');

	test.each(namedLabels)('label %s gets its name', async (label, labelName) => {
		const data = {
			fileList: [
				{
					label: Number(label),
					labels: [Number(label)],
					rate: 0.9,
					rates: [0.9],
					name: 'a.png',
					review: false,
				},
			],
		};
		const result = await resultFor({ resource: 'image', operation }, endpoint, data, 1);
		expect(result).toMatchObject({
			label: Number(label),
			labelName,
			top: [{ label: Number(label), labelName, rate: 0.9 }],
		});
	});
});

test('classes of violence get their names', async () => {
	const categories = valuesOf(document1.VIOLENCE_CLASSES).map((type) => ({
		type: Number(type),
		confidence: 0.5,
	}));
	const result = await resultFor(
		{ resource: 'image', operation: 'detectViolence' },
		'violence',
		{ type: 1, confidence: 0.5, categories, image_id: 'i' },
		1,
	);
	expect(result).toMatchObject({
		safe: false,
		typeName: 'contains weapons',
		categories: document1.VIOLENCE_CLASSES.map(([type, typeName]) => ({
			type: Number(type),
			typeName,
		})),
	});
});
