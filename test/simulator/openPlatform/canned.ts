import { createHash } from 'crypto';

/** How many classes each kind of image result has (document 1, 2.4 to 2.7). */
const classes = { expression: 8, scene: 43, object: 20_000, violence: 8 } as const;

/** The class of an image whose name selects none: joy, office, any object, normal. */
const usual = { expression: 2, scene: 5, object: 15765, violence: 0 } as const;

export type CannedKind = keyof typeof classes;

/**
 * The class of an image, by its name: `scene-12` anywhere in it makes scene 12,
 * `expression-2`, `object-300` and `violence-1` likewise. Other names give the
 * kind's usual class.
 */
export function cannedClass(kind: CannedKind, name: string): number {
	const asked = new RegExp(`${kind}-(\\d+)`, 'i').exec(name)?.[1];
	const label = asked === undefined ? NaN : Number(asked);
	return label < classes[kind] ? label : usual[kind];
}

/** A number from 0 up to 1 that depends only on the text. */
export function fraction(seed: string): number {
	return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
}

/** The five most likely classes, the requested one first, and their falling scores. */
export function cannedRanking(
	kind: CannedKind,
	name: string,
): { labels: number[]; rates: number[] } {
	const first = cannedClass(kind, name);
	const labels = [first];
	for (let step = 1; labels.length < 5; step += 1) {
		const next = (first + step * (1 + Math.floor(fraction(`${kind} ${name}`) * 6))) % classes[kind];
		labels.push(labels.includes(next) ? (Math.max(...labels) + 1) % classes[kind] : next);
	}
	const rates = [cannedRate(kind, name)];
	while (rates.length < 5) rates.push((rates.at(-1) ?? 0) * 0.1);
	return { labels, rates };
}

/** Score of the first class; a name with `unsure` in it gets one that calls for a review. */
export function cannedRate(kind: CannedKind, name: string): number {
	const variation = fraction(`${kind} ${name}`) * 0.09;
	return /unsure/i.test(name) ? 0.3 + variation : 0.9 + variation;
}
