import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { sized, testInFull } from '../setup/size';
import { CallBench, customers, PLACE } from './aiCall';
import { PollingN8n } from './pollHarness';
import { compareEvents, TaskLives } from './taskLives';

const SEED = 20261122;
const TASKS = sized(3_000);
const CHANGES = 1_000;
const NOON = Date.parse('2026-11-21T12:00:00+08:00');
const bench = new CallBench({ seed: 5, speed: 0, startTime: NOON });

const n8nWith = (
	{ options, ...parameters }: { options?: object; [name: string]: unknown } = {},
	dropsLatePolls = true,
) =>
	new PollingN8n(
		new IflytekAiCallTaskTrigger(),
		{ ...parameters, options: { retries: 0, ...options } },
		bench.held,
		dropsLatePolls,
	);
const events = ({ items }: PollingN8n) =>
	items.map(({ task_id, event }) => `${String(task_id)} ${String(event)}`);
const platform = () => bench.platform;
const stage = (count: number) => platform().stageTasks(count);
const stageOne = () => stage(1)[0] ?? '';

afterEach(() => jest.restoreAllMocks());

describe('items', () => {
	test('items have the event, how far the task is, and the percentage that it has reached', async () => {
		const id = stageOne();
		const n8n = n8nWith();
		await n8n.start('activate');
		platform().changeTask(id, { status: 2, rows: 3, calledRows: 2 });
		await n8n.poll();
		const { name, answered } = n8n.items[0] ?? {};
		const json = {
			task_id: id,
			name,
			statusName: 'Running',
			total: 3,
			called: 2,
			answered,
			progressPercent: 66.66,
			reachedPercent: null,
		};
		expect([typeof name, typeof answered]).toEqual(['string', 'number']);
		expect(n8n.executions).toEqual([
			[
				{ json: { event: 'started', eventId: `${id}-1-started`, ...json } },
				{ json: { event: 'progress', eventId: `${id}-2-progress`, ...json, reachedPercent: 50 } },
			],
		]);
	});

	test('items have the task as the platform sends it if Simplify is off', async () => {
		const n8n = n8nWith({ options: { simplify: false } });
		await n8n.start();
		const id = stageOne();
		platform().changeTask(id, { status: 3, rows: 4, calledRows: 1 });
		await n8n.poll();
		expect(events(n8n)).toEqual([`${id} started`, `${id} paused`]);
		expect(n8n.items[1]).toMatchObject({
			status: 3,
			progressPercent: 25,
			time_range: '[]',
			previousStatus: null,
			previousStatusName: null,
		});
		expect(n8n.items[1]).not.toHaveProperty('statusName');
	});

	test('items are only output for the selected events, and only once for each percentage', async () => {
		const n8n = n8nWith({ events: ['progress'], shares: '25%, 50  %，100' });
		const id = stageOne();
		await n8n.start();
		for (const change of [
			{ status: 2, rows: 4 },
			{ calledRows: 1 },
			{ calledRows: 1 },
			{ calledRows: 4, status: 4 },
		]) {
			platform().changeTask(id, change);
			await n8n.poll();
		}
		expect(n8n.items.map(({ event, reachedPercent }) => [event, reachedPercent])).toEqual([
			['progress', 25],
			['progress', 50],
			['progress', 100],
		]);
	});
});

