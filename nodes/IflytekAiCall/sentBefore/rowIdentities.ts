import { createHash } from 'crypto';
import type { Entry } from '../entry/entry';

/**
 * What identifies the rows of a run in n8n's database: the key of the user, or else the scope in
 * which a row is sent once, its script, its values, and the how-manieth such row of the run it is.
 */
export class RowIdentities {
	private readonly identities = new Map<Entry, string>();
	private readonly counts = new Map<string, number>();

	/**
	 * @param operation each operation records its rows in its own way
	 * @param scopeOf such as the day on which the row is sent once
	 */
	constructor(
		private readonly operation: string,
		private readonly scopeOf: (row: Entry) => string,
	) {}

	/** Called once for each row of the run, in their order. */
	note(row: Entry): void {
		const own = row.key === undefined ? this.hashOf(row) : `key ${row.key}`;
		this.identities.set(row, `${this.operation} ${own}`);
	}

	readonly of = (row: Entry): string => this.identities.get(row) ?? '';

	private hashOf(row: Entry): string {
		const { destination, values } = row;
		const text = JSON.stringify([this.scopeOf(row), destination.script, values]);
		const place = (this.counts.get(text) ?? 0) + 1;
		this.counts.set(text, place);
		return createHash('sha256').update(`${text} ${place}`).digest('base64url');
	}
}

/** The texts that n8n's database has of a row that is begun, and of one that was sent. */
export const begunText = (identity: string) => `begun ${identity}`;
export const sentText = (identity: string) => `sent ${identity}`;
