/** An analysis as a row of a sheet. */
import { joinAnalysis } from '../../../nodes/shared/openPlatform/text/analysis';
import { flatAnalysis } from '../../../nodes/shared/openPlatform/text/flat';
import type { AnnotationsOfPiece } from '../../../nodes/shared/openPlatform/text/join';

const TEXT = '汤姆在上海，汤姆';
const WORDS = ['汤姆', '在', '上海', '，', '汤姆'];

const flat = (annotations: Omit<AnnotationsOfPiece, 'cws'>, functions = ['cws', 'pos', 'ner']) =>
	flatAnalysis(
		joinAnalysis(TEXT, [{ text: TEXT, start: 0, annotations: { cws: WORDS, ...annotations } }]),
		['cws', 'pos', 'ner'].filter((func) => functions.includes(func)) as ['cws', 'pos', 'ner'],
		['s1', 's2'],
	);

test('words and tags have the same order, and each name is there once', () => {
	const pos = ['nh', 'p', 'ns', 'wp', 'nh'];
	const ner = ['S-Nh', 'O', 'S-Ns', 'O', 'S-Nh'];
	expect(flat({ pos, ner })).toEqual({
		words: '汤姆 在 上海 ， 汤姆',
		tags: 'nh p ns wp nh',
		people: '汤姆',
		places: '上海',
		organizations: '',
		warnings: '',
		sids: 's1, s2',
	});
});

test('names of one kind are in one column, with commas', () => {
	const names = { ner: ['S-Nh', 'O', 'S-Ni', 'O', 'S-Ni'] };
	expect(flat(names)).toMatchObject({ people: '汤姆', places: '', organizations: '上海, 汤姆' });
});

test('a row has only the columns of what was requested, whatever was found', () => {
	expect(Object.keys(flat({}, ['cws']))).toEqual(['words', 'warnings', 'sids']);
	expect(flat({ ner: ['O', 'O', 'O', 'O', 'O'] }, ['cws', 'ner'])).toMatchObject({
		people: '',
		places: '',
		organizations: '',
	});
});

test('what does not match the words is a text, too, and the warnings say so', () => {
	const misfit = flat({ pos: ['nh'], ner: ['S-Ni'] });
	expect(misfit).toMatchObject({
		tags: '',
		organizations: '',
		raw: '{"pos":["nh"],"ner":["S-Ni"]}',
	});
	expect(misfit.warnings).toMatch(/^pos is not joined .* under raw: .*; ner is not joined /);
});
