import {
	compareTasks,
	eventsSince,
	packMemory,
	TASK_EVENTS,
	taskState,
	unpackMemory,
	type TaskEvent,
	type TaskMemory,
	type TaskState,
	type Watch,
} from '../../../nodes/shared/aiCall/tasks/taskEvents';
import { listTasks } from '../../../nodes/IflytekAiCallTaskTrigger/watchedTasks';
import { sampleChange } from '../../../nodes/IflytekAiCallTaskTrigger/sample';
import type { Page } from '../../../nodes/shared/aiCall/tasks/taskQuery';
import type { JsonRecord } from '../../../nodes/shared/values';

const stateBefore = (status: number, share = 0): TaskState => ({ status: String(status), share });
const task = (status: number, called = 0, total = 10): JsonRecord => ({
	task_id: '88101',
	task_type: 0,
	status,
	process_tel_count: called,
	count_tel: total,
	time_task_start: called > 0 ? 1 : 0,
});
const eventNames = (before: TaskState | undefined, now: JsonRecord, shares = [50]) =>
	eventsSince(before, now, shares).map(({ event, reached }) =>
		reached === undefined ? event : `${event} ${reached}`,
	);

describe('events of a task', () => {
	test.each<[string, TaskState | undefined, JsonRecord, string[]]>([
		['nothing happened', stateBefore(0), task(0), []],
		['new to started', stateBefore(0), task(1), ['started']],
		['new to running', stateBefore(0), task(2), ['started']],
		['new to waiting for retry', stateBefore(0), task(5), ['started']],
		['new to outside working hours', stateBefore(0), task(6), ['started']],
		['started to running', stateBefore(1), task(2), []],
		['running to waiting for retry', stateBefore(2), task(5), []],
		['outside working hours to running', stateBefore(6), task(2), []],
		['running to paused', stateBefore(2), task(3), ['paused']],
		['paused to paused', stateBefore(3), task(3), []],
		['finished to finished', stateBefore(4), task(4), []],
		['paused to running', stateBefore(3), task(2), ['started']],
		['running to finished', stateBefore(2), task(4), ['finished']],
		['paused to finished', stateBefore(3), task(4), ['finished']],
		['outside working hours to expired', stateBefore(6), task(7), ['expired']],
		['new to expired, if no call has begun', stateBefore(0), task(7), ['expired']],
		['new to expired, if calls have begun', stateBefore(0), task(7, 1), ['started', 'expired']],
		['new to paused', stateBefore(0), task(3), ['started', 'paused']],
		['new to finished', stateBefore(0), task(4, 10), ['started', 'progress 50', 'finished']],
		['a running task that was never seen before', undefined, task(2), ['started']],
		['a new task that was never seen before', undefined, task(0), []],
		[
			'a finished task that was never seen before',
			undefined,
			task(4, 10),
			['started', 'progress 50', 'finished'],
		],
		['finished and started again', stateBefore(4, 100), task(2, 10), ['started']],
		['a percentage that is not reached', stateBefore(2, 10), task(2, 4), []],
		['a percentage that is reached exactly', stateBefore(2, 49.99), task(2, 5), ['progress 50']],
		['a percentage that was reached before', stateBefore(2, 50), task(2, 6), []],
		['a status that is not documented', stateBefore(2), task(9), []],
		['a status with spaces around it', stateBefore(0), { ...task(2), status: ' 2 ' }, ['started']],
		['new to an undocumented status, if calls have begun', stateBefore(0), task(9, 1), []],
		[
			'new to expired, if calls have begun and the start time is missing',
			stateBefore(0),
			{ ...task(7), process_count: 3 },
			['started', 'expired'],
		],
		['no status', stateBefore(2), { ...task(2), status: undefined }, []],
		[
			'numbers as text',
			stateBefore(0),
			{ ...task(0), status: '2', process_tel_count: '5', count_tel: '10' },
			['started', 'progress 50'],
		],
	])('the events of a change: %s', (_name, before, now, expected) => {
		expect(eventNames(before, now)).toStrictEqual(expected);
	});

	test('each percentage is reported once, the lowest first', () => {
		expect(eventNames(stateBefore(2, 20), task(2, 9), [75, 25, 50, 50, 95])).toEqual([
			'progress 25',
			'progress 50',
			'progress 75',
		]);
	});

	test.each([
		[0, 0, 0],
		[5, 0, 0],
		[1, 3, 33.33],
		[2, 3, 66.66],
		[7, 5, 100],
		[10_000, 10_000, 100],
		[9_999, 10_000, 99.99],
	])('%i called numbers of %i are %d percent', (called, total, share) => {
		expect(taskState(task(2, called, total)).share).toBe(share);
	});
});

