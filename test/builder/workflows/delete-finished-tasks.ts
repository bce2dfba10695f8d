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

const finished = node({
	type: 'n8n-nodes-base.filter',
	version: 2.3,
	config: {
		name: 'Finished',
		parameters: {
			conditions: {
				combinator: 'and',
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
				conditions: [
					{
						leftValue: expr('{{ $json.statusName }}'),
						rightValue: 'Finished',
						operator: { type: 'string', operation: 'equals' },
					},
				],
			},
		},
	},
});

const deleteNode = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: {
		name: 'Delete',
		parameters: {
			resource: 'task',
			operation: 'delete',
			runMode: 'real',
			taskId: { __rl: true, mode: 'id', value: expr('{{ $json.task_id }}') },
		},
	},
});

export default workflow('delete-finished-tasks', 'delete-finished-tasks')
	.add(start)
	.to(tasks)
	.to(finished)
	.to(deleteNode);