describe('the first poll', () => {
	test('the first poll remembers the tasks, and only starts the workflow with Include Existing Tasks', async () => {
		const ids = stage(2);
		for (const id of ids) platform().changeTask(id, { status: 2 });
		const [withoutExisting, withExisting] = [n8nWith(), n8nWith({ includeExisting: true })];
		await withoutExisting.start('activate');
		await withExisting.start('activate');
		expect([events(withoutExisting), events(withExisting)]).toEqual([
			[],
			ids.map((id) => `${id} started`),
		]);
		for (const n8n of [withoutExisting, withExisting]) await n8n.poll();
		expect([withoutExisting.executions.length, withExisting.executions.length]).toEqual([0, 1]);
	});

	test('the first poll after a change of filters starts nothing for newly selected tasks, but reports events of tasks that were selected before', async () => {
		const [a = '', b = ''] = stage(2);
		const n8n = n8nWith({ filters: { taskIds: a } });
		await n8n.start();
		for (const id of [a, b]) platform().changeTask(id, { status: 2 });
		n8n.parameters.filters = {};
		await n8n.start('update');
		expect(events(n8n)).toEqual([`${a} started`]);
	});

	test('the first poll after a change of filters starts nothing for newly selected tasks, even with Include Existing Tasks', async () => {
		const [a = '', b = ''] = stage(2);
		const n8n = n8nWith({ filters: { taskIds: a }, includeExisting: true });
		await n8n.start();
		platform().changeTask(b, { status: 2 });
		n8n.parameters.filters = {};
		await n8n.start('update');
		await n8n.poll();
		expect(n8n.executions).toEqual([]);
	});

	test('the first poll after a change of the host starts nothing', async () => {
		const id = stageOne();
		const n8n = n8nWith();
		await n8n.start();
		bench.credential.baseUrl = String(bench.credential.baseUrl).replace('127.0.0.1', 'localhost');
		platform().changeTask(id, { status: 2 });
		await n8n.start();
		expect(n8n.executions).toEqual([]);
		platform().changeTask(id, { status: 3 });
		await n8n.poll();
		expect(events(n8n)).toEqual([`${id} paused`]);
	});

	test('the first poll after a change of the application starts nothing', async () => {
		const id = stageOne();
		const n8n = n8nWith();
		await n8n.start();
		n8n.saved = n8n.saved.replace(/"source":"[^"]+"/, '"source":"another"');
		platform().changeTask(id, { status: 2 });
		await n8n.start();
		expect(n8n.executions).toEqual([]);
		platform().changeTask(id, { status: 3 });
		await n8n.poll();
		expect(events(n8n)).toEqual([`${id} paused`]);
	});
});

describe('a memory that cannot be used', () => {
	test.each([
		['of another application', /"source":"[^"]+"/, '"source":"another"'],
		['that cannot be read', /"tasks":"[^}]+"/, '"tasks":"["'],
	])(
		'with a memory %s, the next poll starts nothing even with Include Existing Tasks, and the log says once that the memory begins anew',
		async (_what, part, replacement) => {
			const id = stageOne();
			platform().changeTask(id, { status: 2 });
			const n8n = n8nWith({ includeExisting: true });
			await n8n.start('activate');
			expect([events(n8n), n8n.warnings]).toEqual([[`${id} started`], []]);
			n8n.saved = n8n.saved.replace(part, replacement);
			await n8n.start();
			await n8n.poll();
			expect(n8n.executions).toHaveLength(1);
			platform().changeTask(id, { status: 3 });
			await n8n.poll();
			expect(events(n8n).slice(1)).toEqual([`${id} paused`]);
			expect(n8n.warnings).toEqual([
				'Trigger: The memory of the tasks begins anew and this poll starts nothing, because the credential has another Base URL or App Key, or the memory could not be read.',
			]);
		},
	);

	test('if the Base URL changes while the workflow is published, the next poll starts nothing even with Include Existing Tasks', async () => {
		const id = stageOne();
		platform().changeTask(id, { status: 2 });
		const n8n = n8nWith({ includeExisting: true });
		await n8n.start('activate');
		bench.credential.baseUrl = String(bench.credential.baseUrl).replace('127.0.0.1', 'localhost');
		await n8n.poll();
		await n8n.poll();
		expect([n8n.executions.length, n8n.warnings.length]).toEqual([1, 1]);
	});
});

