import { sleep } from 'n8n-workflow';
import { chance } from '../../shared/chance';

/**
 * A write that takes longer, and so many times as long as usual, may have overwritten what another
 * process has recorded and found again: that one waits a little longer (`DeduplicationStore`).
 */
const QUICK_MS = 30;
export const TIMES_AS_LONG = 4;
/** A long list, and many texts, are always slow: a write is compared with the quickest of so many. */
const COMPARED = 5;
/** How much longer writing takes than reading, at least. */
const WRITE_PER_READ = 2;
/** For so long a process waits until the other one has made its next call, and has noticed. */
const SETTLE_MS = 2000;

/** How long this process needs to read, change and write what n8n's database has of a node. */
export class Pace {
	/** How many writes were slow. */
	slowWrites = 0;
	/** How long the last writes took, by their kind and the binary digits of their number of texts. */
	private readonly recent = new Map<string, number[]>();
	private firstMs = 0;
	private settledAt = 0;

	/** Measures a call that adds or removes so many texts. */
	async measured<Result>(
		kind: 'add' | 'remove',
		texts: number,
		write: () => Promise<Result>,
	): Promise<Result> {
		const begun = performance.now();
		try {
			return await write();
		} finally {
			this.note(`${kind} ${texts.toString(2).length}`, performance.now() - begun);
		}
	}

	private note(kind: string, ms: number): void {
		const recent = this.recent.get(kind) ?? [];
		const usual = recent.length > 0 ? Math.min(...recent) : this.firstMs;
		if (ms > Math.max(QUICK_MS, usual * TIMES_AS_LONG)) {
			this.slowWrites++;
			this.unsettle();
		}
		this.recent.set(kind, [...recent, ms].slice(-COMPARED));
	}

	/**
	 * Measures a call that only reads, for the first ones that write. It reads again before these if it took
	 * long: if this process stood still while it read, a write during which it does so would not be slow.
	 */
	async measuredRead<Result>(read: () => Promise<Result>): Promise<Result> {
		const result = await this.timedRead(read);
		const { firstMs } = this;
		if (this.recent.size > 0 || firstMs * TIMES_AS_LONG <= QUICK_MS) return result;
		await this.timedRead(read);
		this.firstMs = Math.min(this.firstMs, firstMs);
		return result;
	}

	private async timedRead<Result>(read: () => Promise<Result>): Promise<Result> {
		const begun = performance.now();
		const result = await read();
		this.firstMs = (performance.now() - begun) * WRITE_PER_READ;
		return result;
	}

	/** This process has perhaps overwritten what another one has recorded. */
	unsettle(): void {
		this.settledAt = performance.now() + SETTLE_MS * (1 + chance.random());
	}

	/** Whether other processes have had the time to record again what this one has overwritten. */
	get isSettled(): boolean {
		return performance.now() >= this.settledAt;
	}

	async settled(): Promise<void> {
		if (!this.isSettled) await sleep(this.settledAt - performance.now());
	}
}
