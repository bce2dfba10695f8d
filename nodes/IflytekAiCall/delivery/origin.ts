import { createHash } from 'crypto';
import type {
	IExecuteFunctions,
	IExecutionContext,
	IRunExecutionData,
	RelatedExecution,
} from 'n8n-workflow';
import { isRecord, textOf } from '../../shared/values';

/**
 * The execution that began it all: of a sub-workflow the outermost of those that called it, else
 * the execution itself.
 */
export interface Origin {
	execution: string;
	/**
	 * When this start of it began, in milliseconds: n8n keeps it over a wait, and a retry has that of
	 * the failed execution. In queue mode it is set before the execution is queued, so that a second
	 * start by a worker has the same; of one that was started by hand, and without a queue, by each
	 * start.
	 */
	startedAt?: number;
	/** What the execution and its retries have in common: any of them tells. */
	families: string[];
	isSubWorkflow: boolean;
}

/** Deeper calls than this are no more followed. */
const MAX_DEPTH = 50;
const MAX_KNOWN = 1000;

/**
 * Those of callers in this process: an outermost execution is looked up once, not for each call of
 * a sub-workflow.
 */
const known = new Map<string, Promise<Origin>>();

/**
 * Finds the outermost execution. n8n keeps with the data of a sub-workflow's execution which one
 * called it, and when that one had begun.
 * @param own id of this execution
 * @throws what n8n's database throws
 */
export async function findOrigin(context: IExecuteFunctions, own: string): Promise<Origin> {
	const { establishedAt, parentExecutionId } = executionStart(context);
	const itself: Origin = {
		execution: own,
		startedAt: establishedAt,
		families: [hashed(resumeSecret(context.getWorkflowDataProxy(0)))].filter(isKnown),
		isSubWorkflow: context.getMode() === 'integrated',
	};
	if (parentExecutionId === undefined) return itself;
	const caller = (await context.getExecutionDataById(own))?.parentExecution;
	// Of the execution of an error workflow n8n names the one that failed, which did not call it.
	if (!caller) return itself;
	const key = `${caller.executionId} ${caller.executionContext?.establishedAt}`;
	const origin = known.get(key) ?? outermostFrom(context, caller);
	known.delete(key);
	known.set(key, origin);
	for (const [oldest] of known) if (known.size > MAX_KNOWN) known.delete(oldest);
	origin.catch(() => known.delete(key));
	return await origin;
}

/**
 * What n8n tells of the start of this execution. An older n8n 2 tells nothing: there a sub-workflow
 * is an execution of its own.
 */
export function executionStart(context: IExecuteFunctions): Partial<IExecutionContext> {
	return ('getExecutionContext' in context ? context.getExecutionContext() : undefined) ?? {};
}

async function outermostFrom(context: IExecuteFunctions, first: RelatedExecution): Promise<Origin> {
	let caller = first;
	let data: IRunExecutionData | undefined;
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		data = await context.getExecutionDataById(caller.executionId);
		if (!data?.parentExecution) break;
		caller = data.parentExecution;
	}
	return {
		execution: caller.executionId,
		startedAt: caller.executionContext?.establishedAt,
		families: [hashed(data?.resumeToken), startByHand(caller)].filter(isKnown),
		isSubWorkflow: true,
	};
}

/**
 * The start of an execution that somebody started by hand. In queue mode its secret is not the one
 * that n8n's database has while it runs; but a retry begins with the time of this start, and nobody
 * starts a workflow twice within a millisecond.
 */
function startByHand({ workflowId, executionContext }: RelatedExecution): string | undefined {
	if (executionContext?.source !== 'manual') return undefined;
	return `${workflowId}:${executionContext.establishedAt}`;
}

/**
 * The secret in an execution's address for resuming, which n8n keeps with the data that it starts a
 * retry with.
 */
function resumeSecret({ $execution }: Record<string, unknown>): string | undefined {
	const address = isRecord($execution) ? textOf($execution.resumeUrl) : undefined;
	return address !== undefined && URL.canParse(address)
		? (new URL(address).searchParams.get('signature') ?? undefined)
		: undefined;
}

function hashed(secret: string | undefined): string | undefined {
	return secret ? createHash('sha256').update(secret).digest('hex') : undefined;
}

const isKnown = (family: string | undefined) => family !== undefined;
