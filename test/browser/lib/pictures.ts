import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

import { REPOSITORY, WORK_FOLDER } from '../../e2e/lib/pack';

/** The environment variable that asks for pictures in docs/images. */
export const TAKE_PICTURES = 'IFLYTEK_TAKE_PICTURES';

const LEFT_BEHIND = path.join(WORK_FOLDER, 'browser');
const DOCUMENTATION = path.join(REPOSITORY, 'docs', 'images');
const MAX_BYTES = 250 * 1024;
/** In which buttons and lists come to rest. */
const SETTLE_MS = 500;

/** n8n's short messages and hints, which come and go. */
const WITHOUT_TOASTS = '.el-notification, [data-sonner-toaster], [data-test-id="tooltip-content"], [role="tooltip"] { visibility: hidden !important; }';

/** Takes a picture of the page for the documentation: into .cache/browser, and into docs/images where that was asked for. */
export async function takePicture(page: Page, name: string): Promise<void> {
	await page.waitForTimeout(SETTLE_MS);
	const bytes = await page.screenshot({ style: WITHOUT_TOASTS, animations: 'disabled', caret: 'hide' });
	if (bytes.length > MAX_BYTES) throw new Error(`The picture ${name} has ${bytes.length} bytes, more than ${MAX_BYTES}`);
	await fs.mkdir(LEFT_BEHIND, { recursive: true });
	await fs.writeFile(path.join(LEFT_BEHIND, `${name}.png`), bytes);
	if (process.env[TAKE_PICTURES] === undefined) return;
	await fs.mkdir(DOCUMENTATION, { recursive: true });
	await fs.writeFile(path.join(DOCUMENTATION, `${name}.png`), bytes);
}

/** Leaves a picture of a page on which a test failed. Returns where it is. */
export async function keepFailure(page: Page, testName: string): Promise<string> {
	const file = path.join(LEFT_BEHIND, `failed-${testName.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}.png`);
	await fs.mkdir(LEFT_BEHIND, { recursive: true });
	await page.screenshot({ path: file });
	return path.relative(REPOSITORY, file);
}
