/** Creating a task (document 2, 4.4). */
import { InputError } from '../failure';
import { textOf, type JsonRecord } from '../values';
import { MAX_RECALLS } from './limits';

export interface TaskPlan {
	name: string;
	robotId: string;
	/** One line or several. */
	lineNums: readonly string[];
	/** Milliseconds (`toMilliseconds`). */
	begin: number;
	/** Milliseconds, after `begin`; without it the task has no preset end. */
	end?: number;
	/** Within which calls are made, as `platformPeriods` writes them. */
	periods: readonly string[];
	/** 0 to 3 */
	recalls?: number;
	recallWaitSeconds?: number;
	/** Empty for the voice of the script. */
	voiceCode?: string;
	/** `trubo_mode` of the newer revision. */
	highPerformance?: boolean;
}

/**
 * The body of a task creation. Fields that are not set are not sent.
 * @throws InputError for what the platform cannot take: an empty name, script or line, an end that is not
 * after the beginning, more than 3 retries
 */
export function taskCreationBody(plan: TaskPlan): JsonRecord {
	checkEnd(plan);
	return {
		task_name: filled(plan.name, 'The task has no name', 'Enter a name.'),
		line_num: joinedLines(plan.lineNums),
		robot_id: filled(plan.robotId, 'The task has no script', 'Choose a script.'),
		time_begin: plan.begin,
		...(plan.end === undefined ? {} : { time_end: plan.end }),
		...(plan.periods.length === 0 ? {} : { time_range: plan.periods }),
		...(plan.recalls === undefined ? {} : { recall_count: wholeNumber(plan.recalls, 'Redials', MAX_RECALLS) }),
		...(plan.recallWaitSeconds === undefined ? {} : { time_recall_wait: wholeNumber(plan.recallWaitSeconds, 'Redial Wait (Seconds)') }),
		...(plan.voiceCode === undefined || plan.voiceCode.trim() === '' ? {} : { voice_code: plan.voiceCode.trim() }),
		// The platform's own spelling.
		...(plan.highPerformance === undefined ? {} : { trubo_mode: plan.highPerformance }),
	};
}

/** @throws InputError for an end that is not after the beginning */
export function checkEnd({ begin, end }: Pick<TaskPlan, 'begin' | 'end'>): void {
	if (end === undefined || end > begin) return;
	throw new InputError('End Time must be after Start Time', 'Correct Start Time or End Time. Times without a time zone use the time zone of the workflow.');
}

/** The id of the created task, from the result of a success; undefined where the platform sent none. */
export function createdTaskId(result: JsonRecord): string | undefined {
	const id = textOf(result.task_id)?.trim();
	return id === '' ? undefined : id;
}

function filled(value: string, problem: string, advice: string): string {
	const text = value.trim();
	if (text === '') throw new InputError(problem, advice);
	return text;
}

/** Lines separated by semicolons, each once; an entry may itself hold several. */
function joinedLines(lineNums: readonly string[]): string {
	const lines = lineNums.flatMap((entry) => entry.split(/[;；]/)).map((line) => line.trim()).filter((line) => line !== '');
	return filled([...new Set(lines)].join(';'), 'The task has no line', 'Choose at least one line.');
}

function wholeNumber(value: number, what: string, max?: number): number {
	if (Number.isSafeInteger(value) && value >= 0 && (max === undefined || value <= max)) return value;
	const range = max === undefined ? 'of 0 or more' : `from 0 to ${max}`;
	throw new InputError(`${what} must be a whole number ${range}, but is ${value}`, 'Check the value, or the expression that provides it.');
}