const ALL: Watch = { events: TASK_EVENTS, shares: [50], taskIds: [], unseenTasks: 'report' };
const remember = (tasks: JsonRecord[], memory: TaskMemory = new Map()) =>
	compareTasks(memory, tasks, { ...ALL, unseenTasks: 'remember' }).memory;
const eventIds = (memory: TaskMemory, tasks: JsonRecord[], watch: Partial<Watch> = {}) =>
	compareTasks(memory, tasks, { ...ALL, ...watch }).changes.map(({ eventId }) => eventId);

describe('memory of tasks', () => {
	test('the first poll either only remembers the tasks or also reports their past events', () => {
		expect(eventIds(new Map(), [task(4, 10)], { unseenTasks: 'remember' })).toEqual([]);
		expect(eventIds(new Map(), [task(4, 10)])).toEqual([
			'88101-1-started',
			'88101-2-progress',
			'88101-3-finished',
		]);
	});

	test('an event that is found again because the memory is outdated keeps its ID', () => {
		const memory = remember([task(0)]);
		const [first, second] = [eventIds(memory, [task(1)]), eventIds(memory, [task(1)])];
		expect(second).toEqual(first);
		const later = compareTasks(memory, [task(1)], ALL).memory;
		expect(eventIds(later, [task(3)])).toEqual(['88101-2-paused']);
	});

	test('an event that is not watched is neither reported nor counted, but the new state is remembered', () => {
		const { changes, memory } = compareTasks(remember([task(0)]), [task(2)], {
			...ALL,
			events: ['finished'],
		});
		expect(changes).toEqual([]);
		expect(eventIds(memory, [task(4, 10)], { events: ['finished'] })).toEqual(['88101-1-finished']);
	});

	test('a percentage that is passed again after a drop is reported only once', () => {
		const afterCalls = (called: number, memory: TaskMemory) =>
			compareTasks(memory, [task(2, called)], ALL);
		const passed = afterCalls(6, remember([task(2, 4)]));
		expect(passed.changes).toHaveLength(1);
		expect(afterCalls(6, afterCalls(3, passed.memory).memory).changes).toEqual([]);
	});

	test('an undocumented status in between does not count as a new start', () => {
		const withOddStatus = compareTasks(remember([task(2)]), [task(9)], ALL).memory;
		expect(eventIds(withOddStatus, [task(2)])).toEqual([]);
		expect(eventIds(withOddStatus, [task(3)])).toEqual(['88101-1-paused']);
	});

	test('reports what happens to a task that was remembered', () => {
		expect(eventIds(remember([task(0)]), [task(2)], { unseenTasks: 'remember' })).toEqual([
			'88101-1-started',
		]);
	});

	test('remembers a new task even if its status is missing or not documented', () => {
		expect([...remember([task(9)])]).toEqual([
			['88101', { status: '9', share: 0, events: 0, missing: 0 }],
		]);
		expect(taskState({})).toEqual({ status: '', share: 0 });
	});

	test('leaves out the pool of direct calls, and rows without a task ID', () => {
		const { changes, memory } = compareTasks(
			new Map(),
			[
				{ ...task(2), task_type: 2 },
				{ ...task(2), task_id: undefined },
				{ ...task(2), task_id: ' ' },
			],
			ALL,
		);
		expect([changes, memory.size]).toEqual([[], 0]);
	});

	test('a task is recognized when it returns after 99 lists without it, but is forgotten after 100', () => {
		let memory = remember([task(2)]);
		for (let list = 1; list < 100; list++) memory = remember([], memory);
		expect(eventIds(memory, [task(2)])).toEqual([]);
		expect(eventIds(memory, [task(4)])).toEqual(['88101-1-finished']);
		expect(remember([], memory).size).toBe(0);
	});

	test('a task whose ID is in the filter is never forgotten, and its memory stays the same', () => {
		const seen = remember([task(2), { ...task(2), task_id: '88102' }]);
		let memory = seen;
		for (let list = 1; list <= 200; list++)
			({ memory } = compareTasks(memory, [], { ...ALL, taskIds: ['88101'] }));
		expect([...memory]).toEqual([...seen].slice(0, 1));
	});

	test('the memory is the same after packing and unpacking, digits of IDs included', () => {
		const id = '346252615123869699';
		const memory = remember([], remember([{ ...task(2, 1, 3), task_id: id }, task(4, 10)]));
		expect(unpackMemory(packMemory(memory))).toEqual(memory);
		expect(packMemory(remember([task(2)]))).toBe('[["88101","2",0,0]]');
		expect([...memory.keys()]).toContain(id);
	});

	test.each([
		undefined,
		null,
		7,
		'',
		'no json',
		'{}',
		'[1]',
		'[["a",2,0,0]]',
		'[["a","2","0",0]]',
		'[[1,"2",0,0]]',
		'[["a","2",0,"0"]]',
		'[["a","2",0,0,"1"]]',
	])('%p is not accepted as a memory', (packed) => {
		expect(unpackMemory(packed)).toBeUndefined();
	});

	test('the memory of 10,000 tasks takes less than 400 kB with long IDs, and less than 250 kB with short IDs', () => {
		const tasks = Array.from({ length: 10_000 }, (_, index) => ({
			...task(4, 1, 3),
			task_id: String(346252615123869699n + BigInt(index)),
		}));
		expect(packMemory(remember(tasks)).length).toBeLessThan(400_000);
		expect(
			packMemory(
				remember(
					tasks.map((original, index) => ({ ...original, task_id: String(88_101 + index) })),
				),
			).length,
		).toBeLessThan(250_000);
	});

	test('the sample is the last event of the first task that had an event; if no task had one, it is the first watched event', () => {
		const otherTask = { ...task(0), task_id: '88102' };
		expect(sampleChange([otherTask, task(4, 10)], ALL)).toMatchObject({
			event: 'finished',
			eventId: '88101-3-finished',
		});
		expect(sampleChange([task(2), { ...task(4, 10), task_id: '88102' }], ALL)).toMatchObject({
			event: 'started',
			eventId: '88101-1-started',
		});
		expect(
			sampleChange([{ ...task(2), task_type: 2 }, otherTask], { events: ['paused'], shares: [] }),
		).toEqual({
			event: 'paused',
			task: { ...otherTask, status: 3 },
			state: { status: '3', share: 0 },
			before: undefined,
			eventId: '88102-1-paused',
			isMadeUp: true,
		});
		const nextOf = (event: TaskEvent) =>
			sampleChange([task(0, 0)], { events: [event], shares: [25, 50] });
		expect(TASK_EVENTS.map((event) => 'reached' in { ...nextOf(event) })).toEqual([
			false,
			true,
			false,
			false,
			false,
		]);
		expect(TASK_EVENTS.map(nextOf)).toMatchObject([
			{ event: 'started', state: { status: '1', share: 0 } },
			{ event: 'progress', state: { status: '2', share: 30 }, reached: 25 },
			{ event: 'paused', state: { status: '3', share: 0 } },
			{ event: 'finished', state: { status: '4', share: 100 } },
			{ event: 'expired', state: { status: '7', share: 0 } },
		]);
		expect(sampleChange([], ALL)).toBeUndefined();
	});
});

