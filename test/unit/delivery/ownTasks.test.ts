/** The tasks that have rows of a node, and what became of them. */
import { DeduplicationStore } from '../../../nodes/IflytekAiCall/sentBefore/deduplicationStore';
import { OwnTasks } from '../../../nodes/IflytekAiCall/sentBefore/ownTasks';
import type { JsonRecord } from '../../../nodes/shared/values';
import { randomUUID } from '../../setup/chance';
import { contextOf, entriesOf } from './context';
import { platformWith } from './platform';

const DAY = '2026-11-23';

/** The tasks as a process knows them, and how often it writes to n8n's database. */
function processOf(
	stored: Set<string>,
	platform = platformWith(),
	beforeWrite: (number: number) => void = () => undefined,
) {
	const { context } = contextOf({ stored, node: { id: randomUUID() } });
	const { checkProcessedAndRecord } = context.helpers;
	const writes: string[][] = [];
	context.helpers.checkProcessedAndRecord = async (texts, ...more) => {
		beforeWrite(writes.push(texts as string[]));
		return await checkProcessedAndRecord(texts, ...more);
	};
	const tasks = new OwnTasks(platform.client, new DeduplicationStore(context, 8000));
	return { tasks, writes, of: async () => await tasks.of([DAY]) };
}

describe('a group', () => {
	test('has the next number of its kind and day', async () => {
		const stored = new Set<string>();
		const { tasks } = processOf(stored);
		const groups = [];
		for (const [kind, day] of [
			['task', DAY],
			['task', DAY],
			['campaign', DAY],
			['task', '2026-11-24'],
		] as const)
			groups.push(await tasks.newGroup(kind, day));
		expect(groups).toEqual([
			`task ${DAY} 1`,
			`task ${DAY} 2`,
			`campaign ${DAY} 1`,
			'task 2026-11-24 1',
		]);
	});

	test('is found among any number of them', async () => {
		const { tasks } = processOf(new Set());
		for (let number = 1; number <= 10; number++)
			expect(await tasks.newGroup('campaign', DAY)).toBe(`campaign ${DAY} ${number}`);
	});

	test('leaves no gap, which would hide those behind it', async () => {
		const stored = new Set([`task ${DAY} 2`]);
		const { tasks, writes } = processOf(stored);
		expect(await tasks.newGroup('task', DAY)).toBe(`task ${DAY} 3`);
		expect(entriesOf(stored).sort()).toEqual([1, 2, 3].map((number) => `task ${DAY} ${number}`));
		// Another process has that one.
		const claims = writes.filter((texts) => texts.includes(`task ${DAY} 3`)).slice(1);
		expect(claims.flat()).not.toContain(`task ${DAY} 2`);
	});

	test('has the next number but one if another process takes the next one at this moment', async () => {
		const stored = new Set<string>();
		const { tasks } = processOf(stored, platformWith(), (number) => {
			// After it was asked for, and before it is claimed.
			if (number === 2) stored.add(`campaign ${DAY} 1`);
		});
		expect(await tasks.newGroup('campaign', DAY)).toBe(`campaign ${DAY} 2`);
	});

	test('whose task is recorded while another process asks for it keeps it', async () => {
		const kept = async (isAsked: boolean) => {
			const stored = new Set<string>();
			const text = `task ${DAY} 1 is t`;
			const question = isAsked ? [text, `asking ${text}`] : [];
			const { tasks } = processOf(stored, platformWith(), (number) => {
				if (number > 1) return;
				for (const one of question) stored.add(one);
				// The other process forgets what it has asked for.
				setTimeout(() => question.forEach((one) => stored.delete(one)), 20);
			});
			await tasks.created(`task ${DAY} 1`, 't', undefined);
			await new Promise((resolve) => setTimeout(resolve, 50));
			return entriesOf(stored).sort();
		};
		expect(await kept(true)).toEqual(await kept(false));
	});

	test('that is new is looked for among the tasks of now', async () => {
		const stored = new Set<string>();
		const platform = platformWith({ task_id: 't', status: '2' });
		const { tasks, of } = processOf(stored, platform);
		await tasks.groupOf('t', undefined, DAY);
		const first = { id: 't', state: 'started' };
		expect(await of()).toMatchObject([first]);
		platform.tasks.push({ task_id: 'u', status: '2' });
		await processOf(stored, platform).tasks.groupOf('u', undefined, DAY);
		expect(await of()).toMatchObject([first, { id: 'u', state: 'started' }]);
		expect(await of()).toMatchObject([first, { id: 'u', state: 'started' }]);
		expect(platform.asked).toEqual(['queryTasks', 'queryTasks']);
	});

	test('of Add Rows is joined by the second run that adds rows to its task', async () => {
		const stored = new Set<string>();
		const platform = platformWith({ task_id: 't', status: '0' });
		const { tasks, of } = processOf(stored, platform);
		const group = `task ${DAY} 1`;
		expect(await tasks.groupOf('t', { status: '0' }, DAY)).toEqual({ group, isNew: true });
		expect(await of()).toMatchObject([{ group, isJoined: false }]);
		const second = processOf(stored, platform);
		expect(await second.tasks.groupOf('t', { status: '0' }, DAY)).toEqual({ group, isNew: false });
		expect(await of()).toMatchObject([{ group, isJoined: true }]);
	});

	test('of Add Rows is looked for after a pause, because another process may take the same one', async () => {
		const count = async (kind: 'task' | 'campaign') => {
			const { tasks, writes } = processOf(new Set());
			await tasks.newGroup(kind, DAY);
			return writes.length;
		};
		expect(await count('task')).toBeGreaterThan(await count('campaign'));
	});

	test('of a task is the same for each run, and another task has another one', async () => {
		const stored = new Set<string>();
		const group = async (id: string) =>
			await processOf(stored).tasks.groupOf(id, { status: '0' }, DAY);
		expect(await group('7')).toEqual({ group: `task ${DAY} 1`, isNew: true });
		expect(await group('7')).toEqual({ group: `task ${DAY} 1`, isNew: false });
		expect(await group('8')).toEqual({ group: `task ${DAY} 2`, isNew: true });
		expect(await group('7')).toEqual({ group: `task ${DAY} 1`, isNew: false });
	});
});

