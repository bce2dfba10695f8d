import { sleep } from 'n8n-workflow';
import { chance } from '../../shared/chance';

/**
 * A process that needs more time to write may have overwritten what another one has recorded and
 * found again: that one waits a little longer (`DeduplicationStore`).
 */
const QUICK_MS = 50;
/** How much longer writing takes than reading, at least. */
const WRITE_PER_READ = 2;
/** After this time the other process has noticed: it has made its next call. */
const SETTLE_MS = 2000;

/** How long this process needs to read, change and write what n8n's database has of a node. */
export class Pace {
	private lastMs = 0;
	private settledAt = 0;

	/** Measures a call that writes. Lists are long, and then each call is slow: the last one counts. */
	async measured<Result>(write: () => Promise<Result>): Promise<Result> {
		const begun = performance.now();
		try {
			return await write();
		} finally {
			const now = performance.now();
			const isSlow = now - begun > Math.max(QUICK_MS, this.lastMs * 2);
			if (isSlow) this.settledAt = now + SETTLE_MS * (1 + chance.random());
			this.lastMs = now - begun;
		}
	}

	/** Measures a call that only reads, for the first one that writes. */
	async measuredRead<Result>(read: () => Promise<Result>): Promise<Result> {
		const begun = performance.now();
		const result = await read();
		if (this.lastMs === 0) this.lastMs = (performance.now() - begun) * WRITE_PER_READ;
		return result;
	}

	/** Whether this process has overwritten nothing that another one has not recorded again. */
	get isSettled(): boolean {
		return performance.now() >= this.settledAt;
	}

	async settled(): Promise<void> {
		while (!this.isSettled) await sleep(this.settledAt - performance.now());
	}
}
