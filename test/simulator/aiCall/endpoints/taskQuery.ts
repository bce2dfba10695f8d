import { TASK, type CallEndpoint } from '../endpoint';
import { queryTasks } from '../query';

/** Lists the application's tasks (document 2, 4.7). */
export const endpoint: CallEndpoint = {
	name: 'taskQuery',
	path: `${TASK}/query`,
	handle: ({ parts: { setup, tasks, clock }, account, fields }) => ({
		result: queryTasks(setup, tasks.ownedBy(account), fields, clock.now()),
	}),
};
