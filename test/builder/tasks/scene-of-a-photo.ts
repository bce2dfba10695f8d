import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Which scene does this photo show?',
	gives: { Scene: [{ label: 12 }] },
};
