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
		parameters: { jsCode: 'return [{"json": {"text": "李明昨天在北京大学买了一本书。"}}];' },
	},
});

const graph = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Graph',
		parameters: {
			resource: 'text',
			operation: 'parseSemanticGraph',
			text: expr('{{ $json.text }}'),
		},
	},
});

export default workflow('semantic-graph', 'semantic-graph').add(start).to(sentence).to(graph);
