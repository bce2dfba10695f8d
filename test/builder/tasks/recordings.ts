import type { Task } from '../lib/task';

export const task: Task = {
	words: '把每通电话的录音地址列出来。',
	pushes: [
		{
			module: 'receiveVoice',
			body: {
				business_id: '3186',
				app_id: '4207',
				robot_id: '5201',
				call_uuid: 'c0ffee00-64a3-11e8-9d1e-2769c24918cd',
				url: 'ant/4/1-2.wav',
				size: 1043244,
				duration: 42,
			},
		},
	],
	outputs: { Address: [{ url: 'https://recordings.example.com/ant/4/1-2.wav' }] },
};
