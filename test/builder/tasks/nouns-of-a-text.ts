import type { Task } from '../lib/task';

export const task: Task = {
	words: 'Which nouns does this Chinese sentence have?',
	outputs: { Nouns: [{ word: '李明' }, { word: '昨天' }, { word: '北京大学' }] },
};
