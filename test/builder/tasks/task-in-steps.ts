import type { Task } from '../lib/task';

export const task: Task = {
	words:
		'Create a call task, add these customers to it, and start it in a step of its own, which I can move.',
	rows: [
		['13700000000', '王芳', '周五'],
		['13700000001', '李明', '周六'],
	],
	changes: ['taskCreate', 'taskStart'],
	outputs: {
		Create: [{ taskName: 'Reminders' }],
		'Add Rows': [{ phoneNumber: '13700000000' }, { phoneNumber: '13700000001' }],
		'Start Calls': [{ task_id: '88101' }],
	},
};
