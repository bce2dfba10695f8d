import type { Page } from '../../../page';
import { runMode } from '../../../table/calls';
import { withTask } from '../../../table/task';

/** Document 2, 4.6. */
export const page: Page = {
	...withTask('taskDelete', 'delete', {}, { runMode: runMode() }),
	chinese: { does: '停止并删除任务，删除后不能再启动' },
	reference: {
		result: `{ "task_id": "846252615123869697", "deleted": true }`,
		notes: [
			{
				english:
					'**Check Only** (default) says in `note` what would be deleted; **Delete** deletes it for good.',
				chinese: '**Check Only**（默认）在 `note` 中说明会删除什么；**Delete** 永久删除。',
			},
			{
				english: '`alreadyDone: true` if the task was deleted before.',
				chinese: '任务此前已删除时另有 `alreadyDone: true`。',
			},
		],
	},
	answer: 'unread',
	repeated: 'harmless',
	changesTask: true,
	queue: { step: 99, parameters: {} },
	samples: [{ task: 'new', parameters: { runMode: 'check' } }, { task: 'new' }, { task: 'same' }],
};
