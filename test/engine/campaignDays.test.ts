import { DateTime } from 'luxon';
import { quickClock } from '../setup/quickClock';
import { sized } from '../setup/size';
import { CallBench, customer, customers, iflytekAiCallWith, PLACE } from './aiCall';
import { processedData } from './processedData';

/** A campaign over three weeks with a holiday. Its runs start at any hour, and some of them break off before n8n has recorded what they sent. */

const PEOPLE = sized(10_000);
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

/** Whether the campaign allows calls at this time. Written from the campaign's rules, not from the node's code. */
function mayBeCalled(ms: number): boolean {
	const time = DateTime.fromMillis(ms, { zone: 'Asia/Shanghai' });
	const date = time.toFormat('yyyy-MM-dd');
	const isHoliday = date >= HOLIDAY[0] && date <= HOLIDAY[1];
	return time.weekday <= 5 && !isHoliday && time.hour >= 9 && time.hour < 20;
}

test(`${PEOPLE} people over three weeks, seed ${SEED}: nobody is called outside hours and days, nobody of the never-call list, nobody twice, and everybody ends in one state`, async () => {
	processedData.reset();
	const random = randomNumbers(SEED);
	const never = customers(PEOPLE).flatMap(({ json }) =>
		random() < 0.05 ? [String(json?.客户手机号码)] : [],
	);
	const place = {
		...PLACE,
		callingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
		rowKey: '={{ $json.客户手机号码 }}',
		options: {
			datesLeftOut: HOLIDAY.join(' to '),
			neverCall: never,
			concurrentRequests: 1,
			rememberedRowKeys: 50_000,
		},
	};
	const begin = DateTime.fromISO('2026-09-21T00:00', { zone: 'Asia/Shanghai' }).toMillis();
	/** The final state of each number. */
	const ended = new Map<string, string>();
	let remaining = customers(PEOPLE);
	let runs = 0;
	let broken = 0;
	let outside = 0;
	while (remaining.length > 0 && runs < MAX_RUNS) {
		runs++;
		// The run starts on a random day between 7:00 and 22:00.
		const minutes = Math.floor(random() * 21) * 24 * 60 + 7 * 60 + Math.floor(random() * 15 * 60);
		const startedAt = begin + minutes * 60_000;
		const sentBefore = bench.requests('callout').length;
		const isBroken = random() < 0.3;
		/** The time in the campaign: each request takes a quarter of an hour. */
		const date = () => startedAt + (bench.requests('callout').length - sentBefore) * REQUEST_MS;
		const items = remaining.slice(0, ROWS_PER_RUN);
		const { outputs } = await bench.run(place, items, {
			nodeType: iflytekAiCallWith({
				...quickClock,
				date: () => {
					// The store fails as if the process ended during a request, so that no outcome is recorded.
					if (isBroken && bench.requests('callout').length === sentBefore + 2)
						processedData.failures = Array.from({ length: 9 }, () => new Error('ended'));
					return date();
				},
			}),
			settings: { onError: 'continueErrorOutput' },
			audited: true,
		});
		processedData.failures = [];
		broken += isBroken ? 1 : 0;
		for (const { json } of outputs.flat()) {
			const details = (json.details ?? json) as Record<string, unknown>;
			const number = String(json.phoneNumber ?? json.客户手机号码);
			const state = String(details.state);
			if (state === 'outsideHours') outside++;
			if (state === 'accepted')
				// The item has the time of the answer. The request was sent before.
				expect(mayBeCalled(Date.parse(String(details.at)) - REQUEST_MS)).toBe(true);
			// If a run breaks off, nobody sees its results.
			if (isBroken && state !== 'neverCall') continue;
			if (['accepted', 'sentBefore', 'neverCall', 'unknown'].includes(state))
				ended.set(number, state);
		}
		remaining = remaining.filter(({ json }) => !ended.has(String(json?.客户手机号码)));
		remaining = [...remaining.slice(ROWS_PER_RUN), ...remaining.slice(0, ROWS_PER_RUN)];
	}
	const called = bench.platform.acceptedRows.map(({ values }) => values[0] ?? '');
	const list = new Set(never);
	expect(remaining).toEqual([]);
	expect(new Set(called).size).toBe(called.length);
	expect(called.filter((number) => list.has(number))).toEqual([]);
	const wrong = customers(PEOPLE).filter((_one, index) => {
		const number = customer(index).客户手机号码;
		const state = ended.get(number);
		if (list.has(number)) return state !== 'neverCall';
		return !['accepted', 'sentBefore', 'unknown'].includes(state ?? '');
	});
	expect(wrong).toEqual([]);
	const lost = [...ended].filter(
		([number, state]) => state !== 'neverCall' && !called.includes(number),
	);
	// Every number was called, except perhaps numbers whose state is unknown.
	expect(lost.filter(([, state]) => state !== 'unknown')).toEqual([]);
	const unknown = [...ended.values()].filter((state) => state === 'unknown').length;
	expect([broken > 0, outside > 0, unknown > 0]).toEqual([true, true, true]);
	console.log(
		`Campaign over days: ${PEOPLE} people, ${runs} runs, ${broken} broke off, ${called.length} called once, ${never.length} never, ${outside} times outside hours or days, ${unknown} unknown`,
	);
}, 600_000);
