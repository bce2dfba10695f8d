import { plainDigits, readJson } from '../../nodes/shared/lossless';
import { fc } from './aiCall/property';

describe('readJson', () => {
	it('reads IDs of 18 and 19 digits as text, digit for digit', () => {
		const text =
			'{"total":3,"task_data_ids":[846252615123869697,846252615123869698,9223372036854775807]}';
		expect(readJson(text)).toEqual({
			total: 3,
			task_data_ids: ['846252615123869697', '846252615123869698', '9223372036854775807'],
		});
	});

	it('leaves an ID as it is if it is text, empty or null', () => {
		expect(
			readJson(
				'{"task_id":"0012","robot_id":null,"business_id":"","nested":[{"line_num":"055100000001"}]}',
			),
		).toEqual({
			task_id: '0012',
			robot_id: null,
			business_id: '',
			nested: [{ line_num: '055100000001' }],
		});
	});

	it('reads other numbers as numbers, but integers from 2^53 on and numbers that are too large for JavaScript as text', () => {
		expect(
			readJson(
				'{"a":9007199254740991,"b":9007199254740992,"c":-9007199254740993,"d":0.25,"e":1.5E3,"f":-0,"g":1e400,"h":12345678901234567890.5}',
			),
		).toEqual({
			a: 9007199254740991,
			b: '9007199254740992',
			c: '-9007199254740993',
			d: 0.25,
			e: 1500,
			f: 0,
			g: '1e400',
			h: 12345678901234567890.5,
		});
	});

	it('uses the last of two equal keys, and reads `__proto__` as an ordinary key', () => {
		expect(readJson('{"a":1,"a":2}')).toEqual({ a: 2 });
		const value = readJson('{"__proto__":{"task_id":5}}');
		expect(Object.entries(value as object)).toEqual([['__proto__', { task_id: '5' }]]);
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
	});

	it('keeps the exponent of a large number if its digits would be far longer', () => {
		expect(readJson('{"a":1e300,"task_id":1e300,"b":1.5e300,"c":1.5e20,"d":1e-300}')).toEqual({
			a: '1e300',
			task_id: '1e300',
			b: '1.5e300',
			c: '150000000000000000000',
			d: 1e-300,
		});
	});

	it('reads lists with 90 levels of nesting', () => {
		expect(JSON.stringify(readJson('['.repeat(90) + ']'.repeat(90)))).toBe(
			'['.repeat(90) + ']'.repeat(90),
		);
	});

	it('reads objects with 100 levels of nesting, but not more', () => {
		const nested = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
		expect(JSON.stringify(readJson(nested(100)))).toBe(nested(100));
		expect(() => readJson(nested(101))).toThrow(new Error('The JSON is nested too deeply'));
	});

	it('skips a byte order mark, but not one inside a text', () => {
		expect(readJson('\uFEFF{"code":0}')).toEqual({ code: 0 });
		expect(readJson('"a\uFEFFb"')).toBe('a\uFEFFb');
	});

	it.each([
		'',
		'{',
		'{"a":}',
		'undefined',
		"{'a':1}",
		'[1,]',
		'{"a":1}x',
		'['.repeat(200) + ']'.repeat(200),
		'['.repeat(200_000),
	])('refuses %.20s', (text) => {
		expect(() => readJson(text)).toThrow();
	});

	it('keeps any ID of up to 19 digits', () => {
		fc.assert(
			fc.property(fc.array(fc.bigInt({ min: 0n, max: 9_999_999_999_999_999_999n })), (ids) => {
				expect(readJson(`{"task_data_ids":[${ids.join(',')}]}`)).toEqual({
					task_data_ids: ids.map(String),
				});
			}),
		);
	});

	it('reads what JSON.parse reads, except that IDs and integers beyond 2^53 become text', () => {
		fc.assert(
			fc.property(fc.json(), (text) => expect(agrees(readJson(text), JSON.parse(text))).toBe(true)),
		);
	});
});

const hasAllDigits = (text: string) => /^-?\d+(\.\d+)?$/.test(text);
/** Whether JavaScript writes a number with an exponent below 40. */
const hasSmallExponent = (number: number) => /e[+-]?[0-3]?\d$/.test(String(number));

/**
 * Whether `read`, a value from readJson, agrees with `parsed`, the same value from JSON.parse. IDs and integers beyond 2^53
 * must be text.
 */
function agrees(read: unknown, parsed: unknown, isId = false): boolean {
	if (typeof parsed === 'number') {
		const mustBeText = isId || (Number.isInteger(parsed) && !Number.isSafeInteger(parsed));
		if (!mustBeText) return read === parsed;
		if (typeof read !== 'string' || Number(read) !== parsed) return false;
		// A number with a small exponent must be text with all digits. A number with a larger exponent may keep it.
		return hasSmallExponent(parsed) ? hasAllDigits(read) : true;
	}
	if (Array.isArray(parsed))
		return (
			Array.isArray(read) &&
			read.length === parsed.length &&
			parsed.every((entry, index) => agrees(read[index], entry, isId))
		);
	if (typeof parsed !== 'object' || parsed === null) return read === parsed;
	if (typeof read !== 'object' || read === null) return false;
	const [found, expected] = [Object.entries(read), Object.entries(parsed)];
	// fast-check may draw the key `caller`, which is an ID.
	return (
		found.length === expected.length &&
		expected.every(
			([name, entry], index) =>
				found[index]?.[0] === name &&
				agrees(found[index][1], entry, name === 'caller' || name === 'callee'),
		)
	);
}

describe('plainDigits', () => {
	it.each([
		['130', '130'],
		['1.3E2', '130'],
		['3.46252615123869699E17', '346252615123869699'],
		['1e-7', '0.0000001'],
		['-12.50', '-12.5'],
		['1e21', '1000000000000000000000'],
		['1e999999', '1e999999'],
	])('the number %s is written as %s', (written, plain) => {
		expect(plainDigits(written)).toBe(plain);
	});
});
