import { CONSOLE } from '../../console';
import { InputError } from '../../failure';
import { textOf, type JsonRecord } from '../../values';
import { enumeration, ERROR_ENTRIES } from '../../errorTexts';
import { problem, problemOf, warning, type Finding } from '../finding';
import {
	ANY_TIME,
	intersection,
	isWithin,
	nextOpening,
	PLATFORM_ZONE,
	platformHours,
	type CallingHours,
} from '../time/callingHours';
import { modulesWithoutUrl } from '../configuration/callbackUrls';
import { ALL_KINDS, modulesOf } from '../pushes/kinds';
import { listed } from '../rows/columns';
import {
	configurationEntries,
	findRobot,
	isExpiredLine,
	isUsableRobot,
	lineExpiry,
} from '../configuration/configuration';
import { inBothZones } from '../time/momentTexts';
import type { TaskWindow } from '../time/taskWindow';
import { clockTime, isoTime, readAllPeriods, readPeriods } from '../time/times';
import { noSuchScript, noSuchTask } from '../protocol/aiCallErrors';
import {
	isDeleted,
	labelIn,
	LINE_OCCUPIED,
	ROBOT_STATUS,
	TASK_NEW,
	TASK_POOL,
	TASK_STATUS,
} from '../aiCallLabels';
import { unpackJson } from '../platformFields';
import { linesIn } from '../tasks/taskCreation';

/** Whether the platform would accept what rows and tasks name: scripts, lines, voices, tasks. */

/** Checks a script (2.4): it must exist, not be deleted, and be published. */
export function checkScript(configuration: JsonRecord, robotId: string): Finding[] {
	const robot = findRobot(configuration, robotId);
	if (!robot) return [problemOf(noSuchScript(robotId))];
	if (isUsableRobot(robot)) return [];
	const name = `Script ${robotId} (${textOf(robot.robot_name) ?? 'without a name'})`;
	const state = isDeleted(robot)
		? 'deleted'
		: `not published: ${labelIn(ROBOT_STATUS, robot.status) ?? `status ${String(robot.status)}`}`;
	return [problem(`${name} is ${state}`, 'Choose a published script from the list.')];
}

/** Checks whether the columns that a user mapped by hand are still the columns of the script. */
export function checkMappedColumns(
	mapped: readonly string[],
	columns: readonly string[],
): Finding[] {
	if (JSON.stringify(mapped) === JSON.stringify(columns)) return [];
	return [
		problem(
			`The columns under Values to Send are not those of the script, which are ${listed(columns)}`,
			'Load the columns again (⋮ next to Values to Send) and fill in what is missing.',
		),
	];
}

/** Checks a voice (2.6): it must exist. An empty code means the voice of the script. */
export function checkVoice(configuration: JsonRecord, voiceCode: string): Finding[] {
	const voices = configurationEntries(configuration, 'voices');
	if (voiceCode === '' || voices.some(({ voice_code }) => textOf(voice_code) === voiceCode))
		return [];
	return [
		problem(
			`Voice ${voiceCode} not found in this application`,
			'Choose a voice from the list, or leave it empty.',
		),
	];
}

function findLine(configuration: JsonRecord, lineNum: string): JsonRecord | undefined {
	return configurationEntries(configuration, 'lines').find(
		({ line_num }) => textOf(line_num) === lineNum,
	);
}

/**
 * The error of a line that has expired; undefined for any other line.
 * @param now the current time in milliseconds
 */
function expiredLineError(
	configuration: JsonRecord,
	lineNum: string,
	now: number,
): InputError | undefined {
	const line = findLine(configuration, lineNum);
	if (!line || !isExpiredLine(line, now)) return undefined;
	return new InputError(
		`Line ${lineNum} expired on ${isoTime(lineExpiry(line)) ?? 'a day in the past'}`,
		'Choose another line.',
	);
}

