import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Words, parts of speech and names of a Chinese text in one result.',
	outputs: {
		Analyze: [
			{
				tokens: [
					{ text: '李明' },
					{ text: '昨天' },
					{ text: '在' },
					{ text: '北京大学' },
					{ text: '买' },
					{ text: '了' },
					{ text: '一' },
					{ text: '本书' },
					{ text: '。' },
				],
				entities: [{ text: '北京大学', type: 'Ni' }],
			},
		],
	},
};
