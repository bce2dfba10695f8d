/** What each picture of docs/images was made from, so that a test notices when the product has become another. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { literalsOf, ROOT, SOURCES } from '../../unit/sources';
import { digestOf, linesOf, type Origin, type Product } from './origin';

/** What is kept of a picture. */
export interface MadeFrom {
	/** The digest of the picture's file. */
	sha256: string;
	origin: Origin;
	/** What the product shows there. */
	lines: string[];
	/** Texts in the picture that stand in the product's code, word for word. */
	texts: string[];
}

const FILE = path.join(ROOT, 'test/browser/pictures.json');

/** By the name of the picture. */
export const madeFrom = (): Record<string, MadeFrom> =>
	JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, MadeFrom>;

/** A text this long is nobody else's. */
const MIN_CHARACTERS = 20;

const asShown = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The texts of the product in what a page shows. */
function textsIn(shown: string): string[] {
	const page = asShown(shown);
	const texts = SOURCES.flatMap(literalsOf).map(asShown);
	return [...new Set(texts)]
		.filter((text) => text.length >= MIN_CHARACTERS && text.includes(' ') && page.includes(text))
		.sort();
}

/** Keeps what a picture was made from. */
export function keep(
	product: Product,
	name: string,
	{ file, origin, shown }: { file: Buffer; origin: Origin; shown: string },
): void {
	const kept = {
		...madeFrom(),
		[name]: {
			sha256: digestOf(file),
			origin,
			lines: linesOf(product, origin),
			texts: textsIn(shown),
		},
	};
	const sorted = Object.entries(kept).sort(([one], [other]) => (one < other ? -1 : 1));
	writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`);
}

/** All code of the package as one text, with spaces and quotes as they are shown. */
const productText = () =>
	asShown(SOURCES.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n')).replaceAll(
		"\\'",
		"'",
	);

/** Whether the lines that two lists share have one order. */
function isSorted(lines: readonly string[], today: readonly string[]): boolean {
	const [one, other] = [
		lines.filter((l) => today.includes(l)),
		today.filter((l) => lines.includes(l)),
	];
	return one.join('\n') === other.join('\n');
}

/** What is wrong with each picture: the lines that the product does not show any more, and those that are new. */
export function outdated(product: Product): string[] {
	const code = productText();
	return Object.entries(madeFrom()).flatMap(([name, { sha256, origin, lines, texts }]) => {
		const today = linesOf(product, origin);
		const file = path.join(ROOT, 'docs/images', `${name}.png`);
		return [
			...(digestOf(readFileSync(file)) === sha256 ? [] : [`${name}: is another file`]),
			...lines.filter((line) => !today.includes(line)).map((line) => `${name}: no more: ${line}`),
			...today.filter((line) => !lines.includes(line)).map((line) => `${name}: new: ${line}`),
			...texts.filter((text) => !code.includes(text)).map((text) => `${name}: no more: ${text}`),
			...(isSorted(lines, today) ? [] : [`${name}: in another order`]),
		];
	});
}
