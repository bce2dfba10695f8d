import { manyTasks } from '../../../shared/aiCall/checks';
import { addRowsBody } from '../../../shared/aiCall/rows/rows';
import {
	callingBegins,
	inBothZones,
	platformPeriods,
} from '../../../shared/aiCall/time/taskWindow';
import { ANY_TIME, platformHours } from '../../../shared/aiCall/time/callingHours';
import { readPeriods } from '../../../shared/aiCall/time/times';
import { definedFields, type JsonRecord } from '../../../shared/values';
import { Item, perItem, readTimeout } from '../../../shared/n8n/parameters/item';
import { textField } from '../../../shared/n8n/parameters/properties';
import { callingTimes, line, readHours, script, type AiCallOperation } from '../fields';
import { beginRows } from '../../rowInput/beginRows';
import { readSentRowsSettings } from '../../rowInput/entries';
import { rowOptions, rowParameters } from '../../rowInput/parameters';
import { readRunMode, realModeNotice, runModeField, testNumber, toolNotice } from '../runMode';
import { Campaign, type CampaignRun } from './campaign';
import { checkPlan, contentOf } from './newTask';
import { bodyOf, callOptions, endTime, PLAN_PARAMETERS, readPlan, startTime } from './plan';
import { runCampaigns } from './runCampaigns';

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
		realModeNotice('Each run calls every row again, unless Row Key is set.'),
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
		const campaignRun: CampaignRun = {
			context,
			client,
			clock,
			isRecorded: mode === 'real',
			timeoutMs: readTimeout(new Item(context, 0)),
			rememberedKeys: readSentRowsSettings(context).rememberedKeys,
		};
		const campaigns = new Map<string, Campaign>();
		const campaignOf = perItem(context, PLAN_PARAMETERS, ({ index }) => {
			const body = bodyOf(planOf(index));
			const key = JSON.stringify(contentOf(body, clock.date()));
			const sent = mode === 'test' ? testBody(body, clock.date()) : body;
			const campaign = campaigns.get(key) ?? new Campaign(campaignRun, sent);
			campaigns.set(key, campaign);
			return campaign;
		});
		return await beginRows(context, client, clock, {
			names: { method: 'addRows', action: 'call people', done: 'called' },
			describeDestination: (index, columns) => {
				const task = campaignOf(index);
				return {
					choices: { task: task.body, columns },
					task,
					body: (rows) => addRowsBody({ taskId: String(task.id), columns }, rows),
				};
			},
			columns: async (platform, index) => await platform.columnsOfScript(planOf(index).robotId()),
			lines: (index) => String(campaignOf(index).body.line_num),
			send: runCampaigns,
			check: (platform, index) => checkPlan(planOf(index), platform, clock.date()),
			afterwards: (index) => callsText(campaignOf(index).body, zone, clock.date()),
			checkRun: () => manyTasks(campaigns.size),
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
