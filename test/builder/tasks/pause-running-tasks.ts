import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Pause every call task that is running.',
	before: (platform) => {
		platform.stageTasks(3);
		platform.changeTask('88102', { status: 2, rows: 10 });
	},
	changes: ['taskPause'],
	outputs: { Pause: [{ task_id: '88102' }] },
};
