import {
	comparableNumber,
	normalizeMobileNumber,
	readPhone,
	withoutWords,
} from '../../../nodes/shared/aiCall/rows/phone';
import { fc } from './property';

const MOBILE = fc.stringMatching(/^1[3-9]\d{9}$/);

describe('normalizeMobileNumber', () => {
	it.each([
		['13912345678', '13912345678'],
		[' 139 1234 5678 ', '13912345678'],
		['139-1234-5678', '13912345678'],
		['139–1234—5678', '13912345678'],
		['+86 139 1234 5678', '13912345678'],
		['(+86)139-1234-5678', '13912345678'],
		['0086-13912345678', '13912345678'],
		['8613912345678', '13912345678'],
		['１３９１２３４５６７８', '13912345678'],
		['＋８６　１３９１２３４５６７８', '13912345678'],
		['（＋８６）13912345678', '13912345678'],
		['\u202D13912345678\u202C', '13912345678'],
		['139\u00A01234\u200B5678', '13912345678'],
		['19987654321', '19987654321'],
		[' tel:13912345678 ', '13912345678'],
		['139.1234.5678', '13912345678'],
		['+86 139.1234.5678', '13912345678'],
		['86 139.1234.5678', '13912345678'],
		['+86.139.1234.5678', '13912345678'],
		['tel:+86-139-1234-5678', '13912345678'],
		["'13912345678", '13912345678'],
		['13912345678.0', '13912345678'],
		['139 1234 5678.00', '13912345678'],
		['="13912345678"', '13912345678'],
		['"13912345678"', '13912345678'],
		['13912345678\uFE0F', '13912345678'],
		['1\u200B39\u20661234\u20695678\uFEFF', '13912345678'],
		['+86 1 391 234 5678', '13912345678'],
		['tel：13912345678', '13912345678'],
		['手机：13912345678', '13912345678'],
		['手机号码: 139 1234 5678', '13912345678'],
		['联系电话：（＋８６）１３９－１２３４－５６７８', '13912345678'],
		['Ｔｅｌ．13912345678', '13912345678'],
		['Mobile: +86 139-1234-5678', '13912345678'],
		['手机13912345678', '13912345678'],
		['移动电话: 13912345678', '13912345678'],
		['被叫号码：13912345678', '13912345678'],
		['手機號碼：13912345678', '13912345678'],
		['Mobile No.: 13912345678', '13912345678'],
		['13912345678,', '13912345678'],
		['13912345678；', '13912345678'],
		['13912345678。', '13912345678'],
		['13912345678 、', '13912345678'],
		['“13912345678”', '13912345678'],
		['‘13912345678’', '13912345678'],
		['’13912345678', '13912345678'],
		['「13912345678」', '13912345678'],
		['"13912345678",', '13912345678'],
		['139·1234·5678', '13912345678'],
		['139・1234・5678', '13912345678'],
		['139•1234•5678', '13912345678'],
		['139_1234_5678', '13912345678'],
		['☎13912345678', '13912345678'],
		['p:+8613912345678', '13912345678'],
		['139/1234/5678', '13912345678'],
		['13,912,345,678', '13912345678'],
		['13,912,345,678.00', '13912345678'],
		['📱 +86 139 1234 5678', '13912345678'],
		['☎️ 手机：13912345678', '13912345678'],
	])('reads %j as a mobile number', (text, number) => {
		expect(normalizeMobileNumber(text)).toEqual({ ok: true, number });
	});

	it.each([
		['', 'The phone number is empty'],
		['  ', 'The phone number is empty'],
		['+86', 'The phone number is empty'],
		[
			'13912345678转2',
			'"13912345678转2" is not a Mainland China mobile number: it contains characters other than digits (U+8F6C)',
		],
		[
			'手机',
			'"手机" is not a Mainland China mobile number: it contains characters other than digits (U+624B)',
		],
		[
			'tel',
			'"tel" is not a Mainland China mobile number: it contains characters other than digits ("t")',
		],
		['1391234567', '"1391234567" is not a Mainland China mobile number: it has 10 digits, not 11'],
		[
			'139123456789',
			'"139123456789" is not a Mainland China mobile number: it has 12 digits, not 11',
		],
		[
			'12912345678',
			'"12912345678" is not a Mainland China mobile number: it must start with 13 to 19',
		],
		[
			'86912345678',
			'"86912345678" is not a Mainland China mobile number: it must start with 13 to 19',
		],
		[
			'055112345678',
			'"055112345678" is not a Mainland China mobile number: it has 12 digits, not 11',
		],
		[
			'013912345678',
			'"013912345678" is not a Mainland China mobile number: it has 12 digits, not 11',
		],
		[
			'+1 391 234 5678',
			'"+1 391 234 5678" is not a Mainland China mobile number: it contains characters other than digits ("+")',
		],
		[
			'+8613912345678901',
			'"+8613912345678901" is not a Mainland China mobile number: it has 14 digits, not 11',
		],
		[
			'1391234567.8',
			'"1391234567.8" is not a Mainland China mobile number: it contains characters other than digits (".")',
		],
		[
			'1391.234.5678',
			'"1391.234.5678" is not a Mainland China mobile number: it contains characters other than digits (".")',
		],
		[
			'139 1234 567①',
			'"139 1234 567①" is not a Mainland China mobile number: it contains characters other than digits (U+2460)',
		],
		[
			'1391234567\u0080',
			'"1391234567\u0080" is not a Mainland China mobile number: it contains characters other than digits (U+0080)',
		],
		[
			'１３９１２３４５６７٨',
			'"１３９１２３４５６７٨" is not a Mainland China mobile number: it contains characters other than digits (U+0668)',
		],
		[
			'13912345678;13912345679',
			'"13912345678;13912345679" is not a Mainland China mobile number: it contains characters other than digits (";")',
		],
		[
			'x'.repeat(30),
			`"${'x'.repeat(30)}" is not a Mainland China mobile number: it contains characters other than digits ("x")`,
		],
		[
			'x'.repeat(40),
			`"${'x'.repeat(30)}…" is not a Mainland China mobile number: it contains characters other than digits ("x")`,
		],
	])('refuses %j', (text, reason) => {
		expect(normalizeMobileNumber(text)).toEqual({ ok: false, reason });
	});

	it.each([
		'1 (386) 555-0100',
		'1-386-555-0100',
		'1 386 5550100',
		'1(386)555-0100',
		'1 3865550100',
		'１－３８６－５５５－０１００',
	])('does not take %j, a North American number, for one of China', (text) => {
		expect(normalizeMobileNumber(text)).toEqual({
			ok: false,
			reason: `"${text}" is grouped like a North American number`,
			advice:
				'If it is a Mainland China mobile number, write 13865550100. If your line can call other numbers, write it with +1 and turn off Check Numbers under Options.',
		});
	});

	it.each(['1.38E+10', '1.3912345678E10', ' 1,39e+10 ', '１.38E+10'])(
		'sees that a spreadsheet has shortened %j, whether numbers are checked or not',
		(text) => {
			const advice =
				'In the spreadsheet, set the format of the column to Text, enter the numbers again in full, and export the file again.';
			for (const check of [true, false]) {
				expect(normalizeMobileNumber(text, check)).toEqual({
					ok: false,
					reason: expect.stringMatching(
						/^A spreadsheet has shortened the phone number to "1[.,]3\d+E?e?\+?10"$/,
					),
					advice,
				});
			}
		},
	);

	it('an unchecked number loses surrounding spaces, gets ordinary digits instead of wide ones, and is otherwise unchanged', () => {
		expect(normalizeMobileNumber(' 0551-6910 0000 ', false)).toEqual({
			ok: true,
			number: '0551-6910 0000',
		});
		expect(normalizeMobileNumber('+1 391 234 5678', false)).toEqual({
			ok: true,
			number: '+1 391 234 5678',
		});
		for (const text of ['８００１', ' tel:8001 ', 'tel: 8001', " '8001' ", "' 8001 '"])
			expect(normalizeMobileNumber(text, false)).toEqual({ ok: true, number: '8001' });
		expect(normalizeMobileNumber(' \u200B', false)).toEqual({
			ok: false,
			reason: 'The phone number is empty',
		});
	});

	it('recognizes a mobile number however it is written', () => {
		const anyGap = fc.constantFrom('', ' ', '-', '\u3000', '–');
		const anyPrefix = fc.constantFrom('', '+86', '0086', '86', '+86 ', '(+86)', '＋８６');
		fc.assert(
			fc.property(
				MOBILE,
				anyPrefix,
				fc.array(anyGap, { minLength: 11, maxLength: 11 }),
				(number, prefix, gaps) => {
					const written =
						prefix + [...number].map((digit, index) => digit + (gaps[index] ?? '')).join('');
					fc.pre(!/^1[ \u3000–-]\d{3}/.test(written));
					expect(normalizeMobileNumber(written)).toEqual({ ok: true, number });
				},
			),
		);
	});

	it('accepts nothing but mobile numbers, and reading an accepted number again changes nothing', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+\d -]{0,18}$/)), (text) => {
				const result = normalizeMobileNumber(text);
				if (!result.ok) return;
				expect(result.number).toMatch(/^1[3-9]\d{9}$/);
				expect(normalizeMobileNumber(result.number)).toEqual(result);
			}),
		);
	});
});

test('an entry of a list in quotation marks may have a comma behind it', () => {
	expect(readPhone('"13800000001" ,').number).toBe('13800000001');
});

test('words beside numbers separate them', () => {
	expect(withoutWords('甲138乙139')).toBe(' 138 139');
});

test('from seven digits on, only letters and digits of a text are compared', () => {
	expect(['x 1234567 y', 'x 123456 y'].map(comparableNumber)).toEqual(['x1234567y', 'x 123456 y']);
});
