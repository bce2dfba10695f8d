import { withAnswers } from './answers';
import { Bench } from './iflytek';
import { FIRST, OPERATIONS, SECOND, SHORT } from './textOperations';

const bench = new Bench();

type Name = keyof typeof OPERATIONS;
const NAMES = Object.keys(OPERATIONS) as Name[];

const parametersOf = (operation: string, text = '={{ $json.text }}', options = {}) => ({
	resource: 'text',
	operation,
	text,
	simplify: true,
	includeWords: false,
	options,
});
const itemsOf = (...texts: unknown[]) => texts.map((text) => ({ json: { text } as object }));
const run = async (operation: string, texts: unknown[], options = {}, more = {}) =>
	await bench.run(
		'text',
		{ ...parametersOf(operation, undefined, options), ...more },
		itemsOf(...texts) as never,
	);

/** Runs an operation for one text, expects no error, and returns the result. */
async function single(operation: string, text: string): Promise<Record<string, unknown>> {
	const { outputs, error } = await run(operation, [text]);
	expect(error).toBeUndefined();
	return outputs[0]?.[0]?.json ?? {};
}

test.each(NAMES)(
	'%s requests its function once and returns the names of the tables',
	async (name) => {
		const result = await single(name, SHORT);
		const sid = bench.simulator.log[0]?.sid;
		expect(bench.simulator.log.map(({ path, param }) => [path, param])).toEqual([
			[`/nlp/v1/${OPERATIONS[name].func}`, { type: 'dependent' }],
		]);
		expect(result).toEqual({ text: SHORT, [OPERATIONS[name].field]: expect.any(Array), sid });
		expect(result).toMatchSnapshot({ sid: expect.any(String) });
	},
);

test.each(NAMES)('with Simplify off, %s returns the envelope unchanged', async (name) => {
	const { outputs } = await run(name, [SHORT], {}, { simplify: false });
	const [entry] = bench.simulator.log;
	expect(outputs).toEqual([
		[
			{
				json: {
					code: '0',
					data: { [name === 'segment' ? 'word' : OPERATIONS[name].func]: expect.any(Array) },
					desc: 'success',
					sid: entry?.sid,
				},
				pairedItem: { item: 0 },
			},
		],
	]);
});

describe('text over 500 bytes', () => {
	type Entry = Record<string, unknown>;
	/** Adds the number of words before a piece to all word indexes in an entry. */
	const shiftBy = (wordsBefore: number) => (entry: unknown) => {
		if (typeof entry === 'string') return entry;
		const shifted = Object.entries(entry as Entry).map(([key, value]) =>
			['parent', 'id', 'predicate', 'begin', 'end'].includes(key) && value !== -1
				? [key, Number(value) + wordsBefore]
				: [key, value],
		);
		return Object.fromEntries(shifted);
	};

	test.each(NAMES)(
		'for a long text, %s returns what one request for the whole text would have returned',
		async (name) => {
			const { field } = OPERATIONS[name];
			const words = (await single('segment', FIRST)).words as string[];
			const [first, second] = [await single(name, FIRST), await single(name, SECOND)];
			bench.simulator.log.length = 0;
			const joined = await single(name, FIRST + SECOND);
			expect(joined[field]).toEqual([
				...(first[field] as Entry[]),
				...(second[field] as Entry[]).map(shiftBy(words.length)),
			]);
			const functions = bench.simulator.log.map(({ path }) => path.split('/').at(-1)).sort();
			const { func } = OPERATIONS[name];
			expect(functions).toEqual(
				['srl', 'sdgp'].includes(func) ? ['cws', 'cws', func, func].sort() : [func, func],
			);
			// The function before the words, and the longer first piece before the second.
			const inOrder = [...bench.simulator.log].sort(
				(one, other) =>
					Number(one.path.endsWith('/cws')) - Number(other.path.endsWith('/cws')) ||
					other.bytesIn - one.bytesIn,
			);
			expect(joined.sids).toEqual(inOrder.map(({ sid }) => sid));
		},
	);

	test('the pieces of a long text are sent at the same time, but at most as many as Concurrent Requests allows', async () => {
		bench.simulator.openPlatform.configure({ latencyMs: 300 });
		const { outputs } = await run('segment', [(FIRST + SECOND).repeat(4)], {
			concurrentRequests: 3,
		});
		expect(outputs[0]).toHaveLength(1);
		expect(bench.simulator.log.length).toBeGreaterThan(4);
		expect(bench.mostAtOnce()).toBe(3);
	});

	test('white space that is too long for a request is not sent as a piece of its own', async () => {
		const { words, text } = await single('segment', `${SHORT}${' '.repeat(1500)}${SHORT}`);
		expect([(words as string[]).join(''), text]).toEqual([
			SHORT + SHORT,
			`${SHORT}${' '.repeat(1500)}${SHORT}`,
		]);
		expect(bench.simulator.log).toHaveLength(2);
	});

	test('the result is the same whether the indexes of the tree in the response begin with 0 or 1', async () => {
		const fromZero = await single('parseSemanticTree', FIRST + SECOND);
		bench.simulator.openPlatform.configure({ sdpBase: 1 });
		const fromOne = await single('parseSemanticTree', FIRST + SECOND);
		expect(fromOne.tree).toEqual(fromZero.tree);
	});

	test('with Simplify off, a long text returns the envelope of each piece', async () => {
		const { outputs } = await run('segment', [FIRST + SECOND], {}, { simplify: false });
		const json = outputs[0]?.[0]?.json as { pieces: { data: { word: string[] } }[] };
		expect(Object.keys(json)).toEqual(['pieces']);
		expect(json.pieces.map(({ data }) => data.word.join(''))).toEqual([FIRST, SECOND]);
	});

	test('if Long Text is set to an error, a long text is refused before any request', async () => {
		expect(
			(await run('segment', [`你好。${' '.repeat(500)}`], { longText: 'error' })).error?.message,
		).toBe('Text has 509 bytes; the maximum per request is 500');
		const { error } = await run('segment', [FIRST + SECOND], { longText: 'error' });
		const bytes = Buffer.byteLength(FIRST + SECOND);
		expect(error?.message).toBe(`Text has ${bytes} bytes; the maximum per request is 500`);
		expect(error?.description).toBe('Shorten it, or set Options > Long Text to Split Into Pieces.');
		expect(bench.simulator.log).toHaveLength(0);
	});
});