describe('a change of Events or Progress', () => {
	/** A published trigger, with a task that n8n's database knows as new; since then it was seen running, with 60 % called. */
	const withRunningTask = async (parameters: Record<string, unknown>) => {
		const n8n = n8nWith(parameters);
		const id = stageOne();
		await n8n.start('activate');
		platform().changeTask(id, { status: 2, rows: 10, calledRows: 6 });
		await n8n.poll();
		return { n8n, id };
	};

	test('the first poll after a change of Events starts nothing for what happened to the added events before', async () => {
		const { n8n, id } = await withRunningTask({ events: ['finished'] });
		const [b = ''] = stage(1);
		platform().changeTask(b, { status: 4, rows: 10, calledRows: 10 });
		n8n.parameters.events = ['finished', 'paused', 'progress', 'started'];
		await n8n.start('update');
		expect(events(n8n)).toEqual([`${b} finished`]);
		platform().changeTask(id, { status: 3 });
		await n8n.poll();
		platform().changeTask(id, { status: 2 });
		await n8n.poll();
		expect(events(n8n).slice(1)).toEqual([`${id} paused`, `${id} started`]);
		expect(n8n.items.at(-1)).toMatchObject({ eventId: `${id}-2-started` });
	});

	test('the first poll after a change of Progress starts nothing for added percentages that were reached before', async () => {
		const { n8n, id } = await withRunningTask({ events: ['progress'], shares: '75' });
		n8n.parameters.shares = '50, 75, 90';
		platform().changeTask(id, { calledRows: 8 });
		await n8n.start('update');
		platform().changeTask(id, { calledRows: 10 });
		await n8n.poll();
		expect(n8n.items.map(({ reachedPercent }) => reachedPercent)).toEqual([75, 90]);
	});

	test('an event that is removed and added again is an added one', async () => {
		const { n8n } = await withRunningTask({ events: ['finished', 'started'] });
		expect(n8n.executions).toHaveLength(1);
		const id = stageOne();
		n8n.parameters.events = ['finished'];
		await n8n.start('update');
		platform().changeTask(id, { status: 2 });
		await n8n.poll();
		n8n.parameters.events = ['finished', 'started'];
		await n8n.start('update');
		expect(n8n.executions).toHaveLength(1);
	});

	test('if the first poll after a change of Events fails, the next one starts nothing for the added events', async () => {
		const { n8n, id } = await withRunningTask({ events: ['finished'] });
		n8n.parameters.events = ['finished', 'started'];
		platform().failNext('taskQuery', { kind: 'http', status: 503, when: 'before' });
		await n8n.start('init');
		platform().changeTask(id, { status: 4, calledRows: 10 });
		await n8n.poll();
		expect(events(n8n)).toEqual([`${id} finished`]);
	});

	test('a memory that does not say for which events it was made counts for all selected ones', async () => {
		const { n8n, id } = await withRunningTask({ events: ['finished'] });
		n8n.saved = n8n.saved.replace(/"selected":"[^"]+",?/, '');
		n8n.parameters.events = ['finished', 'started'];
		await n8n.start('update');
		expect(events(n8n)).toEqual([`${id} started`]);
	});
});

