import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const customerCalls = trigger({
	type: 'n8n-nodes-xfyun.iflytekAiCallContextTrigger',
	version: 2,
	config: { name: 'Customer Calls', parameters: { fallback: '{ "name": "客户" }' } },
});

const name = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Name',
		parameters: {
			mode: 'manual',
			assignments: {
				assignments: [
					{
						id: 'name',
						name: 'name',
						value: expr("{{ $json.call_relation_id === 'R000001' ? '王芳' : '客户' }}"),
						type: 'string',
					},
				],
			},
			options: {},
		},
	},
});

export default workflow('greet-the-caller', 'greet-the-caller').add(customerCalls).to(name);
