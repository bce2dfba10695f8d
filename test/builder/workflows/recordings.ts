import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const recording = trigger({
	type: 'n8n-nodes-xfyun.iflytekAiCallTrigger',
	version: 2,
	config: {
		name: 'Recording',
		parameters: {
			events: ['recording'],
			options: { recordingBaseAddress: 'https://recordings.example.com' },
		},
	},
});

const address = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Address',
		parameters: {
			mode: 'manual',
			assignments: {
				assignments: [
					{ id: 'url', name: 'url', value: expr('{{ $json.fullUrl }}'), type: 'string' },
				],
			},
			options: {},
		},
	},
});

export default workflow('recordings', 'recordings').add(recording).to(address);
