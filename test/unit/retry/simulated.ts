import type { RateLimit } from '../../../nodes/shared/failure';
import { RateControl, type Flight } from '../../../nodes/shared/retry/rateControl';

/** The limit of a made-up platform. */
export interface Gate {
	/** Takes a request that arrives at this time (ms). Returns the limit that it exceeds; undefined if it is accepted. */
	arrive(now: number): RateLimit | undefined;
	/** Called when an accepted request has been handled. */
	end?(): void;
}

/** A bucket of tokens that fills evenly. */
export function bucket(perSecond: number, capacity: number): Gate {
	let [tokens, lastArrival] = [capacity, 0];
	return {
		arrive(now) {
			tokens = Math.min(capacity, tokens + ((now - lastArrival) * perSecond) / 1000);
			lastArrival = now;
			if (tokens < 1) return 'perSecond';
			tokens--;
			return undefined;
		},
	};
}

/** At most this many requests in each second of the clock. With `countsRefused`, refused requests count, too. */
export function window(perSecond: number, countsRefused = false): Gate {
	let [second, count] = [-1, 0];
	return {
		arrive(now) {
			if (Math.floor(now / 1000) !== second) [second, count] = [Math.floor(now / 1000), 0];
			if (count >= perSecond) {
				if (countsRefused) count++;
				return 'perSecond';
			}
			count++;
			return undefined;
		},
	};
}

/** At most this many requests within any second. */
export function sliding(perSecond: number): Gate {
	let times: number[] = [];
	return {
		arrive(now) {
			times = times.filter((time) => time > now - 1000);
			if (times.length >= perSecond) return 'perSecond';
			times.push(now);
			return undefined;
		},
	};
}

/** At most this many requests at the same time. */
export function atOnce(limit: number): Gate {
	let inFlight = 0;
	return {
		arrive() {
			if (inFlight >= limit) return 'atOnce';
			inFlight++;
			return undefined;
		},
		end() {
			inFlight--;
		},
	};
}

/** Random numbers from 0 to 1 from a seed (mulberry32). */
export function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

export interface Simulated {
	/** How long the run took. */
	ms: number;
	/** How many requests were refused. */
	refused: number;
	/** Whether the run gave up before all requests were accepted. */
	gaveUp: boolean;
}

/** Sends `items` requests through a gate, on a clock of its own. */
export function simulate(
	gate: Gate,
	{ items = 200, mostAtOnce = 10, workMs = 100, wayMs = 10, seed = 1, patienceMs = 60_000 } = {},
): Simulated {
	const random = seeded(seed);
	const control = new RateControl(mostAtOnce, patienceMs);
	const events: { at: number; run: () => void }[] = [];
	let now = 0;
	/** Requests that are still to be sent. */
	let left = items;
	let done = 0;
	let refused = 0;
	let gaveUp = false;
	/** When the next waiting request is to be sent. Infinity if no request waits. */
	let due = Infinity;
	const after = (ms: number, run: () => void) => events.push({ at: now + ms, run });
	/** How long a request or its answer is on the way, in milliseconds. */
	const travelMs = () => wayMs * (0.5 + random());

	/** Sends requests until the next one must wait. */
	function sendAllowed(): void {
		while (left > 0) {
			const wait = control.waitMs(now);
			if (wait === undefined) return;
			if (wait > 0) {
				if (now + wait < due) {
					due = now + wait;
					after(wait, () => {
						due = Infinity;
						sendAllowed();
					});
				}
				return;
			}
			left--;
			send(control.sent(now));
		}
	}

	function send(flight: Flight): void {
		after(travelMs(), () => {
			const limit = gate.arrive(now);
			if (limit === undefined) {
				after(workMs * (0.5 + random()), () => {
					gate.end?.();
					after(travelMs(), () => {
						control.accepted(flight);
						done++;
						sendAllowed();
					});
				});
				return;
			}
			after(travelMs(), () => {
				refused++;
				left++;
				if (!control.refused(flight, now, limit)) gaveUp = true;
				sendAllowed();
			});
		});
	}

	sendAllowed();
	while (done < items && !gaveUp) {
		events.sort((a, b) => a.at - b.at);
		const next = events.shift();
		if (!next) throw new Error('Nothing happens any more');
		now = next.at;
		next.run();
	}
	return { ms: now, refused, gaveUp };
}
