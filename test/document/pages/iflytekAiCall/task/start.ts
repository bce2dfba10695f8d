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
	input: { english: 'Task, mode', chinese: '任务、模式' },
	result: {
		english:
			'`task_id`, `started: true`; a check: `state`, `task_id`, `name`, `total`, `callingHours`, `note`',
		chinese:
			'`task_id`、`started: true`；检查时为 `state`、`task_id`、`name`、`total`、`callingHours`、`note`',
	},
	answer: 'unread',
	repeated: 'harmless',
	changesTask: true,
	queue: { step: 4, parameters: {} },
	samples: [{ task: 'withRows', parameters: { runMode: 'check' } }, { task: 'withRows' }],
};
