/** Whether a start of an execution may send: beside other starts, and after earlier ones. */
import { earlierStarts, RunGuard, SLOT_MS } from '../../../nodes/IflytekAiCall/sentBefore/runGuard';
import type { RetryGroup } from '../../../nodes/IflytekAiCall/sentBefore/retryGroup';
import { MIN_ENTRIES, openStore } from '../../../nodes/IflytekAiCall/sentBefore/storedRows';
import { CONSOLE } from '../../../nodes/shared/iflytek';
import type { Clock } from '../../../nodes/shared/n8n/requests/clock';
import { contextOf, never, PLACE_NAMES, type Surroundings } from './context';
import { randomUUID } from '../../setup/chance';

const NOON = Date.parse('2026-11-23T12:00:00+08:00');
const period = (hours: number) => Math.floor(NOON / (hours * 3_600_000));
const [HOUR, DAY, MONTH] = [period(1), period(24), period(720)];

/** A clock that others can set. It waits as long as `wait` does. */
function clockAt(time: number, wait: (ms: number) => Promise<void> = async () => await never()) {
	const clock = { time, waited: [] as number[], now: () => 0, date: () => clock.time, sleep };
	async function sleep(ms: number) {
		clock.waited.push(ms);
		await wait(ms);
	}
	return clock satisfies Clock;
}

/** The store of a process. Processes share n8n's database, but nothing else. */
const storeOf = (stored: Set<string>, surroundings: Partial<Surroundings> = {}) =>
	openStore(contextOf({ stored, node: { id: randomUUID() }, ...surroundings }).context);

describe('one process at a time sends rows of an execution', () => {
	const group = randomUUID();
	const slot = Math.floor(NOON / SLOT_MS);
	const slots = (...numbers: number[]) => numbers.map((number) => `slot ${group} ${slot + number}`);
	let stored = new Set<string>();
	beforeEach(() => (stored = new Set()));
	const enter = async (clock: Clock) =>
		await RunGuard.enter(group, storeOf(stored), clock, PLACE_NAMES);

	test('the runs of a process share its slots until the last one has left', async () => {
		const store = storeOf(stored);
		const clock = clockAt(NOON);
		const guard = await RunGuard.enter(group, store, clock, PLACE_NAMES);
		expect(await RunGuard.enter(group, store, clock, PLACE_NAMES)).toBe(guard);
		expect([...stored]).toEqual(slots(-1, 0, 1));
		await guard.leave();
		expect([...stored]).toEqual(slots(-1, 0, 1));
		await guard.leave();
		expect([...stored]).toEqual([]);
		const next = await RunGuard.enter(group, store, clock, PLACE_NAMES);
		expect(next).not.toBe(guard);
		await next.leave();
	});

	test('a process takes over from one that has not renewed its slots for 45 seconds', async () => {
		await enter(clockAt(NOON));
		const clock = clockAt(NOON, async (ms) => {
			if (ms === 500) await never();
			clock.time += ms;
		});
		const guard = await enter(clock);
		expect(clock.waited).toEqual([45_000, 500]);
		await guard.leave();
		expect([...stored]).toEqual(slots(-1, 0, 1));
	});

	test('a process takes over from one that has ended while it waited', async () => {
		await enter(clockAt(NOON));
		const clock = clockAt(NOON, async (ms) => {
			if (ms === 500) await never();
			clock.time += ms;
			// The other one has renewed its slots once.
			for (const name of slots(2)) stored.add(name);
		});
		const guard = await enter(clock);
		await guard.leave();
		expect(clock.waited).toEqual([45_000, 500]);
	});

	test('a process sends nothing if the other one goes on, and leaves its slots as they are', async () => {
		for (const name of slots(-1, 0, 1)) stored.add(name);
		const clock = clockAt(NOON, async (ms) => {
			clock.time += ms;
			for (const name of slots(2, 3)) stored.add(name);
			await Promise.resolve();
		});
		await expect(enter(clock)).rejects.toMatchObject({
			message:
				'Another start of this execution is still running, so this one could call people twice',
			details: {
				facts: { state: 'unknown' },
				advice:
					'This start sent nothing. Wait until the other one has ended, then click Retry: it sends what is missing. n8n starts an execution twice if Redis has lost its data; it can also show an execution as failed that still runs.',
			},
		});
		expect([...stored]).toEqual(slots(-1, 0, 1, 2, 3));
	});

	test('a process renews its slots, and forgets the old ones', async () => {
		let turns = 0;
		const clock = clockAt(NOON, async () => {
			if (++turns > 3) await never();
			if (turns === 2) clock.time += 2 * SLOT_MS;
		});
		const guard = await enter(clock);
		while (turns <= 3) await new Promise((resolve) => setTimeout(resolve, 5));
		expect([...stored].sort()).toEqual(slots(1, 2, 3));
		await guard.leave();
		expect([...stored]).toEqual([]);
	});

	test('slots that are renewed while the last run leaves are forgotten', async () => {
		const { context } = contextOf({ stored, node: { id: randomUUID() } });
		const entered: RunGuard[] = [];
		let left = false;
		const clock = clockAt(NOON, async () => {
			if (clock.time > NOON) await never();
			clock.time += SLOT_MS;
		});
		const { checkProcessedAndRecord } = context.helpers;
		context.helpers.checkProcessedAndRecord = async (...request) => {
			const answer = await checkProcessedAndRecord(...request);
			if (clock.time > NOON && !left) {
				left = true;
				void entered[0]?.leave();
			}
			return answer;
		};
		entered.push(await RunGuard.enter(group, openStore(context), clock, PLACE_NAMES));
		while (clock.waited.length < 1 || !left) await new Promise((resolve) => setTimeout(resolve, 5));
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect([...stored]).toEqual([]);
	});
});

