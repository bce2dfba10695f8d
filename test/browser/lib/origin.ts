/** What is open in a picture of docs/images, and what the product shows there. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
	NodeHelpers,
	type ICredentialType,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

const ROOT = path.join(__dirname, '../../..');

/** What is open in a picture. */
export interface Origin {
	/** The panel of a node, and its parameters that are not the default. */
	node?: { type: string; parameters: INodeParameters };
	/** The dialog of a credential, by the credential's type. */
	credential?: string;
	/** The list of nodes. */
	creator?: true;
	/** An example, by its name. */
	example?: string;
}

export const digestOf = (content: Buffer | string): string =>
	createHash('sha256').update(content).digest('hex');

/** The nodes of the package by their types, and its credentials by their names. */
export interface Product {
	nodes: ReadonlyMap<string, INodeTypeDescription>;
	credentials: ReadonlyMap<string, ICredentialType>;
}

/** The package as it was built last. */
export async function builtProduct(): Promise<Product> {
	const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
		name: string;
		n8n: Record<'nodes' | 'credentials', string[]>;
	};
	const built = async <T>(file: string): Promise<T> => {
		const exported = (await import(path.join(ROOT, file))) as Record<string, new () => T>;
		const Class = exported[path.basename(file).split('.')[0] ?? ''];
		if (Class === undefined) throw new Error(`${file} has no class of its name`);
		return new Class();
	};
	const nodes = await Promise.all(
		manifest.n8n.nodes.map(async (file) => await built<INodeType>(file)),
	);
	const credentials = await Promise.all(
		manifest.n8n.credentials.map(async (file) => await built<ICredentialType>(file)),
	);
	return {
		nodes: new Map(
			nodes.map(({ description }) => [`${manifest.name}.${description.name}`, description]),
		),
		credentials: new Map(credentials.map((credential) => [credential.name, credential])),
	};
}

const isNamed = (
	option: INodePropertyOptions | INodeProperties | INodePropertyCollection,
): option is INodePropertyOptions => 'value' in option;

/** A value as the panel shows it: a choice by its name. Of lists and mappings only how they were filled. */
function shownValue({ options = [] }: INodeProperties, value: unknown): string {
	const choices = options.filter(isNamed);
	const named = [value]
		.flat()
		.map((one) => choices.find((choice) => choice.value === one)?.name ?? one);
	return JSON.stringify(Array.isArray(value) ? named : named[0]) ?? '';
}

/** A parameter with its value, and what the panel writes around it. The fields of a collection only if they are set. */
function parameterLines(property: INodeProperties, values: INodeParameters): string[] {
	const { displayName, name, type, hint, placeholder, options = [] } = property;
	const value = values[name];
	const around = [hint, placeholder].filter((text) => text !== undefined && text !== '');
	if (type !== 'collection')
		return [[`${displayName}: ${shownValue(property, value)}`, ...around].join(' · ')];
	const set = Object.keys(value ?? {});
	const fields = options.filter((option): option is INodeProperties => 'type' in option);
	return [
		`${displayName}: ${placeholder ?? ''}`,
		...fields
			.filter((field) => set.includes(field.name))
			.flatMap((field) => parameterLines(field, Object(value) as INodeParameters)),
	];
}

/** As a new node of this type. */
const newest = ({ version }: INodeTypeDescription) => ({
	typeVersion: Math.max(...[version].flat()),
});

/** A node's parameters: with those that have their default, or without. What the editor keeps for lists is left out. */
function parametersOf(
	node: INodeTypeDescription,
	given: INodeParameters,
	withDefaults: boolean,
): INodeParameters {
	const values = NodeHelpers.getNodeParameters(
		node.properties,
		given,
		withDefaults,
		false,
		newest(node),
		node,
	);
	const ofTheEditor = ['schema', 'matchingColumns', 'cachedResultUrl'];
	return JSON.parse(
		JSON.stringify(values, (key, value: unknown) =>
			ofTheEditor.includes(key) ? undefined : value,
		),
	) as INodeParameters;
}

/** The open panel of a node, with these values. */
export const panelOf = (product: Product, type: string, values: INodeParameters): Origin => ({
	node: { type, parameters: parametersOf(nodeOf(product, type), values, false) },
});

function nodeOf({ nodes }: Product, type: string): INodeTypeDescription {
	const node = nodes.get(type);
	if (node === undefined) throw new Error(`The package has no ${type}`);
	return node;
}

/** The panel of a node: its parameters from top to bottom. */
function panelLines(node: INodeTypeDescription, parameters: INodeParameters): string[] {
	const values = parametersOf(node, parameters, true);
	const shown = node.properties.filter(
		(property) =>
			property.type !== 'hidden' &&
			NodeHelpers.displayParameterPath(values, property, '', newest(node), node),
	);
	return [
		node.displayName,
		...iconLines(node),
		...shown.flatMap((property) => parameterLines(property, values)),
	];
}

const iconLines = ({ icon }: Pick<INodeTypeDescription, 'icon'>) =>
	Object.values(Object(icon) as Record<string, string>).map((url) => {
		const file = `icons/${path.basename(url)}`;
		return `${file} ${digestOf(readFileSync(path.join(ROOT, file))).slice(0, 12)}`;
	});

/** A credential's fields, and their choices. */
function credentialLines({ credentials }: Product, name: string): string[] {
	const credential = credentials.get(name);
	if (credential === undefined) throw new Error(`The package has no credential ${name}`);
	const fields = credential.properties.filter(({ type }) => type !== 'hidden');
	return [
		credential.displayName,
		...iconLines(credential),
		...fields.map(({ displayName, description = '', options = [], hint = '' }) =>
			[displayName, description, hint, ...options.filter(isNamed).map((choice) => choice.name)]
				.filter(Boolean)
				.join(' · '),
		),
	];
}

const creatorLines = ({ nodes }: Product) =>
	[...nodes.values()].flatMap((node) => [
		`${node.displayName}: ${node.description}`,
		...iconLines(node),
	]);

/** The nodes of an example: where each stands, and a digest of what it does. */
function exampleLines(name: string): string[] {
	const file = path.join(ROOT, 'examples', `${name}.json`);
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as {
		nodes: { name: string; type: string; position: number[]; parameters: object }[];
	};
	return nodes.map(({ name: node, type, position, parameters }) => {
		const digest = digestOf(JSON.stringify([type, parameters])).slice(0, 12);
		return `${node} at ${position.join(', ')}: ${digest}`;
	});
}

/** What the product shows of an origin today. */
export function linesOf(
	product: Product,
	{ node, credential, creator, example }: Origin,
): string[] {
	return [
		...(node ? panelLines(nodeOf(product, node.type), node.parameters) : []),
		...(credential === undefined ? [] : credentialLines(product, credential)),
		...(creator ? creatorLines(product) : []),
		...(example === undefined ? [] : exampleLines(example)),
	];
}
