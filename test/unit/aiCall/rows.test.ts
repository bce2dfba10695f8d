import {
	findCells,
	checkColumns,
	listed,
	uniqueColumnNames,
} from '../../../nodes/shared/aiCall/rows/columns';
import { CountMismatchError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { mapFields } from '../../../nodes/shared/aiCall/rows/fieldMapping';
import { readResponse } from '../../../nodes/shared/aiCall/protocol/aiCallEnvelope';
import { prepareRow } from '../../../nodes/shared/aiCall/rows/preparedRow';
import { missingValueIn } from '../../../nodes/IflytekAiCall/rows/doubtfulTexts';
import {
	acceptedIds,
	addRowsBody,
	callBody,
} from '../../../nodes/shared/aiCall/protocol/rowRequests';
import { bisect } from '../../../nodes/IflytekAiCall/send/batches';
import { InputError } from '../../../nodes/shared/failure';
import { fc } from './property';

const COLUMNS = ['客户手机号码', '姓名', '余额'];
const CHECK_NUMBER = { checkNumber: true };

test('a text may look like a value that is missing', () => {
	const texts = ['#N/A', 'Dear undefined,', '锟斤拷', 'nullable', ''];
	expect(texts.map(missingValueIn)).toEqual(['#N/A', 'undefined', '锟斤拷', undefined, undefined]);
});

test('a text may have formatting, which nobody should hear', () => {
	const texts = ['**王**', '王😀', '李<br>先生', '[官网](https://example.com)', '# 一', 'R&amp;D'];
	expect(texts.map(missingValueIn)).toEqual(['**', '😀', '<br>', '[', '#', '&amp;']);
	const fine = [
		'张**',
		'王*明',
		'3*4',
		'#1',
		'C#',
		'a_b',
		'$5 > $3',
		'1. 王',
		'+86',
		'-5 度',
		'（一）',
	];
	expect(fine.map(missingValueIn)).toEqual(fine.map(() => undefined));
});

describe('columns', () => {
	it('keeps two columns of the same name apart', () => {
		expect(uniqueColumnNames(['电话', '名', '名', '名 (2)', '名'])).toEqual([
			'电话',
			'名',
			'名 (3)',
			'名 (2)',
			'名 (4)',
		]);
	});

	it('leaves a column unchanged if its name already has a number', () => {
		expect(uniqueColumnNames(['a (1)', 'a'])).toEqual(['a (1)', 'a']);
	});

	it('lists ten names at most', () => {
		const names = Array.from({ length: 12 }, (_, index) => `c${index}`);
		const ten = '"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"';
		expect([listed(names.slice(0, 10)), listed(names.slice(0, 11)), listed(names)]).toEqual([
			ten,
			`${ten} and 1 more`,
			`${ten} and 2 more`,
		]);
	});

	it('gives every column a name of its own, and leaves the first of several equal names unchanged', () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom('a', 'b', 'a (2)', 'a (3)', '')), (columns) => {
				const names = uniqueColumnNames(columns);
				expect(new Set(names).size).toBe(columns.length);
				columns.forEach((column, index) => {
					if (columns.indexOf(column) === index) expect(names[index]).toBe(column);
				});
			}),
		);
	});

	it('refuses columns without names', () => {
		expect(checkColumns(COLUMNS)).toEqual(COLUMNS);
		expect(() => checkColumns([])).toThrow(new InputError('There are no columns'));
		expect(() => checkColumns(['a', ' '])).toThrow(new InputError('Column 2 has no name'));
	});

	it('finds cells by position or by name', () => {
		expect(findCells([1, 2], ['a', 'a'])).toEqual({ cells: [1, 2], missing: [] });
		expect(findCells({ 'a (2)': 2, a: 1, other: 3 }, ['a', 'a'])).toEqual({
			cells: [1, 2],
			missing: [],
		});
		expect(findCells({ a: null, b: '' }, ['a', 'b'])).toEqual({ cells: [null, ''], missing: [] });
	});

	it('compares names without invisible characters and blanks around them', () => {
		expect(findCells({ '\uFEFFa ': 1, 'b\u200B': 2 }, ['a', ' b'])).toEqual({
			cells: [1, 2],
			missing: [],
		});
		expect(findCells({ a: 1, 'a ': 2 }, ['a', 'a '])).toEqual({ cells: [1, 2], missing: [] });
		expect(findCells({ a: 1 }, ['a', 'a ']).missing).toEqual([1]);
		expect(findCells({ a: 1, 'a ': 2 }, ['a'])).toEqual({
			cells: [],
			missing: [],
			problem: 'The fields "a" and "a " have one name, apart from blanks and invisible characters',
		});
	});

	it.each([
		['a line break', '客户手机\n号码', '客户手机号码'],
		['a line break of Windows, and the script has a blank', '客户手机\r\n号码', '客户手机 号码'],
		['blanks', 'First  Name', 'First Name'],
		['an ideographic blank', '姓\u3000名', '姓名'],
		['capitals', 'PHONE', 'phone'],
		['capitals and a line break', 'Due\nDate', 'due date'],
		['full-width letters and brackets', '电话（ＡＢ）', '电话(AB)'],
	])('finds a field whose name differs in %s', (_what, field, column) => {
		expect(findCells({ [field]: 1, other: 2 }, [column])).toEqual({ cells: [1], missing: [] });
	});

	it('finds no field of a similar name if it is not certain which one is meant', () => {
		// The exact name wins.
		expect(findCells({ 'a b': 1, ab: 2, AB: 3 }, ['ab'])).toEqual({ cells: [2], missing: [] });
		expect(findCells({ 'a b': 1, AB: 3 }, ['ab'])).toEqual({
			cells: [undefined],
			missing: [0],
			problem: 'The column "ab" is missing: it may be "a b", "AB"',
		});
		// Two columns of similar names: one field is none of them, or the one that has its name.
		expect(findCells({ AB: 1 }, ['ab', 'a b']).missing).toEqual([0, 1]);
		expect(findCells({ ab: 1 }, ['ab', 'AB']).missing).toEqual([1]);
		expect(findCells({ ab: 1, AB: 2 }, ['ab', 'AB'])).toEqual({ cells: [1, 2], missing: [] });
		// A field that another column has is not used twice.
		expect(findCells({ 'ab ': 1 }, ['ab', 'A b']).missing).toEqual([1]);
	});

	it('finds a field of a similar name for a column beside one that has its own', () => {
		expect(findCells({ name: 1, NAME: 2, TEL: 3 }, ['name', 'tel'])).toEqual({
			cells: [1, 3],
			missing: [],
		});
		expect(findCells({ TEL: 1, name: 2 }, ['tel', 'name'])).toEqual({ cells: [1, 2], missing: [] });
	});

	it('names at most ten fields that have the name of a column as well', () => {
		const fields = Array.from({ length: 12 }, (_, blanks) => `a${' '.repeat(blanks)}`);
		const row = Object.fromEntries(fields.map((field) => [field, 1]));
		const names = fields.slice(0, 11).map((field) => `"${field}"`);
		expect(findCells(row, ['a'])).toEqual({
			cells: [],
			missing: [],
			problem: `The fields ${names.join(' and ')} have one name, apart from blanks and invisible characters`,
		});
	});

	it('names the columns that are missing', () => {
		expect(findCells({ a: 1, 'a (2)': undefined }, ['a', 'toString', 'a'])).toEqual({
			cells: [1, undefined, undefined],
			missing: [1, 2],
			problem: 'The columns "toString", "a (2)" are missing',
		});
		expect(findCells([1], ['a', 'a'])).toEqual({
			cells: [1, undefined],
			missing: [1],
			problem: 'The column "a (2)" is missing: the row has 1 value, the script has 2 columns',
		});
		expect(findCells([1, 2, 3], ['a', 'b'])).toEqual({
			cells: [1, 2],
			missing: [],
			problem:
				'The row has too many values for the columns "a", "b": the row has 3 values, the script has 2 columns',
		});
		expect(findCells('13912345678', ['a'])).toEqual({
			cells: [],
			missing: [],
			problem: 'The row is neither an array of values nor an object keyed by column name',
		});
	});
});

