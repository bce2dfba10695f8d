import { node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const tasks = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: {
		name: 'Tasks',
		parameters: {
			resource: 'task',
			operation: 'getAll',
			returnAll: false,
			limit: 2,
			sort: { by: { field: 'CREATETIME', order: 'DESC' } },
		},
	},
});

export default workflow('newest-tasks', 'newest-tasks').add(start).to(tasks);
