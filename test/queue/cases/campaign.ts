import { DateTime } from 'luxon';

import { waitFor } from '../../e2e/lib/rest';
import { print } from '../../e2e/lib/terminal';
import { OnceDesk } from '../lib/onceDesk';
import { keyedCustomers } from '../lib/onceExample';
import type { Stage } from '../lib/stage';

/** The number of people. A run only has several requests with at least 1,000 people. 10,000 need some minutes. */
const PEOPLE = Number(process.env.IFLYTEK_QUEUE_PEOPLE ?? 2000);
const FIRST_NUMBER = 18_000_000_000;
/** Every fifth person has three rows. */
const MORE_ROWS_EVERY = 5;
const MORE_ROWS = 3;
/** Every nineteenth person must never be called. Some of these people have three rows. */
const NEVER_CALLED_EVERY = 19;
/** No number may be called more than this many times in this many days. */
const [CALLS, DAYS] = [2, 3];
const HOLIDAY = ['2026-10-01', '2026-10-07'] as const;

/** A run posts the same rows to two processors at the same moment. */
interface Run {
	/** The time of the run in China, without a zone. */
	at: string;
	/** What is special about this run, for the log. */
	what: string;
	/** The share of the rows that is posted, by default all. */
	share?: number;
	/** What happens while the first requests are under way: a worker is killed, or the clock is moved to this time. */
	interruption?: 'workerKilled' | { clockMovesTo: string };
	/** After the run, some rows must be in each of these states. Otherwise the run would test nothing. */
	expectedStates: string[];
}

const RUNS: Run[] = [
	{ at: '2026-09-20T10:00', what: 'a Sunday', share: 0.1, expectedStates: ['free'] },
	{
		at: '2026-09-21T19:50',
		what: 'the hours end',
		share: 0.25,
		interruption: { clockMovesTo: '2026-09-21T20:30' },
		expectedStates: ['accepted', 'free'],
	},
	{
		at: '2026-09-22T10:00',
		what: 'a worker is killed',
		share: 0.5,
		interruption: 'workerKilled',
		expectedStates: ['begun', 'tooOften'],
	},
	{
		at: '2026-09-23T12:00',
		what: 'all rows, a worker is killed',
		interruption: 'workerKilled',
		expectedStates: ['begun', 'tooOften'],
	},
	{
		at: '2026-09-25T09:30',
		what: 'half an hour before the calls of Tuesday are three days old',
		expectedStates: ['tooOften'],
	},
	{ at: '2026-10-02T14:00', what: 'a holiday', expectedStates: ['free'] },
	{ at: '2026-10-08T10:00', what: 'the first day after the holiday', expectedStates: ['accepted'] },
];

/** The platform answers after this time, so that rows are under way when a worker is killed or the calling hours end. */
const SLOW_MS = 2000;
/**
 * The longest time between the moment when the node reads the clock and the arrival of the request with the row. The node
 * may request a token in this time.
 */
const ON_ITS_WAY_MS = 3 * SLOW_MS;
/**
 * For the limit of calls, the example uses the time when a row was begun. The test only knows when the request arrived,
 * which may be later by up to this time.
 */
const BEGUN_BEFORE_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
const CHINA = { zone: 'Asia/Shanghai' };

/** Whether customers may be called at this time. Written from the rules of the campaign, not from the node's code. */
function mayBeCalled(time: number): boolean {
	const at = DateTime.fromMillis(time, CHINA);
	const date = at.toFormat('yyyy-MM-dd');
	const [firstDay, lastDay] = HOLIDAY;
	const isHoliday = date >= firstDay && date <= lastDay;
	return at.weekday <= 5 && !isHoliday && at.hour >= 9 && at.hour < 20;
}

