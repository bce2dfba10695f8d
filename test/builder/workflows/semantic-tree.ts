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

const tree = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Tree',
		parameters: {
			resource: 'text',
			operation: 'parseSemanticTree',
			text: expr('{{ $json.text }}'),
		},
	},
});

export default workflow('semantic-tree', 'semantic-tree').add(start).to(sentence).to(tree);
