/** Which pushes start a workflow. */
import { textOf, type JsonRecord } from '../../values';
import type { Direction } from '../aiCallLabels';
import { directionOf, isAnswered, type RecordKind } from './callRecord';
import type { PushKind } from './kinds';
import type { Push } from './readPush';

/** The filters of the user. A filter that is empty or missing accepts everything. */
export interface PushFilter {
	kinds: readonly PushKind[];
	/** The record of an outbound call that passes: its basic or its outbound one. */
	record?: RecordKind;
	robotIds?: readonly string[];
	taskIds?: readonly string[];
	direction?: Direction;
	/** `listed`: the codes in `results` (`task_result`). */
	result?: 'answered' | 'notAnswered' | 'listed';
	results?: readonly string[];
	/** The intention levels of which a dialog's highest level (`tag_max`) must be one. Case is ignored. */
	intentions?: readonly string[];
}

/** A push without the filtered field passes: an extra execution is better than a lost push. */
export function passes({ kind, record, fields }: Push, filter: PushFilter): boolean {
	return (
		filter.kinds.includes(kind) &&
		isAmong(record, filter.record && [filter.record]) &&
		isAmong(fields.robot_id, filter.robotIds) &&
		isAmong(fields.task_id, filter.taskIds) &&
		isAmong(directionOf(fields), filter.direction && [filter.direction]) &&
		hasResult(fields, filter) &&
		isAmong(fields.tag_max, filter.intentions)
	);
}

function hasResult(fields: JsonRecord, { result, results }: PushFilter): boolean {
	if (result === 'listed') return isAmong(fields.task_result, results);
	return (
		result === undefined ||
		normal(fields.time_answer) === '' ||
		isAnswered(fields) === (result === 'answered')
	);
}

/** True if nothing is chosen, the field is missing or empty, or its value is one of the chosen. */
function isAmong(value: unknown, chosen: readonly string[] = []): boolean {
	const wanted = chosen.map(normal).filter((entry) => entry !== '');
	const text = normal(value);
	return wanted.length === 0 || text === '' || wanted.includes(text);
}

function normal(value: unknown): string {
	return (textOf(value) ?? '').trim().toUpperCase();
}
