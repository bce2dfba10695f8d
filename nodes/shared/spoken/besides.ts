import { GAP } from './emoji';
import { formulaText } from './formulas';
import { leaveOut, type LeftOut } from './leftOut';

/** What language models write beside their answer: reasoning, sources, formulas, escapes. */

const REASONING =
	/(?<!`)(?:[<◁](?<end>\/?)(?:seed:)?(?:think|thinking|thought|reasoning|reflection)[>▷]|<\|(?:begin|(?<over>end))_of_thought\|>)(?!`)/gi;
/** Other tokens of models: `<|begin_of_solution|>`, `<|im_end|>`. */
const TOKENS = /(?<!`)<\|[a-z]{2,20}(?:_[a-z]{2,20}){0,3}\|>(?!`)/gi;

/**
 * A text without what a model thought before it answered. The beginning may stand in the model's
 * prompt, so all before an end is reasoning. So is all behind a beginning that has no end.
 */
export function withoutReasoning(text: string, leftOut: LeftOut): string {
	const kept: string[] = [];
	let begin = 0;
	let isInside = false;
	for (const mark of [...text.matchAll(REASONING), undefined]) {
		const part = text.slice(begin, mark?.index);
		const { end, over } = mark?.groups ?? {};
		const isEnd = Boolean(end ?? over);
		if (!isInside && !isEnd) kept.push(part);
		else if (part.trim() !== '') leaveOut(leftOut, 'reasoning', part);
		isInside = !isEnd;
		begin = mark ? mark.index + mark[0].length : begin;
	}
	return kept.join('\n\n').replace(TOKENS, ' ');
}

const NUMBERS =
	'(?:[\\[\\uff3b\\u3014]\\d{1,3}(?:[,\\uff0c\\u3001\\u2013-] ?\\d{1,3})*[\\]\\uff3d\\u3015])+(?![(:\\[])';
const SOURCES = [
	// 【1†source】, [citation:1], [^1], and the marks of ChatGPT.
	'\\u3010[^\\u3010\\u3011\\n]{1,60}\\u2020[^\\u3010\\u3011\\n]{0,60}\\u3011',
	'\\[(?:[Cc]itation|[Ss]ource|ref|oaicite|来源|引用|参考|文献) ?[:\\uff1a]? ?\\d{1,3}\\]',
	// [^1] at the beginning of a line, with a colon, begins the text of a note.
	'\\[\\^[\\w-]{1,20}\\^?\\](?:(?<!^ {0,3}\\[[^\\][\\n]{2,22}\\])|(?!:))(?!\\()',
	':contentReference\\[[^\\]\\n]{1,40}\\](?:\\{[^}\\n]{1,40}\\})?',
	'\\ue200[^\\ue200\\ue201\\n]{1,80}\\ue201',
	// [1] behind a sentence, or before its mark. The element a[1] and the choice "press [1]" stay.
	`(?<=[\\p{STerm};\\uff1b][\\p{Pf}\\p{Pe}"]?\\*{0,3} ?)${NUMBERS}`,
	`(?<=[\\p{L}\\p{N}%\\p{Pf}\\uff09)"]\\*{0,3} ?)(?<!(?<![A-Za-z])[A-Za-z]|(?:or|and|press|to|[或和按选第至到]) ?)${NUMBERS}(?=[ \\t]*(?:[\\p{STerm}\\p{Pf},;:\\uff0c\\u3001\\uff1b\\uff1a]|$))`,
].join('|');

const FORMULAS = [
	'\\\\\\((?:(?!\\\\\\()[^\\n]){1,500}?\\\\\\)',
	'\\\\\\[(?:(?!\\\\\\[)[^]){1,1000}?\\\\\\]',
	'\\$\\$[^$]{1,1000}\\$\\$',
	'\\$(?=[^\\s$])(?=[^$\\n]{0,300}[\\\\^_=]|[A-Za-z]\\$)[^$\\n]{0,300}(?<=\\S)\\$(?![\\w{])',
].join('|');

const BESIDES = new RegExp(
	[
		'(?<code>(?<!`)`[^`\\n]+`)',
		// A path of Windows.
		'(?<path>(?<![A-Za-z])[A-Za-z]:\\\\(?!n(?![a-z]))[^\\s`]+)',
		`(?<formula>${FORMULAS})`,
		`(?<source>${SOURCES})`,
		// A line break that was escaped twice, not the \ne of a formula; and a tab.
		'(?<lineBreak>(?:\\\\r)?\\\\n(?!(?:abla|e|eq|i|u|ot|otin)\\b))',
		'(?<tab>\\\\t(?![a-z]))',
	].join('|'),
	'gmu',
);

/** A text without sources, with formulas as they are spoken and with line breaks. */
export function withoutBesides(text: string, leftOut: LeftOut): string {
	return text.replace(BESIDES, (part: string, ...rest: unknown[]) => {
		const groups = rest.at(-1) as Partial<Record<string, string>>;
		const at = Number(rest.at(-3));
		if (groups.code) return part;
		// In a path, a backslash is no escape of Markdown.
		if (groups.path) return part.replace(/[\\*_~[\]]/g, '\\$&');
		if (groups.lineBreak) return '\n';
		if (groups.tab) return ' ';
		const spoken = groups.formula && formulaText(part);
		if (spoken) return spoken;
		leaveOut(leftOut, groups.formula ? 'formulas' : 'references', part);
		return groups.formula || text.charAt(at - 1) === ' ' ? GAP : '';
	});
}
