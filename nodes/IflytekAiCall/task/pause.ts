import { changeState } from './state';

/** Pausing a task (document 2, 4.6). */
export const pause = changeState(
	{ name: 'Pause', value: 'pause', action: 'Pause a task', description: 'Pause a task (暂停任务, API: task/pause). Use Start to resume it.' },
	'pauseTask',
	'paused',
);
