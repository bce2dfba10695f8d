import type { INodeProperties } from 'n8n-workflow';
import { checkScript, checkTask, checkTaskLines } from '../../../shared/aiCall/check/checks';
import { addRowsBody } from '../../../shared/aiCall/rows/rowRequests';
import { Item } from '../../../shared/n8n/parameters/item';
import type { Entry } from '../../entry/entry';
import { script, task } from '../../fields/locators';
import { repeatFields } from '../../fields/repeat';
import { rowOptions, rowParameters } from '../../fields/rowFields';
import { realModeNotice, runModeField, testNumber, toolNotice } from '../../fields/runMode';
import { sendRows } from '../../send/sendRows';
import { AddedRows } from '../../sentBefore/addedRows';
import { FilledTasks } from '../../sentBefore/filledTasks';
import type { AiCallOperation } from '../../run/operation';
import { runRows, type RowRun } from '../../run/runRows';
import { settleRefused } from './refusedBatches';

/** Under Options: the script of a task that the editor cannot look up. */
const scriptOfTask: INodeProperties = {
	...script,
	displayName: 'Script of the Task',
	required: false,
	description:
		'Only needed to load the columns if the task is an expression or the platform does not return its script',
};

/** Submission of task data (document 2, 4.5). */
export const addRows: AiCallOperation = {
	option: {
		name: 'Add Rows',
		value: 'addRows',
		action: 'Add rows to task',
		description:
			'Add customers to a task that has not started, in batches of 50 (API: task/insert)',
	},
	properties: [
		task,
		...rowParameters('Task', ['taskId.value', 'options.robotId.value']),
		...repeatFields(false),
		toolNotice,
		runModeField({
			check: 'Adds nothing. Each row says what a run would do.',
			test: {
				name: 'Add My Number',
				description:
					'Adds only the first valid row, with your own number. Use a task made for the test.',
			},
			real: {
				name: 'Add All Rows',
				description: 'Adds every row. The calls begin when the task is started.',
			},
		}),
		testNumber,
		realModeNotice('Rows cannot be removed from a task.'),
		rowOptions({ robot: [scriptOfTask], hasKeys: false }),
	],
	executeAll: async (context, client, clock) => {
		const itemAt = (index: number) => new Item(context, index);
		const taskIdOf = (index: number) => itemAt(index).requiredId('taskId', 'Task');
		const robotIdOf = (index: number) => itemAt(index).optionId(scriptOfTask);
		return await runRows(context, client, clock, {
			names: { method: 'addRows' },
			describeDestination: async (index, columns, platform) => {
				const [taskId, robotId] = [taskIdOf(index), robotIdOf(index)];
				return {
					choices: { taskId, robotId, columns },
					script: await platform.scriptOfTask(taskId, robotId),
					task: { id: taskId, asFound: await platform.task(taskId) },
					shown: { task_id: taskId },
					body: (rows) => addRowsBody({ taskId, columns }, rows),
				};
			},
			columns: async (platform, index) =>
				await platform.columnsOfTask(taskIdOf(index), robotIdOf(index)),
			check: (platform, index) => [
				async () => checkTask(await platform.task(taskIdOf(index)), taskIdOf(index), clock.date()),
				async () => {
					const task = await platform.task(taskIdOf(index));
					return task ? checkTaskLines(await platform.configuration(), task, clock.date()) : [];
				},
				async () => {
					const script = await platform.scriptOfTask(taskIdOf(index), robotIdOf(index));
					return checkScript(await platform.configuration(), script);
				},
			],
			send: addToTasks,
			findSent: async (run, rows) => {
				const record = await openRecord(run);
				return record ? await record.records.peek(record.opened, rows) : new Map();
			},
		});
	},
};

/** Adds rows and records them. */
async function addToTasks(run: RowRun, rows: readonly Entry[]) {
	return await sendRows(rows, {
		...run,
		open: async () => await openRecord(run),
		settle: async (sender, refused, outcomes) =>
			await settleRefused(run.client, sender, refused, outcomes),
	});
}

async function openRecord({ openStore, tell, client, repeat }: RowRun) {
	const opened = await openStore('addRows');
	if (!opened) return undefined;
	const tasks = new FilledTasks(client, opened.store, opened.identities);
	return { opened, records: new AddedRows(tasks, repeat, tell) };
}
