import { MAX_ROWS_PER_REQUEST } from '../../../shared/aiCall/protocol/limits';
import { isFaultOfOneRow } from '../../../shared/aiCall/protocol/retryPolicy';
import { asFailure, Failure, stoppedError } from '../../../shared/failure';
import { mapConcurrently } from '../../../shared/n8n/run/items';
import { rulingOn } from '../../decide/rules';
import { following, isFailed, type Decisions, type Failed } from '../../entry/decision';
import type { Entry } from '../../entry/entry';
import { DO, RUN, SAY } from '../../entry/sentences';
import { batchesOf } from '../../send/batches';
import { DeliveryLog } from '../../send/log';
import { Sender } from '../../send/sender';
import type { CampaignRows } from '../../sentBefore/campaignRows';
import type { RowRun } from '../../deliver/deliverRows';
import type { CampaignTask } from './campaignTask';

/** A task that is created, filled with rows and started in one run. */
export interface Campaign {
	task: CampaignTask;
	rows: Entry[];
}

interface CampaignRun extends RowRun {
	decisions: Decisions;
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
	const { record, decisions } = run;
	let toSend = rows;
	try {
		const before = await record?.begin(rows);
		for (const [row, known] of before ?? []) decisions.set(row, rulingOn(known, run));
		toSend = decisions.in(rows, 'ready');
		if (toSend.length === 0) return [];
		const called = await fill(task, toSend, run);
		if (!called) {
			await giveUp({ task, rows: toSend }, run);
			return [];
		}
		if (called.length === 0) {
			await task.delete();
			return [];
		}
		const id = String(task.id);
		await record?.complete(decisions.in(toSend, 'notAccepted'));
		if (!(await task.start())) return leaveInDoubt(called, id, run);
		await recordSent(called, id, run);
		return called;
	} catch (error) {
		await giveUp({ task, rows: toSend }, run, asFailure(error));
		return [];
	}
}

/**
 * Creates the task and adds the rows to it.
 * @returns the rows that are in it: those that were not sent before and not refused; undefined if it
 * must not be started, because some were refused
 * @throws Failure if the task must not be started for another reason
 */
async function fill(
	task: CampaignTask,
	rows: readonly Entry[],
	run: CampaignRun,
): Promise<Entry[] | undefined> {
	const { node, record, decisions } = run;
	const refused = new Set<Entry>();
	for (let tasks = 1; tasks <= MAX_TASKS; tasks++) {
		if (node.stopped?.aborted) throw stoppedError();
		const id = await task.create();
		await record?.created(id, task.asFound);
		const toSend = rows.filter((row) => !refused.has(row));
		const isCertain = await addRows(task, toSend, run);
		for (const row of decisions.in(toSend, 'notAccepted')) refused.add(row);
		if (refused.size > 0 && !run.sendOthers) return undefined;
		if (isCertain) return toSend.filter((row) => !refused.has(row));
		// What became of the rows in that task does not matter any more: the next one takes them.
		await task.delete();
	}
	throw new Failure(RUN.lostAnswers, 'interrupted', { advice: DO.checkConnection });
}

/**
 * Adds rows to the task, and finds those that are refused.
 * @returns whether it is certain that the task has all of them but the refused ones
 * @throws Failure if the whole was refused, such as for the balance
 */
async function addRows(
	task: CampaignTask,
	rows: readonly Entry[],
	{ node, client, clock, names, skip, decisions }: CampaignRun,
): Promise<boolean> {
	const log = new DeliveryLog(node, names);
	const sending = { names, clock, skip, sendOthers: false, decisions, log };
	const sender = new Sender(node, client, sending);
	for (const row of rows) decisions.set(row, { state: 'ready' });
	const toSplit: Entry[][] = [];
	const batches = batchesOf(rows, MAX_ROWS_PER_REQUEST);
	await mapConcurrently(batches, node.concurrency, async (batch) => {
		const mustSplit = await sender.sendWhole(batch);
		if (mustSplit) toSplit.push(batch);
	});
	// Now the number of rows in the task says whether a refused batch has left any in it.
	const isCounted = await isCountOfAccepted(task, rows, decisions);
	await mapConcurrently(toSplit, node.concurrency, async (batch) => await sender.split(batch));
	if (node.stopped?.aborted) throw stoppedError();
	return !isAnyLost(rows, decisions) && isCounted;
}

/** Whether the task has the accepted rows and no other. Not asked if no row was refused. */
async function isCountOfAccepted(
	task: CampaignTask,
	rows: readonly Entry[],
	decisions: Decisions,
): Promise<boolean> {
	if (decisions.in(rows, 'notAccepted').length === 0) return true;
	return (await task.count()) === decisions.in(rows, 'accepted').length;
}

/**
 * Whether the answer about some rows was lost, so that they may be in the task.
 * @throws Failure if rows failed for a reason that would meet those of another task, too
 */
function isAnyLost(rows: readonly Entry[], decisions: Decisions): boolean {
	const failed = rows.map((row) => decisions.of(row)).filter(isFailed);
	const beyondRows = failed.filter(({ failure }) => !isFaultOfOneRow(failure));
	const refusal = beyondRows.find(({ state }) => state !== 'unknown');
	if (refusal) throw refusal.failure;
	const [lost] = beyondRows;
	// A code is an answer, which another task would get, too.
	if (lost?.cause?.details.code !== undefined) throw lost.cause;
	return lost !== undefined;
}

/** The task is started: if the database fails, the next execution asks the platform for it. */
async function recordSent(rows: readonly Entry[], id: string, run: CampaignRun): Promise<void> {
	const { node, names, record } = run;
	const log = new DeliveryLog(node, names);
	log.started(id);
	await record?.started(rows).catch((error: unknown) => log.warnOfRecord(error));
}

/** Nobody knows whether the task was started. The next execution asks the platform for it. */
function leaveInDoubt(rows: readonly Entry[], id: string, { decisions }: CampaignRun): Entry[] {
	const failure = new Failure(RUN.startUnknown(id), 'interrupted', { advice: DO.askAgain });
	for (const row of rows)
		decisions.set(row, { state: 'unknown', failure, cause: failure, saysNext: true });
	return [];
}

/**
 * Deletes the task, and decides on each row that was not itself refused.
 * @param reason why nobody was called; undefined if other rows of the campaign were refused
 */
async function giveUp(
	{ task, rows }: Campaign,
	{ decisions, record }: CampaignRun,
	reason?: Failure,
): Promise<void> {
	const left = await deleteTask(task, record);
	const failed: Failed = reason
		? { state: 'notSent', failure: reason, left }
		: { ...following(SAY.following), left };
	for (const row of rows) {
		const decision = decisions.of(row);
		const isRefused = isFailed(decision) && isFaultOfOneRow(decision.failure);
		if (!isRefused) decisions.set(row, failed);
	}
}

/** Deletes the task, if there is one. Returns a sentence that says what is left. */
async function deleteTask(task: CampaignTask, record: CampaignRun['record']): Promise<string> {
	const { id, mayBeLeft } = task;
	if (id === undefined) return mayBeLeft ? RUN.emptyTask : RUN.noTask;
	try {
		await task.delete();
		return RUN.taskDeleted;
	} catch {
		return record ? RUN.taskKept(id) : RUN.testTaskKept(id);
	}
}
