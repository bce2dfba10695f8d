/** A task as a query answers it (document 2, 2.8), readable. */
import type { JsonRecord } from '../values';
import { addedFrom, beside } from './beside';
import { DELETED, labelOf, TASK_STATUS, TASK_TYPE } from './labels';
import { tryReadJson } from '../lossless';
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
	const unpacked = { ...task, ...addedFrom(task, PACKED, unpackJson, (field) => field) };
	return beside(unpacked, {
		...addedFrom(task, ['status'], (value) => labelOf(TASK_STATUS, value) ?? null, () => 'statusName'),
		...addedFrom(task, ['task_type'], (value) => labelOf(TASK_TYPE, value) ?? null, () => 'taskTypeName'),
		...addedFrom(task, ['deleted'], (value) => labelOf(DELETED, value) ?? null, () => 'deletedName'),
		...addedFrom(task, TIMES, isoTime),
		...addedFrom(unpacked, ['time_range'], readAllPeriods, () => 'callingPeriods'),
	});
}

/** A list or object written into text, unpacked; anything else as it is. */
export function unpackJson(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const parsed = tryReadJson(value);
	return parsed === undefined ? value : parsed.value;
}
