import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const create = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: {
		name: 'Create',
		parameters: {
			resource: 'task',
			operation: 'create',
			runMode: 'real',
			taskName: 'Reminders',
			robotId: { __rl: true, mode: 'id', value: '5201' },
			lineNum: { __rl: true, mode: 'id', value: '055168204601' },
		},
	},
});

const customers = node({
	type: 'n8n-nodes-base.code',
	version: 2,
	config: {
		name: 'Customers',
		parameters: {
			jsCode:
				'return [{"json": {"phone": "13700000000", "name": "王芳", "time": "周五"}}, {"json": {"phone": "13700000001", "name": "李明", "time": "周六"}}];',
		},
	},
});

const addRows = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: {
		name: 'Add Rows',
		parameters: {
			resource: 'task',
			operation: 'addRows',
			runMode: 'real',
			taskId: { __rl: true, mode: 'id', value: expr("{{ $('Create').first().json.task_id }}") },
			columns: {
				mappingMode: 'defineBelow',
				value: {
					客户手机号码: expr('{{ $json.phone }}'),
					姓名: expr('{{ $json.name }}'),
					预约时间: expr('{{ $json.time }}'),
				},
			},
		},
	},
});

const once = node({
	type: 'n8n-nodes-base.limit',
	version: 1,
	config: { name: 'Once', parameters: { maxItems: 1 } },
});

const startCalls = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: {
		name: 'Start Calls',
		parameters: {
			resource: 'task',
			operation: 'start',
			runMode: 'real',
			taskId: { __rl: true, mode: 'id', value: expr("{{ $('Create').first().json.task_id }}") },
		},
	},
});

export default workflow('task-in-steps', 'task-in-steps')
	.add(start)
	.to(create)
	.to(customers)
	.to(addRows)
	.to(once)
	.to(startCalls);
