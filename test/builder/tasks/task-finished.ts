import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Tell me when a call campaign has finished.',
	before: (platform) => {
		platform.stageTasks(1);
		platform.changeTask('88101', { status: 4, rows: 10, calledRows: 10 });
	},
	outputs: {
		'Campaign Finished': [{ event: 'finished' }],
		Message: [{ text: 'Campaign 任务88101 has finished' }],
	},
};
