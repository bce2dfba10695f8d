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
	reference: {
		input: {
			english: 'a name, a script, a line, and the rows, as in [Place](#call-place).',
			chinese: '名称、话术、线路和数据行，同 [Place](#call-place)。',
		},
		result: `{
  "state": "accepted",
  "task_data_id": "41738016254129154",
  "task_id": "846252615123869698",
  "phoneNumber": "13800000001",
  "row": { "客户手机号码": "13800000001", "姓名": "王芳" }
}`,
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
