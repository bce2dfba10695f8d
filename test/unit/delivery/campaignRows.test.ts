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
	const add = jest.spyOn(opened.store, 'add');
	const known = jest.spyOn(opened.store, 'known');
	/** How many texts each call had. */
	const sizes = ({ mock: { calls } }: typeof add | typeof known) =>
		calls.map(([texts]) => texts.length);
	return {
		records: new CampaignRows(opened, tasks, repeat),
		note,
		added: () => sizes(add),
		asked: () => sizes(known),
	};
}

/** What a row without an error has besides its state, or what its error advises. */
const detailOf = (outcome: Outcome) => {
	if ('error' in outcome) return asFailure(outcome.error).details.advice;
	return 'task' in outcome ? outcome.task : undefined;
};

test('rows are recorded as begun in their task, and the day and the task once', async () => {
	const stored = new Set<string>();
	const { records, note, added } = await recordsOf(stored);
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
	expect(added()).toEqual([3 + 2 * 2500, 2, 3]);
});

test('rows are recorded as sent in parts, and their task is forgotten', async () => {
	const stored = new Set(['task 1']);
	const { records, note, added } = await recordsOf(stored);
	const rows = note(Array.from({ length: 2501 }, (_none, index) => row(`${index}`)));
	await records.sent(rows, '1');
	expect(added()).toEqual([2500, 1]);
	expect([...stored]).toEqual(rows.map(({ key }) => `sent run key ${key}`));
});

test('a new row is looked for in parts, until one is found', async () => {
	const askedOf = async (count: number, ...sent: number[]) => {
		const stored = new Set(sent.map((index) => `sent run key ${index}`));
		const { records, note, asked } = await recordsOf(stored);
		const rows = note(Array.from({ length: count }, (_none, index) => row(`${index}`)));
		return [await records.hasNew(rows), asked()];
	};
	const first = Array.from({ length: 700 }, (_none, index) => index);
	expect(await askedOf(700)).toEqual([true, [100]]);
	expect(await askedOf(700, ...first.slice(0, 100))).toEqual([true, [100, 500]]);
	expect(await askedOf(700, ...first.slice(0, 600))).toEqual([true, [100, 500, 100]]);
	expect(await askedOf(600, ...first)).toEqual([false, [100, 500]]);
	expect(await askedOf(0)).toEqual([false, [0]]);
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
		[
			'c',
			'unknown',
			`Look in ${CONSOLE} which were called, remove these from the list, set Repeat to Each Run and run it again.`,
		],
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
		{ task_id: '4', status: 0 },
		{ task_id: '5', status: 1 },
	];
	const advicesOf = async (sendInterrupted: boolean) => {
		const stored = new Set([
			...begun('a', 'b', 'c', 'd', 'e'),
			...['task 1', 'complete task 1', 'task 2', 'task 3', 'task 4', 'task 5'],
			...['run key a in task 1', 'run key c in task 3'],
			// Processes were killed while they asked for these.
			...['run key b in task 2', 'asking run key b in task 2'],
			...['run key d in task 4', 'asking run key d in task 4'],
			...['run key e in task 5', 'asking run key e in task 5'],
		]);
		const { records, note, asked } = await recordsOf(
			stored,
			platformWith(...tasks),
			sendInterrupted,
		);
		const rows = note(['a', 'b', 'c', 'd', 'e'].map(row));
		const found = await records.begin(rows, '9', undefined);
		// What is sent, which tasks are the node's and what is said of them, and the rows of all but the deleted one.
		expect(asked()).toEqual([5, 5, 10, 5, 5, 5, 5]);
		return [...found].map(([{ key }, one]) => [key, one.state, detailOf(one)?.slice(0, 50)]);
	};
	const advice = `Look in ${CONSOLE} which were called`.slice(0, 50);
	const ofBAndE = ['b', 'e'].map((key) => [key, 'unknown', advice]);
	expect(await advicesOf(false)).toEqual([
		['a', 'unknown', 'Task 1 was deleted while it called. Look in the iF'],
		...ofBAndE,
	]);
	expect(await advicesOf(true)).toEqual(ofBAndE);
});

test('a row that was sent in one task stays sent, whatever another task says', async () => {
	const stored = new Set([
		...begun('a'),
		...['task 1', 'task 2', 'complete task 2'],
		...['run key a in task 1', 'run key a in task 2'],
	]);
	for (const ids of [
		['1', '2'],
		['2', '1'],
	]) {
		const tasks = ids.map((id) => ({ task_id: id, status: 1 }));
		const { records, note } = await recordsOf(new Set(stored), platformWith(...tasks));
		const found = await records.begin(note([row('a')]), '9', undefined);
		expect([...found.values()]).toEqual([{ state: 'sentBefore', task: '2' }]);
	}
});

test('rows that were left out of a task are not recorded as in it once it is complete', async () => {
	const stored = new Set<string>();
	const { records, note } = await recordsOf(stored);
	const rows = note(['a', 'b'].map(row));
	await records.begin(rows, '1', undefined);
	await records.complete('1', rows.slice(1));
	expect([...stored]).toEqual([
		'day 2026-11-23',
		'task 1',
		...begun('a'),
		'run key a in task 1',
		...begun('b'),
		'complete task 1',
	]);
});

test('a row in doubt is not recorded as in the new task', async () => {
	const stored = new Set([...begun('a', 'b'), 'task 1', 'run key a in task 1', 'sent run key b']);
	const platform = platformWith({ task_id: '1', status: 1 });
	const { records, note } = await recordsOf(stored, platform);
	const found = await records.begin(note(['a', 'b', 'c'].map(row)), '2', undefined);
	expect([...found].map(([{ key }, { state }]) => [key, state])).toEqual(
		[
			['b', 'sentBefore'],
			['a', 'unknown'],
		].sort(),
	);
	await records.complete('2', []);
	const inTask = ['a', 'b', 'c'].filter((key) => stored.has(`run key ${key} in task 2`));
	expect(inTask).toEqual(['b', 'c']);
});
