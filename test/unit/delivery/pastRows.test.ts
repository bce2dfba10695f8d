/** What became of rows that were begun before, and of which no record says how they ended. */
import type { Ruling } from '../../../nodes/IflytekAiCall/entry/decision';
import type { Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import type { SkipSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Memory } from '../../../nodes/IflytekAiCall/sentBefore/memory';
import { sentText } from '../../../nodes/IflytekAiCall/sentBefore/rowIdentities';
import { CampaignRows } from '../../../nodes/IflytekAiCall/sentBefore/campaignRows';
import { SentRows } from '../../../nodes/IflytekAiCall/sentBefore/sentRows';
import { Failure } from '../../../nodes/shared/failure';
import { acceptedAs, clockAt, decisionsOf, entriesTo, NOON } from './context';
import { memoryOf, platformWith } from './platform';

const DAY = '2026-11-23';
const DAY_MS = 24 * 3_600_000;
const CAMPAIGN = `campaign ${DAY} 1`;
const DOUBT = { was: 'inDoubt', doubt: { why: 'interrupted' } };
const NEW_TASK = { task_id: 't', status: '0', count_tel: 1 };

const destination = { body: () => ({}), script: '7', columns: ['tel', 'name'] };
const row = (more: Partial<Entry> = {}): Entry =>
	entriesTo(destination)(1, { values: ['1391', 'Li'], ...more });
/** The same row for the task of Add Rows with this ID. */
const rowFor = (id: string, asFound = { status: '0' }) =>
	row({ destination: { ...destination, task: { id, asFound } } });

type Run = NonNullable<Parameters<typeof memoryOf>[1]>;
type Platform = ReturnType<typeof platformWith>;

const toTasks = (platform: Platform, more: Run = {}): Run => ({
	platform,
	sendsToTask: true,
	...more,
});

async function noted(stored: Set<string>, run: Run, one: Entry) {
	const opened = await memoryOf(stored, run);
	await opened.memory.note([one]);
	return opened;
}

/** A run that was killed after it had recorded a row as begun, in these groups. */
async function killed(
	stored: Set<string>,
	run: Run,
	groups: string[] = [],
	one = row(),
): Promise<Memory> {
	const { memory } = await noted(stored, run, one);
	const { own } = memory.identities.of(one);
	const texts = groups.map((group) => memory.tasks.inGroup(own, group));
	const record = async (all: readonly string[]) => await memory.store.record(all);
	await memory.begin([one], record, () => texts);
	return memory;
}

/** The group of a task that Add Rows has filled. */
async function filled(stored: Set<string>, platform: Platform, id: string): Promise<string> {
	const { memory } = await memoryOf(stored, toTasks(platform));
	return (await memory.tasks.groupOf(id, { status: '0' }, DAY)).group;
}

/** What a check and then a run know of the row, and what the run has told. */
async function known(stored: Set<string>, run: Run, one = row()) {
	const check = await noted(stored, run, one);
	const checked = (await check.memory.peek([one])).get(one);
	const { memory, told } = await noted(stored, run, one);
	const begun = (await new SentRows(memory).begin([one])).get(one);
	return { checked, begun, told };
}
const both = (before: unknown) => ({ checked: before, begun: before, told: [] });

describe('a row of a campaign', () => {
	test('that called nobody may be called at once, and is known from then on', async () => {
		const stored = new Set<string>();
		const platform = platformWith({ task_id: 't', status: '1', deleted: 1 });
		const { tasks } = await killed(stored, toTasks(platform), [CAMPAIGN]);
		await tasks.newGroup('campaign', DAY);
		await tasks.created(CAMPAIGN, 't', { status: '1' });
		expect(await known(stored, { platform })).toEqual(both(undefined));
		expect(await known(stored, { platform })).toEqual(both(DOUBT));
	});

	test('that got no task may be called at once: nobody is waited for', async () => {
		const stored = new Set<string>();
		const { tasks } = await killed(stored, toTasks(platformWith()), [CAMPAIGN]);
		await tasks.newGroup('campaign', DAY);
		expect(await known(stored, {})).toEqual(both(undefined));
	});

	test('that was not started is deleted without a word', async () => {
		const stored = new Set<string>();
		const platform = platformWith({ ...NEW_TASK });
		const { tasks } = await killed(stored, toTasks(platform), [CAMPAIGN]);
		await tasks.newGroup('campaign', DAY);
		await tasks.created(CAMPAIGN, 't', { status: '0' });
		expect(await known(stored, toTasks(platform))).toEqual(both(undefined));
		expect(platform.asked).toContain('deleteTask t');
	});

	test.each<[string, Partial<SkipSettings>]>([
		['the Same Values', { skip: 'sameValues' }],
		['keys', { skip: 'sentKey', rememberedKeys: 100 }],
	])(
		'that was started and deleted before it called may be sent again, also by a retry: %s',
		async (_name, settings) => {
			const stored = new Set<string>();
			const platform = platformWith({ task_id: 't', status: '1', deleted: 1 });
			const execution = { id: '7', establishedAt: NOON };
			const run = toTasks(platform, { settings, execution });
			const [one, other] = [row({ key: 'order 1' }), row({ label: '1392', key: 'order 2' })];
			const { memory } = await noted(stored, run, one);
			await memory.note([other]);
			const campaign = new CampaignRows(memory);
			await campaign.begin([one, other]);
			await campaign.created('t', { status: '1' });
			const decisions = decisionsOf();
			const failure = new Failure('refused', 'refused');
			decisions.set(one, acceptedAs('7'));
			decisions.set(other, { state: 'notAccepted', failure });
			await campaign.complete([other]);
			await campaign.started([one]);
			await memory.close([one, other], decisions);
			// A second run was killed after it had recorded the row, and before it had forgotten anything.
			const second = await memory.tasks.newGroup('campaign', DAY);
			await killed(stored, run, [second], row({ key: 'order 1' }));
			const again = { ...execution, id: '8', mode: 'retry' };
			const asked = async (more: Run) =>
				(await known(stored, { ...run, ...more }, row({ key: 'order 1' }))).checked;
			expect([await asked({}), await asked({ execution: again })]).toEqual([undefined, undefined]);
		},
	);

	test('with keys is looked for on the days before', async () => {
		const stored = new Set<string>();
		const platform = platformWith({ task_id: 't', status: '2' });
		const settings: Partial<SkipSettings> = { skip: 'sentKey', rememberedKeys: 100 };
		const one = () => row({ key: 'order 1' });
		const run = toTasks(platform, { settings });
		const { tasks } = await killed(stored, run, [CAMPAIGN], one());
		await tasks.newGroup('campaign', DAY);
		await tasks.created(CAMPAIGN, 't', { status: '0' });
		expect(await known(stored, { ...run, now: NOON + 3 * DAY_MS }, one())).toEqual(
			both({ was: 'inDoubt', doubt: { why: 'taskStarted', task: 't' } }),
		);
	});

	test.each<[string, object, unknown]>([
		['that was started is in doubt', { status: '2' }, DOUBT],
		['that called nobody is not', { status: '1', deleted: 1 }, undefined],
	])('%s, if a process was killed while it asked for the row', async (_name, task, before) => {
		const stored = new Set<string>();
		const platform = platformWith({ task_id: 't', ...task });
		const { tasks } = await killed(stored, toTasks(platform), [CAMPAIGN]);
		await tasks.newGroup('campaign', DAY);
		await tasks.created(CAMPAIGN, 't', { status: '0' });
		const [inGroup] = [...stored].filter((text) => text.endsWith(` in ${CAMPAIGN}`));
		stored.add(`asking ${inGroup}`);
		expect((await known(stored, toTasks(platform))).checked).toEqual(before);
	});
});

describe('a row of a task of Add Rows that was not started', () => {
	test('waits in it with the rows of others', async () => {
		const stored = new Set<string>();
		const platform = platformWith({ ...NEW_TASK, count_tel: 2 });
		await killed(stored, toTasks(platform), [await filled(stored, platform, 't')]);
		expect(await known(stored, toTasks(platform))).toEqual(both({ was: 'waiting', task: 't' }));
		expect(platform.asked).not.toContain('deleteTask t');
	});

	test('still waits if a run ends that has not begun it', async () => {
		const stored = new Set<string>();
		const platform = platformWith({ ...NEW_TASK, count_tel: 2 });
		await killed(stored, toTasks(platform), [await filled(stored, platform, 't')]);
		const one = row();
		const { memory } = await noted(stored, toTasks(platform), one);
		const sentRows = new SentRows(memory);
		const waiting = new Map([[one, { was: 'waiting', task: 't' }]]);
		expect(await sentRows.begin([one])).toEqual(waiting);
		const failure = new Failure('It waits in another task', 'refused');
		const decisions = decisionsOf([one, { state: 'notSent', failure }]);
		sentRows.end([one], decisions);
		await sentRows.close([one], decisions);
		expect(await known(stored, toTasks(platform))).toEqual(both({ was: 'waiting', task: 't' }));
	});

	test('may be sent again if the task has no other: it is deleted, and the run tells that', async () => {
		const stored = new Set<string>();
		const platform = platformWith({ ...NEW_TASK });
		await killed(stored, toTasks(platform), [await filled(stored, platform, 't')]);
		expect(await known(stored, toTasks(platform))).toEqual({
			...both(undefined),
			told: [
				'Task t of an earlier execution was not started. It was deleted: its 1 row is in this task now.',
			],
		});
	});
});

describe('a row of a campaign that called nobody, and of a second one', () => {
	const SECOND = `campaign ${DAY} 2`;
	const started = { was: 'inDoubt', doubt: { why: 'taskStarted', task: 'u' } };

	test.each<[string, string[], unknown]>([
		['that was started before it was whole', [], started],
		['for which a process was killed while it asked', [SECOND], DOUBT],
	])('%s', async (_name, askedFor, before) => {
		const stored = new Set<string>();
		const platform = platformWith(
			{ task_id: 't', status: '1', deleted: 1 },
			{ task_id: 'u', status: '2' },
		);
		const { tasks } = await killed(stored, toTasks(platform), [CAMPAIGN, SECOND]);
		for (const id of ['t', 'u'])
			await tasks.created(await tasks.newGroup('campaign', DAY), id, { status: '0' });
		for (const text of [...stored])
			if (askedFor.some((group) => text.endsWith(` in ${group}`))) stored.add(`asking ${text}`);
		expect((await known(stored, toTasks(platform))).checked).toEqual(before);
	});
});

describe('a row of several tasks', () => {
	const FREE = { status: '1', deleted: 1 };
	const STARTED = { status: '2' };
	const STOPPED = { status: '2', deleted: 1 };
	const NEW = { status: '0', count_tel: 2 };
	const sentWith = (task: string) => ({ was: 'sent', task });
	const toNoTask = row();

	test.each<[string, object, object, Entry, unknown]>([
		['the one that calls', FREE, STARTED, toNoTask, sentWith('u')],
		['the one that calls', NEW, STARTED, toNoTask, sentWith('u')],
		['the one that calls', NEW, STARTED, rowFor('t'), sentWith('u')],
		['the one to which it is added', NEW, NEW, rowFor('u'), sentWith('u')],
		['the one that was not started', NEW, STOPPED, toNoTask, { was: 'waiting', task: 't' }],
		['the one that was not started', STOPPED, NEW, rowFor('t'), { was: 'waiting', task: 'u' }],
		[
			'the one that may have called',
			FREE,
			STOPPED,
			toNoTask,
			{ was: 'inDoubt', doubt: { why: 'taskDeleted', task: 'u' } },
		],
		['none that called nobody', FREE, FREE, toNoTask, undefined],
	])('is decided by %s (%j, %j)', async (_name, first, second, one, before) => {
		const stored = new Set<string>();
		const platform = platformWith({ task_id: 't', ...first }, { task_id: 'u', ...second });
		const groups = [await filled(stored, platform, 't'), await filled(stored, platform, 'u')];
		await killed(stored, toTasks(platform), groups);
		expect(await known(stored, toTasks(platform), one)).toEqual(both(before));
		expect(platform.asked.filter((text) => text.startsWith('deleteTask'))).toEqual([]);
	});
});

describe('a row that another run has added to the task of this run, meanwhile,', () => {
	const SENT_TO_T = { was: 'sent', task: 't' };
	const LOST: Ruling = { state: 'unknown', failure: new Failure('lost', 'interrupted') };
	const rowTo = (id: string, label: string) => ({ ...rowFor(id), label });

	/**
	 * What a run is told of the second of its rows, before which another run has added that customer to its first task.
	 * @param between what happens to the database after that
	 */
	async function told(
		[own, second]: readonly [Entry, Entry],
		run: Run,
		ruling: Ruling,
		between: (stored: Set<string>) => void = () => undefined,
	) {
		const stored = new Set<string>();
		const { memory } = await memoryOf(stored, run);
		await memory.note([own, second]);
		const sentRows = new SentRows(memory);
		expect(await sentRows.begin([own])).toEqual(new Map());
		const shared = { ...second, destination: own.destination };
		const other = await noted(stored, run, shared);
		const otherRows = new SentRows(other.memory);
		expect(await otherRows.begin([shared])).toEqual(new Map());
		const decisions = decisionsOf([shared, ruling]);
		otherRows.end([shared], decisions);
		await otherRows.close([shared], decisions);
		between(stored);
		return (await sentRows.begin([second])).get(second);
	}

	test.each<[string, Ruling, unknown]>([
		['is left out', acceptedAs('7'), SENT_TO_T],
		['is in doubt if its answer was lost', LOST, DOUBT],
	])('%s', async (_name, ruling, before) => {
		const rows = [rowTo('t', '1391'), rowTo('t', '1392')] as const;
		expect(await told(rows, toTasks(platformWith({ ...NEW_TASK })), ruling)).toEqual(before);
	});

	test('is left out, though it is lost that there was another run', async () => {
		const rows = [rowTo('t', '1391'), rowTo('t', '1392')] as const;
		const forget = (stored: Set<string>) => {
			for (const text of [...stored]) if (text.includes(' joined')) stored.delete(text);
		};
		const run = toTasks(platformWith({ ...NEW_TASK }));
		expect(await told(rows, run, acceptedAs('7'), forget)).toEqual(SENT_TO_T);
	});

	test('waits there if it is for another task now: no task that this run fills is deleted', async () => {
		const empty = { ...NEW_TASK, count_tel: 0 };
		const platform = platformWith({ ...empty }, { ...empty, task_id: 'u' });
		const rows = [rowTo('t', '1391'), rowTo('u', '1392')] as const;
		const before = await told(rows, toTasks(platform), acceptedAs('7'));
		expect(before).toEqual({ was: 'waiting', task: 't' });
		expect(platform.asked.filter((text) => text.startsWith('deleteTask'))).toEqual([]);
	});
});

describe('a row that is in no task', () => {
	/** A row that was lost, beside these tasks of Add Rows. */
	async function lost(tasks: object[], more: Run = {}, one = row()) {
		const stored = new Set<string>();
		const platform = platformWith(...tasks.map((task) => ({ ...task })));
		for (const { task_id: id } of platform.tasks) await filled(stored, platform, String(id));
		await killed(stored, toTasks(platform));
		return { ...(await known(stored, toTasks(platform, more), one)), platform };
	}

	test.each<[string, object[], unknown]>([
		['of no task may be sent', [], undefined],
		['of one that is deleted may be sent', [{ ...NEW_TASK, deleted: 1 }], undefined],
		['of one that was started is in doubt', [{ ...NEW_TASK, status: '2' }], DOUBT],
		[
			'of one that was not started, with others, waits',
			[{ ...NEW_TASK, count_tel: 2 }],
			{ was: 'waiting', task: 't' },
		],
		['of one of two is in doubt', [NEW_TASK, { ...NEW_TASK, task_id: 'u' }], DOUBT],
	])('%s', async (_name, tasks, before) => {
		expect(await lost(tasks)).toMatchObject(both(before));
	});

	test('of the only one that was not started is in it alone', async () => {
		const { platform, ...answers } = await lost([NEW_TASK]);
		expect(answers).toMatchObject({ checked: undefined, begun: undefined });
		// None is certainly in it.
		expect(answers.told).toEqual([expect.stringContaining('its 0 rows are in this task now')]);
		expect(platform.asked).toContain('deleteTask t');
	});

	test('of the task to which it is added is in doubt', async () => {
		const { platform, ...answers } = await lost([NEW_TASK], {}, rowFor('t'));
		expect(answers).toEqual(both(DOUBT));
		expect(platform.asked).not.toContain('deleteTask t');
	});

	test('of a task of which the platform does not tell how many rows it has waits', async () => {
		const answers = await lost([{ ...NEW_TASK, count_tel: undefined }]);
		expect(answers).toMatchObject(both({ was: 'waiting', task: 't' }));
	});

	test('of a campaign is recorded with it', async () => {
		const stored = new Set<string>();
		const platform = platformWith({ task_id: 't', status: '2' });
		const { tasks } = await killed(stored, toTasks(platform));
		await tasks.newGroup('campaign', DAY);
		await tasks.created(CAMPAIGN, 't', { status: '0' });
		expect(await known(stored, toTasks(platform))).toEqual(both(undefined));
	});

	test('of a task that was started is in doubt for a campaign, too, which has it in a group of its own', async () => {
		const stored = new Set<string>();
		const platform = platformWith({ ...NEW_TASK, status: '2' });
		await filled(stored, platform, 't');
		await killed(stored, toTasks(platform));
		const one = row();
		const { memory } = await noted(stored, toTasks(platform), one);
		expect((await new CampaignRows(memory).begin([one])).get(one)).toEqual(DOUBT);
	});

	test('of the task that this run has begun was not in it before', async () => {
		const stored = new Set<string>();
		const platform = platformWith({ ...NEW_TASK });
		await killed(stored, toTasks(platform));
		expect(await known(stored, toTasks(platform), rowFor('t'))).toEqual(both(undefined));
	});

	test('is not taken for one that was called at once on another day', async () => {
		const stored = new Set<string>();
		const place = async (now: number) => {
			const other = row({ label: '1392' });
			const { memory } = await noted(stored, { now }, other);
			await new SentRows(memory).begin([other]);
		};
		const run = toTasks(platformWith());
		await place(NOON - DAY_MS);
		await killed(stored, run);
		const asked = async () => (await known(stored, run)).checked;
		expect(await asked()).toBeUndefined();
		await place(NOON);
		expect(await asked()).toEqual(DOUBT);
	});
});

describe('rows that another process is sending', () => {
	const SENT = { was: 'sent' };

	/** What a run is told that waits for two of them, and how often it has waited. With each pause, `during` may record texts. */
	async function waited(
		during: (sent: string[], pauses: number) => string[],
		before: (sent: string[]) => string[] = () => [],
	) {
		const stored = new Set<string>();
		const rows = [1, 2].map((number) => entriesTo(destination)(number));
		const record = (memory: Memory) => async (all: readonly string[]) =>
			await memory.store.record(all);
		const { memory: other } = await memoryOf(stored);
		await other.note(rows);
		await other.begin(rows, record(other));
		const sent = rows.map((one) => sentText(other.identities.of(one).own));
		for (const text of before(sent)) stored.add(text);
		let pauses = 0;
		const sleep = async () => {
			for (const text of during(sent, ++pauses)) stored.add(text);
			await Promise.resolve();
		};
		const { memory } = await memoryOf(stored, { clock: { ...clockAt(NOON), sleep } });
		await memory.note(rows);
		const found = await memory.begin(rows, record(memory));
		return { found: rows.map((one) => found.get(one)), pauses };
	}

	test('are waited for ten seconds, and ten more whenever one has ended', async () => {
		expect(await waited(() => [])).toEqual({ found: [DOUBT, DOUBT], pauses: 10 });
		expect(await waited((sent, pauses) => (pauses === 4 ? sent.slice(0, 1) : []))).toEqual({
			found: [SENT, DOUBT],
			pauses: 14,
		});
		expect(await waited((sent) => sent)).toEqual({ found: [SENT, SENT], pauses: 1 });
	});

	test('are not waited for if it is not certain whether they were sent', async () => {
		const doubtful = (sent: string[]) => [...sent, ...sent.map((text) => `asking ${text}`)];
		expect(await waited(() => [], doubtful)).toEqual({ found: [DOUBT, DOUBT], pauses: 0 });
	});
});
