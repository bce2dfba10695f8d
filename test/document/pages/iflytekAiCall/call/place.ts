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
	ROW,
	ROW_FIELDS,
	ROW_ITEM,
	ROWS,
	rowOptions,
	rows,
	SCRIPT,
	voice,
} from '../../../table/calls';
import { deliveryOptions, NOTICE, SIMPLIFY } from '../../../table/common';

/** Document 2, 4.3. */
export const page: Page = {
	isDefault: true,
	chinese: { does: '直接外呼：不建任务，机器人立即拨打客户电话。每一行都会真的拨通一个电话' },
	input: {
		english: 'Script, line, voice, calling hours; one row per item, or rows from a field',
		chinese: '话术、线路、发音人、呼叫时段；每个数据项一行，或取自某个字段的多行',
	},
	result: {
		english:
			'One item per row: `task_data_id`, `phoneNumber`, `row` (its values by column); with Row Key also `rowKey`, `state`',
		chinese:
			'每行输出一个数据项：`task_data_id`、`phoneNumber`、`row`（以列名为键的各值）；使用 Row Key 时还有 `rowKey`、`state`',
	},
	lines: {
		notice: NOTICE,
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
	given: { robotId: chosen(SCRIPT), lineNum: chosen(LINE), ...ROW },
	item: ROW_ITEM,
	sent: {
		endpoint: 'callout',
		url: `${CALL_HOST}/outbound/v1/task/callout`,
		fields: { robot_id: SCRIPT, line_num: LINE, ...ROW_FIELDS },
	},
	limits: { rows: 50 },
	repeated: 'twice',
	queue: { step: 1, parameters: { callingHours: '00:00-24:00' } },
	samples: [{ items: ROWS }],
	model: { columns: columnsFromModel },
};
