import { isNoValue, noValueIn } from '../../nodes/shared/noValue';

test.each([
	'NULL',
	'null',
	'N/A',
	'n/a',
	'#N/A',
	'(null)',
	'<null>',
	'\\N',
	'None',
	'nil',
	'TBD',
	'(blank)',
	'空',
	'（空）'.normalize('NFKC'),
	'无数据',
	'暂无数据',
	'--',
	'-',
	'——',
	'/',
	'…',
	'???',
	'？？',
	'{姓名}',
	'尊敬的{name}，您好',
	'{{name}}',
	'${name}',
	'{ customer.name }',
	'$json.name',
	'$json["姓名"]',
	"$('Sheet').item.json.name",
	'[姓名]',
	'【姓名】',
	'<姓名>',
	'%name%',
	'#姓名#',
	'=VLOOKUP(A2,B:C,2,0)',
	'=B2',
	'=$A$1&"元"',
	'#REF!',
	'[object Object]',
	'Invalid Date',
	'NaN',
	'çŽ‹èŠ³',
	'å¼ ä¼Ÿå…ˆç”Ÿ',
	'ÕÅÎ°',
	'锟斤拷',
	'a\uFFFDb',
	'鐜嬭姵',
	'鎮ㄥソ锛屽紶浼�'.slice(0, 6),
	...['#NV', '#WERT!', '#VALEUR!', '#N/D', '#¡VALOR!', '#¿NOMBRE?', '#Н/Д', '#ЗНАЧ!', '#DIV/0!'],
	...[
		'#名称?',
		'#BLOCKED!',
		'Err:502',
		'#n/a',
		'＃Ｎ／Ａ',
		'＃REF！',
		'####',
		'#VÄRDEFEL!',
		'#DISPIMG!',
	],
	...['N.A.', 'nan', 'NaT', '<NA>', 'Infinity', 'NULL先生', 'unknown', 'not available', 'ＮＵＬＬ'],
	...[
		'未知',
		'暂无',
		'待定',
		'未填写',
		'(无数据)',
		'（空）',
		'同上',
		'xxx',
		'XX',
		'***',
		'、',
		'~',
	],
	...['0000-00-00', '0000-00-00 00:00:00', '1899-12-30', '1900/1/0'],
	...['｛姓名｝', '{{姓名}}', '尊敬的#{name}', '%{name}', '{0}您好', '<%= name %>', '{% name %}'],
	...[
		'[[name]]',
		'«Name»',
		'「姓名」',
		'__NAME__',
		'<<姓名>>',
		'[客户姓名1]',
		'$name',
		':name',
		'%s',
	],
	...['=1+1', '{=SUM(A1:A3)}', '＝B2', '=DISPIMG("ID_1",1)'],
	...['\\u738b\\u82b3', '%E7%8E%8B%E8%8A%B3', '=E7=8E=8B', '=?UTF-8?B?546L6Iqz?='],
	...['[{"type":"text","text":"王芳"}]', '{"name":"王芳"}', '[]', '{}'],
])('%j is no value', (text) => {
	expect(noValueIn(text)).toBeDefined();
});

test.each([
	'',
	' ',
	'王芳',
	'张伟',
	'欧阳娜娜',
	'您好，请问是李先生吗？',
	'明天上午九点',
	'120.5',
	'-5 度',
	'+86',
	'3-5 天',
	'A/B',
	'无',
	'nullable',
	'nonexistent',
	'José Müller',
	'Zoë',
	'naïve café',
	'C#',
	'#1',
	'50%',
	'{1,2}',
	'5 < 6',
	'a=b',
	'（一）',
	'【重要】请今天回电',
	'[1] 王',
	'联通',
	'朱镕基',
	'龘靐',
	'¥120',
	'25°C',
	'10·11',
	'“您好”',
	'…好的',
	'$5',
	...[
		'#1楼',
		'#好评',
		'50%的人',
		'100%',
		'A&B',
		'C++',
		'张**',
		'「您好」先生',
		'3 < 5',
		'1/2',
		'XL',
	],
	...[
		'暂无安排，明天再说',
		'未知数',
		'[1]',
		'x',
		'1900-05-03',
		'2026-12-01',
		'nancy',
		'Nada',
		'x^{2}',
	],
	...[
		'http://a.example/%E7%8E%8B%E8%8A%B3',
		'联系#9',
		'5 = 5',
		'：好',
		'王（先生）',
		'林俊杰',
		'曾国藩',
	],
])('%j is a value', (text) => {
	expect(noValueIn(text)).toBeUndefined();
});

test('the part that is no value is named', () => {
	expect([
		noValueIn('尊敬的{姓名}，您好'),
		noValueIn('Dear undefined,'),
		noValueIn(' -- '),
	]).toEqual(['{姓名}', 'undefined', '--']);
});

test('a text is no value if nothing but marks is left without such parts', () => {
	const none = [
		'undefined',
		' null。',
		'[object Object],[object Object]',
		'{{ $json.a }}',
		'#N/A',
		'--',
	];
	expect(none.map(isNoValue)).toEqual(none.map(() => true));
	const values = ['', '您好', '尊敬的{name}，您好', 'undefined先生', '锟斤拷您好'];
	expect(values.map(isNoValue)).toEqual(values.map(() => false));
});

test('a text that begins like JSON, and is none, is a value', () => {
	expect(['{"a": 王芳', '["a", 1', 'a {"b":1}'].map(noValueIn)).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	expect(['{"a":1}', '[ {"a":1}]', '[]', '{ "a":1}'].map(isNoValue)).toEqual([
		true,
		true,
		true,
		true,
	]);
});

test('blanks around what is no value, and between two of them, do not matter', () => {
	expect([' N/A ', '\tTBD\n', ' #REF! '].map(isNoValue)).toEqual([true, true, true]);
	expect(isNoValue('#REF!#REF!')).toBe(true);
	expect(isNoValue('')).toBe(false);
	expect(noValueIn('')).toBeUndefined();
});
