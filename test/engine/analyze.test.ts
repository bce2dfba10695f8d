import { withAnswers } from './answers';
import type { NodeRun } from './harness';
import { Bench } from './iflytek';

const bench = new Bench();
const TEXT = '李明昨天在北京买了一本书。';

/** Analyzes one text, and returns the first item or the error. */
async function analyze(text: string, functions: unknown, change = {}, more: Partial<NodeRun> = {}) {
	const parameters = {
		resource: 'text',
		operation: 'analyze',
		text,
		functions: functions as string[],
		simplify: true,
		options: {},
		...change,
	};
	const { outputs, error } = await bench.run('text', parameters, undefined, more);
	return { json: outputs[0]?.[0]?.json, pairedItem: outputs[0]?.[0]?.pairedItem, error };
}

const requestedFunctions = () =>
	bench.simulator.log.map(({ path }) => path.split('/').at(-1)).sort();

test('all functions are requested at the same time, and their results are joined word by word', async () => {
	bench.simulator.openPlatform.configure({ latencyMs: 500 });
	const functions = ['dp', 'ner', 'pos', 'sdgp', 'srl', 'sdp'];
	const { json, pairedItem } = await analyze(TEXT, functions, {
		options: { concurrentRequests: 10 },
	});
	expect(requestedFunctions()).toEqual(['cws', 'dp', 'ner', 'pos', 'sdgp', 'sdp', 'srl']);
	expect(bench.mostAtOnce()).toBe(7);
	const sidOf = (func: string) =>
		bench.simulator.log.find(({ path }) => path.endsWith(`/${func}`))?.sid;
	expect(json?.sids).toEqual(['cws', ...functions].map(sidOf));
	expect(pairedItem).toEqual({ item: 0 });
	expect(json).toMatchSnapshot({ sids: expect.any(Array) });
});

test('only the chosen functions are requested', async () => {
	const { json } = await analyze(TEXT, ['pos']);
	expect(requestedFunctions()).toEqual(['cws', 'pos']);
	expect(Object.keys(json ?? {})).toEqual(['text', 'tokens', 'warnings', 'sids']);
	const [first] = json?.tokens as object[];
	expect(first).toEqual({
		index: 0,
		text: '李明',
		start: 0,
		end: 2,
		tag: 'n',
		tagMeaning: 'general noun',
	});
});

test('a function that is chosen twice is requested once, and the words are also requested once', async () => {
	await analyze(TEXT, ['pos', 'cws', 'pos']);
	expect(requestedFunctions()).toEqual(['cws', 'pos']);
});

test.each(['pos,ner', ' pos, ner ', '["pos", "ner"]'])(
	'the parameter Analyses can be text, for example from an agent or an expression: %j',
	async (functions) => {
		await analyze(TEXT, functions);
		expect(requestedFunctions()).toEqual(['cws', 'ner', 'pos']);
	},
);

test('in a longer text, indexes and offsets count from the start of the whole text', async () => {
	const text = `${'我们明天去北京看朋友，'.repeat(14)}天气很好。\n\n  ${TEXT}`;
	const { json } = await analyze(text, ['ner', 'srl', 'dp']);
	// The text is sent in two pieces.
	expect(requestedFunctions()).toEqual(['cws', 'cws', 'dp', 'dp', 'ner', 'ner', 'srl', 'srl']);
	const tokens = json?.tokens as {
		index: number;
		text: string;
		start: number;
		end: number;
		head: number;
		headText?: string;
	}[];
	expect(tokens.map(({ start, end }) => text.slice(start, end))).toEqual(
		tokens.map((token) => token.text),
	);
	expect(tokens.map(({ index }) => index)).toEqual(tokens.map((_token, index) => index));
	for (const { head, headText } of tokens)
		expect(headText).toBe(head === -1 ? undefined : tokens[head]?.text);
	const entities = json?.entities as { text: string; type: string; start: number; end: number }[];
	expect(entities.at(-1)).toMatchObject({
		text: '北京',
		type: 'Ns',
		meaning: 'place name',
		start: text.lastIndexOf('北京'),
		end: text.lastIndexOf('北京') + 2,
	});
	const predicates = json?.predicates as {
		text: string;
		roles: { type: string; text: string }[];
	}[];
	expect(predicates.at(-1)).toMatchObject({
		text: '买',
		roles: expect.arrayContaining([expect.objectContaining({ type: 'A0', text: '李明' })]),
	});
	expect(json?.warnings).toEqual([]);
});

