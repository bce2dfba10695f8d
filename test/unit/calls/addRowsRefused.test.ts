/** What Add Rows says of rows whose batch the platform has refused, by the number of rows of the task. */
import { addRows } from '../../../nodes/IflytekAiCall/actions/task/addRows.operation';
import { RefusalError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { TransportError } from '../../../nodes/shared/failure';
import type { Surroundings } from '../delivery/context';
import { LINE, operationRun, SCRIPT, starts, type Answer } from './operationRun';

/** The platform refuses a number, or rows for a reason of which the document does not say what it means for the others. */
const [WRONG_NUMBER, WRONG_ROWS] = ['200203', '3020003'];
/** Stands for a code if the answer is lost. */
const LOST = 'lost';
const numberOf = (digit: number) => `1380000000${digit}`;

interface Platform {
	/** How many rows each task has at first, by its ID. */
	counts: Map<string, number>;
	/** Numbers because of which a request is refused, each with the code. */
	refused: Map<string, string>;
	/** Tasks that keep the other rows of a refused request. */
	keeping: string[];
	/** What a query of tasks fails with once a request was refused. */
	later?: (rows: object[]) => object[] | Error;
	/** The script that is chosen, by default none. */
	robotId?: string;
	/** The task of the row with this number. */
	taskOf?: (index: number) => string;
}

function platformOf({ counts, refused, keeping, later }: Platform): Answer {
	let hasRefused = false;
	return (method, body) => {
		const id = String(body.task_id);
		const tasks = Array.from(counts, ([task_id, count]) => ({
			...{ task_id, robot_id: SCRIPT, status: 0, line_num: LINE, count_tel: count },
		}));
		if (method === 'queryTasks') {
			const rows = hasRefused && later ? later(tasks) : tasks;
			return rows instanceof Error ? rows : { rows };
		}
		if (method === 'deleteTask') counts.delete(id);
		if (method !== 'addRows') return undefined;
		const numbers = (body.call_list as string[][]).map(([number = '']) => number);
		const good = numbers.filter((number) => !refused.has(number));
		const [bad] = numbers.filter((number) => refused.has(number));
		if (bad === undefined || keeping.includes(id))
			counts.set(id, (counts.get(id) ?? 0) + good.length);
		if (bad === undefined)
			return { total: numbers.length, task_data_ids: numbers.map((number) => `id${number}`) };
		hasRefused = true;
		if (refused.get(bad) === LOST) return new TransportError('Lost', 'Try again.', 'interrupted');
		return new RefusalError('addRows', refused.get(bad) ?? '', 'no');
	};
}

/** The states of the rows, in the order of their numbers. The first three rows are for task 7, the others for task 8. */
async function states(
	change: Partial<Platform>,
	surroundings: Partial<Surroundings> = {},
	runMode = 'real',
) {
	const platform = platformOf({
		counts: new Map([
			['7', 5],
			['8', 0],
		]),
		refused: new Map([[numberOf(1), WRONG_NUMBER]]),
		keeping: [],
		...change,
	});
	const items = [0, 1, 2, 3, 4, 5].map((digit) => ({ rows: [[numberOf(digit), 'a']] }));
	const { results, asked, hints } = await operationRun(
		addRows,
		{
			parameters: {
				runMode,
				taskId: change.taskOf ?? ((index: number) => (index < 3 ? '7' : '8')),
				robotId: change.robotId ?? '',
				simplify: true,
				rowsField: 'rows',
				options: { ifProblems: 'sendOthers', concurrentRequests: 1 },
			},
			items,
			continueOnFail: true,
			...surroundings,
		},
		platform,
	);
	interface Shown {
		state?: string;
		task_id?: string;
	}
	const shown = (results as { json: Shown & { details?: Shown } }[][]).map(([item]) => ({
		...item?.json.details,
		...item?.json,
	}));
	return {
		states: shown.map(({ state }) => state),
		tasks: shown.map(({ task_id }) => task_id),
		requests: asked.filter(([method]) => method === 'addRows').length,
		hints,
	};
}

const ACCEPTED = ['accepted', 'accepted', 'accepted'];
const UNKNOWN = ['unknown', 'unknown', 'unknown'];

test('if none of the batch is in the task, the others are added', async () => {
	expect(await states({})).toMatchObject({
		states: ['accepted', 'notAccepted', 'accepted', ...ACCEPTED],
		tasks: ['7', undefined, '7', '8', '8', '8'],
	});
});

test('if some of the batch are in the task, nobody knows which', async () => {
	expect(await states({ keeping: ['7'] })).toMatchObject({
		states: [...UNKNOWN, ...ACCEPTED],
		requests: 2,
	});
});

test('each task is asked for its own rows', async () => {
	const refused = new Map([1, 4].map((digit) => [numberOf(digit), WRONG_NUMBER]));
	expect(await states({ refused, keeping: ['8'] })).toMatchObject({
		states: ['accepted', 'notAccepted', 'accepted', ...UNKNOWN],
	});
	expect(await states({ refused, keeping: ['7'] })).toMatchObject({
		states: [...UNKNOWN, 'accepted', 'notAccepted', 'accepted'],
	});
});

test('a batch that is refused as a whole is not accepted if none of it is in the task', async () => {
	const refused = new Map([[numberOf(1), WRONG_ROWS]]);
	const none = ['notAccepted', 'notAccepted', 'notAccepted'];
	expect((await states({ refused })).states).toEqual([...none, ...ACCEPTED]);
	expect((await states({ refused, keeping: ['7'] })).states).toEqual([...UNKNOWN, ...ACCEPTED]);
	const both = new Map([1, 4].map((digit) => [numberOf(digit), WRONG_ROWS]));
	expect((await states({ refused: both, keeping: ['8'] })).states).toEqual([...none, ...UNKNOWN]);
});

test('a batch whose answer was lost stays unknown: it may still be added', async () => {
	const refused = new Map([
		[numberOf(1), LOST],
		[numberOf(4), WRONG_NUMBER],
	]);
	expect(await states({ refused })).toMatchObject({
		states: [...UNKNOWN, 'accepted', 'notAccepted', 'accepted'],
	});
});

test.each<[string, Platform['later']]>([
	[
		'does not answer',
		() => new TransportError('The connection broke', 'Try again.', 'notConnected'),
	],
	['does not have the task any more', () => []],
	['does not say how many rows it has', (rows) => rows.map((row) => ({ ...row, count_tel: '' }))],
])('if the platform %s, nobody knows what is in the task', async (_name, later) => {
	expect((await states({ later })).states).toEqual([...UNKNOWN, ...ACCEPTED]);
});

test('rows that were added are left out on the same day, and a check says so', async () => {
	const stored = new Set<string>();
	const refused = new Map<string, string>();
	await states({ refused }, starts(stored)('trigger'));
	expect([...stored].filter((text) => text.startsWith('begun '))).toHaveLength(6);
	const again = await states({ refused }, starts(stored)('trigger'));
	expect(again.states).toEqual(Array.from({ length: 6 }, () => 'sentBefore'));
	const checked = await states({ refused }, starts(stored)('trigger'), 'check');
	expect(checked.states).toEqual(again.states);
});

test('the panel says that the unstarted task of an earlier execution was deleted', async () => {
	const stored = new Set<string>();
	const change = {
		refused: new Map<string, string>(),
		counts: new Map([
			['7', 0],
			['8', 0],
		]),
	};
	await states({ ...change, taskOf: () => '7' }, starts(stored)('trigger'));
	const moved = await states({ ...change, taskOf: () => '8' }, starts(stored)('trigger'));
	expect(moved.hints).toContainEqual({
		location: 'outputPane',
		message:
			'Task 7 of an earlier execution was not started. It was deleted: its 6 rows are in this task now.',
	});
	expect([...change.counts]).toEqual([['8', 6]]);
});

describe('rows whose answer was lost', () => {
	const LOSE = new Map([[numberOf(1), LOST]]);
	const NONE = new Map<string, string>();

	/** The states of the rows that are now for task 8, after the answer was lost when they were for these tasks. */
	async function moved(counts: Map<string, number>, ...tasks: string[]) {
		const stored = new Set<string>();
		const taskOf = (index: number) => tasks[index % tasks.length] ?? '';
		const first = await states({ counts, refused: LOSE, taskOf }, starts(stored)('trigger'));
		const change = { counts, refused: NONE, taskOf: () => '8' };
		const second = await states(change, starts(stored)('trigger'));
		return { first: first.states, second: second.states, counts: [...counts] };
	}

	it('are looked for in the one task that may have them', async () => {
		const counts = new Map([
			['7', 0],
			['8', 0],
		]);
		expect(await moved(counts, '7')).toEqual({
			first: [...UNKNOWN, ...UNKNOWN],
			second: [...ACCEPTED, ...ACCEPTED],
			counts: [['8', 6]],
		});
	});

	it('wait in their task if that has other rows', async () => {
		const counts = new Map([
			['7', 9],
			['8', 0],
		]);
		const waiting = Array.from({ length: 6 }, () => 'notSent');
		expect(await moved(counts, '7')).toEqual({
			first: [...UNKNOWN, ...UNKNOWN],
			second: waiting,
			counts: [
				['7', 9],
				['8', 0],
			],
		});
	});

	it('stay unknown if several tasks may have them', async () => {
		const counts = new Map([
			['7', 0],
			['8', 0],
			['9', 0],
		]);
		const half = ['accepted', 'unknown', 'accepted', 'unknown', 'accepted', 'unknown'];
		expect(await moved(counts, '7', '9')).toEqual({
			first: half,
			second: half,
			counts: [
				['8', 3],
				['9', 0],
			],
		});
	});
});

test('nothing is sent to a task that the platform does not have, even if a script is chosen', async () => {
	const surroundings = starts(new Set<string>())('trigger');
	expect(await states({ robotId: SCRIPT, taskOf: () => '9' }, surroundings)).toEqual({
		states: Array.from({ length: 6 }, () => 'problem'),
		tasks: Array.from({ length: 6 }, () => undefined),
		requests: 0,
		hints: [
			{
				location: 'outputPane',
				message: '0 accepted · 6 with problems: Task 9 not found',
				type: 'warning',
			},
		],
	});
});
