import { type JsonRecord, definedFields, numberOf } from '../../values';
import { CountMismatchError } from './aiCallErrors';

/** What the rows of one direct call have in common. */
interface CallTarget {
	robotId: string;
	lineNum: string;
	/** Empty for the voice of the script. */
	voiceCode: string;
	robotSpeed?: number;
	columns: readonly string[];
}

/** The body of a direct call (document 2, 4.3); `robot_speed` is from the newer revision. */
export function callBody(
	{ robotId, lineNum, voiceCode, robotSpeed, columns }: CallTarget,
	rows: readonly (readonly string[])[],
): JsonRecord {
	return definedFields({
		robot_id: robotId,
		line_num: lineNum,
		call_column: columns,
		call_list: rows,
		voice_code: voiceCode || undefined,
		robot_speed: robotSpeed,
	});
}

/** The body of a submission of task data (document 2, 4.5). */
export function addRowsBody(
	{ taskId, columns }: { taskId: string; columns: readonly string[] },
	rows: readonly (readonly string[])[],
): JsonRecord {
	return { task_id: taskId, call_column: columns, call_list: rows };
}

/**
 * The ids of accepted rows, in row order (document 2, 4.3 and 4.5).
 * @param sent number of rows in the request
 * @throws CountMismatchError if `total` or the number of ids differs from `sent`, or an id is empty
 * or duplicate
 */
export function acceptedIds(result: JsonRecord, sent: number): string[] {
	const received: unknown[] = Array.isArray(result.task_data_ids) ? result.task_data_ids : [];
	const ids = received
		.map((id) => (typeof id === 'string' ? id.trim() : ''))
		.filter((id) => id !== '');
	const total = numberOf(result.total);
	if (total !== sent || received.length !== sent || new Set(ids).size !== sent)
		throw new CountMismatchError(sent, total, ids);
	return ids;
}
