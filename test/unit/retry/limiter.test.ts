/** The queue of a run's requests. */
import { Failure, NotSentError, type FailureKind } from '../../../nodes/shared/failure';
import { RateLimiter } from '../../../nodes/shared/n8n/requests/limiter';
import type { Flight } from '../../../nodes/shared/retry/rateControl';
import { VirtualClock } from './virtualClock';

const failure = (kind: FailureKind, hints = {}, details = {}) =>
	new Failure(`it is ${kind}`, kind, details, hints);

/** A queue, and the names of requests in the order in which they were sent. */
class Bench {
	readonly clock = new VirtualClock();
	readonly sent: string[] = [];
	readonly flights = new Map<string, Flight>();
	readonly limiter: RateLimiter;
	private endRun: () => void = () => undefined;

	constructor(mostAtOnce: number, patienceSeconds?: number) {
		const earlyEnd = new Promise<void>((resolve) => (this.endRun = resolve));
		this.limiter = new RateLimiter(mostAtOnce, this.clock, earlyEnd, patienceSeconds);
	}

	/** Puts a request into the queue. Returns `sent`, `unsent` if it got no turn, or the error. */
	async enqueue(
		name: string,
		ticket = this.limiter.takeTicket(),
		isWanted = () => true,
	): Promise<unknown> {
		try {
			const flight = await this.limiter.turn(ticket, isWanted);
			if (!flight) return 'unsent';
			this.sent.push(name);
			this.flights.set(name, flight);
			return 'sent';
		} catch (error) {
			return error;
		}
	}

	flight(name: string): Flight {
		const flight = this.flights.get(name);
		if (!flight) throw new Error(`${name} was not sent`);
		return flight;
	}

	end(): void {
		this.endRun();
	}
}

/** Waits until everything that takes no time has happened. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

test('tickets are numbered, and the request with the lowest ticket is sent first, whenever it joined the queue', async () => {
	const bench = new Bench(1);
	const { limiter } = bench;
	expect([limiter.takeTicket(), limiter.takeTicket(), limiter.takeTicket()]).toEqual([0, 1, 2]);
	void bench.enqueue('a', 3);
	for (const [name, ticket] of [
		['d', 6],
		['b', 4],
		['e', 7],
		['c', 5],
	] as const)
		void bench.enqueue(name, ticket);
	for (const name of ['a', 'b', 'c', 'd']) {
		await settled();
		limiter.accepted(bench.flight(name));
	}
	await settled();
	expect(bench.sent).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('the next request is sent as soon as a request is accepted, but after a failed request only when `advance` is called', async () => {
	const bench = new Bench(1);
	for (const name of ['a', 'b', 'c']) void bench.enqueue(name);
	await settled();
	bench.limiter.accepted(bench.flight('a'));
	await settled();
	expect(bench.sent).toEqual(['a', 'b']);
	expect(bench.limiter.failed(bench.flight('b'), failure('unavailable'))).toBe(true);
	await settled();
	expect(bench.sent).toEqual(['a', 'b']);
	bench.limiter.advance();
	await settled();
	expect(bench.sent).toEqual(['a', 'b', 'c']);
});

test('a request that is no longer wanted is not sent, even while the queue waits for the rate', async () => {
	const bench = new Bench(1);
	let isWanted = true;
	void bench.enqueue('a');
	const unwanted = bench.enqueue('b', 1, () => isWanted);
	void bench.enqueue('c');
	await settled();
	bench.limiter.failed(bench.flight('a'), failure('rateLimited', { limit: 'perSecond' }));
	isWanted = false;
	bench.limiter.advance();
	expect(await unwanted).toBe('unsent');
	expect(bench.sent).toEqual(['a']);
});

test('the end of the run drops requests that are no longer wanted, and keeps the others', async () => {
	const bench = new Bench(1);
	let isWanted = true;
	void bench.enqueue('a');
	const unwanted = bench.enqueue('b', 1, () => isWanted);
	const wanted = bench.enqueue('c', 2);
	await settled();
	isWanted = false;
	bench.end();
	expect(await unwanted).toBe('unsent');
	bench.limiter.accepted(bench.flight('a'));
	expect(await wanted).toBe('sent');
});

/** How many milliseconds after this error the next request is sent. */
async function pauseAfter(error: unknown): Promise<number> {
	const bench = new Bench(2);
	void bench.enqueue('a');
	await settled();
	bench.limiter.failed(bench.flight('a'), error);
	await bench.clock.until(bench.enqueue('b'));
	return bench.clock.now();
}

