import type { Decisions, State } from '../entry/decision';
import type { DeliveryNames, Entry } from '../entry/entry';
import { itemsText, positionText } from '../entry/names';
import { counted } from '../entry/sentences';
import type { NodeRun } from './nodeRun';

/**
 * Writes lines about each request to n8n's log, the only trace after a crash. The line before a
 * request names its items; the line after it lists the accepted IDs. The lines contain no phone
 * number and no value of a row.
 */
export class DeliveryLog {
	private batches = 0;

	constructor(
		private readonly node: Pick<NodeRun, 'logger' | 'label' | 'itemCount'>,
		private readonly names: DeliveryNames,
	) {}

	/**
	 * Called before a batch is sent.
	 * @returns the number of the batch in this run; the first is 1
	 */
	begin(batch: readonly Entry[]): number {
		const number = ++this.batches;
		this.info(`, batch ${number}: sending ${this.countText(batch)}`);
		return number;
	}

	/** Called before entries are recorded as begun. They are sent after that. */
	beginRows(rows: readonly Entry[]): void {
		this.info(`: ${this.names.nouns[1]} begun: ${this.countText(rows)}`);
	}

	/** Called when it is decided what became of a batch. */
	end(number: number, batch: readonly Entry[], decisions: Decisions): void {
		const accepted = batch.flatMap((entry) => {
			const decision = decisions.of(entry);
			return decision.state === 'accepted' ? [`${positionText(entry)}: ${decision.id}`] : [];
		});
		if (accepted.length > 0)
			return this.info(
				`, batch ${number}: accepted (${this.names.idName}): ${accepted.join('; ')}`,
			);
		const isUnknown = batch.some((entry) => decisions.of(entry).state === 'unknown');
		const text = isUnknown ? 'not known whether accepted' : 'not accepted';
		this.warn(`, batch ${number}: ${text}, ${itemsText(batch)}`);
	}

	/** A campaign's task was started. */
	started(taskId: string): void {
		this.info(`: task ${taskId} started`);
	}

	/** n8n's database could not record what became of entries. */
	warnOfRecord(error: unknown): void {
		const reason = error instanceof Error ? error.message : String(error);
		this.warn(
			`: what became of the ${this.names.nouns[1]} could not be recorded, so a later run may say that it is unknown: ${reason}`,
		);
	}

	/** The execution was stopped. n8n discards its output. */
	warnOfStop(sent: readonly Entry[], decisions: Decisions): void {
		const count = (...states: State[]) => decisions.in(sent, ...states).length;
		const unread = this.node.itemCount - (sent.at(-1)?.item ?? -1) - 1;
		const rest = unread > 0 ? `. The last ${unread} items were not read` : '';
		this.warn(
			`: The execution was stopped. Of ${sent.length} ${this.names.nouns[1]} ${count('accepted')} were accepted, ${count('unknown')} unknown, ${count('ready', 'notSent')} not sent${rest}`,
		);
	}

	private countText(rows: readonly Entry[]): string {
		return `${counted(rows.length, this.names.nouns)}, ${itemsText(rows)}`;
	}

	private info(text: string): void {
		this.node.logger.info(`${this.node.label}${text}`);
	}

	private warn(text: string): void {
		this.node.logger.warn(`${this.node.label}${text}`);
	}
}
