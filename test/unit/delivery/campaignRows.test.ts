/** The rows of campaigns: what is recorded of them, and what became of those that were begun before. */
import type { Outcome } from '../../../nodes/IflytekAiCall/entry/outcomes';
import { CampaignRows } from '../../../nodes/IflytekAiCall/sentBefore/campaignRows';
import { CONSOLE } from '../../../nodes/shared/console';
import { asFailure } from '../../../nodes/shared/failure';
import { entriesTo } from './context';
import { platformWith, processAt } from './platform';

const entry = entriesTo({ body: (rows) => ({ rows }) });
const row = (key: string) => entry(0, { key });
const begun = (...keys: string[]) => keys.map((key) => `begun run key ${key}`);

async function recordsOf(stored: Set<string>, platform = platformWith(), sendInterrupted = false) {
	const { opened, tasks, note, repeat } = await processAt(platform, stored, { sendInterrupted });
	return { records: new CampaignRows(opened, tasks, repeat), note };
}

/** What a row without an error has besides its state, or what its error advises. */
const detailOf = (outcome: Outcome) => {
	if ('error' in outcome) return asFailure(outcome.error).details.advice;
	return 'task' in outcome ? outcome.task : undefined;
};

test('rows are recorded as begun in their task, and the day and the task once', async () => {
	const stored = new Set<string>();
	const { records, note } = await recordsOf(stored);
	const keys = Array.from({ length: 2501 }, (_none, index) => `${index}`);
	expect(await records.begin(note(keys.map(row)), '1', { status: 0 })).toEqual(new Map());
	expect(await records.begin(note([row('last')]), '2', undefined)).toEqual(new Map());
	expect([...stored]).toEqual([
		'day 2026-11-23',
		'task 1',
		'task 1 status 0',
		...keys.flatMap((key) => [...begun(key), `run key ${key} in task 1`]),
		'task 2',
		...begun('last'),
		'run key last in task 2',
	]);
});

test('a check shows which rows were sent, and records nothing', async () => {
	const stored = new Set([...begun('a', 'b'), 'sent run key a']);
	const before = [...stored];
	const { records } = await recordsOf(stored);
	const rows = [row('a'), row('b'), row('c')];
	expect([...(await records.peek(rows))]).toEqual([[rows[0], { state: 'sentBefore' }]]);
	expect([...stored]).toEqual(before);
});

test('what became of rows that were begun before is decided by their tasks', async () => {
	const platform = platformWith(
		{ task_id: '1', status: 1 },
		{ task_id: '2', status: 1 },
		{ task_id: '3', status: 0 },
	);
	const stored = new Set([
		...begun('a', 'b', 'c'),
		...['task 1', 'complete task 1', 'task 2', 'task 3'],
		...['run key a in task 1', 'run key b in task 2'],
		// A process was killed while it asked for this.
		...['sent run key c', 'asking sent run key c'],
	]);
	const { records, note } = await recordsOf(stored, platform);
	const found = await records.begin(note(['a', 'b', 'c'].map(row)), '9', undefined);
	const howToSend =
		'remove these from the list, turn on Send Interrupted Rows under Options and run it again.';
	expect([...found].map(([{ key }, one]) => [key, one.state, detailOf(one)])).toEqual([
		['a', 'sentBefore', '1'],
		['b', 'unknown', `Look in ${CONSOLE} which rows task 2 has, ${howToSend}`],
		['c', 'unknown', `Look in ${CONSOLE} which were called, ${howToSend}`],
	]);
	// Task 1 need not be asked for again, and task 3 has none of these rows.
	expect([stored.has('sent run key a'), stored.has('task 1')]).toEqual([true, false]);
	expect(platform.asked).toEqual(['queryTasks']);
});

test('the rows of a task that was deleted after it had called somebody are in doubt', async () => {
	const stopped = { status: 2, deleted: 1, process_count: 1 };
	const tasks = [
		{ task_id: '1', ...stopped },
		{ task_id: '2', ...stopped },
		{ task_id: '3', status: 0, deleted: 1 },
	];
	const advicesOf = async (sendInterrupted: boolean) => {
		const stored = new Set([
			...begun('a', 'b', 'c', 'd'),
			...['task 1', 'complete task 1', 'task 2', 'task 3'],
			...['run key a in task 1', 'run key c in task 3'],
			// Processes were killed while they asked for these.
			...['run key b in task 2', 'asking run key b in task 2'],
			...['run key d in task 3', 'asking run key d in task 3'],
		]);
		const { records, note } = await recordsOf(stored, platformWith(...tasks), sendInterrupted);
		const found = await records.begin(note(['a', 'b', 'c', 'd'].map(row)), '9', undefined);
		return [...found].map(([{ key }, one]) => [key, one.state, detailOf(one)?.slice(0, 50)]);
	};
	const ofB = ['b', 'unknown', `Look in ${CONSOLE} which were called`.slice(0, 50)];
	expect(await advicesOf(false)).toEqual([
		['a', 'unknown', 'Task 1 was deleted after it had called some of its'],
		ofB,
	]);
	expect(await advicesOf(true)).toEqual([ofB]);
});
