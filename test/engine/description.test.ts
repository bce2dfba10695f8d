import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { resources } from '../../nodes/Iflytek/resources';
import { findOperation } from '../../nodes/shared/n8n/run/operations';

/** What saved workflows depend on: resource → operation → parameters and, behind a slash, options. */
const FIXED = {
	handwriting: { recognize: ['binaryPropertyName', 'language', 'location', 'simplify', 'options'] },
	image: {
		detectViolence: ['inputType', 'binaryPropertyName', 'imageUrls', 'imageIds', 'simplify', 'options', '/details'],
		recognizeExpression: ['inputType', 'binaryPropertyName', 'imageUrl', 'simplify', 'options', '/imageName'],
		recognizeObject: ['inputType', 'binaryPropertyName', 'imageUrl', 'simplify', 'options', '/imageName'],
		recognizeScene: ['inputType', 'binaryPropertyName', 'imageUrl', 'simplify', 'options', '/imageName'],
	},
	speech: {
		synthesize: ['service', 'text', 'voice', 'format', 'sampleRate', 'simplify', 'options', '/backgroundSound', '/engine', '/english', '/fileName', '/minorLanguage', '/numbers', '/outputField', '/pitch', '/speed', '/volume'],
	},
	text: {
		analyze: ['text', 'functions', 'simplify', 'options', '/longText'],
		labelSemanticRoles: ['text', 'simplify', 'includeWords', 'options', '/longText'],
		parseDependencies: ['text', 'simplify', 'includeWords', 'options', '/longText'],
		parseSemanticGraph: ['text', 'simplify', 'includeWords', 'options', '/longText'],
		parseSemanticTree: ['text', 'simplify', 'includeWords', 'options', '/longText'],
		recognizeEntities: ['text', 'simplify', 'includeWords', 'options', '/longText'],
		segment: ['text', 'simplify', 'options', '/longText'],
		tagPartsOfSpeech: ['text', 'simplify', 'includeWords', 'options', '/longText'],
	},
} as const;

const { description } = new Iflytek();
const shownFor = (resource: string, operation: string) =>
	description.properties.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(resource) && displayOptions.show.operation?.includes(operation));
const optionsIn = (property: INodeProperties) => (property.options ?? []) as (INodeProperties & INodePropertyOptions)[];
const COMMON = ['concurrentRequests', 'retries', 'timeout'];

function described(): object {
	const resourceList = description.properties.find(({ name }) => name === 'resource');
	return Object.fromEntries(
		optionsIn(resourceList as INodeProperties).map(({ value: resource }) => {
			const operations = description.properties.find(({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(resource));
			const entries = optionsIn(operations as INodeProperties).map(({ value: operation }) => {
				const parameters = shownFor(String(resource), String(operation));
				const options = parameters.filter(({ name }) => name === 'options').flatMap(optionsIn);
				expect(options.map(({ name }) => name)).toEqual(expect.arrayContaining(COMMON));
				const own = options.map(({ name }) => name).filter((name) => !COMMON.includes(name));
				// Synthesize has one Options collection for each service.
				return [operation, [...new Set([...parameters.map(({ name }) => name), ...own.sort().map((name) => `/${name}`)])]];
			});
			return [resource, Object.fromEntries(entries)];
		}),
	);
}

test('resources, operations and parameters have the names that saved workflows depend on', () => {
	expect(described()).toEqual(FIXED);
	expect([description.name, description.displayName, description.usableAsTool]).toEqual(['iflytek', 'iFLYTEK', true]);
});

test('what the description lists is what the node can do, and nothing else', () => {
	const known = resources.flatMap(({ value, operations }) => operations.map(({ option }) => [value, option.value]));
	const listed = Object.entries(FIXED).flatMap(([resource, operations]) => Object.keys(operations).map((operation) => [resource, operation]));
	expect([...known].sort()).toEqual([...listed].sort());
	for (const [resource, operation] of listed) expect(findOperation(resources, String(resource), String(operation))).toBeDefined();
});

test('each operation has an action and a description, each resource begins with one of its own', () => {
	for (const { operations, defaultOperation } of resources) {
		expect(operations.map(({ option }) => option.value)).toContain(defaultOperation);
		for (const { option } of operations) expect([typeof option.action, typeof option.description]).toEqual(['string', 'string']);
	}
});

test('a new node begins with Analyze, the first operation of Text', () => {
	const defaultOf = (name: string, resource?: string) =>
		description.properties.find((property) => property.name === name && (resource === undefined || property.displayOptions?.show?.resource?.includes(resource)));
	const operations = defaultOf('operation', 'text');
	expect([defaultOf('resource')?.default, operations?.default, optionsIn(operations as INodeProperties)[0]?.value]).toEqual(['text', 'analyze', 'analyze']);
});
