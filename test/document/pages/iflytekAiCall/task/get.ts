import type { Page } from '../../../page';
import { options } from '../../../table/common';
import { OUTPUT, task, withTask } from '../../../table/task';

/** Document 2, 4.7. */
export const page: Page = {
	...withTask('taskQuery', 'query', { page_index: 1, page_size: 50 }),
	lines: { taskId: task, ...OUTPUT, ...options() },
	chinese: { does: '查询任务的状态和计数，了解进度' },
	input: { english: 'Task', chinese: '任务' },
	result: { english: 'As in Get Many', chinese: '同 Get Many' },
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
