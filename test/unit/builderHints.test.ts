/** The hints that n8n's AI builder gets for each node and its parameters. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isINodeProperties, isINodePropertyCollection, type INodeProperties } from 'n8n-workflow';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekApi } from '../../credentials/IflytekApi.credentials';
import { Iflytek, parameterHints as iflytek } from '../../nodes/Iflytek/Iflytek.node';
import {
	IflytekAiCall,
	parameterHints as aiCall,
} from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import {
	IflytekAiCallContextTrigger,
	parameterHints as contextTrigger,
} from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import {
	IflytekAiCallTaskTrigger,
	parameterHints as taskTrigger,
} from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import {
	IflytekAiCallTrigger,
	parameterHints as trigger,
} from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';

const NODES = [
	{ description: new Iflytek().description, hints: iflytek },
	{ description: new IflytekAiCall().description, hints: aiCall },
	{ description: new IflytekAiCallTrigger().description, hints: trigger },
	{ description: new IflytekAiCallContextTrigger().description, hints: contextTrigger },
	{ description: new IflytekAiCallTaskTrigger().description, hints: taskTrigger },
];

/** A parameter, and all parameters inside it. */
function withInnerParameters(property: INodeProperties): INodeProperties[] {
	const inner = (property.options ?? []).flatMap((option) => {
		if (isINodePropertyCollection(option)) return option.values;
		return isINodeProperties(option) ? [option] : [];
	});
	return [property, ...inner.flatMap(withInnerParameters)];
}

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const filesIn = (folder: string, end: string) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(end))
		.map((file) => join(folder, file));

const PARAMETERS = NODES.flatMap(({ description }) => description.properties)
	.concat(new IflytekApi().properties, new IflytekAiCallApi().properties)
	.flatMap(withInnerParameters);
const choices = PARAMETERS.flatMap(({ options = [] }) => options).filter(
	(entry) => 'value' in entry,
);
/** The names of parameters, of their choices and of output fields. */
const KNOWN_NAMES = new Set([
	...PARAMETERS.map(({ name }) => name),
	...choices.map(({ value }) => String(value)),
	...filesIn('nodes', '.json').flatMap((file) =>
		file.includes('__schema__')
			? [...read(file).matchAll(/"(\w+)": \{/g)].map(([, name = '']) => name)
			: [],
	),
]);
/** The operations of a node, such as `Task: Create`, by the names that the editor shows. */
const operationNames = PARAMETERS.filter(({ name }) => name === 'operation').flatMap(
	({ displayOptions, options = [] }) => {
		const resource = choices.find(({ value }) => value === displayOptions?.show?.resource?.[0]);
		return options.map(({ name }) => `${resource?.name}: ${name}`);
	},
);
/** Names in hints that are n8n's, or examples of what the user has. */
const OTHER_NAMES = [
	...['iFLYTEK', 'mappingMode', 'autoMapInputData', 'defineBelow'],
	...['data', 'orderNumber', 'rows', 'xiaoyan'],
];

describe.each(NODES)('$description.displayName', ({ description, hints }) => {
	const parameters = description.properties.flatMap(withInnerParameters);

	test('each hint belongs to an existing parameter, and all parameters with that name have the hint', () => {
		const hinted = parameters.filter(({ builderHint }) => builderHint !== undefined);
		expect(new Set(hinted.map(({ name }) => name))).toEqual(new Set(Object.keys(hints)));
		for (const { name, builderHint } of parameters)
			expect([name, builderHint?.propertyHint]).toEqual([name, hints[name]]);
	});

	test('`resource`, `operation` and `mode` have no hint, because n8n refuses to load a node that has one for them', () => {
		expect(Object.keys(hints)).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/^(resource|operation|mode)$/)]),
		);
	});

	test('no hint has an expression as n8n stores it, a connection type such as `ai_tool`, or Chinese text', () => {
		const texts = JSON.stringify([description.builderHint, hints]);
		expect(texts).not.toMatch(/=\{\{|\bai_|\p{Script=Han}/u);
	});

	test('each field, parameter, choice and operation that a hint names exists', () => {
		const { searchHint, relatedNodes = [] } = description.builderHint ?? {};
		const texts = [
			searchHint,
			...relatedNodes.map(({ relationHint }) => relationHint),
			...Object.values(hints),
		];
		const named = texts.flatMap((text = '') => [
			...text.matchAll(/"([a-z]\w*)"|\b([a-z]+_[a-z_]+|[a-z]+[A-Z]\w*)\b/g),
		]);
		const unknown = named.flatMap(([, quoted, name = quoted ?? '']) =>
			KNOWN_NAMES.has(name) || OTHER_NAMES.includes(name) ? [] : [name],
		);
		const operations = texts.join(' ').match(/\b[A-Z]\w+: [A-Z]\w+(?: (?!and)[A-Z]\w+)*/g) ?? [];
		const unknownOperations = operations.filter((name) => !operationNames.includes(name));
		expect([...unknown, ...unknownOperations]).toEqual([]);
	});

	test('a switch that a hint keeps on is on by default, and one that it keeps off is off', () => {
		const kept = Object.entries(hints).flatMap(([name, hint]) => {
			const [, state] = /^(?:Keep|Leave) it (on|off)\b/.exec(hint) ?? [];
			return state === undefined ? [] : [[name, state === 'on']];
		});
		const defaults = kept.map(([name]) => [
			name,
			parameters.find((parameter) => parameter.name === name)?.default,
		]);
		expect(defaults).toEqual(kept);
	});

	test('the node says what it is for, which nodes go with it, and what it returns', () => {
		expect(description.builderHint).toEqual({
			searchHint: expect.stringMatching(/\w/),
			relatedNodes: expect.arrayContaining([
				{ nodeType: expect.stringMatching(/^n8n-nodes-/), relationHint: expect.any(String) },
			]),
			extraTypeDefContent: expect.arrayContaining([
				expect.objectContaining({ content: expect.stringContaining('output item') }),
			]),
		});
	});
});

test('each switch that a text tells to turn on is off by default, each that it tells to turn off is on, and each has the default that a text says', () => {
	const texts = [
		'README.md',
		'examples/README.md',
		...filesIn('docs', '.md'),
		...filesIn('nodes', '.ts'),
		...filesIn('credentials', '.ts'),
	];
	const told = texts.flatMap((file) => [
		...read(file).matchAll(
			/\b[Tt]urn (on|off) (?:\*\*)?([A-Z]\w+(?: (?:(?:per|and|of) )?[A-Z]\w+)*)/g,
		),
	]);
	const byDefault = texts.flatMap((file) => [
		...read(file).matchAll(
			/((?:[A-Z]\w+ )*[A-Z]\w+)(?:\*\*)? ?[(（](on by|off by|默认打开|默认开启|默认关闭)/g,
		),
	]);
	const stated = [
		...told.map(([sentence, state, name]) => ({ sentence, name, isOn: state === 'off' })),
		...byDefault.map(([sentence, name, state = '']) => ({
			sentence,
			name: name?.replace(/^With /, ''),
			isOn: !/off|关闭/.test(state),
		})),
	];
	const wrong = stated.filter(
		({ name, isOn }) =>
			!PARAMETERS.some(
				(parameter) =>
					parameter.type === 'boolean' &&
					parameter.displayName === name &&
					parameter.default === isOn,
			),
	);
	expect([...new Set(wrong.map(({ sentence }) => sentence))]).toEqual([
		// Said where the user has turned it on.
		'turn off Allow Duplicate Numbers',
		// A switch of n8n's node Extract from File, on by default.
		'Turn off Header Row',
	]);
});
