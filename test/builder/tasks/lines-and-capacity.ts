import type { Task } from '../lib/task';

export const task: Task = {
	words: 'List my phone lines and how many calls each can make at once.',
	outputs: {
		Lines: [
			{ line_num: '055168204601', concurrents: 10 },
			{ line_num: '055168204602' },
			{ line_num: '055168204603' },
			{ line_num: '055168204604' },
		],
	},
};
