import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import { isRecord, textOf } from '../../shared/values';
import { NodeStore } from './nodeStore';

/** Entries that are kept for claims: two for each run, and up to two more for each execution. */
export const CLAIM_ENTRIES = 4000;

const HOW_TO_FIND_OUT =
	"First check which rows were accepted: n8n's log lists the IDs of each batch (search for the execution and this node), and the platform's console has the rest. Then start a new execution with the missing ones.";

/**
 * n8n's Retry On Fail runs the whole node again with all items, so that rows accepted by the first run would be sent
 * twice.
 * @throws InputError where it is switched on
 */
export function refuseRetryOnFail(context: IExecuteFunctions, action: string): void {
	if (context.getNode().retryOnFail !== true) return;
	throw new InputError(
		`Turn off Retry On Fail: it could ${action} twice`,
		'Nothing was sent. Retry On Fail reruns the node with all items, including accepted ones. Turn it off in the Settings of the node. The node already retries what is safe; for other failures, set On Error to Continue (using error output).',
	);
}

/**
 * Claims this run of the node in n8n's database, before its first request. In queue mode n8n can start an execution a
 * second time, under the same id, while the first start goes on; and its Retry button starts a failed one again. Neither
 * may send again what was sent.
 * @param action what the run does, such as `add rows`
 * @param rowKeys keys of the rows, which tell what an earlier execution has sent, and how many entries the node keeps
 * @throws InputError where the run was begun before, or that cannot be known; nothing was sent
 */
export async function claimRun(
	context: IExecuteFunctions,
	action: string,
	rowKeys?: { capacity: number },
): Promise<void> {
	const execution = context.getExecutionId();
	// Without an execution there is nothing that n8n could start a second time.
	if (execution === undefined) return;
	const store = new NodeStore(context, rowKeys?.capacity ?? CLAIM_ENTRIES);
	const proxy: Record<string, unknown> = context.getWorkflowDataProxy(0);
	// The number of the run is the same when the execution is started a second time.
	const run = `run:${execution}:${String(proxy.$runIndex)}`;
	const family = familyOf(proxy);
	const isRetry = context.getMode() === 'retry' && rowKeys === undefined;
	const ownExecution = `retry:${execution}`;
	const before = await store.record([
		run,
		...(family === undefined ? [] : [family]),
		...(isRetry ? [ownExecution] : []),
	]);
	if (before.has(run)) {
		throw refusal(
			`n8n started execution ${execution} a second time, so this run would ${action} twice`,
			`This start sent nothing. The first start may still be running, or its process has ended. ${HOW_TO_FIND_OUT} Also check that Redis saves its data and that n8n's workers can reach it.`,
		);
	}
	// A later run of a retry whose first run was let through.
	if (!isRetry || before.has(ownExecution)) return;
	const begun = family !== undefined && before.has(family);
	if (!begun && family !== undefined && !(await store.isFull())) return;
	await store.forget([ownExecution]);
	throw refusal(
		begun
			? `This is a retry of an execution in which this node had already started to ${action}`
			: `This is a retry, and it is not known whether this node had already started to ${action} in the earlier execution`,
		`Nothing was sent. ${HOW_TO_FIND_OUT} With the option Row Key, a retry only sends rows that were not sent before.`,
	);
}

/**
 * What an execution and its retries have in common: the secret in their address for resuming, which n8n keeps with the
 * data that it starts a retry with. Hashed; undefined where there is none.
 */
function familyOf({ $execution }: Record<string, unknown>): string | undefined {
	const address = isRecord($execution) ? textOf($execution.resumeUrl) : undefined;
	const secret =
		address !== undefined && URL.canParse(address)
			? new URL(address).searchParams.get('signature')
			: null;
	return secret === null || secret === ''
		? undefined
		: `family:${createHash('sha256').update(secret).digest('hex')}`;
}

/** What the earlier start has accepted is not known here: its items must not count as free to be sent. */
function refusal(message: string, advice: string): InputError {
	const failure = new InputError(message, advice);
	failure.details.facts = { state: 'unknown' };
	return failure;
}
