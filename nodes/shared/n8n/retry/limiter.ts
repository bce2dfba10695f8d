import { Failure, NotSentError } from '../../failure';
import { RateControl, type Flight } from '../../retry/rateControl';
import type { Clock } from './clock';

/** How long the requests of a run may be refused for their rate before the run gives up. */
export const PATIENCE_SECONDS = 60;

interface Waiting {
	/**
	 * The place in the queue: a request that was refused comes before requests that were never sent.
	 */
	ticket: number;
	isWanted(): boolean;
	/** Ends the wait. Gets a flight if the request may be sent now, otherwise undefined. */
	resume(flight: Flight | undefined): void;
}

/**
 * The queue of a run's requests. At most as many are in flight as the user allows. If the platform
 * refuses some for their rate, the queue sends only as many, and only as fast, as the platform
 * accepts.
 */
export class RateLimiter {
	private readonly control: RateControl;
	private waiting: Waiting[] = [];
	private tickets = 0;
	private wakeAt = Infinity;
	private givenUp: NotSentError | undefined;

	/**
	 * @param max requests in flight
	 * @param earlyEnd resolves when the run ends early; then waiting requests that nobody wants are
	 * dropped
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

	/** The place of a request in the queue, for all its attempts. */
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
		if (failure?.kind === 'refused' || failure?.kind === 'unreadable')
			this.control.accepted(flight);
		else this.control.ended(flight);
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

	private enqueue(entry: Waiting): void {
		let place = this.waiting.length;
		while (place > 0 && (this.waiting[place - 1]?.ticket ?? 0) > entry.ticket) place--;
		this.waiting.splice(place, 0, entry);
	}

	/** Starts the requests that may be sent now. */
	advance(): void {
		for (let next = this.waiting[0]; next; next = this.waiting[0]) {
			const wanted = this.isWanted(next);
			const waitMs = wanted ? this.control.waitMs(this.clock.now()) : 0;
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
		const all = this.waiting;
		this.waiting = all.filter((entry) => this.isWanted(entry));
		for (const entry of all) if (!this.isWanted(entry)) entry.resume(undefined);
	}
}
