import type { Page } from '../../../page';
import { runMode } from '../../../table/calls';
import { REAL_NOTICE, TOOL_NOTICE } from '../../../table/common';
import { withTask } from '../../../table/task';

/** Document 2, 4.6. */
export const page: Page = {
	...withTask(
		'taskStart',
		'start',
		{},
		{ toolNotice: TOOL_NOTICE, runMode: runMode(), notice: REAL_NOTICE },
	),
	chinese: { does: '启动任务，或继续已暂停的任务；启动后不能再提交数据' },
	reference: {
		result: `{ "task_id": "846252615123869697", "started": true }`,
		notes: [
			{
				english:
					'**Check Only** (default) says in `note` whom the task would call and from when on, with `problems` and `warnings`.',
				chinese:
					'**Check Only**（默认）在 `note` 中说明任务会拨打哪些人、从何时开始，并有 `problems` 和 `warnings`。',
			},
			{
				english: '**Start Calling** starts it: it then takes no more rows.',
				chinese: '**Start Calling** 启动任务：此后不能再提交数据。',
			},
		],
	},
	// The task tells when it calls.
	otherRequests: ['taskQuery'],
	answer: 'unread',
	repeated: 'harmless',
	changesTask: true,
	queue: { step: 4, parameters: {} },
	samples: [{ task: 'withRows', parameters: { runMode: 'check' } }, { task: 'withRows' }],
};
