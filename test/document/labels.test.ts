import type { IDataObject } from 'n8n-workflow';
import { fileItem, fixture } from '../engine/images';
import { DocumentBench } from './bench';
import * as document1 from './table/labels';
import type { Labels } from './table/labels';

const bench = new DocumentBench();

/** Runs an operation whose service answers with `data`. The answer to a request for words has `words` words. */
async function answered(
	parameters: IDataObject,
	endpoint: 'pos' | 'ner' | 'dp' | 'srl' | 'sdp' | 'sdgp' | 'expression' | 'scene' | 'violence',
	data: object,
	words: number,
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
	answerWith('cws', { word: Array.from({ length: words }, () => '字') });
	const { error, outputs } = await bench.run(
		'iflytek',
		{ text: '字'.repeat(words), ...parameters },
		fileItem(fixture('tiny.png'), 'a.png'),
	);
	expect(error).toBeUndefined();
	return outputs[0]?.[0]?.json ?? {};
}

const values = (labels: Labels) => labels.map(([value]) => value);
const text = (operation: string) => ({ resource: 'text', operation });

test('parts of speech get their meanings', async () => {
	const labels = document1.PARTS_OF_SPEECH;
	const { tags } = await answered(
		text('tagPartsOfSpeech'),
		'pos',
		{ pos: values(labels) },
		labels.length,
	);
	expect(tags).toMatchObject(labels.map(([tag, meaning]) => ({ tag, meaning })));
});

test('entities get the meanings of their position and their type', async () => {
	const { ENTITY_POSITIONS: positions, ENTITY_TYPES: types } = document1;
	const tags = positions.flatMap(([prefix, position]) =>
		types.map(([type, meaning]) => ({ tag: `${prefix}-${type}`, position, type, meaning })),
	);
	const result = await answered(
		text('recognizeEntities'),
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
	const dp = values(labels).map((relate) => ({
		parent: relate === 'HED' ? -1 : labels.length - 1,
		relate,
	}));
	const { dependencies } = await answered(text('parseDependencies'), 'dp', { dp }, labels.length);
	expect(dependencies).toMatchObject(labels.map(([relation, meaning]) => ({ relation, meaning })));
});

test('semantic roles get their meanings', async () => {
	const labels = document1.SEMANTIC_ROLES;
	const srl = values(labels).map((type, index) => ({ beg: index, end: index, id: 0, type }));
	const { roles } = await answered(text('labelSemanticRoles'), 'srl', { srl }, labels.length);
	expect(roles).toMatchObject(labels.map(([type, meaning]) => ({ type, meaning })));
});

describe('semantic relations', () => {
	const { SEMANTIC_RELATIONS, SEMANTIC_RELATION_ROLES, DERIVED_ROLE_PREFIXES } = document1;
	/** Each role with each prefix. The meaning names the role and the kind of the prefix. */
	const derived = DERIVED_ROLE_PREFIXES.flatMap(([prefix, kind]) =>
		SEMANTIC_RELATION_ROLES.map(
			([role, meaning]) => [`${prefix}${role}`, `${meaning} (${kind})`] as const,
		),
	);
	const all: Labels = [...SEMANTIC_RELATION_ROLES, ...derived, ...SEMANTIC_RELATIONS];
	const expected = all.map(([relation, meaning]) => ({ relation, meaning }));

	test('relations of the semantic tree get their meanings', async () => {
		const sdp = values(all).map((relate) => ({
			parent: relate === 'Root' ? -1 : all.length - 1,
			relate,
		}));
		expect(
			(await answered(text('parseSemanticTree'), 'sdp', { sdp }, all.length)).tree,
		).toMatchObject(expected);
	});

	test('relations of the semantic graph get their meanings', async () => {
		const sdgp = values(all).map((relate, id) => ({
			id,
			parent: relate === 'Root' ? -1 : all.length - 1,
			relate,
		}));
		expect(
			(await answered(text('parseSemanticGraph'), 'sdgp', { sdgp }, all.length)).graph,
		).toMatchObject(expected);
	});
});

describe.each([
	['expression', 'recognizeExpression', document1.EXPRESSIONS],
	['scene', 'recognizeScene', document1.SCENES],
] as const)('%s', (endpoint, operation, labels) => {
	const known = labels.filter(([label]) => label !== '-1');

	test.each(known)('label %s gets its name', async (label, labelName) => {
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
		const result = await answered({ resource: 'image', operation }, endpoint, data, 1);
		expect(result).toMatchObject({
			label: Number(label),
			labelName,
			top: [{ label: Number(label), labelName, rate: 0.9 }],
		});
	});
});

test('classes of violence get their names', async () => {
	const categories = values(document1.VIOLENCE_CLASSES).map((type) => ({
		type: Number(type),
		confidence: 0.5,
	}));
	const result = await answered(
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
