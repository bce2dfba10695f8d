import type { Page } from 'playwright-core';

const REPORT = 'reportEffort';
const PAUSED = 'isEffortPaused';

/**
 * Runs in the page before n8n. Reports each press of a mouse button as a click, so a double click counts as two. Reports
 * an entry when typing into a field begins. Further typing into that field counts only after a click.
 */
const LISTENER = `(() => {
	let field;
	const report = (kind) => window.${REPORT}?.(kind);
	addEventListener('pointerdown', (event) => {
		if (!event.isTrusted || window.${PAUSED}) return;
		field = undefined;
		report('clicks');
	}, true);
	addEventListener('input', ({ target }) => {
		if (target === field) return;
		field = target;
		report('entries');
	}, true);
})()`;

/** Does something in the page that does not count as a user's work. */
export async function uncounted(page: Page, work: () => Promise<void>): Promise<void> {
	await page.evaluate(`window.${PAUSED} = true`);
	await work();
	await page.evaluate(`window.${PAUSED} = false`);
}

/** Counts a user's work: the mouse and keyboard events that the page receives. */
export class Effort {
	private counts = { clicks: 0, entries: 0 };

	/** Counts the work on this page from now on, on every address that it opens. */
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
