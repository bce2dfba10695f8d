import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const tasks = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: { name: 'Tasks', parameters: { resource: 'task', operation: 'getAll', returnAll: true } },
});

const running = node({
	type: 'n8n-nodes-base.filter',
	version: 2.3,
	config: {
		name: 'Running',
		parameters: {
			conditions: {
				combinator: 'and',
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
				conditions: [
					{
						leftValue: expr('{{ $json.statusName }}'),
						rightValue: 'Running',
						operator: { type: 'string', operation: 'equals' },
					},
				],
			},
		},
	},
});

const pause = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: {
		name: 'Pause',
		parameters: {
			resource: 'task',
			operation: 'pause',
			taskId: { __rl: true, mode: 'id', value: expr('{{ $json.task_id }}') },
		},
	},
});

export default workflow('pause-running-tasks', 'pause-running-tasks')
	.add(start)
	.to(tasks)
	.to(running)
	.to(pause);
