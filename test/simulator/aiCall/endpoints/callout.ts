import { TASK, type CallEndpoint } from '../endpoint';

/** Places direct calls for all rows of the request, or for none (document 2, 4.3). */
export const endpoint: CallEndpoint = {
	name: 'callout',
	path: `${TASK}/callout`,
	handle: ({ parts, account, fields, record }) => parts.tasks.callout(account, fields, record),
};
