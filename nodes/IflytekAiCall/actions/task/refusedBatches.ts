import { RefusalError } from '../../../shared/aiCall/protocol/aiCallErrors';
import { fetchTask } from '../../../shared/aiCall/tasks/fetchTasks';
import type { AiCallClient } from '../../../shared/aiCall/transport/aiCallClient';
import { numberOf } from '../../../shared/values';
import { isFailed, type Decision, type Decisions } from '../../entry/decision';
import type { Entry, RowsTask } from '../../entry/entry';
import type { Sender } from '../../send/sender';
import { targetOf } from '../../sentBefore/pastRows';

/**
 * Finds out what a refusal means for the rows of its batch, by the number of rows of the task. If
 * none of them is in it, the refused one is looked for; otherwise nobody can tell which ones are.
 */
export async function settleRefused(
	client: AiCallClient,
	sender: Sender,
	refused: readonly Entry[][],
	sent: readonly Entry[],
	decisions: Decisions,
): Promise<void> {
	const undecided = sent.filter((row) => isUndecided(decisions.of(row)));
	const tasks = new Map(
		[...refused.flat(), ...undecided].map((row) => [targetOf(row) ?? '', row.destination.task]),
	);
	for (const [id, task] of tasks) {
		const isOfTask = (row: Entry) => targetOf(row) === id;
		const batches = refused.filter((batch) => batch.every(isOfTask));
		const accepted = sent.filter((row) => isOfTask(row) && isAcceptedNow(decisions.of(row)));
		const isNoneIn = await hasOnlyAccepted(client, id, task?.asFound, accepted.length);
		if (isNoneIn) for (const row of undecided.filter(isOfTask)) sender.refuse(row);
		for (const batch of batches)
			if (isNoneIn) await sender.split(batch);
			else sender.leaveUnknown(batch);
	}
}

/** Whether this run has sent a row, and not an earlier try of it. */
function isAcceptedNow(decision: Decision): boolean {
	return decision.state === 'accepted' && !decision.earlierTry;
}

/** Whether a request was refused, but perhaps not each of its rows. */
function isUndecided(decision: Decision): boolean {
	return isFailed(decision) && decision.cause instanceof RefusalError;
}

/** Whether the task has as many more rows than before as were accepted, so none of the refused. */
async function hasOnlyAccepted(
	client: AiCallClient,
	id: string,
	asFound: RowsTask['asFound'],
	accepted: number,
): Promise<boolean> {
	const before = numberOf(asFound?.count_tel) ?? 0;
	const now = await fetchTask(client, id).catch(() => undefined);
	return numberOf(now?.count_tel) === before + accepted;
}
