import type { Task } from '../lib/task';

export const task: Task = {
	words: '照片里的人是什么表情？',
	outputs: { Expression: [{ label: 2 }] },
};
