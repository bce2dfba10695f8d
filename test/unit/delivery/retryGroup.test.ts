/** The group of an execution: the outermost execution that called it, directly or through others, with its retries. */
import { createHash } from 'crypto';
import type { IRunExecutionData, ITaskData, RelatedExecution } from 'n8n-workflow';
import {
	findGroupRun,
	findRetryGroup,
	rowIdentifier,
} from '../../../nodes/IflytekAiCall/sentBefore/retryGroup';
import { contextOf, entriesTo, type Surroundings } from './context';
import { randomUUID } from '../../setup/chance';

const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** IDs of executions that no other test has: the process remembers what was looked up. */
const newIds = (count: number) => Array.from({ length: count }, () => randomUUID());

/** What n8n stores with a sub-workflow's execution about the execution that called it. */
const related = (executionId: string, more: object = {}): RelatedExecution => ({
	executionId,
	workflowId: 'w1',
	executionContext: { version: 1, source: 'trigger', establishedAt: 1000, ...more },
});

type Executions = Record<string, Partial<IRunExecutionData>>;

/** The group of an execution, which other executions called unless a test says otherwise, and the executions that were looked up in n8n's database. */
async function groupOf(
	id: string,
	executions: Executions,
	surroundings: Partial<Surroundings> = {},
) {
	const { context } = contextOf({
		execution: { id, mode: 'integrated', parentExecutionId: 'p', establishedAt: 2000 },
		executions,
		...surroundings,
	});
	const asked: string[] = [];
	const { getExecutionDataById } = context;
	context.getExecutionDataById = async (executionId) => {
		asked.push(executionId);
		return await getExecutionDataById.call(context, executionId);
	};
	return { found: await findRetryGroup(context, id), asked };
}

test('an execution that no other execution called is a group of its own, which its secret identifies', async () => {
	const [id = ''] = newIds(1);
	const resumeUrl = 'https://n8n.example/webhook-waiting/7?signature=s';
	const execution = { id, mode: 'trigger', resumeUrl, establishedAt: 2000 };
	const itself = {
		id: hash('s'),
		execution: id,
		isShared: true,
		startedAt: 2000,
		isSubWorkflow: false,
	};
	expect(await groupOf(id, {}, { execution })).toEqual({ found: itself, asked: [] });
	// An error workflow is told which execution failed, but that execution did not call it.
	const toldOfFailure = { execution: { ...execution, parentExecutionId: 'failed' } };
	expect(await groupOf(id, { [id]: {} }, toldOfFailure)).toEqual({ found: itself, asked: [id] });
	expect(await groupOf(id, {}, toldOfFailure)).toEqual({ found: itself, asked: [id] });
	// n8n does not tell this sub-workflow which execution called it.
	const called = { execution: { id, mode: 'integrated' } };
	expect((await groupOf(id, {}, called)).found).toEqual({
		id,
		execution: id,
		isShared: false,
		startedAt: undefined,
		isSubWorkflow: true,
	});
});

test('the group is that of the outermost caller, which the hash of its secret identifies', async () => {
	const [own = '', middle = '', outer = ''] = newIds(3);
	const executions = {
		[own]: { parentExecution: related(middle, { establishedAt: 1500 }) },
		[middle]: { parentExecution: related(outer) },
		[outer]: { resumeToken: 's' },
	};
	expect(await groupOf(own, executions)).toEqual({
		found: {
			id: hash('s'),
			execution: outer,
			isShared: true,
			startedAt: 1000,
			isSubWorkflow: true,
		},
		asked: [own, middle, outer],
	});
	// The callers are remembered, so n8n's database is only asked for the execution itself.
	expect((await groupOf(own, executions)).asked).toEqual([own]);
	// A caller with another start time is looked up again.
	const restarted = {
		...executions,
		[own]: { parentExecution: related(middle, { establishedAt: 1501 }) },
	};
	expect((await groupOf(own, restarted)).asked).toEqual([own, middle, outer]);
});

test('the group of a caller that was started by hand is identified by its start time', async () => {
	const [own = '', outer = ''] = newIds(2);
	const executions = {
		[own]: { parentExecution: related(outer, { source: 'manual', establishedAt: 1700 }) },
		[outer]: { resumeToken: 's' },
	};
	expect((await groupOf(own, executions)).found).toEqual({
		id: 'w1:1700',
		execution: outer,
		isShared: true,
		startedAt: 1700,
		isSubWorkflow: true,
	});
});

test('a group has no start time, and no ID that retries have too, if n8n does not tell them', async () => {
	const [own = '', outer = ''] = newIds(2);
	const executions = { [own]: { parentExecution: { executionId: outer, workflowId: 'w1' } } };
	expect((await groupOf(own, executions)).found).toEqual({
		id: outer,
		execution: outer,
		isShared: false,
		startedAt: undefined,
		isSubWorkflow: true,
	});
});

test('a chain of calls is followed up to fifty levels', async () => {
	const ids = newIds(60);
	const executions: Executions = {};
	for (const [index, id] of ids.entries()) {
		const caller = ids[index + 1];
		executions[id] = caller === undefined ? {} : { parentExecution: related(caller) };
	}
	const { found, asked } = await groupOf(ids[0] ?? '', executions);
	expect(found.id).toBe(ids[51]);
	expect(asked).toEqual(ids.slice(0, 51));
});

