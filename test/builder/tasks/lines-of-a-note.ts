import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Read the English note in an image, one item per line with its position.',
	outputs: { Lines: [{ text: 'Please water the plants' }, { text: 'before nine on Friday.' }] },
};
