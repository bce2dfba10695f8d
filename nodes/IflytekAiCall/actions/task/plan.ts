import type { INodeProperties } from 'n8n-workflow';
import { EVERY_DAY, taskTimes } from '../../../shared/aiCall/time/callingDays';
import {
	platformHours,
	platformPeriods,
	type CallingHours,
} from '../../../shared/aiCall/time/callingHours';
import { MAX_RECALLS } from '../../../shared/aiCall/protocol/methods';
import { taskCreationBody } from '../../../shared/aiCall/tasks/taskCreation';
import { callsNobodyError, type TaskWindow } from '../../../shared/aiCall/time/taskWindow';
import { readPeriods, toMilliseconds } from '../../../shared/aiCall/time/times';
import { ownField, type JsonRecord } from '../../../shared/values';
import {
	asFlag,
	asInteger,
	asText,
	collectionField,
	given,
	switchField,
	type Item,
} from '../../../shared/n8n/parameters';

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

export const additionalFields = collectionField('Additional Fields', 'additionalFields', 'field', [
	{
		displayName: 'Redials',
		name: 'recalls',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_RECALLS },
		default: 0,
		description: `Maximum number of times to redial a customer who was not reached, from 0 to ${MAX_RECALLS} (API: recall_count)`,
	},
	{
		displayName: 'Redial Wait (Seconds)',
		name: 'recallWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 600,
		description: 'Seconds to wait before redialing a customer (API: time_recall_wait)',
	},
	switchField(
		'High-Performance Mode',
		'highPerformance',
		'Whether the platform runs the task in its high-performance mode. If not set, the platform decides (API: trubo_mode).',
	),
]);

/** The parameters of a new task, each read when it is needed. */
export type TaskParameters = ReturnType<typeof readPlan>;

/**
 * Reads the parameters of a new task.
 * @param now the current time in milliseconds
 */
export function readPlan(item: Item, timeZone: string, hours: () => CallingHours, now: number) {
	const additionalField = (name: string) => ownField(item.value('additionalFields'), name);
	const begin = () => toMilliseconds(item.value('begin'), timeZone, 'Start Time');
	const end = () =>
		given(item.value('end'), (value) => toMilliseconds(value, timeZone, 'End Time'));
	let cachedTimes: ReturnType<typeof taskTimes> | undefined;
	const readTimes = () => {
		const { days = EVERY_DAY, zone } = hours();
		return taskTimes(days, zone, { begin: begin(), end: end() }, now);
	};
	return {
		name: () => item.requiredText('taskName', 'Name'),
		robotId: () => item.requiredId('robotId', 'Script'),
		line: () => item.requiredText('lineNum', 'Line'),
		furtherLines: () => given(item.value('furtherLines'), readFurtherLines) ?? [],
		voiceCode: () => item.id('voiceCode', 'Voice'),
		begin,
		end,
		hours,
		/** The error if the task would have no time to call; otherwise undefined. */
		callsNobodyError: (window: TaskWindow) => callsNobodyError(window, now, timeZone),
		/** Start and end on the calling days. */
		times: () => (cachedTimes ??= readTimes()),
		recalls: () =>
			given(additionalField('recalls'), (value) =>
				asInteger(value, 'Redials', { min: 0, max: MAX_RECALLS }),
			),
		recallWaitSeconds: () =>
			given(additionalField('recallWait'), (value) =>
				asInteger(value, 'Redial Wait (Seconds)', { min: 0 }),
			),
		highPerformance: () => given(additionalField('highPerformance'), asFlag),
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
	const body = taskCreationBody({
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
	const hours = platformHours(readPeriods(body.time_range));
	const error = plan.callsNobodyError({ ...plan.times(), hours });
	if (error) throw error;
	return body;
}
