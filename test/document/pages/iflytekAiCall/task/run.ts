import { fromModel } from '../../../fromModel';
import type { Page } from '../../../page';
import {
	callingTimes,
	chosen,
	columnsFromModel,
	keyedRowOptions,
	keyedRows,
	LINE,
	locator,
	ROW_ITEM,
	ROW_PARAMETERS,
	ROW_SAMPLES,
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
		result: `{ "state": "accepted", "task_data_id": "41738016254129155", "task_id": "846252615123869698" }`,
		notes: [
			{
				english:
					'Rows with the same name, script, line and times share a task, which is started once every row without a problem is in.',
				chinese: '一次运行中选择相同的数据行放进同一个任务；没有问题的行全部提交之后才启动。',
			},
			{
				english:
					'If anything fails before the start, nobody is called and the task is deleted. What cannot be deleted, or a killed n8n leaves, calls nobody, and the next run with the same rows settles it.',
				chinese:
					'启动之前出错时，谁也不会拨打，任务被删除。删除失败或 n8n 被强行结束时留下的任务不拨打任何人，由相同数据行的下一次运行处理。',
			},
			{
				english:
					'If the platform refuses a number, Send Nothing names all refused ones and calls nobody; Send the Others starts with the others.',
				chinese:
					'平台拒绝某个号码时，Send Nothing 列出所有被拒绝的号码，谁也不拨打；Send the Others 拨打其余的。',
			},
			{
				english:
					'Start Time (empty: at once) and End Time are under Options; outside its [calling times](#calling-times) the task waits. **Call My Number** makes a task of its own.',
				chinese:
					'Start Time（留空为立即）和 End Time 在 Options 中；[呼叫时间](#呼叫时间calling-times)之外，任务会等候。**Call My Number** 另建一个任务。',
			},
		],
	},
	lines: {
		toolNotice: TOOL_NOTICE,
		taskName: create.lines.taskName ?? NOTICE,
		robotId: locator({ required: true, values: [SCRIPT], api: 'robot_id', refused: [''] }),
		lineNum: locator({ required: true, values: [LINE], api: 'line_num', refused: [''] }),
		...keyedRows,
		runMode: runMode('test'),
		testNumber,
		notice: REAL_NOTICE,
		...deliveryOptions({
			begin: time('time_begin', { values: [START], sends: { [START]: START_MS } }),
			end: time('time_end'),
			...callingTimes(),
			...keyedRowOptions,
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
		response: create.sent.response,
	},
	otherRequests: ['configQuery', 'taskInsert', 'taskQuery', 'taskStart'],
	live: { options: {} },
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
