/**
 * The rows that runs of this process are sending at a node, each with its run. A run waits until the
 * others have sent the same rows.
 */
export class UnderWay {
	private readonly rows = new Map<string, object>();
	private waiting: (() => void)[] = [];

	/**
	 * Takes these rows as soon as no other run sends one of them.
	 * @param onWait called before it waits: a run that waits must not have rows that only its end
	 * releases, or two runs could wait for each other
	 */
	async take(identities: readonly string[], run: object, onWait: () => void): Promise<void> {
		const isOfOther = (identity: string) => {
			const owner = this.rows.get(identity);
			return owner !== undefined && owner !== run;
		};
		while (identities.some(isOfOther)) {
			onWait();
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		for (const identity of identities) this.rows.set(identity, run);
	}

	/** Lets other runs have these rows. */
	release(identities: readonly string[], run: object): void {
		const own = identities.filter((identity) => this.rows.get(identity) === run);
		for (const identity of own) this.rows.delete(identity);
		// Runs that wait release rows, too: without this, they could wake each other without end.
		if (own.length === 0) return;
		for (const goOn of this.waiting.splice(0)) goOn();
	}
}
