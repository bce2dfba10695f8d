/** What a node records in n8n's database, and what a process that ends at any time leaves there. */
import { randomUUID } from '../../setup/chance';
import { DeduplicationStore } from '../../../nodes/IflytekAiCall/sentBefore/deduplicationStore';
import { contextOf, entriesOf, never, type Surroundings } from './context';

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
	new DeduplicationStore(processOf(stored, { endsAt }).context, 8000);
const soon = async () => await new Promise((resolve) => setTimeout(resolve, 5));

describe('a question', () => {
	test('leaves the store as it was', async () => {
		const stored = new Set(['a', 'b']);
		const { context, calls } = processOf(stored);
		const texts = ['a', ...Array.from({ length: 120 }, (_none, index) => `new ${index}`)];
		expect(await new DeduplicationStore(context, 8000).askCertainly(texts)).toEqual(new Set(['a']));
		expect(entriesOf(stored)).toEqual(['a', 'b']);
		expect(calls).toEqual(['+242', '-100', '-100', '-41']);
		expect(await new DeduplicationStore(context, 8000).askCertainly([])).toEqual(new Set());
		expect(calls).toHaveLength(4);
	});

	test('of a process that was killed leaves a doubt, not an answer', async () => {
		const stored = new Set(['sent']);
		void storeOf(stored, 2).askCertainly(['sent', 'new']);
		await soon();
		const store = storeOf(stored);
		expect(await store.askCertainly(['sent', 'new', 'other'])).toEqual(new Set());
		expect(['sent', 'new', 'other'].map((text) => store.isDoubtful(text))).toEqual([
			true,
			true,
			false,
		]);
		// What is recorded or forgotten afterwards is not in doubt any more.
		store.recordLater('new');
		store.forgetLater('sent');
		await store.record(['another']);
		expect(entriesOf(stored)).toEqual(['new', 'another']);
		expect(store.isDoubtful('new')).toBe(false);
		const next = storeOf(stored);
		expect(await next.askCertainly(['sent', 'new'])).toEqual(new Set(['new']));
		expect(next.isDoubtful('new')).toBe(false);
	});

	test('waits for that of a process that is asking now', async () => {
		const stored = new Set(['sent', 'asking sent', 'asking new', 'new']);
		const store = storeOf(stored);
		const answer = store.askCertainly(['sent', 'new']);
		await soon();
		for (const text of ['asking sent', 'asking new', 'new']) stored.delete(text);
		expect(await answer).toEqual(new Set(['sent']));
		expect(store.isDoubtful('sent')).toBe(false);
	});

	test('that was broken off between the text and itself leaves no doubt', async () => {
		const stored = new Set(['asking new']);
		const store = storeOf(stored);
		expect(await store.askCertainly(['new'])).toEqual(new Set());
		expect([store.isDoubtful('new'), entriesOf(stored)]).toEqual([false, []]);
	});

	test('finds what is recorded with it, and does not forget it', async () => {
		const stored = new Set<string>();
		const { context } = processOf(stored);
		new DeduplicationStore(context, 8000).recordLater('sent');
		expect(await new DeduplicationStore(context, 8000).askCertainly(['sent', 'new'])).toEqual(
			new Set(['sent']),
		);
		expect(entriesOf(stored)).toEqual(['sent']);
	});

	test('of many texts is asked in parts', async () => {
		const stored = new Set(['999']);
		const { context, calls } = processOf(stored);
		const texts = Array.from({ length: 1000 }, (_none, index) => `${index}`);
		expect(await new DeduplicationStore(context, 8000).askCertainly(texts)).toEqual(
			new Set(['999']),
		);
		expect(calls.filter((call) => call.startsWith('+'))).toEqual(['+1000', '+1000']);
	});

	test('that was broken off is over once the text is recorded, unless that is taken back', async () => {
		const stored = new Set(['a', 'asking a', 'b', 'asking b']);
		const store = storeOf(stored);
		await store.askCertainly(['a', 'b']);
		await store.record(['a']);
		store.forgetLater('b');
		store.cancelForget(['b']);
		await store.finish();
		expect(entriesOf(stored)).toEqual(['a', 'b', 'asking b']);
	});

	test('that is repeated because its answer was lost does not find itself', async () => {
		let calls = 0;
		const { context } = processOf(new Set(), { isDatabaseAway: () => ++calls === 1 });
		const store = new DeduplicationStore(context, 8000);
		expect(await store.askCertainly(['new'])).toEqual(new Set());
		expect(store.isDoubtful('new')).toBe(true);
	});

	test('that another process has answered is not in doubt any more', async () => {
		const stored = new Set(['sent', 'asking sent']);
		const store = storeOf(stored);
		await store.askCertainly(['sent']);
		expect(store.isDoubtful('sent')).toBe(true);
		stored.delete('asking sent');
		expect(await store.askCertainly(['sent'])).toEqual(new Set(['sent']));
		expect(store.isDoubtful('sent')).toBe(false);
	});
});

test('n8n keeps as many entries as there is room for, and 1,000 more for those of a moment', async () => {
	const { context, limits } = processOf(new Set());
	const store = new DeduplicationStore(context, 8000);
	await store.record(['a']);
	await store.addBriefly(['b']);
	await store.record(['c']);
	expect(limits).toEqual([8000, 9000, 8000]);
});

test('the first rows of a day drop what is older, but for what outlives a day', async () => {
	const { context, limits } = processOf(new Set());
	const store = new DeduplicationStore(context, 90_000, 8000);
	await store.record(['a']);
	expect(store.hasBegun('2026-11-24')).toBe(false);
	store.begin('2026-11-24', true);
	expect(store.hasBegun('2026-11-24')).toBe(true);
	await store.record(['b']);
	await store.record(['c']);
	store.begin('2026-11-24', false);
	await store.record(['d']);
	// With "b" go "a" and the presence, which tell whether the store has lost something.
	expect(limits).toEqual([90_000, 8003, 90_000, 90_000]);
});

