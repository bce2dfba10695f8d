/** How batches are sent, and how the rows are found because of which the platform refuses one. */
import { fc } from '../aiCall/property';
import type { SkipSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { DeliveryNames, Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { batchesOf } from '../../../nodes/IflytekAiCall/send/batches';
import { DeliveryLog } from '../../../nodes/IflytekAiCall/send/log';
import { nodeRunOf } from '../../../nodes/IflytekAiCall/send/nodeRun';
import { Sender } from '../../../nodes/IflytekAiCall/send/sender';
import {
	OutsideHoursError,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import {
	CountMismatchError,
	RefusalError,
} from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import type {
	AiCallClient,
	SendOptions,
} from '../../../nodes/shared/aiCall/transport/aiCallClient';
import { Failure, TransportError } from '../../../nodes/shared/failure';
import {
	clockAt,
	contextOf,
	decisionsOf,
	entriesTo,
	NOON,
	PLACE_NAMES,
	TASK_NAMES,
} from './context';

const entry = entriesTo({ body: (rows) => ({ rows }) });
const rows = (count: number) => Array.from({ length: count }, (_none, item) => entry(item));
const wrongNumber = new RefusalError('placeCalls', '200203', 'wrong');
const lost = new TransportError('connection lost', 'Try again.', 'interrupted');

interface Setup {
	names?: DeliveryNames;
	sendOthers?: boolean;
	/** The platform's error for a request with these numbers; undefined if it accepts them. */
	platform?: (numbers: string[]) => Error | undefined;
	/** Called before a request is checked for the last time. */
	beforeRequest?: () => void;
	stopped?: AbortSignal;
	skip?: SkipSettings;
	/** The result of the platform, in place of an ID for each row. */
	result?: object;
}

/** A sender, its requests, the time-outs of these, the log, and the decisions. */
function senderOf({
	names = PLACE_NAMES,
	sendOthers = false,
	platform = () => undefined,
	beforeRequest = () => undefined,
	stopped,
	skip,
	result,
}: Setup = {}) {
	const requests: string[][] = [];
	const options: (SendOptions | undefined)[] = [];
	const client: AiCallClient = async (_method, body, sendOptions) => {
		const numbers = ((body.rows ?? []) as string[][]).flat();
		beforeRequest();
		sendOptions?.beforeSend?.();
		requests.push(numbers);
		options.push(sendOptions);
		const error = platform(numbers);
		if (error) throw error;
		return await Promise.resolve({
			code: '0',
			message: '',
			result: {
				total: numbers.length,
				task_data_ids: numbers.map((number) => `id${number}`),
				...result,
			},
			sent: {},
		});
	};
	const { context, lines } = contextOf({ parameters: { options: { timeout: 7 } }, stopped });
	const clock = clockAt(NOON);
	const decisions = decisionsOf();
	const node = nodeRunOf(context);
	const log = new DeliveryLog(node, names);
	const sender = new Sender(node, client, {
		names,
		clock,
		sendOthers,
		decisions,
		log,
		...(skip && { skip }),
	});
	const states = (given: readonly Entry[]) => given.map((row) => decisions.of(row).state);
	return { sender, requests, options, lines, decisions, states };
}

describe('a batch', () => {
	test('that is accepted gives each row its ID, and the log has a line before and after it', async () => {
		const { sender, requests, options, lines, decisions } = senderOf();
		const batch = [entry(0), entry(2, { rowIndex: 1 })];
		expect(await sender.sendWhole(batch)).toBe(false);
		expect(requests).toEqual([['1390', '1392']]);
		expect(options).toMatchObject([{ timeoutMs: 7000 }]);
		expect(batch.map((row) => decisions.of(row))).toMatchObject([
			{ state: 'accepted', id: 'id1390' },
			{ state: 'accepted', id: 'id1392' },
		]);
		expect(lines).toEqual([
			'info Calls: execution without id, batch 1: sending 2 rows, items 0, 2',
			'info Calls: execution without id, batch 1: accepted (task_data_id): item 0: id1390; item 2, row 1: id1392',
		]);
		expect(sender.isOver).toBe(false);
	});

	test('of a task has the ID of the task', async () => {
		const { sender, decisions } = senderOf({ names: TASK_NAMES, result: { task_id: '7' } });
		const [task] = rows(1);
		await sender.sendWhole([task as Entry]);
		expect(decisions.of(task as Entry)).toMatchObject({ state: 'accepted', id: '7' });
	});

	test('without rows is not sent', async () => {
		const { sender, requests, lines } = senderOf();
		expect([await sender.sendWhole([]), requests, lines]).toEqual([false, [], []]);
	});

	test('that fails has the same outcome for all its rows, and ends the run', async () => {
		const { sender, decisions, lines, requests } = senderOf({ platform: () => lost });
		const batch = rows(2);
		expect(await sender.sendWhole(batch)).toBe(false);
		expect(batch.map((row) => decisions.of(row))).toEqual(
			batch.map(() => ({
				state: 'unknown',
				failure: new Failure(
					'It is not known whether these rows were accepted: connection lost',
					'interrupted',
				),
				cause: lost,
				saysNext: true,
				at: NOON,
			})),
		);
		expect(lines.at(-1)).toBe(
			'warn Calls: execution without id, batch 1: not known whether accepted, items 0 to 1',
		);
		expect(sender.isOver).toBe(true);
		const next = [entry(2)];
		await sender.sendWhole(next);
		expect([requests.length, decisions.of(next[0] as Entry)]).toEqual([
			1,
			{ state: 'ready', at: NOON },
		]);
	});

	test.each<[string, SkipSettings['skip'] | undefined, RegExp]>([
		['nothing of Repeat', undefined, /turn on Send Interrupted Rows for one run\.$/],
		['Once a Day', 'sameValues', /turn on Send Interrupted Rows for one run\.$/],
		['Each Run', 'none', /Remove these from the list and run it again\.$/],
	])('whose answer was lost says how to find out, with %s', async (_name, skip, advice) => {
		const { sender, decisions } = senderOf({
			platform: () => lost,
			...(skip && { skip: { skip, allowsDuplicates: false, sendInterrupted: false } }),
		});
		const row = entry(0);
		await sender.sendWhole([row]);
		expect(decisions.of(row)).toMatchObject({
			failure: {
				message: 'It is not known whether this row was accepted: connection lost',
				kind: 'interrupted',
				details: { advice: expect.stringMatching(advice) as string },
			},
		});
	});

	test('that turns out not to have been accepted is refused, and otherwise left in doubt', async () => {
		const { sender, decisions } = senderOf({ platform: () => lost });
		const [first, second] = [entry(0), entry(1)];
		await sender.sendWhole([first]);
		sender.refuse(first);
		sender.refuse(second);
		expect([decisions.of(first), decisions.of(second)]).toEqual([
			{ state: 'notAccepted', failure: lost, at: NOON },
			{ state: 'ready', at: NOON },
		]);
		decisions.set(second, { state: 'notAccepted', failure: wrongNumber });
		sender.leaveUnknown([first, second, entry(2)]);
		expect(decisions.of(second)).toMatchObject({
			state: 'unknown',
			failure: {
				message: `It is not known whether these rows were accepted: ${wrongNumber.message}`,
				details: { code: '200203', desc: 'wrong' },
			},
			cause: wrongNumber,
			saysNext: true,
		});
		expect(decisions.of(first).state).toBe('unknown');
	});

	test('that fails does not end a run that sends the others', async () => {
		const { sender, requests } = senderOf({ platform: () => lost, sendOthers: true });
		await sender.sendWhole([entry(0)]);
		await sender.sendWhole([entry(1)]);
		expect([sender.isOver, requests]).toEqual([false, [['1390'], ['1391']]]);
	});

	test('with too few IDs is unknown', async () => {
		const { sender, decisions } = senderOf({ result: { total: 1, task_data_ids: ['7'] } });
		const batch = rows(2);
		await sender.sendWhole(batch);
		const mismatch = new CountMismatchError(2, 1, ['7']);
		expect(decisions.of(batch[0] as Entry)).toEqual({
			state: 'unknown',
			failure: mismatch,
			cause: mismatch,
			saysNext: true,
			at: NOON,
		});
	});

	test('is not sent after the execution was stopped', async () => {
		const stop = new AbortController();
		const { sender, requests } = senderOf({ stopped: stop.signal, sendOthers: true });
		await sender.sendWhole([entry(0)]);
		stop.abort();
		await sender.sendWhole([entry(1)]);
		expect([sender.isOver, requests]).toEqual([true, [['1390']]]);
	});

	test('is not sent if the calling hours have ended right before its request', async () => {
		let areOver = false;
		const hours = readCallingHours('13:00-20:00', 'Asia/Shanghai');
		const row = entriesTo({
			body: (all) => ({ rows: all }),
			get hours() {
				return areOver ? hours : undefined;
			},
		})(0);
		const { sender, requests, decisions } = senderOf({ beforeRequest: () => (areOver = true) });
		expect(await sender.sendWhole([row])).toBe(false);
		expect([requests, decisions.of(row)]).toEqual([
			[],
			{
				state: 'outsideHours',
				failure: new OutsideHoursError(hours, NOON),
				saysNext: true,
				at: NOON,
			},
		]);
	});
});

describe('a batch that the platform refuses because of rows', () => {
	/** Sends rows, and splits what is refused because of the rows at these places. */
	async function sendRows(given: readonly Entry[], bad: ReadonlySet<string>) {
		const platform = (numbers: string[]) =>
			numbers.some((number) => bad.has(number)) ? wrongNumber : undefined;
		const sent = senderOf({ platform });
		for (const batch of batchesOf(given, 50)) await sent.sender.send(batch);
		return sent;
	}
	/** What a run with so many rows costs, of which these are bad, and whether each row has its outcome. */
	async function outcomeOf(count: number, bad: readonly number[]) {
		const given = rows(count);
		const numbers = new Set(bad.map((item) => `139${item}`));
		const { requests, states, sender } = await sendRows(given, numbers);
		const found = states(given);
		const isRight = found.every(
			(state, item) => state === (bad.includes(item) ? 'notAccepted' : 'accepted'),
		);
		return { requests: requests.length, isRight, isOver: sender.isOver, sent: requests.flat() };
	}
	/** Places of refused rows, evenly among all. */
	const spread = (count: number, bad: number) =>
		Array.from({ length: bad }, (_none, index) => Math.floor((index * count) / bad));

	test('is refused as a whole if it is not split', async () => {
		const { sender, decisions, lines } = senderOf({ platform: () => wrongNumber });
		const batch = rows(2);
		expect(await sender.sendWhole(batch)).toBe(true);
		expect(batch.map((row) => decisions.of(row))).toEqual(
			batch.map(() => ({ state: 'notAccepted', failure: wrongNumber, at: NOON })),
		);
		expect(lines.at(-1)).toBe(
			'warn Calls: execution without id, batch 1: not accepted, items 0 to 1',
		);
		expect(sender.isOver).toBe(false);
	});

	test('is not split further if it has one row', async () => {
		const { sender, requests } = senderOf({ platform: () => wrongNumber });
		await sender.send([entry(0)]);
		expect(requests).toEqual([['1390']]);
	});

	test('is split: the second half is not asked for as a whole if the first is accepted', async () => {
		const given = rows(4);
		const { requests, states } = await sendRows(given, new Set(['1393']));
		expect(requests).toEqual([
			['1390', '1391', '1392', '1393'],
			['1390', '1391'],
			['1392'],
			['1393'],
		]);
		expect(states(given)).toEqual(['accepted', 'accepted', 'accepted', 'notAccepted']);
	});

	test('leaves the rest unsent if the connection is lost while it is split', async () => {
		const given = rows(4);
		let count = 0;
		const { sender, states } = senderOf({
			platform: () => (++count === 1 ? wrongNumber : lost),
		});
		await sender.send(given);
		expect(states(given)).toEqual(['unknown', 'unknown', 'ready', 'ready']);
	});

	test('costs at most 11 more requests for one refused row of 50, wherever it is', async () => {
		for (let bad = 0; bad < 50; bad++) {
			const { requests, isRight } = await outcomeOf(50, [bad]);
			expect({ bad, isRight, isFew: requests <= 12 }).toEqual({ bad, isRight: true, isFew: true });
		}
	});

	test.each([
		[0, 50, 1],
		[1, 50, 11],
		[2, 50, 19],
		[30, 50, 95],
		[0, 10_000, 200],
		[1, 10_000, 210],
		[2, 10_000, 220],
		[30, 10_000, 480],
	])('costs few requests: %d refused rows of %d', async (bad, count, expected) => {
		const { requests, isRight, isOver, sent } = await outcomeOf(count, spread(count, bad));
		expect({ requests, isRight, isOver }).toEqual({
			requests: expected,
			isRight: true,
			isOver: false,
		});
		// Each row is asked for.
		expect(new Set(sent).size).toBe(count);
	});

	test('whichever rows are refused, exactly these are refused, and each other row is accepted once', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc
					.integer({ min: 1, max: 50 })
					.chain((count) =>
						fc.tuple(
							fc.constant(count),
							fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: count }),
						),
					),
				async ([count, bad]) => {
					const given = rows(count);
					const numbers = new Set(bad.map((item) => `139${item}`));
					const { requests, states } = await sendRows(given, numbers);
					expect(states(given)).toEqual(
						given.map(({ item }) => (bad.includes(item) ? 'notAccepted' : 'accepted')),
					);
					const accepted = requests.filter((one) => !one.some((number) => numbers.has(number)));
					expect(accepted.flat().sort()).toEqual(
						given
							.map(({ label }) => label)
							.filter((label) => !numbers.has(label))
							.sort(),
					);
				},
			),
			{ seed: 7 },
		);
	});
});
