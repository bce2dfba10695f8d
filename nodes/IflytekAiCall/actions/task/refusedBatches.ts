import { RefusalError } from '../../../shared/aiCall/protocol/aiCallErrors';
import { fetchTask } from '../../../shared/aiCall/tasks/fetchTasks';
import type { AiCallClient } from '../../../shared/aiCall/transport/aiCallClient';
import { numberOf } from '../../../shared/values';
import type { Outcomes } from '../../entry/audit';
import type { Entry, RowsTask } from '../../entry/entry';
import { isFailed, type Outcome } from '../../entry/outcomes';
import type { Sender } from '../../send/sender';
import { targetOf } from '../../sentBefore/addedRows';

/**
 * Finds out what a refusal means for the rows of its batch, by the number of rows of the task. If
 * none of them is in it, the refused one is looked for; otherwise nobody can tell which ones are.
 */
export async function settleRefused(
	client: AiCallClient,
	sender: Sender,
	refused: readonly Entry[][],
	outcomes: Outcomes,
): Promise<void> {
	const undecided = [...outcomes].filter(([, outcome]) => isUndecided(outcome)).map(([row]) => row);
	const tasks = new Map(
		[...refused.flat(), ...undecided].map((row) => [targetOf(row), row.destination.task]),
	);
	for (const [id, task] of tasks) {
		const isOfTask = (row: Entry) => targetOf(row) === id;
		const batches = refused.filter((batch) => batch.every(isOfTask));
		const rows = undecided.filter(isOfTask);
		const accepted = [...outcomes].filter(
			([row, { state }]) => isOfTask(row) && state === 'accepted',
		);
		const isNoneIn = await hasOnlyAccepted(client, id, task?.asFound, accepted.length);
		if (isNoneIn) for (const row of rows) setState(row, 'notAccepted');
		for (const batch of batches)
			if (isNoneIn) await sender.split(batch);
			else for (const row of batch) setState(row, 'unknown');
	}

	function setState(row: Entry, state: 'notAccepted' | 'unknown'): void {
		const outcome = outcomes.of(row);
		if (isFailed(outcome)) outcomes.set(row, { ...outcome, state });
	}
}

/** Whether a request was refused, but perhaps not each of its rows. */
function isUndecided(outcome: Outcome): boolean {
	return outcome.state === 'unknown' && outcome.error instanceof RefusalError;
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
