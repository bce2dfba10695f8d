/**
 * Excludes the descriptions of nodes and credentials from mutation: class properties with names, parameters and texts of
 * the panel, and functions that return the description of a parameter, or of several. Descriptions are tables, like the
 * constants that `ignoreStatic` excludes. test/document/fields.test.ts compares them with the documents. Other functions
 * of nodes and credentials are mutated.
 */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const DESCRIPTION_PROPERTIES = [
	'description',
	'displayName',
	'documentationUrl',
	'icon',
	'name',
	'properties',
	'restrictToSupportedNodes',
];

function isDescription({ node }) {
	if (node.type === 'ClassProperty') return DESCRIPTION_PROPERTIES.includes(node.key.name);
	const type = node.returnType?.typeAnnotation;
	return (type?.elementType ?? type)?.typeName?.name === 'INodeProperties';
}

function shouldIgnore(path) {
	const enclosing = path.find((parent) => parent.isClassProperty() || parent.isFunction());
	if (enclosing && isDescription(enclosing))
		return 'A test compares the descriptions with the documents.';
}

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'descriptions', { shouldIgnore }),
];
