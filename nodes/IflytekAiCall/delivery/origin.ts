import { createHash } from 'crypto';
import type {
	IExecuteFunctions,
	IExecutionContext,
	IRunExecutionData,
	RelatedExecution,
} from 'n8n-workflow';
import { isRecord, textOf } from '../../shared/values';

/**
 * The execution that started all others: for a sub-workflow the outermost execution that called it,
 * otherwise the execution itself.
 */
export interface Origin {
	execution: string;
	/**
	 * When the execution was started, in milliseconds. n8n keeps this time while an execution waits,
	 * and a retry has the time of the failed execution. In queue mode n8n sets the time before the
	 * execution is queued, so a second start by a worker has the same time. Without a queue, and for
	 * an execution started by hand, each start sets a new time.
	 */
	startedAt?: number;
	/** IDs that the execution shares with its retries, and with no other execution. */
	families: string[];
	isSubWorkflow: boolean;
}

/** How many callers are followed to find the outermost execution. */
const MAX_DEPTH = 50;
/** `knownOrigins` keeps this many origins. */
const MAX_KNOWN_ORIGINS = 1000;

/**
 * The origins found in this process, by caller: an outermost execution is looked up once, not for
 * each call of a sub-workflow.
 */
const knownOrigins = new Map<string, Promise<Origin>>();

/**
 * Finds the outermost execution. For the execution of a sub-workflow, n8n stores which execution
 * called it, and when that execution began.
 * @param executionId the id of this execution
 * @throws what n8n's database throws
 */
export async function findOrigin(context: IExecuteFunctions, executionId: string): Promise<Origin> {
	const { establishedAt, parentExecutionId } = executionStart(context);
	const itself: Origin = {
		execution: executionId,
		startedAt: establishedAt,
		families: [hashed(resumeSecret(context.getWorkflowDataProxy(0)))].filter(isKnown),
		isSubWorkflow: context.getMode() === 'integrated',
	};
	if (parentExecutionId === undefined) return itself;
	const caller = (await context.getExecutionDataById(executionId))?.parentExecution;
	// In an error workflow, `parentExecutionId` is the execution that failed, which is not a caller.
	if (!caller) return itself;
	const key = `${caller.executionId} ${caller.executionContext?.establishedAt}`;
	const origin = knownOrigins.get(key) ?? outermostFrom(context, caller);
	// Makes this origin the newest one of the Map. The oldest are dropped.
	knownOrigins.delete(key);
	knownOrigins.set(key, origin);
	for (const [oldest] of knownOrigins)
		if (knownOrigins.size > MAX_KNOWN_ORIGINS) knownOrigins.delete(oldest);
	// A look-up that failed is not kept.
	origin.catch(() => knownOrigins.delete(key));
	return await origin;
}

/**
 * What n8n tells about the start of this execution. Older versions of n8n 2 tell nothing. With
 * them, a sub-workflow counts as an execution of its own.
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
		families: [hashed(data?.resumeToken), manualStart(caller)].filter(isKnown),
		isSubWorkflow: true,
	};
}

/**
 * The id that an execution started by hand shares with its retries: workflow and start time, since
 * nobody starts a workflow twice within a millisecond. In queue mode the secret in the URL that
 * resumes the execution cannot serve as this id: while the execution runs, n8n's database has
 * another secret.
 */
function manualStart({ workflowId, executionContext }: RelatedExecution): string | undefined {
	if (executionContext?.source !== 'manual') return undefined;
	return `${workflowId}:${executionContext.establishedAt}`;
}

/**
 * The secret in the URL that resumes an execution. A retry has the same one: n8n keeps it with the
 * data from which it starts the retry.
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
