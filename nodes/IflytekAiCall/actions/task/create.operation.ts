import { manyTasks } from '../../../shared/aiCall/check/checks';
import { callingBegins } from '../../../shared/aiCall/time/taskWindow';
import { inBothZones } from '../../../shared/aiCall/time/momentTexts';
import { platformHours } from '../../../shared/aiCall/time/callingHours';
import { readPeriods } from '../../../shared/aiCall/time/times';
import type { JsonRecord } from '../../../shared/values';
import { asFlag } from '../../../shared/n8n/parameters/coerce';
import { Item, readTimeout } from '../../../shared/n8n/parameters/item';
import { switchField, textField } from '../../../shared/n8n/parameters/properties';
import type { Delivery } from '../../entry/delivery';
import { callingTimes, readHours } from '../../fields/callingTimes';
import { line, script } from '../../fields/locators';
import { deliveryOptions } from '../../fields/options';
import { platformOfRun } from '../../methods/platformData';
import { createTasks } from '../../send/createTasks';
import { nodeRunOf } from '../../send/nodeRun';
import type { AiCallOperation } from '../../run/operation';
import { runDelivery } from '../../run/runDelivery';
import { checkPlan } from './checkPlan';
import { contentOf, bodyOf, callOptions, endTime, readPlan, startTime } from './plan';

const dryRun = switchField(
	'Dry Run',
	'dryRun',
	'Whether to create nothing and return each task as it would be created. Read from the first item.',
);

const NAMES: Delivery['names'] = {
	method: 'createTask',
	idName: 'task_id',
	nouns: ['task', 'tasks'],
};

/** A task is created empty. */
const NO_ROWS: string[][] = [];

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
		textField('Name', 'taskName', 'The name of the task (API: task_name)', {
			required: true,
			placeholder: 'e.g. After-sales calls in November',
		}),
		script,
		line,
		startTime,
		endTime,
		deliveryOptions(callingTimes, ...callOptions, dryRun),
	],
	executeAll: async (context, client, clock) => {
		const hoursOf = readHours(context);
		const zone = context.getTimezone();
		const planOf = (index: number) =>
			readPlan(new Item(context, index), zone, () => hoursOf(index), clock.date());
		const isDryRun = asFlag(new Item(context, 0).option(dryRun));
		const timeoutMs = readTimeout(new Item(context, 0));
		const platform = platformOfRun(client, timeoutMs);
		// Tasks do not belong together as rows do, so On Error alone decides.
		const sendOthers = context.continueOnFail();
		return await runDelivery(context, {
			names: NAMES,
			async prepare(index) {
				const body = bodyOf(planOf(index));
				const label = String(body.task_name);
				const destination = { body: () => body, shown: { taskName: body.task_name } };
				// Items with identical values share a task, which the first of them creates.
				const distinct = JSON.stringify(contentOf(body, clock.date()));
				return [{ item: index, label, destination, distinct, values: [], original: body }];
			},
			clock,
			sendOthers,
			mode: isDryRun ? 'check' : 'real',
			checks: {
				ofItem: (index) => checkPlan(planOf(index), platform, clock.date()),
				ofRun: (entries) => manyTasks(entries.length),
				afterwards: ({ destination }) => beginText(destination.body(NO_ROWS), clock.date()),
				alsoShown: ({ destination }) => shownOf(destination.body(NO_ROWS), zone),
			},
			send: async (tasks) =>
				await createTasks(nodeRunOf(context), client, tasks, { names: NAMES, clock, sendOthers }),
		});
	},
};

/** What a check shows of a task: the values to send, and its times in readable form. */
function shownOf(request: JsonRecord, zone: string): object {
	const { time_begin: begin, time_end: end } = request;
	return {
		startTime: inBothZones(Number(begin), zone),
		...(end !== undefined && { endTime: inBothZones(Number(end), zone) }),
		request,
	};
}

/** When a task with this body begins to call. */
function beginText({ time_begin: begin, time_range: periods }: JsonRecord, now: number): string {
	const hours = platformHours(readPeriods(periods));
	return `If it is started now, ${callingBegins(hours, Number(begin), now)}`;
}