describe('prepareRow', () => {
	it('turns every value into text and tidies the number', () => {
		expect(prepareRow(COLUMNS, [13912345678, null, 12.5], CHECK_NUMBER)).toEqual({
			ok: true,
			values: ['13912345678', '', '12.5'],
		});
		expect(
			prepareRow(
				COLUMNS,
				{ 余额: true, 姓名: '王 五', 客户手机号码: '+86 139-1234-5678' },
				CHECK_NUMBER,
			),
		).toEqual({ ok: true, values: ['13912345678', '王 五', 'true'] });
	});

	it('the advice to check where a value comes from is given for an empty number, but not for an invalid one', () => {
		const checkSource = 'Check the field or expression that provides the value.';
		expect(prepareRow(COLUMNS, ['', 'a', 'b'], CHECK_NUMBER)).toEqual({
			ok: false,
			problems: [{ reason: 'The phone number is empty', advice: checkSource }],
		});
		const invalid = prepareRow(COLUMNS, ['139', 'a', 'b'], CHECK_NUMBER);
		expect(invalid.ok).toBe(false);
		expect(!invalid.ok && invalid.problems.map(({ advice }) => advice)).not.toContain(checkSource);
	});

	it('leaves the number as it is if numbers are not checked', () => {
		expect(prepareRow(['tel'], ['0551-6910 0000'], { checkNumber: false })).toEqual({
			ok: true,
			values: ['0551-6910 0000'],
		});
	});

	it.each([2 ** 53, -(2 ** 53), 1e21, 110101199003078889])(
		'refuses the number %d, because its last digits may be lost',
		(value) => {
			const advice = 'Pass it as text. Numbers only keep 15 to 16 digits.';
			expect(prepareRow(COLUMNS, ['13912345678', 'a', value], CHECK_NUMBER)).toEqual({
				ok: false,
				problems: [
					{
						reason: `Column "余额": the number ${value} lost its last digits before reaching this node`,
						advice,
					},
				],
			});
		},
	);

	it.each([
		[
			['13912345678'],
			'The columns "姓名", "余额" are missing: the row has 1 value, the script has 3 columns',
		],
		[
			['13912345678', 'a', 'b', 'c'],
			'The row has too many values for the columns "客户手机号码", "姓名", "余额": the row has 4 values, the script has 3 columns',
		],
		[['139', 'a', 'b'], '"139" is not a Mainland China mobile number: it has 3 digits, not 11'],
		[
			['13912345678', NaN, 'b'],
			'Column "姓名": The value is NaN, which is no number and cannot be sent as text',
		],
		[{ 客户手机号码: '13912345678', 姓名: 'a' }, 'The column "余额" is missing'],
		[['1.38E+10', 'a', 'b'], 'A spreadsheet has shortened the phone number to "1.38E+10"'],
		[null, 'The row is neither an array of values nor an object keyed by column name'],
	])('says why %j cannot be sent', (row, reason) => {
		expect(prepareRow(COLUMNS, row, CHECK_NUMBER)).toMatchObject({
			ok: false,
			problems: [{ reason, advice: expect.any(String) }],
		});
	});

	it('lists every problem of a row', () => {
		const found = prepareRow(COLUMNS, { 客户手机号码: '1.38E+10', 余额: 2 ** 53 }, CHECK_NUMBER);
		expect(found.ok ? [] : found.problems.map(({ reason }) => reason)).toEqual([
			'The column "姓名" is missing',
			'Column "余额": the number 9007199254740992 lost its last digits before reaching this node',
			'A spreadsheet has shortened the phone number to "1.38E+10"',
		]);
		expect(prepareRow(COLUMNS, { 姓名: 'a', 余额: 1 }, CHECK_NUMBER)).toMatchObject({
			problems: [{ reason: 'The column "客户手机号码" is missing' }],
		});
	});
});

