import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const dialog = trigger({
	type: 'n8n-nodes-xfyun.iflytekAiCallTrigger',
	version: 2,
	config: { name: 'Dialog', parameters: { events: ['dialog'], filters: { intentions: 'A' } } },
});

const lead = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Lead',
		parameters: {
			mode: 'manual',
			assignments: {
				assignments: [
					{ id: 'call', name: 'call', value: expr('{{ $json.call_uuid }}'), type: 'string' },
					{
						id: 'level',
						name: 'level',
						value: expr('{{ $json.intentionHighest }}'),
						type: 'string',
					},
				],
			},
			options: {},
		},
	},
});

export default workflow('interested-customers', 'interested-customers').add(dialog).to(lead);
