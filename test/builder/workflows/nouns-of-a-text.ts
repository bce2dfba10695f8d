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

const tag = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Tag',
		parameters: { resource: 'text', operation: 'tagPartsOfSpeech', text: expr('{{ $json.text }}') },
	},
});

const words = node({
	type: 'n8n-nodes-base.splitOut',
	version: 1,
	config: { name: 'Words', parameters: { fieldToSplitOut: 'tags', options: {} } },
});

const nouns = node({
	type: 'n8n-nodes-base.filter',
	version: 2.3,
	config: {
		name: 'Nouns',
		parameters: {
			conditions: {
				combinator: 'and',
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
				conditions: [
					{
						leftValue: expr('{{ $json.tag }}'),
						rightValue: 'n',
						operator: { type: 'string', operation: 'startsWith' },
					},
				],
			},
		},
	},
});

export default workflow('nouns-of-a-text', 'nouns-of-a-text')
	.add(start)
	.to(sentence)
	.to(tag)
	.to(words)
	.to(nouns);
