import type { Account, Setup } from './config';
import { TASK_STATUS, TASK_TYPE } from './protocol';
import { Task } from './task';

/** The fields of a task that a test can set. */
export interface TaskChange {
	name?: string;
	status?: number;
	rows?: number;
	/** Number of rows that were called. */
	calledRows?: number;
	deleted?: boolean;
	/** Whether the task is removed from the platform. Then queries do not find it. */
	gone?: boolean;
}

/** A task whose state a test sets. The platform makes no calls for it. */
export function stagedTask(
	number: number,
	account: Account,
	{ robots, lines }: Setup,
	now: number,
): Task {
	const [robot] = robots;
	const [line] = lines;
	const plan = {
		taskName: `任务${number}`,
		lineNums: [line?.line_num ?? ''],
		robotId: robot?.robot_id ?? '',
		voiceCode: undefined,
		recallCount: 0,
		recallWait: 0,
		timeRange: [],
		timeBegin: now,
		timeEnd: 0,
	};
	const task = new Task(number, account, plan, TASK_TYPE.ordinary, now);
	task.staged = true;
	return task;
}

/** Changes a task. If it has begun and has no start time, it gets one. If it is over and has no end time, it gets one. */
export function applyChange(
	task: Task,
	{ name, status, rows, calledRows, deleted }: TaskChange,
	now: number,
): void {
	task.staged = true;
	task.plan.taskName = name ?? task.plan.taskName;
	task.status = status ?? task.status;
	task.rowCount = rows ?? task.rowCount;
	task.calledRows = calledRows ?? task.calledRows;
	task.callCount = Math.max(task.callCount, task.calledRows);
	task.deleted = deleted ?? task.deleted;
	const expiredWithoutCalls = task.status === TASK_STATUS.expired && task.callCount === 0;
	const hasBegun = task.status !== TASK_STATUS.new && !expiredWithoutCalls;
	if (hasBegun && task.timeStart === 0) task.timeStart = now;
	if (task.isOver && task.timeFinish === 0) task.timeFinish = now;
}
