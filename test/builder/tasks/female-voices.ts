import type { Task } from '../lib/task';

export const task: Task = {
	words: '机器人有哪些女声可以选？',
	outputs: {
		Female: [
			{ voice_code: '65580' },
			{ voice_code: '62140' },
			{ voice_code: '60020' },
			{ voice_code: '60130' },
			{ voice_code: '65600' },
		],
	},
};
