import { ID_FIELDS, plainDigits, readJson } from '../../nodes/shared/lossless';
import { fc } from './aiCall/property';

describe('readJson', () => {
	it('keeps ids of 18 and 19 digits, digit for digit, as text', () => {
		const text = '{"total":3,"task_data_ids":[846252615123869697,846252615123869698,9223372036854775807]}';
		expect(readJson(text)).toEqual({ total: 3, task_data_ids: ['846252615123869697', '846252615123869698', '9223372036854775807'] });
	});

	it('makes text of every id, also of a small one', () => {
		const sent = Object.fromEntries([...ID_FIELDS].map((field, index) => [field, index]));
		expect(readJson(JSON.stringify(sent))).toEqual(Object.fromEntries([...ID_FIELDS].map((field, index) => [field, String(index)])));
	});

	it('leaves ids that are text, missing or null as they are', () => {
		expect(readJson('{"task_id":"0012","robot_id":null,"business_id":"","nested":[{"line_num":"055100000001"}]}')).toEqual({
			task_id: '0012',
			robot_id: null,
			business_id: '',
			nested: [{ line_num: '055100000001' }],
		});
	});

	it('keeps other numbers as numbers up to 2^53, as text beyond', () => {
		expect(readJson('{"a":9007199254740991,"b":9007199254740992,"c":-9007199254740993,"d":0.25,"e":1.5E3,"f":-0,"g":1e400,"h":12345678901234567890.5}')).toEqual({
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

	it('takes the last of two equal keys and never touches a prototype', () => {
		expect(readJson('{"a":1,"a":2}')).toEqual({ a: 2 });
		const value = readJson('{"__proto__":{"task_id":5}}');
		expect(Object.entries(value as object)).toEqual([['__proto__', { task_id: '5' }]]);
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
	});

	it('writes out no number that is far longer than it was', () => {
		expect(readJson('{"a":1e300,"task_id":1e300,"b":1.5e300,"c":1.5e20,"d":1e-300}')).toEqual({ a: '1e300', task_id: '1e300', b: '1.5e300', c: '150000000000000000000', d: 1e-300 });
	});

	it('reads what is nested deeply enough for any use', () => {
		expect(JSON.stringify(readJson('['.repeat(90) + ']'.repeat(90)))).toBe('['.repeat(90) + ']'.repeat(90));
	});

	it('reads past a byte order mark', () => {
		expect(readJson('\uFEFF{"code":0}')).toEqual({ code: 0 });
	});

	it.each(['', '{', '{"a":}', 'undefined', "{'a':1}", '[1,]', '{"a":1}x', '['.repeat(200) + ']'.repeat(200), '['.repeat(200_000)])('refuses %.20s', (text) => {
		expect(() => readJson(text)).toThrow();
	});

	it('carries any id of up to 19 digits through text and back', () => {
		fc.assert(
			fc.property(fc.array(fc.bigInt({ min: 0n, max: 9_999_999_999_999_999_999n })), (ids) => {
				expect(readJson(`{"task_data_ids":[${ids.join(',')}]}`)).toEqual({ task_data_ids: ids.map(String) });
			}),
		);
	});

	it('reads what JSON.parse reads, but for ids and integers beyond 2^53, which are text', () => {
		const withText = (value: unknown, isId = false): unknown => {
			if (typeof value === 'number') return isId || (Number.isInteger(value) && !Number.isSafeInteger(value)) ? plainDigits(String(value)) : value;
			if (Array.isArray(value)) return value.map((entry) => withText(entry, isId));
			if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withText(entry, ID_FIELDS.has(key))]));
			return value;
		};
		fc.assert(
			// Among the keys that are drawn is `caller`, which is an id here.
			fc.property(fc.json(), (text) => {
				expect(JSON.stringify(readJson(text))).toBe(JSON.stringify(withText(JSON.parse(text))));
			}),
		);
	});
});

describe('plainDigits', () => {
	it.each([
		['130', '130'],
		['1.3E2', '130'],
		['3.46252615123869699E17', '346252615123869699'],
		['1e-7', '0.0000001'],
		['-12.50', '-12.5'],
		['1e21', '1000000000000000000000'],
		['1e999999', '1e999999'],
	])('%s is %s', (written, plain) => {
		expect(plainDigits(written)).toBe(plain);
	});
});
