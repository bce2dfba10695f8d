import { Failure, NotSentError } from '../../failure';
import { RateControl, type Flight } from '../../retry/rateControl';
import type { Clock } from './clock';

/** For how many seconds the platform may refuse all requests of a run because of their rate. */
export const PATIENCE_SECONDS = 60;

interface Waiting {
	/**
	 * The place in the queue. A lower ticket comes first, so a request that is repeated comes before
	 * requests that were never sent.
	 */
	ticket: number;
	isWanted(): boolean;
	/** Ends the wait. Gets a flight if the request may be sent now, otherwise undefined. */
	resume(flight: Flight | undefined): void;
}

/**
 * The queue of a run's requests. It has at most as many requests in flight as the user allows. If
 * the platform refuses requests because of their rate, the queue sends only as many, and only as
 * fast, as the platform accepts.
 */
export class RateLimiter {
	private readonly control: RateControl;
	private waiting: Waiting[] = [];
	private tickets = 0;
	private wakeAt = Infinity;
	/** Set when the run gives up: the error of the requests that were still waiting. */
	private givenUp: NotSentError | undefined;

	/**
	 * @param max requests in flight
	 * @param earlyEnd resolves when the run ends early. Waiting requests that are no longer wanted
	 * are then dropped.
	 */
	constructor(
		max: number,
		private readonly clock: Clock,
		earlyEnd: Promise<void>,
		private readonly patienceSeconds = PATIENCE_SECONDS,
	) {
		this.control = new RateControl(max, patienceSeconds * 1000);
		void earlyEnd.then(() => this.dropUnwanted());
	}

	/** Gives a request its place in the queue. The place is the same for all its attempts. */
	takeTicket(): number {
		return this.tickets++;
	}

	/**
	 * Waits for the turn of a request.
	 * @returns undefined if the request is not wanted any more
	 * @throws NotSentError if the platform accepts none of the run's requests
	 */
	async turn(ticket: number, isWanted: () => boolean): Promise<Flight | undefined> {
		const flight = await new Promise<Flight | undefined>((resume) => {
			this.enqueue({ ticket, isWanted, resume });
			this.advance();
		});
		if (!flight && this.givenUp && isWanted()) throw this.givenUp;
		return flight;
	}

	accepted(flight: Flight): void {
		this.control.accepted(flight);
		this.advance();
	}

	/**
	 * Notes that a request has failed.
	 * @returns false if the platform has accepted no request for so long that the run gives up
	 */
	failed(flight: Flight, error: unknown): boolean {
		const failure =
			error instanceof Failure && !(error instanceof NotSentError) ? error : undefined;
		if (failure?.kind === 'rateLimited') {
			const { limit = 'perSecond', retryAfterMs } = failure.hints;
			const goesOn = this.control.refused(flight, this.clock.now(), limit, retryAfterMs);
			if (!goesOn) this.giveUp(failure);
			return goesOn;
		}
		// If the platform has read the request, it has accepted its rate.
		if (failure?.kind === 'refused' || failure?.kind === 'unreadable')
			this.control.accepted(flight);
		else this.control.ended();
		return true;
	}

	private giveUp(failure: Failure): void {
		failure.details.advice =
			`The platform accepted no request of this run for ${this.patienceSeconds} seconds. ${failure.details.advice ?? ''}`.trim();
		const { code, desc, advice, retryAt } = failure.details;
		this.givenUp = new NotSentError(
			`This was not sent, because the platform rejected all earlier requests: ${failure.message}`,
			failure.kind,
			{ code, desc, advice, retryAt },
		);
		this.dropUnwanted();
	}

	/** Puts a request behind all requests with lower tickets. */
	private enqueue(entry: Waiting): void {
		let place = this.waiting.length;
		while (place > 0 && (this.waiting[place - 1]?.ticket ?? 0) > entry.ticket) place--;
		this.waiting.splice(place, 0, entry);
	}

	/** Starts the requests that may be sent now, and drops those at the front that are not wanted. */
	advance(): void {
		for (let next = this.waiting[0]; next; next = this.waiting[0]) {
			const wanted = this.isWanted(next);
			const waitMs = wanted ? this.control.waitMs(this.clock.now()) : 0;
			// A request in flight must end first.
			if (waitMs === undefined) return;
			if (waitMs > 0) return this.wakeIn(waitMs);
			this.waiting.shift();
			next.resume(wanted ? this.control.sent(this.clock.now()) : undefined);
		}
	}

	private wakeIn(ms: number): void {
		const at = this.clock.now() + ms;
		if (this.wakeAt <= at) return;
		this.wakeAt = at;
		void this.clock.sleep(ms).then(() => {
			if (this.wakeAt === at) this.wakeAt = Infinity;
			this.advance();
		});
	}

	private isWanted(entry: Waiting): boolean {
		return !this.givenUp && entry.isWanted();
	}

	private dropUnwanted(): void {
		const before = this.waiting;
		this.waiting = before.filter((entry) => this.isWanted(entry));
		for (const entry of before) if (!this.isWanted(entry)) entry.resume(undefined);
	}
}
