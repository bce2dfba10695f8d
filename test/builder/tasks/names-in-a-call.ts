import type { Task } from '../lib/task';

export const task: Task = {
	words: 'After each call, find the people and places that were mentioned in the conversation.',
	pushes: [
		{
			module: 'receiveDialog',
			body: {
				business_id: '3186',
				app_id: '4207',
				robot_id: '5201',
				call_uuid: 'c0ffee00-64a3-11e8-9d1e-2769c24918cd',
				tag_max: 'A',
				tag_min: 'C',
				dialog: [
					{
						seq: '1',
						role: 'customer',
						node_id: 'n1',
						node_name: '开头语',
						node_type: 'NormalNode',
						text_robot: '您好，请问您在哪里？',
						text_man: '我在北京。',
						question_id: 'q1',
					},
				],
			},
		},
	],
	outputs: { Names: [{ names: [{ text: '北京', type: 'Ns' }] }] },
};
