/** What users, expressions and earlier nodes put into the fields of the nodes: rows, cells, numbers, texts, lists, files. */
import { cellText, readCell } from '../../../../nodes/shared/aiCall/rows/cells';
import { prepareRow } from '../../../../nodes/shared/aiCall/rows/preparedRow';
import {
	comparableNumber,
	normalizeMobileNumber,
} from '../../../../nodes/shared/aiCall/rows/phone';
import { listedNumbers, numbersIn } from '../../../../nodes/shared/aiCall/rows/phoneLists';
import { enteredIds } from '../../../../nodes/shared/entered';
import { taskCreationBody } from '../../../../nodes/shared/aiCall/tasks/taskCreation';
import { readDates, readWeekdays } from '../../../../nodes/shared/aiCall/time/callingDays';
import { outsideHours, readCallingHours } from '../../../../nodes/shared/aiCall/time/callingHours';
import { platformPeriods } from '../../../../nodes/shared/aiCall/time/taskWindow';
import { toMilliseconds } from '../../../../nodes/shared/aiCall/time/times';
import {
	checkKeys,
	enteredAccount,
	fingerprint,
	keyLengthWarning,
} from '../../../../nodes/shared/aiCall/protocol/aiCallAccount';
import { plainDigits, readJson, tryReadJson } from '../../../../nodes/shared/lossless';
import {
	asChoice,
	asEntries,
	asFlag,
	asInteger,
	asList,
	asText,
	isOff,
	listIn,
	splitList,
} from '../../../../nodes/shared/n8n/parameters/coerce';
import { isListed, readAddressList } from '../../../../nodes/shared/aiCall/webhook/addressList';
import { textForm } from '../../../../nodes/shared/openPlatform/protocol/requestBody';
import {
	endpointUrl,
	isWebAddress,
	withoutSecrets,
} from '../../../../nodes/shared/openPlatform/protocol/addresses';
import {
	encodeParam,
	signHeaders,
} from '../../../../nodes/shared/openPlatform/protocol/checksumSignature';
import {
	checkHandwritingImage,
	checkViolenceFile,
	checkVisionImage,
} from '../../../../nodes/shared/openPlatform/image/images';
import {
	checkImageUrl,
	checkUrl,
	nameInUrl,
	urlsIn,
} from '../../../../nodes/shared/openPlatform/image/imageUrls';
import { ENDPOINTS } from '../../../../nodes/shared/openPlatform/protocol/services';
import { speechCues } from '../../../../nodes/shared/openPlatform/speech/cues';
import { shownParts, withReadings } from '../../../../nodes/shared/openPlatform/speech/readings';
import { splitText } from '../../../../nodes/shared/openPlatform/text/sentences';
import { markIn } from '../../../../nodes/shared/aiCall/rows/cellMarks';
import { refuseLostDigits } from '../../../../nodes/IflytekAiCall/rows/rowKeys';
import { spokenText } from '../../../../nodes/shared/spoken/spokenText';
import { hasLostDigits, isBlank, numberOf, textOf } from '../../../../nodes/shared/values';
import { decoded } from '../../../../nodes/shared/decoded';
import { excerpt } from '../../../../nodes/shared/errorTexts';
import { noValueIn } from '../../../../nodes/shared/noValue';
import { ofBytes, ofJson, ofTexts, ofValues, repeated, type Reader } from '../shapes';

const LINK_PIECES = [
	'https://',
	'http://a.example/',
	',https://a',
	' https://a',
	' ,https://a',
	'?,',
	',http:/',
	'\nhttps://a',
];
const LINK_OPTIONS = {
	frames: [
		['https://a.example/', 'x'],
		['https://a.example/?', 'x'],
		['https://a.example/\n', 'x'],
	] satisfies [string, string][],
	pieces: LINK_PIECES,
};

const links: Reader[] = [
	ofTexts('Image URLs', (text) => urlsIn(text), LINK_OPTIONS),
	ofTexts('one of Image URLs', (text) => checkUrl(text, 'Image URLs', 0), LINK_OPTIONS),
	ofTexts('Image URL', (text) => checkImageUrl(text, 'Image URL'), LINK_OPTIONS),
	ofTexts('IDs', enteredIds),
	ofTexts('a list of numbers', (text) => listedNumbers(text)),
	ofTexts('numbers in a text', (text) => numbersIn(text)),
	ofTexts('a number as numbers are compared', (text) => comparableNumber(text)),
	ofTexts(
		'file name in a link',
		(text) => (isWebAddress(text) ? nameInUrl(text) : ''),
		LINK_OPTIONS,
	),
	ofTexts('link without secrets', withoutSecrets, {
		frames: [
			['https://', ''],
			['a:', '@'],
		],
		pieces: ['a:', '//', ':/', 'a@', ...LINK_PIECES],
	}),
	ofTexts('base address of a service', (text) => endpointUrl(ENDPOINTS.speech, text), {
		frames: [['https://a.example', 'x']],
		pieces: ['//', '/a'],
	}),
];

