import { shownParts, withReadings } from '../../../nodes/shared/openPlatform/speech/readings';
import { AFTER_SENTENCE, ratedCharacters } from '../../../nodes/shared/openPlatform/text/sentences';

const readings = (...pairs: [word: string, reading: string][]) =>
	pairs.map(([word, reading]) => ({ word, reading }));

it.each<[string, [string, string][], string]>([
	['我用iFLYTEK。', [['iFLYTEK', '讯飞']], '我用讯飞。'],
	['招商银行行长', [['行长', '行[=hang2]长']], '招商银行行[=hang2]长'],
	// The longer of two, and each only once.
	['重庆大学在重庆', readingPairs('重庆', '虫庆', '重庆大学', '重大'), '重大在虫庆'],
	['甲乙', readingPairs('甲', '乙', '乙', '丙'), '乙丙'],
	// Latin words stand alone; capitals count; digits stand beside them.
	['AI、MAI、AIM、AI4、ai、我的AI吗', [['AI', 'A I']], 'A I、MAI、AIM、A I4、ai、我的A I吗'],
	['GPT 45', readingPairs('GPT 4', '四', 'GPT', '鸡'), '鸡 45'],
	['3M 和 13M', [['3M', '三M']], '三M 和 13M'],
	['Éa éAI', [['AI', 'x']], 'Éa éAI'],
	// Signs of patterns.
	['C++ 和 C', [['C++', 'C 加加']], 'C 加加 和 C'],
	['a.b axb $1', readingPairs('a.b', '$1', '$1', '$&'), '$1 axb $&'],
	['好', [], '好'],
])('%j with the readings %j is sent as %j', (text, pairs, expected) => {
	expect(withReadings(text, readings(...pairs)).text).toBe(expected);
});

it('what is not shown as it is sent is known with its place', () => {
	expect(withReadings('好', []).words).toEqual([]);
	expect(withReadings('着[=zhuo2]AI', readings(['AI', '智能'])).words).toEqual([
		{ start: 1, end: 9, word: '' },
		{ start: 9, end: 11, word: 'AI' },
	]);
});

function readingPairs(...words: string[]): [string, string][] {
	return words.flatMap((word, index) =>
		index % 2 === 0 ? [[word, words[index + 1] ?? ''] as [string, string]] : [],
	);
}

describe('subtitles show', () => {
	const sent = withReadings(
		'行长说AI好。着[=zhuo2]手[=x y] [=a]吧',
		readings(['行长', '行[=hang2]长'], ['AI', '人工智能']),
	);
	const part = (text: string, marks?: { position: number; share: number }[]) => ({
		text,
		start: 0,
		end: 1,
		marks,
	});

	it('words instead of readings, and no marks for pinyin', () => {
		expect(sent.text).toBe('行[=hang2]长说人工智能好。着[=zhuo2]手[=x y] [=a]吧');
		expect(shownParts([part(sent.text)], sent).map(({ text }) => text)).toEqual([
			'行长说AI好。着手[=x y] [=a]吧',
		]);
	});

	it('the same in parts, of which blank ones were not sent', () => {
		const text = '甲 \n\n 甲。\n\n乙';
		const two = withReadings(text, readings(['甲', '一一'], ['乙', '二']));
		const parts = [part('一一 '), part(' 一一。'), part('二')];
		expect(shownParts(parts, two).map((one) => one.text)).toEqual(['甲 ', ' 甲。', '乙']);
	});

	it('a word once, where its reading was cut', () => {
		const parts = [part('行[=hang2]长说人工'), part('智能好。')];
		expect(shownParts(parts, sent).map(({ text }) => text)).toEqual(['行长说AI', '好。']);
	});

	it('the times of what was sent, at the places of what is shown', () => {
		const text = '行[=hang2]长说人工智能好。';
		const marks = [10, 11, 13, 15].map((position) => ({ position, share: position / 100 }));
		expect(shownParts([part(text, marks)], sent)[0]?.marks).toEqual([
			{ position: 2, share: 0.1 },
			{ position: 3, share: 0.11 },
			{ position: 5, share: 0.13 },
			{ position: 5, share: 0.15 },
		]);
	});
});

it('a mark for pinyin is cut neither from its character nor in itself', () => {
	const { characters, places } = ratedCharacters('着[=zhuo2]手。https://a.b/c[=d]e 好');
	expect(characters.slice(0, 4)).toEqual(['着[=zhuo2]', '手', '。', 'h']);
	expect(places.indexOf(AFTER_SENTENCE)).toBe(3);
	expect(characters.join('')).toBe('着[=zhuo2]手。https://a.b/c[=d]e 好');
});
