/** How parameters of items are read. */
import type {
	IBinaryKeyData,
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	IWebhookFunctions,
} from 'n8n-workflow';
import {
	readCollection,
	readConcurrency,
	hasExpression,
	Item,
	perItem,
	readNumber,
	readRequestOptions,
	readTimeout,
} from '../../../nodes/shared/n8n/parameters/item';
import { retries, textField } from '../../../nodes/shared/n8n/parameters/properties';
import { Expression, FakeContext, refusal, type Parameters } from './fakeContext';

const textPerItem = new Expression((index) => `text ${index}`);
const NOTE = textField('Note', 'note', 'A note');

/** What n8n is asked for a value: no conversion. */
const AS_IT_IS = { extractValue: false, skipValidation: true };

/** What `read` returns for each of three items. */
function readThree<T>(context: FakeContext, read: (item: Item) => T): T[] {
	return [0, 1, 2].map((index) => read(new Item(context.n8n, index)));
}

const itemWith = (parameters: Parameters) => new Item(new FakeContext(parameters).n8n, 0);

describe('how often n8n is asked', () => {
	test('if a value has no expression, n8n is asked once in a run for its raw text, and once for the value', () => {
		const context = new FakeContext({ text: 'all', more: 'too' });
		expect(readThree(context, (item) => item.value('text'))).toEqual(['all', 'all', 'all']);
		expect(context.asked).toEqual([
			['text', 0, {}, { rawExpressions: true }],
			['text', 0, undefined, AS_IT_IS],
		]);
		expect(readThree(context, (item) => item.value('more'))).toEqual(['too', 'too', 'too']);
		expect(context.asked).toHaveLength(4);
	});

	test('if a value has an expression, n8n is asked once per item for the value, but only once for its raw text', () => {
		const context = new FakeContext({ text: textPerItem });
		expect(readThree(context, (item) => item.value('text'))).toEqual([
			'text 0',
			'text 1',
			'text 2',
		]);
		expect(context.asked.map(([, index, , options]) => [index, options])).toEqual([
			[0, { rawExpressions: true }],
			[0, AS_IT_IS],
			[1, AS_IT_IS],
			[2, AS_IT_IS],
		]);
	});

	test('a run does not use the values of another run', () => {
		expect(['one', 'two'].map((text) => itemWith({ text }).value('text'))).toEqual(['one', 'two']);
	});

	test('n8n is asked once for the options of an item', () => {
		const context = new FakeContext({ options: { note: textPerItem } });
		const item = new Item(context.n8n, 1);
		expect([item.options, item.options]).toEqual([{ note: 'text 1' }, { note: 'text 1' }]);
		expect(context.asked).toEqual([
			['options', 0, {}, { rawExpressions: true }],
			['options', 1, {}, AS_IT_IS],
		]);
	});
});

test('options that are missing or not an object are read as empty', () => {
	expect(itemWith({ options: 'none' }).options).toEqual({});
	expect(itemWith({}).options).toEqual({});
});

test('a text is read without validation by n8n, and a number becomes text', () => {
	const context = new FakeContext({ text: 5 });
	expect(new Item(context.n8n, 0).text('text', 'Text')).toBe('5');
	expect(context.asked[1]).toEqual([
		'text',
		0,
		undefined,
		// `extractValue` makes n8n return the value of a resource locator.
		{ extractValue: true, skipValidation: true },
	]);
});

test('a required text that is empty or blank is refused', () => {
	expect(itemWith({ text: ' a ' }).requiredText('text', 'Text')).toBe(' a ');
	for (const text of ['', ' \u200B', undefined])
		expect(refusal(() => itemWith({ text }).requiredText('text', 'Text'))).toEqual([
			'Text is empty',
			'Enter a value for Text, or check the expression that provides it.',
		]);
});

test('an ID has no blanks around it and no invisible characters, and is refused if it is required and empty', () => {
	const item = itemWith({ id: ' 12\u200B ', none: ' ' });
	expect(item.requiredId('id', 'ID')).toBe('12');
	expect(refusal(() => item.requiredId('none', 'ID'))[0]).toBe('ID is empty');
});

test('for a parameter that the node does not have, n8n is asked for the value only if there is no fallback', () => {
	const context = new FakeContext();
	const item = new Item(context.n8n, 0);
	expect([item.raw('text'), item.value('text', 'fallback')]).toEqual([undefined, 'fallback']);
	expect(context.asked).toHaveLength(1);
	item.value('text');
	expect(context.asked[1]).toEqual(['text', 0, undefined, AS_IT_IS]);
});

