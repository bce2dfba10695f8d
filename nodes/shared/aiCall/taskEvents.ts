/** What happened to a task between two looks at it (document 2, 2.8 and part 3). */
import { numberOf, textOf, type JsonRecord } from '../values';

/** In the order in which they happen to a task. */
export const TASK_EVENTS = ['started', 'progress', 'paused', 'finished', 'expired'] as const;
export type TaskEvent = (typeof TASK_EVENTS)[number];

type Phase = 'new' | 'underWay' | 'paused' | 'finished' | 'expired';

/** `status` by phase. A task that waits for a retry or for working hours goes on by itself: it is under way. */
const PHASES: Readonly<Record<string, Phase>> = { '0': 'new', '1': 'underWay', '2': 'underWay', '3': 'paused', '4': 'finished', '5': 'underWay', '6': 'underWay', '7': 'expired' };

/** State of a task, as far as events depend on it. */
export interface TaskState {
	/** `status` as text; empty where the platform sent none. */
	status: string;
	/** Percentage of the task's numbers that were called, 0 to 100, at most two decimals. */
	share: number;
}

/** A task that was never seen counts as one that was created a moment ago. */
const UNSEEN: TaskState = { status: '0', share: 0 };

/** Reads the state of a task. The share of a task without numbers is 0. */
export function taskState(task: JsonRecord): TaskState {
	const [called, all] = [numberOf(task.process_tel_count) ?? 0, numberOf(task.count_tel) ?? 0];
	const share = all > 0 ? Math.floor((Math.min(called, all) / all) * 10_000) / 100 : 0;
	return { status: textOf(task.status)?.trim() ?? '', share };
}

/** The state to be remembered: a status that is not documented says nothing about the phase, so that the former one stays. */
export function remembered(before: TaskState | undefined, now: TaskState): TaskState {
	const status = PHASES[now.status] === undefined ? (before?.status ?? now.status) : now.status;
	// A share that sinks and rises again is not passed twice.
	return { status, share: Math.max(now.share, before?.share ?? 0) };
}

/** An event, and for `progress` the percentage that was reached. */
export interface Happened {
	event: TaskEvent;
	reached?: number;
}

/**
 * What happened to a task since it was seen last, in order: also what it must have gone through in between, as far as
 * that can be known. A new task that is now finished was started before.
 *
 * @param before undefined for a task that was not seen before
 * @param shares percentages of the numbers that count as progress
 */
export function eventsSince(before: TaskState | undefined, task: JsonRecord, shares: readonly number[]): Happened[] {
	const from = before ?? UNSEEN;
	const now = taskState(task);
	const passed = [...new Set(shares)].sort((a, b) => a - b).filter((share) => from.share < share && share <= now.share);
	const phase = PHASES[now.status];
	const changed = phase !== PHASES[from.status];
	return [
		...(changed && wasStarted(PHASES[from.status], phase, task) ? [{ event: 'started' as const }] : []),
		...passed.map((reached) => ({ event: 'progress' as const, reached })),
		...(changed && (phase === 'paused' || phase === 'finished' || phase === 'expired') ? [{ event: phase }] : []),
	];
}

/** Whether a task was started on its way from one phase to another. Only expired tasks may never have been. */
function wasStarted(from: Phase | undefined, to: Phase | undefined, task: JsonRecord): boolean {
	if (to === 'underWay') return true;
	if (from !== 'new') return false;
	return to === 'paused' || to === 'finished' || (to === 'expired' && hasBegun(task));
}

function hasBegun(task: JsonRecord): boolean {
	return (numberOf(task.time_task_start) ?? 0) > 0 || (numberOf(task.process_count) ?? 0) > 0;
}
