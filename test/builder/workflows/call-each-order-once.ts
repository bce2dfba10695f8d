import { expr, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});

const orders = node({
	type: 'n8n-nodes-base.code',
	version: 2,
	config: {
		name: 'Orders',
		parameters: {
			jsCode:
				'return [{"json": {"phone": "13700000000", "name": "王芳", "time": "周五", "orderNumber": "A0"}}, {"json": {"phone": "13700000001", "name": "李明", "time": "周六", "orderNumber": "A1"}}];',
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
			columns: {
				mappingMode: 'defineBelow',
				value: {
					客户手机号码: expr('{{ $json.phone }}'),
					姓名: expr('{{ $json.name }}'),
					预约时间: expr('{{ $json.time }}'),
				},
			},
			skipCustomers: 'sentKey',
			rowKey: 'orderNumber',
		},
	},
});

export default workflow('call-each-order-once', 'call-each-order-once')
	.add(start)
	.to(orders)
	.to(call);
