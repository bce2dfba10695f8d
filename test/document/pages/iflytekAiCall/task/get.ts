import type { Page } from '../../../page';
import { options } from '../../../table/common';
import { TASKS } from '../../../table/responses';
import { OUTPUT, task, withTask } from '../../../table/task';

/** Document 2, 4.7. */
export const page: Page = {
	...withTask('taskQuery', 'query', { page_index: 1, page_size: 50 }, undefined, TASKS),
	lines: { taskId: task, ...OUTPUT, ...options() },
	chinese: { does: '查询任务的状态和计数，了解进度' },
	reference: {
		result: `{
  "task_id": "846252615123869697",
  "name": "Reminder",
  "statusName": "Running",
  "deletedName": "Not deleted",
  "total": 200,
  "called": 150,
  "answered": 96,
  "progressPercent": 75,
  "callingHours": "09:00-12:00, 14:00-18:00",
  "timeTaskEstimateEnd": "2026-11-25T10:00:00.000Z"
}`,
		notes: [
			{
				english:
					'**Output** → Selected Fields has more: fields of the platform, `timeTaskEstimateBegin`, `timeTaskStart`, `timeTaskFinish` and `taskTypeName`.',
				chinese:
					'**Output** 选 Selected Fields 还有更多：平台的字段，以及 `timeTaskEstimateBegin`、`timeTaskStart`、`timeTaskFinish` 和 `taskTypeName`。',
			},
		],
	},
	answer: {
		whole: {
			total_rows: 1,
			rows: [
				{ task_id: '1', status: '1', time_range: ['09:00:00-12:00:00'], intention_push: '{}' },
			],
		},
		gives: {
			task_id: '1',
			statusName: 'Started',
			callingHours: '09:00-12:00',
		},
		wrong: [{ total_rows: 1, rows: 'text' }],
	},
	repeated: 'harmless',
	queue: { step: 6, parameters: {} },
	samples: [{ task: 'new' }, { task: 'called' }],
};
