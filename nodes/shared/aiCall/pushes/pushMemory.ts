import { createHash } from 'crypto';
import { RecentMap } from '../../values';

/**
 * `new`: received for the first time, and now being stored. `storing`: the same push is being
 * stored. `seen`: already stored.
 */
type SeenState = 'new' | 'storing' | 'seen';

/**
 * How many pushes are remembered: enough for some minutes of a busy platform. Repetitions arrive
 * within seconds.
 */
const DEFAULT_CAPACITY = 20_000;

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
		const key = keyOf(eventId);
		const entry = this.entries.get(key);
		if (entry?.stored) return 'seen';
		if (entry && this.now() - entry.since < storingMs) return 'storing';
		this.entries.set(key, { stored: false, since: this.now() });
		return 'new';
	}

	/** The event is stored: from now on its repeats are `seen`. */
	stored(eventId: string): void {
		this.entries.set(keyOf(eventId), { stored: true });
	}

	/**
	 * The event could not be stored, or its sender no longer waits for that: its next repeat is `new`
	 * again. Nothing changes for an event that is stored.
	 */
	failed(eventId: string): void {
		const key = keyOf(eventId);
		if (this.entries.get(key)?.stored === false) this.entries.delete(key);
	}

	get size(): number {
		return this.entries.size;
	}
}

/** The key of an event is a hash, because an id may be long. */
function keyOf(eventId: string): string {
	return createHash('sha256').update(eventId).digest('base64');
}

/** The outbound record of a call comes within seconds of its basic record, in either order. */
const LONG_MS = 600_000;

/**
 * With One per Call, the basic record of an outbound call starts nothing, because its outbound
 * record does. If a process gets basic records for a long time and no outbound record at all, the
 * platform probably sends none, and somebody must know. A single record that is missing cannot be
 * told, because another process may have received it.
 */
export class MissingRecords {
	private since: number | undefined;
	private basicCount = 0;

	constructor(private readonly now: () => number = Date.now) {}

	outboundCame(): void {
		this.since = undefined;
		this.basicCount = 0;
	}

	/**
	 * The number of basic records so far, if it is time to warn about them: at most once in ten
	 * minutes, and not while the outbound record of the first may still come.
	 */
	basicCame(): number | undefined {
		this.basicCount++;
		this.since ??= this.now();
		if (this.now() - this.since < LONG_MS) return undefined;
		this.since = this.now();
		return this.basicCount;
	}
}
