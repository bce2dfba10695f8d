import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';
import { chance } from '../../shared/chance';
import { RecentMap } from '../../shared/recentMap';
import { StoreError } from './storeError';

/** When an execution has begun: its rows are sent once on that day, whoever retries it. */

/** How many callers are followed to find the outermost execution. */
const MAX_DEPTH = 50;
const MAX_KNOWN = 1000;

/** By the ID of an execution that calls sub-workflows: when its outermost caller began. Looked up once. */
const knownStarts = new RecentMap<string, Promise<number>>(MAX_KNOWN);

/**
 * When the execution began, in milliseconds since 1970. A retry has the time of the first execution,
 * and a sub-workflow that of its outermost caller. Older versions of n8n 2 do not tell it: then it is
 * the current time.
 * @throws StoreError if n8n does not tell which execution calls a sub-workflow
 */
export async function startOf(context: IExecuteFunctions, now: number): Promise<number> {
	const known = 'getExecutionContext' in context ? context.getExecutionContext() : undefined;
	const { establishedAt = now, parentExecutionId } = known ?? {};
	const isSubWorkflow = context.getMode() === 'integrated';
	if (parentExecutionId === undefined || !isSubWorkflow) return establishedAt;
	const start = knownStarts.get(parentExecutionId) ?? outermostStart(context, establishedAt);
	knownStarts.set(parentExecutionId, start);
	// A look-up that failed is not kept.
	start.catch(() => knownStarts.delete(parentExecutionId));
	return await start;
}

async function outermostStart(context: IExecuteFunctions, ownStart: number): Promise<number> {
	let start = ownStart;
	let caller = (await savedExecution(context, String(context.getExecutionId())))?.parentExecution;
	for (let depth = 0; caller && depth < MAX_DEPTH; depth++) {
		start = caller.executionContext?.establishedAt ?? start;
		caller = (await savedExecution(context, caller.executionId))?.parentExecution;
	}
	return start;
}

async function savedExecution(
	context: IExecuteFunctions,
	id: string,
): Promise<IRunExecutionData | undefined> {
	return await context.getExecutionDataById(id).catch((error: unknown) => {
		throw new StoreError(error);
	});
}

/**
 * The execution, and the executions that retry one another: n8n's Retry gives a new ID, but keeps the
 * start. Both with the run of the node in them, which n8n counts, such as in a loop.
 */
export function executionsOf(context: IExecuteFunctions): { execution: string; retries: string } {
	const known = 'getExecutionContext' in context ? context.getExecutionContext() : undefined;
	// One without an ID is never tried again.
	const id = context.getExecutionId() ?? chance.randomUUID();
	const run = Number(context.getWorkflowDataProxy(0).$runIndex);
	return { execution: `${id} ${run}`, retries: `${known?.establishedAt ?? id} ${run}` };
}