test('a switch that n8n has left out has the given default, or else is off', () => {
	expect([itemWith({ on: true }).flag('on'), itemWith({ on: 'true' }).flag('on')]).toEqual([
		true,
		true,
	]);
	expect([itemWith({}).flag('on'), itemWith({}).flag('on', true)]).toEqual([false, true]);
	expect(itemWith({ on: false }).flag('on', true)).toBe(false);
});

describe('a file', () => {
	/** A node whose field `data` has a file. `read` reads the file that the parameter names, or that it contains. */
	function withFile(binaryPropertyName: unknown, bytes?: number) {
		const context = new FakeContext({ binaryPropertyName });
		context.files.data = { data: 'bytes', fileName: 'a.png', bytes };
		const checkedSizes: number[] = [];
		const read = async (check: (bytes: number) => void = () => undefined) =>
			await new Item(context.n8n, 0).file('binaryPropertyName', (size) => {
				checkedSizes.push(size);
				check(size);
			});
		return { context, checkedSizes, read };
	}

	test('a file is read from the named field, after a check of its size', async () => {
		const { context, checkedSizes, read } = withFile('data', 7);
		expect(await read()).toEqual({ data: Buffer.from('bytes'), fileName: 'a.png' });
		expect([checkedSizes, context.filesRead]).toEqual([[7], ['data']]);
		const tooLarge = withFile('data', 8);
		const refuse = () => {
			throw new RangeError('too large');
		};
		await expect(tooLarge.read(refuse)).rejects.toThrow('too large');
		expect(tooLarge.context.filesRead).toEqual([]);
	});

	test('a file whose size n8n does not know is read without a check of its size', async () => {
		const { checkedSizes, read } = withFile('data');
		expect(await read()).toEqual({ data: Buffer.from('bytes'), fileName: 'a.png' });
		expect(checkedSizes).toEqual([]);
	});

	test.each([
		{ mimeType: 'image/png', data: 'inside' },
		{ mimeType: 'image/png', id: 'filesystem:1', data: undefined },
	])('the parameter may contain the binary object of a file: %j', async (file) => {
		const { context, read } = withFile(file);
		expect(await read()).toEqual({ data: Buffer.from(file.data ?? ''), fileName: undefined });
		expect(context.filesRead).toEqual([file]);
	});

	test.each([{ mimeType: 'image/png' }, { data: 'inside' }, { mimeType: 5, id: 'filesystem:1' }])(
		'another object in the parameter of a file is refused: %j',
		async (value) => {
			await expect(withFile(value).read()).rejects.toThrow(
				'Input Binary Field must be text, but is an object',
			);
		},
	);

	test('an empty field name is refused', async () => {
		await expect(withFile('').read()).rejects.toThrow('Input Binary Field is empty');
	});
});

test('a parameter has an expression if any text in it begins with =', () => {
	const withExpression = ['=a', '={{ 1 }}', ['a', '=b'], { a: { b: ['=c'] } }];
	const withoutExpression = ['a=', 'a', '', 5, null, undefined, ['a'], {}, { '=a': 'b' }];
	expect(withExpression.map(hasExpression)).toEqual([true, true, true, true]);
	expect(withoutExpression.map(hasExpression)).toEqual(withoutExpression.map(() => false));
});

test('what takes a while is read once for all items, if no parameter that it needs has an expression', () => {
	const indexesRead: number[] = [];
	const recordIndex = ({ index }: Item) => {
		indexesRead.push(index);
		return undefined;
	};
	const context = new FakeContext({ same: 'a', each: textPerItem });
	const [same, each, none] = [['same'], ['same', 'each'], ['none']].map((paths) =>
		perItem(context.n8n, paths, recordIndex),
	);
	for (const index of [2, 0, 1]) same?.(index);
	expect(indexesRead).toEqual([2]);
	for (const index of [2, 0, 1]) each?.(index);
	expect(indexesRead).toEqual([2, 2, 0, 1]);
	for (const index of [1, 2]) none?.(index);
	expect(indexesRead).toEqual([2, 2, 0, 1, 1]);
	expect(context.asked).toEqual(
		['same', 'each', 'none'].map((name) => [name, 0, {}, { rawExpressions: true }]),
	);
});

