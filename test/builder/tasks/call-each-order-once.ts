import type { Task } from '../lib/task';

export const task: Task = {
	words: '每个订单只打一次电话，即使工作流重复运行。订单号在 orderNumber 字段里。',
	rows: [
		['13700000000', '王芳', '周五'],
		['13700000001', '李明', '周六'],
	],
	outputs: { Call: [{ phoneNumber: '13700000000' }, { phoneNumber: '13700000001' }] },
};
