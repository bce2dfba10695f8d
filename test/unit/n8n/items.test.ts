import type { INode } from 'n8n-workflow';
import {
	inTurns,
	mapConcurrently,
	runItems,
	turns,
	type ItemHandler,
} from '../../../nodes/shared/n8n/run/items';
import { type Progress } from '../../../nodes/shared/n8n/run/progress';
import { FakeContext } from './fakeContext';

/** The loop over the items of a run. */

afterEach(() => jest.restoreAllMocks());

describe('mapConcurrently', () => {
	test('mapConcurrently handles the given number of entries at a time, and its results are in the order of the list', async () => {
		const begun: string[] = [];
		const ends = new Map<string, () => void>();
		const work = async (entry: string, index: number) => {
			begun.push(`${entry}${index}`);
			await new Promise<void>((end) => ends.set(entry, end));
			return entry.toUpperCase();
		};
		/** Ends the work on an entry, and returns all entries whose work has begun. */
		const begunAfterEnd = async (entry: string) => {
			ends.get(entry)?.();
			await new Promise((resolve) => setImmediate(resolve));
			return [...begun];
		};
		const results = mapConcurrently(['a', 'b', 'c', 'd'], 2, work);
		expect(begun).toEqual(['a0', 'b1']);
		expect(await begunAfterEnd('b')).toEqual(['a0', 'b1', 'c2']);
		expect(await begunAfterEnd('c')).toEqual(['a0', 'b1', 'c2', 'd3']);
		await begunAfterEnd('d');
		await begunAfterEnd('a');
		expect(await results).toEqual(['A', 'B', 'C', 'D']);
	});

	test('if one entry fails, no other one begins', async () => {
		const begun: number[] = [];
		const work = async (entry: number) => {
			begun.push(entry);
			await Promise.resolve();
			if (entry === 1) throw new Error('one');
		};
		await expect(mapConcurrently([0, 1, 2, 3, 4, 5], 2, work)).rejects.toThrow('one');
		await new Promise((resolve) => setImmediate(resolve));
		expect(begun).toEqual([0, 1, 2]);
	});

	test('mapConcurrently returns nothing for an empty list', async () => {
		expect(await mapConcurrently([], 3, async () => await Promise.resolve(1))).toEqual([]);
	});
});

/** A clock that the test sets, and the order in which things happen. */
function stoppedClock() {
	const order: string[] = [];
	const clock = { now: 1000 };
	jest.spyOn(performance, 'now').mockImplementation(() => clock.now);
	/** Notes in `order` when the event loop turns next. Timers of the same time fire in the order in which they were set. */
	const noteNextTurn = () => void setTimeout(() => order.push('the loop turns'), 0);
	/** Notes a name in `order` when `wait` has ended. */
	const noteAfter = async (wait: () => Promise<void>, name: string) => {
		await wait();
		order.push(name);
	};
	return { clock, order, noteNextTurn, noteAfter };
}

test('items that begin within a millisecond begin in the same turn of the event loop', async () => {
	const { clock, order, noteNextTurn, noteAfter } = stoppedClock();
	const turn = turns();
	noteNextTurn();
	await noteAfter(turn, 'first');
	clock.now += 0.9;
	await noteAfter(turn, 'second');
	clock.now += 0.1;
	noteNextTurn();
	await noteAfter(turn, 'third');
	clock.now += 0.9;
	await noteAfter(turn, 'fourth');
	clock.now += 5;
	await noteAfter(turn, 'fifth');
	expect(order).toEqual([
		'first',
		'second',
		'the loop turns',
		'third',
		'fourth',
		'the loop turns',
		'fifth',
	]);
});

test('entries in turns are those of the list, in its order', async () => {
	const entries: string[] = [];
	for await (const entry of inTurns(['a', 'b', 'c'])) entries.push(entry);
	expect(entries).toEqual(['a', 'b', 'c']);
});

test('items that ask for a turn at the same time get their turns in the order in which they asked', async () => {
	const { clock, order, noteAfter } = stoppedClock();
	const turn = turns();
	jest.spyOn(performance, 'now').mockImplementation(() => (clock.now += 10));
	await Promise.all(['first', 'second', 'third'].map(async (name) => await noteAfter(turn, name)));
	expect(order).toEqual(['first', 'second', 'third']);
});

