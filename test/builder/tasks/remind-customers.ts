import type { Task } from '../lib/task';

export const task: Task = {
	words: '给这两位客户打电话，提醒他们预约时间，用售后回访话术。',
	rows: [
		['13700000000', '王芳', '周五'],
		['13700000001', '李明', '周六'],
	],
	outputs: { Call: [{ phoneNumber: '13700000000' }, { phoneNumber: '13700000001' }] },
};
