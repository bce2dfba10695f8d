/**
 * The rows that runs of this process are sending at a node, each with its run. A run waits until the
 * others have sent the same rows. No run that has rows waits for other rows, so this ends.
 */
export class UnderWay {
	private readonly rows = new Map<string, object>();
	private waiting: (() => void)[] = [];

	/** Takes these rows as soon as no other run sends one of them. */
	async take(identities: readonly string[], run: object): Promise<void> {
		const isOfOther = (identity: string) => {
			const owner = this.rows.get(identity);
			return owner !== undefined && owner !== run;
		};
		while (identities.some(isOfOther))
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		for (const identity of identities) this.rows.set(identity, run);
	}

	/** Lets other runs have these rows. */
	release(identities: readonly string[], run: object): void {
		for (const identity of identities)
			if (this.rows.get(identity) === run) this.rows.delete(identity);
		for (const goOn of this.waiting.splice(0)) goOn();
	}
}
