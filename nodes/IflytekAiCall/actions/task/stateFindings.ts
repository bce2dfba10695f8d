import { checkScript, checkTaskLines, endedAt } from '../../../shared/aiCall/lookup/acceptance';
import { problem, problemOf, type Finding } from '../../../shared/aiCall/finding';
import { isDeleted, TASK_POOL, TASK_STATUS, taskPhase } from '../../../shared/aiCall/aiCallLabels';
import { unpackJson } from '../../../shared/aiCall/platformFields';
import { noSuchTask } from '../../../shared/aiCall/protocol/aiCallErrors';
import { readableTask } from '../../../shared/aiCall/tasks/readableTask';
import { callingBegins } from '../../../shared/aiCall/time/taskWindow';
import { ANY_TIME, platformHours } from '../../../shared/aiCall/time/callingHours';
import { readAllPeriods } from '../../../shared/aiCall/time/times';
import { definedFields, numberOf, textOf, type JsonRecord } from '../../../shared/values';
import type { PlatformData } from '../../../shared/aiCall/lookup/platformData';

/** What a check says of a task that is to be started or deleted, and what a start says afterwards. */

/** A check's result for a task. `problems` and `warnings` are there if there are any. */
export interface CheckedTask {
	json: JsonRecord & { state: 'ready' | 'problem'; note: string };
	/** What the output panel shows. */
	text: string;
}

/** Checks a task that is to be started: it must be new or paused, have rows, and not have ended. */
export async function checkTaskStart(
	platform: PlatformData,
	taskId: string,
	now: number,
): Promise<CheckedTask> {
	const task = await platform.task(taskId);
	if (!task) return missing(taskId);
	const configuration = await platform.configuration();
	const robotId = textOf(task.robot_id)?.trim() ?? '';
	const findings = [
		...startProblems(task, taskId, now),
		...(robotId === '' ? [] : checkScript(configuration, robotId)),
		...checkTaskLines(configuration, task, now),
	];
	return checked(taskId, task, findings, `${startText(task, taskId, now)}. Nothing was started.`);
}

/** Checks a task that is to be deleted: it must exist. */
export async function checkTaskDeletion(
	platform: PlatformData,
	taskId: string,
): Promise<CheckedTask> {
	const task = await platform.task(taskId);
	if (!task) return missing(taskId);
	const state = isDeleted(task)
		? 'it is deleted already'
		: 'it would be deleted permanently, with its rows';
	const status = textOf(readableTask(task).statusName);
	const facts = [rowsText(task), ...(status === undefined ? [] : [`status ${status}`])];
	const text = `${taskName(task, taskId)}: ${facts.join(', ')}: ${state}. Nothing was deleted.`;
	return checked(taskId, task, [], text);
}

/**
 * What a task calls and from when on: `Task 88103 'Reminder': 191 rows, script 还款提醒, hours
 * 09:00-20:00: calling begins Thu, Nov 26, 09:00 (UTC+8)`.
 */
export function startText(task: JsonRecord, taskId: string, now: number): string {
	const { callingHours } = readableTask(task);
	const script = textOf(task.robot_name)?.trim() || textOf(task.robot_id)?.trim();
	const facts = [
		rowsText(task),
		...(script ? [`script ${script}`] : []),
		...(callingHours === undefined ? [] : [`hours ${String(callingHours)}`]),
	];
	return `${taskName(task, taskId)}: ${facts.join(', ')}: ${queriedBeginText(task, now)}`;
}

function queriedBeginText(task: JsonRecord, now: number): string {
	const periods = readAllPeriods(unpackJson(task.time_range));
	const hours = periods ? platformHours(periods) : ANY_TIME;
	return callingBegins(hours, numberOf(task.time_task_estimate_begin) ?? now, now);
}

function taskName(task: JsonRecord, taskId: string): string {
	const name = textOf(task.task_name);
	return name === undefined ? `Task ${taskId}` : `Task ${taskId} '${name}'`;
}

function rowsText(task: JsonRecord): string {
	const count = numberOf(task.count_tel);
	if (count === undefined) return 'unknown number of rows';
	return count === 1 ? '1 row' : `${count} rows`;
}

function startProblems(task: JsonRecord, taskId: string, now: number): Finding[] {
	const phase = taskPhase(task.status);
	const end = endedAt(task, now);
	return [
		...(isDeleted(task) ? [problem(`Task ${taskId} is deleted`, CREATE_ANOTHER)] : []),
		...(textOf(task.task_type) === TASK_POOL
			? [problem(`Task ${taskId} is the long-term task of direct calls`, 'Choose another task.')]
			: []),
		...(phase === undefined || phase === 'new' || phase === 'paused'
			? []
			: [
					problem(
						`Task ${taskId} cannot be started: its status is ${TASK_STATUS[String(task.status)]}`,
						CREATE_ANOTHER,
					),
				]),
		...(end !== undefined
			? [problem(`The End Time of task ${taskId} has passed (${end})`, CREATE_ANOTHER)]
			: []),
		...(numberOf(task.count_tel) === 0
			? [problem(`Task ${taskId} has no rows`, 'Add rows first (Task: Add Rows).')]
			: []),
	];
}

const CREATE_ANOTHER = 'Choose another task, or create one.';

const missing = (taskId: string) => checked(taskId, undefined, [problemOf(noSuchTask(taskId))], '');

function checked(
	taskId: string,
	task: JsonRecord | undefined,
	findings: readonly Finding[],
	readyText: string,
): CheckedTask {
	const problems = findings.filter(({ isWarning }) => !isWarning).map(({ text }) => text);
	const warnings = findings.filter(({ isWarning }) => isWarning).map(({ text }) => text);
	const state = problems.length > 0 ? 'problem' : 'ready';
	const note = problems[0] ?? readyText;
	const { name, total, callingHours } = task ? readableTask(task) : {};
	return {
		json: {
			state,
			task_id: taskId,
			...definedFields({ name, total, callingHours }),
			note,
			...(problems.length > 0 && { problems }),
			...(warnings.length > 0 && { warnings }),
		},
		text: [note, ...warnings].join(' '),
	};
}
