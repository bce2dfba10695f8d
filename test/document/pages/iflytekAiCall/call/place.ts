import type { Page } from '../../../page';
import {
	callingDays,
	callingHours,
	callingHoursZone,
	CALL_HOST,
	chosen,
	columnsFromModel,
	datesLeftOut,
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
import { deliveryOptions, NOTICE, SIMPLIFY, TOOL_NOTICE } from '../../../table/common';

/** Document 2, 4.3. */
export const page: Page = {
	isDefault: true,
	chinese: { does: '直接外呼：不建任务，机器人立即拨打客户电话。每一行都会真的拨通一个电话' },
	input: {
		english:
			'Mode, script, line, voice, calling hours and days; one row per item, or rows from a field',
		chinese: '模式、话术、线路、发音人、呼叫时段和日期；每个数据项一行，或取自某个字段的多行',
	},
	result: {
		english:
			'One item per row: `state`, `task_data_id`, `phoneNumber`, `row` (its values by column); with Row Key also `rowKey`',
		chinese:
			'每行输出一个数据项：`state`、`task_data_id`、`phoneNumber`、`row`（以列名为键的各值）；使用 Row Key 时还有 `rowKey`',
	},
	lines: {
		notice: NOTICE,
		toolNotice: TOOL_NOTICE,
		runMode: runMode('test'),
		testNumber,
		robotId: locator({ required: true, values: [SCRIPT], api: 'robot_id', refused: [''] }),
		lineNum: locator({ required: true, values: [LINE], api: 'line_num', refused: [''] }),
		voiceCode: voice,
		callingHours: callingHours(),
		callingDays: callingDays(),
		...rows,
		simplify: SIMPLIFY,
		...deliveryOptions({
			...rowOptions,
			callingHoursZone: callingHoursZone(),
			datesLeftOut: datesLeftOut({ values: ['2026-10-01', '2026-10-01 to 2026-10-07, 20270101'] }),
			isolateBadRows: { type: 'boolean', default: false },
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
