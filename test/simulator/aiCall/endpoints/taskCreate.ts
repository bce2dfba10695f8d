import { TASK, type CallEndpoint } from '../endpoint';

/** Creates a task (document 2, 4.4). */
export const endpoint: CallEndpoint = {
	name: 'taskCreate',
	path: `${TASK}/create`,
	handle: ({ parts, account, fields }) => ({ result: parts.tasks.create(account, fields) }),
};
