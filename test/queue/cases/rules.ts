import { waitFor } from '../../e2e/lib/rest';
import { print } from '../../e2e/lib/terminal';
import { OnceDesk } from '../lib/onceDesk';
import { keyedCustomers } from '../lib/onceExample';
import type { Stage } from '../lib/stage';

const FIRST_NUMBER = 16_000_000_000;
const NUMBERS = 150;
const ROWS_PER_NUMBER = 4;
const CALLS = 3;
const DAYS = 7;
/** The numbers that must never be called. Three are in the table, in different spellings. One is in the node's own list. */
const IN_TABLE = [FIRST_NUMBER + 1, FIRST_NUMBER + 60, FIRST_NUMBER + 140].map(String);
const IN_NODE = String(FIRST_NUMBER + 2);
/** The platform answers so slowly that a worker can be killed while it sends its rows. */
const LATENCY_MS = 1000;

/** The rules of place-once: at most CALLS calls to a number in DAYS days, and no calls to the numbers of a list. */
export function rulesCases(stageOf: () => Stage): void {
	/** The desk of the example place-once. */
	let place: OnceDesk;

	beforeAll(async () => {
		const rules = { callsPerNumber: CALLS, days: DAYS };
		const sending = { neverCall: IN_NODE };
		place = await OnceDesk.open(stageOf(), 'place-once', { settings: rules, sending });
		const [first = '', second = '', third = ''] = IN_TABLE;
		const spellings = [
			`+86 ${first}`,
			`${second.slice(0, 3)}-${second.slice(3)}`,
			third.replace('0', '０'),
		];
		await stageOf().cluster.postgres.query(
			`insert into iflytek_never_call (number) values ${spellings.map((number) => `('${number}')`).join()}`,
		);
	});

	afterEach(async () => {
		stageOf().simulator.aiCall.configure({ latencyMs: 0 });
		await stageOf().cluster.heal();
	});

	/** ROWS_PER_NUMBER rows for each number, each with its own key. The number that the node refuses has only one row. */
	const rowsFor = (list: string) =>
		keyedCustomers(NUMBERS, FIRST_NUMBER).flatMap((customer) =>
			Array.from(
				{ length: customer.客户手机号码 === IN_NODE ? 1 : ROWS_PER_NUMBER },
				(_, turn) => ({
					...customer,
					编号: `${list}-${customer.编号}-${turn}`,
				}),
			),
		);

	/** Counts the phone numbers that the platform has accepted once, twice, and so on. */
	function numbersByCalls(): Record<number, number> {
		const callsByNumber = new Map<string, number>();
		for (const { values } of place.accepted()) {
			const [number = ''] = values;
			callsByNumber.set(number, (callsByNumber.get(number) ?? 0) + 1);
		}
		const counts: Record<number, number> = {};
		for (const count of callsByNumber.values()) counts[count] = (counts[count] ?? 0) + 1;
		return counts;
	}

	/** The number of rows of this case with each state and reason. */
	async function states(): Promise<Record<string, number>> {
		const counts: Record<string, number> = {};
		for (const { state, reason } of await place.rowsInTable()) {
			const name = `${state} ${reason}`.trim();
			counts[name] = (counts[name] ?? 0) + 1;
		}
		return counts;
	}

	test(`examples/place-once.json: if two workers get the same ${NUMBERS} numbers at the same moment, one worker is killed and PostgreSQL is restarted, no number is called more than ${CALLS} times in ${DAYS} days, and no number of the list is called`, async () => {
		const { cluster, simulator } = stageOf();
		simulator.aiCall.configure({ latencyMs: LATENCY_MS });
		const lists = [rowsFor('A'), rowsFor('B')];
		place.customers = lists.flat();
		const release = await cluster.postgres.lock('iflytek_rows');
		await place.postEach(lists);
		// One waits with its rows; the other for the first one, with its rows or already with the making of the tables.
		await place.untilWaiting('pg_advisory_xact_lock', 2);
		await release();
		await waitFor('The first rows', 60_000, async () =>
			place.accepted().length > 0 ? true : undefined,
		);
		await (await place.busyWorker()).kill();
		await cluster.postgres.restart();
		simulator.aiCall.configure({ latencyMs: 0 });
		await cluster.heal();
		await place.ended();
		await place.settleBegunRows();
		await place.postEach(lists);
		await place.ended();

		const refusedNumbers = IN_TABLE.length + 1;
		const rows = place.customers.length;
		// Both lists have these rows. The number that the node refuses has one row in each list.
		const refusedByTable = IN_TABLE.length * ROWS_PER_NUMBER * 2;
		const refusedByNode = 2;
		const calledRows = (NUMBERS - refusedNumbers) * CALLS;
		const platform = place.accepted();
		print(`Rules: ${rows} rows of ${NUMBERS} numbers, ${platform.length} accepted`);
		expect(numbersByCalls()).toEqual({ [CALLS]: NUMBERS - refusedNumbers });
		const never = new Set([...IN_TABLE, IN_NODE]);
		expect(platform.filter(({ values }) => never.has(values[0] ?? ''))).toEqual([]);
		expect(new Set(platform.map(({ values }) => values[3])).size).toBe(calledRows);
		expect(await states()).toEqual({
			accepted: calledRows,
			'tooOften frequency': rows - calledRows - refusedByTable - refusedByNode,
			'neverCall list': refusedByTable,
			'neverCall The number is on the do-not-call list': refusedByNode,
		});
		const idsByKey = new Map(platform.map(({ values, taskDataId }) => [values[3], taskDataId]));
		// In the table, a row that was not called has an empty ID.
		expect(
			(await place.rowsInTable()).filter(
				({ key, taskDataId }) => taskDataId !== (idsByKey.get(key) ?? ''),
			),
		).toEqual([]);

		// After DAYS days each number may be called again, and the table no longer has the numbers of the old rows.
		await place.passDays(DAYS);
		await place.postEach(lists);
		await place.ended();
		expect(numbersByCalls()).toEqual({ [2 * CALLS]: NUMBERS - refusedNumbers });
		const [kept] = await cluster.postgres.query(
			`select count(number), count(content) from iflytek_rows where begun_at < now() - interval '${DAYS} days'`,
		);
		expect(kept).toBe('0|0');
	});
}