describe('bisect', () => {
	it('finds one bad row among fifty by halving, with at most 13 requests', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 49 }), (bad) => {
				let requests = 0;
				const accepted: number[] = [];
				const send = (rows: number[]): number[] => {
					requests++;
					if (!rows.includes(bad)) {
						accepted.push(...rows);
						return [];
					}
					if (rows.length === 1) return rows;
					return bisect(rows).flatMap(send);
				};
				expect(send(Array.from({ length: 50 }, (_, index) => index))).toEqual([bad]);
				expect(accepted).toHaveLength(49);
				expect(requests).toBeLessThanOrEqual(13);
			}),
		);
	});
});

describe('bodies', () => {
	it('the bodies have the fields that the document declares', () => {
		const rows = [['13912345678', '张三']];
		expect(
			callBody(
				{ robotId: '801', lineNum: '055100000001', voiceCode: '60030', columns: ['tel', 'name'] },
				rows,
			),
		).toEqual({
			robot_id: '801',
			line_num: '055100000001',
			call_column: ['tel', 'name'],
			call_list: [['13912345678', '张三']],
			voice_code: '60030',
		});
		expect(
			callBody({ robotId: '801', lineNum: '055100000001', voiceCode: '', columns: ['tel'] }, rows),
		).toStrictEqual({
			robot_id: '801',
			line_num: '055100000001',
			call_column: ['tel'],
			call_list: rows,
		});
		expect(
			callBody(
				{
					robotId: '801',
					lineNum: '055100000001',
					voiceCode: '',
					robotSpeed: 1.2,
					columns: ['tel'],
				},
				rows,
			),
		).toMatchObject({ robot_speed: 1.2 });
		expect(addRowsBody({ taskId: '846252615123869697', columns: ['tel', 'name'] }, rows)).toEqual({
			task_id: '846252615123869697',
			call_column: ['tel', 'name'],
			call_list: [['13912345678', '张三']],
		});
	});
});

