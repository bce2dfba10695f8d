import type { Page } from '../../../page';
import {
	chosen,
	columnsFromModel,
	locator,
	ROW_PARAMETERS,
	ROW_FIELDS,
	ROW_ITEM,
	ROW_SAMPLES,
	rowOptions,
	rows,
	runMode,
	testNumber,
} from '../../../table/calls';
import { deliveryOptions, REAL_NOTICE, TOOL_NOTICE } from '../../../table/common';
import { ROWS_TAKEN } from '../../../table/responses';
import { task, TASK, TASK_ROOT, taskFromModel } from '../../../table/task';

/** Document 2, 4.5. */
export const page: Page = {
	chinese: { does: '向尚未启动的任务提交客户数据，每批 50 行' },
	reference: {
		result: `{ "state": "accepted", "task_data_id": "41738016254129153", "task_id": "846252615123869697" }`,
		notes: [
			{
				english: 'Rows of a task cannot be removed: for **Add My Number**, make a task of its own.',
				chinese: '任务中的数据行无法删除：**Add My Number** 请用专门为测试创建的任务。',
			},
			{
				english:
					'A row counts as sent if it is in this task, or in one that was started; it is `unknown` if that was deleted while it called. An unstarted task of an earlier execution that has only these rows is deleted. If the platform refuses a row, the others are added if `total` says that none of the batch was; otherwise it is `unknown`.',
				chinese:
					'一行已在这个任务或已启动的任务中，即为已发送；那个任务若在拨打途中被删除，则为 `unknown`。先前的执行留下的、未启动且只有这些行的任务会被删除。平台拒绝某一行时，若 `total` 表明同批的行都没有提交，其余的照常添加；否则整批为 `unknown`。',
			},
		],
	},
	lines: {
		toolNotice: TOOL_NOTICE,
		taskId: task,
		...rows,
		runMode: runMode('test'),
		testNumber,
		notice: REAL_NOTICE,
		...deliveryOptions({ ...rowOptions, robotId: locator() }),
	},
	given: { runMode: 'real', taskId: chosen(TASK), ...ROW_PARAMETERS },
	item: ROW_ITEM,
	sent: {
		endpoint: 'taskInsert',
		url: `${TASK_ROOT}/insert`,
		fields: { task_id: TASK, ...ROW_FIELDS },
		response: ROWS_TAKEN,
	},
	otherRequests: ['taskQuery', 'configQuery'],
	limits: { rows: 50 },
	answer: 'ids',
	repeated: 'twice',
	queue: { step: 3, parameters: {} },
	samples: ROW_SAMPLES.map((sample) => ({ task: 'new', ...sample })),
	model: { ...taskFromModel, columns: columnsFromModel },
};
