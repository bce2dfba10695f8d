import { isDeleted } from '../../../shared/aiCall/aiCallLabels';
import { canBeCreatedBy, checkEnd, linesIn } from '../../../shared/aiCall/tasks/taskCreation';
import { collectTasks, readTaskPage, taskQueryBody } from '../../../shared/aiCall/tasks/taskQuery';
import type { AiCallClient } from '../../../shared/aiCall/transport/aiCallClient';
import type { Clock } from '../../../shared/n8n/requests/clock';
import { textOf, type JsonRecord } from '../../../shared/values';
import type { CheckStep, Delivery } from '../../batch/delivery';
import type { Destination } from '../../batch/entry';
import {
	ANY_TIME,
	platformHours,
	type CallingHours,
} from '../../../shared/aiCall/time/callingHours';
import { platformPeriods } from '../../../shared/aiCall/time/taskWindow';
import { checkLine, checkScript, checkStart, checkVoice } from '../../../shared/aiCall/checks';
import { problemsOf } from '../../../shared/aiCall/finding';
import { readPeriods } from '../../../shared/aiCall/time/times';
import type { PlatformData } from '../../methods/platformData';
import { periodsOf, type TaskParameters } from './plan';

/** How tasks are created, each with a request of its own (document 2, 4.4). */
export const CREATION: Pick<Delivery, 'names' | 'batchSize'> = {
	names: {
		method: 'createTask',
		action: 'create the task',
		idName: 'task_id',
		nouns: ['task', 'tasks'],
	},
	batchSize: 1,
};

/**
 * Where a task goes that is to be created exactly once, with this body of the request.
 * @param findsDeleted whether a task that was created and then deleted is found
 */
export function newTask(
	client: AiCallClient,
	body: JsonRecord,
	clock: Clock,
	findsDeleted = false,
) {
	return {
		body: () => body,
		identity: { content: contentOf(body, clock.date()) },
		findSent: async (wasCreated: boolean) =>
			await findTasks(client, String(body.task_name), (task) => {
				if (isDeleted(task) && !(findsDeleted && wasCreated)) return false;
				return canBeCreatedBy(body, task, !wasCreated, clock.date());
			}),
		shown: { taskName: body.task_name },
	} satisfies Destination;
}

/**
 * The values of a task, without a Start Time in the past. Its default (the current time) differs a
 * little from item to item, and from one start of an execution to another.
 */
export function contentOf(body: JsonRecord, now: number): JsonRecord {
	return Number(body.time_begin) > now ? body : { ...body, time_begin: 'now' };
}

/** Only this many of the newest tasks with the name are looked at. */
const MAX_SAME_NAME = 200;

/** The IDs of the platform's tasks of this name that `isMatch` accepts. */
async function findTasks(
	client: AiCallClient,
	name: string,
	isMatch: (task: JsonRecord) => boolean,
): Promise<string[]> {
	const query = {
		taskName: name,
		sortField: 'CREATETIME',
		sortOrder: 'DESC',
	} as const;
	const tasks = await collectTasks(async (page) => {
		const { result } = await client('queryTasks', taskQueryBody(query, page));
		return readTaskPage(result);
	}, MAX_SAME_NAME);
	return tasks.filter(isMatch).flatMap(({ task_id: id }) => textOf(id)?.trim() ?? []);
}

/**
 * The steps of the check of a new task: first the parameters by themselves, then what the
 * parameters name on the platform.
 */
export function checkPlan(plan: TaskParameters, platform: PlatformData, now: number): CheckStep[] {
	const parameters = [
		plan.name,
		plan.begin,
		plan.end,
		plan.hours,
		plan.recalls,
		plan.recallWaitSeconds,
		plan.highPerformance,
		() => checkEnd({ begin: plan.begin(), end: plan.end() }),
		plan.times,
	];
	let cachedHours: CallingHours | undefined;
	const hours = () => (cachedHours ??= knownHours(plan, now));
	return [
		// Reading an invalid parameter throws, and the check reports the error.
		...parameters.map((read) => () => void read()),
		async () => checkScript(await platform.configuration(), plan.robotId()),
		async () => checkVoice(await platform.configuration(), plan.voiceCode()),
		// The line and the further lines are checked separately, so that an error in one does not hide
		// the other.
		...[() => [plan.line()], plan.furtherLines].map((readLines) => async () => {
			const configuration = await platform.configuration();
			return linesIn(readLines()).flatMap((lineNum) =>
				checkLine(configuration, lineNum, now, hours()),
			);
		}),
		() => checkStart(knownTimes(plan), now),
		() => problemsOf(plan.callsNobodyError({ ...knownTimes(plan), hours: hours() })),
	];
}

/**
 * Start and end on the calling days, or as entered if a task cannot call on exactly these days.
 */
function knownTimes(plan: TaskParameters): { begin: number; end?: number } {
	try {
		return plan.times();
	} catch {
		// The check of `plan.times` reports this error.
		return { begin: plan.begin(), end: plan.end() };
	}
}

/**
 * The calling hours in the platform's time zone. If start or end cannot be read, the hours are
 * converted for the current time. If the hours themselves cannot be read, any time is allowed.
 */
function knownHours(plan: TaskParameters, now: number): CallingHours {
	for (const read of [() => periodsOf(plan), () => platformPeriods(plan.hours(), now)]) {
		try {
			return platformHours(readPeriods(read()));
		} catch {
			// The check of the invalid parameter reports this error.
		}
	}
	return ANY_TIME;
}
