import { checkCallbackUrls, manyTasks } from '../../../shared/aiCall/lookup/acceptance';
import { addRowsBody } from '../../../shared/aiCall/protocol/rowRequests';
import { platformPeriods } from '../../../shared/aiCall/time/taskWindow';
import { ANY_TIME } from '../../../shared/aiCall/time/callingHours';
import { definedFields, type JsonRecord } from '../../../shared/values';
import { Item, perItem, readTimeout } from '../../../shared/n8n/parameters/item';
import { textField } from '../../../shared/n8n/parameters/properties';
import { callingTimes, readHours } from '../../parameters/callingTimes';
import { line, script } from '../../parameters/locators';
import { skipFields } from '../../parameters/skip';
import { rowOptions, rowParameters } from '../../parameters/rowParameters';
import {
	readRunMode,
	realModeNotice,
	runModeField,
	testNumber,
	toolNotice,
} from '../../parameters/runMode';
import type { AiCallOperation } from '../../entry/operation';
import { deliverRows } from '../../deliver/deliverRows';
import { callsText } from './callsText';
import { CampaignTask } from './campaignTask';
import { checkSteps } from './checkSteps';
import {
	taskContent,
	bodyOf,
	callOptions,
	endTime,
	PLAN_PARAMETERS,
	readPlan,
	startTime,
} from './plan';
import { openCampaigns } from './openCampaigns';

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
		...skipFields('calledToday'),
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
		const mode = readRunMode(context, ['test', 'real']);
		const hoursOf = readHours(context);
		// All items share one task, read once, if nothing of it is an expression.
		const planOf = perItem(context, PLAN_PARAMETERS, (item) =>
			readPlan(item, () => hoursOf(item.index), clock.date()),
		);
		const timeoutMs = readTimeout(new Item(context, 0));
		const tasks = new Map<string, CampaignTask>();
		const taskOf = perItem(context, PLAN_PARAMETERS, ({ index }) => {
			const body = bodyOf(planOf(index));
			const key = JSON.stringify(taskContent(body, clock.date()));
			const sent = mode === 'test' ? testBody(body, clock.date()) : body;
			const task = tasks.get(key) ?? new CampaignTask(client, timeoutMs, sent);
			tasks.set(key, task);
			return task;
		});
		return await deliverRows(context, client, clock, {
			names: { method: 'addRows', done: 'called' },
			describeDestination: (index, columns) => {
				const task = taskOf(index);
				return {
					choices: { task: task.body, columns },
					script: planOf(index).robotId(),
					firstCall: planOf(index).firstCall,
					zone: hoursOf(index).zone,
					task,
					// Called when there is a task, which may take the place of another one.
					body: (rows) => addRowsBody({ taskId: String(task.id), columns }, rows),
				};
			},
			columns: async (platform, index) => await platform.columnsOfScript(planOf(index).robotId()),
			check: (platform, index) => [
				...checkSteps(planOf(index), platform, clock.date()),
				async () => checkCallbackUrls(await platform.configuration(), planOf(index).robotId()),
			],
			afterwards: (index) => {
				const calls = callsText(taskOf(index).body, hoursOf(index).zone, clock.date());
				return `It is started in the same run: ${calls}`;
			},
			checkRun: () => manyTasks(tasks.size),
			open: openCampaigns,
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
