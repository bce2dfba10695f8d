import { numberOf, textOf, type JsonRecord } from '../../values';
import { isoTime } from '../time/times';
import { TASK_NEW, TASK_POOL, taskPhase, type TaskPhase } from '../aiCallLabels';
import { tryReadJson } from '../../lossless';

/**
 * What happened to tasks between two polls (document 2, 2.8 and part 3), and the memory of them
 * from one poll to the next.
 */

/** The events of a task, in the order in which they happen. */
export const TASK_EVENTS = ['started', 'progress', 'paused', 'finished', 'expired'] as const;
export type TaskEvent = (typeof TASK_EVENTS)[number];

/** The fields of a task on which its events depend. */
export interface TaskState {
	/** `status` as text; empty if the platform sent none. */
	status: string;
	/** Percentage of the task's numbers that were called, 0 to 100, at most two decimals. */
	share: number;
}

/** A task that was never seen counts as a task that was just created. */
const UNSEEN: TaskState = { status: TASK_NEW, share: 0 };

/** Reads the state of a task. The share of a task without numbers is 0. */
export function taskState(task: JsonRecord): TaskState {
	const [called, all] = [numberOf(task.process_tel_count) ?? 0, numberOf(task.count_tel) ?? 0];
	const share = all > 0 ? Math.floor((Math.min(called, all) / all) * 10_000) / 100 : 0;
	return { status: textOf(task.status)?.trim() ?? '', share };
}

/**
 * The state to remember. An undocumented status does not replace the earlier one, and the share
 * never falls.
 */
function stateToRemember(before: TaskState | undefined, now: TaskState): TaskState {
	if (!before) return now;
	return {
		status: taskPhase(now.status) === undefined ? before.status : now.status,
		share: Math.max(now.share, before.share),
	};
}

/** An event, and for `progress` the percentage that was reached. */
interface FoundEvent {
	event: TaskEvent;
	reached?: number;
}

/**
 * What happened to a task since the last poll, in order. Includes what must have happened in
 * between: a task that was new and is now finished must have been started.
 * @param shares percentages of the numbers that count as progress
 */
export function eventsSince(
	before: TaskState = UNSEEN,
	task: JsonRecord,
	shares: readonly number[],
): FoundEvent[] {
	const now = taskState(task);
	const reachedShares = [...new Set(shares)]
		.sort((a, b) => a - b)
		.filter((share) => before.share < share && share <= now.share);
	const [from, to] = [taskPhase(before.status), taskPhase(now.status)];
	const hasNewPhase = from !== to;
	return [
		...(hasNewPhase && wasStarted(from, to, task) ? [{ event: 'started' as const }] : []),
		...reachedShares.map((reached) => ({ event: 'progress' as const, reached })),
		...(hasNewPhase && (to === 'paused' || to === 'finished' || to === 'expired')
			? [{ event: to }]
			: []),
	];
}

/**
 * Whether a task was started between two phases. An expired task that was never started has neither
 * a start time nor calls.
 */
function wasStarted(
	from: TaskPhase | undefined,
	to: TaskPhase | undefined,
	task: JsonRecord,
): boolean {
	if (to === 'underWay') return true;
	if (from !== 'new') return false;
	return (
		to === 'paused' ||
		to === 'finished' ||
		(to === 'expired' &&
			(isoTime(task.time_task_start) !== null || (numberOf(task.process_count) ?? 0) > 0))
	);
}

/** A task in the state of the last poll. */
interface SeenTask extends TaskState {
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
const FORGOTTEN_AFTER = 100;

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
export function watchedId(task: JsonRecord): string | undefined {
	return textOf(task.task_type) === TASK_POOL
		? undefined
		: textOf(task.task_id)?.trim() || undefined;
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
