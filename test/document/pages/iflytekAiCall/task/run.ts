import { fromModel } from '../../../fromModel';
import type { Page } from '../../../page';
import {
	callingTimes,
	chosen,
	columnsFromModel,
	LINE,
	locator,
	ROW_ITEM,
	ROW_PARAMETERS,
	ROW_SAMPLES,
	rowOptions,
	rows,
	runMode,
	SCRIPT,
	testNumber,
} from '../../../table/calls';
import { deliveryOptions, NOTICE, REAL_NOTICE, TOOL_NOTICE } from '../../../table/common';
import { START, START_MS, TASK_ROOT, time } from '../../../table/task';
import { page as create, planOptions } from './create';

/** In the test of the queue, the operation comes after others. Its row is the first one of the workflow. */
const ofFirstRow = {
	mappingMode: 'defineBelow',
	value: Object.fromEntries(
		Object.keys(ROW_ITEM.json).map((name) => [name, `={{ $('Rows').first().json['${name}'] }}`]),
	),
	schema: Object.keys(ROW_ITEM.json).map((name) => ({
		id: name,
		displayName: name,
		required: false,
		defaultMatch: false,
		display: true,
		type: 'string',
	})),
};

/** Document 2, 4.4 to 4.6: a task is created, takes all rows, and is started. */
export const page: Page = {
	chinese: { does: '创建外呼任务、提交全部数据行并启动：任务在设定的时间内拨打电话' },
	input: {
		english: 'Mode, name, script, line; rows as in Place; times, days and redials as in Create',
		chinese: '模式、名称、话术、线路；数据行同 Place；时间、日期和重呼同 Create',
	},
	result: {
		english:
			'One item per row: `state`, `task_data_id`, `task_id`, `phoneNumber`, `row`; with Row Key also `rowKey`',
		chinese:
			'每行输出一个数据项：`state`、`task_data_id`、`task_id`、`phoneNumber`、`row`；使用 Row Key 时还有 `rowKey`',
	},
	lines: {
		toolNotice: TOOL_NOTICE,
		taskName: create.lines.taskName ?? NOTICE,
		robotId: locator({ required: true, values: [SCRIPT], api: 'robot_id', refused: [''] }),
		lineNum: locator({ required: true, values: [LINE], api: 'line_num', refused: [''] }),
		...rows,
		runMode: runMode('test'),
		testNumber,
		notice: REAL_NOTICE,
		...deliveryOptions({
			begin: time('time_begin', { values: [START], sends: { [START]: START_MS } }),
			end: time('time_end'),
			...callingTimes(),
			...rowOptions,
			...planOptions,
		}),
	},
	given: {
		runMode: 'real',
		taskName: 'Renewals',
		robotId: chosen(SCRIPT),
		lineNum: chosen(LINE),
		options: { begin: START },
		...ROW_PARAMETERS,
	},
	item: ROW_ITEM,
	sent: {
		endpoint: 'taskCreate',
		url: `${TASK_ROOT}/create`,
		fields: create.sent.fields,
	},
	limits: { rows: 50 },
	answer: 'ids',
	repeated: 'twice',
	queue: { step: 9, parameters: { columns: ofFirstRow } },
	samples: ROW_SAMPLES,
	model: {
		taskName: fromModel('task_name', 'A name for the task, such as Reminders of 2026-11-23'),
		columns: columnsFromModel,
	},
};
