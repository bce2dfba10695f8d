import type { INodeProperties } from 'n8n-workflow';
import { checkScript, checkTask, checkTaskLines } from '../../../shared/aiCall/checks';
import { addRowsBody } from '../../../shared/aiCall/rows/rows';
import { Item } from '../../../shared/n8n/parameters/item';
import { beginRows } from '../../rowInput/beginRows';
import { rowOptions, rowParameters } from '../../rowInput/parameters';
import { realModeNotice, runModeField, testNumber, toolNotice } from '../runMode';
import { script, task, type AiCallOperation } from '../fields';

/** The script, for Options: of a task that the editor cannot ask the platform for. */
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
		realModeNotice('Rows cannot be removed. Each run adds every row again, unless Row Key is set.'),
		rowOptions({ robot: [scriptOfTask] }),
	],
	executeAll: async (context, client, clock) => {
		const itemAt = (index: number) => new Item(context, index);
		const taskIdOf = (index: number) => itemAt(index).requiredId('taskId', 'Task');
		const robotIdOf = (index: number) => itemAt(index).optionId(scriptOfTask);
		return await beginRows(context, client, clock, {
			names: { method: 'addRows', action: 'add rows' },
			describeDestination: (index, columns) => {
				const choices = { taskId: taskIdOf(index), columns };
				const shown = { task_id: choices.taskId };
				const target = choices.taskId;
				return { choices, target, shown, body: (rows) => addRowsBody(choices, rows) };
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
		});
	},
};
