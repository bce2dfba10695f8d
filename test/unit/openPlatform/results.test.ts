import { PlatformError } from '../../../nodes/shared/failure';
import { readEnvelope } from '../../../nodes/shared/openPlatform/protocol/openPlatformEnvelope';
import { simplifyHandwriting } from '../../../nodes/shared/openPlatform/image/handwriting';
import { EXPRESSIONS, OBJECTS, SCENES } from '../../../nodes/shared/openPlatform/image/imageLabels';
import {
	readVision,
	simplifyVision,
	visionEntry,
} from '../../../nodes/shared/openPlatform/image/recognition';
import { simplifyViolence } from '../../../nodes/shared/openPlatform/image/violence';

const sid = 'wcr0000002a@ch0a1b2c3d4e5f000100';
const words = (...contents: string[]) => contents.map((content) => ({ content }));

function failureOf(action: () => unknown): { message: string; kind: string; details: object } {
	try {
		action();
	} catch (error) {
		if (error instanceof PlatformError)
			return { message: error.message, kind: error.kind, details: error.details };
	}
	throw new Error('No PlatformError was thrown');
}

describe('words of a line', () => {
	test.each([
		[['你', '好', '，', '世', '界', '。'], '你好，世界。'],
		[['Hello', 'world'], 'Hello world'],
		[['Hello', ',', 'world', '!'], 'Hello, world!'],
		[['see', '(', 'page', '2', ')'], 'see (page 2)'],
		[['第', '3', '页', 'page', 'three'], '第3页page three'],
		[[' padded ', '', 'word'], 'padded word'],
		[['𠮷', 'a', '𠮷'], '𠮷a𠮷'],
		[['“', 'so', '”', 'he', 'said'], '“so” he said'],
		[['use', '.NET', 'now', '.'], 'use .NET now.'],
		[['say', "'hello'", 'again'], "say 'hello' again"],
		[['don', "'t", ',', 'it', '’s', 'the', 'boys', "'"], "don't, it’s the boys'"],
		[['wait', '...', 'what'], 'wait... what'],
		[[], ''],
	])('the words %j become one line', (list, text) => {
		const data = { block: [{ type: 'text', line: [{ word: words(...list) }] }] };
		expect(simplifyHandwriting({ code: '0', data, desc: 'success', sid }).text).toBe(text);
	});
});

test('blocks of text and of images become lines, with boxes if their locations are complete', () => {
	const location = { top_left: { x: 3, y: 4 }, right_bottom: { x: 50, y: 20 } };
	const data = {
		block: [
			{
				type: 'text',
				line: [
					{ confidence: 0.9, word: words('第', '一', '行'), location },
					{ confidence: 1, word: words('second', 'line'), location: { top_left: { x: 1 } } },
				],
			},
			{ type: 'image' },
			{
				type: 'image',
				line: [{ location }, { location: { ...location, right_bottom: { x: 50 } } }],
			},
			{ type: 'stamp', line: [] },
		],
	};
	expect(simplifyHandwriting({ code: '0', data, desc: 'success', sid })).toStrictEqual({
		text: '第一行\nsecond line',
		lines: [
			{
				type: 'text',
				text: '第一行',
				confidence: 0.9,
				box: { left: 3, top: 4, right: 50, bottom: 20 },
			},
			{ type: 'text', text: 'second line', confidence: 1 },
			{ type: 'image' },
			{ type: 'image', box: { left: 3, top: 4, right: 50, bottom: 20 } },
			{ type: 'image' },
			{ type: 'stamp' },
		],
	});
});

test.each([{}, { block: null }, { block: [] }])('data %j means that nothing was read', (data) => {
	expect(simplifyHandwriting({ code: '0', data, sid })).toStrictEqual({ text: '', lines: [] });
});

test('a block without `type` is read as text, and a block without lines adds nothing', () => {
	const data = { block: [{ line: [{ word: words('甲') }] }, { type: 'text', line: [] }, {}] };
	expect(simplifyHandwriting({ code: '0', data, sid })).toStrictEqual({
		text: '甲',
		lines: [{ type: 'text', text: '甲' }],
	});
});

test('a word without `content` is skipped, and the rest of the page is kept', () => {
	const line = [
		{ word: [{ content: '你' }, { content: null }, {}, { content: '好' }] },
		{ word: [{}] },
	];
	expect(
		simplifyHandwriting({ code: '0', data: { block: [{ type: 'text', line }] }, sid }),
	).toStrictEqual({
		text: '你好\n',
		lines: [
			{ type: 'text', text: '你好' },
			{ type: 'text', text: '' },
		],
	});
});

