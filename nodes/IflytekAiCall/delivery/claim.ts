import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { warning, type Finding } from '../../shared/aiCall/checks';
import type { DeliveryMethod } from '../../shared/aiCall/protocol/methods';
import { CONSOLE } from '../../shared/console';
import { InputError } from '../../shared/failure';
import { pLimit } from '../../shared/vendor';
import type { DeliveryNames, Entry } from './entry';
import { NodeStore, throwStoreError } from './nodeStore';
import { findOrigin, executionStart, type Origin } from './origin';

/**
 * How many entries n8n's database keeps for claims, if rows have no keys. Each run has up to three,
 * and each execution up to four.
 */
export const CLAIM_ENTRIES = 4000;

/** About how many runs a node in a sub-workflow remembers, with six entries each. */
const RUNS_REMEMBERED = 600;

const HOW_TO_FIND_OUT = `First check which rows were accepted: n8n's log lists the IDs of each batch (search for the execution and this node), and ${CONSOLE} has the rest. Then start a new execution with the missing ones.`;

/**
 * Refuses to run with n8n's Retry On Fail. It runs the whole node again with all items, so rows
 * that the first run sent would be sent twice.
 * @throws InputError if Retry On Fail is on
 */
export function refuseRetryOnFail(context: IExecuteFunctions, action: string): void {
	if (context.getNode().retryOnFail !== true) return;
	throw new InputError(
		`Turn off Retry On Fail: it could ${action} twice`,
		'Nothing was sent. Retry On Fail reruns the node with all items, including accepted ones. Turn it off in the Settings of the node. The node already retries what is safe; for other failures, set On Error to Continue (using error output).',
	);
}

/**
 * The warning of a check for rows without keys in a sub-workflow: the node cannot always tell
 * whether the calling execution is a retry.
 */
export function retryWarning(
	context: IExecuteFunctions,
	{ method, action }: DeliveryNames,
): Finding[] {
	const isCalled = context.getMode() === 'integrated';
	const nodesBefore = context.getParentNodes(context.getNode().name);
	if (!isCalled && !nodesBefore.some(({ type }) => type === SUB_WORKFLOW_TRIGGER)) return [];
	const knowsCaller = !isCalled || executionStart(context).parentExecutionId !== undefined;
	const keysAdvice = hasKeys(method) ? ' Rows with keys (Row Key) are not sent again.' : '';
	return [
		warning(
			knowsCaller
				? `In a sub-workflow, this node recognizes a retry of the calling execution only for about ${RUNS_REMEMBERED} later runs; after that, a retry would ${action} again`
				: `This n8n does not tell a sub-workflow which execution calls it, so a retry of that execution would ${action} again`,
			`After a failure, start a new execution with what is missing.${keysAdvice}`,
		),
	];
}

/** Whether what this method sends can have keys. */
const hasKeys = (method: DeliveryMethod) => method !== 'createTask';

const SUB_WORKFLOW_TRIGGER = 'n8n-nodes-base.executeWorkflowTrigger';

/** The claim of a run. Only a run with a claim may send rows. */
export interface Claim {
	/**
	 * Withdraws the claim, so that a retry may send rows. Called only if certainly nothing was
	 * accepted.
	 */
	release(): Promise<void>;
}

/** What this process knows about the runs of an execution. */
interface RunsOfExecution {
	/** How many were claimed. Entries that several runs share stay until the last one is withdrawn. */
	count: number;
	/**
	 * Lets one run at a time make its claim. Otherwise a run would find the execution recorded by
	 * another run whose claim is about to be refused, and would send.
	 */
	turn: ReturnType<typeof pLimit>;
}

/** `knownExecutions` has at most this many executions. */
const MAX_EXECUTIONS = 1000;

const knownExecutions = new Map<string, RunsOfExecution>();

function runsOf(execution: string): RunsOfExecution {
	const runs = knownExecutions.get(execution) ?? { count: 0, turn: pLimit(1) };
	knownExecutions.set(execution, runs);
	// A Map lists its oldest entry first.
	for (const [oldest] of knownExecutions)
		if (knownExecutions.size > MAX_EXECUTIONS) knownExecutions.delete(oldest);
	return runs;
}

