import type { Task } from '../lib/task';

export const task: Task = {
	words: '客户打进来时，让机器人知道客户的姓名。',
	inbound: { robot_id: '5204', call_relation_id: 'R000001', answer: { name: '王芳' } },
	outputs: { Name: [{ name: '王芳' }] },
};