describe('what is known of earlier starts', () => {
	const newGroup = (more: Partial<RetryGroup> = {}): RetryGroup => ({
		id: randomUUID(),
		execution: randomUUID(),
		isShared: true,
		isSubWorkflow: false,
		startedAt: NOON,
		...more,
	});
	const asked = async (
		group: RetryGroup,
		{ stored = new Set<string>(), mode = 'retry', hasKeys = false, id = randomUUID() } = {},
	) => {
		const { context } = contextOf({ stored, execution: { id: 'e', mode }, node: { id } });
		const { helpers } = context;
		let questions = 0;
		const { checkProcessedAndRecord } = helpers;
		helpers.checkProcessedAndRecord = async (...request) => {
			questions++;
			return await checkProcessedAndRecord(...request);
		};
		const clock = clockAt(NOON);
		const found = await earlierStarts(context, openStore(context), {
			group,
			hasKeys,
			clock,
			names: PLACE_NAMES,
		});
		return { ...found, questions };
	};
	const markersOf = ({ id }: RetryGroup, kind: string) => [
		`hour ${HOUR}`,
		`day ${DAY}`,
		`month ${MONTH}`,
		`group ${kind} keys ${id}`,
	];
	/** As many entries as a full store has, and these. */
	const full = (...texts: string[]) =>
		new Set([...texts, ...Array.from({ length: MIN_ENTRIES * 0.9 }, (_none, index) => `${index}`)]);
	const REFUSAL = {
		message:
			'This is a retry, and it is not known whether this node had already started to call people in the earlier execution',
		details: {
			facts: { state: 'unknown' },
			advice: `Nothing was sent. First check which rows were accepted: n8n's log lists the IDs of each batch (search for the execution and this node), and ${CONSOLE} has the rest. Then start a new execution with the missing ones.`,
		},
	};

	test('a first start asks for nothing, and a retry once', async () => {
		const group = newGroup();
		expect(await asked(group, { mode: 'trigger' })).toEqual({
			hasKeys: false,
			markers: markersOf(group, 'without'),
			questions: 0,
		});
		const process = { hasKeys: true, id: randomUUID(), stored: new Set<string>() };
		const retried = newGroup();
		const first = await asked(retried, process);
		expect(first).toEqual({
			hasKeys: true,
			markers: markersOf(retried, 'with'),
			questions: 2,
		});
		const again = await asked(retried, process);
		expect(again).toEqual({ ...first, questions: 0 });
		expect(again.markers).toBe(first.markers);
	});

	test.each([
		['with', true, 1],
		['without', false, 1],
		['without', true, 2],
	])('an earlier start %s keys is found (keys now: %s)', async (kind, hasKeys, questions) => {
		const group = newGroup();
		const stored = new Set([`group ${kind} keys ${group.id}`]);
		const found = { hasKeys: kind === 'with', markers: [], questions };
		expect(await asked(group, { stored, hasKeys })).toEqual(found);
		const called = { ...group, execution: randomUUID(), isSubWorkflow: true };
		expect(await asked(called, { stored, hasKeys, mode: 'integrated' })).toEqual(found);
		expect([...stored]).toHaveLength(1);
	});

	test('if rows had keys in the earlier start, they must have them now', async () => {
		const group = newGroup();
		await expect(
			asked(group, { stored: new Set([`group with keys ${group.id}`]) }),
		).rejects.toMatchObject({
			message:
				'This is a retry, and in the failed execution rows had keys, but now Row Key is empty',
			details: {
				facts: { state: 'unknown' },
				advice:
					'Nothing was sent. Fill in Row Key as it was and click Retry again: it sends what is missing.',
			},
		});
	});

	test('a retry sends nothing if n8n does not tell of which execution it is one', async () => {
		await expect(asked(newGroup({ isShared: false }))).rejects.toMatchObject(REFUSAL);
	});

	test.each([
		['the hour before', [`hour ${HOUR - 1}`], true],
		['the day before', [`day ${DAY - 1}`], true],
		['the month a year before', [`month ${MONTH - 12}`], true],
		['only its own hour', [`hour ${HOUR}`, `hour ${HOUR + 1}`], false],
		['only what is too old to be asked for', [`month ${MONTH - 13}`, `hour ${HOUR - 25}`], false],
	])('with a full store that has %s', async (_name, texts, isKnown) => {
		const answer = asked(newGroup(), { stored: full(...texts) });
		if (isKnown) expect((await answer).markers).toHaveLength(4);
		else await expect(answer).rejects.toMatchObject(REFUSAL);
	});

	test('with a full store, a retry of an execution whose start time is not known sends nothing', async () => {
		const group = newGroup({ startedAt: undefined });
		await expect(asked(group, { stored: full(`hour ${HOUR - 1}`) })).rejects.toMatchObject(REFUSAL);
		expect((await asked(group)).markers).toHaveLength(4);
	});

	test('a process that is killed while it asks leaves no false answer', async () => {
		const group = newGroup();
		const [own, other] = ['without', 'with'].map((kind) => `group ${kind} keys ${group.id}`);
		const leftBy = (marker = '') => new Set([marker, `asking ${marker}`]);
		expect(await asked(group, { stored: leftBy(own) })).toMatchObject({
			hasKeys: false,
			markers: markersOf(group, 'without'),
		});
		for (const mode of ['retry', 'integrated']) {
			const start = newGroup({ id: group.id, isSubWorkflow: true });
			await expect(asked(start, { stored: leftBy(other), mode })).rejects.toMatchObject(REFUSAL);
		}
	});
});