test.each([
	['empty', '', 'Text is empty'],
	['blank', ' \n\t　', 'Text is empty'],
	['missing', undefined, 'Text is empty'],
	['an object', { a: 1 }, 'Text must be text, but is an object'],
])('text that is %s is an error before any request', async (_name, text, message) => {
	const { error } = await run('segment', [text]);
	expect(error?.message).toBe(message);
	expect(bench.simulator.log).toHaveLength(0);
});

test('half of an emoji, which can remain after a text is sliced, is sent as a replacement character', async () => {
	const text = '天气好😀'.slice(0, -1);
	const result = await single('segment', text);
	expect([result.text, (result.words as string[]).join('')]).toEqual([text, '天气好\ufffd']);
});

test('if Text is a number, its digits are sent', async () => {
	expect((await single('segment', 2026 as never)).text).toBe('2026');
});

test.each([
	['={{ "true" }}', 'words'],
	['={{ "false" }}', 'code'],
	['={{ undefined }}', 'code'],
])('Simplify can be set by the expression %s', async (simplify, key) => {
	const { outputs } = await run('segment', [SHORT], {}, { simplify });
	expect(outputs[0]?.[0]?.json).toHaveProperty(key);
});

test('many items keep their order and pairing, with at most as many requests at a time as Concurrent Requests allows', async () => {
	bench.simulator.openPlatform.configure({ latencyMs: 300 });
	const texts = Array.from({ length: 16 }, (_, index) => (index === 7 ? '' : `第${index}句话。`));
	const { outputs } = await run('segment', texts, { concurrentRequests: 4 }, {});
	// The empty text stops the run.
	expect(outputs).toEqual([]);
	const continued = await bench.run(
		'text',
		parametersOf('segment', undefined, { concurrentRequests: 4 }),
		itemsOf(...texts) as never,
		{
			settings: { onError: 'continueErrorOutput' },
		},
	);
	expect(continued.outputs[0]?.map(({ json, pairedItem }) => [json.text, pairedItem])).toEqual(
		texts.flatMap((text, item) => (text === '' ? [] : [[text, { item }]])),
	);
	expect(continued.outputs[1]).toEqual([
		{
			json: {
				text: '',
				error: 'Text is empty',
				details: {
					kind: 'invalidInput',
					advice: 'Enter a value for Text, or check the expression that provides it.',
				},
			},
			pairedItem: { item: 7 },
		},
	]);
	expect(bench.mostAtOnce()).toBe(4);
});

test('the node sends five requests at a time if the user sets no other number', async () => {
	bench.simulator.openPlatform.configure({ latencyMs: 300 });
	await run(
		'segment',
		Array.from({ length: 12 }, () => SHORT),
	);
	expect(bench.mostAtOnce()).toBe(5);
});

test.each([
	[{ concurrentRequests: 0 }, 'Concurrent Requests must be a whole number from 1 to 100, but is 0'],
	[{ retries: 2.5 }, 'Retries must be a whole number from 0 to 10, but is 2.5'],
	[{ timeout: 'soon' }, 'Timeout (Seconds) must be a whole number from 1 to 600, but is "soon"'],
])('invalid options are refused before any request: %j', async (options, message) => {
	const { error } = await run('segment', [SHORT], options);
	expect(error?.message).toBe(message);
	expect(bench.simulator.log).toHaveLength(0);
});

