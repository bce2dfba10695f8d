import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const dialog = trigger({
	type: 'n8n-nodes-xfyun.iflytekAiCallTrigger',
	version: 2,
	config: { name: 'Dialog', parameters: { events: ['dialog'] } },
});

const names = node({
	type: 'n8n-nodes-xfyun.iflytek',
	version: 1,
	config: {
		name: 'Names',
		parameters: {
			resource: 'text',
			operation: 'recognizeEntities',
			text: expr('{{ $json.transcript }}'),
		},
	},
});

export default workflow('names-in-a-call', 'names-in-a-call').add(dialog).to(names);
