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
/** How many times as fast as real time the node's clock runs. */
const SPEED = 10;

describe(`iFLYTEK: ${ITEMS} items at Concurrent Requests 10, without retries`, () => {
	const bench = new Bench();

	/** Runs all items, and expects that none fails. */
	async function runAll(settings: object, runOptions: object = {}): Promise<void> {
		bench.simulator.openPlatform.configure(settings);
		const { outputs, error } = await bench.run('text', parameters, items, runOptions);
		expect([error, outputs[0]?.length]).toEqual([undefined, ITEMS]);
	}

	/** Expects one success per item, and otherwise only a few refusals with this code. */
	function expectFewRefusals(refusalCode: string): void {
		const codes = bench.simulator.log.map(({ code }) => code);
		expect(codes.filter((code) => code === '0')).toHaveLength(ITEMS);
		expect(codes.filter((code) => code !== '0' && code !== refusalCode)).toEqual([]);
		expect(codes.length).toBeLessThan(ITEMS + 50);
	}

	// A busy machine may be too slow for the rate that the account allows. So these tests do not measure how much of it the node
	// uses. `npm run bench -- rates` and test/unit/retry/rateControl.test.ts do.
	test('if the account allows 2 requests per second, no item fails and few requests are refused', async () => {
		await runAll(
			{ ratePerSecond: 2 * SPEED, rateBurst: 2 },
			{ nodeType: iflytekWith(clockOf(SPEED)) },
		);
		expectFewRefusals('11202');
	});

	test('if the account allows 3 requests at the same time, no item fails and few requests are refused', async () => {
		await runAll({ rateAtOnce: 3, latencyMs: 50 });
		expectFewRefusals('11203');
		expect(bench.simulator.log.map(({ code }) => code)).toContain('11203');
	});

	test('if the account allows no request, all items fail after a minute, and their errors say why', async () => {
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
		// The node sends ten requests at a time at first, and then fewer and fewer. On a busy machine it notices the first refusals
		// late. If it did not slow down, there would be thousands of requests.
		expect(bench.simulator.log.length).toBeLessThan(400);
	});

	test('if an answer has Retry-After, all items wait as long as it says', async () => {
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

	test('if Retry-After is too long to wait for, the item fails and its error shows the time', async () => {
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
	const emptyItems = Array.from({ length: 20 }, () => ({}));

	test('after HTTP status 429 all items are sent more slowly, and no item fails, even without retries', async () => {
		bench.platform.failNext('configQuery', { kind: 'http', status: 429 }, 15);
		const { outputs, error } = await bench.run(
			{
				resource: 'configuration',
				operation: 'get',
				kind: 'all',
				options: { concurrentRequests: 10, retries: 0 },
			},
			emptyItems,
			{ nodeType: iflytekAiCallWith(hastyClock) },
		);
		expect([error, outputs[0]?.length]).toEqual([undefined, emptyItems.length]);
		expect(bench.requests('configQuery')).toHaveLength(emptyItems.length + 15);
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
		'%s: after a time-out, the request is repeated once, and then the item fails',
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
