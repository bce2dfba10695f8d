/** How parameters of items are read. */
import type { IWebhookFunctions } from 'n8n-workflow';
import {
	readCollection,
	readConcurrency,
	hasExpression,
	Item,
	optionOfFirst,
	optionPerItem,
	perItem,
	readNumber,
	readRequestOptions,
	retries,
	textField,
	readTimeout,
} from '../../../nodes/shared/n8n/parameters';
import { Expression, FakeContext, refusal, type Parameters } from './fakeContext';

const perIndex = new Expression((index) => `text ${index}`);
const NOTE = textField('Note', 'note', 'A note');

/** What a reader returns for each of three items. */
function ofThree<T>(context: FakeContext, read: (item: Item) => T): T[] {
	return [0, 1, 2].map((index) => read(new Item(context.n8n, index)));
}

const itemWith = (parameters: Parameters) => new Item(new FakeContext(parameters).n8n, 0);

describe('how often n8n is asked', () => {
	test('a value without an expression is requested once in a run, and so is whether it has an expression', () => {
		const context = new FakeContext({ text: 'all', more: 'too' });
		expect(ofThree(context, (item) => item.value('text'))).toEqual(['all', 'all', 'all']);
		expect(context.asked).toEqual([
			['text', 0, undefined, { extractValue: true }],
			['text', 0, undefined, { rawExpressions: true }],
		]);
		expect(ofThree(context, (item) => item.value('more'))).toEqual(['too', 'too', 'too']);
		expect(context.asked).toHaveLength(4);
	});

	test('a value with an expression is requested once per item, but whether it has an expression only once', () => {
		const context = new FakeContext({ text: perIndex });
		expect(ofThree(context, (item) => item.value('text'))).toEqual(['text 0', 'text 1', 'text 2']);
		expect(context.asked.map(([, index, , how]) => [index, how])).toEqual([
			[0, { extractValue: true }],
			[0, { rawExpressions: true }],
			[1, { extractValue: true }],
			[2, { extractValue: true }],
		]);
	});

	test('each run requests its own values', () => {
		expect(['one', 'two'].map((text) => itemWith({ text }).value('text'))).toEqual(['one', 'two']);
	});

	test('the options of an item are requested once', () => {
		const context = new FakeContext({ options: { note: perIndex } });
		const item = new Item(context.n8n, 1);
		expect([item.options, item.options]).toEqual([{ note: 'text 1' }, { note: 'text 1' }]);
		expect(context.asked).toEqual([
			['options', 1, {}, {}],
			['options', 1, {}, { rawExpressions: true }],
		]);
		expect(itemWith({ options: 'none' }).options).toEqual({});
		expect(itemWith({}).options).toEqual({});
	});
});

