import type { Task } from '../lib/task';

export const task: Task = {
	words: '识别这张手写便条上的文字。',
	outputs: { Read: [{ text: '今天天气很好\n我们一起去公园散步' }] },
};