test('a light question leaves the store as it was, and asks for many texts at once', async () => {
	const stored = new Set(['a', 'b']);
	const { context, calls } = processOf(stored);
	expect(await new DeduplicationStore(context, 8000).askQuickly(['a', 'new'])).toEqual(
		new Set(['a']),
	);
	expect(entriesOf(stored)).toEqual(['a', 'b']);
	expect(calls).toEqual(['+2', '-1']);
});

test('a store that is nearly full may have dropped entries', async () => {
	const isFull = async (count: number) => {
		const stored = new Set(Array.from({ length: count }, (_none, index) => `${index}`));
		return await new DeduplicationStore(processOf(stored).context, 1000, 100).isFull();
	};
	expect([await isFull(89), await isFull(90)]).toEqual([false, true]);
});

test('what another process overwrites is recorded again with the next call', async () => {
	const stored = new Set<string>();
	const store = storeOf(stored);
	await store.record(['a', 'b']);
	stored.clear();
	await store.record(['c']);
	expect(entriesOf(stored).sort()).toEqual(['a', 'b', 'c']);
});

test('what another process has recorded, and forgets, is not recorded again', async () => {
	const stored = new Set(['of the other']);
	const store = storeOf(stored);
	await store.record(['own', 'of the other']);
	stored.delete('of the other');
	await store.finish();
	expect(entriesOf(stored)).toEqual(['own']);
});

test('what is forgotten while it is recorded again does not stay', async () => {
	const stored = new Set<string>();
	const store = storeOf(stored);
	await store.record(['a', 'b']);
	stored.clear();
	const recording = store.record(['c']);
	await soon();
	expect(entriesOf(stored).sort()).toEqual(expect.arrayContaining(['a', 'b', 'c']));
	store.forgetLater('a');
	await recording;
	await store.finish();
	expect(entriesOf(stored).sort()).toEqual(['b', 'c']);
});

test.each([true, false])(
	'a process that stands still while it records a text leaves it to the one that has found it again (certain: %s)',
	async (isCertain) => {
		const stored = new Set<string>();
		const slow = processOf(stored);
		// It reads, stands still, and writes.
		slow.context.helpers.checkProcessedAndRecord = async (texts) => {
			const read = [...stored];
			if (slow.calls.push('slow') === 1) await new Promise((resolve) => setTimeout(resolve, 250));
			stored.clear();
			for (const text of [...read, ...texts.map(String)]) stored.add(text);
			const isKnown = (text: unknown) => read.includes(String(text));
			return { processed: texts.filter(isKnown), new: texts.filter((text) => !isKnown(text)) };
		};
		const standing = new DeduplicationStore(slow.context, 8000).claim(['x'], isCertain);
		const store = storeOf(stored);
		expect(await store.claim(['x'], true)).toEqual(new Set());
		await new Promise((resolve) => setTimeout(resolve, 400));
		expect(entriesOf(stored)).not.toContain('x');
		await store.record(['y']);
		expect(await standing).toEqual(new Set(['x']));
		expect(entriesOf(stored)).toEqual(['y', 'x']);
	},
);

test('a process that has recorded other texts since notices that one was given back', async () => {
	const stored = new Set<string>();
	const slow = processOf(stored);
	const { checkProcessedAndRecord } = slow.context.helpers;
	// It reads before the other one writes. That one's next call overwrites what it writes.
	slow.context.helpers.checkProcessedAndRecord = async (texts, ...more) => {
		if (slow.calls.push('slow') > 1) return await checkProcessedAndRecord(texts, ...more);
		await new Promise((resolve) => setTimeout(resolve, 250));
		return { processed: [], new: texts };
	};
	const standing = new DeduplicationStore(slow.context, 8000).claim(['x'], true);
	const store = storeOf(stored);
	expect(await store.claim(['x'], true)).toEqual(new Set());
	await store.record(['y']);
	await new Promise((resolve) => setTimeout(resolve, 400));
	expect(entriesOf(stored)).toEqual(['y']);
	await store.record(['z']);
	expect(await standing).toEqual(new Set(['x']));
	expect(entriesOf(stored).sort()).toEqual(['x', 'y', 'z']);
});

test('many texts take longer than few, which does not keep them from being recorded', async () => {
	const stored = new Set<string>();
	const { context } = processOf(stored);
	const { checkProcessedAndRecord } = context.helpers;
	context.helpers.checkProcessedAndRecord = async (texts, ...more) => {
		await new Promise((resolve) => setTimeout(resolve, texts.length));
		return await checkProcessedAndRecord(texts, ...more);
	};
	const texts = Array.from({ length: 100 }, (_none, index) => `${index}`);
	const store = new DeduplicationStore(context, 8000);
	for (const isCertain of [true, false]) {
		expect(await store.claim(['one'], true)).toBeInstanceOf(Set);
		expect(await store.claim(texts, isCertain)).toBeInstanceOf(Set);
		await store.forget(['one', ...texts]);
	}
	expect(entriesOf(stored)).toEqual([]);
}, 10_000);

test('a call that fails is tried three times, and then says why', async () => {
	let calls = 0;
	const stored = new Set<string>();
	const { context } = processOf(stored, { isDatabaseAway: () => ++calls <= 3 });
	const store = new DeduplicationStore(context, 8000);
	await expect(store.record(['a'])).rejects.toMatchObject({
		message: "n8n's database could not be asked what was sent before: the database is away",
		kind: 'unavailable',
	});
	expect(calls).toBe(3);
	await store.record(['a']);
	expect(entriesOf(stored)).toEqual(['a']);
});
