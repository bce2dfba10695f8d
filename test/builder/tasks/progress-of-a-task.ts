import type { Task } from '../lib/task';

export const task: Task = {
	words: '任务 88101 打了多少电话了？',
	before: (platform) => {
		platform.stageTasks(1);
		platform.changeTask('88101', { status: 2, rows: 100, calledRows: 40 });
	},
	outputs: { Progress: [{ called: '40' }] },
};
