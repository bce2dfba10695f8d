import { Failure, FAILURE_KINDS, type FailureKind } from '../../../nodes/shared/failure';
import { Tries, type RetryPolicy } from '../../../nodes/shared/retry/failurePolicy';

const policy = (changes: Partial<RetryPolicy> = {}): RetryPolicy => ({
	retries: 10,
	timeoutMs: 60_000,
	isSafe: () => true,
	...changes,
});
const failed = (kind: FailureKind, retryAfterMs?: number) =>
	new Failure('x', kind, {}, { retryAfterMs });

/**
 * The pauses between the tries of a request that fails in the same way each time, at most 20. `pace` stands for a pause
 * whose length the pace of the run decides.
 */
function pauses(
	error: unknown,
	changes: Partial<RetryPolicy> = {},
	{ tookMs = 10, random = 1 } = {},
): (number | 'pace')[] {
	const tries = new Tries(policy(changes), () => random);
	const found: (number | 'pace')[] = [];
	while (found.length < 20) {
		const next = tries.nextStep(error, tookMs);
		if (next.step === 'fail') break;
		found.push(next.step === 'retry' ? next.pauseMs : next.step);
	}
	return found;
}

test('after each kind of failure, a request is repeated as often as the policy says', () => {
	const counts = FAILURE_KINDS.map((kind) => [kind, pauses(failed(kind)).length]);
	expect(Object.fromEntries(counts)).toEqual({
		invalidInput: 0,
		refused: 0,
		rateLimited: 20,
		unavailable: 10,
		timedOut: 1,
		notConnected: 10,
		interrupted: 10,
		unreadable: 0,
		stopped: 0,
		unexpected: 0,
	});
	expect(pauses(failed('rateLimited'), {}).slice(0, 2)).toEqual(['pace', 'pace']);
	expect(pauses(new Error('a bug'))).toEqual([]);
});

test('no request is repeated if one more try may do harm', () => {
	for (const kind of FAILURE_KINDS)
		expect(pauses(failed(kind), { isSafe: () => false })).toEqual([]);
});

test('with no retries, only refusals for the rate are repeated', () => {
	expect(FAILURE_KINDS.filter((kind) => pauses(failed(kind), { retries: 0 }).length > 0)).toEqual([
		'rateLimited',
	]);
});

test('a request is not repeated after its second time-out, even if it failed differently in between', () => {
	const tries = new Tries(policy());
	const steps = (['unavailable', 'timedOut', 'unavailable', 'timedOut'] as const).map(
		(kind) => tries.nextStep(failed(kind), 10).step,
	);
	expect(steps).toEqual(['retry', 'retry', 'retry', 'fail']);
});

test('after a failure with `retryOnce`, a request is repeated once, whatever the kind, if retries are allowed and safe', () => {
	const error = new Failure('x', 'unreadable', {}, { retryOnce: true });
	expect([
		pauses(error),
		pauses(error, { retries: 0 }),
		pauses(error, { isSafe: () => false }),
	]).toEqual([[500], [], []]);
});

test('pauses grow up to eight seconds, and half of each pause is random', () => {
	expect(pauses(failed('unavailable'), { retries: 6 })).toEqual([
		500, 1000, 2000, 4000, 8000, 8000,
	]);
	expect(pauses(failed('unavailable'), { retries: 6 }, { random: 0 })).toEqual([
		250, 500, 1000, 2000, 4000, 4000,
	]);
});

test('each try begins within the time-out plus a minute after the first try', () => {
	// Each try takes 25 seconds, so the sixth would begin more than 120 seconds after the first.
	expect(pauses(failed('interrupted'), {}, { tookMs: 25_000 })).toEqual([500, 1000, 2000, 4000]);
	expect(pauses(failed('interrupted'), { timeoutMs: 5000 }, { tookMs: 25_000 })).toEqual([
		500, 1000,
	]);
});

test('Retry-After is obeyed if it is within the time limit, and otherwise ends the tries', () => {
	expect(pauses(failed('unavailable', 7000), { retries: 2 })).toEqual([7000, 7000]);
	expect(pauses(failed('unavailable', 100), { retries: 2 })).toEqual([500, 1000]);
	expect(pauses(failed('unavailable', 119_990))).toEqual([119_990]);
	expect(pauses(failed('unavailable', 119_991))).toEqual([]);
});