describe('one option', () => {
	const failing = new Expression(() => {
		throw new Error('evaluated');
	});

	test('it is read without evaluating the others', () => {
		const context = new FakeContext({ options: { note: textPerItem, failing } });
		expect(readThree(context, (item) => item.option(NOTE))).toEqual(['text 0', 'text 1', 'text 2']);
		expect(readThree(context, (item) => item.hasOption(NOTE))).toEqual([true, true, true]);
	});

	test('it is undefined if the user has not added it', () => {
		for (const options of [{ failing }, undefined, 'none', {}]) {
			const item = itemWith({ options });
			expect([item.hasOption(NOTE), item.option(NOTE)]).toEqual([false, undefined]);
		}
		const added = itemWith({ options: { note: '' } });
		expect([added.hasOption(NOTE), added.option(NOTE)]).toEqual([true, '']);
	});

	test('it is found if the whole of the options is an expression', () => {
		const whole = new FakeContext({ options: new Expression((index) => ({ note: index })) });
		expect(readThree(whole, (item) => item.option(NOTE))).toEqual([0, 1, 2]);
		expect(readThree(whole, (item) => item.hasOption(NOTE))).toEqual([true, true, true]);
		expect(new Item(whole.n8n, 0).hasOption({ ...NOTE, name: 'other' })).toBe(false);
	});

	test('n8n extracts the value inside a resource locator, and nothing from other fields', () => {
		const context = new FakeContext({ options: { note: 'a', id: ' 5 ' } });
		const item = new Item(context.n8n, 0);
		const id: INodeProperties = { ...NOTE, name: 'id', type: 'resourceLocator' };
		expect([item.option(NOTE), item.optionId(id)]).toEqual(['a', '5']);
		const values = context.asked.filter(([, , , options]) => !options?.rawExpressions);
		expect(values.map(([name, , , options]) => [name, options?.extractValue])).toEqual([
			['options.note', false],
			['options.id', true],
		]);
		expect(itemWith({}).optionId(id)).toBe('');
	});
});

describe('an option that is read once for all items', () => {
	const sharedNote = (...values: unknown[]) =>
		new Item(
			new FakeContext(
				{ options: { note: new Expression((index) => values[index]) } },
				values.length,
			).n8n,
			0,
		);

	test('one value for all items is read, also a list or an object', () => {
		for (const value of ['a', '', undefined, ['a'], { a: 1 }])
			expect(sharedNote(value, value, value).sharedOption(NOTE)).toEqual(value);
		expect(itemWith({ options: { note: ['a', 'b'] } }).sharedOption(NOTE)).toEqual(['a', 'b']);
		expect(itemWith({}).sharedOption(NOTE)).toBeUndefined();
	});

	test('another value in a later item is refused, and the item is named', () => {
		for (const [first, other] of [
			['a', 'b'],
			[['a'], ['b']],
		])
			expect(refusal(() => sharedNote(first, first, other).sharedOption(NOTE))).toEqual([
				'Note has another value in item 2 than in item 0',
				'It is the same for all items of a run. Enter a value, or an expression that does not name the item.',
			]);
	});

	test.each([
		['={{ $json.a }}', 3],
		['={{ $binary.a.data }}', 3],
		['={{ $itemIndex }}', 3],
		['={{ $position }}', 3],
		['={{ $("Sheet").item.json.a }}', 3],
		[`={{ $('Sheet')["item"].json.a }}`, 3],
		[`={{ $('Sheet')['item'].json.a }}`, 3],
		['={{ $("Sheet").first().json.a }}', 1],
		['={{ $now }}', 1],
		['={{ $jsonata }}', 1],
		['$json.a', 1],
		['{{ $json.a }}=', 1],
	])('the expression %j is evaluated for %d of three items', (source, count) => {
		const values = (note: unknown) =>
			new Item(new FakeContext({ options: { note } }, 3).n8n, 0).optionOfItems(NOTE);
		const note = new Expression((index) => index, source);
		expect(values(note)).toEqual([0, 1, 2].slice(0, count));
		expect(values([{ deep: note }])).toHaveLength(count);
	});

	test('it is read for each item if all options are one expression', () => {
		const options = new Expression((index) => ({ note: index }));
		expect(new Item(new FakeContext({ options }, 3).n8n, 0).optionOfItems(NOTE)).toEqual([0, 1, 2]);
	});
});

