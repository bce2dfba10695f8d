import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const article = node({
	type: 'n8n-nodes-base.code',
	version: 2,
	config: {
		name: 'Article',
		parameters: { jsCode: "return [{ json: { text: '今天天气很好。'.repeat(60) } }];" },
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

const count = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Count',
		parameters: {
			mode: 'manual',
			assignments: {
				assignments: [
					{ id: 'count', name: 'count', value: expr('{{ $json.words.length }}'), type: 'string' },
				],
			},
			options: {},
		},
	},
});

export default workflow('long-article', 'long-article')
	.add(start)
	.to(article)
	.to(segment)
	.to(count);
