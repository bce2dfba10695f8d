/** The operations of a node: how they are described, found and run. */
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { InputError } from '../../../nodes/shared/failure';
import { noticeField, textField } from '../../../nodes/shared/n8n/parameters/properties';
import { oncePerRequest } from '../../../nodes/shared/n8n/run/oncePerRequest';
import {
	describeResources,
	findOperation,
	jsonResult,
	rawResponse,
	runNode,
	type Operation,
	type Resource,
} from '../../../nodes/shared/n8n/run/operations';
import type { Clock } from '../../../nodes/shared/n8n/requests/clock';
import { Expression, FakeContext, type Parameters } from './fakeContext';

/** A clock whose time does not pass. */
const stoppedClock: Clock = {
	now: () => 0,
	date: () => 0,
	sleep: async () => await Promise.resolve(),
};

/** How an operation executes items. */
type Code = Pick<ItemOperation, 'execute'> | Pick<AllOperation, 'executeAll'>;
type ItemOperation = Extract<Operation<string>, { execute: unknown }>;
type AllOperation = Extract<Operation<string>, { executeAll: unknown }>;

/** Returns no results for any item. */
const nothing: Code = { execute: async () => await Promise.resolve([]) };

const operation = (value: string, code: Code = nothing): Operation<string> => ({
	option: { name: `The ${value}`, value, action: `Do ${value}` },
	properties: [
		noticeField(value),
		textField('Text', 'text', `Of ${value}`, { displayOptions: { show: { more: [true] } } }),
	],
	...code,
});

function resources(code?: Code): Resource<string>[] {
	return [
		{ displayName: 'A', value: 'a', defaultOperation: 'x', operations: [operation('x', code)] },
		{
			displayName: 'B',
			value: 'b',
			noun: 'things',
			defaultOperation: 'y',
			operations: [operation('x'), operation('y', code)],
		},
	];
}

test('each parameter of a node is shown only for its operation', () => {
	const operationField = (resource: string, names: string[], preset: string) => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: names.map((value) => ({ name: `The ${value}`, value, action: `Do ${value}` })),
		default: preset,
	});
	const propertiesOf = (resource: string, name: string) => {
		const show = { resource: [resource], operation: [name] };
		return [
			{
				displayName: name,
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: { show },
			},
			{
				displayName: 'Text',
				name: 'text',
				type: 'string',
				default: '',
				description: `Of ${name}`,
				displayOptions: { show: { ...show, more: [true] } },
			},
		];
	};
	expect(describeResources(resources(), 'b')).toEqual([
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'A', value: 'a' },
				{ name: 'B', value: 'b' },
			],
			default: 'b',
		},
		operationField('a', ['x'], 'x'),
		...propertiesOf('a', 'x'),
		operationField('b', ['x', 'y'], 'y'),
		...propertiesOf('b', 'x'),
		...propertiesOf('b', 'y'),
	]);
});

test('a resource that is no tool is hidden from tools', () => {
	const [field] = describeResources(
		resources().map((resource) => ({ ...resource, usableAsTool: false as const })),
		'a',
	);
	const displayOptions = { hide: { '@tool': [true] } };
	expect(field?.options).toEqual([
		{ name: 'A', value: 'a', displayOptions },
		{ name: 'B', value: 'b', displayOptions },
	]);
});

test('an operation is found only in its own resource', () => {
	const all = resources();
	expect(findOperation(all, 'b', 'x')).toBe(all[1]?.operations[0]);
	expect(findOperation(all, 'b', 'y')).toBe(all[1]?.operations[1]);
	expect([findOperation(all, 'a', 'y'), findOperation(all, 'c', 'x')]).toEqual([
		undefined,
		undefined,
	]);
});

test('a single raw response is returned as it is, and several are returned in `pieces`', () => {
	expect(rawResponse([{ a: 1 }])).toEqual({ a: 1 });
	expect(rawResponse([{ a: 1 }, { a: 2 }])).toEqual({ pieces: [{ a: 1 }, { a: 2 }] });
	expect(rawResponse([])).toEqual({ pieces: [] });
});

test('jsonResult returns one item with the JSON', () => {
	expect(jsonResult({ a: 1 })).toEqual([{ json: { a: 1 } }]);
});

