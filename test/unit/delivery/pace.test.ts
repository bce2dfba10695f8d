/** Whether a process has written so slowly that it may have overwritten what another one has recorded. */
import { Pace } from '../../../nodes/IflytekAiCall/sentBefore/pace';

let pace: Pace;
beforeEach(() => {
	jest.useFakeTimers({ now: 0 });
	pace = new Pace();
});
afterEach(() => jest.useRealTimers());

/** A call that takes so long. */
const taking = (ms: number) => async () => {
	jest.advanceTimersByTime(ms);
	return await Promise.resolve('done');
};

test.each([
	['a quick write', [30], true],
	['a slow one', [31], false],
	['one that is quick after a slow one', [200, 10], false],
])('%s', async (_, writes, isSettled) => {
	for (const ms of writes) expect(await pace.measured('add', 1, taking(ms))).toBe('done');
	expect(pace.isSettled).toBe(isSettled);
});

test('a long list is read slowly and written slowly, which proves nothing', async () => {
	await pace.measuredRead(taking(100));
	await pace.measured('add', 1, taking(800));
	expect(pace.isSettled).toBe(true);
	await pace.measuredRead(taking(1000));
	await pace.measured('add', 1, taking(3201));
	expect([pace.isSettled, pace.slowWrites]).toEqual([false, 1]);
});

test('the first write is compared with the first read', async () => {
	expect(pace.isSettled).toBe(true);
	jest.advanceTimersByTime(5000);
	await pace.measuredRead(taking(100));
	await pace.measured('add', 1, taking(801));
	expect(pace.slowWrites).toBe(1);
});

test.each([
	['once if that was quick', [3.75], 30, 1],
	['twice if it took long, and the quicker one counts', [200, 10], 80, 2],
	['twice if it took long, and the quicker one counts', [10, 200], 80, 2],
])('before the first write a process reads %s', async (_name, reads, limit, count) => {
	let calls = 0;
	await pace.measuredRead(async () => await taking(Number(reads[calls++]))());
	expect(calls).toBe(count);
	await pace.measured('add', 1, taking(limit));
	expect(pace.slowWrites).toBe(0);
	await pace.measured('remove', 1, taking(limit + 1));
	expect(pace.slowWrites).toBe(1);
});

test('a process that has written reads once', async () => {
	await pace.measured('add', 1, taking(1));
	let calls = 0;
	await pace.measuredRead(async () => await taking(200 * ++calls)());
	expect(calls).toBe(1);
});

test('a write is compared with the quickest of the last five', async () => {
	for (const ms of [20, 80, 80, 80, 80]) await pace.measured('add', 1, taking(ms));
	expect(pace.slowWrites).toBe(0);
	// The first one is forgotten.
	await pace.measured('add', 1, taking(80));
	await pace.measured('add', 1, taking(320));
	expect(pace.slowWrites).toBe(0);
	await pace.measured('add', 1, taking(321));
	expect(pace.slowWrites).toBe(1);
});

test('many texts are compared with as many, and the first of them only with reading', async () => {
	await pace.measured('add', 1, taking(10));
	await pace.measured('add', 500, taking(200));
	expect(pace.slowWrites).toBe(1);
	await pace.measured('add', 1, taking(10));
	await pace.measured('remove', 500, taking(30));
	await pace.measured('add', 400, taking(800));
	await pace.measured('add', 511, taking(201));
	expect(pace.slowWrites).toBe(1);
	await pace.measured('add', 1, taking(41));
	expect(pace.slowWrites).toBe(2);
});

test('a write that fails may have written', async () => {
	const failing = async () => {
		jest.advanceTimersByTime(100);
		return await Promise.reject(new Error('Connection terminated'));
	};
	await expect(pace.measured('add', 1, failing)).rejects.toThrow('Connection terminated');
	expect(pace.isSettled).toBe(false);
});

test('after two to four seconds the other process has noticed', async () => {
	await pace.measured('add', 1, taking(100));
	let isOver = false;
	const settled = pace.settled().then(() => (isOver = true));
	await jest.advanceTimersByTimeAsync(1999);
	expect([isOver, pace.isSettled]).toEqual([false, false]);
	await jest.advanceTimersByTimeAsync(2001);
	await settled;
	expect(pace.isSettled).toBe(true);
});
