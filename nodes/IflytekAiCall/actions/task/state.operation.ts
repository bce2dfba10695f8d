import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { AI_CALL_SUCCESS } from '../../../shared/aiCall/protocol/aiCallEnvelope';
import type { ApiMethod } from '../../../shared/aiCall/protocol/apiMethods';
import { findTask, readTaskPage, taskQueryBody } from '../../../shared/aiCall/tasks/taskQuery';
import type { AiCallClient } from '../../../shared/aiCall/transport/aiCallClient';
import { Item, readRequestOptions, readTimeout } from '../../../shared/n8n/parameters/item';
import { requestOptions, simplify } from '../../../shared/n8n/parameters/properties';
import { jsonResult } from '../../../shared/n8n/run/operations';
import { platformOfRun, type PlatformData } from '../../../shared/aiCall/lookup/platformData';
import { task } from '../../parameters/locators';
import { readSimplify } from '../../parameters/options';
import { readRunMode, realModeNotice, runModeField, toolNotice } from '../../parameters/runMode';
import { showHint } from '../../report/hints';
import type { AiCallOperation } from '../../entry/operation';
import { oncePerRequest } from '../../../shared/n8n/run/oncePerRequest';
import { checkTaskDeletion, checkTaskStart, startText, type CheckedTask } from './stateFindings';

/** A change of the state of tasks. */
interface StateChange {
	option: INodePropertyOptions;
	method: ApiMethod;
	/** The field of the result that is true when the new state is reached. */
	stateField: string;
	/** The fields between Task and Options. */
	modeFields?: INodeProperties[];
	noticesBefore?: INodeProperties[];
	/** What a check says of a task. Without it, the operation has no Mode. */
	check?(platform: PlatformData, taskId: string, now: number): Promise<CheckedTask>;
	/** What the output panel shows when the new state is reached. */
	textAfter?(task: Record<string, unknown>, taskId: string, now: number): string;
}

/** Of many tasks only the first are named in the output panel. */
const LISTED_TASKS = 5;

/**
 * An operation that changes the state of tasks (document 2, 4.6). If several items name the same
 * task, its state is changed only once. The response is empty, so the result says that the new
 * state is reached: the field that `stateField` names is true. `alreadyDone` is added if the task
 * was already in that state.
 */
function changeState(change: StateChange): AiCallOperation {
	const { option, method, stateField, modeFields = [], noticesBefore = [], check } = change;
	return {
		option,
		properties: [...noticesBefore, task, ...modeFields, requestOptions(simplify)],
		executeAll: async (context, client, clock) => {
			const isCheck = check !== undefined && readRunMode(context, ['real']) === 'check';
			const platform = platformOfRun(client, readTimeout(new Item(context, 0)));
			const simplified = readSimplify(context);
			let shown = 0;
			return oncePerRequest(
				context,
				(index) => readStateChange(new Item(context, index), simplified(index)),
				async ({ key: taskId, isSimplified, options }) => {
					const isShown = shown++ < LISTED_TASKS;
					if (isCheck) {
						const { json, text } = await check(platform, taskId, clock.date());
						if (isShown)
							showHint(context, `Check: ${text}`, json.state === 'problem' ? 'warning' : undefined);
						return jsonResult(json);
					}
					const { code, sent } = await client(method, { task_id: taskId }, options);
					if (isShown) {
						const ask = async () =>
							await client('queryTasks', taskQueryBody({ taskId }), { ...options, retries: 0 });
						await showAfter(context, ask, change, taskId, clock.date());
					}
					if (!isSimplified) return jsonResult(sent);
					return jsonResult({
						task_id: taskId,
						[stateField]: true,
						...(code !== AI_CALL_SUCCESS && { alreadyDone: true }),
					});
				},
			);
		},
	};
}

function readStateChange(item: Item, isSimplified: boolean) {
	return {
		key: item.requiredId('taskId', 'Task'),
		isSimplified,
		options: readRequestOptions(item),
	};
}

/** Shows what the task does now. The state is changed: if the platform cannot be asked, that is no error. */
async function showAfter(
	context: IExecuteFunctions,
	ask: () => ReturnType<AiCallClient>,
	{ textAfter }: StateChange,
	taskId: string,
	now: number,
): Promise<void> {
	if (!textAfter) return;
	try {
		const { result } = await ask();
		const found = findTask(readTaskPage(result), taskId);
		if (found) showHint(context, textAfter(found, taskId, now));
	} catch {
		// Nothing is shown.
	}
}

/** Starts a task, or resumes a paused one (document 2, 4.6). */
export const start = changeState({
	option: {
		name: 'Start',
		value: 'start',
		action: 'Start or resume calling for task',
		description:
			'Start calling the rows of a task, or resume a paused task (API: task/start). No more rows can be added afterwards.',
	},
	method: 'startTask',
	stateField: 'started',
	noticesBefore: [toolNotice],
	modeFields: [
		runModeField({
			check: 'Starts nothing. The result says whom the task would call, and from when on.',
			real: {
				name: 'Start Calling',
				description: 'Calls every row of the task: real people',
			},
		}),
		realModeNotice('This calls every row of the task. A call cannot be taken back.'),
	],
	check: checkTaskStart,
	textAfter: (started, taskId, now) => `Started. ${startText(started, taskId, now)}.`,
});

/** Pauses a task (document 2, 4.6). */
export const pause = changeState({
	option: {
		name: 'Pause',
		value: 'pause',
		action: 'Pause task',
		description: 'Pause a task (API: task/pause). Use Start to resume it.',
	},
	method: 'pauseTask',
	stateField: 'paused',
});

/** Deletes a task (document 2, 4.6). If the task is already deleted, this is a success. */
export const deleteTask = changeState({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete task permanently',
		description:
			'Stop and permanently delete a task (API: task/delete). It cannot be started again.',
	},
	method: 'deleteTask',
	stateField: 'deleted',
	modeFields: [
		runModeField({
			check: 'Deletes nothing. The result says which task would be deleted.',
			real: { name: 'Delete', description: 'Deletes the task permanently' },
		}),
	],
	check: checkTaskDeletion,
});
