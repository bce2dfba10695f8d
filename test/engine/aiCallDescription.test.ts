import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { resources } from '../../nodes/IflytekAiCall/resources';
import { findOperation } from '../../nodes/shared/n8n/run/operations';

const ROWS = ['rowsFrom', 'columns', 'rowsField', 'simplify', 'options'];
const OF_TASK = ['taskId', 'simplify', 'options', '/retries'];

/** What saved workflows depend on: resource → operation → parameters and, behind a slash, options and fields. */
const FIXED = {
	call: { place: ['notice', 'robotId', 'lineNum', 'voiceCode', 'callingHours', ...ROWS, '/callingHoursZone', '/checkNumbers', '/checkOnly', '/isolateBadRows', '/refuseRepeatedNumbers', '/rememberedRowKeys', '/robotSpeed', '/rowKey'] },
	configuration: { get: ['kind', 'simplify', 'options', '/retries'] },
	task: {
		addRows: ['notice', 'taskId', 'robotId', ...ROWS, '/checkNumbers', '/checkOnly', '/refuseRepeatedNumbers', '/rememberedRowKeys', '/rowKey'],
		create: [
			'taskName', 'robotId', 'lineNum', 'furtherLines', 'voiceCode', 'begin', 'end', 'callingHours', 'additionalFields', 'simplify', 'options',
			'/recalls', '/recallWait', '/highPerformance', '/callingHoursZone', '/checkOnly',
		],
		delete: OF_TASK,
		get: OF_TASK,
		getAll: ['returnAll', 'limit', 'filters', 'sort', 'simplify', 'options', '/begin', '/taskName', '/taskId', '/end', '/by', '/retries'],
		pause: OF_TASK,
		start: ['notice', ...OF_TASK],
	},
};
const COMMON = ['concurrentRequests', 'timeout'];

const { description, methods } = new IflytekAiCall();
const optionsIn = (property: INodeProperties | undefined) => (property?.options ?? []) as (INodeProperties & INodePropertyOptions)[];
const operationsOf = (resource: string) => description.properties.find(({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(resource));
const shownFor = (resource: string, operation: string) =>
	description.properties.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(resource) && displayOptions.show.operation?.includes(operation));

function parametersOf(resource: string, operation: string): string[] {
	const parameters = shownFor(resource, operation);
	const inner = parameters.filter(({ type }) => type === 'collection' || type === 'fixedCollection').flatMap(optionsIn).map(({ name }) => name);
	expect(inner).toEqual(expect.arrayContaining(COMMON));
	return [...parameters.map(({ name }) => name), ...inner.filter((name) => !COMMON.includes(name)).map((name) => `/${name}`)];
}

test('resources, operations and parameters have the names that saved workflows depend on', () => {
	const described = Object.fromEntries(
		optionsIn(description.properties.find(({ name }) => name === 'resource')).map(({ value: resource }) => [
			resource,
			Object.fromEntries(optionsIn(operationsOf(String(resource))).map(({ value }) => [value, parametersOf(String(resource), String(value))])),
		]),
	);
	expect(described).toEqual(FIXED);
	expect([description.name, description.displayName, description.usableAsTool]).toEqual(['iflytekAiCall', 'iFLYTEK AI Call', true]);
});

test('what the description lists is what the node can do, and nothing else', () => {
	const known = resources.flatMap(({ value, operations }) => operations.map(({ option }) => `${value} ${String(option.value)}`));
	const listed = Object.entries(FIXED).flatMap(([resource, operations]) => Object.keys(operations).map((operation) => `${resource} ${operation}`));
	expect([...known].sort()).toEqual([...listed].sort());
	for (const { value, operations, defaultOperation } of resources) {
		expect(operations.map(({ option }) => option.value)).toContain(defaultOperation);
		for (const { option } of operations) {
			expect([typeof option.action, typeof option.description]).toEqual(['string', 'string']);
			expect(findOperation(resources, value, String(option.value))?.option).toBe(option);
		}
	}
});

test('an agent reads which operations ring telephones', () => {
	const ringing = resources.flatMap(({ operations }) => operations.map(({ option }) => option)).filter(({ action }) => /phone calls|calling/.test(action ?? ''));
	expect(ringing.map(({ value }) => value)).toEqual(['place', 'start']);
});

test('every method that a parameter names is there', () => {
	const named = JSON.stringify(description.properties).match(/"(?:searchListMethod|loadOptionsMethod|resourceMapperMethod)":"(\w+)"/g) ?? [];
	const there = [methods.listSearch, methods.loadOptions, methods.resourceMapping].flatMap((group) => Object.keys(group));
	expect([...new Set(named.map((text) => text.split('"')[3]))].sort()).toEqual(there.sort());
});

test('the credential is for these nodes only, and hides what is secret', () => {
	const { properties, restrictToSupportedNodes } = new IflytekAiCallApi();
	expect(restrictToSupportedNodes).toBe(true);
	expect(properties.filter(({ typeOptions }) => typeOptions?.password).map(({ name }) => name)).toEqual(['appSecret', 'pushSecret', 'sessionToken']);
	expect(properties.find(({ name }) => name === 'sessionToken')).toMatchObject({ type: 'hidden', typeOptions: { expirable: true }, default: '' });
});
