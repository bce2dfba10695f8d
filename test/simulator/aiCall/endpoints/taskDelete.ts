import { TASK, type CallEndpoint } from '../endpoint';
import { CODE, Refusal } from '../protocol';

/** Deletes a task for good, whatever its state. A second deletion is refused with 3010102 (document 2, 4.6). */
export const endpoint: CallEndpoint = {
	name: 'taskDelete',
	path: `${TASK}/delete`,
	handle({ parts: { tasks }, account, fields }) {
		const task = tasks.namedTask(account, fields);
		if (task.deleted) throw new Refusal(CODE.taskDeleted, `task ${task.id} is already deleted`);
		task.deleted = true;
		tasks.wake();
		return { result: {} };
	},
};
