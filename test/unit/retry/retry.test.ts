import {
	Failure,
	NotSentError,
	type FailureKind,
	type RetryHints,
} from '../../../nodes/shared/failure';
import { systemClock } from '../../../nodes/shared/n8n/requests/clock';
import {
	startRun,
	withRetries,
	type Attempts,
	type Run,
} from '../../../nodes/shared/n8n/requests/attempts';
import type { RetryPolicy } from '../../../nodes/shared/retry/failurePolicy';
import { bucket, type Gate } from './simulated';
import { VirtualClock } from './virtualClock';

const POLICY: RetryPolicy = { retries: 2, timeoutMs: 60_000, isSafe: () => true };

const failure = (kind: FailureKind, hints: RetryHints = {}) =>
	new Failure(`it is ${kind}`, kind, { advice: 'Do something.' }, hints);

/** A run of requests on a clock of its own. */
class Bench {
	readonly clock = new VirtualClock();
	readonly ended = new AbortController();
	readonly stopped = new AbortController();
	readonly run: Run;
	/** When each try began. */
	readonly sent: number[] = [];

	constructor(mostAtOnce = 10) {
		this.run = startRun(mostAtOnce, {
			clock: this.clock,
			ended: this.ended.signal,
			stopped: this.stopped.signal,
		});
	}

	/** A request whose tries fail with these errors, one after another, and then succeed. */
	async request(
		failures: unknown[],
		changes: Partial<Attempts<string>> = {},
		tookMs = 10,
	): Promise<string> {
		const left = [...failures];
		const send = async () => {
			this.sent.push(this.clock.now());
			await this.clock.sleep(tookMs);
			if (left.length > 0) throw left.shift();
			return 'done';
		};
		return await withRetries(this.run, { send, policy: POLICY, ...changes });
	}

	/** Lets time pass until the work is done. Returns its value, or the error that it throws. */
	async outcome(work: Promise<unknown>): Promise<unknown> {
		return await this.clock.until(
			work.then(
				(value) => value,
				(error: unknown) => error,
			),
		);
	}
}

test('a temporary failure is repeated until it succeeds', async () => {
	const bench = new Bench();
	expect(await bench.outcome(bench.request([failure('unavailable'), failure('interrupted')]))).toBe(
		'done',
	);
	expect(bench.sent).toHaveLength(3);
});

test('the last failure is thrown, or the error that `explain` makes of it', async () => {
	const bench = new Bench();
	const failures = [failure('unavailable'), failure('interrupted'), failure('unavailable')];
	expect(await bench.outcome(bench.request(failures))).toBe(failures[2]);
	const explain = (last: unknown, earlier: readonly unknown[]) => [last, ...earlier];
	expect(await bench.outcome(bench.request(failures, { explain }))).toEqual([
		failures[2],
		failures[0],
		failures[1],
	]);
});

test('a request that times out each time fails after two time-outs and a pause', async () => {
	const bench = new Bench();
	const timedOut = failure('timedOut');
	expect(
		await bench.outcome(
			bench.request([timedOut, timedOut, timedOut], { policy: { ...POLICY, retries: 10 } }, 60_000),
		),
	).toBe(timedOut);
	expect(bench.sent).toHaveLength(2);
	expect(bench.clock.now()).toBeGreaterThan(120_000);
	expect(bench.clock.now()).toBeLessThan(121_000);
});

test('a failure whose Retry-After is too long says when to try again', async () => {
	const bench = new Bench();
	const error = failure('unavailable', { retryAfterMs: 300_000 });
	expect(await bench.outcome(bench.request([error]))).toBe(error);
	expect(bench.sent).toHaveLength(1);
	expect(error.details.retryAt).toMatch(/^\d{4}-\d\d-\d\dT/);
	expect(error.details.advice).toBe(
		`The server requests a wait of 300 seconds. Try again after ${error.details.retryAt}. Do something.`,
	);
	expect(Date.parse(error.details.retryAt ?? '') - Date.now()).toBeGreaterThan(290_000);
});

test('a failure without advice only says when to try again', async () => {
	const error = new Failure('it is busy', 'unavailable', {}, { retryAfterMs: 299_001 });
	const bench = new Bench();
	expect(await bench.outcome(bench.request([error]))).toBe(error);
	expect(error.details.advice).toBe(
		`The server requests a wait of 300 seconds. Try again after ${error.details.retryAt}.`,
	);
});

