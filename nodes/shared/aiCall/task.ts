/** A task as a query answers it (document 2, 2.8), readable. */
import type { JsonRecord } from '../values';
import { extraFieldsFrom, withExtraFields } from './extraFields';
import { DELETED, nameIn, TASK_STATUS, TASK_TYPE } from './labels';
import { unpackJson } from './json';
import { isoTime, readAllPeriods } from './times';

const TIMES = ['time_task_start', 'time_task_finish', 'time_task_estimate_begin', 'time_task_estimate_end'] as const;

/** Fields whose text holds JSON. */
const PACKED = ['time_range', 'intention_push', 'status_recall'] as const;

/**
 * A task with names for its codes, its times as ISO 8601 (null for 0), `callingPeriods` as `{ from, to }` where all of
 * them can be read, and `time_range`, `intention_push`, `status_recall` unpacked. What cannot be unpacked stays as sent.
 */
export function simplifyTask(task: JsonRecord): JsonRecord {
	const unpacked = { ...task, ...extraFieldsFrom(task, PACKED, unpackJson, (field) => field) };
	return withExtraFields(unpacked, {
		statusName: nameIn(TASK_STATUS, task.status),
		taskTypeName: nameIn(TASK_TYPE, task.task_type),
		deletedName: nameIn(DELETED, task.deleted),
		...extraFieldsFrom(task, TIMES, isoTime),
		callingPeriods: readAllPeriods(unpacked.time_range),
	});
}
