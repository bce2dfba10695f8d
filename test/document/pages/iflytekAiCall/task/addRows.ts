import type { Page } from '../../../page';
import {
	chosen,
	columnsFromModel,
	locator,
	ROW,
	ROW_FIELDS,
	ROW_ITEM,
	ROWS,
	rowOptions,
	rows,
} from '../../../table/calls';
import { deliveryOptions, NOTICE, SIMPLIFY } from '../../../table/common';
import { task, TASK, TASK_ROOT, taskFromModel } from '../../../table/task';

/** Document 2, 4.5. */
export const page: Page = {
	chinese: { does: '向尚未启动的任务提交客户数据，每批 50 行' },
	input: { english: 'Task; rows as in Place', chinese: '任务；数据行同 Place' },
	result: {
		english:
			'One item per row: `task_data_id`, `task_id`, `phoneNumber`, `row`; with Row Key also `rowKey`, `state`',
		chinese:
			'每行输出一个数据项：`task_data_id`、`task_id`、`phoneNumber`、`row`；使用 Row Key 时还有 `rowKey`、`state`',
	},
	lines: {
		notice: NOTICE,
		taskId: task,
		robotId: locator(),
		...rows,
		simplify: SIMPLIFY,
		...deliveryOptions(rowOptions),
	},
	given: { taskId: chosen(TASK), ...ROW },
	item: ROW_ITEM,
	sent: {
		endpoint: 'taskInsert',
		url: `${TASK_ROOT}/insert`,
		fields: { task_id: TASK, ...ROW_FIELDS },
	},
	limits: { rows: 50 },
	repeated: 'twice',
	queue: { step: 3, parameters: {} },
	samples: [{ task: 'new', items: ROWS }],
	model: { ...taskFromModel, columns: columnsFromModel },
};