test('an unexpected error is thrown unchanged, and the request is not repeated', async () => {
	const [bench, bug] = [new Bench(), new RangeError('a bug')];
	expect(await bench.outcome(bench.request([bug]))).toBe(bug);
	expect(bench.sent).toEqual([0]);
});

test('the time limit of a request counts from its own start, not from the start of the run', async () => {
	const bench = new Bench();
	await bench.clock.until(bench.clock.sleep(1_000_000));
	expect(await bench.outcome(bench.request([failure('unavailable')]))).toBe('done');
});

test('requests of one group that fail together keep their own failures', async () => {
	const [bench, group] = [new Bench(), {}];
	const errors = [failure('refused'), failure('unreadable')];
	const requests = errors.map(async (error) => await bench.request([error], { group }));
	const outcomes = await bench.clock.until(Promise.allSettled(requests));
	expect(
		outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason === errors[0]),
	).toEqual([true, false]);
	expect(outcomes[1]).toEqual({ status: 'rejected', reason: errors[1] });
	expect(group).toEqual({ failed: { reason: errors[0] } });
});

test('a run can use the clock of the machine, and needs no signal', async () => {
	const run = startRun(1, { clock: systemClock });
	const [timeBefore, dateBefore] = [performance.now(), Date.now()];
	const failures = [failure('unavailable', { retryAfterMs: 500 })];
	const send = async () => {
		const [error] = failures.splice(0, 1);
		if (error) throw error;
		return await Promise.resolve('done');
	};
	expect(await withRetries(run, { send, policy: POLICY })).toBe('done');
	const [timeAfter, dateAfter] = [systemClock.now(), systemClock.date()];
	expect([timeAfter - timeBefore >= 499, timeAfter <= performance.now()]).toEqual([true, true]);
	expect([dateAfter >= dateBefore, dateAfter <= Date.now()]).toEqual([true, true]);
});

test('a run that has ended before it begins sends nothing', async () => {
	const [clock, reason] = [new VirtualClock(), new Error('an item has failed')];
	const run = startRun(1, { clock, ended: AbortSignal.abort(reason) });
	await run.earlyEnd;
	const send = async () => await Promise.reject(new Error('It was sent'));
	await expect(withRetries(run, { send, policy: POLICY })).rejects.toBe(reason);
});

test('at most as many requests are in flight as the user allows, in their order, and a paused request is not counted', async () => {
	const bench = new Bench(2);
	const requests = [[failure('unavailable')], [], [], []].map(
		async (failures) => await bench.request(failures, {}, 100),
	);
	await bench.clock.until(Promise.all(requests));
	expect(bench.sent.slice(0, 4)).toEqual([0, 0, 100, 100]);
	expect(bench.sent[4]).toBeGreaterThan(300);
});

