/**
 * Pushes of a finished outbound call, and the basic record of an inbound call, in the form in which the platform sends
 * them. The constants `DESCRIBED_…` have the form in which the call trigger outputs them.
 */

export const CALL = 'c0ffee00-64a3-11e8-9d1e-2769c24918cd';

const SENDER = { business_id: '3186', app_id: '4207', robot_id: '5201', call_uuid: CALL };

export const OUTBOUND = {
	...SENDER,
	caller: '055168204601',
	callee: '13800000007',
	direction: 2,
	time_dial: 1732154400000,
	time_ring: 1732154403000,
	time_answer: 1732154410000,
	time_hangup: 1732154452000,
	duration_ring: 7,
	duration_call: 42,
	task_id: '88785',
	task_data_id: '346252615123869699',
	task_result: '15',
	task_result_desc: '客户接听后并主动挂机',
	task_tries: 1,
	task_row_index: 3,
	task_row_head: ['客户手机号码', '姓名'],
	task_row_value: ['13800000007', '王芳'],
};

const { task_row_index, task_row_head, task_row_value, task_result, task_result_desc, ...rest } =
	OUTBOUND;
/** What the outbound record has, and the basic record of the same call has not. */
export const ONLY_OUTBOUND = {
	task_row_index,
	task_row_head,
	task_row_value,
	task_result,
	task_result_desc,
};
export const BASIC = rest;

export const INBOUND = {
	...SENDER,
	caller: '13900007788',
	callee: '055168204601',
	direction: 1,
	time_answer: 0,
	time_hangup: 1732154452000,
	duration_ring: 9,
	duration_call: 0,
	call_relation_id: 'R000042',
	later_field: { kept: true },
};

export const RECORDING = {
	...SENDER,
	task_data_id: '346252615123869699',
	url: 'ant/4/ivr/0/2026/11/21/0/1-2.wav',
	size: 1043244,
	duration: 42,
};

export const DIALOG = {
	...SENDER,
	task_data_id: '346252615123869699',
	tag_max: 'A',
	tag_min: 'C',
	dialog: [
		{
			seq: '1',
			role: 'robot',
			node_id: 'n1',
			node_name: '开头语',
			node_type: 'NormalNode',
			text_robot: '您好，请问方便吗？',
			text_man: '',
			question_id: '',
		},
		{
			seq: '2',
			role: 'customer',
			node_id: 'n1',
			node_name: '开头语',
			node_type: 'NormalNode',
			tag_name: 'A',
			tag_desc: '有意向',
			label: '意向客户',
			text_robot: '您好，请问方便吗？',
			text_man: '方便',
			question_id: 'q1',
			hits: [
				{ hit: '肯定', pick: true, answer_id: 'a1' },
				{ hit: '否定', pick: false, answer_id: 'a2' },
			],
		},
	],
};

const { business_id, app_id, robot_id, call_uuid } = SENDER;

export const DESCRIBED_OUTBOUND = {
	answered: true,
	resultName: 'Customer hung up after answering',
	callAgain: false,
	customerNumber: '13800000007',
	durationCallSeconds: 42,
	row: { 客户手机号码: '13800000007', 姓名: '王芳' },
	task_data_id: '346252615123869699',
	event: 'callRecord',
	record: 'outbound',
	task_id: '88785',
	task_result: '15',
	task_result_desc: '客户接听后并主动挂机',
	task_tries: 1,
	task_row_index: 3,
	directionName: 'Outbound',
	callingNumber: '055168204601',
	timeDial: '2024-11-21T02:00:00.000Z',
	timeRing: '2024-11-21T02:00:03.000Z',
	timeAnswer: '2024-11-21T02:00:10.000Z',
	timeHangup: '2024-11-21T02:00:52.000Z',
	durationRingSeconds: 7,
	call_uuid,
	eventId: `${CALL}:callRecord:outbound:1`,
	robot_id,
	app_id,
	business_id,
};

export const DESCRIBED_INBOUND = {
	answered: false,
	durationCallSeconds: 0,
	event: 'callRecord',
	record: 'basic',
	later_field: { kept: true },
	directionName: 'Inbound',
	callingNumber: '13900007788',
	calledNumber: '055168204601',
	timeAnswer: null,
	timeHangup: '2024-11-21T02:00:52.000Z',
	durationRingSeconds: 9,
	call_uuid,
	call_relation_id: 'R000042',
	eventId: `${CALL}:callRecord:basic`,
	robot_id,
	app_id,
	business_id,
};

export const DESCRIBED_RECORDING = {
	fileName: 'c0ffee00-64a3-11e8-9d1e-2769c24918cd-71c55c3f.wav',
	url: 'ant/4/ivr/0/2026/11/21/0/1-2.wav',
	durationSeconds: 42,
	size: 1043244,
	task_data_id: '346252615123869699',
	event: 'recording',
	call_uuid,
	eventId: `${CALL}:recording`,
	robot_id,
	app_id,
	business_id,
};

export const DESCRIBED_DIALOG = {
	intentionHighest: 'A',
	intentionLowest: 'C',
	transcript: 'Robot: 您好，请问方便吗？\nCustomer: 方便',
	pickedHits: ['肯定'],
	task_data_id: '346252615123869699',
	event: 'dialog',
	lines: [
		{
			seq: '1',
			speaker: 'Robot',
			text: '您好，请问方便吗？',
			nodeName: '开头语',
			nodeType: 'NormalNode',
			nodeTypeName: 'Normal interaction node',
			intention: null,
			intentionDescription: null,
			label: null,
			pickedHits: [],
		},
		{
			seq: '2',
			speaker: 'Customer',
			text: '方便',
			nodeName: '开头语',
			nodeType: 'NormalNode',
			nodeTypeName: 'Normal interaction node',
			intention: 'A',
			intentionDescription: '有意向',
			label: '意向客户',
			pickedHits: ['肯定'],
		},
	],
	call_uuid,
	eventId: `${CALL}:dialog`,
	robot_id,
	app_id,
	business_id,
};
