/** What a node remembers of its rows, and what it tells of them in a later run. */
import type { SkipSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import type { Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import type { Ruling } from '../../../nodes/IflytekAiCall/entry/decision';
import { CampaignRows } from '../../../nodes/IflytekAiCall/sentBefore/campaignRows';
import { SentRows } from '../../../nodes/IflytekAiCall/sentBefore/sentRows';
import { Failure, NotSentError, TransportError } from '../../../nodes/shared/failure';
import { randomUUID } from '../../setup/chance';
import { acceptedAs, decisionsOf, entriesOf, entriesTo, NOON } from './context';
import { memoryOf, platformWith } from './platform';

const DAY_MS = 24 * 3_600_000;
const ACCEPTED = acceptedAs('1');
const LOST: Ruling = { state: 'unknown', failure: new Failure('lost', 'interrupted') };
const REJECTED: Ruling = { state: 'notAccepted', failure: new Failure('rejected', 'refused') };

const to = entriesTo({ body: () => ({}), script: '7', columns: ['tel', 'name'] });
const row = (number: number, name = 'Ms Wang', more: Partial<Entry> = {}): Entry =>
	to(number, { values: [`139${number}`, name], ...more });

type Run = NonNullable<Parameters<typeof memoryOf>[1]>;

/** A run of Place that begins these rows. Those that it may send have these outcomes. */
async function placed(stored: Set<string>, rows: readonly Entry[], outcome: Ruling, run: Run = {}) {
	const { memory } = await memoryOf(stored, run);
	await memory.note(rows);
	const sentRows = new SentRows(memory);
	const found = await sentRows.begin(rows);
	const decisions = decisionsOf();
	for (const one of rows)
		decisions.set(one, found.has(one) ? { state: 'sentBefore', reason: '' } : outcome);
	sentRows.end(rows, decisions);
	await sentRows.close(rows, decisions);
	return {
		found: rows.map((one) => found.get(one)),
		called: rows.map((one) => memory.calledToday(one)),
	};
}
const skipping = (skip: SkipSettings['skip'], more: Run = {}): Run => ({
	...more,
	settings: { skip, ...more.settings },
});
const retry = (id: string): Run => ({ execution: { id, mode: 'retry', establishedAt: NOON } });

test('at most three texts are recorded of a row, whatever the choice', async () => {
	for (const skip of ['calledToday', 'sameValues', 'none'] as const) {
		const texts = async (count: number) => {
			const stored = new Set<string>();
			const rows = Array.from({ length: count }, (_, index) => row(index));
			await placed(stored, rows, ACCEPTED, skipping(skip));
			return stored.size;
		};
		expect([skip, (await texts(11)) - (await texts(1))]).toEqual([skip, 30]);
	}
});

test('a number that was called today is left out, and other values are told', async () => {
	const stored = new Set<string>();
	await placed(stored, [row(1), row(2)], ACCEPTED);
	const { found } = await placed(stored, [row(1), row(2, '王芳'), row(3)], ACCEPTED);
	expect(found).toEqual([{ was: 'sent' }, { was: 'sent', otherValues: true }, undefined]);
	// What was not sent leaves nothing behind.
	expect((await placed(stored, [row(2, '王芳')], ACCEPTED)).found).toEqual([
		{ was: 'sent', otherValues: true },
	]);
	expect((await placed(stored, [row(1)], ACCEPTED, { now: NOON + DAY_MS })).found).toEqual([
		undefined,
	]);
});

test('a row that is sent although its number was called today is told', async () => {
	const stored = new Set<string>();
	await placed(stored, [row(1)], ACCEPTED);
	for (const skip of ['sameValues', 'none'] as const) {
		const { memory } = await memoryOf(stored, skipping(skip));
		const rows = [row(1, `parcel ${skip}`), row(9)];
		await memory.note(rows);
		const { lookUp, calledToday } = memory.asked;
		expect(await lookUp?.(rows)).toEqual(new Map());
		expect(rows.map((one) => calledToday?.(one))).toEqual([true, false]);
		expect((await placed(stored, rows.slice(0, 1), ACCEPTED, skipping(skip))).called).toEqual([
			true,
		]);
	}
});

describe('a number that was begun under another choice', () => {
	const later = [row(1), row(2, '王芳'), row(3), row(4), row(5)];
	const sent = { was: 'sent' };
	const inDoubt = { was: 'inDoubt', doubt: { why: 'interrupted' } };

	test.each<[SkipSettings['skip'], object]>([
		['sameValues', inDoubt],
		['none', sent],
	])('(%s) is known, but not with which values', async (skip, lost) => {
		const stored = new Set<string>();
		await placed(stored, [row(1), row(2)], ACCEPTED, skipping(skip));
		await placed(stored, [row(3)], LOST, skipping(skip));
		await placed(stored, [row(4)], REJECTED, skipping(skip));
		const found = [sent, sent, lost, undefined, undefined];
		expect((await placed(stored, later, ACCEPTED)).found).toEqual(found);
		expect((await placed(stored, later, ACCEPTED)).found).toEqual([sent, sent, lost, sent, sent]);
	});

	test('is left out by Same Values Today if it was called with these values', async () => {
		const stored = new Set<string>();
		await placed(stored, [row(1), row(2)], ACCEPTED);
		await placed(stored, [row(3)], LOST);
		const again = [row(1), row(2, '王芳'), row(3), row(4)];
		const { found } = await placed(stored, again, ACCEPTED, skipping('sameValues'));
		expect(found).toEqual([sent, undefined, inDoubt, undefined]);
	});

	test('is called once, if a person has looked, with either choice', async () => {
		const stored = new Set<string>();
		const helped = { settings: { sendInterrupted: true } };
		await placed(stored, [row(1)], LOST, skipping('sameValues'));
		expect(await placed(stored, [row(1)], ACCEPTED, helped)).toEqual({
			found: [undefined],
			called: [false],
		});
		expect((await placed(stored, [row(1)], ACCEPTED, helped)).found).toEqual([sent]);
		const sameValues = skipping('sameValues', helped);
		expect((await placed(stored, [row(1)], ACCEPTED, sameValues)).found).toEqual([sent]);
	});

	test('stays in doubt with its values if it is in a task that was not started: that task is not deleted', async () => {
		const stored = new Set<string>();
		await placed(stored, [row(1)], LOST, skipping('sameValues'));
		const platform = platformWith({ task_id: 't', status: '0', count_tel: 1 });
		// This run was killed after it had recorded the row.
		const { memory } = await memoryOf(stored, { platform, sendsToTask: true });
		const task = { id: 't', asFound: { status: '0' } };
		const one = row(1, 'Ms Wang', { destination: { ...row(1).destination, task } });
		await memory.note([one]);
		const { group } = await memory.tasks.groupOf('t', { status: '0' }, '2026-11-23');
		const record = async (texts: readonly string[]) => await memory.store.record(texts);
		const { own } = memory.identities.of(one);
		await memory.begin([one], record, () => [memory.tasks.inGroup(own, group)]);
		const run = skipping('sameValues', { platform });
		expect((await placed(stored, [row(1)], ACCEPTED, run)).found).toEqual([inDoubt]);
		expect(platform.asked).not.toContain('deleteTask t');
	});

	test('stays in doubt with its values if it was called with others', async () => {
		const stored = new Set<string>();
		await placed(stored, [row(1, '王芳')], ACCEPTED);
		await placed(stored, [row(1)], LOST, skipping('sameValues'));
		const { found } = await placed(stored, [row(1)], ACCEPTED, skipping('sameValues'));
		expect(found).toEqual([inDoubt]);
	});

	test('and whose campaign called nobody is not in doubt', async () => {
		const stored = new Set<string>();
		const deleted = { status: '1', deleted: 1 };
		const platform = platformWith({ task_id: 't', ...deleted }, { task_id: 'u', ...deleted });
		const campaign = async (skip: SkipSettings['skip'], id: string) => {
			const run: Run = { platform, sendsToTask: true, settings: { skip } };
			const { memory } = await memoryOf(stored, run);
			const one = row(1);
			await memory.note([one]);
			const campaignRows = new CampaignRows(memory);
			expect(await campaignRows.begin([one])).toEqual(new Map());
			await campaignRows.created(id, { status: '1' });
			await campaignRows.complete([]);
			await campaignRows.started([one]);
			const decisions = decisionsOf();
			decisions.set(one, ACCEPTED);
			await memory.close([one], decisions);
		};
		await campaign('calledToday', 't');
		await campaign('sameValues', 'u');
		const run = skipping('sameValues', { platform });
		expect((await placed(stored, [row(1)], ACCEPTED, run)).found).toEqual([undefined]);
	});

	test('on another day hides no other values', async () => {
		const stored = new Set<string>();
		await placed(stored, [row(1)], ACCEPTED, skipping('sameValues', { now: NOON - DAY_MS }));
		await placed(stored, [row(1)], ACCEPTED);
		const { found } = await placed(stored, [row(1, '王芳')], ACCEPTED);
		expect(found).toEqual([{ ...sent, otherValues: true }]);
	});
});

describe('keys', () => {
	const keyed = (count: number) =>
		Array.from({ length: count }, (_, index) => row(index, 'Li', { key: `order ${index}` }));
	const run = (rememberedKeys: number) => skipping('sentKey', { settings: { rememberedKeys } });

	test('are kept as many as Remembered Row Keys says, and some entries in any case', async () => {
		const rows = keyed(4000);
		const many = new Set<string>();
		await placed(many, rows, ACCEPTED, run(4000));
		expect((await placed(many, rows.slice(0, 1), ACCEPTED, run(4000))).found).toEqual([
			{ was: 'sent' },
		]);
		const few = new Set<string>();
		await placed(few, rows, ACCEPTED, run(100));
		// n8n writes what is soon forgotten beyond these.
		expect(few.size).toBeLessThan(9200);
	});
});

test('a check leaves nothing recorded', async () => {
	const stored = new Set<string>();
	await placed(stored, [row(1)], ACCEPTED);
	const before = [...stored];
	const { memory } = await memoryOf(stored);
	const rows = [row(1, '王芳'), row(2)];
	await memory.note(rows);
	expect([...(await memory.peek(rows)).values()]).toEqual([{ was: 'sent', otherValues: true }]);
	expect([...stored]).toEqual(before);
});

test('a row that was not accepted is free, with its number', async () => {
	const stored = new Set<string>();
	await placed(stored, [row(1)], REJECTED, skipping('sameValues'));
	expect([...stored].filter((text) => /^(begun|sent|called) /.test(text))).toEqual([]);
	expect(await placed(stored, [row(1)], ACCEPTED, skipping('sameValues'))).toEqual({
		found: [undefined],
		called: [false],
	});
});

test('a row that was freed and is kept all the same leaves everything recorded', async () => {
	const stored = new Set<string>();
	const { memory } = await memoryOf(stored);
	const one = row(1);
	await memory.note([one]);
	await new SentRows(memory).begin([one]);
	const recorded = entriesOf(stored).filter((text) => /^(begun|called) /.test(text));
	memory.free(one);
	memory.keepFreed();
	await memory.close([one], decisionsOf());
	expect(recorded.length).toBe(2);
	expect(entriesOf(stored)).toEqual(expect.arrayContaining(recorded));
});

describe('an execution that is tried again', () => {
	test.each(['sameValues', 'sentKey', 'none'] as const)(
		"with %s and other values, n8n's Retry sends nothing twice",
		async (skip) => {
			const stored = new Set<string>();
			const keyed = (number: number, name: string) => row(number, name, { key: name });
			const rows = [keyed(1, 'a'), keyed(2, 'b')];
			const run = { ...skipping(skip), execution: { id: '7', establishedAt: NOON } };
			const { memory } = await memoryOf(stored, run);
			await memory.note(rows);
			const sentRows = new SentRows(memory);
			await sentRows.begin(rows);
			const decisions = decisionsOf();
			for (const [index, one] of rows.entries()) decisions.set(one, index === 0 ? ACCEPTED : LOST);
			sentRows.end(rows, decisions);
			await sentRows.close(rows, decisions);
			const later = [keyed(1, 'c'), keyed(2, 'd'), keyed(3, 'e')];
			const { found } = await placed(stored, later, ACCEPTED, skipping(skip, retry('8')));
			expect(found).toEqual([
				{ was: 'sent', earlierTry: true },
				{ was: 'inDoubt', doubt: { why: 'interrupted' } },
				undefined,
			]);
			// A person has looked.
			const settings = { sendInterrupted: true };
			const helped = skipping(skip, { ...retry('10'), settings });
			expect((await placed(stored, [keyed(2, 'g')], ACCEPTED, helped)).found).toEqual([undefined]);
			// Another execution has another start.
			const another = { execution: { id: '9', mode: 'retry', establishedAt: NOON + 1 } };
			const other = await placed(stored, [keyed(1, 'f')], ACCEPTED, skipping(skip, another));
			expect(other.found).toEqual([undefined]);
		},
	);

	test('with none left out, is told that the try before has sent a row', async () => {
		const stored = new Set<string>();
		await placed(stored, [row(1)], ACCEPTED, skipping('none'));
		const { found } = await placed(stored, [row(1)], ACCEPTED, skipping('none'));
		expect(found).toEqual([{ was: 'sent', earlierTry: true }]);
	});

	test('is told the same as another one of a number that was called with the values it has now', async () => {
		const stored = new Set<string>();
		await placed(stored, [row(1, 'b')], ACCEPTED);
		const first = skipping('sameValues', { execution: { id: '7', establishedAt: NOON } });
		const { memory } = await memoryOf(stored, first);
		const rows = [row(1, 'a'), row(2)];
		await memory.note(rows);
		expect(await new SentRows(memory).begin(rows)).toEqual(new Map());
		const rulings = rows.map((one, index) => [one, index === 0 ? ACCEPTED : LOST] as const);
		await memory.close(rows, decisionsOf(...rulings));
		const again = skipping('sameValues', retry('8'));
		expect((await placed(stored, [row(1, 'b')], ACCEPTED, again)).found).toEqual([{ was: 'sent' }]);
	});

	test('is told the same as another one of a row that it has with the same values', async () => {
		const stored = new Set<string>();
		const first = skipping('sameValues', { execution: { id: '7', establishedAt: NOON } });
		await placed(stored, [row(1)], ACCEPTED, first);
		await placed(stored, [row(2)], LOST, first);
		const { found } = await placed(stored, [row(1)], ACCEPTED, skipping('sameValues', retry('8')));
		expect(found).toEqual([{ was: 'sent' }]);
	});

	test('records nothing for it if each row was sent, or if numbers are known in any case', async () => {
		const failed = (stored: Set<string>) =>
			[...stored]
				.filter((text) => /^(failed|tried|doubtful) /.test(text))
				.map((text) => text.split(' ')[0]);
		const stored = new Set<string>();
		await placed(stored, [row(1)], ACCEPTED, skipping('sameValues'));
		await placed(stored, [row(1), row(2)], ACCEPTED, skipping('sameValues'));
		expect(failed(stored)).toEqual([]);
		await placed(stored, [row(3)], LOST);
		expect(failed(stored)).toEqual([]);
		await placed(stored, [row(4)], LOST, skipping('sameValues'));
		expect(failed(stored)).toEqual(['tried', 'doubtful', 'failed']);
	});

	describe('in the same process, with Retry On Fail,', () => {
		const run = () => skipping('sameValues', { node: { id: randomUUID() } });

		test('takes a row for the same one, whose values have changed since it was begun', async () => {
			const stored = new Set<string>();
			const first = run();
			const { memory } = await memoryOf(stored, first);
			const rows = [row(1, 'a')];
			await memory.note(rows);
			await memory.begin(rows, async (texts) => await memory.store.record(texts));
			expect((await placed(stored, [row(1, 'b')], ACCEPTED, first)).found).toEqual([
				{ was: 'inDoubt', doubt: { why: 'interrupted' } },
			]);
		});

		test('forgets a row that was not accepted', async () => {
			const stored = new Set<string>();
			const first = run();
			await placed(stored, [row(1, 'a')], REJECTED, first);
			await placed(stored, [row(1, 'b')], ACCEPTED, first);
			const later = skipping('sameValues', { execution: { id: '9', establishedAt: NOON + 1 } });
			const { found } = await placed(stored, [row(1, 'b')], ACCEPTED, later);
			expect(found).toEqual([{ was: 'sent' }]);
		});
	});

	test('in the same process, a row has the ID that it got', async () => {
		const stored = new Set<string>();
		const node = { id: 'the same node' };
		await placed(stored, [row(1, 'a')], ACCEPTED, skipping('sameValues', { node }));
		const { found } = await placed(
			stored,
			[row(1, 'b')],
			ACCEPTED,
			skipping('sameValues', { node }),
		);
		expect(found).toEqual([
			{ was: 'accepted', id: '1', envelope: { code: '0', message: '', result: {}, sent: {} } },
		]);
	});
});

describe('doubt', () => {
	test('is sent if a person has looked', async () => {
		const stored = new Set<string>();
		await placed(stored, [row(1)], LOST);
		expect((await placed(stored, [row(1)], ACCEPTED)).found).toEqual([
			{ was: 'inDoubt', doubt: { why: 'interrupted' } },
		]);
		const helped = { settings: { sendInterrupted: true } };
		expect(await placed(stored, [row(1)], ACCEPTED, helped)).toEqual({
			found: [undefined],
			called: [false],
		});
		expect((await placed(stored, [row(1)], ACCEPTED)).found).toEqual([{ was: 'sent' }]);
	});

	test('of a process that was killed while it asked ends in the same way', async () => {
		const stored = new Set<string>();
		await placed(stored, [row(1)], ACCEPTED);
		for (const text of [...stored].filter((one) => one.startsWith('sent ')))
			stored.add(`asking ${text}`);
		const doubt = { was: 'inDoubt', doubt: { why: 'interrupted' } };
		expect((await placed(stored, [row(1)], ACCEPTED)).found).toEqual([doubt]);
		const helped = { settings: { sendInterrupted: true } };
		expect((await placed(stored, [row(1)], ACCEPTED, helped)).found).toEqual([undefined]);
		expect((await placed(stored, [row(1)], ACCEPTED)).found).toEqual([{ was: 'sent' }]);
	});
});

describe('a campaign', () => {
	const GROUP = 'campaign 2026-11-23 1';
	/** A campaign with a task. Returns what a later one is told. */
	async function told(task: object, { ends = 'started', lose = [] as string[] } = {}) {
		const stored = new Set<string>();
		const platform = platformWith(
			...(Object.keys(task).length > 0 ? [{ task_id: 't', ...task }] : []),
		);
		const run: Run = { platform, sendsToTask: true };
		const { memory } = await memoryOf(stored, run);
		await memory.note([row(1)]);
		const first = memory.identities;
		const rows = new CampaignRows(memory);
		const one = row(1);
		await memory.note([one]);
		await rows.begin([one]);
		await rows.created('t', { status: '0' });
		if (ends !== 'killed') await rows.complete([]);
		if (ends === 'started') await rows.started([one]);
		for (const text of lose) stored.add(`asking ${GROUP} ${text}`);
		expect(first.of(one).day).toBe('2026-11-23');
		const next = await memoryOf(stored, run);
		const again = row(1);
		await next.memory.note([again]);
		const peeked = (await next.memory.peek([again])).get(again);
		const begun = (await new CampaignRows(next.memory).begin([again])).get(again);
		return { peeked, begun, deleted: platform.asked.includes('deleteTask t') };
	}
	const same = (before: unknown) => ({ peeked: before, begun: before, deleted: false });

	test.each<[string, Parameters<typeof told>, object | undefined]>([
		['was started', [{ status: '2' }], { was: 'sent', task: 't' }],
		['was started, and still looks like a new one', [{ status: '0' }], { was: 'sent', task: 't' }],
		['was started, and is not listed', [{}], { was: 'sent' }],
		['was not started, and is not listed', [{}, { ends: 'whole' }], undefined],
		['was deleted before it called', [{ status: '1', deleted: 1 }], undefined],
		['has called all', [{ status: '4', deleted: 1 }], { was: 'sent', task: 't' }],
		[
			'was deleted while it called',
			[{ status: '2', deleted: 1 }],
			{ was: 'inDoubt', doubt: { why: 'taskDeleted', task: 't' } },
		],
		[
			'was started by somebody before it had all rows',
			[{ status: '2' }, { ends: 'killed' }],
			{ was: 'inDoubt', doubt: { why: 'taskStarted', task: 't' } },
		],
		[
			'was started, although two processes were killed while they asked',
			[{ status: '2' }, { lose: ['started', 'started 2'] }],
			{ was: 'sent', task: 't' },
		],
		[
			'is not certain, because three processes were killed while they asked',
			[{ status: '2' }, { lose: ['started', 'started 2', 'started 3'] }],
			{ was: 'inDoubt', doubt: { why: 'interrupted' } },
		],
	])('whose task %s', async (_, args, before) => {
		expect(await told(...args)).toEqual(same(before));
	});

	test('with keys is known on any day, when its task is not listed any more', async () => {
		const stored = new Set<string>();
		const campaign = async (rows: Entry[], now: number) => {
			const platform = platformWith();
			const run: Run = { platform, sendsToTask: true, now, settings: { rememberedKeys: 100 } };
			const { memory } = await memoryOf(stored, skipping('sentKey', run));
			await memory.note(rows);
			const campaignRows = new CampaignRows(memory);
			const found = await campaignRows.begin(rows);
			return { found: rows.map((one) => found.get(one)), campaignRows };
		};
		const rows = () => [1, 2].map((number) => row(number, 'Li', { key: `order ${number}` }));
		const first = rows();
		const { campaignRows } = await campaign(first, NOON);
		await campaignRows.created('t', { status: '0' });
		await campaignRows.complete([]);
		await campaignRows.started(first);
		const later = NOON + 30 * DAY_MS;
		expect((await campaign(rows(), later)).found).toEqual([{ was: 'sent' }, { was: 'sent' }]);
		// These runs were killed before they had forgotten what they had recorded themselves.
		expect((await campaign(rows(), later)).found).toEqual([{ was: 'sent' }, { was: 'sent' }]);
		// Processes were killed while they asked for one of them.
		const [started] = [...stored].filter((text) => /^started key /.test(text));
		stored.add(`asking ${started}`);
		expect((await campaign(rows(), later)).found).toEqual([
			{ was: 'inDoubt', doubt: { why: 'interrupted' } },
			{ was: 'sent' },
		]);
	});

	test('without keys needs no text of each row to know that it was started', async () => {
		const stored = new Set<string>();
		const { memory } = await memoryOf(stored, { sendsToTask: true });
		const rows = [row(1), row(2)];
		await memory.note(rows);
		const campaignRows = new CampaignRows(memory);
		await campaignRows.begin(rows);
		await campaignRows.created('t', { status: '0' });
		await campaignRows.complete([]);
		await campaignRows.started(rows);
		expect([...stored].filter((text) => text.startsWith('started '))).toEqual([]);
	});

	test('that somebody starts at this moment is not deleted', async () => {
		const stored = new Set<string>();
		const task = { task_id: 't', status: '0', count_tel: 1 };
		const platform = platformWith(task);
		const client: typeof platform.client = async (method, body) => {
			// When it is deleted, it is looked at once more.
			if (method === 'queryTasks' && body.task_id === 't') task.status = '2';
			return await platform.client(method, body);
		};
		const begun = async () => {
			const run: Run = { platform: { ...platform, client }, sendsToTask: true };
			const { memory } = await memoryOf(stored, run);
			const rows = [row(1)];
			await memory.note(rows);
			const campaignRows = new CampaignRows(memory);
			return { campaignRows, found: [...(await campaignRows.begin(rows)).values()] };
		};
		await (await begun()).campaignRows.created('t', { status: '0' });
		expect((await begun()).found).toEqual([
			{ was: 'inDoubt', doubt: { why: 'taskStarted', task: 't' } },
		]);
		expect(platform.asked).not.toContain('deleteTask t');
	});

	test('is not deleted by a check', async () => {
		const stored = new Set<string>();
		const platform = platformWith({ task_id: 't', status: '0', count_tel: 1 });
		const open = async () => {
			const { memory } = await memoryOf(stored, { platform, sendsToTask: true });
			const rows = [row(1)];
			await memory.note(rows);
			return { memory, rows };
		};
		const { memory, rows } = await open();
		const campaignRows = new CampaignRows(memory);
		await campaignRows.begin(rows);
		await campaignRows.created('t', { status: '0' });
		const check = await open();
		await check.memory.peek(check.rows);
		expect(platform.asked).not.toContain('deleteTask t');
	});

	test.each(['killed', 'whole'])(
		'that was given up (%s) is deleted by a run, not by a check',
		async (ends) => {
			expect(await told({ status: '0', count_tel: 5 }, { ends })).toEqual({
				peeked: undefined,
				begun: undefined,
				deleted: true,
			});
		},
	);
});

describe('if the platform fails, nothing was sent', () => {
	const LOST_CONNECTION = new TransportError('The connection broke', 'Try again.', 'interrupted');

	/** What a run fails with, if requests of a method fail while it asks about a campaign that was killed. */
	async function failure(failing: string, error: Error): Promise<unknown> {
		const stored = new Set<string>();
		const platform = platformWith({ task_id: 't', status: '0', count_tel: 1 });
		const begin = async (run: Run) => {
			const { memory } = await memoryOf(stored, { ...run, sendsToTask: true });
			const rows = new CampaignRows(memory);
			const one = row(1);
			await memory.note([one]);
			await rows.begin([one]);
			return rows;
		};
		await (await begin({ platform })).created('t', { status: '0' });
		const client: typeof platform.client = async (method, body) => {
			if (method === failing) throw error;
			return await platform.client(method, body);
		};
		return await begin({ platform: { ...platform, client } }).catch((thrown: unknown) => thrown);
	}

	test.each(['queryTasks', 'deleteTask'])('which %s tells', async (method) => {
		const { message, kind, details } = LOST_CONNECTION;
		const failed = await failure(method, LOST_CONNECTION);
		expect(failed).toBeInstanceOf(NotSentError);
		expect(failed).toMatchObject({ message, kind, details });
		const notSent = new NotSentError('No token', 'refused');
		expect(await failure(method, notSent)).toBe(notSent);
	});
});

describe('what is of another day', () => {
	const old = (count: number) =>
		new Set(Array.from({ length: count }, (_, index) => `old ${index}`));
	const yesterday: Run = { execution: { id: '8', mode: 'retry', establishedAt: NOON - DAY_MS } };

	test('is not known any more if the store is full and has nothing of that day: a retry is refused', async () => {
		await expect(memoryOf(old(8000), yesterday)).rejects.toMatchObject({
			message: expect.stringMatching(/^This retries an execution of an earlier day, /) as string,
			details: { facts: { state: 'unknown' } },
		});
	});

	test.each<[string, Set<string>, Run]>([
		['its day is known', new Set([...old(8000), 'day 2026-11-22']), yesterday],
		['the store was never full', old(1000), yesterday],
		['it is no retry', old(8000), { execution: { id: '8', establishedAt: NOON - DAY_MS } }],
		['it is of this day', old(8000), retry('8')],
	])('does not matter if %s', async (_name, stored, run) => {
		expect(await memoryOf(stored, run)).toBeDefined();
	});

	test('leaves the store with the first rows of a day', async () => {
		const stored = old(20_000);
		await placed(stored, [row(1)], ACCEPTED);
		expect(stored.size).toBeLessThan(9200);
		expect((await placed(stored, [row(1)], ACCEPTED)).found).toEqual([{ was: 'sent' }]);
	});

	test('stays if it is of this day', async () => {
		const stored = new Set([...old(20_000), 'day 2026-11-23']);
		await placed(stored, [row(1)], ACCEPTED);
		expect(stored.size).toBeGreaterThan(20_000);
	});

	test('stays if it is of a day to come', async () => {
		const stored = new Set<string>();
		const later = {
			...to(1),
			destination: { ...to(1).destination, firstCall: () => NOON + 3 * DAY_MS },
		};
		await placed(stored, [later], ACCEPTED);
		expect([...stored].filter((text) => /^day [-\d]+$/.test(text)).sort()).toEqual(
			['23', '24', '25', '26'].map((day) => `day 2026-11-${day}`),
		);
	});
});