describe('filters', () => {
	test('filters select tasks by a part of the name, or by IDs', async () => {
		const [a = '', b = '', c = ''] = stage(3);
		const [byName, byIds] = [
			n8nWith({ filters: { taskName: `任务${b}` } }),
			n8nWith({ filters: { taskIds: `${a}，${c}` } }),
		];
		for (const n8n of [byName, byIds]) await n8n.start();
		for (const id of [a, b, c]) platform().changeTask(id, { status: 4 });
		for (const n8n of [byName, byIds]) await n8n.poll();
		expect([events(byName), events(byIds)]).toEqual([
			[`${b} started`, `${b} finished`],
			[`${a} started`, `${a} finished`, `${c} started`, `${c} finished`],
		]);
		expect(bench.bodies('taskQuery').at(-1)).toEqual({ task_id: c, page_index: 1, page_size: 50 });
	});

	test('if the filters have an ID without a task, publishing fails; if a task disappears later, polls do not fail', async () => {
		const id = stageOne();
		const n8n = n8nWith({ filters: { taskIds: `${id}, 999` } });
		await expect(n8n.start('activate')).rejects.toThrow('Task 999 not found');
		n8n.parameters.filters = { taskIds: '999', taskName: ' ' };
		await expect(n8n.start('activate')).rejects.toThrow('Task 999 not found');
		n8n.parameters.filters = { taskIds: id };
		await n8n.start('activate');
		platform().changeTask(id, { gone: true });
		await n8n.poll();
		expect(n8n.errors).toEqual([]);
	});

	test('a task of the filters that disappears never stops the other tasks, however many polls follow, even if the workflow is published again', async () => {
		const [a = '', b = ''] = stage(2);
		const n8n = n8nWith({ filters: { taskIds: `${a}, ${b}` } });
		await n8n.start('activate');
		platform().changeTask(a, { gone: true });
		for (let polls = 0; polls < 100; polls++) await n8n.poll();
		platform().changeTask(b, { status: 2 });
		await n8n.poll();
		platform().changeTask(b, { status: 4 });
		await n8n.start('update');
		expect([events(n8n), n8n.errors]).toEqual([[`${b} started`, `${b} finished`], []]);
	});

	// The platform lists direct calls under a task of its own, the task pool.
	test('filters leave out direct calls', async () => {
		const n8n = n8nWith();
		await n8n.start();
		await bench.json(PLACE, customers(1));
		const taskType = { output: 'fields', fields: ['taskTypeName'] };
		expect(await bench.json({ resource: 'task', operation: 'getAll', ...taskType })).toMatchObject([
			{ taskTypeName: 'Task pool' },
		]);
		await n8n.poll();
		expect(n8n.executions).toEqual([]);
	});

	const NOT_A_PERCENTAGE = /^Progress must be a whole number from 1 to 100/;

	test.each([
		[
			{ events: [] },
			'Events is empty',
			'Select at least one of: started, progress, paused, finished, expired.',
		],
		[
			{ events: ['finished', 'done'] },
			/^Events must be one of: .* but is "done"$/,
			/^Check the value/,
		],
		[
			{ shares: '' },
			'Progress is empty',
			'Enter percentages such as 25, 50, 75, or remove Task Progress from Events.',
		],
		[{ shares: '50, 101' }, NOT_A_PERCENTAGE, /^Check the value/],
		[{ shares: 'half' }, NOT_A_PERCENTAGE, /^Check the value/],
		[{ shares: '5%0' }, NOT_A_PERCENTAGE, /^Check the value/],
		[
			{ filters: { taskName: '={{ ({}) }}' } },
			'Name Contains must be text, but is an object',
			/^Check the expression/,
		],
		[
			{ filters: { taskIds: '={{ 346252615123869699 }}' } },
			/^Task IDs is the number 346252615123869700, which lost its last digits/,
			/text/,
		],
	])('the trigger refuses %p before any request', async (parameters, message, advice) => {
		const [outcome] = await Promise.allSettled([n8nWith(parameters).start('activate')]);
		expect(outcome).toMatchObject({
			status: 'rejected',
			reason: {
				message: expect.stringMatching(message) as string,
				description: expect.stringMatching(advice) as string,
			},
		});
		expect(bench.platform.requests).toEqual([]);
	});

	test('an expression can return the events as the text of an array', async () => {
		const n8n = n8nWith({ events: '={{ \'["started"]\' }}' });
		await n8n.start();
		const id = stageOne();
		platform().changeTask(id, { status: 3, rows: 4, calledRows: 1 });
		await n8n.poll();
		expect(events(n8n)).toEqual([`${id} started`]);
	});

	test('the name in the filters can have spaces around it', async () => {
		const [a = '', b = ''] = stage(2);
		const n8n = n8nWith({ filters: { taskName: ` 任务${b} ` } });
		await n8n.start();
		for (const id of [a, b]) platform().changeTask(id, { status: 2 });
		await n8n.poll();
		expect(events(n8n)).toEqual([`${b} started`]);
	});

	test('filters leave out a task whose ID matches but whose name does not, without an error', async () => {
		const [a = '', b = ''] = stage(2);
		const n8n = n8nWith({ filters: { taskIds: `${a}, ${b}`, taskName: `任务${b}` } });
		await n8n.start('activate');
		for (const id of [a, b]) platform().changeTask(id, { status: 2 });
		await n8n.poll();
		expect([events(n8n), n8n.errors]).toEqual([[`${b} started`], []]);
	});
});

