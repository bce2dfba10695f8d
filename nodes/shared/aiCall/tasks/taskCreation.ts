/** Creating a task (document 2, 4.4). */
import { READ_IN_ZONE } from '../time/momentTexts';
import { enteredIds } from '../../entered';
import { InputError, PlatformError } from '../../failure';
import { definedFields, textOf, type JsonRecord } from '../../values';

export interface TaskPlan {
	name: string;
	robotId: string;
	/** One or several entries, each with one line or with several lines separated by semicolons. */
	lineNums: readonly string[];
	/** Milliseconds. */
	begin: number;
	/** Milliseconds; without it the task has no end. */
	end?: number;
	/** The periods in which calls are made, as `platformPeriods` writes them. */
	periods: readonly string[];
	recalls?: number;
	recallWaitSeconds?: number;
	/** Empty for the voice of the script. */
	voiceCode: string;
	/** `trubo_mode`, a field of the newer revision. */
	highPerformance?: boolean;
}

/**
 * The body of a task creation. Fields that are not set are not sent.
 * @throws InputError if no line is named, or the end is not after the beginning
 */
export function taskCreationBody(plan: TaskPlan): JsonRecord {
	checkEnd(plan);
	const lines = linesIn(plan.lineNums);
	if (lines.length === 0) throw new InputError('The task has no line', 'Choose at least one line.');
	return definedFields({
		task_name: plan.name.trim(),
		line_num: lines.join(';'),
		robot_id: plan.robotId,
		time_begin: plan.begin,
		time_end: plan.end,
		time_range: plan.periods,
		recall_count: plan.recalls,
		time_recall_wait: plan.recallWaitSeconds,
		voice_code: plan.voiceCode || undefined,
		// The platform's own spelling.
		trubo_mode: plan.highPerformance,
	});
}

/** @throws InputError for an end that is not after the beginning */
export function checkEnd({ begin, end = Infinity }: Pick<TaskPlan, 'begin' | 'end'>): void {
	if (end <= begin)
		throw new InputError(
			'End Time must be after Start Time',
			`Correct Start Time or End Time. ${READ_IN_ZONE}`,
		);
}

/** The lines in these texts. Each line is returned only once. */
export function linesIn(texts: readonly string[]): string[] {
	return [...new Set(texts.flatMap(enteredIds))];
}

/**
 * The id of the created task, from the `result` of a successful response.
 * @throws PlatformError if the platform sent none
 */
export function createdTaskId(result: JsonRecord): string {
	const id = textOf(result.task_id)?.trim();
	if (id) return id;
	throw new PlatformError('The platform reported success but returned no task ID', 'unreadable');
}
