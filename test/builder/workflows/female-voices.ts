import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const voices = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: {
		name: 'Voices',
		parameters: { resource: 'configuration', operation: 'get', kind: 'voices' },
	},
});

const female = node({
	type: 'n8n-nodes-base.filter',
	version: 2.3,
	config: {
		name: 'Female',
		parameters: {
			conditions: {
				combinator: 'and',
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
				conditions: [
					{
						leftValue: expr('{{ $json.gender }}'),
						rightValue: 'Female',
						operator: { type: 'string', operation: 'equals' },
					},
				],
			},
		},
	},
});

export default workflow('female-voices', 'female-voices').add(start).to(voices).to(female);
