import { changeState } from './state';

/** Starting a task, or going on with a paused one (document 2, 4.6). */
export const start = changeState(
	{
		name: 'Start',
		value: 'start',
		action: 'Start or resume task and ring the telephones of its rows',
		description: 'Begin to call the rows of a task, or go on with a paused one. After that it takes no more rows (API: task/start).',
	},
	'startTask',
	'started',
);