describe('answers with missing or wrong parts', () => {
	const runWithAnswers = async (
		operation: string,
		text: string,
		answerTo: (func: string, index: number) => object,
	) =>
		await withAnswers(
			({ path }, index) => ({
				body: JSON.stringify({
					code: '0',
					data: answerTo(path.split('/').at(-1) ?? '', index),
					desc: 'success',
					sid: `ltp-${index}`,
				}),
			}),
			async (url) => {
				const { error, outputs } = await bench.run(
					'text',
					parametersOf(operation, text, { retries: 0, concurrentRequests: 1 }),
					[{}],
					bench.elsewhere(url),
				);
				return {
					message: error?.message,
					description: error?.description,
					data: error?.context?.data,
					items: outputs[0],
				};
			},
		);

	test('if only one of two responses has a session ID, it is listed under sids', async () => {
		const { outputs } = await withAnswers(
			({ path }, index) => ({
				body: JSON.stringify({
					code: '0',
					data: path.endsWith('/cws') ? { word: ['一'] } : {},
					...(index === 0 && { sid: 'ltp-0' }),
				}),
			}),
			async (url) =>
				await bench.run(
					'text',
					parametersOf('segment', FIRST + SECOND, { retries: 0, concurrentRequests: 1 }),
					[{}],
					bench.elsewhere(url),
				),
		);
		expect(outputs[0]?.map(({ json }) => ({ sid: json.sid, sids: json.sids }))).toEqual([
			{ sid: undefined, sids: ['ltp-0'] },
		]);
	});

	test('if a role points outside its piece, the roles of both pieces are output raw, with the reason', async () => {
		const role = { beg: 0, end: 9, id: 1, type: 'A0' };
		const text = FIRST + SECOND;
		const { items } = await runWithAnswers('labelSemanticRoles', text, (func) =>
			func === 'srl' ? { srl: [role] } : { word: ['a', 'b'] },
		);
		expect(items).toEqual([
			{
				json: {
					text,
					raw: [[role], [role]],
					warnings: [
						'srl is not merged, but given under raw: it points to word 9, but piece 1 of 2 has only 2 words (numbered from 0)',
					],
					sids: ['ltp-0', 'ltp-1', 'ltp-2', 'ltp-3'],
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test.each([
		[null, 'has no list "word"'],
		[[], 'has nothing in its list "word"'],
	])('if the text has words, an answer with the words %j is an error', async (word, problem) => {
		const { message, data } = await runWithAnswers('segment', '好', () => ({ word }));
		expect([message, data]).toEqual([
			`Language analysis succeeded but its response ${problem}`,
			expect.objectContaining({ sid: 'ltp-0' }),
		]);
	});
});

describe('a success without any content', () => {
	/** An answer with code 0 whose only field has this value. */
	const emptyAnswer = (field: string, value: unknown) => ({
		kind: 'body' as const,
		body: 'text' as const,
		text: JSON.stringify({
			code: '0',
			data: { [field]: value },
			desc: 'success',
			sid: 'ltp-empty',
		}),
		contentType: 'application/json',
	});

	test.each([
		['segment', 'cws', 'word', []],
		['segment', 'cws', 'word', null],
		['segment', 'cws', 'other', null],
		['tagPartsOfSpeech', 'pos', 'pos', []],
		['recognizeEntities', 'ner', 'ner', null],
		['parseDependencies', 'dp', 'dp', []],
		['parseSemanticTree', 'sdp', 'sdp', []],
	] as const)(
		'if the answer to %s is a success without content, the request is sent once more (endpoint %s, `%s`: %j)',
		async (operation, endpoint, field, value) => {
			const [usual] =
				(await bench.run('text', parametersOf(operation, '今天天气好。'))).outputs[0] ?? [];
			bench.simulator.openPlatform.faults.add({ ...emptyAnswer(field, value), endpoint });
			const { outputs, error } = await bench.run('text', parametersOf(operation, '今天天气好。'));
			expect(error).toBeUndefined();
			expect(outputs).toEqual([
				[
					{
						json: { ...usual?.json, sid: bench.simulator.log.at(-1)?.sid },
						pairedItem: { item: 0 },
					},
				],
			]);
			expect(bench.simulator.log).toHaveLength(3);
		},
	);

	test.each([true, false])(
		'a second success without content is an error, even if Retries allows more requests (Simplify: %s)',
		async (simplify) => {
			bench.simulator.openPlatform.faults.add({ ...emptyAnswer('word', []), times: 'always' });
			const { error } = await bench.run('text', {
				...parametersOf('segment', '好', { retries: 10 }),
				simplify,
			});
			expect(error?.message).toBe(
				'Language analysis succeeded but its response has nothing in its list "word"',
			);
			expect(bench.simulator.log).toHaveLength(2);
		},
	);

	test.each([
		['labelSemanticRoles', 'srl'],
		['parseSemanticGraph', 'sdgp'],
	] as const)(
		'%s accepts a success without content, because a text may have nothing to find',
		async (operation, endpoint) => {
			bench.simulator.openPlatform.faults.add({ ...emptyAnswer(endpoint, []), endpoint });
			expect((await bench.run('text', parametersOf(operation, '好'))).error).toBeUndefined();
			expect(bench.simulator.log).toHaveLength(1);
		},
	);
});

test('a text that has only invisible characters is refused as empty', async () => {
	const { error } = await bench.run('text', parametersOf('segment', '\u200b \ufeff\n'));
	expect(error?.message).toBe('Text is empty');
	expect(bench.simulator.log).toHaveLength(0);
});