/**
 * Claims this run of the node in n8n's database, before its first request. In queue mode n8n can
 * start an execution a second time, under the same id, while the first start goes on. The
 * sub-workflows that the second start calls have new ids. Also, n8n's Retry button starts a failed
 * execution again. Neither the second start nor the retry may repeat what was sent. A claim
 * therefore names the outermost execution and its start, and in a sub-workflow also the rows that
 * it sends. What a claim cannot detect is described in docs/decisions/once.md.
 * @param batch the first batch of the run
 * @param rowKeys the keys of the rows, if rows have keys; they tell what an earlier execution sent
 * @param capacity how many entries the node keeps at least
 * @throws InputError if the run was begun before, or may have been; nothing is sent then
 */
export async function claimRun(
	context: IExecuteFunctions,
	names: DeliveryNames,
	batch: readonly Entry[],
	rowKeys?: { capacity: number },
	capacity = rowKeys?.capacity ?? CLAIM_ENTRIES,
): Promise<Claim> {
	const executionId = context.getExecutionId();
	// If there is no execution ID, n8n cannot start this run a second time.
	if (executionId === undefined) return { release: async () => await Promise.resolve() };
	const store = new NodeStore(context, capacity);
	// Earlier runs may have had rows with keys. A run without keys must not drop them all at once.
	if (rowKeys === undefined) await store.keepEntries();
	const origin = await findOrigin(context, executionId).catch(throwStoreError);
	const runs = runsOf(origin.execution);
	runs.count++;
	const run = { context, names, batch, executionId, hasKeys: rowKeys !== undefined };
	return await runs.turn(async () => await claimInTurn(run, origin, store));
}

/** A run that is to be claimed. */
interface Run {
	context: IExecuteFunctions;
	names: DeliveryNames;
	batch: readonly Entry[];
	executionId: string;
	/** Whether its rows have keys. */
	hasKeys: boolean;
}

async function claimInTurn(
	{ context, names, batch, executionId, hasKeys }: Run,
	origin: Origin,
	store: NodeStore,
): Promise<Claim> {
	const entries = entriesOf(origin, hasKeys);
	// The number of the run is the same when the execution is started a second time.
	const runIndex = String(context.getWorkflowDataProxy(0).$runIndex);
	const runEntry = `run:${executionId}:${runIndex}`;
	// If a worker starts the outermost execution a second time, that execution has the same ID and
	// start time, but it calls this sub-workflow under a new ID. The rows are the same.
	const rowsEntries =
		origin.isSubWorkflow && !hasKeys
			? fingerprints(batch).map((hash) => `rows:${origin.execution}:${runIndex}:${hash}`)
			: [];
	// For rows with keys outside of sub-workflows, the run's own entry tells of a second start.
	const sharedEntries = [
		...entries.families,
		...(hasKeys && !origin.isSubWorkflow ? [] : [entries.execution, entries.start]),
	].filter((entry) => entry !== undefined);
	const entriesOfRun = [runEntry, ...rowsEntries];
	const recorded = await store.record([...sharedEntries, ...entriesOfRun]);
	const added = [...sharedEntries, ...entriesOfRun].filter((entry) => !recorded.before.has(entry));
	const withdrawAndThrow = async (error: InputError): Promise<never> => {
		await store.forget([...added, ...recorded.marks]);
		throw error;
	};
	const wasRecorded = (entry: string | undefined) =>
		entry !== undefined && recorded.before.has(entry);
	// The outermost execution was recorded, but with another start time: n8n has started it twice.
	const isOtherStart =
		wasRecorded(entries.execution) && entries.start !== undefined && !wasRecorded(entries.start);
	if (wasRecorded(runEntry)) throw startedTwice(origin, names);
	if (isOtherStart) return await withdrawAndThrow(startedTwice(origin, names));
	if (rowsEntries.some(wasRecorded)) return await withdrawAndThrow(sameRows(origin, names));
	if (!wasRecorded(entries.execution)) {
		const isRetry = context.getMode() === 'retry';
		// If Row Key was filled in or cleared after the failed execution, no key tells what it sent.
		if ((isRetry || origin.isSubWorkflow) && (await store.hasAny(entries.otherFamilies)))
			return await withdrawAndThrow(rowKeyChanged(origin, hasKeys));
		// A retry has a new execution ID, but shares the families of the failed execution.
		if (!hasKeys && entries.families.some(wasRecorded))
			return await withdrawAndThrow(retried(origin, names));
		// n8n says that this is a retry, but no family was recorded. The failed execution may still
		// have sent rows if there are no families to compare, or if the store is full and has dropped
		// entries.
		const mayBeUnknown = async () => entries.families.length === 0 || (await store.isFull());
		if (!hasKeys && isRetry && (await mayBeUnknown()))
			return await withdrawAndThrow(perhapsRetried(names));
	}
	return {
		async release() {
			const isOnlyRun = knownExecutions.get(origin.execution)?.count === 1;
			if (isOnlyRun) knownExecutions.delete(origin.execution);
			const released = added.filter((entry) => isOnlyRun || entriesOfRun.includes(entry));
			await store.forget([...released, ...recorded.marks]);
		},
	};
}