describe('lists that change while they are read', () => {
	/** A platform with a list in pages. `beforeNextPage` runs before each page except the first. */
	const paged = (
		list: JsonRecord[],
		beforeNextPage: (pagesRead: number) => void = () => undefined,
	) => {
		const askedPages: number[] = [];
		const fetchPage = async ({ index, size }: Page) => {
			if (askedPages.length > 0) beforeNextPage(askedPages.length);
			askedPages.push(index);
			return { totalRows: list.length, rows: list.slice((index - 1) * size, index * size) };
		};
		return { askedPages, fetchPage };
	};
	const numberedTasks = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ task_id: String(index) }));
	const foundIds = async (fetchPage: Parameters<typeof listTasks>[0]) =>
		(await listTasks(fetchPage)).map(({ task_id }) => Number(task_id)).sort((a, b) => a - b);
	const numbersBelow = (count: number) => Array.from({ length: count }, (_, index) => index);

	test('reads a steady list once', async () => {
		const { askedPages, fetchPage } = paged(numberedTasks(120));
		expect(await foundIds(fetchPage)).toEqual(numbersBelow(120));
		expect(askedPages).toEqual([1, 2, 3]);
	});

	test('reads 10,000 tasks in 200 pages', async () => {
		const { askedPages, fetchPage } = paged(numberedTasks(10_000));
		expect([await foundIds(fetchPage), askedPages.length]).toEqual([numbersBelow(10_000), 200]);
	});

	test('if tasks are removed and others move to an earlier page, all tasks are still found', async () => {
		const list = numberedTasks(120);
		const { askedPages, fetchPage } = paged(list, (pagesRead) => {
			if (pagesRead === 1) list.splice(0, 3);
		});
		expect(await foundIds(fetchPage)).toEqual(numbersBelow(120));
		expect(askedPages).toEqual([1, 2, 3, 1, 2, 3]);
	});

	test('if a task is added, it is found, and no other is listed twice', async () => {
		const list = numberedTasks(100);
		const { askedPages, fetchPage } = paged(list, (pagesRead) => {
			if (pagesRead === 1) list.push({ task_id: '100' });
		});
		expect(await foundIds(fetchPage)).toEqual(numbersBelow(101));
		expect(askedPages).toEqual([1, 2, 3]);
	});

	test('a list with fewer rows than its total is read twice, but not again and again', async () => {
		const askedPages: number[] = [];
		const fewRows = async ({ index }: Page) => {
			askedPages.push(index);
			return { totalRows: 70, rows: index === 1 ? numberedTasks(10) : [] };
		};
		expect(await foundIds(fewRows)).toEqual(numbersBelow(10));
		expect(askedPages).toEqual([1, 2, 1, 2]);
	});

	test('a list without a total is read once', async () => {
		const askedPages: number[] = [];
		const withoutTotal = async ({ index }: Page) => {
			askedPages.push(index);
			return {
				totalRows: undefined,
				rows: index === 1 ? numberedTasks(50) : numberedTasks(51).slice(50),
			};
		};
		expect(await foundIds(withoutTotal)).toEqual(numbersBelow(51));
		expect(askedPages).toEqual([1, 2]);
	});

	test('a list with a total but no rows is read twice', async () => {
		let requests = 0;
		const noRows = async () => {
			requests++;
			return { totalRows: 5, rows: [] };
		};
		expect([await listTasks(noRows), requests]).toEqual([[], 2]);
	});

	test('a task without an ID is listed', async () => {
		expect(await listTasks(async () => ({ totalRows: 1, rows: [{ task_name: 'a' }] }))).toEqual([
			{ task_name: 'a' },
		]);
	});

	test('a list with the highest number of tasks that can be watched is accepted', async () => {
		await expect(listTasks(async () => ({ totalRows: 20_000, rows: [] }))).resolves.toEqual([]);
	});

	test('if a list has no total, its tasks are counted, and a list of too many tasks is refused', async () => {
		let pages = 0;
		const endless = async ({ index, size }: Page) => {
			pages++;
			return { totalRows: undefined, rows: numberedTasks(index * size).slice(-size) };
		};
		await expect(listTasks(endless)).rejects.toThrow(
			'There are 20050 tasks, more than the 20000 that can be watched',
		);
		expect(pages).toBe(401);
	});

	test('a total of more tasks than can be watched is refused after the first page', async () => {
		let pages = 0;
		const huge = async () => {
			pages++;
			return { totalRows: 20_001, rows: numberedTasks(pages === 1 ? 50 : 0) };
		};
		await expect(listTasks(huge)).rejects.toThrow(
			expect.objectContaining({
				message: 'There are 20001 tasks, more than the 20000 that can be watched',
				details: { advice: 'Set Name Contains or Task IDs under Filters.' },
			}),
		);
		expect(pages).toBe(1);
	});
});
