/**
 * Leaves out the descriptions of nodes and credentials: class properties with names, parameters and texts of the panel,
 * and functions that return a parameter. Descriptions are tables, like the constants that `ignoreStatic` leaves out.
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
	const enclosing = path.find((parent) => parent.isClassProperty() || parent.isFunction());
	if (enclosing && isDescription(enclosing))
		return 'A test compares the descriptions with the documents.';
}

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'descriptions', { shouldIgnore }),
];
