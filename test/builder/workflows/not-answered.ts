import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const callRecord = trigger({
	type: 'n8n-nodes-xfyun.iflytekAiCallTrigger',
	version: 2,
	config: {
		name: 'Call Record',
		parameters: {
			events: ['callRecord'],
			callRecords: 'outbound',
			filters: { result: 'notAnswered' },
		},
	},
});

const number = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Number',
		parameters: {
			mode: 'manual',
			assignments: {
				assignments: [
					{
						id: 'number',
						name: 'number',
						value: expr('{{ $json.customerNumber }}'),
						type: 'string',
					},
					{ id: 'result', name: 'result', value: expr('{{ $json.resultName }}'), type: 'string' },
				],
			},
			options: {},
		},
	},
});

export default workflow('not-answered', 'not-answered').add(callRecord).to(number);
