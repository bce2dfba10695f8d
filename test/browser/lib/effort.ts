import type { Page } from 'playwright-core';

const REPORT = 'reportEffort';

/**
 * Runs in the page before n8n: reports each press of a button, and each key that begins an entry. A press is a click, one
 * half of a double click, or the start of a drag; everything typed into one field without a click in between is one entry.
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

/** Counts a user's work: the mouse and keyboard events that the page receives. */
export class Effort {
	private counts = { clicks: 0, entries: 0 };

	/** Counts the work on a page from now on, in everything that it shows. */
	static async on(page: Page): Promise<Effort> {
		const effort = new Effort();
		await page.exposeFunction(REPORT, (kind: 'clicks' | 'entries') => {
			effort.counts[kind]++;
		});
		await page.addInitScript({ content: LISTENER });
		return effort;
	}

	/** The work since the last call. */
	take(): { clicks: number; entries: number } {
		const taken = this.counts;
		this.counts = { clicks: 0, entries: 0 };
		return taken;
	}
}
