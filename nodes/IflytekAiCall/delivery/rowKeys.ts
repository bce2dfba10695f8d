import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import { settle } from '../../shared/settle';
import { CLAIM_ENTRIES } from './claim';
import { itemsOf, type DeliveryEntry, type DeliveryOutcome } from './entry';
import { NodeStore } from './nodeStore';

/** Entries that a row takes at most: its key and the mark of its batch, and where it is a run of its own the same for the claim. */
const ENTRIES_PER_ROW = 4;

/** The keys of the rows that this node has sent, in whatever execution. */
export class RowKeys {
	readonly capacity: number;
	private readonly store: NodeStore;

	/** @param remembered how many keys are remembered at least */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly remembered: number,
	) {
		this.capacity = Math.max(CLAIM_ENTRIES, remembered * ENTRIES_PER_ROW);
		this.store = new NodeStore(context, this.capacity);
	}

	/** @throws InputError where one run would forget its own first keys */
	check(rows: number): void {
		if (rows <= this.remembered) return;
		throw new InputError(
			`There are ${rows} rows with keys, but only ${this.remembered} keys are remembered`,
			'Nothing was sent. Increase Remembered Row Keys under Options to more than the number of rows in a run.',
		);
	}

	/**
	 * Records the keys of rows that are about to be sent.
	 * @returns the rows whose keys had been recorded before
	 */
	async record<Target>(
		rows: readonly DeliveryEntry<Target>[],
	): Promise<Set<DeliveryEntry<Target>>> {
		const before = await this.store.record(rows.map(storedKey));
		return new Set(rows.filter((row) => before.has(storedKey(row))));
	}

	/** Forgets the keys of rows. Where that fails, n8n's log says which keys stay. */
	async release<Target>(rows: readonly DeliveryEntry<Target>[]): Promise<void> {
		if (rows.length === 0) return;
		const outcome = await settle(this.store.forget(rows.map(storedKey)));
		if (outcome.status === 'fulfilled') return;
		const text = `The row keys of ${itemsOf(rows)} stay recorded although these rows were not accepted: n8n's database could not be reached`;
		this.context.logger.warn(`${this.context.getNode().name}: ${text}`, {
			execution: this.context.getExecutionId(),
		});
	}
}

const storedKey = ({ key }: { key?: string }) => `row:${key}`;

/** What became of a row whose key an earlier row of the run has. */
export function outcomeOfRepeat<Target>(
	row: DeliveryEntry<Target>,
	first: DeliveryOutcome<Target> | undefined,
): DeliveryOutcome<Target> {
	if (!first || first.state === 'notSent') return { state: 'notSent' };
	if (first.state === 'outsideHours') return { ...first, batch: [row] };
	if (first.state !== 'notAccepted') return { state: 'sentBefore' };
	const error = new InputError(
		'An earlier row of this run has the same row key and was not accepted',
		'See the error of that row. This one can be sent again.',
	);
	return { state: 'notAccepted', error, batch: [row] };
}
