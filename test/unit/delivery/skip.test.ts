/** Which customers are left out, as the parameters of the node say it. */
import { readSkip, skipFields } from '../../../nodes/IflytekAiCall/parameters/skip';
import { refusal } from '../n8n/fakeContext';
import { contextOf } from './context';

const read = (parameters: Record<string, unknown>, hasKeys = true) =>
	readSkip(contextOf({ parameters }).context, hasKeys);

const CHOICES = ['calledToday', 'sameValues', 'sentKey', 'none'];

test('a node without the parameter leaves out who was called today', () => {
	expect(read({})).toEqual({ skip: 'calledToday', sendInterrupted: false });
	// Without keys, a key is not read.
	expect(read({ rowKey: 'order', options: { rememberedRowKeys: 200 } })).toEqual({
		skip: 'calledToday',
		sendInterrupted: false,
	});
});

test('as many keys are remembered as Remembered Row Keys says', () => {
	expect(read({ skipCustomers: 'sentKey' })).toEqual({
		skip: 'sentKey',
		rememberedKeys: 10_000,
		sendInterrupted: false,
	});
	const options = { rememberedRowKeys: '2000', sendInterrupted: true };
	expect(read({ skipCustomers: 'sentKey', options })).toEqual({
		skip: 'sentKey',
		rememberedKeys: 2000,
		sendInterrupted: true,
	});
	const tooFew = { skipCustomers: 'sentKey', options: { rememberedRowKeys: 99 } };
	expect(() => read(tooFew)).toThrow(
		'Remembered Row Keys must be a whole number from 100 to 50000, but is 99',
	);
});

test('where rows have no keys, a choice of keys that is left from another operation is the default', () => {
	expect(read({ skipCustomers: 'sentKey' }, false)).toEqual({
		skip: 'calledToday',
		sendInterrupted: false,
	});
});

test.each(['sameValues', 'none'])('%s needs nothing else', (skip) => {
	expect(read({ skipCustomers: skip })).toEqual({ skip, sendInterrupted: false });
});

test.each([
	['never', '"never"'],
	['', '""'],
	[() => 'none', '"={{ … }}"'],
])(
	'Skip Customers is refused if it is %p: an item must not decide who is called again',
	(skipCustomers, shown) => {
		expect(refusal(() => read({ skipCustomers }))).toEqual([
			`Skip Customers has a value that the panel does not offer: ${shown}`,
			'Choose Skip Customers in the panel of the node.',
		]);
	},
);

describe('the field', () => {
	const shown = (...args: Parameters<typeof skipFields>) =>
		skipFields(...args).map(({ name, default: value, options = [], displayOptions }) => [
			name,
			value,
			options.map((option) => ('value' in option ? option.value : undefined)),
			displayOptions,
		]);
	const ofKey = ['rowKey', '', [], { show: { skipCustomers: ['sentKey'] } }];

	test('leaves out the numbers of a list', () => {
		expect(shown('calledToday')).toEqual([
			['skipCustomers', 'calledToday', CHOICES, undefined],
			ofKey,
		]);
	});

	test('leaves out the numbers of a tool, whatever its operation leaves out', () => {
		expect(shown('sameValues')).toEqual([
			['skipCustomers', 'sameValues', CHOICES, { hide: { '@tool': [true] } }],
			['skipCustomers', 'calledToday', CHOICES, { show: { '@tool': [true] } }],
			ofKey,
		]);
	});

	test('has no choice that needs a key, if rows have none', () => {
		const without = CHOICES.filter((choice) => choice !== 'sentKey');
		expect(shown('calledToday', { hasKeys: false })).toEqual([
			['skipCustomers', 'calledToday', without, undefined],
		]);
	});
});
