import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Give me the semantic dependency tree of a Chinese sentence.',
	outputs: {
		Tree: [
			{
				tree: [
					{ word: '李明' },
					{ word: '昨天' },
					{ word: '在' },
					{ word: '北京大学' },
					{ word: '买' },
					{ word: '了' },
					{ word: '一' },
					{ word: '本书' },
					{ word: '。' },
				],
			},
		],
	},
};
