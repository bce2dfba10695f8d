import type { Page } from '../../../page';
import { runMode } from '../../../table/calls';
import { withTask } from '../../../table/task';

/** Document 2, 4.6. */
export const page: Page = {
	...withTask('taskDelete', 'delete', {}, { runMode: runMode() }),
	chinese: { does: '停止并删除任务，删除后不能再启动' },
	input: { english: 'Task, mode', chinese: '任务、模式' },
	result: {
		english:
			'`task_id`, `deleted: true`; `alreadyDone: true` if the task was deleted before; a check as in Start',
		chinese:
			'`task_id`、`deleted: true`；遇到此前已删除的任务时另有 `alreadyDone: true`；检查时同 Start',
	},
	answer: 'unread',
	repeated: 'harmless',
	changesTask: true,
	queue: { step: 99, parameters: {} },
	samples: [{ task: 'new', parameters: { runMode: 'check' } }, { task: 'new' }, { task: 'same' }],
};
