import type { Task } from '../lib/task';

export const task: Task = {
	words: '删除所有已经完成的外呼任务。',
	before: (platform) => {
		platform.stageTasks(2);
		platform.changeTask('88101', { status: 4, rows: 10, calledRows: 10 });
	},
	changes: ['taskDelete'],
	outputs: { Delete: [{ task_id: '88101' }] },
};
