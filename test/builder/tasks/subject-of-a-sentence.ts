import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Find the grammatical relations between the words of a Chinese sentence.',
	outputs: {
		Parse: [
			{
				text: '他叫汤姆去拿外衣。',
				dependencies: [
					{ word: '他', parentWord: '叫', relation: 'SBV' },
					{ word: '叫' },
					{ word: '汤姆' },
					{ word: '去' },
					{ word: '拿' },
					{ word: '外衣' },
					{ word: '。' },
				],
			},
		],
	},
};
