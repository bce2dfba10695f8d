import type { Task } from '../lib/task';

export const task: Task = {
	words: 'What is in this picture?',
	outputs: { Object: [{ label: 300 }] },
};
