import { promises as fs } from 'node:fs';
import path from 'node:path';
import { diff, Jimp } from 'jimp';
import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

import { REPOSITORY, WORK_FOLDER } from '../../e2e/lib/pack';
import { TAKE_PICTURES } from './chromium';
import { keep } from './madeFrom';
import { builtProduct, panelOf, type Origin, type Product } from './origin';

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

/** All text in view, also the values of fields. */
const SHOWN = `(() => {
	const inView = ({ top, bottom, left, right, width }) =>
		width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const seen = [];
	while (texts.nextNode()) {
		const range = document.createRange();
		range.selectNodeContents(texts.currentNode);
		if ([...range.getClientRects()].some(inView)) seen.push(texts.currentNode.textContent);
	}
	for (const field of document.querySelectorAll('input, textarea'))
		if (inView(field.getBoundingClientRect())) seen.push(field.value);
	return seen.join('\\n');
})()`;

/** The node whose panel is open in n8n's editor. */
const OPEN_NODE = `(() => {
	const { __vue_app__: app } = document.querySelector('#app') ?? {};
	const stores = [...(app?.config.globalProperties.$pinia._s.entries() ?? [])];
	const [node] = stores.flatMap(([id, store]) => (id.startsWith('ndv/') && store.activeNode) || []);
	return node && { type: node.type, parameters: JSON.parse(JSON.stringify(node.parameters)) };
})()`;

/** What is open on a page, beside what the test says. */
async function originOf(product: Product, page: Page, said: Origin): Promise<Origin> {
	const node = await page.evaluate<{ type: string; parameters: INodeParameters } | undefined>(
		OPEN_NODE,
	);
	const origin = { ...said, ...(node && panelOf(product, node.type, node.parameters)) };
	if (Object.keys(origin).length > 0) return origin;
	throw new Error('Say what the picture was made from: no panel of a node is open');
}

/**
 * Takes a picture of the page for the documentation, and saves it in .cache/browser. With the option --pictures, it is also
 * saved in docs/images, and what it was made from in pictures.json. Without this option, the picture in docs/images must look
 * almost the same.
 * @param said what is open, if it is not the panel of a node
 */
export async function takePicture(page: Page, name: string, said: Origin = {}): Promise<void> {
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
	const product = await builtProduct();
	const origin = await originOf(product, page, said);
	keep(product, name, { file: bytes, origin, shown: await page.evaluate<string>(SHOWN) });
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