test.each([
	[undefined],
	[null],
	[''],
	[[]],
	[0],
	[true],
	[['甲']],
	['a text'],
	[{ block: 'text' }],
	[{ block: { line: [] } }],
	[{ block: ['text'] }],
	[{ block: [{ type: 'text', line: {} }] }],
	[{ block: [{ type: 'text', line: [{ word: ['甲'] }] }] }],
	[{ block: [{ type: 'text', line: [{ word: [{ content: '甲' }, { content: {} }] }] }] }],
	[{ block: [{ type: 'image', line: [1] }] }],
])('data %j is an error, because text would get lost', (data) => {
	expect(failureOf(() => simplifyHandwriting({ code: '0', data, sid }))).toEqual({
		message: 'Handwriting recognition succeeded but returned an unexpected format',
		kind: 'unreadable',
		details: { sid, advice: expect.stringContaining('Turn off Simplify') },
	});
});

describe('a recognition', () => {
	const entry = {
		label: 14,
		labels: [14, 99],
		rate: '0.75',
		rates: [0.75, 0.1],
		name: 'p.jpg',
		review: true,
		tag: 'Using Buffer',
	};

	test.each([
		['an array', [entry]],
		['an object with fileList', { fileList: [{ ...entry, code: 0 }], reviewCount: 1 }],
	])('the result of a recognition is read from %s', (_name, data) => {
		expect(simplifyVision(visionEntry({ code: 0, data, sid }), SCENES)).toStrictEqual({
			label: 14,
			labelName: 'beach',
			rate: 0.75,
			review: true,
			name: 'p.jpg',
			top: [
				{ label: 14, labelName: 'beach', rate: 0.75 },
				{ label: 99, rate: 0.1 },
			],
		});
	});

	const rates = [0.01, 0.02, 0.6, 0.03, 0.2, 0.04, 0.02, 0.08];
	const ranked = [
		{ label: 2, labelName: 'joy', rate: 0.6 },
		{ label: 4, labelName: 'sadness', rate: 0.2 },
		{ label: 7, labelName: 'neutral', rate: 0.08 },
		{ label: 5, labelName: 'fright', rate: 0.04 },
		{ label: 3, labelName: 'anger', rate: 0.03 },
		{ label: 1, labelName: 'other expression', rate: 0.02 },
		{ label: 6, labelName: 'disgust', rate: 0.02 },
		{ label: 0, labelName: 'other (not a face-expression image)', rate: 0.01 },
	];

	test.each([
		['an empty list of labels', { labels: [], rates }],
		['no list of labels', { rates }],
		['rates that are text', { labels: [], rates: rates.map(String) }],
	])(
		'a rate for each class and %s: the place of a rate names its class, and the best class comes first',
		(_name, fields) => {
			expect(simplifyVision({ label: 2, rate: 0.6, ...fields }, EXPRESSIONS).top).toEqual(ranked);
		},
	);

	test('rates are left out if it is unknown which classes they belong to', () => {
		expect(
			simplifyVision({ label: 2, rate: 0.6, labels: [], rates: [0.6, 0.4] }, EXPRESSIONS).top,
		).toEqual([]);
		expect(
			simplifyVision({ label: 2, rate: 0.6, rates: [0.6, 0.4] }, EXPRESSIONS),
		).not.toHaveProperty('top');
		expect(simplifyVision({ label: 2, rate: 0.6 }, EXPRESSIONS)).not.toHaveProperty('top');
		// A `review` that is not a boolean is left out, too.
		expect(simplifyVision({ label: 2, rate: 0.6, review: 'no' }, OBJECTS)).toStrictEqual({
			label: 2,
			rate: 0.6,
		});
	});

	test.each([
		[[]],
		[{}],
		[''],
		[{ fileList: [] }],
		[[{ name: 'p.jpg', rate: 0.5 }]],
		[{ fileList: [{ label: null }] }],
	])(
		'a recognition without an entry, or with an entry without a label, is an error: %j',
		(data) => {
			expect(failureOf(() => visionEntry({ code: 0, data, sid }))).toEqual({
				message: 'The iFLYTEK platform returned no result for the image',
				kind: 'unreadable',
				details: {
					sid,
					advice: 'Try again with another image. If it keeps happening, report the sid to iFLYTEK.',
				},
			});
		},
	);

	test('label -1 is an error, whether it is a number or text, and whatever the code is', () => {
		const cases: [label: unknown, code: unknown, details: object][] = [
			[-1, 7, { code: '7', sid }],
			['-1', '0', { sid }],
			[-1, undefined, { sid }],
		];
		for (const [label, code, details] of cases) {
			expect(
				failureOf(() => visionEntry({ code: 0, data: [{ ...entry, label, code }], sid })),
			).toStrictEqual({
				message:
					'The iFLYTEK platform could not read the image: it is damaged, of an unsupported format, or its URL cannot be fetched (label -1)',
				kind: 'refused',
				details: {
					...details,
					advice:
						'Use a PNG, JPG, BMP or TIF image of at most 800 KB (no GIF); a URL must be reachable from the internet.',
				},
			});
		}
	});

	test('an entry with a failure code is an error', () => {
		expect(
			failureOf(() => visionEntry({ code: 0, data: [{ ...entry, code: 10700 }], sid })).message,
		).toBe('The iFLYTEK platform refused the request: engine error (code 10700)');
	});
});

