import { chance } from '../chance';
import { Failure, type FailureKind } from '../failure';

/** Which failures are followed by a retry, on both platforms. */

/**
 * `never`: the same request would fail again, or the run has ended. `once`: one more time.
 * `counted`: as often as the user allows. `paced`: not counted, but all requests of the run are
 * sent more slowly (`RateControl`).
 */
type RetryRule = 'never' | 'once' | 'counted' | 'paced';

const RULES: Readonly<Record<FailureKind, RetryRule>> = {
	invalidInput: 'never',
	refused: 'never',
	rateLimited: 'paced',
	unavailable: 'counted',
	timedOut: 'once',
	notConnected: 'counted',
	interrupted: 'counted',
	unreadable: 'never',
	stopped: 'never',
	unexpected: 'never',
};

/** How a request is repeated. */
export interface RetryPolicy {
	/** How many retries are allowed. A retry after a refusal for the rate does not count. */
	retries: number;
	/** How long the server may send no data, in milliseconds. */
	timeoutMs: number;
	/** Whether a retry after this failure is harmless. Always true for a request that only reads. */
	isSafe(failure: Failure): boolean;
}

/** The pauses double from half a second, in which a server recovers from a moment's load. */
const FIRST_PAUSE_MS = 500;
/** A server that restarts is back soon after it can be. */
export const MAX_PAUSE_MS = 8000;

/**
 * A request may be retried for one timeout plus this many seconds. Failed attempts and the pauses
 * after them count toward this time. No retry begins later. The last attempt may take one more
 * timeout, so a request ends after two timeouts plus this many seconds at the latest.
 */
export const RETRY_SECONDS = 60;

/**
 * What to do after a failed attempt. `retry`: send again after a pause. `pace`: send again when the
 * rate of the run allows it. `fail`: give up.
 */
type NextStep = { step: 'retry'; pauseMs: number } | { step: 'pace' } | { step: 'fail' };

/** The attempts of one request. Pure: the caller measures the time. */
export class Tries {
	private counted = 0;
	private onceRetries = 0;
	private spentMs = 0;

	constructor(
		private readonly policy: RetryPolicy,
		private readonly random: () => number = chance.random,
	) {}

	/** @param tookMs how long the failed attempt took */
	nextStep(error: unknown, tookMs: number): NextStep {
		if (!(error instanceof Failure) || !this.policy.isSafe(error)) return { step: 'fail' };
		const rule = error.hints.retryOnce ? 'once' : RULES[error.kind];
		if (rule === 'paced') return { step: 'pace' };
		if (rule === 'never' || this.counted >= this.policy.retries) return { step: 'fail' };
		if (rule === 'once' && this.onceRetries++ > 0) return { step: 'fail' };
		const pauseMs = Math.max(this.pauseMs(), error.hints.retryAfterMs ?? 0);
		this.spentMs += tookMs + pauseMs;
		if (this.spentMs > this.policy.timeoutMs + RETRY_SECONDS * 1000) return { step: 'fail' };
		this.counted++;
		return { step: 'retry', pauseMs };
	}

	/**
	 * The pause doubles with each retry, up to `MAX_PAUSE_MS`. Its random part keeps many items from
	 * being sent again at the same moment.
	 */
	private pauseMs(): number {
		return Math.round(
			Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.counted) * (0.5 + this.random() / 2),
		);
	}
}
