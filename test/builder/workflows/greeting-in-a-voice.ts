import { node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const speak = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Speak',
		parameters: {
			resource: 'speech',
			operation: 'synthesize',
			text: '欢迎光临',
			voice: { __rl: true, mode: 'name', value: 'aisjiuxu' },
			options: { sampleRate: 8000, speed: 40 },
		},
	},
});

export default workflow('greeting-in-a-voice', 'greeting-in-a-voice').add(start).to(speak);
