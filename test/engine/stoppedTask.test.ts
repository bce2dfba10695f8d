import { NOON_IN_CHINA } from '../setup/quickClock';
import { DO, SAY } from '../../nodes/IflytekAiCall/entry/sentences';
import { ADD_ROWS, CallBench, customers } from './aiCall';
import type { NodeResult } from './harness';

/**
 * A person starts a task, sees that something is wrong while it calls, deletes it, and goes on. Some of its customers
 * were called, and only the platform knows which ones.
 */

const COUNT = 60;
const LIST = customers(COUNT);
const HOUR_MS = 3_600_000;
const bench = new CallBench({ speed: 0, seed: 3, startTime: NOON_IN_CHINA });

const change = async (operation: 'start' | 'delete', taskId: string) =>
	await bench.json({ resource: 'task', operation, taskId }, [{}]);
const queried = async (taskId: string) =>
	(
		await bench.json(
			{ resource: 'task', operation: 'get', taskId, output: 'fields', fields: ['process_count'] },
			[{}],
		)
	)[0] as {
		process_count: number;
	};
const newTask = async (begin = '') => await bench.newTask({ begin });
const add = async (taskId: string, more: object = {}) =>
	await bench.run({ ...ADD_ROWS, taskId, skipCustomers: 'calledToday', ...more }, LIST, {
		settings: { onError: 'continueErrorOutput' },
	});
const states = ({ outputs: [results = [], errors = []] }: NodeResult) => [
	...new Set([
		...results.map(({ json }) => json.state),
		...errors.map(({ json: { details } }) => (details as { state: string }).state),
	]),
];
const advices = ({ outputs: [, errors = []] }: NodeResult) => [
	...new Set(errors.map(({ json: { details } }) => (details as { advice: string }).advice)),
];

/** A task with the list that was started, and deleted after so many milliseconds. */
async function stoppedTask(afterMs: number, begin?: string): Promise<string> {
	const task = await newTask(begin);
	expect(states(await add(task))).toEqual(['accepted']);
	await change('start', task);
	bench.platform.clock.advance(afterMs);
	await change('delete', task);
	return task;
}

test('the rows of a task that was deleted while it called are in doubt, and are sent if that is asked for', async () => {
	const task = await stoppedTask(120_000);
	const { process_count: calls } = await queried(task);
	expect([calls > 0, calls < COUNT]).toEqual([true, true]);
	const next = await newTask();
	const again = await add(next);
	expect(states(again)).toEqual(['unknown']);
	expect(again.outputs[1]?.[0]?.json.error).toBe(SAY.taskDeleted(task));
	expect(advices(again)).toEqual([DO.lookForCalls]);
	expect(states(await add(next, { runMode: 'check' }))).toEqual(['unknown']);
	expect(bench.requests('taskInsert')).toHaveLength(2);
	const sent = await add(next, { options: { sendInterrupted: true } });
	expect(states(sent)).toEqual(['accepted']);
});

test('the rows of a task that was deleted before it called anybody are sent', async () => {
	await stoppedTask(HOUR_MS, '2026-11-23T18:00:00+08:00');
	expect(states(await add(await newTask()))).toEqual(['accepted']);
});

test('the rows of a task that has called all of them were sent', async () => {
	const task = await newTask();
	await add(task);
	await change('start', task);
	bench.platform.clock.advance(20 * HOUR_MS);
	expect(states(await add(await newTask()))).toEqual(['sentBefore']);
});
