import type { Task } from '../lib/task';

export const task: Task = {
	words: '我有哪些可以使用的话术？各有哪些列？',
	outputs: {
		Usable: [
			{ robot_id: '5201', call_column: ['客户手机号码', '姓名', '预约时间'] },
			{ robot_id: '5202' },
			{ robot_id: '5203' },
			{ robot_id: '5204' },
			{ robot_id: '5207' },
		],
	},
};
