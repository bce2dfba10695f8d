import type { Task } from '../lib/task';

export const task: Task = {
	words: '从客户留言里找出人名、地名和机构名。',
	outputs: { Names: [{ text: '北京大学', type: 'Ni' }] },
};
