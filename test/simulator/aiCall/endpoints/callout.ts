import { TASK, type CallEndpoint } from '../endpoint';

/** Places a direct call for each row of the request. If one row is wrong, no call is placed (document 2, 4.3). */
export const endpoint: CallEndpoint = {
	name: 'callout',
	path: `${TASK}/callout`,
	handle: ({ parts, account, fields, record }) => parts.tasks.callout(account, fields, record),
};
