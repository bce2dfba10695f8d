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
import { task, TASK, TASK_ROOT, taskFromModel } from '../../../table/task';

/** Document 2, 4.5. */
export const page: Page = {
	chinese: { does: '向尚未启动的任务提交客户数据，每批 50 行' },
	reference: {
		input: {
			english: 'a task that has not started, and the rows, as in [Place](#call-place).',
			chinese: '尚未启动的任务，以及数据行，同 [Place](#call-place)。',
		},
		result: `{
  "state": "accepted",
  "task_data_id": "41738016254129153",
  "task_id": "846252615123869697",
  "phoneNumber": "13800000001",
  "row": { "客户手机号码": "13800000001", "姓名": "王芳" },
  "reason": "platform",
  "at": "2026-11-25T01:00:03.120Z"
}`,
		notes: [
			{
				english: 'Rows of a task cannot be removed: for **Add My Number**, make a task of its own.',
				chinese: '任务中的数据行无法删除：**Add My Number** 请用专门为测试创建的任务。',
			},
			{
				english:
					'If a batch is rejected for one row (200203, 200212), the number of rows of the task tells whether the others are in it. If they are not, they are added without that row; otherwise the batch is `unknown`.',
				chinese:
					'一批因某一行被拒绝时（200203、200212），节点按任务的号码数判断其他行是否已在任务中：不在则去掉那一行后重新提交，否则整批为 `unknown`。',
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
	},
	limits: { rows: 50 },
	answer: 'ids',
	repeated: 'twice',
	queue: { step: 3, parameters: {} },
	samples: ROW_SAMPLES.map((sample) => ({ task: 'new', ...sample })),
	model: { ...taskFromModel, columns: columnsFromModel },
};
