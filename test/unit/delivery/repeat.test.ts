/** When rows that were sent are sent again, as the parameters of the first item say it. */
import { readRepeat, repeatFields } from '../../../nodes/IflytekAiCall/fields/repeat';
import { refusal } from '../n8n/fakeContext';
import { contextOf } from './context';

const read = (parameters: Record<string, unknown>) => readRepeat(contextOf({ parameters }).context);

test('a node without the parameter sends each row once a day', () => {
	expect(read({})).toEqual({ repeat: 'onceADay', sendInterrupted: false });
	// Without Once per Key, a key is not read.
	expect(read({ rowKey: 'order', options: { rememberedRowKeys: 200 } })).toEqual({
		repeat: 'onceADay',
		sendInterrupted: false,
	});
});

test('as many keys are remembered as Remembered Row Keys says', () => {
	expect(read({ repeat: 'oncePerKey' })).toEqual({
		repeat: 'oncePerKey',
		rememberedKeys: 10_000,
		sendInterrupted: false,
	});
	const options = { rememberedRowKeys: '2000', sendInterrupted: true };
	expect(read({ repeat: 'oncePerKey', options })).toEqual({
		repeat: 'oncePerKey',
		rememberedKeys: 2000,
		sendInterrupted: true,
	});
	const tooFew = { repeat: 'oncePerKey', options: { rememberedRowKeys: 99 } };
	expect(() => read(tooFew)).toThrow(
		'Remembered Row Keys must be a whole number from 100 to 50000, but is 99',
	);
});

test('each run can send all rows', () => {
	expect(read({ repeat: 'eachRun' })).toEqual({ repeat: 'eachRun', sendInterrupted: false });
});

test.each([
	['never', '"never"'],
	['', '""'],
	[() => 'eachRun', '"={{ … }}"'],
])(
	'Repeat is refused if it is %p: an item must not decide who is called again',
	(repeat, shown) => {
		expect(refusal(() => read({ repeat }))[0]).toBe(
			`Repeat must be one of: onceADay, oncePerKey, eachRun, but is ${shown}`,
		);
	},
);

test('rows without keys have no choice that needs one', () => {
	const shown = (hasKeys?: boolean) =>
		repeatFields(hasKeys).map(({ name, default: value, options = [] }) => [
			name,
			value,
			options.map((option) => ('value' in option ? option.value : undefined)),
		]);
	expect(shown()).toEqual([
		['repeat', 'onceADay', ['onceADay', 'oncePerKey', 'eachRun']],
		['rowKey', '', []],
	]);
	expect(shown(false)).toEqual([['repeat', 'onceADay', ['onceADay', 'eachRun']]]);
});
