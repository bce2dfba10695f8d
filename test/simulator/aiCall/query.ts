import type { Setup } from './config';
import { CODE, LIMITS, Refusal, TASK_STATUS } from './protocol';
import type { Fields } from './strictJson';
import type { Task } from './task';

/** The fields by which a task query can sort (document 2, 4.7). */
const SORT_KEYS: Readonly<Record<string, (task: Task) => number | string>> = {
	ID: (task) => task.number,
	NAME: (task) => task.plan.taskName,
	CREATETIME: (task) => task.timeCreate,
	STARTTIME: (task) => task.timeStart,
	ENDTIME: (task) => task.timeFinish,
};

function compare(left: number | string, right: number | string): number {
	if (left === right) return 0;
	return left < right ? -1 : 1;
}

/** Answers a task query. By default it also finds deleted tasks, and the newest task comes first. */
export function queryTasks(
	setup: Setup,
	tasks: readonly Task[],
	request: Fields,
	now: number,
): { total_rows: number; rows: object[] } {
	// The newer revision's clients send empty text, null and 0 for filters that they do not use.
	const fields = request.withoutBlanks();
	const taskId = fields.optionalString('task_id');
	const taskName = fields.optionalString('task_name');
	const timeBegin = fields.optionalInt('time_begin') || undefined;
	const timeEnd = fields.optionalInt('time_end') || undefined;
	const pageSize = fields.optionalInt('page_size') ?? LIMITS.defaultPageSize;
	const pageIndex = fields.optionalInt('page_index') ?? 1;
	const sortName = fields.optionalString('sort_name') ?? 'ID';
	const sortOrder = fields.optionalString('sort_order') ?? 'DESC';
	// The Go framework yeta sends these two fields with every query.
	fields.ignore('show_remaining', 'task_status_list');
	if (setup.settings.refuseUnknownFields) fields.end();

	const sortKey = Object.hasOwn(SORT_KEYS, sortName) ? SORT_KEYS[sortName] : undefined;
	if (!sortKey) throw new Refusal(CODE.badParameter, `sort_name is "${sortName}"`);
	if (sortOrder !== 'ASC' && sortOrder !== 'DESC')
		throw new Refusal(CODE.badParameter, `sort_order is "${sortOrder}"`);
	if (pageSize < 1 || pageSize > LIMITS.pageSize)
		throw new Refusal(CODE.badParameter, `page_size is ${pageSize}`);
	if (pageIndex < 1) throw new Refusal(CODE.badParameter, `page_index is ${pageIndex}`);

	const sign = sortOrder === 'ASC' ? 1 : -1;
	const { listsDeleted, queryTimes } = setup.settings;
	const timeOf = (task: Task): number =>
		queryTimes === 'creation' ? task.timeCreate : task.timeStart;
	const found = tasks
		.filter((task) => listsDeleted || !task.deleted)
		.filter((task) => taskId === undefined || task.id === taskId)
		.filter(
			(task) =>
				taskName === undefined || task.plan.taskName.toLowerCase().includes(taskName.toLowerCase()),
		)
		.filter((task) => timeBegin === undefined || timeOf(task) >= timeBegin)
		.filter((task) => timeEnd === undefined || timeOf(task) <= timeEnd)
		.sort(
			(left, right) =>
				sign * (compare(sortKey(left), sortKey(right)) || left.number - right.number),
		);
	const start = (pageIndex - 1) * pageSize;
	return {
		total_rows: found.length,
		rows: found.slice(start, start + pageSize).map((task) => taskRow(setup, task, now)),
	};
}

/** A row of the answer (document 2, 2.8). As in the live service, its fields with lists contain JSON text. */
function taskRow(setup: Setup, task: Task, now: number): object {
	const { plan } = task;
	const { firstTaskStatus, startShownAfterMs } = setup.settings;
	const isStartHidden = !task.isPool && now < task.timeStart + startShownAfterMs;
	const common = {
		task_id: task.id,
		task_name: plan.taskName,
		status: isStartHidden || task.status === TASK_STATUS.new ? firstTaskStatus : task.status,
		task_type: task.type,
		deleted: task.deleted ? 1 : 0,
		time_task_start: isStartHidden ? 0 : task.timeStart,
		process_count: task.callCount,
		process_tel_count: task.calledRows,
		process_through_count: task.connectedCalls,
		process_through_rate:
			task.callCount === 0
				? 0
				: Math.round((task.connectedCalls / task.callCount) * 10_000) / 10_000,
		count_tel: task.rowCount,
		count_total_task: task.rowCount,
	};
	if (task.isPool) return common;
	return {
		...common,
		...(task.timeFinish > 0 ? { time_task_finish: task.timeFinish } : {}),
		count_recalled: task.retries,
		time_task_estimate_begin: plan.timeBegin,
		time_task_estimate_end: plan.timeEnd,
		line_num: plan.lineNums.join(';'),
		robot_id: plan.robotId,
		robot_name: setup.robot(plan.robotId)?.robot_name ?? '',
		...(plan.voiceCode === undefined ? {} : { voice_code: plan.voiceCode }),
		voice_speed: 1,
		count_max_recall: plan.recallCount,
		time_recall_wait: plan.recallWait,
		time_range: JSON.stringify(plan.timeRange),
		intention_push: JSON.stringify(['A', 'B']),
		// The first flag is 1 if a row of the task has had one retry, the second if a row has had two, and so on.
		status_recall: JSON.stringify(
			Array.from({ length: plan.recallCount }, (_, index) => (index < task.retryRounds ? 1 : 0)),
		),
	};
}
