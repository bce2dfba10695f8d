import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Which scene does this photo show?',
	outputs: { Scene: [{ label: 12 }] },
};