/**
 * Checks a line (2.3): it must exist and not have expired; it should be free and at work.
 * @param now the current time in milliseconds
 * @param taskHours the calling hours of a task, in the platform's time; undefined for calls that
 * are placed immediately
 */
export function checkLine(
	configuration: JsonRecord,
	lineNum: string,
	now: number,
	taskHours?: CallingHours,
): Finding[] {
	const line = findLine(configuration, lineNum);
	if (!line)
		return [
			problem(
				`Line ${lineNum} not found in this application`,
				'Choose a line from the list, or enter its number (see Configuration > Get).',
			),
		];
	const expired = expiredLineError(configuration, lineNum, now);
	if (expired) return [problemOf(expired)];
	const workingHours = platformHours(readPeriods(line.time_work));
	const outside = checkWorkingHours(lineNum, workingHours, now, taskHours);
	if (textOf(line.status) !== LINE_OCCUPIED) return outside;
	return [
		warning(
			`Line ${lineNum} is occupied: a task is running on it`,
			'The calls may be refused (code 3030002), or wait for that task. Choose another line, or wait until it is finished or paused.',
		),
		...outside,
	];
}

/**
 * Checks the lines of a task. If none of them works at a time at which the task calls, it would call
 * nobody.
 * @param taskHours the calling hours of the task, in the platform's time
 */
export function checkLines(
	configuration: JsonRecord,
	lineNums: readonly string[],
	now: number,
	taskHours: CallingHours,
): Finding[] {
	const outside = lineNums.filter((lineNum) => isOutside(configuration, lineNum, taskHours));
	const callsNobody = lineNums.length > 0 && outside.length === lineNums.length;
	const findings = lineNums.flatMap((lineNum) =>
		checkLine(configuration, lineNum, now, callsNobody ? ANY_TIME : taskHours),
	);
	if (!callsNobody) return findings;
	const lines = outside.length === 1 ? `line ${outside[0]} works` : 'its lines work';
	return [
		...findings,
		problem(
			`The task would call nobody: ${lines} at no time within the calling hours ${taskHours.text}`,
			'Choose other hours or another line.',
		),
	];
}

/** Whether a line never works within these hours. */
function isOutside(configuration: JsonRecord, lineNum: string, { spans }: CallingHours): boolean {
	const working = platformHours(readPeriods(findLine(configuration, lineNum)?.time_work));
	return working.spans.length > 0 && intersection(working.spans, spans).length === 0;
}

function checkWorkingHours(
	lineNum: string,
	workingHours: CallingHours,
	now: number,
	taskHours: CallingHours | undefined,
): Finding[] {
	if (workingHours.spans.length === 0) return [];
	if (taskHours) {
		if (intersection(workingHours.spans, taskHours.spans).length > 0) return [];
		return [
			warning(
				`Line ${lineNum} works ${workingHours.text}, which has no time in common with the calling hours ${taskHours.text}`,
				'The task calls on its other lines alone.',
			),
		];
	}
	if (isWithin(workingHours, now)) return [];
	return [
		warning(
			`Line ${lineNum} is not at work: it works ${workingHours.text}, and it is ${clockTime(now, PLATFORM_ZONE)} in ${PLATFORM_ZONE}`,
			'The calls wait until the line is at work. Choose another line, or send the rows later.',
		),
	];
}

/**
 * Checks a task (2.8) that is to take rows: it must exist, not be deleted, and not have been
 * started.
 */
export function checkTask(task: JsonRecord | undefined, taskId: string, now: number): Finding[] {
	if (!task) return [problemOf(noSuchTask(taskId))];
	const isNew = task.status === undefined || textOf(task.status) === TASK_NEW;
	const messages: string[] = [];
	if (isDeleted(task)) messages.push(`Task ${taskId} is deleted`);
	if (textOf(task.task_type) === TASK_POOL)
		messages.push(`Task ${taskId} is the long-term task of direct calls, which takes no rows`);
	if (!isNew)
		messages.push(
			`Task ${taskId} takes no more rows: its status is ${labelIn(TASK_STATUS, task.status) ?? String(task.status)}`,
		);
	const end = endedAt(task, now);
	if (end !== undefined) messages.push(`The End Time of task ${taskId} has passed (${end})`);
	return messages.map((message) => problem(message, 'Create another task for these rows.'));
}

