import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Run a call campaign for these customers, from 10 to 18 each day.',
	rows: [],
	changes: [],
	outputs: {
		'Run Campaign': [
			{ state: 'ready', phoneNumber: '13700000000' },
			{ state: 'ready', phoneNumber: '13700000001' },
		],
	},
};
