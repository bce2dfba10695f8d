/** Between two of these there is always a boundary, so most Chinese and Latin text needs no segmenter. */
const PLAIN = /[\n\x20-\x7e\u2014\u2018-\u201d\u2026\u3001-\u3029\u4e00-\u9fff\uff01-\uff60]+/y;

/** Intl.Segmenter slows down with the square of the length (seen from 40,000 on), so it gets this much at once. */
const CHUNK = 1024;

const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** Where each character (grapheme) of a text ends, in UTF-16 code units. Time grows with the length. */
export function graphemeEnds(text: string): number[] {
	const ends: number[] = [];
	let from = 0;
	while (from < text.length) {
		PLAIN.lastIndex = from;
		const plainLength = PLAIN.exec(text)?.[0].length ?? 0;
		const plainEnd = from + plainLength;
		// What follows may attach itself to the last of a plain run.
		const certainEnd = plainEnd === text.length ? plainEnd : Math.max(from, plainEnd - 1);
		for (let end = from + 1; end <= certainEnd; end++) ends.push(end);
		from = certainEnd;
		if (from < text.length) from = segmentChunk(text, from, ends);
	}
	return ends;
}

/** Adds the ends of some characters from `from` on; returns where the last one ended. */
function segmentChunk(text: string, from: number, ends: number[]): number {
	for (let length = CHUNK; ; length *= 2) {
		let to = Math.min(from + length, text.length);
		if (isHighSurrogate(text, to - 1) && to < text.length) to++;
		const found = Array.from(segmenter.segment(text.slice(from, to)), ({ segment, index }) => from + index + segment.length);
		// The last one may go on behind the chunk.
		if (to < text.length) found.pop();
		const last = found.at(-1);
		if (last === undefined) continue;
		for (const end of found) ends.push(end);
		return last;
	}
}

function isHighSurrogate(text: string, index: number): boolean {
	const unit = text.charCodeAt(index);
	return unit >= 0xd800 && unit <= 0xdbff;
}
