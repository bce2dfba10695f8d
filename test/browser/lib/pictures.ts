import { promises as fs } from 'node:fs';
import path from 'node:path';
import { diff, Jimp } from 'jimp';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

import { REPOSITORY, WORK_FOLDER } from '../../e2e/lib/pack';

/** The environment variable that writes pictures to docs/images. */
export const TAKE_PICTURES = 'IFLYTEK_TAKE_PICTURES';

export const RESULTS = path.join(WORK_FOLDER, 'browser');
const DOCUMENTATION = path.join(REPOSITORY, 'docs', 'images');
const MAX_BYTES = 250 * 1024;
/** Pictures are compared at this scale. So small, they hardly show which fonts a machine has. */
const COMPARED_AT = 1 / 8;
/** How different two pixels may be to count as equal, from 0 to 1. */
const SAME_COLOUR = 0.2;
/** Which share of the pixels may differ. Other fonts change a share of up to 0.0006, other texts one of 0.002 to 0.01. */
const MAX_SHARE_DIFFERENT = 0.0018;
/** The time until the animations of buttons and lists have ended. */
const SETTLE_MS = 500;

/** A style that hides n8n's messages and hints, because they appear and disappear. */
const WITHOUT_MESSAGES =
	'.el-notification, [data-sonner-toaster], [data-test-id="tooltip-content"], [role="tooltip"] { visibility: hidden !important; }';

/**
 * Takes a picture of the page for the documentation, and saves it in .cache/browser. With the option --pictures, it is also
 * saved in docs/images. Without this option, the picture in docs/images must look almost the same.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
	await page.waitForTimeout(SETTLE_MS);
	const bytes = await page.screenshot({
		style: WITHOUT_MESSAGES,
		animations: 'disabled',
		caret: 'hide',
	});
	if (bytes.length > MAX_BYTES)
		throw new Error(`The picture ${name} has ${bytes.length} bytes, more than ${MAX_BYTES}`);
	await fs.mkdir(RESULTS, { recursive: true });
	await fs.writeFile(path.join(RESULTS, `${name}.png`), bytes);
	const documented = path.join(DOCUMENTATION, `${name}.png`);
	if (process.env[TAKE_PICTURES] === undefined) return await compare(bytes, documented);
	await fs.mkdir(DOCUMENTATION, { recursive: true });
	await fs.writeFile(documented, bytes);
}

/** @throws Error if the picture of the documentation is missing or outdated */
async function compare(bytes: Buffer, documented: string): Promise<void> {
	const advice = `Take the pictures anew: npm run test:browser -- --pictures`;
	const file = path.relative(REPOSITORY, documented);
	const before = await fs.readFile(documented).catch(() => undefined);
	if (before === undefined) throw new Error(`There is no ${file}. ${advice}`);
	// Jimp's own reader uses an import that jest does not allow.
	const [old, current] = [before, bytes].map((png) => Jimp.fromBitmap(PNG.sync.read(png)));
	if (!old || !current) throw new Error(`${file} cannot be read. ${advice}`);
	const { width, height } = old.bitmap;
	const size = current.bitmap;
	if (width !== size.width || height !== size.height)
		throw new Error(
			`${file} has ${width} × ${height} pixels, the page ${size.width} × ${size.height}. ${advice}`,
		);
	for (const picture of [old, current]) picture.scale(COMPARED_AT);
	const { percent: share } = diff(old, current, SAME_COLOUR);
	if (share > MAX_SHARE_DIFFERENT)
		throw new Error(
			`${file} shows something else than the editor: ${(share * 100).toFixed(1)} % of its pixels differ. ${advice}`,
		);
}
