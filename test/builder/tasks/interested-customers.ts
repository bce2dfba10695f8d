import type { Task } from '../lib/task';

export const task: Task = {
	words: 'When a customer shows interest (level A), give me the call and what was said.',
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
				dialog: [],
			},
		},
	],
	outputs: { Lead: [{ level: 'A' }] },
};
