import type { Task } from '../lib/task';

export const task: Task = {
	words: '检查上传的图片是否含有暴恐内容，只保留不安全的。',
	outputs: { Check: [{ safe: true }, { safe: false }], Unsafe: [{ safe: false, type: 2 }] },
};