test('a lookup that failed is repeated the next time', async () => {
	const [own = '', outer = ''] = newIds(2);
	const executions = { [own]: { parentExecution: related(outer) }, [outer]: { resumeToken: 's' } };
	let calls = 0;
	const isDatabaseAway = () => ++calls === 2;
	await expect(groupOf(own, executions, { isDatabaseAway })).rejects.toThrow(
		'the database is away',
	);
	expect((await groupOf(own, executions)).asked).toEqual([own, outer]);
});

test('the last thousand callers are remembered', async () => {
	const callers = newIds(1001);
	const [own = ''] = newIds(1);
	const isLookedUp = async (caller: string) => {
		const executions = { [own]: { parentExecution: related(caller) }, [caller]: {} };
		return (await groupOf(own, executions)).asked.length > 1;
	};
	for (const caller of callers) expect(await isLookedUp(caller)).toBe(true);
	// The second caller is now the oldest. This lookup makes it the newest.
	expect(await isLookedUp(callers[1] ?? '')).toBe(false);
	expect(await isLookedUp(callers[0] ?? '')).toBe(true);
	expect([await isLookedUp(callers[1] ?? ''), await isLookedUp(callers[2] ?? '')]).toEqual([
		false,
		true,
	]);
});

describe('the number of the run in its execution', () => {
	const none = { startTime: 0, executionIndex: 0, executionTime: 0, source: [] };
	const runsOf = (runs: Partial<ITaskData>[]): Partial<IRunExecutionData> => ({
		resultData: { runData: { Calls: runs.map((run) => ({ ...none, ...run })) } },
	});
	const indexOf = async (
		id: string,
		mode: string,
		runIndex: number,
		executions: Executions = {},
	) => {
		const { context } = contextOf({ execution: { id, mode, runIndex }, executions });
		const asked = jest.spyOn(context, 'getExecutionDataById');
		const { runIndex: found } = await findGroupRun(context, id);
		return [found, asked.mock.calls.length];
	};

	test('in a retry, the runs that n8n has made up do not count', async () => {
		const [id = '', other = '', none = ''] = newIds(3);
		const madeUp = { data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] } };
		const real: Partial<ITaskData>[] = [
			{ executionStatus: 'success', data: { main: [[{ json: {} }]] } },
			{ data: { main: [[]] } },
			{ data: { main: [] } },
			{ data: {} },
			{},
		];
		const executions = { [id]: runsOf([...real, { executionStatus: 'crashed' }, madeUp]) };
		expect(await indexOf(id, 'retry', 7, executions)).toEqual([5, 1]);
		// They are counted once.
		expect(await indexOf(id, 'retry', 8, executions)).toEqual([6, 0]);
		expect(await indexOf(none, 'retry', 1)).toEqual([1, 1]);
		expect(
			await indexOf(other, 'retry', 1, {
				[other]: {
					resultData: { runData: {} },
				},
			}),
		).toEqual([1, 1]);
	});

	test('they are not looked for in a first run, or in a first start', async () => {
		const [id = ''] = newIds(1);
		const executions = { [id]: runsOf([{ executionStatus: 'crashed' }]) };
		expect(await indexOf(id, 'retry', 0, executions)).toEqual([0, 0]);
		expect(await indexOf(id, 'trigger', 1, executions)).toEqual([1, 0]);
	});
});

test('an address that is none has no secret', async () => {
	const [id = ''] = newIds(1);
	const execution = { id, mode: 'trigger', resumeUrl: 'none' };
	expect((await groupOf(id, {}, { execution })).found).toMatchObject({ id, isShared: false });
});

describe('what identifies a row', () => {
	const run = { id: 'g', execution: 'e', isShared: true, isSubWorkflow: false, runIndex: 0 };
	const row = entriesTo({ body: () => ({}) })(0);

	// An update of the package must find the rows of executions before it: hashes of `g 0 [null,null,"1390"] 1` and `… 2`.
	test('is the same in all starts and versions, and differs for rows with the same number', () => {
		for (let start = 1; start <= 2; start++) {
			const identify = rowIdentifier(run);
			expect([identify(row), identify(row)]).toEqual([
				'f81OM-PHk5rljfwJAhCEjIF7lxqrOldKjDtKGDb-TlA',
				'brkkEtXCOJQiaMaypbRayxUx5_y_xRzUQJG4JTUp8d0',
			]);
		}
	});

	// The hash of `g 0 ["t",2,["x"]] 1`.
	test('in a sub-workflow counts all values, and a row of a task that was replaced is another one', () => {
		const destination = {
			body: () => ({}),
			identity: { target: 't', content: ['x'] },
			task: { identities: ['1', '2'], ready: async () => await Promise.resolve() },
		};
		const identify = rowIdentifier({ ...run, isSubWorkflow: true });
		expect(identify({ ...row, destination })).toBe('lXnfhvoOgvSJPYWTLxDb4WfpxZmbK62rwJHUEOHiOjs');
	});

	test('differs for each run and each execution', () => {
		const ids = [
			{ ...run, id: 'a', runIndex: 11 },
			{ ...run, id: 'a1', runIndex: 1 },
			{ ...run, id: 'a', runIndex: 1 },
		].map((one) => rowIdentifier(one)(row));
		expect(new Set(ids).size).toBe(3);
	});
});
