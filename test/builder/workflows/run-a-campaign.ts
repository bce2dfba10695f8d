import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
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

const run = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: {
		name: 'Run Campaign',
		parameters: {
			resource: 'task',
			operation: 'run',
			runMode: 'check',
			taskName: 'Reminders',
			robotId: { __rl: true, mode: 'id', value: '5201' },
			lineNum: { __rl: true, mode: 'id', value: '055168204601' },
			columns: {
				mappingMode: 'defineBelow',
				value: {
					客户手机号码: expr('{{ $json.phone }}'),
					姓名: expr('{{ $json.name }}'),
					预约时间: expr('{{ $json.time }}'),
				},
			},
			options: { callingTimes: { times: { hours: '10:00-18:00' } } },
		},
	},
});

export default workflow('run-a-campaign', 'run-a-campaign').add(start).to(customers).to(run);