/** A campaign with place-once over eighteen days, for which the test moves the clock of the workers. */
export function campaignCases(stageOf: () => Stage): void {
	/** The desk of the example place-once. */
	let place: OnceDesk;
	/** The real time at which the test moved the clock past the end of the calling hours. */
	let hoursEndedAt = 0;

	const people = keyedCustomers(PEOPLE, FIRST_NUMBER);
	const customers = people.flatMap((customer, index) =>
		Array.from({ length: index % MORE_ROWS_EVERY === 0 ? MORE_ROWS : 1 }, (_, turn) => ({
			...customer,
			编号: `${customer.编号}-${turn}`,
		})),
	);
	const neverCalled = new Set(
		people
			.filter((_, index) => index % NEVER_CALLED_EVERY === 0)
			.map(({ 客户手机号码 }) => 客户手机号码),
	);

	beforeAll(async () => {
		place = await OnceDesk.open(stageOf(), 'place-once', {
			settings: { callsPerNumber: CALLS, days: DAYS },
			sending: {
				callingTimes: {
					times: {
						hours: '09:00-20:00',
						days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
						datesLeftOut: HOLIDAY.join(' to '),
					},
				},
			},
		});
		place.customers = customers;
		await stageOf().cluster.postgres.query(
			`insert into iflytek_never_call (number) values ${[...neverCalled].map((number) => `('${number}')`).join()}`,
		);
	});

	afterAll(async () => {
		stageOf().simulator.aiCall.configure({ latencyMs: 0 });
		stageOf().time.set(Date.now());
		await stageOf().cluster.heal();
	});

	/** Moves the clock of the workers to another time, and makes the rows in the table older by the same time. */
	async function moveClockTo(time: number): Promise<void> {
		await place.passDays(stageOf().time.set(time));
	}

	async function moveClockToChinaTime(time: string): Promise<void> {
		await moveClockTo(DateTime.fromISO(time, CHINA).toMillis());
	}

	/** Waits until the first request of a run has arrived. Then kills a worker or moves the clock. */
	async function interrupt(interruption: NonNullable<Run['interruption']>): Promise<void> {
		const { cluster, simulator } = stageOf();
		const sentRequests = () =>
			simulator.aiCall.requests.filter(({ endpoint }) => endpoint === 'callout').length;
		const before = sentRequests();
		await waitFor('The first rows', 60_000, async () =>
			sentRequests() > before ? true : undefined,
		);
		if (interruption === 'workerKilled') {
			await (await place.sendingWorker()).kill();
		} else {
			hoursEndedAt = Date.now();
			await moveClockToChinaTime(interruption.clockMovesTo);
		}
		simulator.aiCall.configure({ latencyMs: 0 });
		await cluster.heal();
	}

	/** The number of rows in each state. */
	async function states(): Promise<Record<string, number>> {
		const counts: Record<string, number> = {};
		for (const { state } of await place.rowsInTable()) counts[state] = (counts[state] ?? 0) + 1;
		return counts;
	}

	/** The calls in the platform's records, each with the number, key and ID of its row, and the real time of its request. */
	function calls(): { number: string; key: string; id: string; at: number }[] {
		const { requests } = stageOf().simulator.aiCall;
		const arrived = new Map(requests.map(({ number, at }) => [number, at]));
		return place.accepted().map(({ values: [number = '', , , key = ''], request, taskDataId }) => ({
			number,
			key,
			id: taskDataId,
			at: arrived.get(request) ?? NaN,
		}));
	}

	/** The numbers that were called more than CALLS times within DAYS days. */
	function calledTooOften(): string[] {
		const times = new Map<string, number[]>();
		for (const { number, at } of calls())
			times.set(number, [...(times.get(number) ?? []), stageOf().time.at(at)]);
		const shortestSpan = DAYS * DAY_MS - BEGUN_BEFORE_MS;
		return [...times]
			.filter(([, callTimes]) => {
				const sorted = callTimes.sort((one, other) => one - other);
				// Compares each call with the call that is CALLS calls earlier.
				return sorted.slice(CALLS).some((at, index) => at - (sorted[index] ?? NaN) < shortestSpan);
			})
			.map(([number]) => number);
	}

	test(`examples/place-once.json calls ${PEOPLE} people over eighteen days while workers are killed: no number is called more than ${CALLS} times in ${DAYS} days, outside the calling hours and days, or if it is on the never-call list, and each of the other rows is called exactly once`, async () => {
		const { simulator, time } = stageOf();
		const started = performance.now();
		for (const { at, what, share = 1, interruption, expectedStates } of RUNS) {
			await moveClockToChinaTime(at);
			const before = place.accepted().length;
			simulator.aiCall.configure({ latencyMs: interruption ? SLOW_MS : 0 });
			await Promise.all([
				place.post(2, customers.slice(0, customers.length * share)),
				interruption && interrupt(interruption),
			]);
			await place.ended();
			const counts = await states();
			print(
				`Campaign, ${at}, ${what}: ${place.accepted().length - before} called; ${JSON.stringify(counts)}`,
			);
			expect(Object.keys(counts)).toEqual(expect.arrayContaining(expectedStates));
			if (interruption === 'workerKilled')
				await place.settleBegunRows({
					passDay: async () => await moveClockTo(time.at(Date.now()) + DAY_MS),
				});
		}

		const called = calls();
		const idsByKey = new Map(called.map(({ key, id }) => [key, id]));
		const neverCalledRows = customers.filter(({ 客户手机号码 }) =>
			neverCalled.has(客户手机号码),
		).length;
		print(
			`Campaign: ${PEOPLE} people, ${customers.length} rows, ${called.length} called, ${neverCalledRows} never, in ${((performance.now() - started) / 1000).toFixed(1)} s`,
		);
		// Whether the request may have been on its way when the hours ended. The node had then read the clock before.
		const wasOnItsWay = (at: number) => at >= hoursEndedAt && at < hoursEndedAt + ON_ITS_WAY_MS;
		expect(called.filter(({ at }) => !mayBeCalled(time.at(at)) && !wasOnItsWay(at))).toEqual([]);
		expect(calledTooOften()).toEqual([]);
		expect(called.filter(({ number }) => neverCalled.has(number))).toEqual([]);
		// Each row of another number was called exactly once.
		const toBeCalled = customers.length - neverCalledRows;
		expect([called.length, idsByKey.size]).toEqual([toBeCalled, toBeCalled]);
		expect(await states()).toEqual({ accepted: called.length, neverCall: neverCalledRows });
		// In the table, a row that was not called has an empty ID.
		expect(
			(await place.rowsInTable()).filter(
				({ key, taskDataId }) => taskDataId !== (idsByKey.get(key) ?? ''),
			),
		).toEqual([]);
	}, 900_000);
}
