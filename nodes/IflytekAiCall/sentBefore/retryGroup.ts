import { createHash } from 'crypto';
import type {
	IExecuteFunctions,
	IExecutionContext,
	IRunExecutionData,
	RelatedExecution,
} from 'n8n-workflow';
import { warning, type Finding } from '../../shared/aiCall/checks';
import { isRecord, textOf } from '../../shared/values';
import { RecentMap } from '../../shared/recentMap';
import type { DeliveryNames, Entry } from '../batch/entry';

/** An execution and its retries. A sub-workflow belongs to the group of its outermost caller. */
export interface RetryGroup {
	/** An ID that no other execution has. */
	id: string;
	/** The ID of the outermost execution, which is another one for each retry. */
	execution: string;
	/** Whether retries have the same `id`. Older versions of n8n 2 do not tell such an ID. */
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
	const data = await context.getExecutionDataById(executionId);
	const runs = data?.resultData.runData[context.getNode().name] ?? [];
	const count = runs.filter(
		({ executionStatus, data: output }) =>
			executionStatus === 'crashed' ||
			output?.main?.[0]?.[0]?.json.isArtificialRecoveredEventItem === true,
	).length;
	knownRecoveredRuns.set(name, count);
	return count;
}

/**
 * Finds the group of this execution. For a sub-workflow, n8n stores which execution called it, and
 * when that execution began.
 * @param executionId the id of this execution
 * @throws what n8n's database throws
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
	const caller = (await context.getExecutionDataById(executionId))?.parentExecution;
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

async function outermostFrom(
	context: IExecuteFunctions,
	first: RelatedExecution,
): Promise<RetryGroup> {
	let caller = first;
	let data: IRunExecutionData | undefined;
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		data = await context.getExecutionDataById(caller.executionId);
		if (!data?.parentExecution) break;
		caller = data.parentExecution;
	}
	const secret = manualStart(caller) ?? hashed(data?.resumeToken);
	return {
		id: secret ?? caller.executionId,
		execution: caller.executionId,
		isShared: secret !== undefined,
		isSubWorkflow: true,
		startedAt: caller.executionContext?.establishedAt,
	};
}

/**
 * The workflow and the start time of an execution started by hand. Its retries have both, and
 * nobody starts a workflow twice within a millisecond. Its secret cannot serve: in queue mode, n8n's
 * database has another one while the execution runs.
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
	return secret ? createHash('sha256').update(secret).digest('base64url') : undefined;
}

/** n8n's number of this run of the node in its execution, from 0. */
export const runIndexOf = (context: IExecuteFunctions) =>
	Number(context.getWorkflowDataProxy(0).$runIndex);

/**
 * Tells which row of an earlier start is the same as a row of this run: the one with the same phone
 * number in the same run of the node, and of several with this number, the one with the same place
 * among them. So a retry with a changed workflow does not call again who was called, even if other
 * columns have changed. In a sub-workflow, the row with the same values is the same, because a retry
 * may call the sub-workflow for only some of the rows.
 */
export class RowIdentities {
	private readonly places = new Map<Entry, number>();
	private readonly counts = new Map<string, number>();

	constructor(private readonly group: GroupRun) {}

	/** Called once for each row, in their order. */
	note(row: Entry): void {
		const content = this.contentOf(row);
		const place = (this.counts.get(content) ?? 0) + 1;
		this.counts.set(content, place);
		if (place > 1) this.places.set(row, place);
	}

	/** The identity of a row that was noted. */
	of(row: Entry): string {
		const all = [
			this.group.id,
			this.group.runIndex,
			this.contentOf(row),
			this.places.get(row) ?? 1,
		];
		return createHash('sha256').update(all.join(' ')).digest('base64url');
	}

	private contentOf({ label, values, destination }: Entry): string {
		const { target, content = values } = destination.identity ?? {};
		return JSON.stringify([target, this.group.isSubWorkflow ? content : label]);
	}
}
