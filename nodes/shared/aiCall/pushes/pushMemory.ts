import { createHash } from 'crypto';
import { RecentMap } from '../../recentMap';

/**
 * `new`: received for the first time, and now being stored. `storing`: the same push is being
 * stored. `seen`: already stored.
 */
type SeenState = 'new' | 'storing' | 'seen';

/**
 * How many events are remembered: enough for some minutes of a busy platform. Repetitions arrive
 * within seconds.
 */
const DEFAULT_CAPACITY = 40_000;

/**
 * If nothing has reported after this time whether a push was stored, it counts as not stored. A
 * database under load has taken more than a minute.
 */
const DEFAULT_STORING_MS = 600_000;

type RememberedPush = { stored: true } | { stored: false; since: number };

/**
 * Remembers by event id which pushes this process has received. If it is full, the oldest is
 * forgotten.
 */
export class PushMemory {
	private readonly entries: RecentMap<string, RememberedPush>;
	/** What to call once an event is stored, by key. */
	private readonly waiting = new Map<string, Set<() => void>>();

	constructor(
		capacity = DEFAULT_CAPACITY,
		private readonly now: () => number = Date.now,
	) {
		this.entries = new RecentMap(capacity);
	}

	/**
	 * Looks up an event. A new event is marked as being stored, so `stored` or `failed` must be
	 * called afterwards.
	 * @param storingMs after this time an event that is being stored is `new` again
	 */
	begin(eventId: string, storingMs = DEFAULT_STORING_MS): SeenState {
		const state = this.stateOf(eventId, storingMs);
		if (state === 'new') this.entries.set(eventHash(eventId), { stored: false, since: this.now() });
		return state;
	}

	/** What `begin` would return. */
	stateOf(eventId: string, storingMs = DEFAULT_STORING_MS): SeenState {
		const entry = this.entries.get(eventHash(eventId));
		if (entry?.stored) return 'seen';
		return entry && this.now() - entry.since < storingMs ? 'storing' : 'new';
	}

	/** The event is stored: from now on its repeats are `seen`. */
	stored(eventId: string): void {
		const key = eventHash(eventId);
		this.entries.set(key, { stored: true });
		for (const wake of this.waiting.get(key) ?? []) wake();
	}

	/**
	 * Waits until an event is stored, or until `elapsed` resolves.
	 * @returns the state of the event then
	 */
	async untilStored(eventId: string, elapsed: Promise<void>): Promise<SeenState> {
		const key = eventHash(eventId);
		if (this.entries.get(key)?.stored) return 'seen';
		const wakes = this.waiting.get(key) ?? new Set();
		this.waiting.set(key, wakes);
		let wake: () => void = () => undefined;
		const stored = new Promise<SeenState>((resolve) => (wake = () => resolve('seen')));
		wakes.add(wake);
		const state = await Promise.race([stored, elapsed.then(() => this.stateOf(eventId))]);
		wakes.delete(wake);
		if (wakes.size === 0) this.waiting.delete(key);
		return state;
	}

	/**
	 * The event could not be stored, or its sender no longer waits for that: its next repeat is `new`
	 * again. Nothing changes for an event that is stored.
	 */
	failed(eventId: string): void {
		const key = eventHash(eventId);
		if (this.entries.get(key)?.stored === false) this.entries.delete(key);
	}

	/** The next one of this event is `new` again, even if it was stored. */
	forget(eventId: string): void {
		this.entries.delete(eventHash(eventId));
	}

	get size(): number {
		return this.entries.size;
	}
}

/** The key of an event is a hash, because an id may be long. */
function eventHash(eventId: string): string {
	return createHash('sha256').update(eventId).digest('base64');
}
