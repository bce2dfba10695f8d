import type { Page } from '../../../page';
import { NOTICE } from '../../../table/common';
import { withTask } from '../../../table/task';

/** Document 2, 4.6. */
export const page: Page = {
	...withTask('taskStart', 'start', {}, { notice: NOTICE }),
	chinese: { does: '启动任务，或继续已暂停的任务；启动后不能再提交数据' },
	input: { english: 'Task', chinese: '任务' },
	result: { english: '`task_id`, `started: true`', chinese: '`task_id`、`started: true`' },
	answer: 'unread',
	repeated: 'harmless',
	changesTask: true,
	queue: { step: 4, parameters: {} },
	samples: [{ task: 'withRows' }],
};
