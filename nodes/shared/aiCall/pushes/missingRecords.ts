/** Notices that outbound records do not come. */

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
