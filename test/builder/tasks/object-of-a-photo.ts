import type { Task } from '../lib/task';

export const task: Task = {
	words: 'What is in this picture?',
	gives: { Object: [{ label: 300 }] },
};
