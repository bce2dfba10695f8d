import type { Page } from 'playwright-core';

const REPORT = 'reportEffort';

/**
 * Runs in the page, before n8n does: tells each press of a button or key that begins an entry. A press is a click, one end
 * of a double click, or the beginning of a drag; what is typed into one field without a click in between is one entry.
 */
const LISTENER = `(() => {
	let field;
	const report = (kind) => window.${REPORT}?.(kind);
	addEventListener('pointerdown', (event) => {
		if (!event.isTrusted) return;
		field = undefined;
		report('clicks');
	}, true);
	addEventListener('input', ({ target }) => {
		if (target === field) return;
		field = target;
		report('entries');
	}, true);
})()`;

/** How much a user does: what the page itself is told of mouse and keyboard. */
export class Effort {
	private counts = { clicks: 0, entries: 0 };

	/** Counts what is done on a page from now on, over all that it shows. */
	static async on(page: Page): Promise<Effort> {
		const effort = new Effort();
		await page.exposeFunction(REPORT, (kind: 'clicks' | 'entries') => {
			effort.counts[kind]++;
		});
		await page.addInitScript({ content: LISTENER });
		return effort;
	}

	/** What was done since the last call. */
	take(): { clicks: number; entries: number } {
		const taken = this.counts;
		this.counts = { clicks: 0, entries: 0 };
		return taken;
	}
}
