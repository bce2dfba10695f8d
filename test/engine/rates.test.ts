import { clockOf, hastyClock, quickClock } from '../setup/quickClock';
import { FULL_SIZE } from '../setup/size';
import { CallBench, chosen, iflytekAiCallWith } from './aiCall';
import { withAnswers } from './answers';
import { Bench, iflytekWith } from './iflytek';

const ITEMS = FULL_SIZE ? 200 : 60;
const parameters = {
	resource: 'text',
	operation: 'segment',
	simplify: true,
	text: '={{ $json.text }}',
	options: { concurrentRequests: 10, retries: 0 },
};
const items = Array.from({ length: ITEMS }, (_none, index) => ({
	json: { text: `第${index}个。` },
}));
/** In each round the node runs once with a fixed limit and once with the limit that it finds itself. The best ratio counts, because the machine may be busy. */
const ROUNDS = 5;
/** How many times as fast as real time the node's clock runs. */
const SPEED = 10;
/** The smallest ratio that passes. The node finds its limit at the beginning of a run, and this takes a larger part of a short run. */
const LEAST = FULL_SIZE ? 0.9 : 0.75;

describe(`iFLYTEK: ${ITEMS} items at Concurrent Requests 10, without retries`, () => {
	const bench = new Bench();

	/** Runs all items, expects that none fails, and returns the milliseconds. */
	async function timed(
		settings: object,
		concurrentRequests: number,
		more: object = {},
	): Promise<number> {
		bench.simulator.reset();
		bench.simulator.openPlatform.configure(settings);
		const begun = performance.now();
		const { outputs, error } = await bench.run(
			'text',
			{ ...parameters, options: { concurrentRequests, retries: 0 } },
			items,
			more,
		);
		const ms = performance.now() - begun;
		expect([error, outputs[0]?.length]).toEqual([undefined, ITEMS]);
		return ms;
	}

	/** Expects as many successes as items, and only a few refusals with this code. */
	function expectFewRefusals(refusal: string): void {
		const codes = bench.simulator.log.map(({ code }) => code);
		expect(codes.filter((code) => code === '0')).toHaveLength(ITEMS);
		expect(codes.filter((code) => code !== '0' && code !== refusal)).toEqual([]);
		expect(codes.length).toBeLessThan(ITEMS + 50);
	}

	// The node's clock runs ten times as fast as real time, so two requests a second are twenty in a real second. A busy machine is too
	// slow for this, so the test does not measure how much of the rate is used. `npm run bench -- rates` and
	// test/unit/retry/rateControl.test.ts measure it.
	test('with an account of 2 requests per second, no item fails and few requests are refused', async () => {
		await timed({ ratePerSecond: 2 * SPEED, rateBurst: 2 }, 10, {
			nodeType: iflytekWith(clockOf(SPEED)),
		});
		expectFewRefusals('11202');
	});

	test(`with an account of 3 requests at once, no item fails, and the run is at least ${LEAST * 100} % as fast as with Concurrent Requests 3`, async () => {
		const settings = { rateAtOnce: 3, latencyMs: 50 };
		let best = 0;
		for (let round = 0; round < ROUNDS && best < LEAST; round++) {
			const byHand = await timed(settings, 3);
			best = Math.max(best, byHand / (await timed(settings, 10)));
			expectFewRefusals('11203');
			expect(bench.simulator.log.map(({ code }) => code)).toContain('11203');
		}
		expect(best).toBeGreaterThan(LEAST);
	});

	test('with an account that allows nothing, the run fails after a minute and says so', async () => {
		bench.simulator.openPlatform.faults.add({ kind: 'code', code: '11202', times: 'always' });
		const { outputs } = await bench.run('text', parameters, items, {
			settings: { onError: 'continueRegularOutput' },
		});
		const errors = outputs[0]?.map(({ json }) => json) ?? [];
		expect(errors).toHaveLength(ITEMS);
		expect(
			errors.filter(({ error }) =>
				String(error).startsWith(
					'This was not sent, because the platform rejected all earlier requests: ',
				),
			),
		).toHaveLength(ITEMS - 1);
		expect(errors.map(({ details }) => details)).toEqual(
			errors.map(() =>
				expect.objectContaining({
					kind: 'rateLimited',
					code: '11202',
					advice: expect.stringMatching(
						/^The platform accepted no request of this run for 60 seconds\. /,
					),
				}),
			),
		);
		// The node sends ten requests at a time at first, and then fewer and fewer. A busy machine notices the first refusals late. Without slowing down there would be thousands.
		expect(bench.simulator.log.length).toBeLessThan(400);
	});

	test('all items wait for a Retry-After', async () => {
		const times: number[] = [];
		await withAnswers(
			(_request, index) => {
				times.push(quickClock.now());
				return index === 0
					? { status: 429, headers: { 'Retry-After': '20' }, body: '' }
					: { body: '{"code":"0","data":{"word":["好"]},"desc":"success","sid":"s"}' };
			},
			async (url) => {
				const { outputs } = await bench.run(
					'text',
					{ ...parameters, options: { concurrentRequests: 1 } },
					items.slice(0, 3),
					bench.elsewhere(url),
				);
				expect(outputs[0]).toHaveLength(3);
			},
		);
		expect(times).toHaveLength(4);
		expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(20_000);
	});

	test('the error shows a Retry-After that is too long to wait for', async () => {
		await withAnswers(
			() => ({ status: 503, headers: { 'Retry-After': '3600' }, body: '' }),
			async (url) => {
				const { error } = await bench.run(
					'text',
					{ ...parameters, options: { retries: 5 } },
					items.slice(0, 1),
					bench.elsewhere(url),
				);
				expect(error?.description).toMatch(
					/^The server requests a wait of 3600 seconds. Try again after \d{4}-\d\d-\d\dT[\d:.]+Z\. /,
				);
				expect(error?.context?.data).toMatchObject({
					kind: 'unavailable',
					code: '503',
					retryAt: expect.stringMatching(/Z$/),
				});
			},
		);
	});
});

