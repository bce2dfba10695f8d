import type { Task } from '../lib/task';

export const task: Task = {
	words: '把这两句话切分成词。',
	outputs: {
		Segment: [
			{ text: '他叫汤姆去拿外衣。', words: ['他', '叫', '汤姆', '去', '拿', '外衣', '。'] },
			{ text: '今天天气很好。' },
		],
	},
};