describe('acceptedIds', () => {
	it('returns the IDs in order, digit for digit', () => {
		const { result } = readResponse(
			'addRows',
			'{"code":0,"message":"ok","result":{"total":2,"task_data_ids":[846252615123869698,131]}}',
		);
		expect(acceptedIds(result, 2)).toEqual(['846252615123869698', '131']);
		expect(acceptedIds({ total: '1', task_data_ids: [' 7 '] }, 1)).toEqual(['7']);
	});

	it.each([
		[{ total: 1, task_data_ids: ['1', '2'] }, 1, ['1', '2']],
		[{ total: 2, task_data_ids: ['1'] }, 2, ['1']],
		[{ task_data_ids: ['1', '2'] }, undefined, ['1', '2']],
		[{ total: 2 }, 2, []],
		[{ total: 2, task_data_ids: '1,2' }, 2, []],
		[{ total: 2, task_data_ids: ['1', null] }, 2, ['1']],
		[{ total: 2, task_data_ids: ['1', '', '2'] }, 2, ['1', '2']],
		[{}, undefined, []],
	])('refuses %j instead of guessing the IDs', (result, total, ids) => {
		let error: unknown;
		try {
			acceptedIds(result, 2);
		} catch (thrown) {
			error = thrown;
		}
		expect(error).toBeInstanceOf(CountMismatchError);
		expect(error).toMatchObject({ details: { facts: { sent: 2, total, ids } } });
	});

	it('the error says how many rows were sent, the total, and how many different IDs came', () => {
		expect(() => acceptedIds({ total: 3, task_data_ids: ['7', '8', '7'] }, 3)).toThrow(
			'3 rows were sent, the platform reports a total of 3 and 3 ids, only 2 of them different, so the IDs',
		);
		expect(() => acceptedIds({ total: 3, task_data_ids: ['7', '8'] }, 2)).toThrow(
			'2 rows were sent, the platform reports a total of 3 and 2 ids, so the IDs cannot be matched to the rows',
		);
	});
});

describe('a column without a field in a row', () => {
	const found = (columns: string[], ...rows: object[]) =>
		findCells(rows[0], columns, mapFields(columns, rows));

	test('is an empty cell if another row has the field', () => {
		expect(found(['a', 'b'], { a: 1 }, { b: 2 })).toEqual({ cells: [1, ''], missing: [] });
	});

	test('has a hint if several fields are like it', () => {
		const columns = ['phone', 'name', 'customer name'];
		expect(found(columns, { phone: 1, Name_: 'a' }).problem).not.toMatch(/it may be/);
		expect(found(columns, { phone: 1, Name_: 'a', 'Name:': 'b' }).problem).toMatch(
			/it may be "Name_", "Name:"$/,
		);
	});
});
