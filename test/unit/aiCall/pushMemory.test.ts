import { PushMemory } from '../../../nodes/shared/aiCall/pushes/pushMemory';
import { fc } from './property';

describe('PushMemory', () => {
	it('counts a push as seen only after it was stored', () => {
		const memory = new PushMemory();
		expect(memory.begin('a')).toBe('new');
		expect(memory.begin('a')).toBe('storing');
		memory.stored('a');
		expect([memory.begin('a'), memory.begin('b')]).toEqual(['seen', 'new']);
	});

	it('accepts a push again if it could not be stored, but not after it was stored', () => {
		const memory = new PushMemory();
		memory.begin('a');
		memory.failed('a');
		expect(memory.begin('a')).toBe('new');
		memory.stored('a');
		memory.failed('a');
		expect(memory.begin('a')).toBe('seen');
	});

	it('stops waiting for a push that was never reported as stored or failed', () => {
		let now = 0;
		const memory = new PushMemory(10, () => now);
		memory.begin('a');
		now = 999;
		expect(memory.begin('a', 1000)).toBe('storing');
		now = 1000;
		expect([memory.begin('a'), memory.begin('a', 1000)]).toEqual(['storing', 'new']);
		now = 600_999;
		expect(memory.begin('a')).toBe('storing');
		now = 601_000;
		expect(memory.begin('a')).toBe('new');
	});

	it('tells those that wait for a push when it is stored, or that their time is over', async () => {
		const memory = new PushMemory();
		const never = new Promise<void>(() => undefined);
		const waits = [memory.untilStored('a', never), memory.untilStored('a', never)];
		memory.begin('b');
		expect(await memory.untilStored('a', Promise.resolve())).toBe('new');
		expect(await memory.untilStored('b', Promise.resolve())).toBe('storing');
		memory.stored('a');
		memory.forget('a');
		expect(await Promise.all(waits)).toEqual(['seen', 'seen']);
		expect(memory.stateOf('a')).toBe('new');
		memory.stored('b');
		expect(await memory.untilStored('b', never)).toBe('seen');
	});

	it('keeps nothing of those that no longer wait', async () => {
		const memory = new PushMemory();
		expect(await memory.untilStored('a', Promise.resolve())).toBe('new');
		expect(memory).toEqual(new PushMemory());
	});

	it('remembers a limited number of pushes, and forgets the oldest first', () => {
		const memory = new PushMemory(3);
		for (const id of ['a', 'b', 'c', 'd']) {
			memory.begin(id);
			memory.stored(id);
		}
		expect(memory.size).toBe(3);
		expect(['d', 'c', 'b'].map((id) => memory.begin(id))).toEqual(['seen', 'seen', 'seen']);
		expect(memory.begin('a')).toBe('new');
		expect(memory.size).toBe(3);
	});

	it('counts the age of a push from the moment when it was stored', () => {
		const memory = new PushMemory(2);
		memory.begin('a');
		memory.begin('b');
		memory.stored('a');
		memory.begin('c');
		expect([memory.begin('a'), memory.begin('c'), memory.begin('b')]).toEqual([
			'seen',
			'storing',
			'new',
		]);
	});

	it('never reports a push as seen before it was stored, whatever happens', () => {
		const step = fc.record({
			act: fc.constantFrom('begin', 'stored', 'failed'),
			id: fc.constantFrom('a', 'b', 'c', 'd'),
		});
		fc.assert(
			fc.property(
				fc.array(step, { maxLength: 60 }),
				fc.integer({ min: 1, max: 4 }),
				(steps, capacity) => {
					const memory = new PushMemory(capacity);
					const storedIds = new Set<string>();
					for (const { act, id } of steps) {
						if (act === 'begin' && memory.begin(id) === 'seen')
							expect(storedIds.has(id)).toBe(true);
						if (act === 'stored') {
							memory.stored(id);
							storedIds.add(id);
						}
						if (act === 'failed') memory.failed(id);
						expect(memory.size).toBeLessThanOrEqual(capacity);
					}
				},
			),
		);
	});
});
