/** A map that keeps the entries that were set last. */
export class RecentMap<Key, Value> {
	private readonly entries = new Map<Key, Value>();

	/** @param capacity how many entries are kept */
	constructor(private readonly capacity: number) {}

	get size(): number {
		return this.entries.size;
	}

	get(key: Key): Value | undefined {
		return this.entries.get(key);
	}

	set(key: Key, value: Value): void {
		// A Map lists its oldest entry first.
		this.entries.delete(key);
		this.entries.set(key, value);
		for (const [oldest] of this.entries) {
			if (this.entries.size <= this.capacity) return;
			this.entries.delete(oldest);
		}
	}

	delete(key: Key): void {
		this.entries.delete(key);
	}
}
