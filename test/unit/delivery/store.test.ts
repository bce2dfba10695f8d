/** What is recorded of rows in n8n's database, and what a process that ends at any time leaves there. */
import { randomUUID } from 'crypto';
import { CREATION } from '../../../nodes/IflytekAiCall/actions/task/newTask';
import { deliver } from '../../../nodes/IflytekAiCall/batch/deliver';
import type { Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { anyUnsent, openStore } from '../../../nodes/IflytekAiCall/sentBefore/storedRows';
import { TransportError } from '../../../nodes/shared/failure';
import { systemClock } from '../../../nodes/shared/n8n/requests/clock';
import type { AiCallClient } from '../../../nodes/shared/aiCall/transport/aiCallClient';
import { contextOf, entriesTo, never, PLACE_NAMES, type Surroundings } from './context';

/** The context of a process. Processes share n8n's database, but nothing else. The process ends before its call with the number `endsAt`. */
function processOf(
	stored: Set<string>,
	{ endsAt = Infinity, ...surroundings }: Surroundings & { endsAt?: number } = {},
) {
	const { context } = contextOf({ stored, node: { id: randomUUID() }, ...surroundings });
	const calls: string[] = [];
	const limits: unknown[] = [];
	const { checkProcessedAndRecord, removeProcessed } = context.helpers;
	context.helpers.checkProcessedAndRecord = async (texts, ...more) => {
		limits.push(more[1].maxEntries);
		return calls.push(`+${texts.length}`) >= endsAt
			? await never()
			: await checkProcessedAndRecord(texts, ...more);
	};
	context.helpers.removeProcessed = async (texts, ...more) =>
		calls.push(`-${texts.length}`) >= endsAt
			? await never()
			: await removeProcessed(texts, ...more);
	return { context, calls, limits };
}
const storeOf = (stored: Set<string>, endsAt?: number) =>
	openStore(processOf(stored, { endsAt }).context);
const soon = async () => await new Promise((resolve) => setTimeout(resolve, 5));

describe('a question', () => {
	test('leaves the store as it was', async () => {
		const stored = new Set(['a', 'b']);
		const { context, calls } = processOf(stored);
		const texts = ['a', ...Array.from({ length: 120 }, (_none, index) => `new ${index}`)];
		expect(await openStore(context).known(texts)).toEqual(new Set(['a']));
		expect([...stored]).toEqual(['a', 'b']);
		expect(calls).toEqual(['+242', '-100', '-100', '-41']);
		expect(await openStore(context).known([])).toEqual(new Set());
		expect(calls).toHaveLength(4);
	});

	test('of a process that was killed leaves a doubt, not an answer', async () => {
		const stored = new Set(['sent']);
		void storeOf(stored, 2).known(['sent', 'new']);
		await soon();
		const store = storeOf(stored);
		expect(await store.known(['sent', 'new', 'other'])).toEqual(new Set());
		expect(['sent', 'new', 'other'].map((text) => store.isDoubtful(text))).toEqual([
			true,
			true,
			false,
		]);
		// What is recorded or forgotten afterwards is not in doubt any more.
		store.recordLater('new');
		store.forgetLater('sent');
		await store.add(['another']);
		expect([...stored]).toEqual(['new', 'another']);
		expect(store.isDoubtful('new')).toBe(false);
		const next = storeOf(stored);
		expect(await next.known(['sent', 'new'])).toEqual(new Set(['new']));
		expect(next.isDoubtful('new')).toBe(false);
	});

	test('waits for that of a process that is asking now', async () => {
		const stored = new Set(['sent', 'asking sent', 'asking new', 'new']);
		const store = storeOf(stored);
		const answer = store.known(['sent', 'new']);
		await soon();
		for (const text of ['asking sent', 'asking new', 'new']) stored.delete(text);
		expect(await answer).toEqual(new Set(['sent']));
		expect(store.isDoubtful('sent')).toBe(false);
	});

	test('that was broken off between the text and itself leaves no doubt', async () => {
		const stored = new Set(['asking new']);
		const store = storeOf(stored);
		expect(await store.known(['new'])).toEqual(new Set());
		expect([store.isDoubtful('new'), [...stored]]).toEqual([false, []]);
	});

	test('finds what is recorded with it, and does not forget it', async () => {
		const stored = new Set<string>();
		const { context } = processOf(stored);
		openStore(context).recordLater('sent');
		expect(await openStore(context).known(['sent', 'new'])).toEqual(new Set(['sent']));
		expect([...stored]).toEqual(['sent']);
	});

	test('of many texts is asked in parts', async () => {
		const stored = new Set(['999']);
		const { context, calls } = processOf(stored);
		const texts = Array.from({ length: 1000 }, (_none, index) => `${index}`);
		expect(await openStore(context).known(texts)).toEqual(new Set(['999']));
		expect(calls.filter((call) => call.startsWith('+'))).toEqual(['+1000', '+1000']);
	});

	test('that was broken off is over once the text is recorded, unless that is taken back', async () => {
		const stored = new Set(['a', 'asking a', 'b', 'asking b']);
		const store = storeOf(stored);
		await store.known(['a', 'b']);
		await store.add(['a']);
		store.forgetLater('b');
		store.cancelForget(['b']);
		await store.finish();
		expect([...stored]).toEqual(['a', 'b', 'asking b']);
	});

	test('that is repeated because its answer was lost does not find itself', async () => {
		let calls = 0;
		const { context } = processOf(new Set(), { isDatabaseAway: () => ++calls === 1 });
		const store = openStore(context);
		expect(await store.known(['new'])).toEqual(new Set());
		expect(store.isDoubtful('new')).toBe(true);
	});

	test('that another process has answered is not in doubt any more', async () => {
		const stored = new Set(['sent', 'asking sent']);
		const store = storeOf(stored);
		await store.known(['sent']);
		expect(store.isDoubtful('sent')).toBe(true);
		stored.delete('asking sent');
		expect(await store.known(['sent'])).toEqual(new Set(['sent']));
		expect(store.isDoubtful('sent')).toBe(false);
	});
});

describe('whether a key was not sent', () => {
	const keys = (count: number) => Array.from({ length: count }, (_none, index) => `${index}`);
	const sent = (count: number) => new Set(keys(count).map((key) => `sent key ${key}`));

	test.each([
		[250, ['+200', '-100', '+200', '-100', '+100', '-50'], false],
		[249, ['+200', '-100', '+200', '-100', '+100', '-51'], true],
		[99, ['+200', '-100', '-1'], true],
	])('is asked until one is found: of 250 keys, %d were sent', async (count, expected, answer) => {
		const { context, calls } = processOf(sent(count));
		expect(await anyUnsent(context, 100, [...keys(250), '0'])).toBe(answer);
		expect(calls).toEqual(expected);
	});

	test('of no keys, none was', async () => {
		expect(await anyUnsent(processOf(new Set()).context, 100, [])).toBe(false);
	});
});

const client: AiCallClient = async (_method, body) => {
	const numbers = (body.rows as string[][]).flat();
	return await Promise.resolve({
		code: '0',
		message: '',
		result: { total: numbers.length, task_data_ids: numbers.map((number) => `id${number}`) },
		sent: {},
	});
};
const entry = entriesTo({ body: (rows) => ({ rows }) });
const rows = (count: number) => Array.from({ length: count }, (_none, index) => entry(index));
const ROWS = {
	names: PLACE_NAMES,
	clock: systemClock,
	batchSize: 2,
	mode: 'real',
	sendOthers: false,
	sent: {},
} satisfies Parameters<typeof deliver>[3];
const PARAMETERS = { options: { concurrentRequests: 1 } };
const newStart = (mode = 'trigger', more: object = {}) => ({
	id: randomUUID(),
	mode,
	resumeUrl: `https://n8n.example/webhook-waiting/1?signature=${randomUUID()}`,
	...more,
});

describe('how many entries n8n keeps', () => {
	const many = (count: number) =>
		new Set(Array.from({ length: count }, (_none, index) => `other ${index}`));
	/** The limits of the calls that record the rows: those for a moment have 1,000 more. */
	const limitsOf = async (
		stored: Set<string>,
		{ sent = {}, execution = newStart() }: { sent?: object; execution?: object } = {},
		given: Entry[] = rows(3),
	) => {
		const { context, limits } = processOf(stored, {
			parameters: PARAMETERS,
			execution: execution as Surroundings['execution'],
		});
		await deliver(context, client, given, { ...ROWS, sent });
		return [...new Set(limits)].sort();
	};

	test('8,000, and those of the rows of an execution', async () => {
		expect(await limitsOf(new Set())).toEqual([8106, 9000, 9106]);
	});

	test('all that there were before the execution, so that no key is dropped', async () => {
		expect(await limitsOf(many(20_000))).toEqual([20_000, 21_000]);
	});

	test('those of an earlier start, and those of the rows that are sent again', async () => {
		const stored = many(20_000);
		const { id, mode, ...start } = newStart();
		await limitsOf(stored, { execution: { id, mode, ...start } }, rows(1));
		const retry = { id: randomUUID(), mode: 'retry', ...start };
		const before = stored.size;
		expect(await limitsOf(stored, { execution: retry })).toEqual(
			[before + 106, before + 1000, before + 1106].sort(),
		);
	});

	test('those of an earlier start, from the first row on that it has begun', async () => {
		const stored = many(20_000);
		const { id, mode, ...start } = newStart();
		await limitsOf(stored, { execution: { id, mode, ...start } }, rows(100));
		const before = stored.size;
		const second = { id: randomUUID(), mode, ...start };
		const limits = await limitsOf(stored, { execution: second }, rows(150));
		// 100 for the start, and two for each of the 50 rows after the first group.
		expect(Math.max(...limits.map(Number))).toBe(before + 200 + 1000);
		expect(Math.max(...(await limitsOf(many(20_000), {}, rows(150))).map(Number))).toBe(21_000);
	});

	test('those of an earlier start, if a process was killed while it asked for that start', async () => {
		const stored = many(20_000);
		const establishedAt = Date.now();
		stored.add(`hour ${Math.floor(establishedAt / 3_600_000) - 1}`);
		const { id, mode, ...start } = newStart('trigger', { establishedAt });
		await limitsOf(stored, { execution: { id, mode, ...start } }, rows(1));
		const marker = [...stored].find((text) => text.startsWith('group')) ?? '';
		stored.add(`asking ${marker}`);
		const before = stored.size;
		const retry = { id: randomUUID(), mode: 'retry', ...start };
		const limits = await limitsOf(stored, { execution: retry }, rows(1));
		expect(Math.max(...limits.map(Number))).toBe(before + 102 + 1000);
		expect([...stored]).toContain(marker);
		expect([...stored]).not.toContain(`asking ${marker}`);
	});

	test('at most those of 50,000 rows', async () => {
		const stored = many(107_900);
		const { id, mode, ...start } = newStart();
		await limitsOf(stored, { execution: { id, mode, ...start } }, rows(1));
		const retry = { id: randomUUID(), mode: 'retry', ...start };
		const limits = await limitsOf(stored, { execution: retry }, rows(60));
		expect(limits.map(Number)).toContain(108_000);
		expect(Math.max(...limits.map(Number))).toBe(109_000);
	});

	test('eight for each remembered key, which an execution does not change', async () => {
		const keyed = rows(1).map((row) => ({ ...row, key: 'k' }));
		const limits = async (rememberedKeys: number) =>
			await limitsOf(new Set(), { sent: { rememberedKeys } }, keyed);
		expect(await limits(2000)).toEqual([16_000, 17_000]);
		expect(await limits(100)).toEqual([8000, 9000]);
	});
});

describe("if n8n's database fails while it is asked what was sent", () => {
	/** What stays recorded of the keys `old` and `new`. The calls with these numbers fail. */
	const begunAfter = async (entries: Entry[], before: string[], fails: number[]) => {
		const stored = new Set(before);
		let calls = 0;
		const { context } = contextOf({
			stored,
			node: { id: randomUUID() },
			parameters: PARAMETERS,
			isDatabaseAway: () => fails.includes(++calls),
		});
		const sending = { ...ROWS, sent: { rememberedKeys: 100 } };
		const outcomes = await deliver(context, client, entries, sending);
		expect([...outcomes.values()].map(({ state }) => state)).toEqual(
			entries.map(() => 'notAccepted'),
		);
		return [...stored].filter((text) => text.startsWith('begun'));
	};

	test('rows that are new do not stay in doubt', async () => {
		const keyed = ['old', 'new'].map((key, index) => ({ ...entry(index), key }));
		expect(await begunAfter(keyed, ['begun key old'], [2, 3, 4])).toEqual(['begun key old']);
	});

	test('rows of a task that was deleted are not in the one that replaces it', async () => {
		const task = { identities: ['t1', 't2'], ready: async () => await Promise.resolve() };
		const ofTask = { ...entriesTo({ body: (all) => ({ rows: all }), task })(0), key: 'old' };
		const before = ['begun key old', 'begun key old in task t1'];
		expect(await begunAfter([ofTask], before, [2, 3, 4])).toEqual(before);
	});
});

describe('Retry On Fail', () => {
	test.each([
		['without keys', {}, 'accepted'],
		['with keys', { rememberedKeys: 100 }, 'sentBefore'],
	])(
		'knows the rows of the first try %s, but not those of another run',
		async (_name, sent, other) => {
			const { signal } = new AbortController();
			const stored = new Set<string>();
			const execution = newStart();
			const node = { id: randomUUID(), retryOnFail: true };
			const given = rows(1).map((row) => ({ ...row, key: 'k' }));
			const stateOf = async (runIndex: number) => {
				const { context } = contextOf({
					parameters: PARAMETERS,
					node,
					stored,
					stopped: signal,
					execution: { ...execution, runIndex },
				});
				const outcomes = await deliver(context, client, given, { ...ROWS, sent });
				return [...outcomes.values()].map(({ state }) => state);
			};
			for (const [run, state] of [
				[0, 'accepted'],
				[1, other],
				[0, 'accepted'],
			] as const)
				expect(await stateOf(run)).toEqual([state]);
		},
	);

	test('keeps what is known of a row whose answer was lost', async () => {
		const lost = new TransportError('connection lost', 'Try again.', 'interrupted');
		const failing: AiCallClient = async () => await Promise.reject(lost);
		const { signal } = new AbortController();
		const surroundings = {
			parameters: PARAMETERS,
			node: { id: randomUUID(), retryOnFail: true },
			stored: new Set<string>(),
			stopped: signal,
			execution: newStart(),
		};
		for (let tried = 1; tried <= 2; tried++) {
			const { context } = contextOf(surroundings);
			const outcomes = await deliver(context, failing, rows(1), ROWS);
			expect([...outcomes.values()]).toMatchObject([{ state: 'unknown', error: lost }]);
		}
	});

	test('returns the task of the first try as accepted', async () => {
		const { signal } = new AbortController();
		const findSent = jest.fn(async () => await Promise.resolve(['7']));
		const create: AiCallClient = jest.fn(
			async () =>
				await Promise.resolve({ code: '0', message: '', result: { task_id: '7' }, sent: {} }),
		);
		const task = entriesTo({ body: () => ({ task_name: 'x' }), findSent });
		const stored = new Set<string>();
		const execution = newStart();
		for (let tried = 1; tried <= 2; tried++) {
			const { context } = contextOf({
				parameters: PARAMETERS,
				node: { retryOnFail: true },
				stored,
				stopped: signal,
				execution,
			});
			const outcomes = await deliver(context, create, [task(0)], {
				...ROWS,
				...CREATION,
			});
			expect([...outcomes.values()]).toMatchObject([{ state: 'accepted', id: '7' }]);
		}
		expect(create).toHaveBeenCalledTimes(1);
		expect(findSent).not.toHaveBeenCalled();
	});
});

test('a run waits until another one has sent the same row, and does not send it again', async () => {
	const stored = new Set<string>();
	const keyed = { ...entry(0), key: 'k' };
	let answer: () => void = () => undefined;
	const answered = new Promise<void>((resolve) => (answer = resolve));
	const slow: AiCallClient = jest.fn(async (...request) => {
		await answered;
		return await client(...request);
	});
	const run = async () => {
		const { context } = contextOf({ stored, parameters: PARAMETERS });
		const outcomes = await deliver(context, slow, [keyed], {
			...ROWS,
			sent: { rememberedKeys: 100 },
		});
		return [...outcomes.values()].map(({ state }) => state);
	};
	const runs = [run(), run()];
	await soon();
	answer();
	expect(await Promise.all(runs)).toEqual([['accepted'], ['sentBefore']]);
	expect(slow).toHaveBeenCalledTimes(1);
});
