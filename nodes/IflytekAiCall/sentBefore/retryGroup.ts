import { createHash } from 'crypto';
import type {
	IExecuteFunctions,
	IExecutionContext,
	IRunExecutionData,
	RelatedExecution,
} from 'n8n-workflow';
import { warning, type Finding } from '../../shared/aiCall/finding';
import { isRecord, RecentMap, textOf } from '../../shared/values';
import type { DeliveryNames, Entry } from '../batch/entry';
import { StoreError } from './processedData';

/**
 * The words of this folder. *Execution*: what n8n lists under one ID. *Group*: an execution and its
 * retries. *Start*: a process begins an execution, for the first time, as a retry, or a second time
 * in queue mode. *Run*: this node is executed once in an execution; a loop makes several. *Try*: one
 * attempt of Retry On Fail in a run.
 */

/** An execution and its retries. A sub-workflow belongs to the group of its outermost caller. */
export interface RetryGroup {
	/** An ID that no other execution has. */
	id: string;
	/** The ID of the outermost execution, which is another one for each retry. */
	execution: string;
	/** Whether its retries have the same `id`. Older versions of n8n 2 do not tell such an ID. */
	isShared: boolean;
	isSubWorkflow: boolean;
	/** Milliseconds since 1970; a retry has the time of the first execution, if n8n tells it. */
	startedAt?: number;
}

/** A run of the node in an execution. */
export interface GroupRun extends RetryGroup {
	/** The number of the run in its execution, from 0; a retry of the run has the same. */
	runIndex: number;
}

/** How many callers are followed to find the outermost execution. */
const MAX_DEPTH = 50;
const MAX_KNOWN_GROUPS = 1000;

/**
 * The groups of sub-workflows, by caller: an outermost execution is looked up once, not for each
 * call of a sub-workflow.
 */
const knownGroups = new RecentMap<string, Promise<RetryGroup>>(MAX_KNOWN_GROUPS);

/** The runs that n8n has made up, by execution and node: they are counted once, not for each turn of a loop. */
const knownRecoveredRuns = new RecentMap<string, number>(MAX_KNOWN_GROUPS);

/** Finds the group of this execution, and which run of the node this is. */
export async function findGroupRun(
	context: IExecuteFunctions,
	executionId: string,
): Promise<GroupRun> {
	const group = await findRetryGroup(context, executionId);
	const recovered = await recoveredRuns(context, executionId);
	return { ...group, runIndex: runIndexOf(context) - recovered };
}

/**
 * How many runs of this node n8n has made up. When a killed process is back, n8n gives each node that
 * it had begun a run without its output, or with an error. A retry counts them, but begins anew.
 */
async function recoveredRuns(context: IExecuteFunctions, executionId: string): Promise<number> {
	if (context.getMode() !== 'retry' || runIndexOf(context) === 0) return 0;
	const name = `${executionId} ${context.getNode().id}`;
	const counted = knownRecoveredRuns.get(name);
	if (counted !== undefined) return counted;
	const data = await savedExecution(context, executionId);
	const runs = data?.resultData.runData[context.getNode().name];
	const madeUp = runs?.filter(
		({ executionStatus, data: output }) =>
			executionStatus === 'crashed' ||
			output?.main?.[0]?.[0]?.json.isArtificialRecoveredEventItem === true,
	);
	const count = madeUp?.length ?? 0;
	knownRecoveredRuns.set(name, count);
	return count;
}

/**
 * Finds the group of this execution. For a sub-workflow, n8n stores which execution called it, and
 * when that execution began.
 * @param executionId the id of this execution
 * @throws StoreError
 */
