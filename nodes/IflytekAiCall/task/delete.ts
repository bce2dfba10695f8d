import { changeState } from './state';

/** Deletes a task (document 2, 4.6). A task that is already deleted is a success. */
export const deleteTask = changeState(
	{
		name: 'Delete',
		value: 'delete',
		action: 'Delete a task permanently',
		description: 'Stop and permanently delete a task. It cannot be started again (API: task/delete).',
	},
	'deleteTask',
	'deleted',
);
