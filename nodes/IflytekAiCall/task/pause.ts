import { changeState } from './state';

/** Pausing a task (document 2, 4.6). */
export const pause = changeState(
	{
		name: 'Pause',
		value: 'pause',
		action: 'Pause task',
		description: 'Stop calling for now; Start goes on with it (API: task/pause)',
	},
	'pauseTask',
	'paused',
);