/** The names of columns, some of which are equal. */
const columns = (size: number) =>
	Array.from({ length: size }, (_, index) => (index === 0 ? 'number' : `a${index % 10}`));
const WITHOUT_NUMBER_CHECK = { checkNumber: false };
const arrayOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const rows: Reader[] = [
	ofTexts('telephone number, checked', (text) => normalizeMobileNumber(text), {
		frames: [
			['1', '1'],
			['+86', '39'],
		],
		pieces: ['(', '+86', '0086', '139.', 'tel:', '１'],
	}),
	ofTexts('telephone number, not checked', (text) => normalizeMobileNumber(text, false), {
		frames: [
			['1', '1'],
			['', '1'],
		],
		pieces: ['１', ' \u200b'],
	}),
	ofValues('row as a list', (value) =>
		prepareRow(columns(arrayOf(value).length), value, WITHOUT_NUMBER_CHECK),
	),
	ofValues('row as an object', (value) =>
		prepareRow(Object.keys(Object(value)), value, WITHOUT_NUMBER_CHECK),
	),
	ofValues('row without its columns', (value) =>
		prepareRow(
			arrayOf(value).map((name) => textOf(name) ?? ''),
			{},
			WITHOUT_NUMBER_CHECK,
		),
	),
	ofValues('row with similar names', (value) => {
		const names = Object.keys(Object(value));
		const row = Object.fromEntries(names.map((name) => [`${name} `, name]));
		return prepareRow(
			names.map((name) => name.toUpperCase()),
			row,
			WITHOUT_NUMBER_CHECK,
		);
	}),
	ofValues(
		'many rows of few columns',
		(value) => arrayOf(value).map((row) => prepareRow(['a', 'a', 'b'], row, WITHOUT_NUMBER_CHECK)),
		{ entries: [() => '["1","2","3"]', () => '{"a":1,"a (2)":2,"b":3}'] },
	),
	ofValues(
		'row keys beside numbers that lost digits',
		(value) =>
			refuseLostDigits(
				arrayOf(value).map((_, index) => `${10 ** 17 + index}`),
				value,
			),
		{ entries: [(index) => String(9e17 + index * 1e6)] },
	),
	ofValues('cell', cellText, { entries: [() => '{"a":[{},{},{}]}'] }),
	ofValues('cell with bigints', (value) =>
		readCell(Array.isArray(value) ? value.map((_, index) => BigInt(index)) : value),
	),
	ofTexts('list of rows as text', (text) => tryReadJson(text), {
		frames: [
			['[', ']'],
			['["', '"]'],
		],
	}),
];

function callingHours(text: string): unknown {
	const hours = readCallingHours(text, 'Asia/Shanghai');
	return [outsideHours(hours, 0), platformPeriods(hours, 0, 1)];
}

