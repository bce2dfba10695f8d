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
	input: {
		english: 'Task; rows, row key and mode as in Place',
		chinese: '任务；数据行、行键和模式同 Place',
	},
	result: {
		english:
			'One item per row: `state`, `task_data_id`, `task_id`, `phoneNumber`, `row`; with Row Key also `rowKey`',
		chinese:
			'每行输出一个数据项：`state`、`task_data_id`、`task_id`、`phoneNumber`、`row`；使用 Row Key 时还有 `rowKey`',
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