describe('a platform that cannot be reached', () => {
	const failQueries = (times = 1) =>
		platform().failNext('taskQuery', { kind: 'http', status: 503, when: 'before' }, times);

	test('if the platform cannot be reached, the poll fails; the next poll reports what happened meanwhile', async () => {
		const id = stageOne();
		const n8n = n8nWith();
		await n8n.start();
		platform().changeTask(id, { status: 2 });
		failQueries(2);
		await n8n.poll();
		await n8n.poll();
		expect(n8n.errors.map(({ name, message }) => [name, message])).toEqual(
			Array.from({ length: 2 }, () => ['NodeApiError', expect.stringContaining('503')]),
		);
		expect(n8n.executions).toEqual([]);
		await n8n.poll();
		expect(events(n8n)).toEqual([`${id} started`]);
	});

	test('if the response has text in place of the list of tasks, the poll fails; the next poll reports what happened meanwhile', async () => {
		const id = stageOne();
		const n8n = n8nWith();
		await n8n.start();
		const { saved } = n8n;
		platform().changeTask(id, { status: 2 });
		const text = JSON.stringify({
			code: 0,
			message: 'success',
			result: { total_rows: 1, rows: 'x' },
		});
		platform().failNext('taskQuery', { kind: 'body', text });
		await n8n.poll();
		expect(n8n.errors.map(({ name, message }) => [name, message])).toEqual([
			['NodeApiError', 'The platform reported success, but "rows" in its response is not a list'],
		]);
		expect([n8n.executions, n8n.saved]).toEqual([[], saved]);
		await n8n.poll();
		expect(events(n8n)).toEqual([`${id} started`]);
	});

	// `leadershipChange` means that this process takes over from another one. n8n then also starts the workflows.
	test.each(['init', 'leadershipChange'] as const)(
		'if the platform cannot be reached, publishing fails; if n8n starts (%s), it logs the error and polls later',
		async (mode) => {
			const id = stageOne();
			const n8n = n8nWith();
			failQueries();
			await expect(n8n.start('activate')).rejects.toThrow('503');
			await n8n.start('activate');
			platform().changeTask(id, { status: 2 });
			failQueries(2);
			await n8n.start(mode);
			expect(n8n.warnings).toEqual([
				expect.stringMatching(
					/^Trigger: The tasks could not be polled when n8n started\. .*503.* \(kind: unavailable\)$/,
				),
			]);
			await n8n.poll();
			await n8n.poll();
			expect([n8n.errors.length, events(n8n)]).toEqual([1, [`${id} started`]]);
		},
	);
});

describe('the editor', () => {
	test('the editor gets the last event of the newest task that has had an event, and nothing is remembered', async () => {
		const [a = '', b = ''] = stage(2);
		platform().changeTask(a, { status: 4, rows: 2, calledRows: 2 });
		const n8n = n8nWith({ options: { simplify: false } });
		expect(
			(await n8n.fetchTestEvent())?.[0]?.map(({ json }) => [
				json.task_id,
				json.event,
				json.previousStatus,
			]),
		).toEqual([[a, 'finished', null]]);
		expect(await n8n.fetchTestEvent()).toHaveLength(1);
		platform().changeTask(b, { status: 3 });
		expect(
			(await n8n.fetchTestEvent())?.[0]?.map(({ json }) => [json.task_id, json.event]),
		).toEqual([[b, 'paused']]);
		expect([n8n.saved, n8n.executions]).toEqual(['{}', []]);
	});

	test('if no task has had the event, the editor gets a task as it will be then, marked as a test', async () => {
		const id = stageOne();
		platform().changeTask(id, { status: 1, rows: 4, calledRows: 1 });
		const n8n = n8nWith({ events: ['finished'] });
		const [[item] = []] = (await n8n.fetchTestEvent()) ?? [];
		expect(Object.entries(item?.json ?? {}).slice(0, 8)).toEqual([
			['event', 'finished'],
			['task_id', id],
			['name', `任务${id}`],
			['test', true],
			['statusName', 'Finished'],
			['total', 4],
			['called', 4],
			['answered', expect.any(Number)],
		]);
		expect(item?.json).toMatchObject({ progressPercent: 100, eventId: `${id}-1-finished` });
		expect([n8n.saved, n8n.executions]).toEqual(['{}', []]);
	});

	test('for filters with a name, the editor sends a single request for the newest tasks; if the platform cannot be reached, this is an error', async () => {
		const [a = '', b = ''] = stage(2);
		const n8n = n8nWith({ filters: { taskName: `任务${a}` } });
		for (const id of [a, b]) platform().changeTask(id, { status: 2 });
		expect((await n8n.fetchTestEvent())?.[0]?.map(({ json }) => json.task_id)).toEqual([a]);
		expect(bench.bodies('taskQuery')).toEqual([
			{
				task_name: `任务${a}`,
				sort_name: 'ID',
				sort_order: 'DESC',
				page_index: 1,
				page_size: 50,
			},
		]);
		platform().failNext('taskQuery', { kind: 'http', status: 503, when: 'before' });
		await expect(n8n.fetchTestEvent()).rejects.toThrow('503');
		expect(bench.requests('taskQuery')).toHaveLength(2);
	});

	test('for filters with IDs, the editor requests only these tasks; an ID without a task is an error', async () => {
		const [a = '', b = ''] = stage(2);
		for (const id of [a, b]) platform().changeTask(id, { status: 2 });
		const n8n = n8nWith({ filters: { taskIds: a } });
		expect((await n8n.fetchTestEvent())?.[0]?.map(({ json }) => json.task_id)).toEqual([a]);
		n8n.parameters.filters = { taskIds: `${a}, 999` };
		await expect(n8n.fetchTestEvent()).rejects.toThrow('Task 999 not found');
		expect(bench.bodies('taskQuery')).toMatchObject([
			{ task_id: a },
			{ task_id: a },
			{ task_id: '999' },
		]);
	});

	test('the editor gets the first task if no task has had an event, and nothing if there is no task', async () => {
		const n8n = n8nWith();
		expect(await n8n.fetchTestEvent()).toBeNull();
		const id = stageOne();
		expect(
			(await n8n.fetchTestEvent())?.[0]?.map(({ json }) => [
				json.task_id,
				json.event,
				json.statusName,
			]),
		).toEqual([[id, 'started', 'Started']]);
	});
});

