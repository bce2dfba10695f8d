import type { Task } from '../lib/task';

export const task: Task = {
	words:
		'The item has a list of customers in "rows", with the columns of the script as keys. Call all of them.',
	rows: [
		['13700000000', '王芳', '周五'],
		['13700000001', '李明', '周六'],
	],
	outputs: { Call: [{ phoneNumber: '13700000000' }, { phoneNumber: '13700000001' }] },
};
