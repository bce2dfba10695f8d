import type { IExecuteFunctions } from 'n8n-workflow';
import {
	itemsOf,
	positionText,
	type DeliveryEntry,
	type DeliveryNames,
	type DeliveryOutcomes,
} from './entry';
import { stoppedLine } from './report';

/**
 * What n8n's log says of each request, for when a crash leaves nothing else: before it, which items are in it; after it,
 * the ids that were accepted. No telephone number and no value of a row.
 */
export class DeliveryLog {
	private batches = 0;
	private readonly who: string;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly names: DeliveryNames,
	) {
		this.who = `${context.getNode().name}: execution ${context.getExecutionId() ?? 'without id'}`;
	}

	/** A batch is about to be sent. @returns its number in this run, from 1 */
	begin<Target>(batch: readonly DeliveryEntry<Target>[]): number {
		const number = ++this.batches;
		const [one, several] = this.names.nouns;
		this.context.logger.info(
			`${this.who}, batch ${number}: sending ${batch.length} ${batch.length === 1 ? one : several}, ${itemsOf(batch)}`,
		);
		return number;
	}

	end<Target>(
		number: number,
		batch: readonly DeliveryEntry<Target>[],
		outcomes: DeliveryOutcomes<Target>,
	): void {
		const accepted = batch.flatMap((entry) => {
			const outcome = outcomes.get(entry);
			return outcome?.state === 'accepted' ? [`${positionText(entry)}: ${outcome.id}`] : [];
		});
		if (accepted.length > 0)
			return this.context.logger.info(
				`${this.who}, batch ${number}: accepted (${this.names.idName}): ${accepted.join('; ')}`,
			);
		const isUnknown = batch.some((entry) => outcomes.get(entry)?.state === 'unknown');
		this.context.logger.warn(
			`${this.who}, batch ${number}: ${isUnknown ? 'not known whether accepted' : 'not accepted'}, ${itemsOf(batch)}`,
		);
	}

	/** n8n's database could not take a claim back. */
	warnOfClaim(error: unknown): void {
		this.context.logger.warn(
			`${this.who}: nothing was accepted, but a retry will send nothing: ${error instanceof Error ? error.message : String(error)}`,
		);
	}

	warnOfStop<Target>(outcomes: DeliveryOutcomes<Target>): void {
		this.context.logger.warn(`${this.who}: ${stoppedLine(this.names, outcomes)}`);
	}
}