test('a poll that begins during another poll does nothing, whether the first poll succeeds or fails', async () => {
	const [a = ''] = stage(60);
	const n8n = n8nWith();
	await n8n.start();
	platform().changeTask(a, { status: 2 });
	const queries = () => bench.requests('taskQuery').length;
	const before = queries();
	await Promise.all([n8n.poll(), n8n.poll(), n8n.poll()]);
	expect([events(n8n), queries() - before]).toEqual([[`${a} started`], 2]);
	platform().changeTask(a, { status: 3 });
	platform().failNext('taskQuery', { kind: 'http', status: 503, when: 'before' });
	await Promise.all([n8n.poll(), n8n.poll()]);
	expect([n8n.errors.length, queries() - before]).toEqual([1, 3]);
	await n8n.poll();
	expect(events(n8n)).toEqual([`${a} started`, `${a} paused`]);
});

test.each([
	['workflowId', 'another'],
	['nodeId', 'another'],
] as const)(
	'triggers with different values of %s poll independently of each other',
	async (idField, value) => {
		const task = stageOne();
		const triggers = [n8nWith(), n8nWith()];
		if (triggers[1]) triggers[1][idField] = value;
		for (const n8n of triggers) await n8n.start();
		platform().changeTask(task, { status: 2 });
		await Promise.all(triggers.map(async (n8n) => await n8n.poll()));
		expect(triggers.map(events)).toEqual([[`${task} started`], [`${task} started`]]);
	},
);

test('a poll that finds nothing new does not change the static data', async () => {
	const id = stageOne();
	const n8n = n8nWith({ events: ['finished'] });
	await n8n.start();
	await n8n.poll();
	expect(n8n.isUnsaved).toBe(false);
	platform().changeTask(id, { status: 2 });
	await n8n.poll();
	expect([n8n.executions, n8n.isUnsaved]).toEqual([[], true]);
});