describe('a binary field that cannot be read', () => {
	const BASE64 = 'iVBORw0KGgo'.repeat(6);

	/** The error of reading a field of an item. */
	async function errorOf(item: INodeExecutionData | undefined, field: unknown = 'photo') {
		const context = new FakeContext({ field }).n8n;
		Object.assign(context, { getInputData: () => [item] });
		Object.assign(context.helpers, {
			assertBinaryData: () => {
				throw new Error('of n8n');
			},
		});
		const reading = new Item(context, 0).file('field', () => undefined);
		const error = await reading.then(() => undefined).catch((reason: unknown) => reason);
		return refusal(() => {
			throw error;
		});
	}

	const files = (...names: string[]): INodeExecutionData => ({
		json: { text: BASE64 },
		binary: Object.fromEntries(
			names.map((name) => [name, { data: '', mimeType: '' }]),
		) as IBinaryKeyData,
	});
	const texts = (json: IDataObject): INodeExecutionData => ({ json });
	const NO_FIELD = 'The item has no binary field "photo"';

	test('the fields that are there are named', async () => {
		expect(await errorOf(files('data'))).toEqual([
			`${NO_FIELD}, but "data"`,
			'Enter data as Input Binary Field.',
		]);
		expect(await errorOf(files('a', 'b'))).toEqual([
			`${NO_FIELD}, but "a" and "b"`,
			'Enter the name of the one with the file as Input Binary Field.',
		]);
		const [message] = await errorOf(
			files(...Array.from({ length: 200 }, (_, index) => `f${index}`)),
		);
		expect(message).toContain('"f0"');
		expect(message).not.toContain('"f199"');
	});

	test.each([
		['text', { a: 'short', text: BASE64 }],
		['text', { a: 1, text: `data:image/png;base64,${BASE64}` }],
	])('a field with a file as Base64 text is named: %s', async (name, json) => {
		expect(await errorOf(texts(json))).toEqual([
			`${NO_FIELD}, nor any other`,
			`Its field "${name}" seems to have a file as Base64 text: turn it into a file first, with Convert to File > Move Base64 String to File of n8n.`,
		]);
	});

	test('without such a field the node before this one is named', async () => {
		const advice = 'Make sure that the node before this one outputs a file.';
		for (const item of [texts({ a: `a text, ${BASE64}`, b: [BASE64] }), undefined])
			expect(await errorOf(item)).toEqual([`${NO_FIELD}, nor any other`, advice]);
	});

	test("of a field that is there, and of a file itself, the error is n8n's", async () => {
		await expect(errorOf(files('photo'))).rejects.toThrow('of n8n');
		await expect(errorOf(undefined, { data: 'a', mimeType: 'b' })).rejects.toThrow('of n8n');
	});
});

test('a collection of a trigger is read as empty if it is missing or not an object', () => {
	const trigger = (value?: unknown) =>
		({
			getNodeParameter: (_name: string, fallback: unknown) => value ?? fallback,
		}) as IWebhookFunctions;
	expect(
		[undefined, 'a', { a: 1 }].map((value) => readCollection(trigger(value), 'filters')),
	).toEqual([{}, {}, { a: 1 }]);
});

describe('the options of requests', () => {
	test('a missing number of retries is read as 2, and a number outside the limits is refused', () => {
		expect([undefined, null, '3'].map((value) => readNumber(value, retries))).toEqual([2, 2, 3]);
		expect(refusal(() => readNumber(11, retries))[0]).toBe(
			'Retries must be a whole number from 0 to 10, but is 11',
		);
		expect(refusal(() => readNumber(-1, retries))[0]).toBe(
			'Retries must be a whole number from 0 to 10, but is -1',
		);
	});

	test('the options of requests have defaults, and a time-out is read in seconds', () => {
		expect(readRequestOptions(itemWith({}))).toEqual({ retries: 2, timeoutMs: 60_000 });
		const item = itemWith({ options: { retries: 4, timeout: 9 } });
		expect(readRequestOptions(item)).toEqual({ retries: 4, timeoutMs: 9000 });
		expect(readTimeout(item)).toBe(9000);
		expect(readConcurrency(new FakeContext().n8n)).toBe(5);
		expect(readConcurrency(new FakeContext({ options: { concurrentRequests: 100 } }).n8n)).toBe(
			100,
		);
	});
});
