import { TASK, type CallEndpoint } from '../endpoint';
import { CODE, Refusal, TASK_STATUS } from '../protocol';

/** Pauses a task. Calls under way continue (document 2, 4.6). */
export const endpoint: CallEndpoint = {
	name: 'taskPause',
	path: `${TASK}/pause`,
	handle({ parts, account, fields }) {
		const task = parts.tasks.namedTask(account, fields);
		task.assertAlive();
		if (task.status === TASK_STATUS.new)
			throw new Refusal(CODE.wrongRelationship, `task ${task.id} was not started`);
		task.status = TASK_STATUS.paused;
		return { result: {} };
	},
};
