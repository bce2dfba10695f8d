import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const scripts = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: {
		name: 'Scripts',
		parameters: { resource: 'configuration', operation: 'get', kind: 'scripts' },
	},
});

const usable = node({
	type: 'n8n-nodes-base.filter',
	version: 2.3,
	config: {
		name: 'Usable',
		parameters: {
			conditions: {
				combinator: 'and',
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
				conditions: [
					{
						leftValue: expr('{{ $json.usable }}'),
						rightValue: '',
						operator: { type: 'boolean', operation: 'true', singleValue: true },
					},
				],
			},
		},
	},
});

export default workflow('usable-scripts', 'usable-scripts').add(start).to(scripts).to(usable);
