import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const sentences = node({
	type: 'n8n-nodes-base.code',
	version: 2,
	config: {
		name: 'Sentences',
		parameters: {
			jsCode:
				'return [{"json": {"text": "他叫汤姆去拿外衣。"}}, {"json": {"text": "今天天气很好。"}}];',
		},
	},
});

const segment = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Segment',
		parameters: { resource: 'text', operation: 'segment', text: expr('{{ $json.text }}') },
	},
});

export default workflow('segment-sentences', 'segment-sentences')
	.add(start)
	.to(sentences)
	.to(segment);