describe.each([
	['drops the events of this poll', true],
	['starts the workflow with the events of this poll', false],
])('publishing again during a poll, if n8n %s', (_what, dropsLatePolls) => {
	test('after publishing again during a poll, each event comes once and the tasks are listed once', async () => {
		const ids = stage(60);
		const n8n = n8nWith({}, dropsLatePolls);
		await n8n.start();
		for (const id of ids) platform().changeTask(id, { status: 2 });
		const before = bench.requests('taskQuery').length;
		await Promise.all([n8n.poll(), n8n.start('update')]);
		expect(bench.requests('taskQuery').length - before).toBe(2);
		await n8n.poll();
		expect(events(n8n)).toEqual(ids.map((id) => `${id} started`));
	});

	test('after publishing again with another filter during a poll, each event comes once', async () => {
		const [a = '', b = ''] = stage(2);
		const n8n = n8nWith({}, dropsLatePolls);
		await n8n.start();
		for (const id of [a, b]) platform().changeTask(id, { status: 2 });
		const poll = n8n.poll();
		n8n.parameters.filters = { taskIds: b };
		await Promise.all([poll, n8n.start('update')]);
		await n8n.poll();
		expect(events(n8n)).toEqual([`${b} started`]);
	});

	test('after publishing again during a poll that fails, the new activation lists the tasks itself', async () => {
		const id = stageOne();
		const n8n = n8nWith({}, dropsLatePolls);
		await n8n.start();
		platform().changeTask(id, { status: 2 });
		platform().failNext('taskQuery', { kind: 'http', status: 503, when: 'before' });
		await Promise.all([n8n.poll(), n8n.start('update')]);
		await n8n.poll();
		expect([events(n8n), n8n.errors]).toEqual([[`${id} started`], []]);
	});
});

test('if n8n is killed before it saves that an event was found, the event is found again and has the same ID', async () => {
	const id = stageOne();
	const n8n = n8nWith();
	await n8n.start();
	const { saved } = n8n;
	platform().changeTask(id, { status: 2 });
	await n8n.poll();
	n8n.saved = saved;
	await n8n.start();
	expect(n8n.items.map(({ eventId }) => eventId)).toEqual([`${id}-1-started`, `${id}-1-started`]);
});

test(`with ${TASKS} tasks, each poll reads all tasks once and finds the only change`, async () => {
	const ids = stage(TASKS);
	const n8n = n8nWith();
	await n8n.start();
	const pages = TASKS / 50;
	expect([bench.requests('taskQuery').length, n8n.saved.length < 33 * TASKS]).toEqual([
		pages,
		true,
	]);
	const last = ids.at(-1) ?? '';
	platform().changeTask(last, { status: 2 });
	await n8n.poll();
	expect([events(n8n), bench.requests('taskQuery').length]).toEqual([
		[`${last} started`],
		2 * pages,
	]);
});

testInFull.each([true, false])(
	`${CHANGES} changes (seed ${SEED}) while n8n is killed, the workflow is published during polls (n8n drops the events of these polls: %p) and the platform fails: no event is lost or comes twice`,
	async (dropsLatePolls) => {
		const lives = new TaskLives(platform(), SEED, 60);
		const n8n = n8nWith({}, dropsLatePolls);
		await n8n.start('activate');
		let kills = 0;
		let publications = 0;
		let failures = 0;
		let polls = 0;
		while (lives.count < CHANGES) {
			lives.change(30);
			const isKilled = lives.chance(0.2);
			const isPublished = lives.chance(0.2);
			const fails = lives.chance(0.15);
			if (fails)
				platform().failNext(
					'taskQuery',
					lives.chance(0.5) ? { kind: 'drop', when: 'after' } : { kind: 'code', code: 10020 },
				);
			if (isKilled) await n8n.start('init');
			else await n8n.poll();
			if (fails) await n8n.poll();
			if (isPublished) {
				lives.change(30);
				await Promise.all([n8n.poll(), n8n.start('update')]);
			}
			kills += Number(isKilled);
			publications += Number(isPublished);
			failures += Number(fails);
			polls++;
		}
		const { lost, twice, disordered } = compareEvents(lives.expected, n8n.items);
		process.stdout.write(
			`Task changes, seed ${SEED}: ${lives.count} events of ${lives.expected.size} tasks in ${polls} polls, ${kills} kills, ${publications} publications during polls, ${failures} failures of the platform: lost ${lost}, twice ${twice}\n`,
		);
		expect([lost, twice, disordered]).toEqual([0, 0, []]);
		expect(n8n.errors.length + n8n.warnings.length).toBe(failures);
		expect(new Set(n8n.items.map(({ eventId }) => eventId)).size).toBe(n8n.items.length);
		expect(Math.min(kills, publications)).toBeGreaterThan(CHANGES / 200);
	},
);
