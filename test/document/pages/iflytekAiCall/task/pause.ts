import type { Page } from '../../../page';
import { withTask } from '../../../table/task';

/** Document 2, 4.6. */
export const page: Page = {
	...withTask('taskPause', 'pause'),
	chinese: { does: '暂停任务，之后可用 Start 继续' },
	reference: {
		result: `{ "task_id": "846252615123869697", "paused": true }`,
	},
	answer: 'unread',
	repeated: 'harmless',
	changesTask: true,
	queue: { step: 5, parameters: {} },
	samples: [{ task: 'started' }],
};
