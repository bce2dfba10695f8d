import { Bench } from './iflytek';
import { FIRST, SECOND, SHORT, WORDED_OPERATIONS } from './textOperations';

/** The option Include Words adds the words to the results of functions that refer to words. */

const bench = new Bench();

type Name = keyof typeof WORDED_OPERATIONS;
const NAMES = Object.keys(WORDED_OPERATIONS) as Name[];

type Entry = Record<string, unknown>;
type Result = Record<string, Entry[]> & {
	text: string;
	warnings?: string[];
	sids?: string[];
	sid?: string;
};

const parametersOf = (operation: string, text: string, change = {}) => ({
	resource: 'text',
	operation,
	text,
	simplify: true,
	options: {},
	...change,
});

/** Runs an operation for one text, expects one result without an error, and returns it. */
async function single(operation: string, text: string, change = {}): Promise<Result> {
	const { outputs, error } = await bench.run('text', parametersOf(operation, text, change));
	expect([error, outputs[0]?.length, outputs[0]?.[0]?.pairedItem]).toEqual([
		undefined,
		1,
		{ item: 0 },
	]);
	return outputs[0]?.[0]?.json as Result;
}

/** The field of an entry that holds the index of its word. Without such a field, the entry has the index of its word. */
const WORD_INDEX_FIELDS: Partial<Record<Name, string>> = {
	labelSemanticRoles: 'predicate',
	parseSemanticGraph: 'id',
};

const requestedFunctions = () =>
	bench.simulator.log.map(({ path }) => path.split('/').at(-1)).sort();

describe('Include Words by default', () => {
	test.each(NAMES)(
		'with Include Words, %s sends one more request, and its result has the words in addition',
		async (name) => {
			const { func, field } = WORDED_OPERATIONS[name];
			const without = await single(name, SHORT, { includeWords: false });
			expect(requestedFunctions()).toEqual([func]);
			expect(Object.keys(without)).toEqual(['text', field, 'sid']);
			bench.simulator.log.length = 0;
			const result = await single(name, SHORT);
			expect(requestedFunctions()).toEqual(['cws', func].sort());
			expect(Object.keys(result)).toEqual([
				'text',
				...(name === 'recognizeEntities' ? ['names'] : []),
				field,
				'warnings',
				'sids',
			]);
			expect(result.sids).toEqual(
				[func, 'cws'].map(
					(path) => bench.simulator.log.find((entry) => entry.path.endsWith(`/${path}`))?.sid,
				),
			);
			expect(result[field]).toEqual(
				without[field]?.map((entry) => expect.objectContaining(entry) as unknown),
			);
			expect(result[field]).toEqual(
				without[field]?.map(
					() =>
						expect.objectContaining({
							[name === 'labelSemanticRoles' ? 'text' : 'word']: expect.any(String),
						}) as unknown,
				),
			);
		},
	);

	test('for a text in several pieces, the result has the words of all pieces, as if one request had returned them', async () => {
		for (const name of NAMES) {
			const { func, field } = WORDED_OPERATIONS[name];
			const words = (await single('segment', FIRST + SECOND)).words as unknown as string[];
			bench.simulator.log.length = 0;
			const result = await single(name, FIRST + SECOND);
			expect(requestedFunctions()).toEqual(['cws', 'cws', func, func].sort());
			expect(result.sids).toHaveLength(4);
			const ownField = WORD_INDEX_FIELDS[name];
			/** The field with the index of the word's parent. */
			const parentField = name === 'labelSemanticRoles' ? undefined : 'parent';
			for (const [index, entry] of (result[field] ?? []).entries()) {
				expect(entry.predicateWord ?? entry.word).toBe(
					words[ownField === undefined ? index : Number(entry[ownField])],
				);
				if (parentField !== undefined && entry[parentField] !== undefined)
					expect(entry.parentWord).toBe(words[Number(entry[parentField])]);
				if (entry.begin !== undefined)
					expect(entry.text).toBe(words.slice(Number(entry.begin), Number(entry.end) + 1).join(''));
			}
			expect(result.warnings).toEqual([]);
			for (const { text, start, end, firstWord } of result.names ?? []) {
				expect(text).toBe((FIRST + SECOND).slice(Number(start), Number(end)));
				expect(text).toBe(words[Number(firstWord)]);
			}
		}
	});
});

describe('words that do not match', () => {
	test('if the words do not match, the result has no words, and a warning says why', async () => {
		const { sid, ...without } = await single('recognizeEntities', SHORT, { includeWords: false });
		expect(sid).toBe(bench.simulator.log[0]?.sid);
		bench.simulator.openPlatform.configure({ nerLength: 'words+1' });
		const { sids, warnings, entities, ...result } = await single('recognizeEntities', SHORT);
		expect([sids?.length, warnings]).toEqual([
			2,
			['No words are included, because ner does not match them: it has 10 entries for 9 words'],
		]);
		expect({ ...result, entities: entities?.slice(0, 9) }).toEqual(without);
	});
});

