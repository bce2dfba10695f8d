import { node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const list = node({
	type: 'n8n-nodes-base.code',
	version: 2,
	config: {
		name: 'List',
		parameters: {
			jsCode:
				'return [{"json": {"rows": [{"客户手机号码": "13700000000", "姓名": "王芳", "预约时间": "周五"}, {"客户手机号码": "13700000001", "姓名": "李明", "预约时间": "周六"}]}}];',
		},
	},
});

const call = node({
	type: 'n8n-nodes-xfyun.iflytekAiCall',
	version: 1,
	config: {
		name: 'Call',
		parameters: {
			resource: 'call',
			operation: 'place',
			robotId: { __rl: true, mode: 'id', value: '5201' },
			lineNum: { __rl: true, mode: 'id', value: '055168204601' },
			options: { rowsField: 'rows' },
		},
	},
});

export default workflow('call-a-list-in-a-field', 'call-a-list-in-a-field')
	.add(start)
	.to(list)
	.to(call);
