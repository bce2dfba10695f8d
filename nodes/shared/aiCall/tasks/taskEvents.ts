/** What happened to a task between two polls (document 2, 2.8 and part 3). */
import { numberOf, textOf, type JsonRecord } from '../../values';
import { TASK_NEW, taskPhase, type TaskPhase } from '../aiCallLabels';

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
export function stateToRemember(before: TaskState | undefined, now: TaskState): TaskState {
	if (!before) return now;
	return {
		status: taskPhase(now.status) === undefined ? before.status : now.status,
		share: Math.max(now.share, before.share),
	};
}

/** An event, and for `progress` the percentage that was reached. */
export interface FoundEvent {
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
			[task.time_task_start, task.process_count].some((value) => (numberOf(value) ?? 0) > 0))
	);
}
