import { changeState } from './state';

/** Deleting a task (document 2, 4.6). One that is already deleted is what was wanted. */
export const deleteTask = changeState(
	{
		name: 'Delete',
		value: 'delete',
		action: 'Delete a task permanently',
		description: 'Stop a task and delete it. It can never be started again (API: task/delete).',
	},
	'deleteTask',
	'deleted',
);
