import type { Before } from '../entry/before';
import { maySendAgain, type Decisions } from '../entry/decision';
import type { Entry } from '../entry/entry';
import type { Memory } from './memory';
import { targetOf } from './pastRows';
import { sentText } from './rowIdentities';
import { UnderWay } from './underWay';

const underWayAt = new Map<string, UnderWay>();

/**
 * The rows that Place and Add Rows send, in this and in earlier executions. A row is recorded as
 * *begun* before its request, and as *sent*, or as one of its task, after it. If the process ends or
 * the answer is lost, the row stays *begun*.
 */
export class SentRows {
	/** What this run has begun. */
	private readonly begun = new Map<string, Entry>();
	/** Rows that are decided when all others were sent. */
	private readonly postponed: string[] = [];
	private readonly underWay: UnderWay;
	/** The groups of the tasks that take rows, by task and day. */
	private readonly groups = new Map<string, string>();
	/** Whether the next rows are recorded for certain, because another process may begin them too. */
	private isCertain = true;

	constructor(private readonly memory: Memory) {
		const { node } = memory.store;
		this.underWay = underWayAt.get(node) ?? new UnderWay();
		underWayAt.set(node, this.underWay);
	}

	/**
	 * Records that rows are about to be sent. First waits until other runs of this process have sent
	 * the same rows.
	 * @returns what is known of the rows that must not be sent
	 * @throws StoreError if it is not certain that the rows are recorded; then none may be sent
	 */
	async begin(rows: readonly Entry[]): Promise<Map<Entry, Before>> {
		const identities = rows.map(this.ownOf);
		const releasePostponed = () => this.underWay.release(this.postponed.splice(0), this);
		await this.underWay.take(identities, this, releasePostponed);
		try {
			for (const row of rows) await this.openGroup(row);
			const { store } = this.memory;
			const found = await this.memory.begin(
				rows,
				async (texts) => await store.claim(texts, this.isCertain),
			);
			// Another process may be sending the same list.
			this.isCertain = found.size > 0;
			for (const row of rows) if (!found.has(row)) this.begun.set(this.ownOf(row), row);
			await store.forgetPending();
			return found;
		} finally {
			const notBegun = identities.filter((identity) => !this.begun.has(identity));
			this.underWay.release(notBegun, this);
		}
	}

	/** Notes rows that are decided when all others were sent. */
	postpone(rows: readonly Entry[]): void {
		this.postponed.push(...rows.map(this.ownOf));
	}

	/** Notes what became of rows. It is recorded when this or another run records something. */
	end(rows: readonly Entry[], decisions: Decisions): void {
		for (const row of rows) {
			const decision = decisions.of(row);
			if (maySendAgain(decision)) this.free(row);
			if (decision.state === 'accepted') this.memory.store.recordLater(this.proofOf(row));
		}
		this.underWay.release(rows.map(this.ownOf), this);
	}

	/**
	 * Records what became of the last rows, and releases the rows that were begun but never tried.
	 * @throws StoreError if these rows stay *begun*
	 */
	async close(rows: readonly Entry[], decisions: Decisions): Promise<void> {
		const begun = [...this.begun];
		for (const [, row] of begun) if (maySendAgain(decisions.of(row))) this.free(row);
		const record = async () => {
			await this.memory.close(rows, decisions);
			await this.memory.store.finish();
		};
		const recording = record().catch((error: unknown) => {
			// Another process may begin these rows before the next call, which must not forget them then.
			this.memory.keepFreed();
			this.memory.store.withdraw();
			throw error;
		});
		const identities = begun.map(([identity]) => identity);
		await recording.finally(() => this.underWay.release(identities, this));
	}

	private async openGroup(row: Entry): Promise<void> {
		const id = targetOf(row);
		if (id === undefined) return;
		const { day } = this.memory.identities.of(row);
		if (this.groups.has(`${id} ${day}`)) return;
		const { tasks, ownGroups } = this.memory;
		const { group, isNew } = await tasks.groupOf(id, row.destination.task?.asFound, day);
		if (isNew) ownGroups.add(group);
		this.groups.set(`${id} ${day}`, group);
	}

	/** What is recorded when the platform has accepted a row. */
	private proofOf(row: Entry): string {
		const { own, day } = this.memory.identities.of(row);
		const group = this.groups.get(`${targetOf(row)} ${day}`);
		return group === undefined ? sentText(own) : this.memory.tasks.inGroup(own, group);
	}

	private free(row: Entry): void {
		if (this.begun.delete(this.ownOf(row))) this.memory.free(row);
	}

	private readonly ownOf = (row: Entry) => this.memory.identities.of(row).own;
}
