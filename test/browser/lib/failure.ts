import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

import { REPOSITORY } from '../../e2e/lib/pack';
import { RESULTS } from './pictures';

/** At most so much text of the page, and so many of its last answers, stand below a failure. */
const MAX_CHARACTERS = 1500;
const MAX_ANSWERS = 8;
/** What lies above the canvas: windows, and n8n's messages in the corner. */
const WINDOWS = '[role="dialog"], .el-notification, [data-sonner-toast]';

const answers = new WeakMap<Page, string[]>();

/** Remembers the last answers of n8n to a page that were no reads. */
export function rememberAnswers(page: Page): void {
	const last: string[] = [];
	answers.set(page, last);
	page.on('response', (response) => {
		const method = response.request().method();
		if (method === 'GET') return;
		last.push(`${method} ${new URL(response.url()).pathname}: ${response.status()}`);
		last.splice(0, last.length - MAX_ANSWERS);
	});
}

/** Saves a picture of a page on which a test failed. Returns its path. */
async function keepPicture(page: Page, testName: string): Promise<string> {
	const name = testName.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80);
	const file = path.join(RESULTS, `failed-${name}.png`);
	await fs.mkdir(RESULTS, { recursive: true });
	await page.screenshot({ path: file });
	return path.relative(REPOSITORY, file);
}

async function openWindows(page: Page): Promise<string> {
	const texts = await page.locator(WINDOWS).filter({ visible: true }).allInnerTexts();
	return texts
		.join('\n')
		.replace(/\s*\n\s*/g, ' | ')
		.slice(0, MAX_CHARACTERS);
}

/** Adds to the error of a test what its page showed: a picture alone is gone with the machine that took it. */
export async function withPage(
	error: unknown,
	page: Page,
	testName: string,
	complaints: string[],
): Promise<unknown> {
	if (!(error instanceof Error)) return error;
	const picture = await keepPicture(page, testName).catch(() => 'no picture could be taken');
	const windows = await openWindows(page).catch(() => 'could not be read');
	const shown = [
		`The page as it was: ${picture}`,
		`Its console: ${JSON.stringify(complaints)}`,
		`Its open windows: ${windows}`,
		`The last answers to it: ${answers.get(page)?.join('; ') ?? ''}`,
	].join('\n');
	// Jest prints the stack, which has the message as it was when the error was made.
	const { stack = '', message } = error;
	error.message = `${message}\n\n${shown}`;
	error.stack = stack.includes(message) ? stack.replace(message, () => error.message) : stack;
	return error;
}
