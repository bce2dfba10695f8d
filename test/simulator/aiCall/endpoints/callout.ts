import { TASK, type CallEndpoint } from '../endpoint';

/** Direct calls, all rows or none (document 2, 4.3). */
export const endpoint: CallEndpoint = {
	name: 'callout',
	path: `${TASK}/callout`,
	handle: ({ parts, account, fields, record }) => parts.tasks.callout(account, fields, record),
};
