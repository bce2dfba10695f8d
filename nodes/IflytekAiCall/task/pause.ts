import { changeState } from './state';

/** Pausing a task (document 2, 4.6). */
export const pause = changeState(
	{
		name: 'Pause',
		value: 'pause',
		action: 'Pause a task',
		description: 'Stop calling for now; use Start to go on (API: task/pause)',
	},
	'pauseTask',
	'paused',
);
