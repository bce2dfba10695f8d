/** The way of rows that are ready: what is recorded of them and when, and what is sent. */
import type { SkipSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Destination, Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { sendRows } from '../../../nodes/IflytekAiCall/send/sendRows';
import { nodeRunOf } from '../../../nodes/IflytekAiCall/send/nodeRun';
import { openMemory } from '../../../nodes/IflytekAiCall/sentBefore/memory';
import {
	OutsideHoursError,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { RefusalError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { TransportError } from '../../../nodes/shared/failure';
import type { AiCallClient } from '../../../nodes/shared/aiCall/transport/aiCallClient';
import { testInFull } from '../../setup/size';
import {
	clockAt,
	contextOf,
	decisionsOf,
	entriesTo,
	PLACE_NAMES,
	type Surroundings,
} from './context';

/** It is 22:00, outside these hours. */
const DAYTIME = readCallingHours('09:00-20:00', 'Asia/Shanghai');
const clock = clockAt(Date.parse('2026-11-23T22:00:00+08:00'));
const outsideHours = new OutsideHoursError(DAYTIME, clock.date());
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

interface Setup extends Surroundings {
	/** By default, each row has a key. */
	settings?: Partial<SkipSettings>;
	sendOthers?: boolean;
	/** Whether nothing is recorded, as in a test. */
	isTest?: boolean;
	/** Whether the destination of this name may not be called now. */
	isLate?: (name: string) => boolean;
	/** The platform's error for a request with these numbers; undefined if it accepts them. */
	platform?: (numbers: string[]) => Error | undefined;
	/** Called right before a request is checked for the last time. */
	beforeRequest?: (numbers: string[]) => void;
	settle?: Parameters<typeof sendRows>[2]['settle'];
}

/** Sends rows. Returns the requests, the state of each row, the log and n8n's database. */
async function sent(
	entries: readonly Entry[],
	{
		settings = {},
		sendOthers = false,
		isTest = false,
		isLate,
		platform,
		beforeRequest,
		settle,
		stored = new Set(),
		...surroundings
	}: Setup = {},
) {
	isLateInTest = isLate;
	const requests: string[][] = [];
	const client: AiCallClient = async (_method, body, sendOptions) => {
		const numbers = (body.rows as string[][]).flat();
		beforeRequest?.(numbers);
		sendOptions?.beforeSend?.();
		requests.push([String(body.target), ...numbers]);
		const error = platform?.(numbers);
		if (error) throw error;
		return await Promise.resolve({
			code: '0',
			message: '',
			result: {
				total: numbers.length,
				// Each row has an ID of its own, whatever its number.
				task_data_ids: numbers.map((number, index) =>
					numbers.indexOf(number) === index ? `id${number}` : `id${number}-${index}`,
				),
			},
			sent: {},
		});
	};
	const { context, lines } = contextOf({
		parameters: { options: { concurrentRequests: 1, timeout: 7 } },
		stored,
		...surroundings,
	});
	const skip: SkipSettings = {
		skip: 'sentKey',
		allowsDuplicates: false,
		rememberedKeys: 100,
		sendInterrupted: false,
		...settings,
	};
	const use = { sendsToTask: false, tell: () => undefined };
	const memory = isTest ? undefined : await openMemory(context, client, skip, use, clock);
	await memory?.note(entries);
	const decisions = decisionsOf();
	await sendRows(entries, decisions, {
		node: nodeRunOf(context),
		client,
		names: PLACE_NAMES,
		clock,
		sendOthers,
		skip,
		memory,
		settle,
	});
	const outcomes = entries.map((row) => decisions.of(row));
	const states = outcomes.map((outcome, index) =>
		[
			entries[index]?.item,
			outcome.state,
			...(outcome.state === 'accepted' ? [outcome.id] : []),
		].join(' '),
	);
	/** Those of the rows, without their numbers if they have keys. */
	const kinds = skip.skip === 'sentKey' ? /^(begun|sent) key / : /^(begun|called|sent) /;
	const texts = [...stored].filter((text) => kinds.test(text));
	return { requests, states, lines, outcomes, stored: texts };
}

const NOT_RECORDED =
	"warn Calls: execution without id: what became of the rows could not be recorded, so a later run may say that it is unknown: n8n's database could not be asked what was sent before: the database is away";

/** Rows to these destinations. */
const rowsTo = (...names: string[]) =>
	names.map((name, item) => entry(item, { destination: to(name) }));
/** Rows with these keys. */
const keyed = (...keys: string[]) => keys.map((key, item) => entry(item, { key }));
const many = (count: number) =>
	keyed(...Array.from({ length: count }, (_none, index) => `k${index}`));

test('rows with the same destination share a request, and the log has a line before and after each batch', async () => {
	const { requests, states, lines } = await sent(
		[entry(0), entry(1), entry(2, { destination: to('b'), rowIndex: 0 }), entry(3)],
		{ isTest: true },
	);
	expect(requests).toEqual([
		['a', '1390', '1391', '1393'],
		['b', '1392'],
	]);
	expect(states).toEqual([
		'0 accepted id1390',
		'1 accepted id1391',
		'2 accepted id1392',
		'3 accepted id1393',
	]);
	expect(lines).toEqual([
		'info Calls: execution without id, batch 1: sending 3 rows, items 0 to 1, 3',
		'info Calls: execution without id, batch 1: accepted (task_data_id): item 0: id1390; item 1: id1391; item 3: id1393',
		'info Calls: execution without id, batch 2: sending 1 row, item 2',
		'info Calls: execution without id, batch 2: accepted (task_data_id): item 2, row 0: id1392',
	]);
});

test('nothing of a test is recorded', async () => {
	const execution = { id: '7' };
	const { states, stored } = await sent(keyed('a'), { isTest: true, execution });
	expect([states, stored]).toEqual([['0 accepted id1390'], []]);
});

describe('a request that fails', () => {
	const platform = (numbers: string[]) => (numbers.includes('1390') ? lost : undefined);

	test('ends the run, unless the others are sent', async () => {
		const rows = rowsTo('a', 'b');
		expect((await sent(rows, { platform })).states).toEqual(['0 unknown', '1 ready']);
		expect((await sent(rows, { platform, sendOthers: true })).states).toEqual([
			'0 unknown',
			'1 accepted id1391',
		]);
	});

	test('because of one row is split at once, and the others are sent', async () => {
		const { requests, states, stored } = await sent(keyed('a', 'b', 'c', 'd'), {
			platform: (numbers) => (numbers.includes('1391') ? wrongNumber() : undefined),
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
		expect(stored).not.toContain('begun key b');
	});

	test('because of one row is split, or left to the operation, also if nothing is recorded', async () => {
		const setup: Setup = {
			isTest: true,
			platform: (numbers) => (numbers.includes('1391') ? wrongNumber() : undefined),
		};
		const rows = [entry(0), entry(1)];
		expect((await sent(rows, setup)).states).toEqual(['0 accepted id1390', '1 notAccepted']);
		const settle = async () => await Promise.resolve();
		const left = await sent(rows, { ...setup, settle });
		expect(left.states).toEqual(['0 notAccepted', '1 notAccepted']);
	});

	test('because of one row is left to the operation if it must first find out about the others', async () => {
		const settle = jest.fn(async () => await Promise.resolve());
		const rows = [...rowsTo('a', 'a', 'b')].map((row) => ({ ...row, key: row.label }));
		const { requests, states, stored } = await sent(rows, {
			platform: (numbers) => (numbers.includes('1391') ? wrongNumber() : undefined),
			settle,
		});
		expect(requests).toHaveLength(2);
		expect(settle).toHaveBeenCalledTimes(1);
		expect(settle).toHaveBeenCalledWith(expect.anything(), [rows.slice(0, 2)], expect.anything());
		expect(states).toEqual(['0 notAccepted', '1 notAccepted', '2 accepted id1392']);
		expect(stored).toEqual(['begun key 1392', 'sent key 1392']);
	});
});

describe('what is recorded', () => {
	test('keys are new, or were sent before', async () => {
		const { requests, states, stored } = await sent(keyed('a', 'b', 'c'), {
			stored: new Set(['begun key b', 'sent key b']),
		});
		expect(requests).toEqual([['a', '1390', '1392']]);
		expect(states).toEqual(['0 accepted id1390', '1 sentBefore', '2 accepted id1392']);
		expect([...stored].sort()).toEqual(
			['a', 'b', 'c'].flatMap((key) => [`begun key ${key}`, `sent key ${key}`]).sort(),
		);
	});

	test('a batch of which all rows were sent before is not sent', async () => {
		const stored = new Set(['begun key a', 'begun key b', 'sent key a', 'sent key b']);
		expect(await sent(keyed('a', 'b'), { stored })).toMatchObject({
			requests: [],
			states: ['0 sentBefore', '1 sentBefore'],
			lines: ['info Calls: execution without id: rows begun: 2 rows, items 0 to 1'],
		});
	});

	test('what was certainly not accepted is free again; the rest stays begun or sent', async () => {
		const rows = rowsTo('a', 'b', 'c').map((row, index) => ({ ...row, key: `${index}` }));
		const { states, stored, lines } = await sent(rows, {
			platform: ([number]) => (number === '1390' ? lost : wrongNumber()),
			sendOthers: true,
		});
		expect(states).toEqual(['0 unknown', '1 notAccepted', '2 notAccepted']);
		expect(stored).toEqual(['begun key 0']);
		expect(lines.filter((line) => line.includes('recorded'))).toEqual([]);
	});

	test('a row that was begun before is unknown, and only sent if Send Interrupted Rows is on', async () => {
		const stored = new Set(['begun key a', 'begun key b', 'sent key b']);
		const { states, requests } = await sent(keyed('a', 'b', 'c'), { stored, sendOthers: true });
		expect([states, requests]).toEqual([
			['0 unknown', '1 sentBefore', '2 accepted id1392'],
			[['a', '1392']],
		]);
		const again = await sent(keyed('a', 'b', 'c'), {
			stored,
			settings: { allowsDuplicates: false, sendInterrupted: true },
		});
		expect([again.states, again.requests]).toEqual([
			['0 accepted id1390', '1 sentBefore', '2 sentBefore'],
			[['a', '1390']],
		]);
		expect(stored).toContain('sent key a');
	});

	test('the key of a row in doubt stays begun', async () => {
		const { states, stored } = await sent(keyed('a'), { platform: () => lost });
		expect(states).toEqual(['0 unknown']);
		expect(stored).toEqual(['begun key a']);
	});

	test('without keys, a row is recorded by a hash, which no other row of the run has', async () => {
		const setup: Setup = {
			execution: { id: '7' },
			settings: { skip: 'calledToday', allowsDuplicates: true },
		};
		const stored = new Set<string>();
		const first = await sent([entry(0), entry(0)], { ...setup, stored });
		expect(first.states).toEqual(['0 accepted id1390', '0 accepted id1390-1']);
		expect(first.stored).toEqual([
			expect.stringMatching(/^begun 2026-11-23 [\w-]{43}$/),
			expect.stringMatching(/^called 2026-11-23 [\w-]{43}$/),
			expect.stringMatching(/^begun 2026-11-23 [\w-]{43} 2$/),
			expect.stringMatching(/^called 2026-11-23 [\w-]{43} 2$/),
			expect.stringMatching(/^sent 2026-11-23 [\w-]{43}$/),
			expect.stringMatching(/^sent 2026-11-23 [\w-]{43} 2$/),
		]);
		expect(new Set(first.stored).size).toBe(6);
		const again = await sent([entry(0), entry(0), entry(0)], {
			...setup,
			stored,
			execution: { id: '8' },
		});
		expect(again.states).toEqual(['0 sentBefore', '0 sentBefore', '0 accepted id1390']);
	});

	test('the groups of rows that are recorded together grow with what was begun', async () => {
		const { lines } = await sent(many(5400), { settings: { rememberedKeys: 10_000 } });
		const sizes = lines.flatMap((line) => /rows begun: (\d+) rows/.exec(line)?.[1] ?? []);
		expect(sizes).toEqual([...Array.from({ length: 51 }, () => '100'), '150', '150']);
	});

	testInFull('the groups grow up to 500 rows', async () => {
		const { lines } = await sent(many(30_000), { settings: { rememberedKeys: 30_000 } });
		expect(lines).toContain(
			'info Calls: execution without id: rows begun: 500 rows, items 29300 to 29799',
		);
	});
});

describe("if n8n's database fails", () => {
	test('before rows are sent, none of them is sent, and the run ends', async () => {
		let calls = 0;
		const { requests, states, outcomes } = await sent(many(101), {
			settings: { rememberedKeys: 200 },
			// Away when the first rows are recorded, also at the second and the third try.
			isDatabaseAway: () => ++calls <= 3,
		});
		expect(requests).toEqual([]);
		expect(new Set(states.slice(0, 100).map((state) => state.split(' ')[1]))).toEqual(
			new Set(['notSent']),
		);
		expect(states[100]).toBe('100 ready');
		expect(outcomes[0]).toMatchObject({
			state: 'notSent',
			failure: {
				message: "n8n's database could not be asked what was sent before: the database is away",
				details: { facts: { state: 'notSent' } },
			},
		});
		expect(outcomes[100]).toMatchObject({ state: 'ready' });
	});

	test('after rows were sent, they keep their outcomes, and the log says that these were not recorded', async () => {
		// Both become true right before the second row would be sent.
		let hoursAreOver = false;
		let isAway = false;
		const { states, lines } = await sent(
			rowsTo('0', '1', '2').map((row) => ({ ...row, key: row.label })),
			{
				isLate: () => hoursAreOver,
				isDatabaseAway: () => isAway,
				sendOthers: true,
				beforeRequest: (numbers) => {
					if (!numbers.includes('1391')) return;
					hoursAreOver = true;
					isAway = true;
				},
			},
		);
		expect(states).toEqual(['0 accepted id1390', '1 outsideHours', '2 outsideHours']);
		expect(lines.filter((line) => line.includes('recorded'))).toEqual([NOT_RECORDED]);
	});
});

test('without rows nothing is asked and nothing is said', async () => {
	expect(await sent([], { isDatabaseAway: () => true })).toMatchObject({
		requests: [],
		lines: [],
		stored: [],
	});
});

describe('calling hours', () => {
	test('are checked right before each request, and rows that they stop are free again', async () => {
		let hoursHaveEnded = false;
		const rows = rowsTo('a', 'b', 'c').map((row) => ({ ...row, key: row.label }));
		const { states, stored, outcomes } = await sent(rows, {
			isLate: () => hoursHaveEnded,
			beforeRequest: (numbers) => {
				if (numbers.includes('1391')) hoursHaveEnded = true;
			},
			sendOthers: true,
		});
		expect(states).toEqual(['0 accepted id1390', '1 outsideHours', '2 outsideHours']);
		expect(outcomes[1]).toMatchObject({ failure: outsideHours, saysNext: true });
		expect(stored).toEqual(['begun key 1390', 'sent key 1390']);
	});
});

describe('an execution that is stopped', () => {
	test('sends no further batch, and records of the rows that were not tried that they are free', async () => {
		const stop = new AbortController();
		const rows = rowsTo('a', 'b').map((row) => ({ ...row, key: row.label }));
		const { states, lines, stored } = await sent(rows, {
			stopped: stop.signal,
			beforeRequest: () => stop.abort(),
			sendOthers: true,
		});
		expect(states).toEqual(['0 accepted id1390', '1 ready']);
		expect(stored).toEqual(['begun key 1390', 'sent key 1390']);
		expect(lines.at(-1)).toBe(
			'warn Calls: execution without id: The execution was stopped. Of 2 rows 1 were accepted, 0 unknown, 1 not sent',
		);
	});

	test('records nothing if it was stopped before', async () => {
		const { requests, states, stored, lines } = await sent(keyed('a'), {
			stopped: AbortSignal.abort(),
		});
		expect([requests, states, stored, lines.length]).toEqual([[], ['0 ready'], [], 1]);
	});

	test('says which items were not read', async () => {
		const items = Array.from({ length: 5 }, () => ({}));
		const line = 'warn Calls: execution without id: The execution was stopped.';
		const lastLine = async (entries: Entry[], count = 5) =>
			(
				await sent(entries, { items: items.slice(0, count), stopped: AbortSignal.abort() })
			).lines.at(-1);
		const rows = rowsTo('a', 'a', 'a');
		expect([await lastLine(rows), await lastLine([]), await lastLine(rows, 3)]).toEqual([
			`${line} Of 3 rows 0 were accepted, 0 unknown, 3 not sent. The last 2 items were not read`,
			`${line} Of 0 rows 0 were accepted, 0 unknown, 0 not sent. The last 5 items were not read`,
			`${line} Of 3 rows 0 were accepted, 0 unknown, 3 not sent`,
		]);
	});
});

test('two runs of a process with the same rows in another order do not wait for each other', async () => {
	const stored = new Set<string>();
	const rows = many(200);
	const runWith = async (given: readonly Entry[], wrong: string) =>
		await sent(given, {
			stored,
			node: { id: 'two' },
			sendOthers: true,
			platform: (numbers) => (numbers.includes(wrong) ? wrongNumber() : undefined),
			settle: async (sender, refused) => {
				for (const batch of refused) await sender.split(batch);
			},
		});
	const [first, second] = await Promise.all([
		runWith(rows, '1390'),
		runWith([...rows].reverse(), '139199'),
	]);
	const accepted = [...first.requests, ...second.requests];
	expect(first.states.filter((state) => state.startsWith('0 '))).toEqual(['0 notAccepted']);
	expect(second.states.filter((state) => state.startsWith('199 '))).toEqual(['199 notAccepted']);
	expect(accepted.length).toBeGreaterThan(0);
});
