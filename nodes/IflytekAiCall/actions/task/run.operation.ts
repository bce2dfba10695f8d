import { manyTasks } from '../../../shared/aiCall/check/checks';
import { addRowsBody } from '../../../shared/aiCall/rows/rowRequests';
import { callingBegins, platformPeriods } from '../../../shared/aiCall/time/taskWindow';
import { inBothZones } from '../../../shared/aiCall/time/momentTexts';
import { ANY_TIME, platformHours } from '../../../shared/aiCall/time/callingHours';
import { readPeriods } from '../../../shared/aiCall/time/times';
import { definedFields, type JsonRecord } from '../../../shared/values';
import { Item, perItem, readTimeout } from '../../../shared/n8n/parameters/item';
import { textField } from '../../../shared/n8n/parameters/properties';
import { callingTimes, readHours } from '../../fields/callingTimes';
import { line, script } from '../../fields/locators';
import { repeatFields } from '../../fields/repeat';
import { rowOptions, rowParameters } from '../../fields/rowFields';
import {
	readRunMode,
	realModeNotice,
	runModeField,
	testNumber,
	toolNotice,
} from '../../fields/runMode';
import type { AiCallOperation } from '../../run/operation';
import { runRows } from '../../run/runRows';
import { CampaignTask } from './campaignTask';
import { checkPlan } from './checkPlan';
import {
	contentOf,
	bodyOf,
	callOptions,
	endTime,
	PLAN_PARAMETERS,
	readPlan,
	startTime,
} from './plan';
import { findCalled, runCampaigns } from './runCampaigns';

/** Creation of a task, submission of all its rows, and its start (document 2, 4.4 to 4.6). */
export const run: AiCallOperation = {
	option: {
		name: 'Run Campaign',
		value: 'run',
		action: 'Run campaign',
		description:
			'Create a task with all rows of the input and start it: it calls them within its times (API: task/create, task/insert, task/start)',
	},
	properties: [
		textField('Name', 'taskName', 'The name of the task (API: task_name)', {
			required: true,
			placeholder: 'e.g. After-sales calls in November',
		}),
		script,
		line,
		...rowParameters('Script', ['robotId.value']),
		...repeatFields(),
		toolNotice,
		runModeField({
			check: 'Calls nobody, creates nothing. Each row says what a real run would do.',
			test: {
				name: 'Call My Number',
				description:
					'Calls only your own number, with the values of the first valid row, in a task of its own',
			},
			real: {
				name: 'Call All Rows',
				description: 'Creates the task, adds every row and starts it: it calls real people',
			},
		}),
		testNumber,
		realModeNotice('This calls real people. A call cannot be taken back.'),
		rowOptions({ times: [startTime, endTime, callingTimes], robot: [...callOptions] }),
	],
	executeAll: async (context, client, clock) => {
		const mode = readRunMode(context, ['check', 'test', 'real']);
		const zone = context.getTimezone();
		const hoursOf = readHours(context);
		// All items share one task, read once, if nothing of it is an expression.
		const planOf = perItem(context, PLAN_PARAMETERS, (item) =>
			readPlan(item, zone, () => hoursOf(item.index), clock.date(), 'options.'),
		);
		const timeoutMs = readTimeout(new Item(context, 0));
		const tasks = new Map<string, CampaignTask>();
		const taskOf = perItem(context, PLAN_PARAMETERS, ({ index }) => {
			const body = bodyOf(planOf(index));
			const key = JSON.stringify(contentOf(body, clock.date()));
			const sent = mode === 'test' ? testBody(body, clock.date()) : body;
			const task = tasks.get(key) ?? new CampaignTask(client, timeoutMs, sent);
			tasks.set(key, task);
			return task;
		});
		return await runRows(context, client, clock, {
			names: { method: 'addRows', done: 'called' },
			describeDestination: (index, columns) => {
				const task = taskOf(index);
				return {
					choices: { task: task.body, columns },
					script: planOf(index).robotId(),
					zone: hoursOf(index).zone,
					task,
					// Called when there is a task, which may take the place of another one.
					body: (rows) => addRowsBody({ taskId: String(task.id), columns }, rows),
				};
			},
			columns: async (platform, index) => await platform.columnsOfScript(planOf(index).robotId()),
			check: (platform, index) => checkPlan(planOf(index), platform, clock.date()),
			afterwards: (index) => callsText(taskOf(index).body, zone, clock.date()),
			checkRun: () => manyTasks(tasks.size),
			send: runCampaigns,
			findSent: findCalled,
		});
	},
};

/** The task of a test: it calls the user's own number at once, at any time of day. */
function testBody(body: JsonRecord, now: number): JsonRecord {
	return definedFields({
		...body,
		task_name: `${String(body.task_name)} (test)`,
		time_begin: now,
		time_end: undefined,
		time_range: platformPeriods(ANY_TIME, now),
		recall_count: undefined,
	});
}

/** When a task with this body calls. */
function callsText(
	{ time_begin: begin, time_end: end, time_range: periods }: JsonRecord,
	zone: string,
	now: number,
): string {
	const hours = platformHours(readPeriods(periods));
	const until = end === undefined ? 'with no end time' : `until ${inBothZones(Number(end), zone)}`;
	return `It is started in the same run: ${callingBegins(hours, Number(begin), now)}, ${hours.text} in China, ${until}`;
}