describe('refused for the rate', () => {
	const policy = { ...POLICY, retries: 0 };

	async function sendThrough(bench: Bench, gate: Gate): Promise<string> {
		const send = async () => {
			await bench.clock.sleep(5);
			const limit = gate.arrive(bench.clock.now());
			await bench.clock.sleep(5);
			if (limit) throw failure('rateLimited', { limit });
			return 'done';
		};
		return await withRetries(bench.run, { send, policy });
	}

	test('after a refusal for the rate, all requests of the run are sent more slowly and none fails, even without retries', async () => {
		const bench = new Bench();
		const gate = bucket(2, 2);
		const requests = Array.from({ length: 100 }, async () => await sendThrough(bench, gate));
		expect(await bench.clock.until(Promise.all(requests))).toEqual(requests.map(() => 'done'));
		// The platform would accept all the requests within 49 seconds.
		expect(bench.clock.now()).toBeLessThan(49_000 / 0.9);
	});

	test('if no request is accepted for a minute, all requests fail, and the errors of unsent requests say that they were not sent', async () => {
		const bench = new Bench();
		const closed: Gate = { arrive: () => 'perSecond' };
		const requests = Array.from({ length: 30 }, async () => await sendThrough(bench, closed));
		const outcomes = await bench.clock.until(Promise.allSettled(requests));
		const errors = outcomes.map(
			(outcome): unknown => outcome.status === 'rejected' && outcome.reason,
		);
		expect(bench.clock.now()).toBeLessThan(75_000);
		const unsent = errors.filter((error) => error instanceof NotSentError);
		expect(unsent).toHaveLength(29);
		expect(unsent[0]).toMatchObject({
			message:
				'This was not sent, because the platform rejected all earlier requests: it is rateLimited',
			kind: 'rateLimited',
			details: {
				advice: 'The platform accepted no request of this run for 60 seconds. Do something.',
			},
		});
		expect(errors.find((error) => !unsent.includes(error as NotSentError))).toMatchObject({
			message: 'it is rateLimited',
			kind: 'rateLimited',
		});
		expect(await bench.outcome(sendThrough(bench, closed))).toBeInstanceOf(NotSentError);
	});

	test('after a refusal for the rate, all requests of the run wait as long as Retry-After asks', async () => {
		const bench = new Bench(1);
		const refused = failure('rateLimited', { limit: 'perSecond', retryAfterMs: 20_000 });
		await bench.clock.until(Promise.all([bench.request([refused], { policy }), bench.request([])]));
		expect(bench.sent[0]).toBe(0);
		expect(bench.sent[1]).toBe(20_010);
		expect(bench.sent).toHaveLength(3);
	});

	test('if Retry-After asks for more than a minute, the run does not wait', async () => {
		const bench = new Bench(1);
		const refused = failure('rateLimited', { limit: 'perSecond', retryAfterMs: 61_000 });
		const [first, second] = await bench.clock.until(
			Promise.allSettled([bench.request([refused]), bench.request([])]),
		);
		expect(first).toMatchObject({
			status: 'rejected',
			reason: { details: { retryAt: expect.any(String) } },
		});
		expect(second).toMatchObject({ status: 'rejected', reason: { name: 'NotSentError' } });
		expect(bench.sent).toEqual([0]);
	});

	test('a refused request that is not safe to repeat is not sent again, but the requests after it are sent more slowly', async () => {
		const bench = new Bench(1);
		const refused = failure('rateLimited', { limit: 'perSecond' });
		const [first] = await bench.clock.until(
			Promise.allSettled([
				bench.request([refused], { policy: { ...POLICY, isSafe: () => false } }),
				bench.request([]),
			]),
		);
		expect(first).toMatchObject({ reason: refused });
		expect(bench.sent[1]).toBeGreaterThan(1000);
	});
});

describe('the end of a run', () => {
	test('the end of a run ends the pauses, and waiting requests are not sent', async () => {
		const bench = new Bench(1);
		const reason = new Error('an item has failed');
		const requests = [
			bench.request([failure('unavailable')]),
			bench.request([], {}, 50),
			bench.request([]),
		];
		void bench.clock.sleep(30).then(() => bench.ended.abort(reason));
		const outcomes = await bench.clock.until(Promise.allSettled(requests));
		expect(outcomes).toEqual([
			{ status: 'rejected', reason },
			{ status: 'fulfilled', value: 'done' },
			{ status: 'rejected', reason },
		]);
		expect(bench.sent).toHaveLength(2);
		expect(bench.clock.now()).toBeLessThan(100);
	});

	test('if the user stops the run, a paused request throws its failure, and an unsent request throws that the execution was stopped', async () => {
		const bench = new Bench(1);
		const error = failure('unavailable');
		const requests = [bench.request([error]), bench.request([], {}, 50), bench.request([])];
		void bench.clock.sleep(30).then(() => bench.stopped.abort());
		const outcomes = await bench.clock.until(Promise.allSettled(requests));
		expect(outcomes).toMatchObject([
			{ reason: error },
			{ value: 'done' },
			{ reason: { kind: 'stopped', message: 'The execution was stopped' } },
		]);
		expect(bench.sent).toHaveLength(2);
	});

	test('a request whose group has failed is not sent', async () => {
		const bench = new Bench(1);
		const [group, error] = [{}, failure('refused')];
		const requests = [
			bench.request([error], { group }),
			bench.request([], { group }),
			bench.request([]),
		];
		expect(await bench.clock.until(Promise.allSettled(requests))).toMatchObject([
			{ reason: error },
			{ reason: error },
			{ value: 'done' },
		]);
		expect(bench.sent).toEqual([0, 10]);
	});
});
