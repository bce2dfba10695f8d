import { enteredId } from '../../entered';
import { type JsonRecord, textOf } from '../../values';
import { type Direction, INBOUND } from '../aiCallLabels';
import { isFilled } from '../platformFields';
import { directionOf, isAnswered } from './callRecord';
import type { PushKind } from './kinds';
import type { Push } from './readPush';

/**
 * Which pushes start a workflow: the filters of the user. A filter that is empty or missing accepts
 * everything.
 */
export interface PushFilter {
	kinds: readonly PushKind[];
	/**
	 * Which call records pass. `onePerCall`: all, because what came before decides
	 * (`onePerCall.ts` of the trigger).
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
	const { kind, record, fields } = push;
	const records = filter.record === 'onePerCall' ? [] : [filter.record ?? ''];
	return (
		filter.kinds.includes(kind) &&
		isAccepted(record, records) &&
		isAccepted(fields.robot_id, filter.robotIds) &&
		isAccepted(fields.task_id, filter.taskIds) &&
		isAccepted(directionOf(fields), filter.direction && [filter.direction]) &&
		hasResult(fields, filter) &&
		isAccepted(fields.tag_max, filter.intentions)
	);
}

/**
 * Whether an outbound record of the same call may exist or come. A basic record of the newer
 * revision may say inbound of an outbound call; only inbound calls have a `call_relation_id`.
 */
export function mayHaveOutbound({ record, fields }: Push): boolean {
	const isInbound = directionOf(fields) === INBOUND && isFilled(fields.call_relation_id);
	return record === 'basic' && !isInbound;
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