const fields: Reader[] = [
	ofJson('JSON', (json) => tryReadJson(json)),
	ofTexts('JSON: number', (digits) =>
		/^\d+$/.test(digits)
			? [
					plainDigits(`1.${digits}e5`),
					plainDigits(`${digits}1e-9`),
					readJson(`{"task_id":-0.${digits},"size":1${digits}}`),
				]
			: [],
	),
	ofTexts(
		'text',
		(text) => [
			isBlank(text),
			excerpt(text),
			numberOf(text),
			asText(text, 'Text'),
			asFlag(text),
			isOff(text),
			hasLostDigits(text),
		],
		{ frames: [[' ', '\u200b!']], pieces: ['0x', '1e', '\u200b'] },
	),
	ofTexts('choice', (text) => asChoice(text, 'Kind', ['all'])),
	ofTexts('whole number', (text) => asInteger(text, 'Limit', { min: 0, max: 3 }), {
		pieces: ['0x', '1e'],
	}),
	ofTexts('list as text', (text) => [listIn(text), asList(text, 'Image IDs', enteredIds, '')], {
		frames: [['[', ']']],
	}),
	ofTexts('entries', splitList, { pieces: ['，', '；'] }),
	ofValues('entries of a list', splitList),
	ofTexts('allowed addresses', (text) => readAddressList(splitList(text)), {
		frames: [
			['1.2.3.4/', ''],
			['::', 'g'],
		],
		size: 200,
		pieces: ['1.1.1.1/1', '0:', '::', '00', '1.2.3.4,', 'ffff:', '%a'],
	}),
	ofTexts(
		'address of a caller',
		(text) =>
			isListed(readAddressList(['203.0.113.0/24', '2001:db8::/32']), { ip: text, ips: [text] }),
		{ frames: [['::ffff:', '']], pieces: ['0:', '::', '1.', '%a'] },
	),
	ofTexts('time', (text) => toMilliseconds(text, 'Asia/Shanghai', 'Begin'), {
		frames: [
			['2026-11-21', ''],
			['2026-11-21T', 'x'],
			['2026/11/21 ', '9:00'],
			['2026-11-21T09:00:00.', 'Z'],
			['20261121T0900', '['],
		],
		pieces: ['00:', '+08', '[a', 'T0'],
	}),
	ofTexts('calling hours', callingHours, {
		frames: [
			['09:00', 'x'],
			['09:00-', '20:00'],
		],
		pieces: ['09:', '09:00-20:00,', '1：', '到'],
	}),
	ofTexts(
		'dates left out',
		(text) => readDates(asEntries(text, 'Dates Left Out'), 'Asia/Shanghai'),
		{
			frames: [
				['2026-10-01', 'x'],
				['2026-10-01 to ', '2026-10-07'],
			],
			pieces: ['2026-10-01,', ' to', '..', '至', '20261001\n'],
		},
	),
	ofValues('days of the week', (value) => readWeekdays(splitList(value))),
	ofTexts(
		'lines of a task',
		(text) =>
			taskCreationBody({
				name: text,
				robotId: text,
				lineNums: [text],
				begin: 0,
				periods: [],
				voiceCode: text,
			}),
		{ pieces: ['；', 'a;'] },
	),
	ofTexts('key and secret', (text) => [
		checkKeys({ appKey: text, appSecret: text }),
		keyLengthWarning({ appKey: text, appSecret: text }),
		fingerprint({ appKey: text, appSecret: text, baseUrl: 'https://a.example' }),
		enteredAccount({ appKey: text, appSecret: text, baseUrl: text }),
	]),
	ofTexts('text to send', (text) => [
		textForm({ text }),
		encodeParam({ image_name: text }),
		signHeaders({ 'X-Param': text }, { appId: 'a', apiKey: 'b' }, 0),
	]),
	ofTexts('text of subtitles', (text) => speechCues([{ text, start: 0, end: 1 }]), {
		size: 600,
		frames: [['你', '好']],
		pieces: ['好。', '好，', '! ', 'a\n', '👨‍👩‍👧', `${' '.repeat(600)}字`],
	}),
	ofTexts(
		'text with readings',
		(text) => {
			const sent = withReadings(text, [{ word: '好a', reading: '[=' }]);
			return shownParts([{ text: sent.text, start: 0, end: 1 }], sent);
		},
		{ pieces: ['好', '好a', '好a ', '好[=', '好[=a]'] },
	),
	ofTexts('text in the place of a value', noValueIn, {
		frames: [['=', '']],
		pieces: ['$', 'ã', 'À¡', '鐜', '{a', '[a', '#N'],
	}),
	ofBytes(
		'bytes of a text',
		decoded,
		['\xe5\xbc\xa0'],
		['\xd5\xc5', '\xe5\xbc\xa0', '\xe5\xbc', '\xff\xd5'],
	),
	ofTexts('marks of a cell', markIn, {
		pieces: [
			...['**', '*', '**a', '~~', '~~1', '__a', '`a', '- ', '# ', '> ', '|', '\n', ' ', '汉', '1'],
			...[
				'[a](',
				'[^',
				'【',
				'†',
				'<b ',
				'<b',
				'=',
				'<!--',
				'&a',
				'&#',
				'\\n',
				'1️⃣',
				'😀',
				'\u200d',
			],
		],
	}),
	ofTexts('text that is spoken', spokenText, {
		frames: [
			['<p>', '</p>'],
			['*', '*'],
		],
		pieces: [
			...[
				'**a ',
				'*a **b ',
				'~~a~~ ',
				'***a ',
				'_a',
				'`a',
				'``a`',
				'[a](',
				'![',
				'[a]: b\n',
				'[^1]',
			],
			...['> ', '- a\n  ', '1. ', '- [ ] ', '|a|\n|-|\n', '```md\n', '~~~\n', '---\n', 'a\n---\n'],
			...['<a ', '<a href="', '<!--', '<![CDATA[', '<think>', '</think>', '<td>', '&amp', '&#'],
			...[
				'<div>',
				'<div hidden>',
				'5<sup>2</sup>',
				'<a href="a">1</a>',
				'<s>',
				'```js\n',
				'``` a ',
			],
			...['\\n', '\\(', '\\[a', '$$a', '$a_', '好[1]', '\u30101\u2020', '\u25c1/think\u25b7'],
			...[
				'😀',
				'\u200d',
				'1️⃣',
				'汉*',
				'张**',
				'** 汉 ',
				'2*3',
				'x**2',
				'https://a*',
				'C:\\',
				'\ufdd0',
				'\ufdef',
			],
		],
	}),
	// The limit is far below the size, so that the text is really split.
	ofTexts('text to split', (text) => splitText(text, 50), {
		size: 500,
		frames: [['中', '。']],
		pieces: [
			'中。',
			'“',
			'”',
			'."',
			'1,',
			'é',
			'e\u0301',
			'🇨🇳',
			'👨‍👩‍👧',
			'\r\n',
			'가',
			'ᄀ',
			`${'字'.repeat(160)} `,
			`${' '.repeat(600)}字`,
			'. ',
			'1. ',
			'1.1.',
			'A. ',
			'U.S.',
			'etc. ',
			'…',
			'字…',
			'？！',
			'(!)',
			'。(',
			'://',
			'://.',
			'?a',
		],
	}),
];

