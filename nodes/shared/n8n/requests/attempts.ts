import { Failure, stoppedError } from '../../failure';
import { Tries, type RetryPolicy } from '../../retry/failurePolicy';
import { tryAgain } from '../../retry/tryAgain';
import type { Clock } from './clock';
import { RateLimiter } from './limiter';

interface RunControls {
	clock: Clock;
	/**
	 * Aborted when an item has failed and n8n would discard the results of the others. The requests
	 * then throw the reason of this signal.
	 */
	ended?: AbortSignal;
	/** Aborted when the user stops the execution. */
	stopped?: AbortSignal;
}

/** What all requests of a run share. */
export interface Run extends RunControls {
	limiter: RateLimiter;
	/** Resolves when one of the signals is aborted. */
	earlyEnd: Promise<void>;
}

/**
 * Prepares the requests of a run.
 * @param concurrency the most requests that are in flight at the same time
 * @param patienceSeconds for how many seconds the platform may refuse all requests because of their
 * rate
 */
export function startRun(
	concurrency: number,
	controls: RunControls,
	patienceSeconds?: number,
): Run {
	const earlyEnd = new Promise<void>((resolve) => {
		for (const signal of [controls.ended, controls.stopped]) {
			if (signal?.aborted) resolve();
			signal?.addEventListener('abort', () => resolve(), { once: true });
		}
	});
	return {
		...controls,
		earlyEnd,
		limiter: new RateLimiter(concurrency, controls.clock, earlyEnd, patienceSeconds),
	};
}

/** Requests that belong together: if one of them fails, the others are no longer sent. */
export interface RequestGroup {
	failed?: { reason: unknown };
}

/** A request that may be sent several times, over HTTP or otherwise. */
export interface Attempts<T> {
	send(): Promise<T>;
	policy: RetryPolicy;
	/** The requests that are useless without each other, such as those of one item. */
	group?: RequestGroup;
	/** Makes the error that is thrown, out of the last failure and the earlier ones. */
	explain?(last: unknown, earlier: readonly unknown[]): unknown;
}

/**
 * Sends a request until it succeeds or must not be repeated. `RetryPolicy` decides what is repeated,
 * and the run's limiter decides when.
 * @throws the error of the last attempt, or the error that `explain` makes from it
 */
export async function withRetries<T>(
	{ limiter, clock, ended, stopped, earlyEnd }: Run,
	{ send, policy, group = {}, explain }: Attempts<T>,
): Promise<T> {
	const tries = new Tries(policy);
	const ticket = limiter.takeTicket();
	const failures: unknown[] = [];
	let begun = 0;

	/** Why the request is not sent any more, in an object, because any value can be thrown. */
	function stopReason(): { reason: unknown } | undefined {
		if (ended?.aborted) return { reason: ended.reason };
		if (stopped?.aborted) return { reason: failures.length > 0 ? finalFailure() : stoppedError() };
		return group.failed;
	}

	function finalFailure(): unknown {
		const last = failures.at(-1);
		if (last instanceof Failure) addRetryTime(last);
		return explain ? explain(last, failures.slice(0, -1)) : last;
	}

	/** Waits until the request may be sent. */
	async function turn() {
		const flight = await limiter.turn(ticket, () => stopReason() === undefined);
		if (!flight) throw stopReason()?.reason;
		begun = clock.now();
		return flight;
	}

	let flight = await turn();
	return await tryAgain(
		async () => {
			const result = await send();
			limiter.accepted(flight);
			return result;
		},
		async (error) => {
			failures.push(error);
			const next = tries.nextStep(error, clock.now() - begun);
			const goesOn = limiter.failed(flight, error);
			const isFinal = next.step === 'fail' || !goesOn;
			if (isFinal) group.failed ??= { reason: finalFailure() };
			// Only now, so that the requests of a group that has failed are dropped.
			limiter.advance();
			if (isFinal) throw finalFailure();
			if (next.step === 'retry') await Promise.race([clock.sleep(next.pauseMs), earlyEnd]);
			flight = await turn();
		},
	);
}

/** Adds the time from which the server accepts requests again, if the server has named it. */
function addRetryTime({ details, hints: { retryAfterMs } }: Failure): void {
	if (retryAfterMs === undefined || details.retryAt !== undefined) return;
	details.retryAt = new Date(Date.now() + retryAfterMs).toISOString();
	details.advice =
		`The server requests a wait of ${Math.ceil(retryAfterMs / 1000)} seconds. Try again after ${details.retryAt}. ${details.advice ?? ''}`.trim();
}
