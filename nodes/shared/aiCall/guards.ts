/** Who may call a trigger, and which push was there before. The platform signs nothing (document 2, part 5). */
import { createHash, timingSafeEqual } from 'crypto';
import { InputError } from '../failure';
import { textOf, type JsonRecord } from '../values';

/** The query parameter in which the user appends the secret to the URL. */
export const SECRET_PARAMETER = 'secret';

/**
 * Whether a given secret is the configured one, in a time that tells nothing of where they differ. Fails
 * closed: an empty configured secret matches nothing, and neither does a given one that is not text.
 */
export function secretMatches(configured: string, given: unknown): boolean {
	if (configured === '' || typeof given !== 'string') return false;
	return timingSafeEqual(digest(configured), digest(given));
}

/**
 * Whether an address carries the configured secret: encoded, as all parameters are, or at its end just as it is, where the
 * user has appended it with a `+`, `%` or `&` in it.
 */
export function carriesSecret(configured: string, address: string): boolean {
	const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
	const [encoded, ...others] = new URLSearchParams(query).getAll(SECRET_PARAMETER);
	const [, asItIs] = new RegExp(`(?:^|&)${SECRET_PARAMETER}=(.*)$`).exec(query) ?? [];
	return [others.length === 0 ? encoded : undefined, asItIs].some((given) => secretMatches(configured, given));
}

/**
 * Refuses a secret that gets lost when it is appended to a URL as it is.
 *
 * @throws InputError where it has a `#`: what follows that is not sent
 */
export function checkPushSecret(secret: string): void {
	if (!secret.includes('#')) return;
	throw new InputError('The Push Secret has a # in it, and what stands behind a # in a URL is never sent', 'Make one of letters, digits and - . _ ~ in the credential, or write %23 for the # in the URL.');
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

/** The ids that may push; an empty list allows all. */
export interface AllowedIds {
	businessIds: readonly string[];
	appIds: readonly string[];
}

/**
 * The field whose value is not allowed, or undefined where nothing speaks against the sender. Looked at
 * only where it was sent: real pushes may lack `app_id`.
 */
export function forbiddenField(fields: JsonRecord, { businessIds, appIds }: AllowedIds): 'business_id' | 'app_id' | undefined {
	if (!isAllowed(fields.business_id, businessIds)) return 'business_id';
	return isAllowed(fields.app_id, appIds) ? undefined : 'app_id';
}

function isAllowed(value: unknown, allowed: readonly string[]): boolean {
	const ids = allowed.map((id) => id.trim()).filter((id) => id !== '');
	if (ids.length === 0 || value === undefined || value === null || value === '') return true;
	return ids.includes(textOf(value)?.trim() ?? '');
}

/** `new`: not seen, and now being stored; `storing`: its twin is being stored; `seen`: stored before. */
export type SeenState = 'new' | 'storing' | 'seen';

/** Pushes that are remembered; some minutes of a busy platform, where repeats come within seconds. */
const DEFAULT_CAPACITY = 20_000;

/**
 * A push of which it was not heard in this time whether it is safe counts as not stored. A database under
 * load has been seen to store one after more than a minute.
 */
const DEFAULT_STORING_MS = 600_000;

type Entry = { safe: true } | { safe: false; since: number };

/**
 * Remembers pushes by their event id, in this process. Bounded: the oldest is forgotten first. A push
 * counts as seen only when `safe` was said of it.
 */
export class RepeatMemory {
	private readonly entries = new Map<string, Entry>();

	constructor(
		private readonly capacity = DEFAULT_CAPACITY,
		private readonly storingMs = DEFAULT_STORING_MS,
		private readonly now: () => number = Date.now,
	) {}

	/** Looks an event up; a new one is marked as being stored, and `safe` or `failed` must follow. */
	begin(eventId: string): SeenState {
		const key = keyOf(eventId);
		const entry = this.entries.get(key);
		if (entry?.safe) return 'seen';
		if (entry && this.now() - entry.since < this.storingMs) return 'storing';
		this.put(key, { safe: false, since: this.now() });
		return 'new';
	}

	/** The event is stored: from now on its repeats are `seen`. */
	safe(eventId: string): void {
		this.put(keyOf(eventId), { safe: true });
	}

	/** The event could not be stored: its repeat is `new`. */
	failed(eventId: string): void {
		const key = keyOf(eventId);
		if (this.entries.get(key)?.safe === false) this.entries.delete(key);
	}

	get size(): number {
		return this.entries.size;
	}

	private put(key: string, entry: Entry): void {
		this.entries.delete(key);
		this.entries.set(key, entry);
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.capacity && oldest !== undefined) this.entries.delete(oldest);
	}
}

/** Of one length whatever the caller sends as an id. */
function keyOf(eventId: string): string {
	return createHash('sha256').update(eventId).digest('base64');
}