describe('the items of a run', () => {
	interface RunOptions {
		onError?: INode['onError'];
		/** Is aborted at the first failure that the run will throw. */
		ended?: AbortController;
		/** The execution is stopped when this item begins. */
		stoppedIn?: number;
	}

	/** Runs this many items. `reported` lists what the progress report got: whether each item has failed, and 'end'. */
	async function run(
		items: number,
		atOnce: number,
		handle: ItemHandler,
		{ onError, ended = new AbortController(), stoppedIn }: RunOptions = {},
	) {
		const context = new FakeContext({}, items, onError);
		const reported: unknown[] = [];
		const progress = {
			itemDone: (hasFailed: boolean) => reported.push(hasFailed),
			end: () => reported.push('end'),
			adviseToContinue: () => reported.push('advised'),
		};
		const outcome = await runItems(
			context.n8n,
			atOnce,
			async (index) => {
				if (index === stoppedIn) context.stop.abort();
				return await handle(index);
			},
			ended,
			progress as unknown as Progress,
		).catch((error: unknown) => error);
		return { outcome, reported, ended: ended.signal.aborted };
	}

	/** Handles items: those with these indexes fail, and each other item has two results. */
	const failing =
		(...indexes: number[]): ItemHandler =>
		async (index) => {
			if (indexes.includes(index)) throw new Error(`failed ${index}`);
			return await Promise.resolve([{ json: { index } }, { json: {}, pairedItem: { item: 9 } }]);
		};

	test('results are paired with their items, unless they are already paired with others', async () => {
		expect(await run(2, 1, failing())).toEqual({
			outcome: [
				{ json: { index: 0 }, pairedItem: { item: 0 } },
				{ json: {}, pairedItem: { item: 9 } },
				{ json: { index: 1 }, pairedItem: { item: 1 } },
				{ json: {}, pairedItem: { item: 9 } },
			],
			reported: [false, false, 'end'],
			ended: false,
		});
	});

	test('failed items become errors if the run continues on errors', async () => {
		const { outcome, reported, ended } = await run(2, 1, failing(0), {
			onError: 'continueRegularOutput',
		});
		expect(outcome).toEqual([
			{ json: { error: 'failed 0', details: { kind: 'unexpected' } }, pairedItem: { item: 0 } },
			{ json: { index: 1 }, pairedItem: { item: 1 } },
			{ json: {}, pairedItem: { item: 9 } },
		]);
		expect([reported, ended]).toEqual([[true, false, 'end'], false]);
	});

	test('after an item has failed, no other item begins and the error of the failed item is thrown', async () => {
		const { outcome, reported, ended } = await run(3, 1, failing(1, 2));
		expect(outcome).toMatchObject({
			name: 'NodeOperationError',
			message: 'failed 1',
			context: { itemIndex: 1 },
		});
		// The error says how the others go on, because no item before it failed.
		expect([reported, ended]).toEqual([[false, true, 'advised'], true]);
	});

	test('if several items fail, the error of the first one in the list is thrown, and an item that the end of the run has aborted does not count as failed', async () => {
		const ended = new AbortController();
		const handle: ItemHandler = async (index) => {
			if (index === 2) {
				await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
				throw ended.signal.reason;
			}
			await new Promise((resolve) => setTimeout(resolve, index === 0 ? 60 : 30));
			throw new Error(`failed ${index}`);
		};
		const { outcome, reported } = await run(3, 3, handle, { ended });
		expect(outcome).toMatchObject({ message: 'failed 0', context: { itemIndex: 0 } });
		expect(reported).toEqual([true, true]);
	});

	test('an item that fails after the end of the run, but for another reason, counts as failed', async () => {
		const ended = new AbortController();
		const handle: ItemHandler = async (index) => {
			if (index === 0)
				await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
			throw new Error(`failed ${index}`);
		};
		const { outcome, reported } = await run(2, 2, handle, { ended });
		expect(outcome).toMatchObject({ message: 'failed 0', context: { itemIndex: 0 } });
		expect(reported).toEqual([true, true]);
	});

	test('after the execution was stopped, no item begins', async () => {
		const { outcome, reported, ended } = await run(
			9,
			1,
			async (index) => await Promise.resolve([{ json: { index } }]),
			{ stoppedIn: 1 },
		);
		expect(outcome).toEqual(
			[0, 1].map((index) => ({ json: { index }, pairedItem: { item: index } })),
		);
		expect([reported, ended]).toEqual([[false, false, 'end'], false]);
	});

	test('items run even without a progress report, and in an n8n that cannot stop executions', async () => {
		const runOneItem = async (handle: ItemHandler) => {
			const context = Object.assign(new FakeContext({}, 1).n8n, {
				getExecutionCancelSignal: () => undefined,
			});
			return await runItems(context, 1, handle).catch((error: Error) => error.message);
		};
		expect(await runOneItem(async () => await Promise.resolve([{ json: { a: 1 } }]))).toEqual([
			{ json: { a: 1 }, pairedItem: { item: 0 } },
		]);
		expect(await runOneItem(failing(0))).toBe('failed 0');
	});

	test('without a progress report, a later item that fails is named as well', async () => {
		const context = new FakeContext({}, 2).n8n;
		await expect(runItems(context, 1, failing(1))).rejects.toMatchObject({
			message: 'failed 1',
			context: { itemIndex: 1 },
		});
	});
});
