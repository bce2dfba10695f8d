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
	for (const ms of writes) expect(await pace.measured(taking(ms))).toBe('done');
	expect(pace.isSettled).toBe(isSettled);
});

test('a long list is read slowly and written slowly, which proves nothing', async () => {
	await pace.measuredRead(taking(100));
	await pace.measured(taking(400));
	expect(pace.isSettled).toBe(true);
	await pace.measuredRead(taking(1000));
	await pace.measured(taking(401));
	expect([pace.isSettled, pace.slowWrites]).toEqual([false, 1]);
});

test('a write is compared with the quickest of the last five', async () => {
	for (const ms of [30, 60, 60, 60, 60]) await pace.measured(taking(ms));
	expect(pace.slowWrites).toBe(0);
	// The first one is forgotten.
	await pace.measured(taking(60));
	await pace.measured(taking(120));
	expect(pace.slowWrites).toBe(0);
	await pace.measured(taking(121));
	expect(pace.slowWrites).toBe(1);
});

test('a write that fails may have written', async () => {
	const failing = async () => {
		jest.advanceTimersByTime(100);
		return await Promise.reject(new Error('Connection terminated'));
	};
	await expect(pace.measured(failing)).rejects.toThrow('Connection terminated');
	expect(pace.isSettled).toBe(false);
});

test('after two to four seconds the other process has noticed', async () => {
	await pace.measured(taking(100));
	let isOver = false;
	const settled = pace.settled().then(() => (isOver = true));
	await jest.advanceTimersByTimeAsync(1999);
	expect([isOver, pace.isSettled]).toEqual([false, false]);
	await jest.advanceTimersByTimeAsync(2001);
	await settled;
	expect(pace.isSettled).toBe(true);
});
