import type { Page } from 'playwright-core';

const REPORT = 'reportEffort';
const PAUSED = 'isEffortPaused';

/**
 * A script that the page runs before n8n. It reports each press of a mouse button as a click, so a double click counts as
 * two. It reports an entry when the user begins to type into a field. More typing into the same field is only reported
 * after a click.
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
		if (target === field || window.${PAUSED}) return;
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

	/** Counts the work in this page from now on, also after it has opened another address. */
	static async on(page: Page): Promise<Effort> {
		const effort = new Effort();
		await page.exposeFunction(REPORT, (kind: 'clicks' | 'entries') => {
			effort.counts[kind]++;
		});
		await page.addInitScript({ content: LISTENER });
		return effort;
	}

	/** Returns the work since the last call, and counts from 0 again. */
	take(): { clicks: number; entries: number } {
		const taken = this.counts;
		this.counts = { clicks: 0, entries: 0 };
		return taken;
	}
}
