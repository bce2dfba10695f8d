import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Split a long Chinese article into words and count them.',
	outputs: { Count: [{ count: '240' }] },
};
