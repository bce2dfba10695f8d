import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const message = node({
	type: 'n8n-nodes-base.code',
	version: 2,
	config: {
		name: 'Message',
		parameters: { jsCode: 'return [{"json": {"text": "李明昨天在北京大学买了一本书。"}}];' },
	},
});

const findNames = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Find Names',
		parameters: {
			resource: 'text',
			operation: 'recognizeEntities',
			text: expr('{{ $json.text }}'),
		},
	},
});

const names = node({
	type: 'n8n-nodes-base.splitOut',
	version: 1,
	config: { name: 'Names', parameters: { fieldToSplitOut: 'names', options: {} } },
});

export default workflow('people-and-places', 'people-and-places')
	.add(start)
	.to(message)
	.to(findNames)
	.to(names);
