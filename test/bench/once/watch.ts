import { existsSync, promises as fs } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Environment variables that load stalls.cjs into each n8n process, and name the folder to which it writes. */
export const stallsIn = (folder: string): Record<string, string> => ({
	NODE_OPTIONS: `--require ${path.join(__dirname, 'stalls.cjs')}`,
	IFLYTEK_BENCH_STALLS: folder,
});

/** A span of time. Both ends are in milliseconds since 1970. */
export interface Span {
	from: number;
	to: number;
}

/** The work of an n8n process in a span. */
export interface Activity {
	/** The longest time for which work blocked the event loop, in milliseconds of processor time. */
	longestStallMs: number;
	cpuSeconds: number;
}

/**
 * The work of a process, from the file that stalls.cjs has written.
 * @param command n8n's command that started the process: start, webhook or worker
 */
export async function activityOf(folder: string, command: string, span: Span): Promise<Activity> {
	const file = path.join(folder, command);
	const text = existsSync(file) ? await fs.readFile(file, 'utf8') : '';
	const samples = text
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as [at: number, stall: number, cpu: number])
		// Work that began before the span does not belong to it.
		.filter(([at, stall]) => at - stall >= span.from && at <= span.to);
	const cpuSoFar = samples.map(([, , cpu]) => cpu);
	return {
		longestStallMs: Math.max(0, ...samples.map(([, stall]) => stall)),
		cpuSeconds: ((cpuSoFar.at(-1) ?? 0) - (cpuSoFar[0] ?? 0)) / 1000,
	};
}

const ASK_EVERY_MS = 25;

/** Sends requests to an address again and again, and records how long each answer took. */
export class HealthWatch {
	/** When each request began, and how long its answer took. */
	private readonly answers: { begunAt: number; ms: number }[] = [];
	private isOver = false;
	private readonly running: Promise<void>;

	constructor(private readonly url: string) {
		this.running = this.run();
	}

	/** The longest time that an answer took, in milliseconds. Only requests that began in the span count. */
	longest({ from, to }: Span): number {
		const times = this.answers
			.filter(({ begunAt }) => begunAt >= from && begunAt <= to)
			.map(({ ms }) => ms);
		return Math.max(0, ...times);
	}

	async end(): Promise<void> {
		this.isOver = true;
		await this.running;
	}

	private async run(): Promise<void> {
		while (!this.isOver) {
			const begunAt = Date.now();
			const started = performance.now();
			await this.waitForAnswer();
			this.answers.push({ begunAt, ms: performance.now() - started });
			await pause(ASK_EVERY_MS);
		}
	}

	/** Repeats the request until there is an answer, because n8n may close a connection that was kept open. */
	private async waitForAnswer(): Promise<void> {
		try {
			await (await fetch(this.url)).text();
		} catch {
			if (this.isOver) return;
			await pause(ASK_EVERY_MS);
			await this.waitForAnswer();
		}
	}
}
