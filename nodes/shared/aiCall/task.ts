/** A task as a query answers it (document 2, 2.8), readable. */
import type { JsonRecord } from '../values';
import { extraFieldsFrom, withExtraFields } from './extraFields';
import { DELETED, labelOf, TASK_STATUS, TASK_TYPE } from './labels';
import { unpackJson } from './packedJson';
import { isoTime, readAllPeriods } from './times';

const TIMES = ['time_task_start', 'time_task_finish', 'time_task_estimate_begin', 'time_task_estimate_end'] as const;

/** Fields whose text holds JSON. */
const PACKED = ['time_range', 'intention_push', 'status_recall'] as const;

/**
 * A task with `statusName`, `taskTypeName`, `deletedName` (null for a value without a name), its times as
 * ISO 8601 (null for 0), `callingPeriods` as `{ from, to }` where all of them can be read, and `time_range`,
 * `intention_push`, `status_recall` unpacked. What cannot be unpacked stays as sent.
 */
export function simplifyTask(task: JsonRecord): JsonRecord {
	const unpacked = { ...task, ...extraFieldsFrom(task, PACKED, unpackJson, (field) => field) };
	return withExtraFields(unpacked, {
		...extraFieldsFrom(task, ['status'], (value) => labelOf(TASK_STATUS, value) ?? null, () => 'statusName'),
		...extraFieldsFrom(task, ['task_type'], (value) => labelOf(TASK_TYPE, value) ?? null, () => 'taskTypeName'),
		...extraFieldsFrom(task, ['deleted'], (value) => labelOf(DELETED, value) ?? null, () => 'deletedName'),
		...extraFieldsFrom(task, TIMES, isoTime),
		...extraFieldsFrom(unpacked, ['time_range'], readAllPeriods, () => 'callingPeriods'),
	});
}
