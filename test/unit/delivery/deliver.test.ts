import { deliver } from '../../../nodes/IflytekAiCall/batch/deliver';
import { tooManyKeys, type Delivery } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Destination, Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import {
	OutsideHoursError,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { ISOLATION_ADVICE } from '../../../nodes/shared/aiCall/protocol/aiCallCodes';
import { RefusalError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { systemClock } from '../../../nodes/shared/n8n/requests/clock';
import { TransportError } from '../../../nodes/shared/failure';
import type {
	AiCallClient,
	SendOptions,
} from '../../../nodes/shared/aiCall/transport/aiCallClient';
import { testInFull } from '../../setup/size';
import { contextOf, entriesTo, PLACE_NAMES, type Surroundings } from './context';

/** It is 22:00, outside these hours. */
const DAYTIME = readCallingHours('09:00-20:00', 'Asia/Shanghai');
const clock = { ...systemClock, date: () => Date.parse('2026-11-23T22:00:00+08:00') };
/** The `isLate` of the delivery that the test runs now. */
let isLateInTest: Setup['isLate'];
const destinations = new Map<string, Destination>();
/** The destination of this name. */
function to(name: string): Destination {
	const known: Destination = destinations.get(name) ?? {
		body: (rows) => ({ target: name, rows }),
		get hours() {
			return isLateInTest?.(name) ? DAYTIME : undefined;
		},
	};
	destinations.set(name, known);
	return known;
}

const entry = entriesTo(to('a'));
const wrongNumber = () => new RefusalError('placeCalls', '200203', 'wrong');
const lost = new TransportError('connection lost', 'Try again.', 'interrupted');
const outsideHours = new OutsideHoursError(DAYTIME, clock.date());

interface Setup extends Surroundings {
	/** What the delivery has in place of the usual settings. */
	sending?: Partial<Delivery>;
	/** Whether the destination of this name may not be called now. */
	isLate?: (name: string) => boolean;
	/** How many row keys are remembered; undefined if rows have no keys. */
	remembered?: number;
	/** Whether to send rows that an earlier execution began to send without recording the result. */
	sendInterrupted?: boolean;
	/** The platform's error for a request with these numbers; undefined if it accepts them. */
	platform?: (numbers: string[]) => Error | undefined;
	/** Called right before a request is sent, before the request is checked for the last time. */
	beforeRequest?: (numbers: string[]) => void;
}

/** Delivers entries. Returns the requests, the state of each entry, the lines of the log and n8n's database. */
async function delivered(
	entries: Entry[],
	{
		sending,
		isLate,
		remembered,
		sendInterrupted,
		platform,
		beforeRequest,
		stored = new Set(),
		...surroundings
	}: Setup = {},
) {
	isLateInTest = isLate;
	const requests: string[][] = [];
	const options: (SendOptions | undefined)[] = [];
	const client: AiCallClient = async (_method, body, sendOptions) => {
		const numbers = (body.rows as string[][]).flat();
		beforeRequest?.(numbers);
		sendOptions?.beforeSend?.();
		requests.push([String(body.target), ...numbers]);
		options.push(sendOptions);
		const error = platform?.(numbers);
		if (error) throw error;
		return await Promise.resolve({
			code: '0',
			message: '',
			result: {
				total: numbers.length,
				task_data_ids: numbers.map((number) => `id${number}`),
			},
			sent: {},
		});
	};
	const { context, lines } = contextOf({
		parameters: { options: { concurrentRequests: 1, timeout: 7 } },
		stored,
		...surroundings,
	});
	const outcomes = await deliver(context, client, entries, {
		names: PLACE_NAMES,
		clock,
		batchSize: 2,
		mode: 'real',
		sendOthers: surroundings.continueOnFail === true,
		sent: { rememberedKeys: remembered, sendInterrupted },
		...sending,
	});
	const states = [...outcomes].map(([{ item }, outcome]) =>
		[item, outcome.state, ...(outcome.state === 'accepted' ? [outcome.id] : [])].join(' '),
	);
	return {
		requests,
		states,
		lines,
		outcomes: [...outcomes.values()],
		timeouts: options.map((sendOptions) => sendOptions?.timeoutMs),
		stored: [...stored],
	};
}

const BEGUN = 'info Calls: execution without id: rows begun: 2 rows, items 0 to 1';
const NOT_RECORDED =
	"warn Calls: execution without id: what became of the rows could not be recorded, so a later run may say that it is unknown: n8n's database could not be asked what was sent before: the database is away";

const rows = (...items: number[]) => items.map((item) => entry(item));

test('rows with the same destination share a request, and the log has a line before and after each batch', async () => {
	const { requests, states, lines, timeouts } = await delivered([
		...rows(0, 1),
		entry(2, { destination: to('b'), rowIndex: 0 }),
		entry(3),
	]);
	expect(requests).toEqual([
		['a', '1390', '1391'],
		['b', '1392'],
		['a', '1393'],
	]);
	expect(states).toEqual([
		'0 accepted id1390',
		'1 accepted id1391',
		'2 accepted id1392',
		'3 accepted id1393',
	]);
	expect(timeouts).toEqual([7000, 7000, 7000]);
	expect(lines).toEqual([
		'info Calls: execution without id, batch 1: sending 2 rows, items 0 to 1',
		'info Calls: execution without id, batch 1: accepted (task_data_id): item 0: id1390; item 1: id1391',
		'info Calls: execution without id, batch 2: sending 1 row, item 2',
		'info Calls: execution without id, batch 2: accepted (task_data_id): item 2, row 0: id1392',
		'info Calls: execution without id, batch 3: sending 1 row, item 3',
		'info Calls: execution without id, batch 3: accepted (task_data_id): item 3: id1393',
	]);
});

describe('a request that fails', () => {
	const platform = (numbers: string[]) => (numbers.includes('1390') ? lost : undefined);

	test('a request that fails ends the run', async () => {
		const { requests, states, lines } = await delivered(rows(0, 1, 2), { platform });
		expect(requests).toHaveLength(1);
		expect(states).toEqual(['0 unknown', '1 unknown', '2 notSent']);
		expect(lines.slice(1)).toEqual([
			'warn Calls: execution without id, batch 1: not known whether accepted, items 0 to 1',
		]);
	});

	test('a request that fails does not end a run that continues on errors', async () => {
		const { states } = await delivered(rows(0, 1, 2), { platform, continueOnFail: true });
		expect(states).toEqual(['0 unknown', '1 unknown', '2 accepted id1392']);
	});

	test('a request that fails has the same outcome for all rows of its batch', async () => {
		const { outcomes } = await delivered(rows(0, 1), { platform });
		expect(outcomes).toEqual([
			{ state: 'unknown', error: lost, batch: rows(0, 1) },
			{ state: 'unknown', error: lost, batch: rows(0, 1) },
		]);
	});
});

describe('a refusal that one row can cause', () => {
	const platform = (numbers: string[]) => (numbers.includes('1391') ? wrongNumber() : undefined);

	test('a refusal that one row can cause is narrowed down to that row, and the others are sent', async () => {
		const { requests, states, lines } = await delivered(rows(0, 1, 2, 3), {
			platform,
			sending: { isolate: true, batchSize: 4 },
		});
		expect(requests.map(([, ...numbers]) => numbers)).toEqual([
			['1390', '1391', '1392', '1393'],
			['1390', '1391'],
			['1390'],
			['1391'],
			['1392', '1393'],
		]);
		expect(states).toEqual([
			'0 accepted id1390',
			'1 notAccepted',
			'2 accepted id1392',
			'3 accepted id1393',
		]);
		expect(lines.filter((line) => line.startsWith('warn'))).toEqual([
			'warn Calls: execution without id, batch 1: not accepted, items 0 to 3',
			'warn Calls: execution without id, batch 2: not accepted, items 0 to 1',
			'warn Calls: execution without id, batch 4: not accepted, item 1',
		]);
	});

	test.each<[string, Setup, number, string]>([
		['several rows adds how to isolate bad rows', {}, 2, ` ${ISOLATION_ADVICE}`],
		['one row adds nothing', {}, 1, ''],
		[
			'several rows of a task adds nothing',
			{
				sending: {
					names: {
						method: 'addRows',
						idName: 'task_data_id',
						nouns: ['row', 'rows'],
					},
				},
			},
			2,
			'',
		],
	])('the advice in the refusal of %s', async (_title, setup, count, added) => {
		const { outcomes } = await delivered(
			rows(...Array.from({ length: count }, (_, item) => item)),
			{ ...setup, platform: wrongNumber },
		);
		expect(outcomes[0]).toMatchObject({
			error: { details: { advice: `${wrongNumber().details.advice ?? ''}${added}` } },
		});
	});

	test('a refusal that one row can cause ends the run if it is not narrowed down', async () => {
		expect((await delivered(rows(0, 1, 2), { platform })).states).toEqual([
			'0 notAccepted',
			'1 notAccepted',
			'2 notSent',
		]);
	});
});

test('nothing of a test is recorded', async () => {
	const sending = { mode: { number: '1390' } };
	const { states, stored } = await delivered(rows(0), { sending, execution: { id: '7' } });
	expect([states, stored]).toEqual([['0 accepted id1390'], []]);
});

test('the groups of rows that are recorded together grow with what was begun', async () => {
	const { lines } = await delivered(rows(...Array.from({ length: 5400 }).keys()), {
		sending: { batchSize: 50 },
		execution: { id: '7' },
	});
	const sizes = lines.flatMap((line) => /rows begun: (\d+) rows/.exec(line)?.[1] ?? []);
	expect(sizes).toEqual([...Array.from({ length: 51 }, () => '100'), '150', '150']);
});

test('if rows cannot be recorded, those of the next group are not sent either', async () => {
	let calls = 0;
	const keyedRows = rows(...Array.from({ length: 101 }).keys()).map((row) => ({
		...row,
		key: row.label,
	}));
	const { states, requests } = await delivered(keyedRows, {
		remembered: 200,
		// Away when the first rows are recorded, also at the second and the third try.
		isDatabaseAway: () => ++calls <= 3,
	});
	expect(requests).toEqual([]);
	expect([states[0], states[99], states[100]]).toEqual([
		'0 notAccepted',
		'99 notAccepted',
		'100 notSent',
	]);
});

describe('calling hours', () => {
	const isLate = (target: string) => target === 'late';
	const entries = [entry(0), entry(1, { destination: to('late') }), entry(2)];

	test('rows outside the calling hours are not sent', async () => {
		const { requests, states, outcomes } = await delivered(entries, {
			isLate,
			continueOnFail: true,
		});
		expect(requests).toEqual([['a', '1390', '1392']]);
		expect(states).toEqual(['0 accepted id1390', '1 outsideHours', '2 accepted id1392']);
		expect(outcomes[1]).toEqual({
			state: 'outsideHours',
			error: outsideHours,
			batch: [entries[1]],
		});
	});

	test('a run records nothing if none of its rows may be sent now', async () => {
		const setup: Setup = { isLate, execution: { id: '7' }, continueOnFail: true };
		const late = [entry(1, { destination: to('late') })];
		expect((await delivered(late, setup)).stored).toEqual([]);
		const isDatabaseAway = () => true;
		expect((await delivered(late, { ...setup, isDatabaseAway })).states).toEqual([
			'1 outsideHours',
		]);
		// Hour, day, month, the execution, and two rows, each begun and sent.
		expect((await delivered(entries, setup)).stored).toHaveLength(8);
	});

	test('if a run ends at the first failure, one row outside the calling hours stops all rows', async () => {
		expect(await delivered(entries, { isLate })).toMatchObject({
			requests: [],
			states: ['0 notSent', '1 outsideHours', '2 notSent'],
			lines: [],
		});
	});

	test('the hours are checked again right before each request', async () => {
		let hoursHaveEnded = false;
		const setup: Setup = {
			isLate: () => hoursHaveEnded,
			beforeRequest: (numbers) => {
				if (numbers.includes('1392')) hoursHaveEnded = true;
			},
			continueOnFail: true,
		};
		expect((await delivered(rows(0, 1, 2, 3, 4), setup)).states).toEqual([
			'0 accepted id1390',
			'1 accepted id1391',
			'2 outsideHours',
			'3 outsideHours',
			'4 outsideHours',
		]);
		hoursHaveEnded = false;
		expect(
			await delivered(
				rows(0, 1, 2, 3, 4).map((row) => ({ ...row, key: row.label })),
				{ ...setup, remembered: 100 },
			),
		).toMatchObject({
			stored: ['begun key 1390', 'begun key 1391', 'sent key 1390', 'sent key 1391'],
		});
	});
});

test('no batch is sent after the execution was stopped', async () => {
	const stop = new AbortController();
	const { states, lines } = await delivered(rows(0, 1, 2), {
		stopped: stop.signal,
		beforeRequest: () => stop.abort(),
		continueOnFail: true,
	});
	expect(states).toEqual(['0 accepted id1390', '1 accepted id1391', '2 notSent']);
	expect(lines.at(-1)).toBe(
		'warn Calls: execution without id: The execution was stopped. Of 3 rows 2 were accepted, 0 unknown, 1 not sent',
	);
});

test('a stopped run says which items were not read', async () => {
	const items = Array.from({ length: 5 }, () => ({}));
	const stopped = AbortSignal.abort();
	const line = 'warn Calls: execution without id: The execution was stopped.';
	const lastLine = async (entries: Entry[], count = 5) =>
		(await delivered(entries, { items: items.slice(0, count), stopped })).lines.at(-1);
	expect([
		await lastLine(rows(0, 1, 2)),
		await lastLine([]),
		await lastLine(rows(0, 1, 2), 3),
	]).toEqual([
		`${line} Of 3 rows 0 were accepted, 0 unknown, 3 not sent. The last 2 items were not read`,
		`${line} Of 0 rows 0 were accepted, 0 unknown, 0 not sent. The last 5 items were not read`,
		`${line} Of 3 rows 0 were accepted, 0 unknown, 3 not sent`,
	]);
});

describe('rows with keys', () => {
	/** Rows with these keys. */
	const keyed = (...keys: string[]) => keys.map((key, item) => entry(item, { key }));

	test('rows with keys are sent if their keys are new', async () => {
		const { requests, states, stored } = await delivered(keyed('a', 'b', 'c', 'a'), {
			remembered: 100,
			stored: new Set(['begun key b', 'sent key b']),
		});
		expect(requests).toEqual([
			['a', '1390'],
			['a', '1392'],
		]);
		expect(states).toEqual([
			'0 accepted id1390',
			'1 sentBefore',
			'2 accepted id1392',
			'3 sentBefore',
		]);
		expect(new Set(stored)).toEqual(
			new Set([
				'begun key b',
				'sent key b',
				'begun key a',
				'begun key c',
				'sent key a',
				'sent key c',
			]),
		);
	});

	test('the keys of rows stay recorded unless the rows were certainly not accepted', async () => {
		const platform = (numbers: string[]) => {
			if (numbers.includes('1390')) return lost;
			return numbers.includes('1391') ? wrongNumber() : undefined;
		};
		const { states, stored, lines } = await delivered(keyed('a', 'b', 'c'), {
			remembered: 100,
			platform,
			sending: { batchSize: 1 },
			continueOnFail: true,
		});
		expect(states).toEqual(['0 unknown', '1 notAccepted', '2 accepted id1392']);
		expect(stored).toEqual(['begun key a', 'begun key c', 'sent key c']);
		expect(lines.filter((line) => line.includes('recorded'))).toEqual([]);
	});

	test('if two rows of a batch have the same key, only the first is sent', async () => {
		const { requests, states } = await delivered(keyed('a', 'a'), { remembered: 100 });
		expect(requests).toEqual([['a', '1390']]);
		expect(states).toEqual(['0 accepted id1390', '1 sentBefore']);
	});

	test('rows with keys keep their outcome (accepted, or outside the calling hours) if the database fails afterwards', async () => {
		// Both become true right before the second row would be sent.
		let hoursAreOver = false;
		let databaseIsAway = false;
		const setup: Setup = {
			remembered: 100,
			isLate: () => hoursAreOver,
			isDatabaseAway: () => databaseIsAway,
			continueOnFail: true,
		};
		const { states, lines } = await delivered(
			keyed('a', 'b', 'c').map((row) => ({ ...row, destination: to(row.label) })),
			{
				...setup,
				beforeRequest: (numbers) => {
					if (!numbers.includes('1391')) return;
					hoursAreOver = true;
					databaseIsAway = true;
				},
			},
		);
		expect(states).toEqual(['0 accepted id1390', '1 outsideHours', '2 outsideHours']);
		expect(lines.filter((line) => line.includes('recorded'))).toEqual([NOT_RECORDED]);
	});

	test('a batch is not sent if all its rows were sent before', async () => {
		expect(
			await delivered(keyed('a', 'b'), {
				remembered: 100,
				stored: new Set(['begun key a', 'begun key b', 'sent key a', 'sent key b']),
			}),
		).toMatchObject({ requests: [], states: ['0 sentBefore', '1 sentBefore'], lines: [BEGUN] });
	});

	describe('calling hours and the records of keys', () => {
		/** When asked about a destination for the first time, lets its rows be sent. From the second time on, `isLate` decides. */
		const fromSecondTime = (isLate: (name: string) => boolean) => {
			const asked = new Set<string>();
			return (name: string) => {
				if (asked.has(name)) return isLate(name);
				asked.add(name);
				return false;
			};
		};
		const rowsTo = (...names: string[]) =>
			names.map((name, item) => entry(item, { key: name, destination: to(name) }));

		test('if the hours of a row end before its request, nothing stays recorded and the run ends', async () => {
			const isLate = fromSecondTime((name) => name === 'a');
			expect(await delivered(rowsTo('a'), { remembered: 100, isLate })).toMatchObject({
				requests: [],
				states: ['0 outsideHours'],
				stored: [],
			});
			const two = await delivered(rowsTo('a', 'b'), {
				remembered: 100,
				isLate: fromSecondTime((name) => name === 'a'),
			});
			expect(two).toMatchObject({ requests: [], states: ['0 outsideHours', '1 notSent'] });
		});

		test('if the execution is stopped before keys are recorded, nothing is recorded or sent', async () => {
			const stop = new AbortController();
			const isLate = () => {
				stop.abort();
				return false;
			};
			const { requests, states, lines } = await delivered(rowsTo('a'), {
				remembered: 100,
				isLate,
				stopped: stop.signal,
			});
			expect([requests, states, lines]).toEqual([
				[],
				['0 notSent'],
				[expect.stringContaining('The execution was stopped')],
			]);
		});

		test('rows with keys are sent at any time if their destination has no calling hours', async () => {
			const always = { ...to('a'), hours: undefined };
			const { states } = await delivered([entry(0, { key: 'a', destination: always })], {
				remembered: 100,
			});
			expect(states).toEqual(['0 accepted id1390']);
		});
	});

	test('if the run continues on errors, only the rows beyond the number of remembered keys are refused', async () => {
		const { requests, states, outcomes, lines } = await delivered(keyed('a', 'b', 'c'), {
			remembered: 2,
			continueOnFail: true,
		});
		expect(requests).toEqual([['a', '1390', '1391']]);
		expect(states).toEqual(['0 accepted id1390', '1 accepted id1391', '2 notAccepted']);
		// The key of the third row is not recorded.
		expect(lines).toContain(BEGUN);
		expect(outcomes[2]).toEqual({
			state: 'notAccepted',
			error: expect.objectContaining({
				message: 'There are 3 rows with keys, but only 2 keys are remembered',
				details: {
					advice:
						'Only the first 2 are sent. Increase Remembered Row Keys under Options to more than the number of rows in a run.',
				},
			}),
			batch: [expect.objectContaining({ key: 'c' })],
		});
	});

	test('rows with keys are not sent after the execution was stopped', async () => {
		const stop = new AbortController();
		const { states } = await delivered(keyed('a', 'b', 'c'), {
			remembered: 100,
			stopped: stop.signal,
			beforeRequest: () => stop.abort(),
			isDatabaseAway: () => stop.signal.aborted,
		});
		expect(states).toEqual(['0 accepted id1390', '1 accepted id1391', '2 notSent']);
	});

	test('if an earlier execution began to send a row, its outcome is unknown and it is only sent if Send Interrupted Rows is on', async () => {
		const stored = new Set(['begun key a', 'begun key b', 'sent key b']);
		const setup: Setup = { remembered: 100, stored, continueOnFail: true };
		const { states, requests, outcomes } = await delivered(keyed('a', 'b', 'c'), setup);
		expect([states, requests]).toEqual([
			['0 unknown', '1 sentBefore', '2 accepted id1392'],
			[['a', '1392']],
		]);
		expect(outcomes[0]).toMatchObject({
			error: {
				message:
					'It is not known whether this row was accepted: an earlier execution began to send it and did not record the result',
				details: { advice: expect.stringMatching(/Rows: item 0: 1390\..*Send Interrupted Rows/) },
			},
		});
		expect([...stored]).toEqual([
			'begun key a',
			'begun key b',
			'sent key b',
			'begun key c',
			'sent key c',
		]);
		expect(
			await delivered(keyed('a', 'b', 'c'), { ...setup, sendInterrupted: true }),
		).toMatchObject({
			states: ['0 accepted id1390', '1 sentBefore', '2 sentBefore'],
			requests: [['a', '1390']],
			stored: [
				'begun key a',
				'begun key b',
				'sent key b',
				'begun key c',
				'sent key c',
				'sent key a',
			],
		});
	});

	testInFull(
		'keys are recorded in groups of 100 rows, and later of more, each after a line in the log',
		async () => {
			const begunLines = async (count: number) => {
				const keys = Array.from({ length: count }, (_, index) => `k${index}`);
				const sending = { batchSize: 50 };
				const { lines } = await delivered(keyed(...keys), { remembered: 30_000, sending });
				return lines.filter((line) => line.includes('rows begun')).slice(-3);
			};
			expect(await begunLines(250)).toEqual([
				'info Calls: execution without id: rows begun: 100 rows, items 0 to 99',
				'info Calls: execution without id: rows begun: 100 rows, items 100 to 199',
				'info Calls: execution without id: rows begun: 50 rows, items 200 to 249',
			]);
			expect(await begunLines(5300)).toEqual([
				'info Calls: execution without id: rows begun: 100 rows, items 5000 to 5099',
				'info Calls: execution without id: rows begun: 150 rows, items 5100 to 5249',
				'info Calls: execution without id: rows begun: 50 rows, items 5250 to 5299',
			]);
			expect(await begunLines(30_000)).toContain(
				'info Calls: execution without id: rows begun: 500 rows, items 29300 to 29799',
			);
		},
	);

	test('rows with keys are not sent if the database fails, and the run ends', async () => {
		const { requests, states, outcomes } = await delivered(keyed('a', 'b', 'c'), {
			remembered: 100,
			isDatabaseAway: () => true,
		});
		expect(requests).toEqual([]);
		expect(states).toEqual(['0 notAccepted', '1 notAccepted', '2 notAccepted']);
		expect(outcomes[0]).toMatchObject({
			state: 'notAccepted',
			error: {
				message: "n8n's database could not be asked what was sent before: the database is away",
				details: { facts: { state: 'notSent' } },
			},
		});
	});

	test('the key of an accepted row stays recorded, even if a later row with this key may not be called now', async () => {
		const rows = keyed(...Array.from({ length: 600 }, (_, index) => `k${index}`));
		const later = entriesTo(to('b'))(600, { key: 'k0' });
		const { states, stored } = await delivered([...rows, later], {
			remembered: 1000,
			continueOnFail: true,
			isLate: (name) => name === 'b',
		});
		expect([states[0], states.at(-1)]).toEqual(['0 accepted id1390', '600 outsideHours']);
		expect(stored).toEqual(expect.arrayContaining(['begun key k0', 'sent key k0']));
	});

	test('if the outcome of a row is unknown, its key stays recorded, even if a later row of the run has it too', async () => {
		const { states, stored } = await delivered(keyed('a', 'a'), {
			remembered: 100,
			platform: () => lost,
		});
		expect(states).toEqual(['0 unknown', '1 unknown']);
		expect(stored).toEqual(['begun key a']);
	});

	test('the log says so if the keys of rows cannot be released', async () => {
		let databaseCalls = 0;
		const { lines } = await delivered(keyed('a'), {
			remembered: 100,
			platform: wrongNumber,
			isDatabaseAway: () => ++databaseCalls > 1,
		});
		expect([lines[0], lines.at(-1)]).toEqual([
			'info Calls: execution without id: rows begun: 1 row, item 0',
			NOT_RECORDED,
		]);
	});

	test('it is an error if there are more rows with keys than remembered keys', () => {
		expect(tooManyKeys(100, { rememberedKeys: 100 }, false)).toBeUndefined();
		expect(tooManyKeys(101, { rememberedKeys: 100 }, false)).toMatchObject({
			message: 'There are 101 rows with keys, but only 100 keys are remembered',
			details: {
				advice:
					'Nothing was sent. Increase Remembered Row Keys under Options to more than the number of rows in a run.',
			},
		});
	});
});

test('other work in n8n gets its turn while thousands of rows are read before the first request', async () => {
	let clock = 0;
	// The clock advances by a millisecond at each reading.
	const now = jest.spyOn(performance, 'now').mockImplementation(() => clock++);
	let turns = 0;
	let turnsBeforeRequest: number | undefined;
	const timer = setInterval(() => turns++, 0);
	await delivered(
		Array.from({ length: 1000 }, (_, index) => entry(index)),
		{ beforeRequest: () => (turnsBeforeRequest ??= turns) },
	);
	clearInterval(timer);
	now.mockRestore();
	expect(turnsBeforeRequest).toBeGreaterThan(50);
});