test('a text is read without validation by n8n; a number becomes text, and a resource locator gives its value', () => {
	const context = new FakeContext({ text: 5 });
	expect(new Item(context.n8n, 0).text('text', 'Text')).toBe('5');
	expect(context.asked[0]).toEqual([
		'text',
		0,
		undefined,
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

test('a switch is off if n8n has dropped it, unless its default is on', () => {
	expect([itemWith({ on: true }).flag('on'), itemWith({ on: 'true' }).flag('on')]).toEqual([
		true,
		true,
	]);
	expect([itemWith({}).flag('on'), itemWith({}).flag('on', true)]).toEqual([false, true]);
	expect(itemWith({ on: false }).flag('on', true)).toBe(false);
});

describe('a file', () => {
	function withFile(binaryPropertyName: unknown, bytes?: number) {
		const context = new FakeContext({ binaryPropertyName });
		context.files.data = { data: 'bytes', fileName: 'a.png', bytes };
		const checked: number[] = [];
		const read = async (check: (bytes: number) => void = () => undefined) =>
			await new Item(context.n8n, 0).file('binaryPropertyName', (size) => {
				checked.push(size);
				check(size);
			});
		return { context, checked, read };
	}

	test('a file is in the field that is named; its size is checked before it is read', async () => {
		const { context, checked, read } = withFile('data', 7);
		expect(await read()).toEqual({ data: Buffer.from('bytes'), fileName: 'a.png' });
		expect([checked, context.filesRead]).toEqual([[7], ['data']]);
		const tooLarge = withFile('data', 8);
		const refuse = () => {
			throw new RangeError('too large');
		};
		await expect(tooLarge.read(refuse)).rejects.toThrow('too large');
		expect(tooLarge.context.filesRead).toEqual([]);
	});

	test('a file whose size n8n does not know is read', async () => {
		const { checked, read } = withFile('data');
		expect(await read()).toEqual({ data: Buffer.from('bytes'), fileName: 'a.png' });
		expect(checked).toEqual([]);
	});

	test.each([
		{ mimeType: 'image/png', data: 'inside' },
		{ mimeType: 'image/png', id: 'filesystem:1', data: undefined },
	])('a file can be the binary object itself: %j', async (file) => {
		const { context, read } = withFile(file);
		expect(await read()).toEqual({ data: Buffer.from(file.data ?? ''), fileName: undefined });
		expect(context.filesRead).toEqual([file]);
	});

	test.each([{ mimeType: 'image/png' }, { data: 'inside' }, { mimeType: 5, id: 'filesystem:1' }])(
		'a file cannot be another object: %j',
		async (value) => {
			await expect(withFile(value).read()).rejects.toThrow(
				'Input Binary Field must be text, but is an object',
			);
		},
	);

	test('a file needs the name of a field', async () => {
		await expect(withFile('').read()).rejects.toThrow('Input Binary Field is empty');
	});
});

test('a parameter has an expression if any text in it begins with =', () => {
	const raw = ['=a', '={{ 1 }}', ['a', '=b'], { a: { b: ['=c'] } }];
	const others = ['a=', 'a', '', 5, null, undefined, ['a'], {}, { '=a': 'b' }];
	expect(raw.map(hasExpression)).toEqual([true, true, true, true]);
	expect(others.map(hasExpression)).toEqual(others.map(() => false));
});

describe('a value is read once for all items if it has no expression', () => {
	test('a parameter without an expression is read once for all items', () => {
		const read: number[] = [];
		const note = (index: number) => {
			read.push(index);
			return undefined;
		};
		const context = new FakeContext({ same: 'a', each: perIndex });
		const [same, each, none] = ['same', 'each', 'none'].map((name) =>
			perItem(context.n8n, name, note),
		);
		for (const index of [2, 0, 1]) same?.(index);
		expect(read).toEqual([2]);
		for (const index of [2, 0, 1]) each?.(index);
		expect(read).toEqual([2, 2, 0, 1]);
		for (const index of [1, 2]) none?.(index);
		expect(read).toEqual([2, 2, 0, 1, 1]);
		expect(context.asked).toEqual([
			['same', 0, '', { rawExpressions: true }],
			['each', 0, '', { rawExpressions: true }],
			['none', 0, '', { rawExpressions: true }],
		]);
	});

	test('one option is read without evaluating the others', () => {
		const other = new Expression(() => {
			throw new Error('evaluated');
		});
		const context = new FakeContext({ options: { note: perIndex, other } });
		const read = optionPerItem(context.n8n, NOTE, (value) => [value]);
		expect([read(0), read(1)]).toEqual([['text 0'], ['text 1']]);
		const none = optionPerItem(new FakeContext().n8n, NOTE, (value) => [value]);
		expect(none(0)).toEqual(['']);
		expect(optionOfFirst(context.n8n, NOTE)).toEqual({ value: 'text 0' });
	});

	test('an option of the first item is undefined if it was not added', () => {
		expect(optionOfFirst(new FakeContext({ options: { note: '' } }).n8n, NOTE)).toEqual({
			value: '',
		});
		for (const options of [{ other: 'a' }, undefined, 'none', perIndex])
			expect(optionOfFirst(new FakeContext({ options }).n8n, NOTE)).toBeUndefined();
	});
});

test('a collection of a trigger is empty if it is missing or not an object', () => {
	const trigger = (value?: unknown) =>
		({ getNodeParameter: (_name: string, none: unknown) => value ?? none }) as IWebhookFunctions;
	expect(
		[undefined, 'a', { a: 1 }].map((value) => readCollection(trigger(value), 'filters')),
	).toEqual([{}, {}, { a: 1 }]);
});

describe('the options of requests', () => {
	test('the options of requests have defaults and limits', () => {
		expect([undefined, null, '3'].map((value) => readNumber(value, retries))).toEqual([2, 2, 3]);
		expect(refusal(() => readNumber(11, retries))[0]).toBe(
			'Retries must be a whole number from 0 to 10, but is 11',
		);
		expect(refusal(() => readNumber(-1, retries))[0]).toBe(
			'Retries must be a whole number from 0 to 10, but is -1',
		);
	});

	test('the options of requests are read, with times in milliseconds', () => {
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
