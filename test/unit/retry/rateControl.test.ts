import { atOnce, bucket, simulate, sliding, window, type Gate } from './simulated';

const SEEDS = [1, 2, 3, 4, 5];

/** The lowest fraction of the allowed rate that was reached with several seeds. */
function lowestShare(
	makeGate: () => Gate,
	idealMs: number,
	options: Parameters<typeof simulate>[1] = {},
): number {
	const shares = SEEDS.map((seed) => {
		const { ms, gaveUp } = simulate(makeGate(), { ...options, seed });
		return gaveUp ? 0 : idealMs / ms;
	});
	return Math.min(...shares);
}

describe('200 requests, up to ten in parallel', () => {
	test.each<[string, () => Gate, number]>([
		['a bucket of two that fills by two a second', () => bucket(2, 2), 99_000],
		['one every half second', () => bucket(2, 1), 99_500],
		['a bucket of ten that fills by two a second', () => bucket(2, 10), 95_000],
		['a bucket of fifty that fills by two a second', () => bucket(2, 50), 75_000],
		['two in each second of the clock', () => window(2), 100_000],
		[
			'two in each second of the clock, where refused requests count, too',
			() => window(2, true),
			100_000,
		],
		['two in any second', () => sliding(2), 100_000],
		['one every two seconds', () => bucket(0.5, 1), 398_000],
		['a bucket of 20 that fills by 20 a second', () => bucket(20, 20), 9_000],
	])(
		'%s: at least 85 %% of the allowed rate is used, and no request is lost',
		(_name, gate, idealMs) => {
			expect(lowestShare(gate, idealMs)).toBeGreaterThan(0.85);
		},
	);

	test.each([
		[1, 100],
		[3, 100],
		[3, 1000],
		[7, 300],
	])(
		'at most %i requests at the same time, each handled in %i ms: at least 85 %% of the allowed rate is used, and no request is lost',
		(limit, workMs) => {
			// The way to the platform and the way back take 10 ms each. During this time the platform has nothing to do.
			expect(
				lowestShare(() => atOnce(limit), (200 * (workMs + 20)) / limit, { workMs }),
			).toBeGreaterThan(0.85);
		},
	);

	test('an account without a limit is used as much as the user allows', () => {
		expect(lowestShare(() => ({ arrive: () => undefined }), (200 * 120) / 10)).toBeGreaterThan(
			0.85,
		);
	});

	test('only few of the requests are refused', () => {
		for (const seed of SEEDS) {
			expect(simulate(bucket(2, 2), { seed }).refused).toBeLessThan(40);
			expect(simulate(atOnce(3), { seed }).refused).toBeLessThan(50);
		}
	});
});

test('if the account allows no requests any more, the run gives up after a minute', () => {
	const { gaveUp, ms, refused } = simulate({ arrive: () => 'perSecond' });
	expect(gaveUp).toBe(true);
	expect(ms).toBeGreaterThan(60_000);
	expect(ms).toBeLessThan(75_000);
	expect(refused).toBeLessThan(30);
	// The same holds if each request is refused because too many are under way.
	expect(simulate({ arrive: () => 'atOnce' })).toMatchObject({ gaveUp: true });
});

test('if a limit is lifted, the pace grows again', () => {
	const slow = bucket(2, 2);
	const gate: Gate = { arrive: (now) => (now < 20_000 ? slow.arrive(now) : undefined) };
	// At two a second, the requests would take 1,000 seconds.
	expect(simulate(gate, { items: 2000 }).ms).toBeLessThan(100_000);
});
