import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const taskNode = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: {
		name: 'Task',
		parameters: {
			resource: 'task',
			operation: 'get',
			taskId: { __rl: true, mode: 'id', value: '88101' },
		},
	},
});

const progress = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Progress',
		parameters: {
			mode: 'manual',
			assignments: {
				assignments: [
					{ id: 'status', name: 'status', value: expr('{{ $json.statusName }}'), type: 'string' },
					{
						id: 'called',
						name: 'called',
						value: expr('{{ $json.called }}'),
						type: 'string',
					},
				],
			},
			options: {},
		},
	},
});

export default workflow('progress-of-a-task', 'progress-of-a-task')
	.add(start)
	.to(taskNode)
	.to(progress);
