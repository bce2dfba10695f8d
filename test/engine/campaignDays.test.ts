import { DateTime } from 'luxon';
import { quickClock } from '../setup/quickClock';
import { testInFull } from '../setup/size';
import { CallBench, customers, iflytekAiCallWith, PLACE } from './aiCall';
import { processedData } from './processedData';
import { loadProcesses } from './processes';

/** A campaign over three weeks with a holiday. Its runs start at any hour, and some of them break off before n8n has recorded what they sent. */

const PEOPLE = 10_000;
const ROWS_PER_RUN = 300;
const SEED = 20261123;
const MINUTES_PER_REQUEST = 15;
const REQUEST_MS = MINUTES_PER_REQUEST * 60_000;
const MAX_RUNS = 400;
const bench = new CallBench({ speed: 0 });

/** A generator of random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const HOLIDAY = ['2026-10-01', '2026-10-07'] as const;

/** Whether the campaign allows calls at this time. The test has these rules on its own and does not use the node's code. */
function mayBeCalled(ms: number): boolean {
	const time = DateTime.fromMillis(ms, { zone: 'Asia/Shanghai' });
	const date = time.toFormat('yyyy-MM-dd');
	const isHoliday = date >= HOLIDAY[0] && date <= HOLIDAY[1];
	return time.weekday <= 5 && !isHoliday && time.hour >= 9 && time.hour < 20;
}

testInFull(
	`in a campaign of three weeks with ${PEOPLE} people (seed ${SEED}), nobody is called outside the hours and days, nobody on the never-call list is called, nobody is called twice, and everybody has a final state`,
	async () => {
		processedData.reset();
		const random = randomNumbers(SEED);
		const neverCall = customers(PEOPLE).flatMap(({ json }) =>
			random() < 0.05 ? [String(json?.客户手机号码)] : [],
		);
		const place = {
			...PLACE,
			callingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
			skipCustomers: 'sentKey',
			rowKey: '={{ $json.客户手机号码 }}',
			options: {
				datesLeftOut: HOLIDAY.join(' to '),
				neverCall,
				concurrentRequests: 1,
				rememberedRowKeys: 50_000,
			},
		};
		const campaignStart = DateTime.fromISO('2026-09-21T00:00', {
			zone: 'Asia/Shanghai',
		}).toMillis();
		/** The final state of each number. */
		const finalStates = new Map<string, string>();
		let remaining = customers(PEOPLE);
		let runCount = 0;
		let brokenRuns = 0;
		let outsideRows = 0;
		while (remaining.length > 0 && runCount < MAX_RUNS) {
			runCount++;
			// The run starts on a random day between 7:00 and 22:00.
			const day = Math.floor(random() * 21);
			const minuteOfDay = 7 * 60 + Math.floor(random() * 15 * 60);
			const startedAt = campaignStart + (day * 24 * 60 + minuteOfDay) * 60_000;
			const earlierRequests = bench.requests('callout').length;
			const isBroken = random() < 0.3;
			/** The time in the campaign. Each request takes a quarter of an hour. */
			const timeNow = () =>
				startedAt + (bench.requests('callout').length - earlierRequests) * REQUEST_MS;
			const items = remaining.slice(0, ROWS_PER_RUN);
			const clock = {
				...quickClock,
				date: () => {
					// The store fails as if the process ended during a request, so that no outcome is recorded.
					if (isBroken && bench.requests('callout').length === earlierRequests + 2)
						processedData.failures = Array.from({ length: 9 }, () => new Error('ended'));
					return timeNow();
				},
			};
			// A process that ends takes its memory with it, so that no later run records the outcomes.
			const [ending] = isBroken ? loadProcesses(bench, 1, clock) : [];
			const { outputs } = await bench.run(place, items, {
				...(ending?.() ?? { nodeType: iflytekAiCallWith(clock) }),
				settings: { onError: 'continueErrorOutput' },
				audited: true,
			});
			processedData.failures = [];
			brokenRuns += isBroken ? 1 : 0;
			for (const { json } of outputs.flat()) {
				const details = (json.details ?? json) as Record<string, unknown>;
				const number = String(json.phoneNumber ?? json.客户手机号码);
				const state = String(details.state);
				if (state === 'outsideHours') outsideRows++;
				if (state === 'accepted')
					// The item has the time of the answer. The request was sent `REQUEST_MS` earlier.
					expect(mayBeCalled(Date.parse(String(details.at)) - REQUEST_MS)).toBe(true);
				// If a run breaks off, nobody sees its results.
				if (isBroken && state !== 'neverCall') continue;
				if (['accepted', 'sentBefore', 'neverCall', 'unknown'].includes(state))
					finalStates.set(number, state);
			}
			remaining = remaining.filter(({ json }) => !finalStates.has(String(json?.客户手机号码)));
			// The next run begins with other rows.
			remaining = [...remaining.slice(ROWS_PER_RUN), ...remaining.slice(0, ROWS_PER_RUN)];
		}
		const calledNumbers = bench.platform.acceptedRows.map(({ values }) => values[0] ?? '');
		const neverCallSet = new Set(neverCall);
		expect(remaining).toEqual([]);
		expect(new Set(calledNumbers).size).toBe(calledNumbers.length);
		expect(calledNumbers.filter((number) => neverCallSet.has(number))).toEqual([]);
		const withWrongState = customers(PEOPLE).filter(({ json }) => {
			const number = String(json?.客户手机号码);
			const state = finalStates.get(number);
			if (neverCallSet.has(number)) return state !== 'neverCall';
			return !['accepted', 'sentBefore', 'unknown'].includes(state ?? '');
		});
		expect(withWrongState).toEqual([]);
		const notCalled = [...finalStates].filter(
			([number, state]) => state !== 'neverCall' && !calledNumbers.includes(number),
		);
		// Every number was called, except perhaps numbers whose state is unknown.
		expect(notCalled.filter(([, state]) => state !== 'unknown')).toEqual([]);
		const unknown = [...finalStates.values()].filter((state) => state === 'unknown').length;
		expect([brokenRuns > 0, outsideRows > 0, unknown > 0]).toEqual([true, true, true]);
		console.log(
			`Campaign over days: ${PEOPLE} people, ${runCount} runs, ${brokenRuns} broke off, ${calledNumbers.length} called once, ${neverCall.length} never, ${outsideRows} times outside hours or days, ${unknown} unknown`,
		);
	},
	600_000,
);
