/** The loop over the items of a run. */
import type { INode } from 'n8n-workflow';
import {
	mapConcurrently,
	pauses,
	runItems,
	turns,
	type ItemHandler,
} from '../../../nodes/shared/n8n/run/items';
import type { Progress } from '../../../nodes/shared/n8n/run/progress';
import { FakeContext } from './fakeContext';

afterEach(() => jest.restoreAllMocks());

describe('mapConcurrently', () => {
	test('mapConcurrently works on the given number of entries at a time, and returns the results in the order of the list', async () => {
		const begun: string[] = [];
		const ends = new Map<string, () => void>();
		const work = async (one: string, index: number) => {
			begun.push(`${one}${index}`);
			await new Promise<void>((end) => ends.set(one, end));
			return one.toUpperCase();
		};
		const ended = async (one: string) => {
			ends.get(one)?.();
			await new Promise((resolve) => setImmediate(resolve));
			return [...begun];
		};
		const results = mapConcurrently(['a', 'b', 'c', 'd'], 2, work);
		expect(begun).toEqual(['a0', 'b1']);
		expect(await ended('b')).toEqual(['a0', 'b1', 'c2']);
		expect(await ended('c')).toEqual(['a0', 'b1', 'c2', 'd3']);
		await ended('d');
		await ended('a');
		expect(await results).toEqual(['A', 'B', 'C', 'D']);
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
	// Timers of the same time fire in the order in which they were set.
	const onLoop = () => void setTimeout(() => order.push('the loop turns'), 0);
	const after = async (name: string, turn: () => Promise<void>) => {
		await turn();
		order.push(name);
	};
	return { clock, order, onLoop, after };
}

test('items that begin within a millisecond begin in the same turn of the event loop', async () => {
	const { clock, order, onLoop, after } = stoppedClock();
	const turn = turns();
	onLoop();
	await after('first', turn);
	clock.now += 0.9;
	await after('second', turn);
	clock.now += 0.1;
	onLoop();
	await after('third', turn);
	clock.now += 0.9;
	await after('fourth', turn);
	clock.now += 5;
	await after('fifth', turn);
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

test('turns that are requested at the same time are given one after another', async () => {
	const { clock, order, after } = stoppedClock();
	const turn = turns();
	jest.spyOn(performance, 'now').mockImplementation(() => (clock.now += 10));
	await Promise.all(['first', 'second', 'third'].map(async (name) => await after(name, turn)));
	expect(order).toEqual(['first', 'second', 'third']);
});

test('a long loop lets other work run every five milliseconds', async () => {
	const { clock, order, onLoop, after } = stoppedClock();
	const pause = pauses();
	onLoop();
	clock.now += 4.9;
	await after('first', pause);
	clock.now += 0.1;
	await after('second', pause);
	onLoop();
	clock.now += 4.9;
	await after('third', pause);
	expect(order).toEqual(['first', 'the loop turns', 'second', 'third']);
	clock.now += 0.1;
	await after('fourth', pause);
	expect(order.slice(4)).toEqual(['the loop turns', 'fourth']);
});

describe('the items of a run', () => {
	/**
	 * Runs this many items. `told` lists what the progress report got: for each item whether it failed, and 'end'.
	 * A run of nine items is stopped during its second item.
	 */
	async function run(
		items: number,
		atOnce: number,
		handle: ItemHandler,
		onError?: INode['onError'],
		ended = new AbortController(),
	) {
		const context = new FakeContext({}, items, onError);
		const told: unknown[] = [];
		const progress = {
			itemDone: (hasFailed: boolean) => told.push(hasFailed),
			end: () => told.push('end'),
		};
		const outcome = await runItems(
			context.n8n,
			atOnce,
			async (index) => {
				if (index === 1 && items === 9) context.stop.abort();
				return await handle(index);
			},
			ended,
			progress as unknown as Progress,
		).catch((error: unknown) => error);
		return { outcome, told, ended: ended.signal.aborted };
	}

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
			told: [false, false, 'end'],
			ended: false,
		});
	});

	test('failed items become errors if the run continues on errors', async () => {
		const { outcome, told, ended } = await run(2, 1, failing(0), 'continueRegularOutput');
		expect(outcome).toEqual([
			{ json: { error: 'failed 0', details: { kind: 'unexpected' } }, pairedItem: { item: 0 } },
			{ json: { index: 1 }, pairedItem: { item: 1 } },
			{ json: {}, pairedItem: { item: 9 } },
		]);
		expect([told, ended]).toEqual([[true, false, 'end'], false]);
	});

	test('no item begins after one has failed, and its error is thrown', async () => {
		const { outcome, told, ended } = await run(3, 1, failing(1, 2));
		expect(outcome).toMatchObject({
			name: 'NodeOperationError',
			message: 'failed 1',
			context: { itemIndex: 1 },
		});
		expect([told, ended]).toEqual([[false, true], true]);
	});

	test('if several items fail, the first of them in order throws its error; an item that was aborted by the end of the run has not failed', async () => {
		const ended = new AbortController();
		const handle: ItemHandler = async (index) => {
			if (index === 2) {
				await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
				throw ended.signal.reason;
			}
			await new Promise((resolve) => setTimeout(resolve, index === 0 ? 60 : 30));
			throw new Error(`failed ${index}`);
		};
		const { outcome, told } = await run(3, 3, handle, undefined, ended);
		expect(outcome).toMatchObject({ message: 'failed 0', context: { itemIndex: 0 } });
		expect(told).toEqual([true, true]);
	});

	test('an item that fails for another reason after the end of the run has failed', async () => {
		const ended = new AbortController();
		const handle: ItemHandler = async (index) => {
			if (index === 0)
				await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
			throw new Error(`failed ${index}`);
		};
		const { outcome, told } = await run(2, 2, handle, undefined, ended);
		expect(outcome).toMatchObject({ message: 'failed 0', context: { itemIndex: 0 } });
		expect(told).toEqual([true, true]);
	});

	test('no item begins after the execution was stopped', async () => {
		const { outcome, told, ended } = await run(
			9,
			1,
			async (index) => await Promise.resolve([{ json: { index } }]),
		);
		expect(outcome).toEqual(
			[0, 1].map((index) => ({ json: { index }, pairedItem: { item: index } })),
		);
		expect([told, ended]).toEqual([[false, false, 'end'], false]);
	});

	test('items run without a progress report, and in an n8n that cannot stop executions', async () => {
		const loop = async (handle: ItemHandler) => {
			const context = Object.assign(new FakeContext({}, 1).n8n, {
				getExecutionCancelSignal: () => undefined,
			});
			return await runItems(context, 1, handle).catch((error: Error) => error.message);
		};
		expect(await loop(async () => await Promise.resolve([{ json: { a: 1 } }]))).toEqual([
			{ json: { a: 1 }, pairedItem: { item: 0 } },
		]);
		expect(await loop(failing(0))).toBe('failed 0');
	});
});
