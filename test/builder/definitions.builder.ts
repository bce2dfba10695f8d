import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
	isINodeProperties,
	isINodePropertyCollection,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { REPOSITORY } from '../e2e/lib/pack';
import { sharedN8n } from '../e2e/shared';
import { completed, definitionText, Definitions } from './lib/definitions';

const types: INodeTypeDescription[] = [];
/** The text that n8n's AI builder reads about each node before it writes a workflow, by the node's name. */
const texts: Record<string, string> = {};

beforeAll(async () => {
	const loaded = await sharedN8n().rest.nodeTypes('n8n-nodes-xfyun.');
	types.push(...loaded.filter(({ name }) => !name.endsWith('Tool')));
	for (const type of types) texts[type.name.split('.')[1] ?? ''] = definitionText(type);
});

test('each definition compiles', async () => {
	const definitions = await Definitions.write(types);
	const completedTexts = Object.entries(texts).map(([name, text]) => [name, completed(text)]);
	expect(definitions.compile(Object.fromEntries(completedTexts))).toBe('');
	definitions.remove();
});

/** A parameter, and all parameters inside it. Notices and hidden parameters are left out, as in a definition. */
function withInner(property: INodeProperties): INodeProperties[] {
	if (property.type === 'notice' || property.type === 'hidden') return [];
	const inner = (property.options ?? []).flatMap((option) =>
		isINodePropertyCollection(option) ? option.values : isINodeProperties(option) ? [option] : [],
	);
	return [property, ...inner.flatMap(withInner)];
}

/** The part of a definition that is about one operation, or "" if there is none. */
function partOf(text: string, resource: string, operation: string): string {
	const position = text.indexOf(`  resource: '${resource}';\n  operation: '${operation}';`);
	if (position === -1) return '';
	const begin = text.lastIndexOf('\nexport type', position);
	const end = text.indexOf('\n};\n', position);
	return text.slice(begin, end);
}

interface Schema {
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** All fields of an output, including the fields of its objects and lists. */
function fieldsOf({ properties = {}, items }: Schema): string[] {
	return [
		...Object.keys(properties),
		...Object.values(properties).flatMap(fieldsOf),
		...(items ? fieldsOf(items) : []),
	];
}

/** Whether a definition has a line for this name, such as `name:`, `'name':` or `name?:`. */
const isNamed = (text: string, name: string): boolean =>
	new RegExp(`(^|[\\s'])${name}'?\\??:`, 'm').test(text);

const FOLDER = path.join(REPOSITORY, 'nodes');

/** A node's name in n8n, from the name of its folder: `iflytek` for `Iflytek`. */
const nameInN8n = (folder: string) => folder.charAt(0).toLowerCase() + folder.slice(1);

/**
 * The output schemas of a node. An action node has one for each operation, whose place is the resource and the operation. A
 * trigger has one schema.
 */
function schemasOf(node: string): { place: string[]; schema: Schema }[] {
	const folder = path.join(FOLDER, node, '__schema__/v1.0.0');
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.map((file) => ({
			place: file.replace('.json', '').split(path.sep),
			schema: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Schema,
		}));
}

test('each definition names every parameter', () => {
	const missing = types.flatMap(({ name, properties }) => {
		const text = texts[name.split('.')[1] ?? ''] ?? '';
		const all = properties.flatMap(withInner).map((property) => property.name);
		return all
			.filter((parameter) => !isNamed(text, parameter))
			.map((parameter) => `${name} ${parameter}`);
	});
	expect(missing).toEqual([]);
});

test('each definition names every operation with all fields of its output', () => {
	const missing = readdirSync(FOLDER).flatMap((node) => {
		// The folder `shared` has no node.
		if (node === 'shared') return [];
		const text = texts[nameInN8n(node)] ?? '';
		return schemasOf(node).flatMap(({ place, schema }) => {
			const [resource = '', operation] = place;
			const part = operation === undefined ? text : partOf(text, resource, operation);
			const unnamed = fieldsOf(schema).filter((field) => !isNamed(part, field));
			if (!part.includes('<output>')) unnamed.unshift('<output>');
			return unnamed.map((field) => `${node} ${place.join(' ')} ${field}`);
		});
	});
	expect(missing).toEqual([]);
});

test('each operation of the nodes has an output schema, and each schema of an action node has its operation', () => {
	const operations = types.flatMap(({ name, properties }) =>
		properties
			.filter((property) => property.name === 'operation')
			.flatMap(({ displayOptions, options = [] }) =>
				options.map(
					(option) =>
						`${name} ${String(displayOptions?.show?.resource?.[0])} ${'value' in option ? String(option.value) : ''}`,
				),
			),
	);
	const withSchema = ['Iflytek', 'IflytekAiCall'].flatMap((node) =>
		schemasOf(node).map(({ place }) => `n8n-nodes-xfyun.${nameInN8n(node)} ${place.join(' ')}`),
	);
	expect(operations.sort()).toEqual(withSchema.sort());
});
