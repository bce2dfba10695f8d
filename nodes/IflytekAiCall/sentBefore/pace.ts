import { sleep } from 'n8n-workflow';
import { chance } from '../../shared/chance';

/**
 * A process that needs more time to write may have overwritten what another one has recorded and
 * found again: that one waits a little longer (`DeduplicationStore`).
 */
const QUICK_MS = 30;
/** Lists are long, and then each call is slow: a write is compared with the quickest of so many. */
const COMPARED = 5;
/** How much longer writing takes than reading, at least. */
const WRITE_PER_READ = 2;
/** For so long a process waits until the other one has made its next call, and has noticed. */
const SETTLE_MS = 2000;

/** How long this process needs to read, change and write what n8n's database has of a node. */
export class Pace {
	/** How many writes were slow. */
	slowWrites = 0;
	private readonly recent: number[] = [];
	private settledAt = 0;

	/** Measures a call that writes. */
	async measured<Result>(write: () => Promise<Result>): Promise<Result> {
		const begun = performance.now();
		try {
			return await write();
		} finally {
			const ms = performance.now() - begun;
			const usual = this.recent.length > 0 ? Math.min(...this.recent) : 0;
			if (ms > Math.max(QUICK_MS, usual * 2)) {
				this.slowWrites++;
				this.unsettle();
			}
			this.recent.push(ms);
			if (this.recent.length > COMPARED) this.recent.shift();
		}
	}

	/** Measures a call that only reads, for the first one that writes. */
	async measuredRead<Result>(read: () => Promise<Result>): Promise<Result> {
		const begun = performance.now();
		const result = await read();
		if (this.recent.length === 0) this.recent.push((performance.now() - begun) * WRITE_PER_READ);
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
