import { HOW_TO_CHECK } from '../../shared/aiCall/protocol/aiCallErrors';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { RepeatSettings } from '../entry/delivery';
import type { Entry } from '../entry/entry';
import { InterruptedRowError, type Outcome } from '../entry/outcomes';
import { recordInDoubt } from './inDoubt';
import { sentText } from './rowIdentities';
import type { OpenStore } from './openStore';
import { begunBefore } from './begunBefore';
import type { RowRecords } from './sentRows';

/** How long a run waits for another process that has begun a row and not ended it. */
const WAIT_MS = 10_000;
const PAUSE_MS = 1000;

/**
 * Rows that are called immediately (Place). One that was begun and not ended stays `unknown`: the
 * process was killed, or the answer was lost.
 */
export class PlacedRows implements RowRecords {
	/** How much longer this run waits for rows that another process has begun. */
	private patienceMs = WAIT_MS;

	constructor(
		private readonly opened: OpenStore,
		private readonly settings: RepeatSettings,
		private readonly clock: Clock,
	) {}

	readonly begunWith = (): string[] => [];

	readonly sentTexts = (row: Entry): string[] => [this.sentTextOf(row)];

	async find(rows: readonly Entry[]): Promise<Map<Entry, Outcome>> {
		const found = new Map<Entry, Outcome>();
		let rest = await this.notSentOf(rows, found);
		while (rest.length > 0 && this.patienceMs > 0) {
			await this.clock.sleep(PAUSE_MS);
			const stillOpen = await this.notSentOf(rest, found);
			// It waits anew whenever the other process has sent some.
			this.patienceMs = stillOpen.length < rest.length ? WAIT_MS : this.patienceMs - PAUSE_MS;
			rest = stillOpen;
		}
		this.leaveInDoubt(rest, found);
		return found;
	}

	/** The rows that a run would leave out. Nothing is recorded. */
	async peek(rows: readonly Entry[]): Promise<Map<Entry, Outcome>> {
		const found = new Map<Entry, Outcome>();
		const begun = await begunBefore(this.opened, rows);
		this.leaveInDoubt(await this.notSentOf(begun, found), found);
		return found;
	}

	/** The rows that are not recorded as sent. Those that are get their outcome. */
	private async notSentOf(
		rows: readonly Entry[],
		found: Map<Entry, Outcome>,
	): Promise<readonly Entry[]> {
		const sent = await this.opened.store.known(rows.map(this.sentTextOf));
		const isSent = (row: Entry) => sent.has(this.sentTextOf(row));
		for (const row of rows.filter(isSent)) found.set(row, { state: 'sentBefore' });
		return rows.filter((row) => !isSent(row));
	}

	/** Sets the outcomes of rows of which nobody knows whether they were sent. */
	private leaveInDoubt(rows: readonly Entry[], found: Map<Entry, Outcome>): void {
		for (const row of rows) {
			const isRecorded = this.opened.store.isDoubtful(this.sentTextOf(row));
			if (isRecorded) found.set(row, { state: 'unknown', error: recordInDoubt() });
			else if (!this.settings.sendInterrupted)
				found.set(row, {
					state: 'unknown',
					error: new InterruptedRowError(HOW_TO_CHECK.placeCalls),
				});
		}
	}

	private readonly sentTextOf = (row: Entry) => sentText(this.opened.identities.of(row));
}
