/**
 * Leaves out what nodes and credentials say about themselves: class properties with names, parameters and texts of the
 * panel, and functions that make such a parameter. These are tables, like the constants that `ignoreStatic` leaves out;
 * test/document/fields.test.ts compares them with the documents. Other functions of nodes and credentials are mutated.
 */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const DESCRIPTIONS = [
	'description',
	'displayName',
	'documentationUrl',
	'icon',
	'name',
	'properties',
	'restrictToSupportedNodes',
];

function isDescription({ node }) {
	if (node.type === 'ClassProperty') return DESCRIPTIONS.includes(node.key.name);
	return node.returnType?.typeAnnotation.typeName?.name === 'INodeProperties';
}

function shouldIgnore(path) {
	const around = path.find((one) => one.isClassProperty() || one.isFunction());
	if (around && isDescription(around))
		return 'What a node says of itself is held against the documents.';
}

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'descriptions', { shouldIgnore }),
];
