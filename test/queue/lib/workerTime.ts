import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const DAY_MS = 86_400_000;

/** The clock of a cluster's workers. It shows the real time until a test sets another. */
export class WorkerTime {
	/** The environment variables with which n8n's processes must be started. */
	readonly env: Record<string, string>;
	/** By how many milliseconds the clock differs from the real time, and since when; the latest entry is the last. */
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
	 * Sets the workers' clock to another time from now on.
	 * @param time milliseconds since 1970
	 * @returns by how many days the clock moved, with a fraction; negative if it moved back
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

	/** What the workers' clock showed at a moment of the real time; both in milliseconds since 1970. */
	at(real: number): number {
		const shift = this.shifts.filter(({ since }) => since <= real).at(-1)?.shift ?? 0;
		return real + shift;
	}

	/** Removes the file that the workers read, so they must have ended before. */
	close(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