/**
 * The End Time of a task (ISO 8601, UTC); undefined if it has none, or if it has not passed.
 * @param now the current time in milliseconds
 */
export function endedAt(task: JsonRecord, now: number): string | undefined {
	const end = isoTime(task.time_task_estimate_end);
	return end !== null && Date.parse(end) <= now ? end : undefined;
}

/** Whether rows can be added to a task now, by the data that the platform returned for the task. */
export function takesRows(task: JsonRecord, now: number): boolean {
	return checkTask(task, '', now).length === 0;
}

/** Checks each line of a task by itself. */
export function checkTaskLines(
	configuration: JsonRecord,
	task: JsonRecord,
	now: number,
): Finding[] {
	const periods = readAllPeriods(unpackJson(task.time_range));
	const taskHours = periods ? platformHours(periods) : ANY_TIME;
	const lines = linesIn([textOf(task.line_num) ?? '']);
	const findings = checkLines(configuration, lines.slice(0, ERROR_ENTRIES), now, taskHours);
	if (lines.length <= ERROR_ENTRIES) return findings;
	return [
		...findings,
		warning(
			`The task has ${lines.length} lines, of which the first ${ERROR_ENTRIES} were checked`,
			`Check the others in ${CONSOLE}.`,
		),
	];
}

/** A Start Time that lies further in the past than this gets a warning. */
const LONG_AGO_MS = 300_000;

/** Warns if the Start Time of a new task has passed and its End Time has not. */
export function checkStart(
	{ begin, end = Infinity }: { begin: number; end?: number },
	now: number,
): Finding[] {
	if (begin >= now - LONG_AGO_MS || end <= now) return [];
	return [
		warning(
			`Start Time has passed (${new Date(begin).toISOString()})`,
			'The task calls as soon as it is started.',
		),
	];
}

/**
 * Warns if a task begins to call later than its Start Time, because that is outside the calling
 * times. If the task ends before, another finding says so.
 * @param start as entered; undefined if it is empty
 * @param window the times of the task on its calling days
 * @param zone the zone of the calling times
 */
export function checkMovedStart(
	start: number | undefined,
	{ begin, end = Infinity, hours }: TaskWindow,
	zone: string,
	now: number,
): Finding[] {
	if (start === undefined || start <= now) return [];
	const opening = nextOpening(hours, begin);
	if (opening <= start || opening >= end) return [];
	return [
		warning(
			`Start Time (${inBothZones(start, zone)}) is outside the Calling Times: calling begins on ${inBothZones(opening, zone)}`,
			'To call at Start Time, change Calling Times.',
		),
	];
}

/**
 * Warns if what the calls of a script push would be lost, because the platform has no URL for it.
 */
export function checkCallbackUrls(configuration: JsonRecord, script: string): Finding[] {
	const missing = modulesWithoutUrl(configuration, modulesOf(ALL_KINDS), script);
	if (missing.length === 0) return [];
	return [
		warning(
			`The platform has no URL for ${enumeration(missing, 'and')}`,
			`What the calls push without one is lost, and cannot be fetched later. Enter the Production URL of an iFLYTEK AI Call Trigger in ${CONSOLE}.`,
		),
	];
}

/** If a run creates more tasks than this, the user probably did not intend it. */
const MANY_TASKS = 20;

export function manyTasks(count: number): Finding[] {
	if (count <= MANY_TASKS) return [];
	return [
		warning(
			`${count} different tasks would be created`,
			'Items with identical values share a task. For one task, enter the same name, script, lines and times for all items.',
		),
	];
}
