import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { loadPackage, type BuiltPackage } from './built';
import { differences, fieldsOf, shownFor } from './fields';
import { CALL_ICON, EDITOR, ICON, LINKS } from './table/editor';
import { actions, credentials, triggers } from '.';

let built: BuiltPackage;
beforeAll(async () => {
	built = await loadPackage();
});

const propertiesOf = (node: string): INodeProperties[] =>
	built.nodes[node]?.description.properties ?? [];
const valuesOf = (property: INodeProperties | undefined) =>
	((property?.options ?? []) as INodePropertyOptions[]).map(({ value }) => String(value)).sort();
/** The parameter Operation of a resource. */
const operationProperty = (node: string, resource: string) =>
	propertiesOf(node).find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);

test('test/document describes each node and each credential of the package, and no others', () => {
	expect(Object.keys(built.nodes).sort()).toEqual(
		[...Object.keys(actions), ...Object.keys(triggers)].sort(),
	);
	expect(Object.keys(EDITOR).sort()).toEqual(Object.keys(built.nodes).sort());
	expect(Object.keys(built.credentials).sort()).toEqual(Object.keys(credentials).sort());
});

/** The names of the parameters that take no expression, each once. */
function withoutExpression(properties: INodeProperties[]): string[] {
	const names = properties.flatMap(({ name, type, noDataExpression, options = [] }) => [
		...(noDataExpression === true ? [name] : []),
		...(type === 'collection' ? withoutExpression(options as INodeProperties[]) : []),
	]);
	return [...new Set(names)];
}

test.each(Object.entries(EDITOR))(
	'%s: subtitle, icon, links, webhook and parameters without expressions are as in the table',
	(node, { subtitle, icon = ICON, version = 1, webhook, withoutExpression: names = [] }) => {
		const {
			properties,
			webhooks = [],
			...shown
		} = built.nodes[node]?.description ?? {
			properties: [],
		};
		expect({
			...shown,
			webhooks: webhooks.map(({ httpMethod, path }) => `${String(httpMethod)} ${path}`),
			withoutExpression: withoutExpression(properties),
		}).toMatchObject({
			subtitle,
			version,
			iconUrl: icon,
			codex: { resources: LINKS },
			webhooks: webhook === undefined ? [] : [webhook],
			withoutExpression: names,
		});
	},
);

describe.each(Object.entries(actions))('%s', (node, { default: defaultResource, resources }) => {
	test('the node has the resources of test/document/pages', () => {
		const resource = propertiesOf(node).find(({ name }) => name === 'resource');
		expect([valuesOf(resource), resource?.default]).toEqual([
			Object.keys(resources).sort(),
			defaultResource,
		]);
	});

	test.each(Object.entries(resources))(
		'resource %s: resources.ts has the operations of test/document/pages',
		(name, resource) => {
			const property = operationProperty(node, name);
			expect([valuesOf(property), property?.default]).toEqual([
				Object.keys(resource.operations).sort(),
				resource.default,
			]);
		},
	);

	const operations = Object.entries(resources).flatMap(([resource, { operations: pages }]) =>
		Object.entries(pages).map(([operation, { lines }]) => [resource, operation, lines] as const),
	);
	test.each(operations)('%s/%s: each field is as on the page', (resource, operation, lines) => {
		expect(
			differences(
				`${node} ${resource}/${operation}`,
				fieldsOf(shownFor(propertiesOf(node), resource, operation)),
				lines,
			),
		).toEqual([]);
	});
});

test.each(Object.entries(triggers))('%s: each field is as in the table', (node, lines) => {
	// n8n adds the parameter Poll Times to a node that polls.
	const ownProperties = propertiesOf(node).filter(({ name }) => name !== 'pollTimes');
	expect(differences(node, fieldsOf(ownProperties), lines)).toEqual([]);
});

test.each(Object.entries(credentials))(
	'%s: icon and each field are as in the table',
	(name, lines) => {
		const iconUrl = name === 'iflytekAiCallApi' ? CALL_ICON : ICON;
		expect(built.credentials[name]).toMatchObject({ iconUrl });
		expect(differences(name, fieldsOf(built.credentials[name]?.properties ?? []), lines)).toEqual(
			[],
		);
	},
);