/** Hashes of what the first batch of a run sends. Batches that share one of them are the same. */
function fingerprints(batch: readonly Entry[]): string[] {
	const destination = batch[0]?.destination;
	const contents = destination?.identities?.() ?? [
		JSON.stringify(destination?.body(batch.map(({ values }) => values))),
	];
	return contents.map((content) => createHash('sha256').update(content).digest('base64url'));
}

/**
 * The entries that all runs of an execution share. Families identify retries. Those of rows with
 * keys have another name, because a retry may send rows if both executions have keys.
 */
function entriesOf({ execution, startedAt, families }: Origin, withKeys: boolean) {
	const named = (name: string) => families.map((family) => `${name}:${family}`);
	return {
		execution: `execution:${execution}`,
		start: startedAt === undefined ? undefined : `start:${execution}:${startedAt}`,
		families: named(withKeys ? 'keyed' : 'family'),
		otherFamilies: named(withKeys ? 'family' : 'keyed'),
	};
}

function startedTwice({ execution, isSubWorkflow }: Origin, { action }: DeliveryNames): InputError {
	const which = isSubWorkflow
		? `execution ${execution}, which called this sub-workflow,`
		: `execution ${execution}`;
	return refusal(
		`n8n started ${which} a second time, so this run would ${action} twice`,
		`This start sent nothing. The first start may still be running, or its process has ended; n8n may show this error in the place of what the first start returned. ${HOW_TO_FIND_OUT} Also check that Redis saves its data and that n8n's workers can reach it.`,
	);
}

function sameRows({ execution }: Origin, { method, action, nouns }: DeliveryNames): InputError {
	const [these, same] = hasKeys(method)
		? ['these rows', 'the same rows']
		: [`this ${nouns[0]}`, `the same ${nouns[0]}`];
	const sameAgain = hasKeys(method)
		? 'If the same rows are to be sent twice in one execution, give them different keys (Row Key).'
		: `If two such ${nouns[1]} are to be created in one execution, give them different names.`;
	return refusal(
		`Execution ${execution}, which called this sub-workflow, called it with ${these} before, so this run could ${action} twice`,
		`Nothing was sent this time. n8n has started that execution a second time, or it calls this sub-workflow twice with ${same}. ${HOW_TO_FIND_OUT} ${sameAgain}`,
	);
}

/** What helps with the next retry. Keys help only if the failed execution had them too. */
function adviceOnKeys({ method }: DeliveryNames): string {
	return hasKeys(method)
		? ' To make later executions safe to retry, fill in Row Key: a retry of an execution with row keys sends only what was not sent before.'
		: '';
}

function retried({ isSubWorkflow }: Origin, names: DeliveryNames): InputError {
	return refusal(
		`This is a retry of an execution in which this node had already started to ${names.action}`,
		`Nothing was sent. ${isSubWorkflow ? 'The execution that called this sub-workflow was retried. ' : ''}${HOW_TO_FIND_OUT}${adviceOnKeys(names)}`,
	);
}

function rowKeyChanged({ isSubWorkflow }: Origin, hasRowKeys: boolean): InputError {
	const retry = isSubWorkflow
		? 'The execution that called this sub-workflow is a retry'
		: 'This is a retry';
	if (hasRowKeys)
		return refusal(
			`${retry}, and in the failed execution rows had no keys, so this node cannot tell which rows were sent`,
			`Nothing was sent. ${HOW_TO_FIND_OUT}`,
		);
	return refusal(
		`${retry}, and in the failed execution rows had keys, but now Row Key is empty`,
		'Nothing was sent. Fill in Row Key as it was and retry again. Then only rows are sent that were not sent before.',
	);
}

function perhapsRetried(names: DeliveryNames): InputError {
	return refusal(
		`This is a retry, and it is not known whether this node had already started to ${names.action} in the earlier execution`,
		`Nothing was sent. ${HOW_TO_FIND_OUT}${adviceOnKeys(names)}`,
	);
}

/**
 * An error with the state `unknown`: the earlier start may have sent these items, so they must not
 * count as safe to send.
 */
function refusal(message: string, advice: string): InputError {
	const failure = new InputError(message, advice);
	failure.details.facts = { state: 'unknown' };
	return failure;
}
