import { sleep } from 'n8n-workflow';
import { pLimit } from '../../shared/bundled';
import { stoppedError } from '../../shared/failure';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { DeduplicationStore } from './deduplicationStore';

/** While a process holds the lock, it renews its entry in each slot of this length. */
export const SLOT_MS = 15_000;
/** How often the process that holds the lock looks whether a new slot has begun. */
const RENEWAL_MS = 500;
/** How often another process looks whether the lock is free. */
const WAIT_MS = 5000;

/** The runs of this process that have the lock of a node, or wait for it. */
const queues = new Map<string, ReturnType<typeof pLimit>>();

/**
 * Lets only one run of a node at a time do its work: of this process, and of all others. n8n's
 * database has no lock, so a process that works renews an entry for each slot of time; one that
 * finds no entry of the last slots may work.
 * @throws StoreError
 * @throws TransportError if the execution is stopped while it waits
 */
export async function withNodeLock<Result>(
	store: DeduplicationStore,
	clock: Clock,
	stopped: AbortSignal | undefined,
	work: () => Promise<Result>,
): Promise<Result> {
	const queue = queues.get(store.node) ?? pLimit(1);
	queues.set(store.node, queue);
	return await queue(async () => {
		const lock = new NodeLock(store, clock);
		await lock.take(stopped);
		try {
			return await work();
		} finally {
			await lock.release();
		}
	});
}

class NodeLock {
	/** The slots of this process that the store has. */
	private recordedSlots: string[] = [];
	private isHeld = false;

	constructor(
		private readonly store: DeduplicationStore,
		private readonly clock: Clock,
	) {}

	async take(stopped: AbortSignal | undefined): Promise<void> {
		while (!(await this.record())) {
			await this.clock.sleep(WAIT_MS);
			if (stopped?.aborted) throw stoppedError();
		}
		this.isHeld = true;
		void this.renew();
	}

	/** If the database fails, other processes wait until the slots are over. */
	async release(): Promise<void> {
		this.isHeld = false;
		for (const slot of this.recordedSlots) this.store.forgetLater(slot);
		await this.store.leave().catch(() => undefined);
	}

	private currentSlot(): number {
		return Math.floor(this.clock.date() / SLOT_MS);
	}

	/** The texts of a slot and its neighbours: a renewal may be late, and clocks may differ. */
	private slotsAround(slot: number): string[] {
		return [slot - 1, slot, slot + 1].map((number) => `slot ${number}`);
	}

	/**
	 * Records the slots.
	 * @returns false if another process has one of them, or if it took so long that others do not look
	 * for them any more; nothing stays recorded then
	 */
	private async record(): Promise<boolean> {
		const slot = this.currentSlot();
		const slots = this.slotsAround(slot);
		const before = await this.store.claim(slots, true);
		const isFree = this.currentSlot() <= slot + 1 && !slots.some((text) => before.has(text));
		if (isFree) this.recordedSlots = slots;
		else await this.store.forget(slots.filter((text) => !before.has(text)));
		return isFree;
	}

	/** Renews the slots until the lock is released. */
	private async renew(): Promise<void> {
		for (;;) {
			// A test's clock may not wait at all. Others must have their turn then, too.
			await Promise.all([this.clock.sleep(RENEWAL_MS), sleep(1)]);
			if (!this.isHeld) return;
			// If the database is away, the next round tries again.
			await this.renewNow().catch(() => undefined);
		}
	}

	private async renewNow(): Promise<void> {
		const slots = this.slotsAround(this.currentSlot());
		const old = this.recordedSlots;
		if (slots.every((slot) => old.includes(slot))) return;
		await this.store.addBriefly(slots);
		this.recordedSlots = slots;
		await this.store.forget(old.filter((text) => !slots.includes(text)));
		// The lock may have been released meanwhile.
		if (!this.isHeld) await this.store.forget(slots);
	}
}
