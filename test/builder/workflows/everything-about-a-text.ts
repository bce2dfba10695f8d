import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const text = node({
	type: 'n8n-nodes-base.code',
	version: 2,
	config: {
		name: 'Text',
		parameters: { jsCode: 'return [{"json": {"text": "李明昨天在北京大学买了一本书。"}}];' },
	},
});

const analyze = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Analyze',
		parameters: { resource: 'text', operation: 'analyze', text: expr('{{ $json.text }}') },
	},
});

export default workflow('everything-about-a-text', 'everything-about-a-text')
	.add(start)
	.to(text)
	.to(analyze);
