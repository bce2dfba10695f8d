import { ISOLATION_ADVICE } from '../../shared/aiCall/protocol/aiCallCodes';
import { isFaultOfOneRow, rowsOutcome } from '../../shared/aiCall/protocol/retryPolicy';
import { bisect } from '../../shared/aiCall/rows/rows';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import type { Sending } from './delivery';
import type { Entry } from './entry';
import type { DeliveryLog } from './log';
import type { Outcomes } from './outcomes';

interface SendingRun {
	client: AiCallClient;
	outcomes: Outcomes;
	delivery: Sending;
	log: DeliveryLog;
	timeoutMs: number;
	/** Aborted if the execution is stopped. */
	stopped?: AbortSignal;
}

/** Sends batches and records the outcome of each entry. The client decides what is retried. */
export class Sender {
	private failed = false;

	constructor(private readonly run: SendingRun) {}

	/** True if no further batch may be started: the execution was stopped, or a batch has failed. */
	isOver(): boolean {
		const { stopped, delivery } = this.run;
		return stopped?.aborted === true || (this.failed && !delivery.sendOthers);
	}

	/**
	 * Sends a batch, whose entries all have the same destination. If the platform refuses the batch
	 * because of one invalid row, and `isolate` is set, sends each half on its own.
	 */
	async send(batch: Entry[]): Promise<void> {
		if (this.isOver()) return;
		const { delivery, log, outcomes } = this.run;
		const { isolate = false, names } = delivery;
		const number = log.begin(batch);
		let halves: Entry[][] = [];
		try {
			await this.request(batch);
		} catch (error) {
			const isOneAtFault = isFaultOfOneRow(error);
			if (isOneAtFault && isolate && batch.length > 1) halves = bisect(batch);
			else {
				if (isOneAtFault && names.method === 'placeCalls' && batch.length > 1)
					error.details.advice = `${error.details.advice ?? ''} ${ISOLATION_ADVICE}`;
				this.fail(batch, error, isolate && isOneAtFault);
			}
		}
		log.end(number, batch, outcomes);
		for (const half of halves) await this.send(half);
	}

	/**
	 * Records that a batch failed.
	 * @param atFaultItself whether the only row of the batch caused the failure; the other batches
	 * are then still sent
	 */
	fail(batch: Entry[], error: unknown, atFaultItself = false): void {
		const { delivery, outcomes } = this.run;
		this.failed ||= !atFaultItself;
		const state = rowsOutcome(delivery.names.method, error);
		for (const entry of batch) outcomes.set(entry, { state, error, batch });
	}

	private async request(batch: Entry[]): Promise<void> {
		const { client, delivery, outcomes, timeoutMs } = this.run;
		const [first] = batch;
		if (!first) return;
		const { destination } = first;
		const beforeSend = () => {
			const hoursError = destination.whyNotNow?.();
			if (hoursError) throw hoursError;
		};
		await destination.task?.ready();
		const body = destination.body(batch.map(({ values }) => values));
		const envelope = await client(delivery.names.method, body, { timeoutMs, beforeSend });
		const ids = delivery.ids(envelope.result, batch.length);
		for (const [index, entry] of batch.entries())
			outcomes.set(entry, { state: 'accepted', id: ids[index] ?? '', envelope });
	}
}
