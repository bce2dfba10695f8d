import type { Page } from '../../../page';
import { NOTICE } from '../../../table/common';
import { withTask } from '../../../table/task';

/** Document 2, 4.6. */
export const page: Page = {
	...withTask('taskStart', 'start', {}, { notice: NOTICE }),
	chinese: { does: '启动任务，或继续已暂停的任务；启动后不能再提交数据' },
	reference: {
		input: {
			english: 'a task with rows, new or paused.',
			chinese: '已有数据行的任务，新建的或已暂停的。',
		},
		result: `{ "task_id": "846252615123869697", "started": true }`,
		notes: [
			{
				english: "The platform then calls within the task's hours; no more rows can be added.",
				chinese: '此后平台在任务的呼叫时段内拨打；不能再提交数据。',
			},
		],
	},
	answer: 'unread',
	repeated: 'harmless',
	changesTask: true,
	queue: { step: 4, parameters: {} },
	samples: [{ task: 'withRows' }],
};
