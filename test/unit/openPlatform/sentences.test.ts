import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AFTER_SENTENCE, ratedCharacters } from '../../../nodes/shared/openPlatform/text/sentences';

/** Texts with `|` where each sentence but the first begins. */
const TEXTS = readFileSync(join(__dirname, 'sentences.txt'), 'utf8')
	.split('\n')
	.filter((line) => line !== '' && !line.startsWith('#'))
	.map((line) => line.replaceAll('\\n', '\n').replaceAll('\\r', '\r'));

function cutByRules(text: string): string {
	const { characters, places } = ratedCharacters(text);
	return characters
		.map((character, index) => (places[index] === AFTER_SENTENCE ? `|${character}` : character))
		.join('');
}

function cutBySegmenter(text: string): string {
	const segmenter = new Intl.Segmenter('zh', { granularity: 'sentence' });
	return Array.from(segmenter.segment(text), ({ segment }) => segment).join('|');
}

const wrongBy = (cut: (text: string) => string) =>
	TEXTS.filter((text) => cut(text.replaceAll('|', '')) !== text);

it('sentences are cut where they begin, but for texts that only their meaning tells', () => {
	expect(TEXTS.length).toBeGreaterThanOrEqual(200);
	expect(wrongBy(cutByRules)).toEqual([
		'他想了很久……最后还是拒绝了。',
		'买了苹果、香蕉……等水果。',
		'《怎么办？》是一本书。',
	]);
});

it('the segmenter of JavaScript cuts more than a quarter of the texts wrongly, which is one reason not to use it', () => {
	expect(wrongBy(cutBySegmenter).length).toBeGreaterThan(TEXTS.length / 4);
});

it.each([
	['', ''],
	['a, b', '1022'],
	['A b.  C d.', '1110334110'],
	['A (b. C) d. E', '1110022011034'],
	['第一，第二。 三', '11021034'],
	['a"b', '110'],
	['" a', '101'],
	['ab"', '100'],
])('rates the places of %j as %s', (text, places) => {
	expect(ratedCharacters(text)).toEqual({
		characters: Array.from(text),
		places: Array.from(places, Number),
	});
});
