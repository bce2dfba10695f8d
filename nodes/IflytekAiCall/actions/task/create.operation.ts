import { manyTasks } from '../../../shared/aiCall/lookup/acceptance';
import { inBothZones } from '../../../shared/aiCall/time/momentTexts';
import type { JsonRecord } from '../../../shared/values';
import { Item, readTimeout } from '../../../shared/n8n/parameters/item';
import { textField } from '../../../shared/n8n/parameters/properties';
import type { Delivery } from '../../entry/delivery';
import { callingTimes, readHours } from '../../parameters/callingTimes';
import { line, script } from '../../parameters/locators';
import { deliveryOptions } from '../../parameters/options';
import { readRunMode, runModeField } from '../../parameters/runMode';
import { platformOfRun } from '../../../shared/aiCall/lookup/platformData';
import { createTasks } from '../../send/createTasks';
import { nodeRunOf } from '../../send/nodeRun';
import type { AiCallOperation } from '../../entry/operation';
import { deliverEntries } from '../../deliver/deliverEntries';
import { beginText } from './callsText';
import { checkSteps } from './checkSteps';
import { taskContent, bodyOf, callOptions, endTime, readPlan, startTime } from './plan';

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
		runModeField({
			check: 'Creates nothing. Each result says which task a run would create.',
			real: {
				name: 'Create Tasks',
				description: 'Creates the tasks. They call nobody until started.',
			},
		}),
		deliveryOptions(startTime, endTime, callingTimes, ...callOptions),
	],
	executeAll: async (context, client, clock) => {
		const hoursOf = readHours(context);
		const planOf = (index: number) =>
			readPlan(new Item(context, index), () => hoursOf(index), clock.date());
		const mode = readRunMode(context, ['real']);
		const timeoutMs = readTimeout(new Item(context, 0));
		const platform = platformOfRun(client, timeoutMs);
		// Tasks do not belong together as rows do, so On Error alone decides.
		const sendOthers = context.continueOnFail();
		return await deliverEntries(context, {
			names: NAMES,
			async prepare(index) {
				const body = bodyOf(planOf(index));
				const label = String(body.task_name);
				const destination = { body: () => body, shown: { taskName: body.task_name } };
				// Items with identical values share a task, which the first of them creates.
				const distinct = JSON.stringify(taskContent(body, clock.date()));
				return [{ item: index, label, destination, distinct, values: [], original: body }];
			},
			clock,
			sendOthers,
			mode,
			checks: {
				ofItem: (index) => checkSteps(planOf(index), platform, clock.date()),
				ofRun: (entries) => manyTasks(entries.length),
				afterwards: ({ destination }) =>
					`If it is started now, ${beginText(destination.body(NO_ROWS), clock.date())}`,
				alsoShown: ({ item, destination }) =>
					shownTask(destination.body(NO_ROWS), hoursOf(item).zone),
			},
			open: async () => ({
				send: async (tasks, decisions) =>
					await createTasks(nodeRunOf(context), client, tasks, decisions, {
						names: NAMES,
						clock,
						sendOthers,
					}),
			}),
		});
	},
};

/** What a check shows of a task: the values to send, and its times in readable form. */
function shownTask(request: JsonRecord, zone: string): object {
	const { time_begin: begin, time_end: end } = request;
	return {
		startTime: inBothZones(Number(begin), zone),
		...(end !== undefined && { endTime: inBothZones(Number(end), zone) }),
		request,
	};
}
