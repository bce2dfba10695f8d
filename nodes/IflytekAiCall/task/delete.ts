import { changeState } from './state';

/** Deletes a task (document 2, 4.6). A task that is already deleted is a success. */
export const deleteTask = changeState(
	{ name: 'Delete', value: 'delete', action: 'Delete a task permanently', description: 'Stop and permanently delete a task (删除任务, API: task/delete). It cannot be started again.' },
	'deleteTask',
	'deleted',
);
