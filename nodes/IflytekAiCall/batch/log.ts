import type { IExecuteFunctions } from 'n8n-workflow';
import { itemsText, positionText, type Entry, type DeliveryNames, type Outcome } from './entry';
import { stoppedLine } from './report';

/**
 * Writes lines about each request to n8n's log, the only trace after a crash. The line before a
 * request names its items; the line after it lists the accepted IDs. The lines contain no phone
 * number and no value of a row.
 */
export class DeliveryLog {
	private batches = 0;
	private readonly prefix: string;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly names: DeliveryNames,
	) {
		this.prefix = `${context.getNode().name}: execution ${context.getExecutionId() ?? 'without id'}`;
	}

	/**
	 * Called before a batch is sent.
	 * @returns the number of the batch in this run; the first is 1
	 */
	begin(batch: readonly Entry[]): number {
		const number = ++this.batches;
		const [singular, plural] = this.names.nouns;
		this.context.logger.info(
			`${this.prefix}, batch ${number}: sending ${batch.length} ${batch.length === 1 ? singular : plural}, ${itemsText(batch)}`,
		);
		return number;
	}

	/** Called before entries are recorded as begun. They are sent after that. */
	beginRows(rows: readonly Entry[]): void {
		const [singular, plural] = this.names.nouns;
		this.context.logger.info(
			`${this.prefix}: ${plural} begun: ${rows.length} ${rows.length === 1 ? singular : plural}, ${itemsText(rows)}`,
		);
	}

	/** Called when the outcomes of a batch are known. */
	end(number: number, batch: readonly Entry[], outcomes: ReadonlyMap<Entry, Outcome>): void {
		const accepted = batch.flatMap((entry) => {
			const outcome = outcomes.get(entry);
			return outcome?.state === 'accepted' ? [`${positionText(entry)}: ${outcome.id}`] : [];
		});
		if (accepted.length > 0)
			return this.context.logger.info(
				`${this.prefix}, batch ${number}: accepted (${this.names.idName}): ${accepted.join('; ')}`,
			);
		const isUnknown = batch.some((entry) => outcomes.get(entry)?.state === 'unknown');
		this.context.logger.warn(
			`${this.prefix}, batch ${number}: ${isUnknown ? 'not known whether accepted' : 'not accepted'}, ${itemsText(batch)}`,
		);
	}

	/** n8n's database could not record what became of entries. */
	warnOfRecord(error: unknown): void {
		this.context.logger.warn(
			`${this.prefix}: what became of the ${this.names.nouns[1]} could not be recorded, so a later run may say that it is unknown: ${error instanceof Error ? error.message : String(error)}`,
		);
	}

	warnOfStop(outcomes: ReadonlyMap<Entry, Outcome>): void {
		const lastRead = [...outcomes.keys()].at(-1)?.item ?? -1;
		const unread = this.context.getInputData().length - lastRead - 1;
		const rest = unread > 0 ? `. The last ${unread} items were not read` : '';
		this.context.logger.warn(`${this.prefix}: ${stoppedLine(this.names, outcomes)}${rest}`);
	}
}
