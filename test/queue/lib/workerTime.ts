import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const DAY_MS = 86_400_000;

/** The time of day that the workers of a cluster have, the true one until a test sets another. */
export class WorkerTime {
	/** What the processes of n8n are started with. */
	readonly env: Record<string, string>;
	/** By how many milliseconds it differs from the true time, and since when. */
	private readonly shifts: { since: number; shift: number }[] = [];
	private readonly folder = mkdtempSync(path.join(tmpdir(), 'iflytek-time-'));
	private readonly file = path.join(this.folder, 'shift');

	constructor() {
		this.env = {
			NODE_OPTIONS: `--require ${path.join(__dirname, 'shiftedClock.cjs')}`,
			IFLYTEK_WORKER_TIME: this.file,
		};
		this.set(Date.now());
	}

	/**
	 * Makes it another time from now on.
	 * @param time milliseconds since 1970
	 * @returns how many days went by, with a fraction; negative where it is earlier now
	 */
	set(time: number): number {
		const since = Date.now();
		const days = (time - this.at(since)) / DAY_MS;
		// A worker must not read half of a number.
		const written = `${this.file}.new`;
		writeFileSync(written, String(time - since));
		renameSync(written, this.file);
		this.shifts.push({ since, shift: time - since });
		return days;
	}

	/** What time it was at a moment of the true time; both in milliseconds since 1970. */
	at(real: number): number {
		const shift = this.shifts.filter(({ since }) => since <= real).at(-1)?.shift ?? 0;
		return real + shift;
	}

	/** Removes what the workers read. They must have ended. */
	close(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
