import type { INodeProperties } from 'n8n-workflow';
import { EVERY_DAY } from '../../../shared/aiCall/time/callingDays';
import {
	callsNobodyError,
	platformPeriods,
	taskTimes,
	type TaskWindow,
} from '../../../shared/aiCall/time/taskWindow';
import { nextOpening, type CallingHours } from '../../../shared/aiCall/time/callingHours';
import { MAX_RECALLS } from '../../../shared/aiCall/protocol/limits';
import { taskCreationBody } from '../../../shared/aiCall/tasks/taskCreation';
import { toMilliseconds } from '../../../shared/aiCall/time/times';
import { InputError } from '../../../shared/failure';
import type { JsonRecord } from '../../../shared/values';
import { asFlag, asInteger, asText, given } from '../../../shared/n8n/parameters/coerce';
import { switchField, timeField } from '../../../shared/n8n/parameters/properties';
import type { Item } from '../../../shared/n8n/parameters/item';
import { callingTimes } from '../../parameters/callingTimes';
import { line, script, voice } from '../../parameters/locators';

/**
 * The parameters that only the creation of a task has, and functions that read all parameters of a
 * new task.
 */

export const furtherLines: INodeProperties = {
	displayName: 'Additional Line Names or IDs',
	name: 'furtherLines',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getLines', loadOptionsDependsOn: ['lineNum.value'] },
	default: [],
	description:
		'Other lines the calls may use. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const TIME_ZONE_HINT = "China's time, unless Calling Times have another zone";

export const startTime = timeField(
	'Start Time',
	'begin',
	'Earliest time to place calls once the task is started. If empty, at once (API: time_begin).',
	{ hint: TIME_ZONE_HINT },
);

export const endTime = timeField(
	'End Time',
	'end',
	'Time to stop calling, even if some customers were not reached. If empty, there is no end (API: time_end).',
);

const recalls: INodeProperties = {
	displayName: 'Redials',
	name: 'recalls',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MAX_RECALLS },
	default: 0,
	description: `Maximum number of times to redial a customer who was not reached, from 0 to ${MAX_RECALLS} (API: recall_count)`,
};
const recallWait: INodeProperties = {
	displayName: 'Redial Wait (Seconds)',
	name: 'recallWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 600,
	description: 'Seconds to wait before redialing a customer (API: time_recall_wait)',
};
const highPerformance = switchField(
	'High-Performance Mode',
	'highPerformance',
	'Whether the platform runs the task in its high-performance mode. If not set, the platform decides (API: trubo_mode).',
);

/** The Options of a new task beside its times. */
export const callOptions = [recalls, recallWait, furtherLines, voice, highPerformance] as const;

/** The paths of the parameters of which a task is made. */
export const PLAN_PARAMETERS = [
	'taskName',
	script.name,
	line.name,
	...[startTime, endTime, callingTimes, ...callOptions].map(({ name }) => `options.${name}`),
];

/** The parameters of a new task, each read when it is needed. */
export type TaskParameters = ReturnType<typeof readPlan>;

/**
 * Reads the parameters of a new task.
 * @param hours the calling hours; a time without a zone is in theirs
 * @param now the current time in milliseconds
 */
export function readPlan(item: Item, hours: () => CallingHours, now: number) {
	const timeOf = (field: INodeProperties) =>
		given(item.option(field), (value) => toMilliseconds(value, hours().zone, field.displayName));
	const start = () => {
		const time = timeOf(startTime);
		// An expression that finds no time must not make the task begin at once.
		if (time === undefined && item.isExpression(`options.${startTime.name}`))
			throw new InputError(
				'Start Time has no value',
				'Check the expression that provides it. To start at once, leave the field empty.',
			);
		return time;
	};
	const begin = () => start() ?? now;
	const end = () => timeOf(endTime);
	let cachedTimes: ReturnType<typeof taskTimes> | undefined;
	const readTimes = () => {
		const { days = EVERY_DAY, zone } = hours();
		return taskTimes(days, zone, { begin: begin(), end: end() }, now);
	};
	return {
		name: () => item.requiredText('taskName', 'Name'),
		robotId: () => item.requiredId('robotId', 'Script'),
		line: () => item.requiredText('lineNum', 'Line'),
		furtherLines: () => given(item.option(furtherLines), readFurtherLines) ?? [],
		voiceCode: () => item.optionId(voice),
		/** Start Time; undefined if it is empty. */
		start,
		begin,
		end,
		hours,
		/** The error if the task would have no time to call; otherwise undefined. */
		callsNobodyError: (window: TaskWindow) => callsNobodyError(window, now, hours().zone),
		/** When the first call is possible, in an execution that began at `start`. */
		firstCall: (start: number) => {
			const { days = EVERY_DAY, zone } = hours();
			const given = { begin: timeOf(startTime) ?? start, end: end() };
			return nextOpening(hours(), Math.max(start, taskTimes(days, zone, given, start).begin));
		},
		/** Start and end on the calling days. */
		times: () => (cachedTimes ??= readTimes()),
		recalls: () =>
			given(item.option(recalls), (value) =>
				asInteger(value, 'Redials', { min: 0, max: MAX_RECALLS }),
			),
		recallWaitSeconds: () =>
			given(item.option(recallWait), (value) =>
				asInteger(value, 'Redial Wait (Seconds)', { min: 0 }),
			),
		highPerformance: () => given(item.option(highPerformance), asFlag),
	};
}

function readFurtherLines(lines: unknown): string[] {
	return (Array.isArray(lines) ? lines : [lines]).map((line) =>
		asText(line, 'Additional Line Names or IDs'),
	);
}

/** The calling periods of the task, as they are sent. */
export function periodsOf({ hours, times }: TaskParameters): string[] {
	const { begin, end } = times();
	return platformPeriods(hours(), begin, end);
}

/**
 * The body of the request.
 * @throws InputError for the first parameter that cannot be sent
 */
export function bodyOf(plan: TaskParameters): JsonRecord {
	return taskCreationBody({
		name: plan.name(),
		robotId: plan.robotId(),
		lineNums: [plan.line(), ...plan.furtherLines()],
		...plan.times(),
		periods: periodsOf(plan),
		recalls: plan.recalls(),
		recallWaitSeconds: plan.recallWaitSeconds(),
		voiceCode: plan.voiceCode(),
		highPerformance: plan.highPerformance(),
	});
}

/**
 * The values of a task, without a Start Time in the past. Its default (the current time) differs a
 * little from item to item, and from one start of an execution to another.
 */
export function taskContent(body: JsonRecord, now: number): JsonRecord {
	return Number(body.time_begin) > now ? body : { ...body, time_begin: 0 };
}
