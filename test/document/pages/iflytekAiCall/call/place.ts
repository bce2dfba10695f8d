import type { Page } from '../../../page';
import {
	callingTimes,
	CALL_HOST,
	chosen,
	columnsFromModel,
	keyedRowOptions,
	LINE,
	locator,
	ROW_PARAMETERS,
	ROW_FIELDS,
	ROW_ITEM,
	ROW_SAMPLES,
	rowsOfPlace,
	runMode,
	SCRIPT,
	testNumber,
	voice,
} from '../../../table/calls';
import { deliveryOptions, REAL_NOTICE, TOOL_NOTICE } from '../../../table/common';
import { ROWS_TAKEN } from '../../../table/responses';

/** Document 2, 4.3. */
export const page: Page = {
	isDefault: true,
	chinese: { does: '直接外呼：不建任务，立即拨打客户电话' },
	reference: {
		result: `{
  "state": "accepted",
  "task_data_id": "41738016254129152",
  "phoneNumber": "13800000001",
  "row": { "客户手机号码": "13800000001", "姓名": "王芳" },
  "reason": "platform",
  "at": "2026-11-25T01:00:03.120Z"
}`,
		notes: [
			{
				english:
					'One item per row, with its [state](#why-was-a-call-not-placed). The result of the call comes later to the [AI Call Trigger](#ai-call-trigger), with the same `task_data_id` ([call-and-wait](../examples/call-and-wait.json)).',
				chinese:
					'每行输出一个数据项，带有[状态](#电话为什么没有拨出)。通话结果随后由 [AI Call Trigger](#ai-call-trigger通话结果) 送达，`task_data_id` 相同（[call-and-wait](../examples/call-and-wait.json)）。',
			},
			{
				english:
					'If the platform refuses a row (200203, 200212), the others are sent all the same: up to 11 more requests find the row.',
				chinese:
					'平台拒绝某一行时（200203、200212），同批的其他行照常发送：最多再用 11 次请求找出这一行。',
			},
		],
	},
	lines: {
		toolNotice: TOOL_NOTICE,
		robotId: locator({ required: true, values: [SCRIPT], api: 'robot_id', refused: [''] }),
		lineNum: locator({ required: true, values: [LINE], api: 'line_num', refused: [''] }),
		...rowsOfPlace,
		runMode: runMode('test'),
		testNumber,
		notice: REAL_NOTICE,
		...deliveryOptions({
			...callingTimes({}, {}, { values: ['2026-10-01', '2026-10-01 to 2026-10-07, 20270101'] }),
			...keyedRowOptions,
			voiceCode: voice,
			robotSpeed: {
				type: 'number',
				default: 1,
				min: 0.1,
				values: [0.1, 1, 1.5],
				api: 'robot_speed',
				refused: [0, -1],
			},
		}),
	},
	given: { runMode: 'real', robotId: chosen(SCRIPT), lineNum: chosen(LINE), ...ROW_PARAMETERS },
	item: ROW_ITEM,
	sent: {
		endpoint: 'callout',
		url: `${CALL_HOST}/outbound/v1/task/callout`,
		fields: { robot_id: SCRIPT, line_num: LINE, ...ROW_FIELDS },
		response: ROWS_TAKEN,
	},
	otherRequests: ['configQuery'],
	limits: { rows: 50 },
	answer: 'ids',
	repeated: 'twice',
	queue: {
		step: 1,
		parameters: { options: { callingTimes: { times: { hours: '00:00-24:00' } } } },
	},
	samples: ROW_SAMPLES,
	model: { columns: columnsFromModel },
};
