import type { INodeProperties } from 'n8n-workflow';
import { checkScript, checkTask, checkTaskLines } from '../../../shared/aiCall/lookup/acceptance';
import { addRowsBody } from '../../../shared/aiCall/protocol/rowRequests';
import { Item } from '../../../shared/n8n/parameters/item';
import { numberOf } from '../../../shared/values';
import type { OpenDelivery } from '../../entry/delivery';
import type { Entry } from '../../entry/entry';
import { script, task } from '../../parameters/locators';
import { skipFields } from '../../parameters/skip';
import { rowOptions, rowParameters } from '../../parameters/rowParameters';
import { realModeNotice, runModeField, testNumber, toolNotice } from '../../parameters/runMode';
import { sendRows } from '../../send/sendRows';
import type { AiCallOperation } from '../../entry/operation';
import { deliverRows, type RowRun } from '../../deliver/deliverRows';
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
		...skipFields('calledToday', { hasKeys: false }),
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
		return await deliverRows(context, client, clock, {
			hasKeys: false,
			names: { method: 'addRows' },
			describeDestination: async (index, columns, platform) => {
				const [taskId, robotId] = [taskIdOf(index), robotIdOf(index)];
				const asFound = await platform.task(taskId);
				return {
					choices: { taskId, robotId, columns },
					script: await platform.scriptOfTask(taskId, robotId),
					task: { id: taskId, asFound },
					firstCall: (start) => Math.max(start, numberOf(asFound?.time_begin) ?? 0),
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
			open: openAddRows,
		});
	},
};

async function openAddRows(run: RowRun, rows: readonly Entry[]): Promise<OpenDelivery> {
	const memory = await run.remember(rows, true);
	return {
		...memory?.asked,
		send: async (ready, decisions) =>
			await sendRows(ready, decisions, {
				...run,
				memory,
				settle: async (sender, refused, sent) =>
					await settleRefused(run.client, sender, refused, sent, decisions),
			}),
	};
}