describe('a run', () => {
	const chosen = { resource: 'b', operation: 'y' };

	/** A run of three items. `created` lists what the client was created with. */
	async function run(code: Code, parameters: Parameters = chosen, onError?: INode['onError']) {
		const context = new FakeContext(parameters, 3, onError);
		const created: unknown[] = [];
		const outcome = await runNode(
			context.n8n,
			resources(code),
			stoppedClock,
			async (concurrency, ended) => {
				created.push(concurrency, ended.aborted);
				return await Promise.resolve('client');
			},
		).catch((error: unknown) => error);
		return { outcome, created, hints: context.hints.map(({ message }) => message) };
	}

	const failed = new InputError('Text is empty', 'Enter a text.');
	const failing: Code = { executeAll: async () => await Promise.reject(failed) };

	test('an operation for all items executes once, with the client, and the run returns the results of each item', async () => {
		const begun: unknown[] = [];
		const { outcome, created, hints } = await run(
			{
				executeAll: async (_context, client, clock) => {
					begun.push(client, clock);
					return await Promise.resolve(
						async (index) => await Promise.resolve(jsonResult({ index })),
					);
				},
			},
			{ ...chosen, options: { concurrentRequests: 7 } },
		);
		expect(outcome).toEqual([
			[0, 1, 2].map((index) => ({ json: { index }, pairedItem: { item: index } })),
		]);
		expect([created, begun, hints]).toEqual([[7, false], ['client', stoppedClock], []]);
	});

	test('a run says how many items have failed if its resource has a noun for items', async () => {
		const execute: ItemOperation['execute'] = async (_context, client, index) => {
			if (index === 1) throw failed;
			return await Promise.resolve(jsonResult({ client }));
		};
		const { hints } = await run({ execute }, chosen, 'continueRegularOutput');
		expect(hints).toEqual(['3 things, 3 a second, 1 failed.']);
		const withoutNoun = { resource: 'a', operation: 'x' };
		expect((await run({ execute }, withoutNoun, 'continueRegularOutput')).hints).toEqual([]);
	});

	test('if an operation for all items fails as a whole, the run fails without an item, or all items if it continues on errors', async () => {
		const { outcome } = await run(failing);
		expect(outcome).toMatchObject({
			name: 'NodeOperationError',
			message: 'Text is empty',
			description: 'Enter a text.',
			context: { data: { kind: 'invalidInput', advice: 'Enter a text.' } },
		});
		expect(outcome).not.toHaveProperty('context.itemIndex');
		const item = (index: number): INodeExecutionData => ({
			json: {
				error: 'Text is empty',
				details: { kind: 'invalidInput', advice: 'Enter a text.' },
			},
			pairedItem: { item: index },
		});
		expect((await run(failing, chosen, 'continueRegularOutput')).outcome).toEqual([
			[item(0), item(1), item(2)],
		]);
	});

	test.each([
		{ resource: 'a', operation: 'y' },
		{ resource: 'c', operation: 'y' },
	])('an operation that does not exist is refused: %j', async (parameters) => {
		const { outcome, created } = await run(failing, parameters, 'continueRegularOutput');
		expect(outcome).toMatchObject({
			name: 'NodeOperationError',
			message: `The resource "${parameters.resource}" has no operation "y"`,
			description: 'Reselect the resource and operation in the node.',
		});
		expect(created).toEqual([]);
	});
});

describe('items that ask for the same thing', () => {
	/** Handles items with these keys. An item with an empty key cannot be read, and items with the key `bad` fail. */
	async function handleOnce(keys: string[], onError?: INode['onError']) {
		const keyPerItem = new Expression((index) => keys[index]);
		const context = new FakeContext({ key: keyPerItem }, keys.length, onError);
		const handled: string[] = [];
		const handle = oncePerRequest(
			context.n8n,
			(index) => {
				const key = context.n8n.getNodeParameter('key', index) as string;
				if (key === '') throw new InputError(`Key ${index} is empty`);
				return { key };
			},
			async ({ key }) => {
				handled.push(key);
				if (key === 'bad') throw new InputError('It is bad');
				return await Promise.resolve([{ json: { key } }, { json: { more: key } }]);
			},
		);
		const results = await Promise.allSettled(keys.map(async (_key, index) => await handle(index)));
		return {
			handled,
			results: results.map((result) =>
				result.status === 'fulfilled' ? result.value : (result.reason as Error).message,
			),
		};
	}

	test('items with the same key are handled once, and the results are paired with all of them', async () => {
		const a = [{ item: 0 }, { item: 2 }];
		expect(await handleOnce(['a', 'b', 'a'])).toEqual({
			handled: ['a', 'b'],
			results: [
				[
					{ json: { key: 'a' }, pairedItem: a },
					{ json: { more: 'a' }, pairedItem: a },
				],
				[
					{ json: { key: 'b' }, pairedItem: { item: 1 } },
					{ json: { more: 'b' }, pairedItem: { item: 1 } },
				],
				[],
			],
		});
	});

	test('no item is handled if one item cannot be read', async () => {
		expect(await handleOnce(['a', '', 'a'])).toEqual({
			handled: [],
			results: [[], 'Key 1 is empty', []],
		});
	});

	test('each failed item has its own error if the run continues on errors', async () => {
		const bad = [{ item: 0 }, { item: 3 }];
		expect(await handleOnce(['bad', '', 'a', 'bad'], 'continueRegularOutput')).toEqual({
			handled: ['bad', 'a'],
			results: [
				[{ json: { error: 'It is bad', details: { kind: 'invalidInput' } }, pairedItem: bad }],
				'Key 1 is empty',
				[
					{ json: { key: 'a' }, pairedItem: { item: 2 } },
					{ json: { more: 'a' }, pairedItem: { item: 2 } },
				],
				[],
			],
		});
		expect((await handleOnce(['bad', 'bad'])).results).toEqual(['It is bad', []]);
	});
});
