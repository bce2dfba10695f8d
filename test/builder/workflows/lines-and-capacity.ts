import { node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const lines = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: {
		name: 'Lines',
		parameters: { resource: 'configuration', operation: 'get', kind: 'lines' },
	},
});

export default workflow('lines-and-capacity', 'lines-and-capacity').add(start).to(lines);
