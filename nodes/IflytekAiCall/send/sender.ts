import { CountMismatchError } from '../../shared/aiCall/protocol/aiCallErrors';
import { isFaultOfOneRow, rowsOutcome } from '../../shared/aiCall/protocol/retryPolicy';
import { acceptedIds } from '../../shared/aiCall/protocol/rowRequests';
import { createdTaskId } from '../../shared/aiCall/tasks/taskCreation';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { asFailure, Failure } from '../../shared/failure';
import type { Clock } from '../../shared/n8n/requests/clock';
import { at, type JsonRecord } from '../../shared/values';
import { isFailed, type Decisions, type Failed } from '../entry/decision';
import type { SkipSettings } from '../entry/delivery';
import { hoursError, takenWord, type DeliveryNames, type Entry } from '../entry/entry';
import { DO, SAY } from '../entry/sentences';
import { bisect } from './batches';
import type { DeliveryLog } from './log';
import type { NodeRun } from './nodeRun';

/** What is needed to send batches. */
interface Sending {
	names: DeliveryNames;
	clock: Clock;
	skip?: SkipSettings;
	/** Whether the other batches are sent if one fails. */
	sendOthers: boolean;
	decisions: Decisions;
	log: DeliveryLog;
}

/**
 * Sends batches of entries, and decides what became of each. The client decides what is retried. A
 * row that the platform refuses does not keep the others from being sent.
 */
export class Sender {
	private hasFailed = false;

	constructor(
		private readonly node: Pick<NodeRun, 'timeoutMs' | 'stopped'>,
		private readonly client: AiCallClient,
		private readonly sending: Sending,
	) {}

	/** Whether no further batch may be started. */
	get isOver(): boolean {
		return this.node.stopped?.aborted === true || (this.hasFailed && !this.sending.sendOthers);
	}

	/**
	 * Sends a batch. If it was refused because of one of its rows, all of them are `notAccepted`.
	 * @returns whether it must be split, because one of several rows was refused
	 */
	async sendWhole(batch: Entry[]): Promise<boolean> {
		if (batch.length === 0 || this.isOver) return false;
		const { log, decisions } = this.sending;
		const number = log.begin(batch);
		let isFaultOfRow = false;
		try {
			await this.request(batch);
		} catch (error) {
			isFaultOfRow = isFaultOfOneRow(error);
			if (!isFaultOfRow) this.fail(batch, error);
			else
				for (const row of batch)
					decisions.set(row, { state: 'notAccepted', failure: asFailure(error) });
		}
		log.end(number, batch, decisions);
		return isFaultOfRow && batch.length > 1;
	}

	/** Sends a batch, and splits it if one of its rows was refused. */
	async send(batch: Entry[]): Promise<void> {
		if (await this.sendWhole(batch)) await this.split(batch);
	}

	/**
	 * Finds the rows because of which a batch was refused, and sends the others. If the first half is
	 * accepted, the fault is in the second one, which need not be asked for as a whole: 11 requests
	 * find one row of 50.
	 */
	async split(batch: Entry[]): Promise<void> {
		const { decisions } = this.sending;
		for (const row of batch) decisions.set(row, { state: 'ready' });
		const [first, second] = bisect(batch);
		await this.send(first);
		const isFirstAccepted = first.every((row) => decisions.of(row).state === 'accepted');
		if (isFirstAccepted && second.length > 1) await this.split(second);
		else await this.send(second);
	}

	/** Decides on a batch that failed. Without `sendOthers`, no further batch is sent. */
	fail(batch: readonly Entry[], error: unknown): void {
		this.hasFailed = true;
		const failed = this.failedBy(error, batch.length);
		for (const entry of batch) this.sending.decisions.set(entry, failed);
	}

	/** Decides on a row that is in doubt, but turns out not to have been accepted. */
	refuse(row: Entry): void {
		const decision = this.sending.decisions.of(row);
		if (isFailed(decision) && decision.cause)
			this.sending.decisions.set(row, { state: 'notAccepted', failure: decision.cause });
	}

	/** Decides on a batch that was refused, of which some rows may have been accepted all the same. */
	leaveUnknown(batch: readonly Entry[]): void {
		for (const row of batch) {
			const decision = this.sending.decisions.of(row);
			if (!isFailed(decision)) continue;
			const unknown = this.unknownBy(decision.failure, batch.length);
			this.sending.decisions.set(row, { ...unknown, cause: decision.failure });
		}
	}

	private failedBy(error: unknown, count: number): Failed {
		const { names } = this.sending;
		const state = rowsOutcome(names.method, error);
		const failure = asFailure(error);
		if (state === 'outsideHours') return { state, failure, saysNext: true };
		if (state !== 'unknown') return { state, failure };
		return { ...this.unknownBy(failure, count), cause: failure };
	}

	/** Nobody knows whether the request was carried out. */
	private unknownBy(cause: Failure, count: number): Failed {
		const { names, skip } = this.sending;
		if (cause instanceof CountMismatchError)
			return { state: 'unknown', failure: cause, saysNext: true };
		const [one, many] = names.nouns;
		const done = takenWord(names);
		const message =
			count === 1
				? SAY.lostAnswer(`this ${one}`, `was ${done}`, cause.message)
				: SAY.lostAnswer(`these ${many}`, `were ${done}`, cause.message);
		const advice = DO.afterLostAnswer(names.method, skip?.skip !== 'none');
		const failure = new Failure(message, cause.kind, { ...cause.details, advice });
		return { state: 'unknown', failure, saysNext: true };
	}

	private async request(batch: readonly Entry[]): Promise<void> {
		const { names, clock, decisions } = this.sending;
		const { destination } = at(batch, 0);
		const beforeSend = () => {
			const error = hoursError(destination, clock);
			if (error) throw error;
		};
		const body = destination.body(batch.map(({ values }) => values));
		const options = { timeoutMs: this.node.timeoutMs, beforeSend };
		const envelope = await this.client(names.method, body, options);
		const ids = this.idsIn(envelope.result, batch.length);
		for (const [index, entry] of batch.entries())
			decisions.set(entry, { state: 'accepted', id: ids[index] ?? '', envelope });
	}

	/** The IDs that the platform gave to the entries of a request, in their order. */
	private idsIn(result: JsonRecord, count: number): string[] {
		return this.sending.names.method === 'createTask'
			? [createdTaskId(result)]
			: acceptedIds(result, count);
	}
}
