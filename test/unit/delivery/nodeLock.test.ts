/** Only one run of a node at a time: of this process, and of all others. */
import { randomUUID } from '../../setup/chance';
import { DeduplicationStore } from '../../../nodes/IflytekAiCall/sentBefore/deduplicationStore';
import { withNodeLock } from '../../../nodes/IflytekAiCall/sentBefore/nodeLock';
import type { Clock } from '../../../nodes/shared/n8n/requests/clock';
import { contextOf, entriesOf, never, NOON, type Surroundings } from './context';

/** How long a run may stand still before another one takes its place. */
const SLOT_MS = 15_000;
const SLOT = Math.floor(NOON / SLOT_MS);
const slots = (...numbers: number[]) => numbers.map((number) => `slot ${SLOT + number}`);

/** A clock that others can set. It waits as long as `wait` does. */
function clockOf(wait: (ms: number) => Promise<void> = async () => await never()) {
	const clock = { time: NOON, waited: [] as number[], now: () => 0, date: () => clock.time, sleep };
	async function sleep(ms: number) {
		clock.waited.push(ms);
		await wait(ms);
	}
	return clock satisfies Clock;
}

/** The store of a process. Processes share n8n's database, but nothing else. */
const storeOf = (stored: Set<string>, surroundings: Partial<Surroundings> = {}) =>
	new DeduplicationStore(
		contextOf({ stored, node: { id: randomUUID() }, ...surroundings }).context,
		8000,
	);
const soon = async () => await new Promise<void>((resolve) => setTimeout(resolve, 5));

let stored = new Set<string>();
beforeEach(() => (stored = new Set()));

test('the slots are recorded while the work is done, and forgotten after it', async () => {
	const result = await withNodeLock(storeOf(stored), clockOf(), undefined, async () => {
		expect(entriesOf(stored)).toEqual(slots(-1, 0, 1));
		return await Promise.resolve('done');
	});
	expect([result, entriesOf(stored)]).toEqual(['done', []]);
});

test('slots that another process has overwritten are recorded again with the next call', async () => {
	const store = storeOf(stored);
	await withNodeLock(store, clockOf(), undefined, async () => {
		stored.clear();
		await store.record(['row']);
		expect(entriesOf(stored)).toEqual(expect.arrayContaining(slots(-1, 0, 1)));
	});
	expect(entriesOf(stored)).toEqual(['row']);
});

test('work that fails releases the lock as well', async () => {
	const work = async () => await Promise.reject(new Error('broken'));
	await expect(withNodeLock(storeOf(stored), clockOf(), undefined, work)).rejects.toThrow('broken');
	expect(entriesOf(stored)).toEqual([]);
});

test('runs of one process work one after the other, without a wait', async () => {
	const store = storeOf(stored);
	const clock = clockOf();
	const steps: string[] = [];
	let finish: () => void = () => undefined;
	const first = withNodeLock(store, clock, undefined, async () => {
		steps.push('first begins');
		await new Promise<void>((resolve) => (finish = resolve));
		steps.push('first ends');
	});
	const second = withNodeLock(store, clock, undefined, async () => {
		steps.push('second begins');
		await Promise.resolve();
	});
	while (steps.length === 0) await soon();
	finish();
	await Promise.all([first, second]);
	expect(steps).toEqual(['first begins', 'first ends', 'second begins']);
	// Only the renewal has waited.
	expect(new Set(clock.waited)).toEqual(new Set([500]));
});

test('nodes of one process do not wait for each other', async () => {
	const other = withNodeLock(storeOf(new Set()), clockOf(), undefined, never);
	expect(
		await withNodeLock(storeOf(stored), clockOf(), undefined, async () => await Promise.resolve(1)),
	).toBe(1);
	void other;
});

test('a process waits for another one, and takes over when its slots are over', async () => {
	for (const text of slots(-1, 0, 1)) stored.add(text);
	const clock = clockOf(async (ms) => {
		if (ms === 500) await never();
		// Nothing of this process stays recorded while it waits.
		expect(entriesOf(stored)).toEqual(slots(-1, 0, 1));
		clock.time += ms;
		await Promise.resolve();
	});
	await withNodeLock(storeOf(stored), clock, undefined, async () => await Promise.resolve());
	// The last slot of the other one must be older than the last one of this one.
	const waits = clock.waited.filter((ms) => ms === 5000).length;
	expect(clock.time - NOON).toBe(waits * 5000);
	expect(Math.floor(clock.time / SLOT_MS)).toBe(SLOT + 3);
	expect(entriesOf(stored)).toEqual(slots(-1, 0, 1));
});

test('a process goes on as soon as the other one has released its lock', async () => {
	for (const text of slots(-1, 0, 1)) stored.add(text);
	const clock = clockOf(async (ms) => {
		if (ms === 500) await never();
		stored.clear();
		await Promise.resolve();
	});
	await withNodeLock(storeOf(stored), clock, undefined, async () => await Promise.resolve());
	expect(clock.waited).toEqual([5000, 500]);
});