describe('what became of a group', () => {
	const GROUP = `campaign ${DAY} 1`;

	/** A campaign that was left as `leave` says, with this task on the platform. */
	async function left(task: object, leave: (tasks: OwnTasks, group: string) => Promise<void>) {
		const stored = new Set<string>();
		const { tasks } = processOf(stored);
		await leave(tasks, await tasks.newGroup('campaign', DAY));
		return await processOf(stored, platformWith({ task_id: 't', ...task })).of();
	}

	test.each<[string, string, JsonRecord | undefined, object]>([
		['its first status', 'new', { status: '9' }, { status: '9', count_tel: 5 }],
		['another status', 'partly', { status: '9' }, { status: '8' }],
		['no first status', 'partly', undefined, { status: '9' }],
		['no first status, but that of a new task', 'new', undefined, { status: '0' }],
		['no status at any time', 'partly', undefined, {}],
		['its first status, but calls', 'partly', { status: '9' }, { status: '9', process_count: 1 }],
		[
			'its first status, but numbers that were called',
			'partly',
			{ status: '9' },
			{ status: '9', process_tel_count: '2' },
		],
		[
			'calls, though it is deleted,',
			'stopped',
			{ status: '9' },
			{ status: '9', deleted: 1, process_count: 1 },
		],
	])('with %s is %s', async (_name, state, first, task) => {
		const groups = await left(task, async (tasks, group) => await tasks.created(group, 't', first));
		const count = 'count_tel' in task ? { count: task.count_tel } : {};
		const group = { group: GROUP, isCampaign: true, isJoined: false };
		expect(groups).toEqual([{ ...group, id: 't', state, ...count }]);
	});

	test('whose task nobody has recorded is free', async () => {
		expect(await left({ status: '2' }, async () => await Promise.resolve())).toEqual([
			{ group: GROUP, isCampaign: true, isJoined: false, state: 'free' },
		]);
	});

	test.each([
		['t', 'u'],
		['u', 't'],
	])('with several tasks is told by the one that may call (%s, %s)', async (...ids) => {
		const stored = new Set<string>();
		const { tasks } = processOf(stored);
		const group = await tasks.newGroup('campaign', DAY);
		for (const id of ids) await tasks.created(group, id, { status: '0' });
		const platform = platformWith(
			{ task_id: 't', status: '1', deleted: 1 },
			{ task_id: 'u', status: '2' },
		);
		expect(await processOf(stored, platform).of()).toMatchObject([{ id: 'u', state: 'partly' }]);
	});

	test('of two on a day is told by its own texts', async () => {
		const stored = new Set<string>();
		const { tasks } = processOf(stored);
		for (const id of ['t', 'u']) {
			const group = await tasks.newGroup('campaign', DAY);
			await tasks.created(group, id, { status: '0' });
			if (id === 't') await tasks.whole(group);
		}
		const platform = platformWith({ task_id: 't', status: '2' }, { task_id: 'u', status: '2' });
		expect(await processOf(stored, platform).of()).toMatchObject([
			{ id: 't', state: 'started' },
			{ id: 'u', state: 'partly' },
		]);
	});

	test('is unsure if three processes were killed while they asked', async () => {
		const stored = new Set<string>();
		const { tasks } = processOf(stored);
		await tasks.started(await tasks.newGroup('campaign', DAY));
		for (const copy of ['', ' 2', ' 3']) stored.add(`asking ${GROUP} started${copy}`);
		expect(await processOf(stored).of()).toEqual([
			{ group: GROUP, isCampaign: true, isJoined: false, state: 'unsure' },
		]);
	});

	test('leaves the texts of a start, and no other', async () => {
		const stored = new Set<string>();
		const { tasks } = processOf(stored);
		await tasks.started(GROUP);
		const copies = ['', ' 2', ' 3'].map((copy) => `${GROUP} started${copy}`);
		expect(entriesOf(stored).filter((text) => !text.startsWith('mark '))).toEqual(copies);
	});
});

describe('a task that was not started', () => {
	const deleted = async (task?: { status: string }, isCampaign = true) => {
		const platform = platformWith(...(task ? [{ task_id: 't', ...task }] : []));
		const { tasks } = processOf(new Set(), platform);
		// A status that only this task tells to be the first one.
		await tasks.created('campaign', 't', { status: '9' });
		return [await tasks.delete('t', isCampaign), platform.asked.includes('deleteTask t')];
	};

	test('is deleted, unless it is gone or somebody has started it', async () => {
		expect(await deleted({ status: '0' })).toEqual(['free', true]);
		expect(await deleted({ status: '9' })).toEqual(['free', true]);
		expect(await deleted()).toEqual(['free', false]);
		expect(await deleted({ status: '2' })).toEqual(['partly', false]);
		expect(await deleted({ status: '2' }, false)).toEqual(['started', false]);
	});
});
