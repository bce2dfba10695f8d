import type { Task } from '../lib/task';

export const task: Task = {
	words: '分析这句话的语义依存图。',
	outputs: {
		Graph: [
			{
				graph: [
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