test('an answer with a wrong number of entries is reported, and is output under `raw` instead of being joined', async () => {
	bench.simulator.openPlatform.configure({ nerLength: 'words+1' });
	const { json } = await analyze(TEXT, ['ner', 'pos']);
	const tokens = json?.tokens as object[];
	expect(json?.warnings).toEqual([
		`ner is not joined with the words, but given under raw: it has ${tokens.length + 1} entries for ${tokens.length} words`,
	]);
	expect((json?.raw as { ner: string[] }).ner).toHaveLength(tokens.length + 1);
	expect(json).not.toHaveProperty('entities');
	expect(tokens[0]).toEqual({
		index: 0,
		text: '李明',
		start: 0,
		end: 2,
		tag: 'n',
		tagMeaning: 'general noun',
	});
});

test('with Simplify off, the answers of the platform are returned unchanged', async () => {
	const { json } = await analyze(TEXT, ['pos'], { simplify: false });
	expect(json).toEqual({
		pieces: [
			{ code: '0', data: { word: expect.any(Array) }, desc: 'success', sid: expect.any(String) },
			{ code: '0', data: { pos: expect.any(Array) }, desc: 'success', sid: expect.any(String) },
		],
	});
});

describe('answers without any entry', () => {
	const WORDS = ['李明', '在', '北京'];
	const analyzeAnswers = async (functions: string[], changedAnswers: Record<string, unknown>) => {
		const answers: Record<string, unknown> = {
			word: WORDS,
			pos: ['nh', 'p', 'ns'],
			...changedAnswers,
		};
		return await withAnswers(
			({ path }) => {
				const field = path.endsWith('/cws') ? 'word' : (path.split('/').at(-1) ?? '');
				return {
					body: JSON.stringify({
						code: '0',
						data: { [field]: answers[field] },
						desc: 'success',
						sid: `ltp-${field}`,
					}),
				};
			},
			async (url) => await analyze('李明在北京', functions, {}, bench.elsewhere(url)),
		);
	};

	test.each([
		['ner', []],
		['ner', null],
		['dp', []],
		['sdp', null],
	])(
		'if the answer of the function %s has no entries (%j), a warning says so, `raw` has an empty list for the function, and the other answers are joined',
		async (func, answer) => {
			const { json, error } = await analyzeAnswers(['pos', func], { [func]: answer });
			expect(error).toBeUndefined();
			expect(json?.warnings).toEqual([
				`${func} is not joined with the words, but given under raw: it has 0 entries for 3 words`,
			]);
			expect(json?.raw).toEqual({ [func]: [] });
			expect(json?.tokens).toEqual([
				{ index: 0, text: '李明', start: 0, end: 2, tag: 'nh', tagMeaning: 'person name' },
				{ index: 1, text: '在', start: 2, end: 3, tag: 'p', tagMeaning: 'preposition' },
				{ index: 2, text: '北京', start: 3, end: 5, tag: 'ns', tagMeaning: 'geographical name' },
			]);
		},
	);

	test('an answer without tags is also reported if only the tags were requested', async () => {
		const { json } = await analyzeAnswers(['pos'], { pos: [] });
		expect([json?.raw, json?.warnings]).toEqual([
			{ pos: [] },
			[expect.stringContaining('it has 0 entries for 3 words')],
		]);
	});

	test.each([
		['word', [], 'has nothing in its list "word"'],
		['word', null, 'has no list "word"'],
		['ner', 'O', 'has no list "ner"'],
	])('the item fails if the list %s is %j', async (field, answer, problem) => {
		const { error } = await analyzeAnswers(['pos', 'ner'], {
			ner: ['O', 'O', 'O'],
			[field]: answer,
		});
		expect(error?.message).toBe(`Language analysis succeeded but its response ${problem}`);
	});
});

test('if one function fails, the item fails', async () => {
	bench.simulator.openPlatform.faults.add({ kind: 'code', code: '10109', endpoint: 'ner' });
	const { error } = await analyze(TEXT, ['ner', 'pos']);
	expect(error?.message).toMatch(/code 10109/);
});

test.each([
	[['fly'], 'Analyses must be one of: cws, pos, ner, dp, srl, sdp, sdgp, but is "fly"'],
	['pos,fly', 'Analyses must be one of: cws, pos, ner, dp, srl, sdp, sdgp, but is "fly"'],
	['={{ [] }}', 'Analyses is empty'],
	[' ', 'Analyses is empty'],
])('invalid functions are refused before anything is sent: %j', async (functions, message) => {
	const { error } = await analyze(TEXT, functions);
	expect(error?.message).toBe(message);
	expect(bench.simulator.log).toHaveLength(0);
});
