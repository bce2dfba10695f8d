import type { Page } from '../../../page';
import {
	callingTimes,
	CALL_HOST,
	chosen,
	columnsFromModel,
	LINE,
	locator,
	ROW_PARAMETERS,
	ROW_FIELDS,
	ROW_ITEM,
	ROW_SAMPLES,
	rowOptions,
	rows,
	runMode,
	SCRIPT,
	testNumber,
	voice,
} from '../../../table/calls';
import { deliveryOptions, REAL_NOTICE, TOOL_NOTICE } from '../../../table/common';

/** Document 2, 4.3. */
export const page: Page = {
	isDefault: true,
	chinese: { does: '直接外呼：不建任务，机器人立即拨打客户电话。每一行都会真的拨通一个电话' },
	input: {
		english:
			'Script, line, columns of each row, row key, mode; calling times and the rest under Options',
		chinese: '话术、线路、每行的各列、行键、模式；呼叫时间等在 Options 中',
	},
	result: {
		english:
			'One item per row: `state`, `task_data_id`, `phoneNumber`, `row` (its values by column); with Row Key also `rowKey`',
		chinese:
			'每行输出一个数据项：`state`、`task_data_id`、`phoneNumber`、`row`（以列名为键的各值）；使用 Row Key 时还有 `rowKey`',
	},
	lines: {
		toolNotice: TOOL_NOTICE,
		robotId: locator({ required: true, values: [SCRIPT], api: 'robot_id', refused: [''] }),
		lineNum: locator({ required: true, values: [LINE], api: 'line_num', refused: [''] }),
		...rows,
		runMode: runMode('test'),
		testNumber,
		notice: REAL_NOTICE,
		...deliveryOptions({
			...callingTimes({}, {}, { values: ['2026-10-01', '2026-10-01 to 2026-10-07, 20270101'] }),
			...rowOptions,
			voiceCode: voice,
			splitRejected: { type: 'boolean', default: false },
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
	},
	limits: { rows: 50 },
	answer: 'ids',
	repeated: 'twice',
	queue: { step: 1, parameters: { callingHours: '00:00-24:00' } },
	samples: ROW_SAMPLES,
	model: { columns: columnsFromModel },
};
