import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const images = node({
	type: 'n8n-nodes-base.code',
	version: 2,
	config: {
		name: 'Images',
		parameters: {
			jsCode:
				'return [{"json": {"name": "violence-0.png"}}, {"json": {"name": "violence-2.png"}}];',
		},
	},
});

const check = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Check',
		parameters: {
			resource: 'image',
			operation: 'detectViolence',
			inputType: 'urls',
			imageUrls: expr('https://files.example.com/{{ $json.name }}'),
		},
	},
});

const unsafe = node({
	type: 'n8n-nodes-base.filter',
	version: 2.3,
	config: {
		name: 'Unsafe',
		parameters: {
			conditions: {
				combinator: 'and',
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
				conditions: [
					{
						leftValue: expr('{{ $json.safe }}'),
						rightValue: '',
						operator: { type: 'boolean', operation: 'false', singleValue: true },
					},
				],
			},
		},
	},
});

export default workflow('unsafe-images', 'unsafe-images')
	.add(start)
	.to(images)
	.to(check)
	.to(unsafe);