describe('iFLYTEK AI Call', () => {
	const bench = new CallBench();
	const tasks = Array.from({ length: 20 }, () => ({}));

	test('HTTP status 429 slows all items down, and no item fails, even without retries', async () => {
		bench.platform.failNext('configQuery', { kind: 'http', status: 429 }, 15);
		const { outputs, error } = await bench.run(
			{
				resource: 'configuration',
				operation: 'get',
				kind: 'all',
				options: { concurrentRequests: 10, retries: 0 },
			},
			tasks,
			{ nodeType: iflytekAiCallWith(hastyClock) },
		);
		expect([error, outputs[0]?.length]).toEqual([undefined, tasks.length]);
		expect(bench.requests('configQuery')).toHaveLength(tasks.length + 15);
	});

	test('the option Retries sets the number of retries after HTTP status 503', async () => {
		bench.platform.failNext('taskPause', { kind: 'http', status: 503 }, 99);
		await bench.run({
			resource: 'task',
			operation: 'pause',
			taskId: chosen('88101'),
			options: { retries: 4 },
		});
		expect(bench.requests('taskPause')).toHaveLength(5);
	});

	test.each<[string, string, string, object]>([
		[
			'Configuration, Get',
			'configQuery',
			'/config/v1/query',
			{ resource: 'configuration', operation: 'get', kind: 'lines' },
		],
		[
			'Task, Get',
			'taskQuery',
			'/task/query',
			{ resource: 'task', operation: 'get', taskId: chosen('88101') },
		],
		[
			'Task, Start',
			'taskStart',
			'/task/start',
			{ resource: 'task', operation: 'start', taskId: chosen('88101') },
		],
	])(
		'%s is repeated once after a time-out, and then fails',
		async (_name, endpoint, path, operation) => {
			bench.platform.failNext(
				endpoint as 'taskStart',
				{ kind: 'stall', when: 'before', ms: 3000 },
				9,
			);
			const { error } = await bench.run(
				{ ...operation, options: { timeout: 1, retries: 5 } },
				[{}],
				{ nodeType: iflytekAiCallWith(quickClock, path) },
			);
			expect(error?.context?.data).toMatchObject({ kind: 'timedOut' });
			expect(bench.requests(endpoint)).toHaveLength(2);
		},
	);
});
