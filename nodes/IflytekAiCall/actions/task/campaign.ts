import { MAX_ROWS_PER_REQUEST } from '../../../shared/aiCall/protocol/limits';
import { isFaultOfOneRow } from '../../../shared/aiCall/protocol/retryPolicy';
import { asFailure, Failure, stoppedError } from '../../../shared/failure';
import { mapConcurrently } from '../../../shared/n8n/run/items';
import type { Outcomes } from '../../entry/audit';
import type { Entry } from '../../entry/entry';
import { InterruptedRowError, isFailed, type Outcome } from '../../entry/outcomes';
import { refusedRows, thenAgain, withAdvice } from '../../report/runError';
import { batchesOf } from '../../send/batches';
import { DeliveryLog } from '../../send/log';
import { Sender } from '../../send/sender';
import type { CampaignRows } from '../../sentBefore/campaignRows';
import type { RowRun } from '../../run/runRows';
import type { CampaignTask } from './campaignTask';

/** A task that is created, filled with rows and started in one run. */
export interface Campaign {
	task: CampaignTask;
	rows: Entry[];
}

interface CampaignRun extends RowRun {
	outcomes: Outcomes;
	/** What was sent before; undefined in a test, which may be repeated. */
	record: CampaignRows | undefined;
}

/** How many tasks are tried: if it is not certain which rows one has, the next one takes its place. */
const MAX_TASKS = 3;

/**
 * Calls the rows of a campaign that were not sent before: creates a task, adds them, and starts it.
 * If anything fails, the task is deleted, and nobody is called.
 * @returns the rows that are called; none if the task was not started
 */
export async function runCampaign(campaign: Campaign, run: CampaignRun): Promise<Entry[]> {
	const { task, rows } = campaign;
	const { record, outcomes } = run;
	const isRefused = (row: Entry) => outcomes.of(row).state === 'notAccepted';
	try {
		if (record && !(await record.hasNew(rows))) {
			for (const row of rows) outcomes.set(row, { state: 'sentBefore' });
			return [];
		}
		const called = await fill(campaign, run);
		if (called.length === 0) {
			await task.delete();
			return [];
		}
		const { id = '' } = task;
		await record?.complete(id, rows.filter(isRefused));
		if ((await task.start()) === 'unknown') return leaveInDoubt(called, id, run);
		await recordSent(called, id, run);
		return called;
	} catch (error) {
		await giveUp(campaign, run, asFailure(error));
		return [];
	}
}

/**
 * Creates the task and adds the rows to it.
 * @returns the rows that are in it: those that were not sent before and not refused
 * @throws Failure if the task must not be started
 */
async function fill({ task, rows }: Campaign, run: CampaignRun): Promise<Entry[]> {
	const { node, record, outcomes } = run;
	const refused = new Set<Entry>();
	for (let tasks = 1; tasks <= MAX_TASKS; tasks++) {
		if (node.stopped?.aborted) throw stoppedError();
		const id = await task.create();
		const before = (await record?.begin(rows, id, task.asFound)) ?? new Map<Entry, Outcome>();
		for (const [row, outcome] of before) outcomes.set(row, outcome);
		const toSend = rows.filter((row) => !before.has(row) && !refused.has(row));
		const isCertain = await addRows(task, toSend, run);
		const nowRefused = toSend.filter((row) => outcomes.of(row).state === 'notAccepted');
		for (const row of nowRefused) refused.add(row);
		if (refused.size > 0 && !run.sendOthers) throw refusal([...refused], rows.length, run);
		if (isCertain) return toSend.filter((row) => !refused.has(row));
		// What became of the rows in that task does not matter any more: the next one takes them.
		await task.delete();
	}
	throw new Failure('The answers to requests were lost again and again', 'interrupted', {
		advice: 'Check the connection to the platform.',
	});
}

/**
 * Adds rows to the task, and finds those that are refused. The number of rows of the task, before
 * refused batches are split, says whether others of them were accepted.
 * @returns whether it is certain that the task has all of them but the refused ones
 * @throws Failure if the whole was refused, such as for the balance
 */
