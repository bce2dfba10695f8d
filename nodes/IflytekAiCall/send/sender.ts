import { isFaultOfOneRow, rowsOutcome } from '../../shared/aiCall/protocol/retryPolicy';
import { acceptedIds } from '../../shared/aiCall/rows/rowRequests';
import { bisect } from './batches';
import { createdTaskId } from '../../shared/aiCall/tasks/taskCreation';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { JsonRecord } from '../../shared/values';
import type { Outcomes } from '../entry/audit';
import { hoursError, type DeliveryNames, type Entry } from '../entry/entry';
import type { DeliveryLog } from './log';
import type { NodeRun } from './nodeRun';

/** What is needed to send batches. */
interface Sending {
	names: DeliveryNames;
	clock: Clock;
	/** Whether the other batches are sent if one fails. */
	sendOthers: boolean;
	outcomes: Outcomes;
	log: DeliveryLog;
}

/**
 * Sends batches of entries, and sets the outcome of each. The client decides what is retried. A row
 * that the platform refuses does not keep the others from being sent.
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
		const { log, outcomes } = this.sending;
		const number = log.begin(batch);
		let isFaultOfRow = false;
		try {
			await this.request(batch);
		} catch (error) {
			isFaultOfRow = isFaultOfOneRow(error);
			if (isFaultOfRow) for (const row of batch) outcomes.set(row, { state: 'notAccepted', error });
			else this.fail(batch, error);
		}
		log.end(number, batch, outcomes);
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
		const { outcomes } = this.sending;
		for (const row of batch) outcomes.set(row, { state: 'notSent' });
		const [first, second] = bisect(batch);
		await this.send(first);
		const isFirstAccepted = first.every((row) => outcomes.of(row).state === 'accepted');
		if (isFirstAccepted && second.length > 1) await this.split(second);
		else await this.send(second);
	}

	/** Sets the outcomes of a batch that failed. Without `sendOthers`, no further batch is sent. */
	fail(batch: readonly Entry[], error: unknown): void {
		this.hasFailed = true;
		const state = rowsOutcome(this.sending.names.method, error);
		for (const entry of batch) this.sending.outcomes.set(entry, { state, error });
	}

	private async request(batch: readonly Entry[]): Promise<void> {
		const { names, clock, outcomes } = this.sending;
		const [first] = batch;
		if (!first) return;
		const beforeSend = () => {
			const error = hoursError(first.destination, clock);
			if (error) throw error;
		};
		const body = first.destination.body(batch.map(({ values }) => values));
		const options = { timeoutMs: this.node.timeoutMs, beforeSend };
		const envelope = await this.client(names.method, body, options);
		const ids = this.idsIn(envelope.result, batch.length);
		for (const [index, entry] of batch.entries())
			outcomes.set(entry, { state: 'accepted', id: ids[index] ?? '', envelope });
	}

	/** The IDs that the platform gave to the entries of a request, in their order. */
	private idsIn(result: JsonRecord, count: number): string[] {
		return this.sending.names.method === 'createTask'
			? [createdTaskId(result)]
			: acceptedIds(result, count);
	}
}
