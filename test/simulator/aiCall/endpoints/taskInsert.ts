import { TASK, type CallEndpoint } from '../endpoint';

/** Adds rows to a task that was not started (document 2, 4.5). */
export const endpoint: CallEndpoint = {
	name: 'taskInsert',
	path: `${TASK}/insert`,
	handle: ({ parts, account, fields, record }) => parts.tasks.insert(account, fields, record),
};
