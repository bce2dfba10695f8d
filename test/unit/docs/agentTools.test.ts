import { NodeHelpers, type INodePropertyOptions } from 'n8n-workflow';
import { Iflytek } from '../../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node';
import { resources as aiCall } from '../../../nodes/IflytekAiCall/actions/router';
import { resources as openPlatform } from '../../../nodes/Iflytek/actions/router';
import { exampleTools, operationTools, TOOL_PAGES, toolOf } from './agentTools';

/** Names of parameters that a person must decide: who is called, on whose bill, with which line and script, when and how often. */
const NOT_FOR_MODELS =
	/credential|calling|rowKey|testNumber|mode$|robotId|lineNum|furtherLines|begin|end$|options/i;

/** Each operation as one text: the tool's node type, the resource and the operation. */
const operationKeys = [
	...openPlatform.flatMap(({ value, operations: all }) =>
		all.map(({ option }) => `n8n-nodes-xfyun.iflytekTool ${value} ${String(option.value)}`),
	),
	...aiCall.flatMap(({ value, operations: all }) =>
		all.map(({ option }) => `n8n-nodes-xfyun.iflytekAiCallTool ${value} ${String(option.value)}`),
	),
];

test.each(operationTools())('$key says what it does, and what each parameter takes', ({ tool }) => {
	expect(tool.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
	expect(tool.description).toMatch(/ in iFLYTEK( AI Call)?$/);
	const { properties, required = [] } = tool.parameters;
	expect(required).toEqual(Object.keys(properties));
	for (const { description } of Object.values(properties)) expect(description).toMatch(/\w{3,}/);
});

test('no two tools have the same name', () => {
	const names = operationTools().map(({ tool }) => tool.name);
	expect(new Set(names).size).toBe(names.length);
});

test('by default a model fills in no parameter', () => {
	for (const key of operationKeys) {
		const [type = '', resource = '', operation = ''] = key.split(' ');
		const { parameters } = toolOf({ type, name: 'Tool', parameters: { resource, operation } });
		expect([key, parameters.properties]).toEqual([key, {}]);
	}
	for (const { description } of [new Iflytek(), new IflytekAiCall()])
		expect(JSON.stringify(description.properties)).not.toContain('$fromAI');
});

test('the tool offers the resources of which an agent can use an operation, and the node offers all', () => {
	for (const { description } of [new Iflytek(), new IflytekAiCall()]) {
		const { name, properties } = description;
		const choices = properties.find((property) => property.name === 'resource')?.options ?? [];
		/** What the editor lists for a node of this name. */
		const offered = (type: string) =>
			choices
				.filter((choice) =>
					NodeHelpers.displayParameter({}, choice, null, { ...description, name: type }),
				)
				.map((choice) => (choice as INodePropertyOptions).value);
		const usable = TOOL_PAGES.filter(({ type }) => type.endsWith(`.${name}Tool`));
		expect(offered(`${name}Tool`).sort()).toEqual(
			[...new Set(usable.map(({ resource }) => resource))].sort(),
		);
		expect(offered(name)).toEqual(choices.map((choice) => (choice as INodePropertyOptions).value));
	}
});

test('nothing that a person must decide is left to a model', () => {
	const leftToModel = TOOL_PAGES.flatMap(({ model }) => Object.keys(model));
	expect(leftToModel.filter((name) => NOT_FOR_MODELS.test(name))).toEqual([]);
});

test('each parameter that is left to a model is a parameter of a node', () => {
	const names = [new Iflytek(), new IflytekAiCall()].flatMap(({ description }) =>
		description.properties.map(({ name }) => name),
	);
	const leftToModel = TOOL_PAGES.flatMap(({ model }) => Object.keys(model));
	expect(leftToModel.filter((name) => !names.includes(name))).toEqual([]);
});

test('the tools of the example say what each parameter takes', () => {
	const tools = exampleTools();
	expect(tools.length).toBeGreaterThan(0);
	for (const { description, parameters } of tools) {
		expect(description).toMatch(/\w/);
		for (const { description: text } of Object.values(parameters.properties))
			expect(text).toMatch(/\w{3,}/);
	}
});
