import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const campaignFinished = trigger({
	type: 'n8n-nodes-xfyun.iflytekAiCallTaskTrigger',
	version: 1,
	config: { name: 'Campaign Finished', parameters: { events: ['finished'] } },
});

const message = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Message',
		parameters: {
			mode: 'manual',
			assignments: {
				assignments: [
					{
						id: 'text',
						name: 'text',
						value: expr('Campaign {{ $json.name }} has finished'),
						type: 'string',
					},
				],
			},
			options: {},
		},
	},
});

export default workflow('task-finished', 'task-finished').add(campaignFinished).to(message);
