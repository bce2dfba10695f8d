import type { Task } from '../lib/task';

export const task: Task = {
	words: '谁对谁做了什么？请标注这句话的语义角色。',
	outputs: {
		Roles: [
			{
				roles: [
					{ predicateWord: '买', text: '李明', type: 'A0' },
					{ text: '昨天', type: 'TMP' },
					{ text: '在北京大学', type: 'LOC' },
					{ text: '一本书', type: 'A1' },
				],
			},
		],
	},
};
