/**
 * The rows that runs of this process are sending at a node, each with its run. A run waits until the
 * others have sent the same rows. They do not wait for this one, because what is taken is under way.
 */
export class UnderWay<Run> {
	private readonly rows = new Map<string, Run>();
	private waiting: (() => void)[] = [];

	/** Waits until no other run sends one of these rows. */
	async untilFree(identities: readonly string[], run: Run): Promise<void> {
		while (identities.some((identity) => (this.rows.get(identity) ?? run) !== run))
			await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	take(identities: readonly string[], run: Run): void {
		for (const identity of identities) this.rows.set(identity, run);
	}

	/** Lets other runs have these rows. */
	release(identities: readonly string[], run: Run): void {
		for (const identity of identities)
			if (this.rows.get(identity) === run) this.rows.delete(identity);
		for (const goOn of this.waiting.splice(0)) goOn();
	}
}
