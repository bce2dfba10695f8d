/**
 * Excludes two kinds of code from mutation:
 * - the descriptions of nodes and credentials: class properties with names, parameters and texts of the panel, and
 *   functions that return the description of a parameter. test/document/fields.test.ts compares them with the documents.
 *   Other functions of nodes and credentials are mutated.
 * - constants of a module. `ignoreStatic` excludes them only if no test loads the module again.
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
	return node.returnType?.typeAnnotation.typeName?.name === 'INodeProperties';
}

function holdsFunction(path) {
	let holds = false;
	path.traverse({ Function: () => void (holds = true) });
	return holds;
}

function shouldIgnore(path) {
	const enclosing = path.find((parent) => parent.isClassProperty() || parent.isFunction());
	if (!enclosing && path.isExpression() && !holdsFunction(path))
		return 'A constant is only read when its module is loaded.';
	if (enclosing && isDescription(enclosing))
		return 'A test compares the descriptions with the documents.';
}

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'descriptions', { shouldIgnore }),
];