test('a process whose last slot has begun when they are recorded may work', async () => {
	const { context } = contextOf({ stored, node: { id: randomUUID() } });
	const record = context.helpers.checkProcessedAndRecord;
	const clock = clockOf(async (ms) => {
		if (ms === 500) await never();
	});
	context.helpers.checkProcessedAndRecord = async (...args: Parameters<typeof record>) => {
		clock.time = NOON + SLOT_MS;
		return await record(...args);
	};
	const store = new DeduplicationStore(context, 8000);
	await withNodeLock(store, clock, undefined, async () => await Promise.resolve());
	expect(clock.waited).toEqual([500]);
});

test('a process that needs so long to record its slots that they are over begins anew', async () => {
	const { context } = contextOf({ stored, node: { id: randomUUID() } });
	const record = context.helpers.checkProcessedAndRecord;
	const clock = clockOf(async (ms) => {
		if (ms === 500) await never();
		expect(entriesOf(stored)).toEqual([]);
		await Promise.resolve();
	});
	context.helpers.checkProcessedAndRecord = async (...args: Parameters<typeof record>) => {
		if (clock.time === NOON) clock.time += 2 * SLOT_MS;
		return await record(...args);
	};
	const store = new DeduplicationStore(context, 8000);
	await withNodeLock(store, clock, undefined, async () => {
		expect(entriesOf(stored)).toEqual(slots(1, 2, 3));
		await Promise.resolve();
	});
	expect(clock.waited).toEqual([5000, 500]);
});

test('an execution that is stopped does not wait any longer, and does nothing', async () => {
	for (const text of slots(-1, 0, 1)) stored.add(text);
	const stop = new AbortController();
	const clock = clockOf(async () => {
		stop.abort();
		await Promise.resolve();
	});
	const work = jest.fn();
	await expect(withNodeLock(storeOf(stored), clock, stop.signal, work)).rejects.toMatchObject({
		kind: 'stopped',
	});
	expect([work.mock.calls, entriesOf(stored)]).toEqual([[], slots(-1, 0, 1)]);
});

describe('while the work goes on', () => {
	/** Works until the lock was renewed in the slot after the next. Returns what the store had then. */
	async function renewed(isDatabaseAway: () => boolean = () => false) {
		let rounds = 0;
		const clock = clockOf(async () => {
			// Each pause of the renewal is a slot.
			clock.time += SLOT_MS;
			rounds++;
			await soon();
		});
		return await withNodeLock(storeOf(stored, { isDatabaseAway }), clock, undefined, async () => {
			while (rounds < 4) await soon();
			return entriesOf(stored);
		});
	}

	test('its slots are renewed, and the old ones are forgotten', async () => {
		const during = await renewed();
		expect(during).toHaveLength(3);
		expect(during.every((text) => Number(text.split(' ')[1]) > SLOT)).toBe(true);
		await soon();
		expect(entriesOf(stored)).toEqual([]);
	});

	test('they are renewed as soon as one slot is over, and not before', async () => {
		let accesses = 0;
		const clock = clockOf(soon);
		const store = storeOf(stored, { isDatabaseAway: () => ++accesses < 0 });
		const rounds = async (count: number) => {
			const end = clock.waited.length + count;
			while (clock.waited.length < end) await soon();
			return entriesOf(stored);
		};
		await withNodeLock(store, clock, undefined, async () => {
			const before = accesses;
			await rounds(3);
			expect(accesses).toBe(before);
			clock.time += SLOT_MS;
			expect(await rounds(3)).toEqual(slots(0, 1, 2));
		});
	});

	test('slots that are renewed while it ends are forgotten as well', async () => {
		const { context } = contextOf({ stored, node: { id: randomUUID() } });
		const record = context.helpers.checkProcessedAndRecord;
		let isRenewing = false;
		context.helpers.checkProcessedAndRecord = async (...args: Parameters<typeof record>) => {
			isRenewing = args[0].includes(`slot ${SLOT + 2}`);
			if (isRenewing) await soon();
			return await record(...args);
		};
		const clock = clockOf(soon);
		await withNodeLock(new DeduplicationStore(context, 8000), clock, undefined, async () => {
			clock.time += SLOT_MS;
			while (!isRenewing) await new Promise((resolve) => setImmediate(resolve));
		});
		await soon();
		await soon();
		expect(entriesOf(stored)).toEqual([]);
	});

	test('a renewal that fails is tried again', async () => {
		let calls = 0;
		// Away after the slots were recorded for certain, for the first renewal.
		await renewed(() => ++calls > 4 && calls <= 7);
		expect(calls).toBeGreaterThan(7);
	});
});

test('if the database is away in the end, the result of the work stays', async () => {
	let isAway = false;
	const store = storeOf(stored, { isDatabaseAway: () => isAway });
	const work = async () => {
		isAway = true;
		return await Promise.resolve('done');
	};
	expect(await withNodeLock(store, clockOf(), undefined, work)).toBe('done');
});
