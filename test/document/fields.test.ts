import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { loadPackage, type BuiltPackage } from './built';
import { differences, fieldsOf, shownFor } from './fields';
import { actions, credentials, triggers } from '.';

let built: BuiltPackage;
beforeAll(async () => {
	built = await loadPackage();
});

const propertiesOf = (node: string): INodeProperties[] =>
	built.nodes[node]?.description.properties ?? [];
const valuesOf = (property: INodeProperties | undefined) =>
	((property?.options ?? []) as INodePropertyOptions[]).map(({ value }) => String(value)).sort();
const operationsOf = (node: string, resource: string) =>
	propertiesOf(node).find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);

test('each node and each credential of the package has a table', () => {
	expect(Object.keys(built.nodes).sort()).toEqual(
		[...Object.keys(actions), ...Object.keys(triggers)].sort(),
	);
	expect(Object.keys(built.credentials).sort()).toEqual(Object.keys(credentials).sort());
});

describe.each(Object.entries(actions))('%s', (node, { default: defaultResource, resources }) => {
	test('the node has the resources of test/document/pages', () => {
		const resource = propertiesOf(node).find(({ name }) => name === 'resource');
		expect([valuesOf(resource), resource?.default]).toEqual([
			Object.keys(resources).sort(),
			defaultResource,
		]);
	});

	test.each(Object.entries(resources))(
		'resource %s: the operations in resources.ts are those of test/document/pages',
		(name, resource) => {
			const property = operationsOf(node, name);
			expect([valuesOf(property), property?.default]).toEqual([
				Object.keys(resource.operations).sort(),
				resource.default,
			]);
		},
	);

	const operations = Object.entries(resources).flatMap(([resource, { operations: own }]) =>
		Object.entries(own).map(([operation, { lines }]) => [resource, operation, lines] as const),
	);
	test.each(operations)('%s/%s: each field is as on its page', (resource, operation, lines) => {
		expect(
			differences(
				`${node} ${resource}/${operation}`,
				fieldsOf(shownFor(propertiesOf(node), resource, operation)),
				lines,
			),
		).toEqual([]);
	});
});

test.each(Object.entries(triggers))('%s: each field is as in its table', (node, lines) => {
	// n8n adds the poll times to a node that polls.
	const own = propertiesOf(node).filter(({ name }) => name !== 'pollTimes');
	expect(differences(node, fieldsOf(own), lines)).toEqual([]);
});

test.each(Object.entries(credentials))('%s: each field is as in its table', (name, lines) => {
	expect(differences(name, fieldsOf(built.credentials[name]?.properties ?? []), lines)).toEqual([]);
});
