import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const DAY_MS = 86_400_000;

/** The clock of a cluster's workers. It shows the real time until a test sets another time. */
export class WorkerTime {
	/** The environment variables with which n8n's processes must be started. */
	readonly env: Record<string, string>;
	/** The differences from the real time in milliseconds, each with the real time from which on it is used. Oldest first. */
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
	 * @returns the days, with a fraction, by which the clock was moved; negative if it was moved back
	 */
	set(time: number): number {
		const since = Date.now();
		const days = (time - this.at(since)) / DAY_MS;
		// The complete file is moved into place, so that a worker never reads half of a number.
		const newFile = `${this.file}.new`;
		writeFileSync(newFile, String(time - since));
		renameSync(newFile, this.file);
		this.shifts.push({ since, shift: time - since });
		return days;
	}

	/** The time that the workers' clock showed at a real time. Both are in milliseconds since 1970. */
	at(real: number): number {
		const shift = this.shifts.filter(({ since }) => since <= real).at(-1)?.shift ?? 0;
		return real + shift;
	}

	/** Removes the file that the workers read. The workers must have ended before. */
	close(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