describe('the violent-content filter', () => {
	const weapon = {
		image_id: 'a1',
		type: 1,
		confidence: 0.9,
		categories: [{ type: 1, confidence: 0.9 }, { confidence: 0.5 }, { type: 9, confidence: 0.1 }],
	};

	test('the result for one image has its class, and says whether the image is safe', () => {
		expect(simplifyViolence({ code: '0', data: weapon, sid })).toStrictEqual({
			safe: false,
			type: 1,
			typeName: 'contains weapons',
			confidence: 0.9,
			categories: [
				{ type: 1, typeName: 'contains weapons', confidence: 0.9 },
				{ type: 9, confidence: 0.1 },
			],
			image_id: 'a1',
		});
	});

	test('the result for several images has the class for all of them, and the details of each', () => {
		const normal = {
			image_id: 'a2',
			type: 0,
			confidence: 1,
			categories: [],
			image_name: 'two.png',
		};
		expect(
			simplifyViolence({
				code: '0',
				data: { type: 1, confidence: 0.9, details: [weapon, normal] },
				sid,
			}),
		).toStrictEqual({
			safe: false,
			type: 1,
			typeName: 'contains weapons',
			confidence: 0.9,
			details: [
				expect.objectContaining({ safe: false, image_id: 'a1' }),
				{
					safe: true,
					type: 0,
					typeName: 'normal image',
					confidence: 1,
					categories: [],
					image_id: 'a2',
					image_name: 'two.png',
				},
			],
		});
	});

	test('several images are not safe if one of them is not normal, even if the class for all of them is normal', () => {
		expect(
			simplifyViolence({
				code: '0',
				data: { type: 0, confidence: 1, details: [{ type: 0 }, { type: 6 }] },
				sid,
			}),
		).toStrictEqual({
			safe: false,
			type: 0,
			typeName: 'normal image',
			confidence: 1,
			details: [
				{ safe: true, type: 0, typeName: 'normal image' },
				{ safe: false, type: 6, typeName: 'contains flags' },
			],
		});
		expect(simplifyViolence({ code: '0', data: { type: 0, details: null }, sid })).toStrictEqual({
			safe: true,
			type: 0,
			typeName: 'normal image',
		});
	});

	test.each([
		[{}],
		[''],
		[{ confidence: 1 }],
		[{ type: 0, details: [{ image_id: 'a' }] }],
		[{ details: '' }],
	])('an answer without a class is an error and never considered safe: %j', (data) => {
		expect(failureOf(() => simplifyViolence({ code: '0', data, sid })).message).toBe(
			'The iFLYTEK platform responded without a class for the image',
		);
	});
});

test.each(['', {}, true, ['a'], { type: 0 }])(
	'if `details` is not a list of images (%j), the error says so',
	(details) => {
		expect(
			failureOf(() =>
				simplifyViolence({ code: '0', data: { type: 0, confidence: 1, details }, sid }),
			),
		).toEqual({
			message: 'The iFLYTEK platform responded with a class, but its details are no list of images',
			kind: 'unreadable',
			details: { sid, advice: expect.stringContaining('Do not treat the image as safe') },
		});
	},
);

