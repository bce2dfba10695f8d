import { TASK, type CallEndpoint } from '../endpoint';
import { CODE, Refusal, TASK_STATUS } from '../protocol';

/** Starts a new task that has rows, or resumes a paused one (document 2, 4.6). */
export const endpoint: CallEndpoint = {
	name: 'taskStart',
	path: `${TASK}/start`,
	handle({ parts: { tasks, setup, clock }, account, fields }) {
		const task = tasks.namedTask(account, fields);
		task.assertAlive();
		if (task.isUnderWay) return { result: {} };
		if (task.rowCount === 0)
			throw new Refusal(CODE.wrongRelationship, `task ${task.id} has no rows`);
		tasks.assertPayable(1);
		const lines = task.plan.lineNums;
		if (setup.settings.occupiedLineRefuses && lines.some((num) => tasks.isOccupied(num))) {
			throw new Refusal(CODE.lineOccupied, `another task runs on line ${lines.join(' or ')}`);
		}
		task.status = TASK_STATUS.started;
		if (task.timeStart === 0) task.timeStart = clock.now();
		tasks.wake();
		return { result: {} };
	},
};
