import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { isRecord, textOf } from '../../shared/values';

/**
 * The execution that began it all: of a sub-workflow the outermost of those that called it, else
 * the execution itself.
 */
export interface Origin {
	execution: string;
	/**
	 * When this start of it began, in milliseconds: n8n keeps it over a wait, and sets it anew where
	 * it starts anew. In queue mode it is set before the execution is queued, so that a second start
	 * by a worker has the same.
	 */
	startedAt?: number;
	/** What the execution and its retries have in common, hashed. */
	family?: string;
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
export async function originOf(context: IExecuteFunctions, own: string): Promise<Origin> {
	// Of an older n8n 2, which does not tell it, a sub-workflow is an execution of its own.
	const { establishedAt, parentExecutionId } =
		('getExecutionContext' in context ? context.getExecutionContext() : undefined) ?? {};
	const itself: Origin = {
		execution: own,
		startedAt: establishedAt,
		family: hashed(resumeSecret(context.getWorkflowDataProxy(0))),
		isSubWorkflow: context.getMode() === 'integrated',
	};
	if (parentExecutionId === undefined) return itself;
	const caller = (await context.getExecutionDataById(own))?.parentExecution;
	// Of the execution of an error workflow n8n names the one that failed, which did not call it.
	if (!caller) return itself;
	const startedAt = caller.executionContext?.establishedAt;
	const key = `${caller.executionId} ${startedAt}`;
	const origin =
		known.get(key) ?? outermostFrom(context, { execution: caller.executionId, startedAt });
	known.delete(key);
	known.set(key, origin);
	for (const [oldest] of known) if (known.size > MAX_KNOWN) known.delete(oldest);
	origin.catch(() => known.delete(key));
	return await origin;
}

async function outermostFrom(
	context: IExecuteFunctions,
	caller: Pick<Origin, 'execution' | 'startedAt'>,
): Promise<Origin> {
	let { execution, startedAt } = caller;
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		const data = await context.getExecutionDataById(execution);
		const above = data?.parentExecution;
		if (!above)
			return { execution, startedAt, family: hashed(data?.resumeToken), isSubWorkflow: true };
		execution = above.executionId;
		startedAt = above.executionContext?.establishedAt;
	}
	return { execution, startedAt, isSubWorkflow: true };
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
