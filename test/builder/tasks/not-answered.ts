import type { Task } from '../lib/task';

export const task: Task = {
	words: '外呼没人接听时，把号码记下来。',
	pushes: [
		{
			module: 'receiveCallRecord',
			body: {
				business_id: '3186',
				app_id: '4207',
				robot_id: '5201',
				call_uuid: 'c0ffee00-64a3-11e8-9d1e-2769c24918cd',
				caller: '055168204601',
				callee: '13800000007',
				direction: 2,
				time_dial: 1732154400000,
				time_ring: 1732154403000,
				time_answer: 0,
				time_hangup: 1732154452000,
				duration_ring: 49,
				duration_call: 0,
				task_id: '88785',
				task_data_id: '346252615123869699',
				task_result: '2',
				task_result_desc: '正在通话中',
				task_tries: 1,
				task_row_index: 3,
				task_row_head: ['客户手机号码', '姓名'],
				task_row_value: ['13800000007', '王芳'],
			},
		},
	],
	outputs: { Number: [{ number: '13800000007' }] },
};