export async function findRetryGroup(
	context: IExecuteFunctions,
	executionId: string,
): Promise<RetryGroup> {
	const { establishedAt, parentExecutionId } = executionStart(context);
	const secret = hashed(resumeSecret(context.getWorkflowDataProxy(0)));
	const itself: RetryGroup = {
		id: secret ?? executionId,
		execution: executionId,
		isShared: secret !== undefined,
		isSubWorkflow: context.getMode() === 'integrated',
		startedAt: establishedAt,
	};
	if (parentExecutionId === undefined) return itself;
	const caller = (await savedExecution(context, executionId))?.parentExecution;
	// In an error workflow, `parentExecutionId` is the execution that failed, which is not a caller.
	if (!caller) return itself;
	const key = `${caller.executionId} ${caller.executionContext?.establishedAt}`;
	const group = knownGroups.get(key) ?? outermostFrom(context, caller);
	knownGroups.set(key, group);
	// A look-up that failed is not kept.
	group.catch(() => knownGroups.delete(key));
	return await group;
}

/**
 * What n8n tells about the start of this execution. Older versions of n8n 2 tell nothing. With
 * them, a sub-workflow counts as an execution of its own.
 */
function executionStart(context: IExecuteFunctions): Partial<IExecutionContext> {
	return ('getExecutionContext' in context ? context.getExecutionContext() : undefined) ?? {};
}

/**
 * The warning of a check in a sub-workflow if this n8n does not tell which execution calls it: a
 * retry of that execution is then not recognized.
 */
export function callerWarning(
	context: IExecuteFunctions,
	{ action }: Pick<DeliveryNames, 'action'>,
): Finding[] {
	const isCalled = context.getMode() === 'integrated';
	if (!isCalled || executionStart(context).parentExecutionId !== undefined) return [];
	return [
		warning(
			`This n8n does not tell a sub-workflow which execution calls it, so a retry of that execution would ${action} again`,
			'After a failure, start a new execution with what is missing, or fill in Row Key.',
		),
	];
}

async function savedExecution(
	context: IExecuteFunctions,
	id: string,
): Promise<IRunExecutionData | undefined> {
	return await context.getExecutionDataById(id).catch((error: unknown) => {
		throw new StoreError(error);
	});
}

async function outermostFrom(
	context: IExecuteFunctions,
	first: RelatedExecution,
): Promise<RetryGroup> {
	let caller = first;
	let data: IRunExecutionData | undefined;
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		data = await savedExecution(context, caller.executionId);
		if (!data?.parentExecution) break;
		caller = data.parentExecution;
	}
	const { establishedAt, source } = caller.executionContext ?? {};
	// Retries of an execution started by hand have its start time, and nobody starts a workflow twice
	// within a millisecond. Its secret cannot serve: in queue mode, n8n's database has another one
	// while the execution runs.
	const secret =
		source === 'manual' ? `${caller.workflowId}:${establishedAt}` : hashed(data?.resumeToken);
	return {
		id: secret ?? caller.executionId,
		execution: caller.executionId,
		isShared: secret !== undefined,
		isSubWorkflow: true,
		startedAt: establishedAt,
	};
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
	return secret ? createHash('sha256').update(secret).digest('base64url') : undefined;
}

/** n8n's number of this run of the node in its execution, from 0. */
export const runIndexOf = (context: IExecuteFunctions) =>
	Number(context.getWorkflowDataProxy(0).$runIndex);

/**
 * Returns a function that identifies rows, and that is called once for each, in their order. A row of
 * an earlier start is the same if it has the same phone number, in the same run of the node, and of
 * several with this number the same place among them. So a retry with a changed workflow does not
 * call again who was called, even if other columns have changed. In a sub-workflow, all values count,
 * because a retry may call the sub-workflow for only some of the rows.
 */
export function rowIdentifier({ id, runIndex, isSubWorkflow }: GroupRun): (row: Entry) => string {
	const counts = new Map<string, number>();
	return ({ label, values, destination }) => {
		const { target, content = values } = destination.identity ?? {};
		// A row of a task that was deleted is not one of the task that replaces it.
		const attempt = destination.task?.identities.length;
		const text = JSON.stringify([target, attempt, isSubWorkflow ? content : label]);
		const place = (counts.get(text) ?? 0) + 1;
		counts.set(text, place);
		const all = [id, runIndex, text, place];
		return createHash('sha256').update(all.join(' ')).digest('base64url');
	};
}