test.each(['', {}, true])(
	'if details were switched off, `details` that is not a list (%j) is ignored',
	(details) => {
		expect(
			simplifyViolence({ code: '0', data: { type: 0, confidence: 1, details }, sid }, 1, false),
		).toStrictEqual({ safe: true, type: 0, typeName: 'normal image', confidence: 1 });
	},
);

test.each([[undefined], [null], [[]], [[{ type: 0 }, { type: 0 }]]])(
	'results for fewer images than were sent (%j) are an error, unless details were switched off',
	(details) => {
		const data = { type: 0, confidence: 1, details };
		expect(failureOf(() => simplifyViolence({ code: '0', data, sid }, 3)).message).toBe(
			`The iFLYTEK platform responded with results for ${details?.length ?? 0} of 3 images`,
		);
		expect(simplifyViolence({ code: '0', data, sid }, 3, false).safe).toBe(true);
		// Results for more images than were sent are kept.
		expect(
			simplifyViolence(
				{
					code: '0',
					data: { ...data, details: Array.from({ length: 4 }, () => ({ type: 0 })) },
					sid,
				},
				3,
			).details,
		).toHaveLength(4);
	},
);

test('a list in `details` is used even if details were switched off', () => {
	expect(
		simplifyViolence({ code: '0', data: { type: 0, details: [{ type: 1 }] }, sid }, 1, false),
	).toMatchObject({ safe: false, details: [{ safe: false, type: 1 }] });
	expect(
		failureOf(() =>
			simplifyViolence(
				{ code: '0', data: { type: 0, details: [{ image_id: 'a' }] }, sid },
				1,
				false,
			),
		).message,
	).toBe('The iFLYTEK platform responded without a class for the image');
});

test('`code` 0 can be a number or text', () => {
	const answer = (body: object) => ({
		status: 200,
		headers: {},
		body: Buffer.from(JSON.stringify(body)),
	});
	expect(readEnvelope(answer({ code: 0, data: [] }))).toEqual({ code: 0, data: [] });
	expect(readEnvelope(answer({ code: '0', data: '' }))).toEqual({ code: '0', data: '' });
	expect(failureOf(() => readEnvelope(answer({ code: 10105, data: [], desc: '', sid })))).toEqual({
		message:
			"App ID or API Key is wrong, or this machine's IP address is not on the whitelist (code 10105)",
		kind: 'refused',
		details: {
			code: '10105',
			desc: '',
			sid,
			advice: expect.stringMatching(/API Key again.*whitelist/),
		},
	});
});

test.each([
	['http://u:p@h/x?token=abc', 'http://h/x?…'],
	['//u:p@h/x#abc', '//h/x#…'],
	['/login?token=abc', '/login?…'],
	['https://h/x', 'https://h/x'],
	['https://h/x@y', 'https://h/x@y'],
	['http:///u:p@h/x', 'http:///h/x'],
])('the error of a redirect to %s shows no secret', (location, shown) => {
	expect(
		failureOf(() => readEnvelope({ status: 302, headers: { location }, body: Buffer.alloc(0) })),
	).toMatchObject({
		message: `HTTP 302 instead of an answer of the iFLYTEK platform: moved (${shown})`,
		details: { desc: shown },
	});
});

test('an ID keeps all its digits, even if it is sent as a number', () => {
	const body = Buffer.from(
		'{"code":"0","data":{"type":0,"image_id":846252615123869697,"details":[{"type":0,"image_id":17}]},"desc":"success"}',
	);
	const envelope = readEnvelope({ status: 200, headers: {}, body });
	expect(simplifyViolence(envelope)).toStrictEqual({
		safe: true,
		type: 0,
		typeName: 'normal image',
		image_id: '846252615123869697',
		details: [{ safe: true, type: 0, typeName: 'normal image', image_id: '17' }],
	});
});

test('readVision returns the envelope of a response, and the result for the image', () => {
	const entry = { label: 2, rate: 0.6 };
	const answer = (code: string) => ({
		status: 200,
		headers: {},
		body: Buffer.from(JSON.stringify({ code, desc: 'told', sid, data: [entry] })),
	});
	expect(readVision(answer('0'))).toEqual({
		envelope: { code: '0', desc: 'told', sid, data: [entry] },
		entry,
	});
	expect(failureOf(() => readVision(answer('10700'))).details).toMatchObject({
		code: '10700',
		desc: 'told',
		sid,
	});
});
