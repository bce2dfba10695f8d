/** Which pushes start a workflow. */
import { enteredId } from '../../entered';
import { textOf, type JsonRecord } from '../../values';
import { OUTBOUND, type Direction } from '../aiCallLabels';
import { directionOf, isAnswered } from './callRecord';
import type { PushKind } from './kinds';
import type { Push } from './readPush';

/** The filters of the user. A filter that is empty or missing accepts everything. */
export interface PushFilter {
	kinds: readonly PushKind[];
	/**
	 * Which call records pass. `onePerCall`: of an outbound call the outbound record, of another call
	 * its only one, the basic record.
	 */
	record?: 'onePerCall' | 'basic' | 'outbound';
	robotIds?: readonly string[];
	taskIds?: readonly string[];
	direction?: Direction;
	/** `listed`: the `task_result` must be one of the codes in `results`. */
	result?: 'answered' | 'notAnswered' | 'listed';
	results?: readonly string[];
	/** The highest level of a dialog (`tag_max`) must be one of these. Case is ignored. */
	intentions?: readonly string[];
}

/** A push without the filtered field passes: an extra execution is better than a lost push. */
export function passes(push: Push, filter: PushFilter): boolean {
	return passesOtherwise(push, filter) && isChosenRecord(push, filter);
}

/**
 * True for the basic record of an outbound call that only waits for the outbound record, which
 * starts the workflow.
 */
export function awaitsOutbound(push: Push, filter: PushFilter): boolean {
	return (
		filter.record === 'onePerCall' && !isChosenRecord(push, filter) && passesOtherwise(push, filter)
	);
}

function isChosenRecord({ record, fields }: Push, filter: PushFilter): boolean {
	if (filter.record !== 'onePerCall') return isAccepted(record, filter.record && [filter.record]);
	return record !== 'basic' || directionOf(fields) !== OUTBOUND;
}

function passesOtherwise({ kind, fields }: Push, filter: PushFilter): boolean {
	return (
		filter.kinds.includes(kind) &&
		isAccepted(fields.robot_id, filter.robotIds) &&
		isAccepted(fields.task_id, filter.taskIds) &&
		isAccepted(directionOf(fields), filter.direction && [filter.direction]) &&
		hasResult(fields, filter) &&
		isAccepted(fields.tag_max, filter.intentions)
	);
}

function hasResult(fields: JsonRecord, { result, results }: PushFilter): boolean {
	if (result === 'listed') return isAccepted(fields.task_result, results);
	if (result === undefined || normalized(fields.time_answer) === '') return true;
	return isAnswered(fields) === (result === 'answered');
}

/**
 * True for an accepted value, for a missing or empty one, and for any value if the list is empty.
 */
function isAccepted(value: unknown, accepted: readonly string[] = []): boolean {
	const choices = accepted.map(normalized).filter((entry) => entry !== '');
	const text = normalized(value);
	return choices.length === 0 || text === '' || choices.includes(text);
}

function normalized(value: unknown): string {
	return enteredId(textOf(value) ?? '').toUpperCase();
}
