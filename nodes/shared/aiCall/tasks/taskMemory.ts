/** The memory of tasks from one poll to the next. */
import { tryReadJson } from '../../lossless';
import { numberOf, textOf, type JsonRecord } from '../../values';
import { TASK_POOL } from '../aiCallLabels';
import {
	eventsSince,
	stateToRemember,
	taskState,
	type FoundEvent,
	type TaskEvent,
	type TaskState,
} from './taskEvents';

/** A task in the state of the last poll. */
export interface SeenTask extends TaskState {
	/** How many events of the task started the workflow. */
	events: number;
	/** How many lists in a row lacked the task. Not counted for a task of `Watch.taskIds`. */
	missing: number;
}

export type TaskMemory = ReadonlyMap<string, SeenTask>;

/**
 * A task that is missing from this many lists in a row is forgotten. A single list can lack a task
 * that moved to another page while the list was read.
 */
export const FORGOTTEN_AFTER = 100;

/** An event of a task. */
export interface TaskChange extends FoundEvent {
	/** The task as the platform sent it. */
	task: JsonRecord;
	state: TaskState;
	/** The state of the task at the last poll; undefined if it was never seen. */
	before: TaskState | undefined;
	/** Identifies the event. It is the same if a later poll finds the event again. */
	eventId: string;
	/** The event is made up for a test run in the editor. */
	isMadeUp?: true;
}

/**
 * Which events start the workflow, the percentages of progress, the IDs of the filter, and whether
 * the past events of a task that was never seen are reported or only remembered.
 */
export interface Watch {
	events: readonly TaskEvent[];
	shares: readonly number[];
	/** Tasks with these IDs are never forgotten. */
	taskIds: readonly string[];
	unseenTasks: 'report' | 'remember';
}

/**
 * Compares listed tasks with what is remembered of them. Leaves out the default task of direct
 * calls, which is always under way, and tasks without an id.
 */
export function compareTasks(
	memory: TaskMemory,
	tasks: readonly JsonRecord[],
	watch: Watch,
): { changes: TaskChange[]; memory: TaskMemory } {
	const changes: TaskChange[] = [];
	const nextMemory = new Map<string, SeenTask>();
	for (const task of tasks) {
		const id = watchedId(task);
		if (id === undefined) continue;
		const before = memory.get(id);
		const state = taskState(task);
		const reportsEvents = before !== undefined || watch.unseenTasks === 'report';
		const happened = reportsEvents
			? eventsSince(before, task, watch.shares).filter(({ event }) => watch.events.includes(event))
			: [];
		const earlierEvents = before?.events ?? 0;
		happened.forEach((found, index) =>
			changes.push({
				...found,
				task,
				state,
				before,
				eventId: [id, earlierEvents + index + 1, found.event].join('-'),
			}),
		);
		nextMemory.set(id, {
			...stateToRemember(before, state),
			events: earlierEvents + happened.length,
			missing: 0,
		});
	}
	const keptIds = new Set(watch.taskIds);
	for (const [id, seen] of memory) {
		if (nextMemory.has(id)) continue;
		const missing = keptIds.has(id) ? seen.missing : seen.missing + 1;
		if (missing < FORGOTTEN_AFTER) nextMemory.set(id, { ...seen, missing });
	}
	return { changes, memory: nextMemory };
}

/** The id of a task; undefined for a task that `compareTasks` leaves out. */
function watchedId(task: JsonRecord): string | undefined {
	return textOf(task.task_type) === TASK_POOL
		? undefined
		: textOf(task.task_id)?.trim() || undefined;
}

/**
 * An event for a test run in the editor: the latest event of the first task that has one. If no
 * task has an event, the first of `events` is made up with the first task, as it will be then.
 * Undefined if there is no task.
 */
export function sampleChange(
	tasks: readonly JsonRecord[],
	{ events, shares }: Pick<Watch, 'events' | 'shares'>,
): TaskChange | undefined {
	const { changes } = compareTasks(new Map(), tasks, {
		events,
		shares,
		taskIds: [],
		unseenTasks: 'report',
	});
	const [first] = changes;
	if (first) return changes.filter(({ task }) => task === first.task).at(-1);
	const [event] = events;
	const found = tasks.find((candidate) => watchedId(candidate) !== undefined);
	if (!event || !found) return undefined;
	const reached = event === 'progress' ? shares[0] : undefined;
	const task = asWhen(event, found, reached);
	return {
		task,
		event,
		...(reached !== undefined && { reached }),
		isMadeUp: true,
		state: taskState(task),
		before: undefined,
		eventId: [watchedId(task), 1, event].join('-'),
	};
}

/** The task as it will be when the event happens. */
function asWhen(event: TaskEvent, task: JsonRecord, reached = 0): JsonRecord {
	const total = numberOf(task.count_tel) ?? 0;
	switch (event) {
		case 'finished':
			return { ...task, status: 4, process_tel_count: total };
		case 'progress':
			return { ...task, status: 2, process_tel_count: Math.ceil((total * reached) / 100) };
		case 'expired':
			return { ...task, status: 7 };
		case 'paused':
			return { ...task, status: 3 };
		case 'started':
			return { ...task, status: 1 };
	}
}

/** A memory as text, about 20 characters a task. */
export function packMemory(memory: TaskMemory): string {
	return JSON.stringify(
		[...memory].map(([id, { status, share, events, missing }]) => [
			id,
			status,
			share,
			events,
			...(missing > 0 ? [missing] : []),
		]),
	);
}

/** Reads a memory from text; undefined if there is no text, or it cannot be read. */
export function unpackMemory(packed: unknown): TaskMemory | undefined {
	const entries = typeof packed === 'string' ? tryReadJson(packed)?.value : undefined;
	if (!Array.isArray(entries)) return undefined;
	const memory = new Map<string, SeenTask>();
	for (const entry of entries) {
		const [id, status, share, events, missing = 0]: unknown[] = Array.isArray(entry) ? entry : [];
		if (
			typeof id !== 'string' ||
			typeof status !== 'string' ||
			typeof share !== 'number' ||
			typeof events !== 'number' ||
			typeof missing !== 'number'
		)
			return undefined;
		memory.set(id, { status, share, events, missing });
	}
	return memory;
}