describe('the request for the words', () => {
	test('the request for the words is not sent if Simplify is off, whatever Include Words says', async () => {
		const { outputs } = await bench.run(
			'text',
			parametersOf('recognizeEntities', SHORT, { simplify: false, includeWords: true }),
		);
		expect(outputs).toEqual([
			[
				{
					json: {
						code: '0',
						data: { ner: expect.any(Array) },
						desc: 'success',
						sid: bench.simulator.log[0]?.sid,
					},
					pairedItem: { item: 0 },
				},
			],
		]);
		expect(requestedFunctions()).toEqual(['ner']);
	});

	test.each([
		['={{ false }}', true, ['ner']],
		['={{ "false" }}', true, ['ner']],
		['={{ "true" }}', true, ['cws', 'ner']],
		[true, '={{ "true" }}', ['cws', 'ner']],
		[undefined, 'true', ['cws', 'ner']],
	])(
		'with Include Words %j and Simplify %j, these functions are requested: %j',
		async (includeWords, simplify, functions) => {
			await single('recognizeEntities', SHORT, { includeWords, simplify });
			expect(requestedFunctions()).toEqual(functions);
		},
	);

	test('the request for the words counts as one of the Concurrent Requests', async () => {
		bench.simulator.openPlatform.configure({ latencyMs: 200 });
		const items = Array.from({ length: 6 }, (_none, index) => ({
			json: { text: `第${index}句话。` },
		}));
		const { outputs } = await bench.run(
			'text',
			parametersOf('tagPartsOfSpeech', '={{ $json.text }}', { options: { concurrentRequests: 3 } }),
			items,
		);
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.text, pairedItem])).toEqual(
			items.map(({ json }, item) => [json.text, { item }]),
		);
		expect([bench.simulator.log.length, bench.mostAtOnce()]).toEqual([12, 3]);
	});

	test("the requests for the words and for the function share the account's rate, and none fails", async () => {
		bench.simulator.openPlatform.configure({ rateAtOnce: 1, latencyMs: 20 });
		const items = Array.from({ length: 6 }, (_none, index) => ({
			json: { text: `第${index}句话。` },
		}));
		const { outputs, error } = await bench.run(
			'text',
			parametersOf('parseDependencies', '={{ $json.text }}', { options: { retries: 0 } }),
			items,
		);
		expect([error, outputs[0]?.length]).toEqual([undefined, 6]);
		expect(bench.simulator.log.filter(({ code }) => code === '0')).toHaveLength(12);
	});

	test('if the request for the words fails temporarily, it is repeated', async () => {
		bench.simulator.openPlatform.faults.add({ kind: 'status', status: 503, endpoint: 'cws' });
		expect((await single('parseDependencies', SHORT)).warnings).toEqual([]);
		expect(requestedFunctions()).toEqual(['cws', 'cws', 'dp']);
	});

	describe('the words may need a different key from the function', () => {
		const runWithWrongKeys = (concurrentRequests: number, ...endpoints: ('cws' | 'dp')[]) => {
			for (const endpoint of endpoints)
				bench.simulator.openPlatform.faults.add({
					kind: 'code',
					code: '10105',
					desc: 'illegal access|invalid X-CheckSum',
					endpoint,
					times: 'always',
				});
			return bench.run(
				'text',
				parametersOf('parseDependencies', SHORT, { options: { concurrentRequests } }),
			);
		};
		const ADVICE_WITHOUT_WORDS = /To go without the words, turn off Include Words\./;

		test.each([1, 5])(
			'if the key for the words is wrong, the error says so, and how to go without the words (Concurrent Requests: %i)',
			async (concurrentRequests) => {
				const { error } = await runWithWrongKeys(concurrentRequests, 'cws');
				expect([error?.message, error?.description]).toEqual([
					'App ID or API Key is wrong for lexical analysis (code 10105, the platform says: illegal access: invalid X-CheckSum)',
					expect.stringMatching(ADVICE_WITHOUT_WORDS),
				]);
				expect(error?.description).toMatch(
					/^Copy App ID and API Key again from the page of this service in the iFLYTEK console/,
				);
			},
		);

		test.each([1, 5])(
			'if the keys for the words and for the function are wrong, the error is about the function (Concurrent Requests: %i)',
			async (concurrentRequests) => {
				const { error } = await runWithWrongKeys(concurrentRequests, 'cws', 'dp');
				expect(error?.message).toBe(
					'App ID or API Key is wrong for dependency parsing (code 10105, the platform says: illegal access: invalid X-CheckSum)',
				);
				expect(error?.description).not.toMatch(ADVICE_WITHOUT_WORDS);
			},
		);

		test('the error does not mention Include Words if this option is off, or if the key is not the cause', async () => {
			bench.simulator.openPlatform.faults.add({ kind: 'code', code: '10109', endpoint: 'cws' });
			const { error } = await bench.run('text', parametersOf('parseDependencies', SHORT));
			expect([
				error?.message.includes('Include Words'),
				ADVICE_WITHOUT_WORDS.test(error?.description ?? ''),
			]).toEqual([false, false]);
			bench.simulator.openPlatform.faults.clear();
			bench.simulator.openPlatform.faults.add({
				kind: 'code',
				code: '10105',
				endpoint: 'cws',
				times: 'always',
			});
			const roles = await bench.run(
				'text',
				parametersOf('labelSemanticRoles', FIRST + SECOND, {
					includeWords: false,
					options: { concurrentRequests: 1 },
				}),
			);
			expect(roles.error?.message).toMatch(/^App ID or API Key is wrong for lexical analysis/);
			expect(roles.error?.description).not.toMatch(ADVICE_WITHOUT_WORDS);
		});
	});

	test('if a request for words fails, no other item fails', async () => {
		bench.simulator.openPlatform.faults.add({ kind: 'code', code: '10109', endpoint: 'cws' });
		const { outputs } = await bench.run(
			'text',
			parametersOf('tagPartsOfSpeech', SHORT, { options: { concurrentRequests: 1 } }),
			[{ json: { a: 1 } }, { json: { a: 2 } }],
			{
				settings: { onError: 'continueErrorOutput' },
			},
		);
		expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
			[{ item: 1 }],
			[{ item: 0 }],
		]);
		expect(outputs[1]?.[0]?.json).toMatchObject({ details: { kind: 'refused', code: '10109' } });
	});
});