async function addRows(
	task: CampaignTask,
	rows: readonly Entry[],
	{ node, client, clock, names, outcomes }: CampaignRun,
): Promise<boolean> {
	const log = new DeliveryLog(node, names);
	const sender = new Sender(node, client, { names, clock, sendOthers: false, outcomes, log });
	const stateOf = (row: Entry) => outcomes.of(row).state;
	for (const row of rows) outcomes.set(row, { state: 'notSent' });
	const refused: Entry[][] = [];
	const batches = batchesOf(rows, MAX_ROWS_PER_REQUEST);
	await mapConcurrently(batches, node.concurrency, async (batch) => {
		const mustSplit = await sender.sendWhole(batch);
		if (mustSplit) refused.push(batch);
	});
	// A batch of one row is not in `refused`.
	const isAnyRefused = rows.some((row) => stateOf(row) === 'notAccepted');
	const accepted = rows.filter((row) => stateOf(row) === 'accepted').length;
	const isCertain = !isAnyRefused || (await task.count()) === accepted;
	await mapConcurrently(refused, node.concurrency, async (batch) => await sender.split(batch));
	if (node.stopped?.aborted) throw stoppedError();
	const failed = rows.map((row) => outcomes.of(row)).filter(isFailed);
	const others = failed.filter(({ error }) => !isFaultOfOneRow(error));
	const wholeRefusal = others.find(({ state }) => state !== 'unknown');
	if (wholeRefusal) throw asFailure(wholeRefusal.error);
	const [lost] = others;
	// A code is an answer: another task would be refused, too. Only after a lost answer one may not be.
	if (lost && asFailure(lost.error).details.code !== undefined) throw asFailure(lost.error);
	return isCertain && !lost;
}

/** The error that names all refused rows. */
function refusal(refused: Entry[], total: number, { names, outcomes }: CampaignRun): Failure {
	const [first] = refused.map((row) => outcomes.of(row)).filter(isFailed);
	return refusedRows(names, asFailure(first?.error), refused, total, '');
}

/** The task is started: if the database fails, the next execution asks the platform for it. */
async function recordSent(rows: readonly Entry[], id: string, run: CampaignRun): Promise<void> {
	const { node, names, record } = run;
	const log = new DeliveryLog(node, names);
	log.started(id);
	await record?.sent(rows, id).catch((error: unknown) => log.warnOfRecord(error));
}

/** Nobody knows whether the task was started. The next execution asks the platform for it. */
function leaveInDoubt(rows: readonly Entry[], id: string, { outcomes }: CampaignRun): Entry[] {
	const error = new Failure(
		`It is not known whether task ${id} was started: the answer was lost`,
		'interrupted',
		{ advice: 'Run it again when the platform answers: it asks for the task first.' },
	);
	for (const row of rows) outcomes.set(row, { state: 'unknown', error, saysAll: true });
	return [];
}

/** Deletes the task, and says in the outcome of each row why nobody was called. */
async function giveUp(
	{ task, rows }: Campaign,
	{ outcomes, record }: CampaignRun,
	reason: Failure,
): Promise<void> {
	const own = new Set(rows);
	const isOther = ([row, { state }]: [Entry, Outcome]) => state === 'accepted' && !own.has(row);
	const whoIs = [...outcomes].some(isOther) ? 'None of its rows is called' : 'Nobody was called';
	const left = whoIs + (await deleteOf(task, record));
	const advice = reason.details.advice ?? '';
	const error = withAdvice(reason, [left, advice, thenAgain(advice)].filter(Boolean).join(' '));
	for (const row of rows) {
		const outcome = outcomes.of(row);
		const isInterrupted = isFailed(outcome) && outcome.error instanceof InterruptedRowError;
		const isDecided = ['sentBefore', 'notAccepted'].includes(outcome.state) || isInterrupted;
		if (!isDecided) outcomes.set(row, { state: 'notSent', error, saysAll: true });
	}
}

/** Deletes the task, if there is one. Returns the rest of a sentence that says what is left. */
async function deleteOf(task: CampaignTask, record: CampaignRun['record']): Promise<string> {
	const { id, mayBeLeft } = task;
	if (id === undefined)
		return mayBeLeft
			? '. An empty task may be left, which calls nobody.'
			: ', and no task is left.';
	try {
		await task.delete();
		return ': the task was deleted.';
	} catch {
		const next = record ? 'The next run deletes it.' : 'Delete it (Task: Delete).';
		return `: task ${id} was not started. ${next}`;
	}
}
