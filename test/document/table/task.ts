/** Outbound tasks: document 2, 4.4 to 4.7 and part 8. Times are in milliseconds. The wait before a redial is in seconds. */
import { idFromModel } from '../fromModel';
import { CALL_HOST, chosen, locator } from './calls';
import { options, SIMPLIFY } from './common';
import { called } from './responses';
import type { Line, Lines } from '../page';

/** A placeholder for the id of a task. Tests create a task, and replace the placeholder by the id of this task. */
export const TASK = '{task}';

export const TASK_ROOT = `${CALL_HOST}/outbound/v1/task`;
export const START = '2026-11-23T01:00:00.000Z';
const END = '2026-11-23T09:30:00.000Z';
export const START_MS = 1_795_395_600_000;
const END_MS = 1_795_426_200_000;

export const task: Line = locator({
	required: true,
	values: ['846252615123869697'],
	api: 'task_id',
	refused: [''],
});
export const time = (api: string, line: Partial<Line> = {}): Line => ({
	type: 'dateTime',
	default: '',
	values: [END],
	api,
	sends: { [END]: END_MS },
	refused: ['tomorrow', '2026-12-01 09:00 CST'],
	...line,
});

/** The fields of a task that can be chosen. n8n's guidelines ask for the choice where a result has more than ten fields. */
const FIELDS = [
	'answered',
	'called',
	'callingHours',
	'count_max_recall',
	'count_recalled',
	'count_total_task',
	'deletedName',
	'intention_push',
	'line_num',
	'name',
	'process_count',
	'process_through_rate',
	'progressPercent',
	'robot_id',
	'robot_name',
	'statusName',
	'status_recall',
	'taskTypeName',
	'timeTaskEstimateBegin',
	'timeTaskEstimateEnd',
	'timeTaskFinish',
	'timeTaskStart',
	'time_recall_wait',
	'total',
	'voice_code',
	'voice_speed',
];

export const OUTPUT: Lines = {
	output: {
		type: 'options',
		default: 'simplified',
		values: ['fields', 'raw', 'simplified'],
		refused: ['simple'],
	},
	fields: {
		type: 'multiOptions',
		default: [],
		values: FIELDS,
		shown: { output: ['fields'] },
		refused: ['status'],
	},
};

export const taskFromModel = {
	taskId: idFromModel(
		'task_id',
		'The ID of the task, such as 88101. Get it from the list of tasks.',
	),
};

/**
 * What operations on one task have in common. `otherFields` are sent together with `task_id`. `modeLines` are the fields of the
 * mode, of an operation that has one. The result is empty, unless `response` says otherwise.
 */
export const withTask = (
	endpoint: string,
	method: string,
	otherFields: object = {},
	modeLines?: Lines,
	response = called(),
) => ({
	lines: { taskId: task, ...modeLines, ...options({ simplify: SIMPLIFY }) },
	given: { taskId: chosen(TASK), ...(modeLines && { runMode: 'real' }) },
	sent: {
		endpoint,
		url: `${TASK_ROOT}/${method}`,
		fields: { task_id: TASK, ...otherFields },
		response,
	},
	model: taskFromModel,
});
