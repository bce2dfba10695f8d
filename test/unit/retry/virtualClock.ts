import type { Clock } from '../../../nodes/shared/n8n/requests/clock';

/** A clock that jumps to the next moment that somebody waits for, as soon as nothing else is left to do. */
export class VirtualClock implements Clock {
	private time = 0;
	private timers: { at: number; ring: () => void }[] = [];

	now(): number {
		return this.time;
	}

	date(): number {
		return this.time;
	}

	async sleep(ms: number): Promise<void> {
		await new Promise<void>((ring) => this.timers.push({ at: this.time + ms, ring }));
	}

	/** Lets time pass until the work is done. */
	async until<T>(work: Promise<T>): Promise<T> {
		let done = false;
		const [outcome] = await Promise.all([
			Promise.allSettled([work]).then(([settled]) => {
				done = true;
				return settled;
			}),
			this.run(() => done),
		]);
		if (outcome.status === 'rejected') throw outcome.reason;
		return outcome.value;
	}

	private async run(isDone: () => boolean): Promise<void> {
		for (;;) {
			await new Promise((resolve) => setImmediate(resolve));
			if (isDone()) return;
			this.timers.sort((a, b) => a.at - b.at);
			const next = this.timers.shift();
			if (!next) throw new Error('Nobody waits for anything any more');
			this.time = Math.max(this.time, next.at);
			next.ring();
		}
	}
}
