/** Tasks in readable form (document 2, 2.8). */
import { definedFields, numberOf, type JsonRecord } from '../../values';
import { DELETED, labelOrNull, TASK_STATUS, TASK_TYPE } from '../aiCallLabels';
import { extraFieldsFrom, unpackJson, withExtraFields, withoutReplaced } from '../platformFields';
import { isoTime, periodText, readAllPeriods } from '../time/times';
import { taskState } from './taskEvents';

/** Fields whose text contains JSON. */
const JSON_FIELDS = ['time_range', 'intention_push', 'status_recall'] as const;

/** The fields of the platform that an added field can replace, by the name of the added field. */
const REPLACED_FIELDS: Readonly<Record<string, string>> = {
	name: 'task_name',
	statusName: 'status',
	total: 'count_tel',
	called: 'process_tel_count',
	answered: 'process_through_count',
	callingHours: 'time_range',
	timeTaskEstimateEnd: 'time_task_estimate_end',
	timeTaskEstimateBegin: 'time_task_estimate_begin',
	timeTaskStart: 'time_task_start',
	timeTaskFinish: 'time_task_finish',
	taskTypeName: 'task_type',
	deletedName: 'deleted',
};

/** The fields of a task that people read, in the order of an output. */
export const SIMPLIFIED_TASK = [
	'task_id',
	'name',
	'statusName',
	'deletedName',
	'total',
	'called',
	'answered',
	'progressPercent',
	'callingHours',
	'timeTaskEstimateEnd',
] as const;

/** All fields of a task in readable form: the simplified ones, and the others in the order of their names. */
export const TASK_FIELDS: readonly string[] = [
	...SIMPLIFIED_TASK,
	'count_max_recall',
	'count_recalled',
	'count_total_task',
	'intention_push',
	'line_num',
	'process_count',
	'process_through_rate',
	'robot_id',
	'robot_name',
	'status_recall',
	'taskTypeName',
	'time_recall_wait',
	'timeTaskEstimateBegin',
	'timeTaskFinish',
	'timeTaskStart',
	'voice_code',
	'voice_speed',
];

/**
 * These fields of a task. If a field of the platform cannot be expressed by the added field, it is
 * there as sent as well.
 * @param readable what `readableTask` returns
 */
export function taskFields(readable: JsonRecord, fields: readonly string[]): JsonRecord {
	const names = fields.flatMap((name) => [name, REPLACED_FIELDS[name] ?? name]);
	return definedFields(Object.fromEntries(names.map((name) => [name, readable[name]])));
}

/** What an output of a task has unless other fields are chosen: those that people read. */
export function simplifyTask(task: JsonRecord): JsonRecord {
	return taskFields(readableTask(task), SIMPLIFIED_TASK);
}

/**
 * A task in readable form: first its progress (`name`, `statusName`, `total`, `called`, `answered`,
 * `progressPercent`, `callingHours` as `09:00-12:00, 14:00-18:00`, `timeTaskEstimateEnd`), then the
 * other fields, with times as ISO 8601 (null for 0) and `intention_push`, `status_recall` unpacked.
 * A field of the platform is left out if an added field expresses it better. A field that cannot be
 * read stays as sent.
 * @param progressPercent 0 to 100
 */
export function readableTask(
	task: JsonRecord,
	progressPercent = task.count_tel === undefined ? undefined : taskState(task).share,
): JsonRecord {
	const unpacked = { ...task, ...extraFieldsFrom(task, JSON_FIELDS, unpackJson, (field) => field) };
	const timeOf = (field: string) => (task[field] === undefined ? undefined : isoTime(task[field]));
	const added: JsonRecord = definedFields({
		name: task.task_name,
		statusName: labelOrNull(TASK_STATUS, task.status),
		total: numberOf(task.count_tel),
		called: numberOf(task.process_tel_count),
		answered: numberOf(task.process_through_count),
		progressPercent,
		callingHours: hoursText(unpacked.time_range),
		timeTaskEstimateEnd: timeOf('time_task_estimate_end'),
		timeTaskEstimateBegin: timeOf('time_task_estimate_begin'),
		timeTaskStart: timeOf('time_task_start'),
		timeTaskFinish: timeOf('time_task_finish'),
		taskTypeName: labelOrNull(TASK_TYPE, task.task_type),
		deletedName: labelOrNull(DELETED, task.deleted),
	});
	const others = withoutReplaced(unpacked, added, REPLACED_FIELDS);
	return { ...added, ...withExtraFields(others, added) };
}

/** Calling periods in one text; undefined if one of them cannot be read. */
function hoursText(periods: unknown): string | undefined {
	return readAllPeriods(periods)?.map(periodText).join(', ');
}
