import { manyTasks } from '../../../shared/aiCall/checks';
import { canBeCreatedBy, createdTaskId } from '../../../shared/aiCall/tasks/taskCreation';
import { collectTasks, readTaskPage, taskQueryBody } from '../../../shared/aiCall/tasks/taskQuery';
import { inBothZones } from '../../../shared/aiCall/time/taskWindow';
import type { AiCallClient } from '../../../shared/aiCall/transport/aiCallClient';
import { textOf, type JsonRecord } from '../../../shared/values';
import { Item, simplify, textField, readTimeout } from '../../../shared/n8n/parameters';
import { beginDelivery } from '../../batch/beginDelivery';
import { Repeats, type Entry } from '../../batch/entry';
import { lookupClient, PlatformData } from '../../methods/platformData';
import {
	callingDays,
	callingHours,
	callingHoursZone,
	datesLeftOut,
	deliveryOptions,
	readHours,
	line,
	script,
	voice,
	type AiCallOperation,
} from '../fields';
import { runModeField, readRunMode } from '../runMode';
import { checkPlan } from './taskChecks';
import { additionalFields, bodyOf, furtherLines, readPlan } from './plan';

/**
 * How a time without a zone is read. The example is a fixed text, because n8n evaluates no
 * expression in a hint.
 */
const TIME_ZONE_HINT =
	"10:00 is read in the workflow's time zone. In America/New_York, n8n's default, it is 22:00 or 23:00 in China.";

/** Creation of a task (document 2, 4.4). */
export const create: AiCallOperation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create task',
		description:
			'Create an outbound task to add rows to (API: task/create). No calls are placed until you start it.',
	},
	properties: [
		runModeField({
			check: 'Creates nothing. Each task is returned as it would be created.',
			real: 'Creates the task. Nobody is called before it is started.',
		}),
		textField('Name', 'taskName', 'The name of the task (API: task_name)', {
			required: true,
			placeholder: 'e.g. After-sales calls in November',
		}),
		script,
		line,
		furtherLines,
		voice,
		{
			displayName: 'Start Time',
			name: 'begin',
			type: 'dateTime',
			default: '={{ $now }}',
			required: true,
			description: 'Earliest time to place calls once the task is started (API: time_begin)',
			hint: TIME_ZONE_HINT,
		},
		{
			displayName: 'End Time',
			name: 'end',
			type: 'dateTime',
			default: '',
			description:
				'Time to stop calling, even if some customers were not reached. If empty, there is no end (API: time_end).',
			hint: TIME_ZONE_HINT,
		},
		callingHours(
			'The task only calls within these hours, which are sent to the platform (API: time_range).',
		),
		callingDays(
			'The task only calls on these days, which must be in a row: Start Time and End Time are moved to them.',
		),
		additionalFields,
		simplify,
		deliveryOptions(callingHoursZone, datesLeftOut),
	],
	executeAll: async (context, client, clock) => {
		const hoursOf = readHours(context);
		const zone = context.getTimezone();
		const planOf = (index: number) =>
			readPlan(new Item(context, index), zone, () => hoursOf(index), clock.date());
		const lookups = lookupClient(client, readTimeout(new Item(context, 0)));
		const platform = new PlatformData(lookups, 'all');
		return await beginDelivery(context, client, {
			names: {
				method: 'createTask',
				action: 'create the task',
				idName: 'task_id',
				nouns: ['task', 'tasks'],
			},
			batchSize: 1,
			ids: (result) => [createdTaskId(result)],
			async prepare(index) {
				const body = bodyOf(planOf(index));
				const label = String(body.task_name);
				const destination = {
					body: () => body,
					identity: { content: contentOf(body, clock.date()) },
					findSent: async (isCertain: boolean) =>
						await findCreated(client, body, !isCertain, clock.date()),
					shown: () => ({ taskName: body.task_name }),
				};
				return [{ item: index, label, destination, values: [], original: body }];
			},
			review: shareTasks(),
			clock,
			mode: readRunMode(context, ['check', 'real']),
			checks: {
				ofItem: (index) => checkPlan(planOf(index), platform, clock.date()),
				ofRun: (entries) => manyTasks(entries.length),
				alsoShown: ({ destination }) => shownOf(destination.body([]), zone),
			},
			raw: (_id, sent) => sent,
		});
	},
};

/**
 * Returns a function that lets items with identical values share a task, which the first of them
 * creates.
 */
function shareTasks(): (entry: Entry) => Entry {
	const knownTasks = new Repeats();
	return (entry) => {
		const content = JSON.stringify(entry.destination.identity?.content);
		const sharedWith = knownTasks.firstOf(entry, content);
		return sharedWith ? { ...entry, sharedWith } : entry;
	};
}

/**
 * The values of a task, without a Start Time in the past. Its default (the current time) differs a
 * little from item to item, and from one start of an execution to another.
 */
function contentOf(body: JsonRecord, now: number): JsonRecord {
	return Number(body.time_begin) > now ? body : { ...body, time_begin: 'now' };
}

/** Only this many of the newest tasks with the name are looked at. */
const MAX_SAME_NAME = 200;

/** The IDs of the tasks on the platform that a creation with this body may have made. */
async function findCreated(
	client: AiCallClient,
	body: JsonRecord,
	isNew: boolean,
	now: number,
): Promise<string[]> {
	const query = {
		taskName: String(body.task_name),
		sortField: 'CREATETIME',
		sortOrder: 'DESC',
	} as const;
	const tasks = await collectTasks(async (page) => {
		const { result } = await client('queryTasks', taskQueryBody(query, page));
		return readTaskPage(result);
	}, MAX_SAME_NAME);
	return tasks
		.filter((task) => canBeCreatedBy(body, task, isNew, now))
		.flatMap(({ task_id: id }) => textOf(id)?.trim() ?? []);
}

/** What a check shows of a task: the values to send, and its times in readable form. */
function shownOf(request: JsonRecord, zone: string): object {
	const { time_begin: begin, time_end: end } = request;
	return {
		startTime: inBothZones(Number(begin), zone),
		...(end !== undefined && { endTime: inBothZones(Number(end), zone) }),
		request,
	};
}
