import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const notice = node({
	type: 'n8n-nodes-base.code',
	version: 2,
	config: {
		name: 'Notice',
		parameters: { jsCode: 'return [{"json": {"text": "您好，您的订单已发货。"}}];' },
	},
});

const speak = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Speak',
		parameters: {
			resource: 'speech',
			operation: 'synthesize',
			text: expr('{{ $json.text }}'),
			options: { fileName: '通知' },
		},
	},
});

export default workflow('announcement', 'announcement').add(start).to(notice).to(speak);
