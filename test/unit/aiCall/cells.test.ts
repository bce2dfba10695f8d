import { LosslessNumber } from 'lossless-json';
import { DateTime } from 'luxon';
import { cellText, readSpokenCell } from '../../../nodes/shared/aiCall/rows/cells';
import { InputError } from '../../../nodes/shared/failure';
import { fc } from './property';

describe('cellText', () => {
	it.each([
		['张三', '张三'],
		[' kept ', ' kept '],
		[0, '0'],
		[-0, '0'],
		[13912345678, '13912345678'],
		[1e21, '1000000000000000000000'],
		[-1.5, '-1.5'],
		[1e-7, '0.0000001'],
		[9007199254740991, '9007199254740991'],
		[123456789012345678901n, '123456789012345678901'],
		[true, 'true'],
		[false, 'false'],
		[null, ''],
		[undefined, ''],
		[new Date('2026-11-21T08:00:00Z'), '2026-11-21T08:00:00.000Z'],
		[
			DateTime.fromISO('2026-11-21T16:00:00+08:00', { setZone: true }),
			'2026-11-21T16:00:00.000+08:00',
		],
		[['a', 1], '["a",1]'],
		[{ a: { b: null } }, '{"a":{"b":null}}'],
		[{ id: 12345678901234567890n }, '{"id":12345678901234567890}'],
		[new LosslessNumber('1.5e3'), '1500'],
		[{ toJSON: 'x' }, '{"toJSON":"x"}'],
		[{ toJSON: () => undefined }, ''],
	])('the text of %p is %j', (value, text) => {
		expect(cellText(value)).toBe(text);
	});

	const circular: Record<string, unknown> = {};
	circular.self = circular;

	it.each<[unknown, string]>([
		[NaN, 'NaN, which is no number'],
		[Infinity, 'Infinity, which is no number'],
		[new Date('no date'), 'an invalid date'],
		[DateTime.invalid('none'), 'an invalid date'],
		[() => 1, 'a function'],
		[Symbol('s'), 'a symbol'],
		[circular, 'a circular structure'],
	])('refuses a value that has no text form: %p', (value, what) => {
		expect(() => cellText(value)).toThrow(
			new InputError(`The value is ${what} and cannot be sent as text`),
		);
	});

	it('writes any number without an exponent, and the text can be read back as the same number', () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
				const text = cellText(value);
				expect(text).toMatch(/^-?\d+(\.\d+)?$/);
				// `===` accepts "0" for -0, which `toBe` would not.
				expect(Number(text) === value).toBe(true);
			}),
		);
	});
});

describe('the advice for a list or an object that would be spoken', () => {
	const advice = (cell: unknown) => {
		const read = readSpokenCell(cell);
		return read.ok ? read.text : read.advice;
	};

	it.each<[unknown, string]>([
		[{ name: '王', 'a b': 1, '1a': 'x' }, '.name, ["a b"] or ["1a"]'],
		[{ a: { b: { c: 'x' } } }, '.a.b.c'],
		[[{ text: '王' }, '李'], '[0].text or [1]'],
		// At most five.
		[['a', 'b', 'c', 'd', 'e', 'f'], '[0], [1], [2], [3] or [4]'],
		[[['a', 'b', 'c', 'd', 'e'], 'f'], '[0][0], [0][1], [0][2], [0][3] or [0][4]'],
		[
			[
				['a', 'b', 'c'],
				['d', 'e', 'f'],
			],
			'[0][0], [0][1], [0][2], [1][0] or [1][1]',
		],
		[{ a: {}, b: true, c: null, d: {}, e: 'x' }, '.e'],
	])('names where texts are: %j', (cell, paths) => {
		expect(advice(cell)).toBe(`Take the text inside it, such as ${paths}.`);
	});

	it.each([
		[{}],
		[[null]],
		[{ a: { b: { c: { d: 'x' } } } }],
		[{ a: {}, b: {}, c: {}, d: {}, e: {}, f: 'x' }],
	])('names none for %j', (cell) => expect(advice(cell)).toBe('Take the text inside it.'));

	it('a date has a text of its own', () => {
		expect(advice(new Date('2026-11-21T08:00:00Z'))).toBe('2026-11-21T08:00:00.000Z');
	});
});
