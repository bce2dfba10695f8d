/** When an execution has begun (the outermost one that called it, directly or through others), and its days. */
import type { IRunExecutionData, RelatedExecution } from 'n8n-workflow';
import { daysBetween, daysUntil, dayOf } from '../../../nodes/IflytekAiCall/sentBefore/days';
import { startOf } from '../../../nodes/IflytekAiCall/sentBefore/executionStart';
import { contextOf, NOON, type Surroundings } from './context';

type Executions = Record<string, Partial<IRunExecutionData>>;

/** What n8n stores with a sub-workflow's execution about the execution that called it. */
const calledBy = (executionId: string, establishedAt?: number): Partial<IRunExecutionData> => ({
	parentExecution: {
		executionId,
		workflowId: 'w1',
		...(establishedAt !== undefined && {
			executionContext: { version: 1, source: 'trigger', establishedAt },
		}),
	} satisfies RelatedExecution,
});

/** A caller of its own for each look-up, also if a test is run again: the product remembers its start. */
let callers = 0;
const newCaller = () => `caller ${++callers}`;

/** The start of the execution `own`, and the executions that were looked up in n8n's database. */
async function startIn(executions: Executions, surroundings: Partial<Surroundings> = {}) {
	const { context } = contextOf({
		execution: {
			id: 'own',
			mode: 'integrated',
			parentExecutionId: newCaller(),
			establishedAt: 2000,
		},
		executions,
		...surroundings,
	});
	const asked: string[] = [];
	const { getExecutionDataById } = context;
	context.getExecutionDataById = async (id) => {
		asked.push(id);
		return await getExecutionDataById.call(context, id);
	};
	return {
		start: await startOf(context, 3000),
		asked,
		again: async () => await startOf(context, 3000),
	};
}

test('an execution that no other execution called has its own start', async () => {
	const execution = { id: 'own', mode: 'trigger', establishedAt: 2000 };
	expect(await startIn({}, { execution })).toMatchObject({ start: 2000, asked: [] });
	// An error workflow is told which execution failed, but that execution did not call it.
	const toldOfFailure = { ...execution, parentExecutionId: newCaller() };
	expect(await startIn({}, { execution: toldOfFailure })).toMatchObject({ start: 2000, asked: [] });
	// A sub-workflow of which n8n does not tell who called it.
	const ofNobody = { ...execution, mode: 'integrated' };
	expect(await startIn({}, { execution: ofNobody })).toMatchObject({ start: 2000, asked: [] });
});

test('if n8n does not tell it, it is now', async () => {
	expect(await startIn({}, { execution: undefined })).toMatchObject({ start: 3000 });
	const { context } = contextOf({ execution: { id: 'own', establishedAt: 2000 } });
	Reflect.deleteProperty(Object.getPrototypeOf(context) as object, 'getExecutionContext');
	expect(await startOf(context, 3000)).toBe(3000);
});

test('a sub-workflow has the start of the outermost caller, which is looked up once', async () => {
	const executions = { own: calledBy('middle', 1500), middle: calledBy('outer', 1000), outer: {} };
	const { start, asked, again } = await startIn(executions);
	expect([start, asked]).toEqual([1000, ['own', 'middle', 'outer']]);
	expect(await again()).toBe(1000);
	expect(asked).toHaveLength(3);
});

test('a caller whose start n8n has not stored does not count', async () => {
	expect((await startIn({ own: calledBy('outer'), outer: {} })).start).toBe(2000);
	expect((await startIn({ own: {} })).start).toBe(2000);
});

test('where n8n has deleted an execution, the search ends', async () => {
	expect(await startIn({})).toMatchObject({ start: 2000, asked: ['own'] });
	expect(await startIn({ own: calledBy('deleted', 1500) })).toMatchObject({
		start: 1500,
		asked: ['own', 'deleted'],
	});
});

test('at most fifty callers are followed', async () => {
	const { asked } = await startIn({ own: calledBy('own', 1000) });
	expect(asked).toHaveLength(51);
});

test('if n8n does not answer, the run fails, and the next one asks again', async () => {
	let isAway = true;
	const { context } = contextOf({
		execution: {
			id: 'own',
			mode: 'integrated',
			parentExecutionId: newCaller(),
			establishedAt: 2000,
		},
		executions: { own: calledBy('outer', 1000), outer: {} },
		isDatabaseAway: () => isAway,
	});
	await expect(startOf(context, 3000)).rejects.toThrow(
		"n8n's database could not be asked what was sent before: the database is away",
	);
	isAway = false;
	expect(await startOf(context, 3000)).toBe(1000);
});

test('a day begins at midnight in China', () => {
	const late = Date.parse('2026-11-23T23:30:00+08:00');
	expect([dayOf(NOON), dayOf(late), dayOf(late + 3_600_000)]).toEqual([
		'2026-11-23',
		'2026-11-23',
		'2026-11-24',
	]);
	expect(daysUntil('2026-12-01', 3)).toEqual(['2026-12-01', '2026-11-30', '2026-11-29']);
	expect(daysBetween('2026-11-30', '2026-12-01')).toEqual(['2026-12-01', '2026-11-30']);
	expect(daysBetween('2026-12-01', '2026-11-30')).toEqual(['2026-11-30']);
});
