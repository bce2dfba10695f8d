import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const sentence = node({
	type: 'n8n-nodes-base.code',
	version: 2,
	config: {
		name: 'Sentence',
		parameters: { jsCode: 'return [{"json": {"text": "他叫汤姆去拿外衣。"}}];' },
	},
});

const parse = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Parse',
		parameters: {
			resource: 'text',
			operation: 'parseDependencies',
			text: expr('{{ $json.text }}'),
		},
	},
});

export default workflow('subject-of-a-sentence', 'subject-of-a-sentence')
	.add(start)
	.to(sentence)
	.to(parse);
