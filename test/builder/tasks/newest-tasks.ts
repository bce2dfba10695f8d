import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Show the two newest call tasks.',
	before: (platform) => void platform.stageTasks(3),
	outputs: { Tasks: [{}, {}] },
};