/** The first bytes of image files. Most of them are in formats that no service accepts. */
const IMAGE_BEGINNINGS = [
	'\xff\xd8\xff',
	'\xff\xd8\xff\xe1\x00\x10Exif\0\0II*\0',
	'\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
	'BM\0\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0',
	'GIF89a',
	'II*\0\x08\0\0\0',
	'MM\0*\0\0\0\x08',
	'RIFF\0\0\0\0WEBPVP8 ',
	'RIFF\0\0\0\0WEBPVP8X',
	'<svg ',
	'<?xml ',
	'<svg width="',
	'icns\0\0\0\xff',
	'\0\0\0\x18ftypheic',
	'\0\0\0\x18ftypavif',
	'\0\0\0\x0cjP  ',
	'\0\0\0\x0cJXL ',
	'\xff\x0a',
	'\xabKTX 11',
	'P1 ',
	'P7\n',
	'8BPS',
	'DDS ',
	'\0\0\x01\0\xff\xff',
	'\0\0\x02\0\xff\xff',
	'\xff\x4f\xff\x51',
];
/** Bytes that are repeated after one of the beginnings. */
const IMAGE_PIECES = [
	'\xff\xe0\0\x02',
	'\xff\xe0\0\0',
	'\xff\xff',
	'\0\0\0\x08',
	'\0\0\0\x08free',
	'\0\0\0\x08meta',
	'\0\0\0\x01',
	'\0\0\0\x00',
	'ic07\0\0\0\x08',
	'a="',
	"a='",
	'a=b ',
	'<svg ',
	'#\n',
	'1 ',
	'WIDTH 1\n',
	'\x01\0\x03\0',
	'PK\x03\x04',
	'\0\x01\0\0',
];

/** A box of a HEIC: its length, its type and its content. */
function box(type: string, content: string): string {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(8 + content.length);
	return length.toString('latin1') + type + content;
}
const IMAGE_FILES: [title: string, make: (size: number) => string][] = [
	[
		'a HEIC that states the size of many images',
		(size) => {
			const sizes = repeated(box('ispe', '\0'.repeat(12)), size);
			const properties = box('iprp', box('ipco', sizes));
			return box('ftyp', 'heic\0\0\0\0') + box('meta', `\0\0\0\0${properties}`);
		},
	],
];

const files: Reader[] = (
	[
		['image for handwriting', checkHandwritingImage],
		['image for recognition', checkVisionImage],
		['file for the filter', checkViolenceFile],
	] as const
).map(([name, check]) => ofBytes(name, check, IMAGE_BEGINNINGS, IMAGE_PIECES, IMAGE_FILES));

export const nodeFields: Reader[] = [...links, ...rows, ...fields, ...files];