describe('a refusal for the rate', () => {
	test('a refusal for the rate pauses the queue as for a limit per second unless it says otherwise, and no other error pauses it', async () => {
		expect(await pauseAfter(failure('rateLimited', { limit: 'atOnce' }))).toBe(250);
		expect(await pauseAfter(failure('rateLimited', { limit: 'perSecond' }))).toBe(2000);
		expect(await pauseAfter(failure('rateLimited'))).toBe(2000);
		expect(await pauseAfter(failure('rateLimited', { retryAfterMs: 9000 }))).toBe(9000);
		expect(await pauseAfter(new NotSentError('unsent', 'rateLimited'))).toBe(0);
		expect(await pauseAfter(failure('unavailable'))).toBe(0);
		expect(await pauseAfter(new Error('a bug'))).toBe(0);
		expect(await pauseAfter('a bug')).toBe(0);
	});

	/**
	 * Whether the run goes on if the platform still refuses requests after a minute. Right after the first
	 * refusal, another request fails with this error.
	 */
	async function goesOnAfter(error: unknown): Promise<boolean> {
		const bench = new Bench(9);
		for (const name of ['a', 'b', 'c']) void bench.enqueue(name);
		await settled();
		bench.limiter.failed(bench.flight('a'), failure('rateLimited'));
		bench.limiter.failed(bench.flight('b'), error);
		await bench.clock.until(bench.clock.sleep(60_000));
		return bench.limiter.failed(bench.flight('c'), failure('rateLimited'));
	}

	test('a refusal for the rate ends the run after a minute, unless another request was answered in between', async () => {
		const kinds = ['refused', 'unreadable', 'unavailable', 'timedOut', 'interrupted'] as const;
		const results = await Promise.all(kinds.map(async (kind) => await goesOnAfter(failure(kind))));
		expect(Object.fromEntries(kinds.map((kind, index) => [kind, results[index]]))).toEqual({
			refused: true,
			unreadable: true,
			unavailable: false,
			timedOut: false,
			interrupted: false,
		});
		expect(await goesOnAfter(new NotSentError('unsent', 'refused'))).toBe(false);
	});
});

test('several requests that wait for the rate share one timer', async () => {
	const bench = new Bench(9);
	const slept: number[] = [];
	const sleep = bench.clock.sleep.bind(bench.clock);
	bench.clock.sleep = async (ms) => {
		slept.push(ms);
		await sleep(ms);
	};
	void bench.enqueue('a');
	await settled();
	bench.limiter.failed(bench.flight('a'), failure('rateLimited'));
	const waiting = ['b', 'c', 'd'].map(async (name) => await bench.enqueue(name));
	await settled();
	expect(slept).toEqual([2000]);
	await bench.clock.until(Promise.all(waiting));
	expect(bench.sent).toEqual(['a', 'b', 'c', 'd']);
	// One more timer for each of the other two requests.
	expect(slept).toHaveLength(3);
});

test('if the platform asks for a longer wait while the queue already waits, the queue also waits for the rest of the longer wait', async () => {
	const bench = new Bench(2);
	const slept: number[] = [];
	const sleep = bench.clock.sleep.bind(bench.clock);
	bench.clock.sleep = async (ms) => {
		slept.push(ms);
		await sleep(ms);
	};
	for (const name of ['a', 'b']) void bench.enqueue(name);
	const waiting = bench.enqueue('c');
	await settled();
	bench.limiter.failed(bench.flight('a'), failure('rateLimited'));
	bench.limiter.advance();
	bench.limiter.failed(bench.flight('b'), failure('rateLimited', { retryAfterMs: 9000 }));
	bench.limiter.advance();
	await bench.clock.until(waiting);
	expect(slept).toEqual([1000, 8000]);
	expect(bench.clock.now()).toBe(9000);
});

test('if no request is accepted within the time limit, neither waiting nor new requests are sent', async () => {
	const bench = new Bench(1, 5);
	void bench.enqueue('a');
	const waiting = bench.enqueue('b');
	const unwanted = bench.enqueue('c', 2, () => false);
	await settled();
	const details = {
		code: '11202',
		desc: 'slow',
		advice: 'Ask for more.',
		retryAt: 'later',
		sid: 's',
	};
	const error = failure('rateLimited', { retryAfterMs: 6000 }, details);
	expect(bench.limiter.failed(bench.flight('a'), error)).toBe(false);
	const advice = 'The platform accepted no request of this run for 5 seconds. Ask for more.';
	expect(error.details.advice).toBe(advice);
	const notSent = await waiting;
	expect(notSent).toBeInstanceOf(NotSentError);
	expect(notSent).toMatchObject({
		message:
			'This was not sent, because the platform rejected all earlier requests: it is rateLimited',
		kind: 'rateLimited',
		details: { code: '11202', desc: 'slow', advice, retryAt: 'later' },
	});
	expect((notSent as NotSentError).details).not.toHaveProperty('sid');
	expect(await unwanted).toBe('unsent');
	expect(await bench.enqueue('d')).toBe(notSent);
	expect(await bench.enqueue('e', 9, () => false)).toBe('unsent');
	expect(bench.sent).toEqual(['a']);
});

test('the time limit is a minute by default, and an error without advice gets only the sentence about this limit', async () => {
	const bench = new Bench(1);
	void bench.enqueue('a');
	await settled();
	const error = failure('rateLimited', { retryAfterMs: 60_001 });
	expect(bench.limiter.failed(bench.flight('a'), error)).toBe(false);
	expect(error.details.advice).toBe('The platform accepted no request of this run for 60 seconds.');
});
